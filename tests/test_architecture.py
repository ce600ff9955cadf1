# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The rules of the house: who imports and includes whom, who speaks, who knows libclang, what loads what."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from testlib.rooms import affected, graph, imports, trees, walked

from pointerchain.analysis.library import TABLE
from pointerchain.dialects import openacc, openmp

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "pointerchain"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

# What starts in every compile must not load these: each costs more than a file without directives may.
TOO_HEAVY = {"argparse", "dataclasses", "json", "pathlib"}

REGION = """\
struct atoms { double *x; int n; };
struct sim { struct atoms *atoms; };
void twice(struct sim *s) {
#pragma pointerchain region begin declare(s->atoms->x, s->atoms->n)
  for (int i = 0; i < s->atoms->n; i++) s->atoms->x[i] *= 2;
#pragma pointerchain region end
}
"""


# All that parse the package do so in one process.
pytestmark = pytest.mark.xdist_group("trees")


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Modules each of which imports the next, the last one being the first; empty where there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        # The sorter's rows run from what is imported to what imports it.
        found: list[str] = error.args[1]
        return found[::-1]
    return []


def test_no_import_circle() -> None:
    assert circle(graph()) == []


def test_a_circle_is_seen_wherever_its_imports_stand() -> None:
    sources = {
        "a": "def f():\n    import b.c\n",
        "b": "",
        "b.c": "if TYPE_CHECKING:\n    from b import d\n",
        "b.d": 'COMMANDS = {"a": "b.e"}\n',
        "b.e": "from a import f\n",
    }
    graph = {name: set(imports(ast.parse(text), sources)) for name, text in sources.items()}
    assert sorted(circle(graph)[1:]) == ["a", "b.c", "b.d", "b.e"]
    del graph["b.e"]
    assert circle(graph) == []


def test_nothing_below_the_command_line_imports_it() -> None:
    upwards = {
        (name, each)
        for name, found in graph().items()
        for each in found
        if in_cli(each) and not in_cli(name) and name != "pointerchain.__main__"
    }
    assert not upwards


def in_cli(name: str) -> bool:
    return name == "pointerchain.cli" or name.startswith("pointerchain.cli.")


# --- what a change may affect ------------------------------------------------------------------------------


def chosen(*rooms: str) -> set[str]:
    return {path.relative_to(ROOT / "tests").as_posix() for path in affected(rooms)}


def test_a_room_has_its_own_tests_and_those_of_rooms_that_lean_on_it() -> None:
    place = chosen("place")
    assert {path.name for path in (ROOT / "tests/place").glob("test_*.py")} <= {
        Path(each).name for each in place
    }
    assert "ptx/test_flow.py" not in place
    assert "ptx/test_flow.py" in chosen("ptx/flow.py")
    assert "bench/test_run.py" in chosen("toolchain"), "benchmarks are compiled by it"
    assert {"test_cases.py", "suggest/test_chains.py", "build/test_cc_cache.py"} <= chosen("translator/text")
    assert "deepcopy/runtime/test_runtime.py" in chosen("include")
    assert chosen("cases") == {"test_cases.py"}
    assert chosen("test_files") == chosen("tests/test_files.py") == {"test_files.py"}
    for wrong in ("nowhere", "place/nowhere"):
        with pytest.raises(ValueError, match=wrong):
            affected([wrong])


def test_every_test_belongs_to_a_room() -> None:
    rooms = {name.split(".")[1] for name in graph() if "." in name} | {"include", "templates", "microbench"}
    own = {path.relative_to(ROOT / "tests").parts[0] for path in (ROOT / "tests").glob("*/**/test_*.py")}
    everything = {path.relative_to(ROOT / "tests").as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    assert everything - chosen(*rooms, *own) == OF_NO_ROOM


OF_NO_ROOM = {"test_no_skips.py", "test_update_flag.py"}
"""Tests of the tests."""


# --- the rooms of the translator -------------------------------------------------------------------------

JUDGING = (
    "additions",
    "chains",
    "clauses",
    "collect",
    "exits",
    "frames",
    "lambdas",
    "standing",
    "uses",
)
"""The modules of facts that conclude something from Clang's tree, which the proof is to do for itself."""
CLOSED = {
    "text": ("clang", "facts", "checks", "emit", "proof"),
    "clang": ("text", "facts", "checks", "emit", "proof"),
    "facts": ("checks", "emit", "proof"),
    "checks": ("emit", "proof"),
    "emit": ("checks", "proof"),
    "proof": ("checks", *(f"facts.{name}" for name in JUDGING)),
    "emit.exits": ("clang", "facts", "text"),
    "emit.rewrite": ("",),
}
"""By room or module: what it imports nothing of. '' is everything of ours."""
OPEN = {
    # how C declares a name, for the type of a local
    ("pointerchain.translator.facts.chains", "pointerchain.translator.emit.declarators"),
    # patterns and records, as 're' and 'typing' have them
    ("pointerchain.translator.emit.rewrite", "pointerchain.lazy"),
}


def is_in(name: str, room: str) -> bool:
    """Whether a module is a room of the translator's, or of it."""
    whole = f"pointerchain.translator.{room}" if room else "pointerchain"
    return name == whole or name.startswith(whole + ".")


def test_the_rooms_lean_one_way() -> None:
    wrong = {
        (name, each)
        for name, found in graph().items()
        for room, closed in CLOSED.items()
        if is_in(name, room)
        for each in found
        if any(is_in(each, other) for other in closed)
    }
    assert wrong == OPEN
    assert all(any(is_in(name, room) for name in graph()) for room in CLOSED)
    assert all(f"pointerchain.translator.facts.{name}" in graph() for name in JUDGING)


def test_proofs_without_directives_share_no_judgement_with_the_main_road() -> None:
    """What is proved goes down the main road as regions: only the module that sends it knows that."""
    doors = ("pointerchain", "pointerchain.build.translation", "pointerchain.build.summaries")
    for name, found in graph().items():
        inside = name.startswith("pointerchain.suggest.")
        if inside and name != "pointerchain.suggest.auto":
            assert not any(is_in(each, "checks") or is_in(each, "proof") for each in found), name
        if not inside and not in_cli(name) and name not in doors:
            assert not any(each.startswith("pointerchain.suggest") for each in found), name


def test_what_checks_directives_shares_nothing_with_what_writes_them() -> None:
    """It reads texts by Clang's tree and the tables of directives; whoever writes only hands it the text."""
    below = ("pointerchain.coherence", "pointerchain.translator.clang", "pointerchain.translator.text")
    own = {name: found for name, found in graph().items() if name.startswith("pointerchain.coherence")}
    assert len(own) > 8
    for name, found in own.items():
        others = {each for each in found if not each.startswith((*below, "pointerchain.dialects"))}
        assert others <= {"pointerchain", "pointerchain.lazy", "pointerchain.source"}, (name, others)
    asking = {name for name, found in graph().items() if any(each in own for each in found)} - own.keys()
    assert asking == {"pointerchain.map.mapping"}


# --- facts of programs -----------------------------------------------------------------------------------

ANALYSIS = "pointerchain.analysis"
BELOW_ANALYSIS = ("pointerchain.translator.clang", "pointerchain.translator.text", "pointerchain.dialects")


def test_analysis_holds_facts_and_no_judgement() -> None:
    """It asks Clang, the text and the tables of directives; those ask nothing of it, and a proof nothing."""
    for name, found in graph().items():
        asks = {each for each in found if each.startswith(ANALYSIS)}
        if name.startswith(ANALYSIS):
            others = {each for each in found - asks if not each.startswith(BELOW_ANALYSIS)}
            assert others <= {"pointerchain.source", "pointerchain.lazy"}, (name, others)
        elif is_in(name, "proof") or name.startswith(BELOW_ANALYSIS):
            assert not asks, name


def compares_spellings(tree: ast.AST) -> Iterator[str]:
    """Where a module compares how types are spelled: aliases are asked of declarations and alias classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for each in ast.walk(node):
                named = isinstance(each, ast.Attribute)
                if named and (each.attr == "canonical" or ast.unparse(each).endswith(".type.spelling")):
                    yield ast.unparse(node)


def test_types_are_not_compared_by_their_spelling() -> None:
    rooms = (f"{ANALYSIS}.", "pointerchain.translator.checks.")
    found = {name: [*compares_spellings(tree)] for name, tree in trees().items() if name.startswith(rooms)}
    assert len(found) > 60
    assert not {name: rows for name, rows in found.items() if rows}


def test_comparing_spellings_is_seen() -> None:
    text = "a.type.canonical == b\nc in (d.type.spelling, '')\nself.context.spelling(e) == f\na.canonical"
    assert [*compares_spellings(ast.parse(text))] == ["a.type.canonical == b", "c in (d.type.spelling, '')"]


def names_of_library_functions(tree: ast.AST) -> set[str]:
    """The functions of the library's table that a module's strings name which name nothing else."""
    texts = (
        node.value for node in walked(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    words = (text.split() for text in texts)
    return {word for row in words if row and all(each in TABLE for each in row) for word in row}


def test_one_table_says_what_library_functions_do() -> None:
    found = {name: names_of_library_functions(tree) for name, tree in trees().items()}
    told = {name for name, names in found.items() if len(names) > 2}
    # what checks directives knows for itself what allocates, and asks no table of those who write them
    assert told == {"pointerchain.analysis.library", "pointerchain.coherence.machine"}


def names_of_clauses(tree: ast.AST) -> set[bytes]:
    """The clauses of the dialects that a module's bytes name which name nothing else."""
    clauses = {
        each
        for rows in (openacc.CLAUSES, openmp.CLAUSES)
        for row in rows
        for each in (row.name, *row.aliases)
    }
    values = (node.value for node in walked(tree) if isinstance(node, ast.Constant))
    texts = [value.split() for value in values if isinstance(value, bytes)]
    return {word for row in texts if row and all(word in clauses for word in row) for word in row}


def test_placement_has_no_table_of_clauses() -> None:
    """What clauses do, the rows of the dialects say."""
    found = {name: names_of_clauses(tree) for name, tree in trees().items() if ".place.apply" in name}
    assert found
    assert {name: names for name, names in found.items() if len(names) > 2} == {}
    assert len(names_of_clauses(trees()["pointerchain.dialects.openmp"])) > 100


LIBCLANG = "pointerchain.translator.clang.libclang"
KINDS = {"Kind", "TypeKind", "Unary", "Binary", "FUNCTIONS", "LABELS", "LOOPS", "RECORDS", "TEMPLATES"}
KINDS |= {
    "DECLARATIONS",
    "EXPRESSIONS",
    "STATEMENTS",
    "kind_name",
    "INCREMENTS",
    "POSTFIX",
    "BFLOAT16",
    "FLOAT16",
}
KINDS |= {"FLOATING", "SIGNED", "UNSIGNED", "PROTOTYPES"}
KINDS |= {"ARRAY_TYPES", "INTEGER_TYPES", "LENGTH_TYPES", "POINTER_TYPE", "RECORD_TYPE", "UNDECIDED_TYPES"}
KINDS |= {"REFERENCE_TYPES", "ATTRIBUTES"}
"""What all may have of the module that wraps libclang: the names of kinds."""
CURSORS = {
    "clang_cursor",
    "child_cursors",
    "cursor",
    "_cursor",
    "_kind_id",
    "raws",
    "tu",
    "_tu",
    "file_pointer",
}
CURSORS |= {"int_data", "begin_int_data", "end_int_data", "ptr_data", "get_canonical", "get_children"}
CURSORS |= {"get_definition", "get_pointee", "get_usr", "lexical_parent", "referenced", "semantic_parent"}
"""Attributes of libclang's cursors, types and places, and of those that hold them."""


def in_clang(name: str) -> bool:
    return is_in(name, "clang")


def knows_cursors(tree: ast.AST) -> Iterator[str]:
    """Where a module has to do with libclang itself."""
    for node in walked(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.split(".")[0] in ("clang", "ctypes"))
            yield from (each.name for each in node.names if each.name == LIBCLANG)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = {each.name for each in node.names}
            if node.module.split(".")[0] in ("clang", "ctypes"):
                yield node.module
            elif node.module == LIBCLANG:
                yield from sorted(names - KINDS)
            elif f"{node.module}.libclang" == LIBCLANG and "libclang" in names:
                yield LIBCLANG
        elif isinstance(node, ast.Attribute) and node.attr in CURSORS:
            yield f".{node.attr} in line {node.lineno}"


def test_only_the_clang_room_knows_cursors() -> None:
    found = {name: list(knows_cursors(tree)) for name, tree in trees().items() if not in_clang(name)}
    # A program of its own, which loads NVIDIA's linker.
    assert found.pop("pointerchain.toolchain.nvlink") == ["ctypes"]
    assert {name: rows for name, rows in found.items() if rows} == {}


def test_knowing_cursors_is_seen() -> None:
    lines = (
        "import clang.cindex as cx",
        "from clang.cindex import Cursor",
        "import ctypes",
        "node.clang_cursor",
    )
    for line in (
        *lines,
        f"from {LIBCLANG} import Kind, raw_of",
        "a.tu",
        "from pointerchain.translator.clang import libclang",
    ):
        assert list(knows_cursors(ast.parse(line))), line
    assert not list(knows_cursors(ast.parse(f"from {LIBCLANG} import Kind\nnode.kind\ncursor = 1\n")))


NUMBERED = {"kind", "kinds", "type_kind", "binary_operator", "unary_operator", "operator", "binary", "unary"}
"""What gives a number of libclang's that has a name."""
NAMED = {"Kind", "Unary", "Binary"}


def terminal(node: ast.AST) -> str:
    """The last name of what an expression names, calls or takes an element of."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def numbers(node: ast.AST) -> bool:
    """Whether an operand is a number, or a row or set of which one is."""
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(numbers, node.elts))
    return isinstance(node, ast.Call) and terminal(node.func) == "frozenset" and any(map(numbers, node.args))


def bare_kinds(tree: ast.AST) -> Iterator[str]:
    """Where a number stands for a kind."""
    for node in walked(tree):
        if isinstance(node, ast.Compare):
            operands = (node.left, *node.comparators)
            if any(terminal(each) in NUMBERED for each in operands) and any(map(numbers, operands)):
                yield f"line {node.lineno}"
        elif isinstance(node, ast.Tuple | ast.List | ast.Set) and any(map(numbers, node.elts)):
            if any(isinstance(each, ast.Attribute) and terminal(each.value) in NAMED for each in node.elts):
                yield f"line {node.lineno}"


def test_kinds_have_names() -> None:
    rooms = ("translator", "deepcopy", "suggest")
    found = {
        name: list(bare_kinds(tree))
        for name, tree in trees().items()
        if name.split(".")[1:2] and name.split(".")[1] in rooms and not in_clang(name)
    }
    assert {name: rows for name, rows in found.items() if rows} == {}


def test_bare_kinds_are_seen() -> None:
    lines = (
        "node.kind == 101",
        "100 <= kinds[each] < 200",
        "node.kind in (Kind.ENUM, 1)",
        "a.type_kind in (101,)",
    )
    for line in (*lines, "operator < 22", "of.unary(above) != 5", "frozenset((Kind.ENUM, 27))"):
        assert list(bare_kinds(ast.parse(line))), line
    assert not list(bare_kinds(ast.parse("node.kind == Kind.CALL\nkind < Kind.LABEL\nat < 5\n(kind, 1)\n")))


BOTH_WAYS = {
    # what is found in Clang's tree, with its place in the source
    "pointerchain.translator.facts",
    "pointerchain.deepcopy.reading",
    "pointerchain.deepcopy.deep_clause",
    "pointerchain.deepcopy.frames",
    # what compares the trees of two texts, where a declaration is known by its place in the source
    "pointerchain.translator.clang.snapshot",
    "pointerchain.translator.proof",
    # the map itself
    "pointerchain.translator.text.mapped",
    # what is said of a source with its headers' lists in it, at its own places and theirs
    "pointerchain.translator.inherited",
    # what is said of the lowered text, at the source's places
    "pointerchain.deepcopy.lower",
    # what the main road says of the woven text, at the source's places
    "pointerchain.suggest.auto",
}
"""The rooms and modules where offsets of the source and of a text made from it meet."""


def maps_places(tree: ast.AST) -> Iterator[str]:
    """Where a module moves an offset between a source and a text made from it."""
    for node in walked(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("back", "forward"):
            yield f".{node.attr} in line {node.lineno}"


def test_places_are_mapped_where_facts_are_found() -> None:
    found = {
        name: list(maps_places(tree))
        for name, tree in trees().items()
        if not any(name == each or name.startswith(each + ".") for each in BOTH_WAYS)
    }
    assert {name: rows for name, rows in found.items() if rows} == {}
    assert all(
        any(maps_places(tree) for n, tree in trees().items() if n.startswith(each)) for each in BOTH_WAYS
    )


def speaks(tree: ast.AST) -> Iterator[str]:
    """Where a module prints, ends the process or takes hold of a standard stream."""
    for node in walked(tree):
        if isinstance(node, ast.Name) and node.id in ("print", "SystemExit"):
            yield f"{node.id} in line {node.lineno}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("input", "exit", "quit"):
                yield f"{node.func.id} in line {node.lineno}"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            spelled = f"{node.value.id}.{node.attr}"
            if spelled in ("sys.argv", "sys.exit", "sys.stdin", "sys.stdout", "sys.stderr", "os._exit"):
                yield f"{spelled} in line {node.lineno}"
        elif isinstance(node, ast.ImportFrom) and node.module == "sys":
            yield f"from sys import in line {node.lineno}"


def test_only_the_command_line_speaks() -> None:
    said = {name: list(speaks(tree)) for name, tree in trees().items() if not in_cli(name)}
    # The module that 'python -m' runs, and the launcher's death by the signal that ended the compiler.
    assert said.pop("pointerchain.__main__")
    death = said.pop("pointerchain.build.child")
    assert [each.partition(" ")[0] for each in death] == ["os._exit"]
    # What clang starts as 'nvlink'.
    alone = said.pop("pointerchain.toolchain.nvlink")
    assert sorted(each.partition(" ")[0] for each in alone) == ["sys.argv", "sys.exit"]
    assert {name: found for name, found in said.items() if found} == {}


def test_speaking_is_seen() -> None:
    lines = ("print(1)", "sys.exit(2)", "sys.stderr.write('')", "raise SystemExit", "from sys import stdout")
    for line in (*lines, "os._exit(1)", "exit(1)", "each(print)"):
        assert list(speaks(ast.parse(line))), line
    assert not list(speaks(ast.parse("sys.version\nos.environ\nprinted(1)\nexit = 1\n")))


# --- the headers of the runtime --------------------------------------------------------------------------

INCLUDE = PACKAGE / "include" / "pointerchain"
HEADERS = {str(path.relative_to(INCLUDE)): path.read_text() for path in sorted(INCLUDE.rglob("*.h"))}
ALONE = HEADERS.pop("promises.h")
"""What a build that checks promises is given first, before all that could be included."""
PUBLIC = {
    "cl_transfer.h",
    "cl_transfer_mpi.h",
    "cl_transfer_mpi_mem.h",
    "cl_transfer_structure.h",
    "cl_transfer_types.h",
    "deepcopy.h",
    "deepcopy_device.h",
    "deepcopy_host.h",
    "deepcopy_types.h",
    "descriptor.h",
    "place.h",
    "place_cuda.h",
    "place_objects.h",
    "transfer.h",
    "transfer_file.h",
    "transfer_mpi.h",
    "transfer_types.h",
}
"""What programs and generated code include; the other headers lie in detail/."""
ASKED = {
    "PC_BUILDS_LIBRARY",
    "PC_BUILDS_MPI_LIBRARY",
    "PC_CL_MPI_CALLS",
    "PC_DEEPCOPY_DECLARATIONS",
    "PC_DEEPCOPY_DEVICE_CUDA",
    "PC_DEEPCOPY_DEVICE_HOST",
    "PC_HEADER_ONLY",
    "PC_PLACE_PROFILED",
}
"""Macros that a compile may be given, and no header defines."""

ACTING = {"detail/built.h", "detail/device_offer.h"}
"""They act when a program starts: who includes them names nothing of theirs."""

DEFINITION = re.compile(
    r"""^\#\s*define\s+(\w+)
      | ^(?:[^\n;\#]*\s)?static\s[^;={(]*?\b((?:pc_|clEnqueue|clCreateEvent)\w+)\(
      | ^PC_(?:MPI_)?API\s[^;={(]*?\b(pc_\w+)\(
      | ^extern\s(?:__attribute__\(\(\w+\)\)\s)?[^;(]*?\b(pc_\w+)\(
      | ^PC_(?:ONCE|EACH|NOTED)\s[\w\s*]*?\b(pc_\w+)(?:\[|\s=|;)
      | ^(?:template\s<.*>\s)?struct\s(pc_\w+)\s\{
      | ^\}\s(pc_\w+);
      | ^typedef\s[\w\s*]*\b(pc_\w+);
      | ^typedef\s[^;{]*\(\*(pc_\w+)\)\(""",
    re.MULTILINE | re.VERBOSE,
)


def code(text: str) -> str:
    """A header without its comments and strings."""
    return re.sub(r'/\*.*?\*/|"(?!\S+\.h")[^"\n]*"', " ", text, flags=re.DOTALL)


def defined(text: str) -> set[str]:
    """The macros, functions, variables, types and enumerators that a header brings."""
    text = code(text)
    enumerators = ",".join(re.findall(r"\benum\b[^{;]*\{(.*?)\}", text, re.DOTALL))
    names = {match[match.lastindex or 0] for match in DEFINITION.finditer(text)}
    return names | set(re.findall(r"(?:^|,)\s*(\w+)", enumerators))


def included(name: str, headers: Mapping[str, str] = HEADERS) -> set[str]:
    """The headers of ours that a header includes, by their paths below the folder of headers."""
    lines = re.findall(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', headers[name], re.MULTILINE)
    return {os.path.normpath(os.path.join(os.path.dirname(name), line)) for line in lines}  # noqa: PTH118, PTH120


def includes_wrongly(headers: Mapping[str, str]) -> Iterator[str]:
    """Where a header names what it does not itself include, or includes what it does not name."""
    brings = {name: defined(text) for name, text in headers.items()}
    for name, text in headers.items():
        named = set(re.findall(r"\b(?:pc|PC)_\w+", code(text)))
        # The functions of clDataTransfer are called as those of OpenCL, which are no header's of ours.
        named |= set(re.findall(r"\bcl[A-Z]\w+", code(text))) & set().union(*brings.values())
        near = included(name, headers)
        yield from (
            f"{name} includes {each}, which is no header of ours" for each in sorted(near - set(headers))
        )
        near &= set(headers)
        for each in sorted(named - ASKED - brings[name].union(*(brings[other] for other in near))):
            yield f"{name} names {each} and does not include its header"
        yield from (
            f"{name} includes {each} and names nothing of it"
            for each in sorted(near - ACTING)
            if not named & brings[each]
        )


def test_the_header_of_promises_includes_nothing() -> None:
    """A source may still define what changes the system's headers."""
    assert "#include" not in code(ALONE)
    assert not any(name in code(text) for text in HEADERS.values() for name in ("pc_promise", "PC_PROMISE"))


def test_no_circle_of_includes() -> None:
    assert circle({name: included(name) for name in HEADERS}) == []
    headers = {"a.h": '#include "detail/b.h"\n', "detail/b.h": '# include "../a.h" /* in its turn */\n'}
    assert circle({name: included(name, headers) for name in headers})


def test_a_header_includes_what_it_names() -> None:
    assert list(includes_wrongly(HEADERS)) == []


def test_a_wrong_include_is_seen() -> None:
    headers = {
        "a.h": "typedef struct pc_a {\n  int x;\n} pc_a;\nenum { PC_ONE = 1, PC_TWO };\n",
        "b.h": '#include "a.h"\nPC_UNUSED static pc_a pc_b(void);\n#define PC_UNUSED\n',
        "c.h": '#include "b.h"\nPC_UNUSED static pc_a pc_c(int x);\n',
        "d.h": '#include "a.h"\n/* pc_a */\n#include "e.h"\n',
    }
    assert list(includes_wrongly(headers)) == [
        "c.h names pc_a and does not include its header",
        "d.h includes e.h, which is no header of ours",
        "d.h includes a.h and names nothing of it",
    ]
    assert defined(headers["a.h"]) == {"pc_a", "PC_ONE", "PC_TWO"}


def test_public_headers_are_not_in_detail() -> None:
    assert {name for name in HEADERS if "/" not in name} == PUBLIC
    assert {name.partition("/")[0] for name in set(HEADERS) - PUBLIC} == {"detail"}
    assert {name for name, text in HEADERS.items() if "Not for" not in text.partition("#ifndef")[0]} == PUBLIC


def test_only_the_runtime_includes_its_details() -> None:
    """Neither generated code nor the benchmarks, examples and tests."""
    line = re.compile(r"#\s*include\s*\\?[\"<][\w./]*\bdetail/")
    folders = ("pointerchain", "templates", "microbench", "examples", "scripts", "tests")
    suffixes = {".c", ".cpp", ".cu", ".h", ".hpp", ".j2", ".py", ".sh"}
    wrong = [
        str(path.relative_to(ROOT))
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in suffixes and path.is_file() and INCLUDE not in path.parents
        if path != Path(__file__) and line.search(path.read_text(errors="replace"))
    ]
    assert wrong == []


# --- what a compile loads --------------------------------------------------------------------------------


def loaded(directory: Path, *words: str) -> set[str]:
    """The modules that a command has loaded when it ends, but for those that Python starts with."""
    program = (
        "import sys; before = set(sys.modules); from pointerchain.cli import main; code = main(sys.argv[1:]);"
        "print(code, *sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=directory,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    code, *modules = done.stderr.splitlines()[-1].split()
    assert code == "0", done.stderr
    return set(modules)


def test_a_translation_loads_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(REGION)
    modules = loaded(tmp_path, "translate", "a.c", "-o", "b.c")
    assert "pc_atoms_x" in (tmp_path / "b.c").read_text()
    assert "pointerchain.translator.emit.plan" in modules
    assert not modules & TOO_HEAVY


def test_a_compile_of_directives_loads_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(REGION)
    # What is shown instead of run is loaded as for a run.
    modules = loaded(tmp_path, "cc", "--print", "gcc", "-c", "a.c")
    assert "pointerchain.build.translation" in modules
    assert not modules & TOO_HEAVY


def test_a_compile_without_constructs_loads_nothing_that_maps(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("#pragma omp parallel for\nint x; // the target\n#pragma omp target data\n")
    modules = loaded(tmp_path, "cc", "--map", "--print", "gcc", "-c", "a.c")
    assert not any(each.startswith(("pointerchain.map", "pointerchain.translator")) for each in modules)
    assert "pointerchain.build.mapped" not in modules


@pytest.mark.parametrize("words", [(), ("--map",)])
def test_a_compile_without_directives_loads_next_to_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "a.c").write_text("int x;\n")
    modules = loaded(tmp_path, "cc", *words, "--print", "gcc", "-c", "a.c")
    assert {each for each in modules if each.startswith("pointerchain.")} == {
        "pointerchain.build",
        "pointerchain.build.command_line",
        "pointerchain.build.includes",
        "pointerchain.build.standard",
        "pointerchain.cli",
        "pointerchain.cli.cc",
        "pointerchain.cli.cc_common",
        "pointerchain.cli.console",
        "pointerchain.cli.settings_file",
        "pointerchain.files",
        "pointerchain.long_options",
    }
