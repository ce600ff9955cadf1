# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain types``: its table, its JSON, its C, and what it says of wrong input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support import compiled, output

from pointerchain.cli import main

SOURCE = """\
#include "leaf.h"
typedef struct { double *x; int n; } traits;
struct tree {
  struct tree *left, *right;
  struct leaf leaves[3];
  traits at;
  double **rows;
  void *user;
  struct tree *parent;
  int n;
};
struct flat { int a; };
struct tail { long n; short data[]; };
#pragma pointerchain shape(traits: x[n * 2])
#pragma pointerchain shape(tree: left[1], right[1], rows[n][n + 1])
#pragma pointerchain policy(tree: shared(left), skip(user), observer(parent))
#pragma pointerchain shape(tail: data[n])
"""
HEADER = """\
struct leaf { float *p; unsigned n; };
#pragma pointerchain shape(leaf: p[n])
"""
TABLE = """\
traits, 16 bytes, aligned to 8 ({file}:2)
  offset  member  type      kind   length
       0  x       double *  owned  n * 2

struct tree, 112 bytes, aligned to 8 ({file}:3)
  offset  member       type           kind      length
       0  left         struct tree *  shared    1
       8  right        struct tree *  owned     1
      16  leaves[3].p  float *        owned     n
      64  at.x         double *       owned     n * 2
      80  rows         double **      owned     n x n + 1
      88  user         void *         skipped   -
      96  parent       struct tree *  observer  -

struct flat, 4 bytes, aligned to 4 ({file}:12)
  no pointers

struct tail, 8 bytes, aligned to 8 ({file}:13)
  offset  member  type     kind  length
       8  data[]  short[]  tail  n
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "leaf.h").write_text(HEADER)
    source = tmp_path / "types.c"
    source.write_text(SOURCE)
    return str(source)


def test_table(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["types", file]) == 0
    assert capfd.readouterr() == (TABLE.format(file=file), "")


SAID = """\
struct cell { double value; };
struct all {
  int tag, n;
  union { struct cell *one; double *many; } u;
  void *data;
  char *name;
};
#pragma pointerchain shape(all: u.one[1], u.many[n], data as float[n], name[strlen + 1])
#pragma pointerchain policy(all: when(tag == 1, u.one), when(tag == 2, u.many), to(data), shared(data))
#pragma pointerchain shape(all as brief: u.one[1])
#pragma pointerchain policy(all as brief: skip(name))
"""
CELL = """\
struct cell, 8 bytes, aligned to 8 ({file}:1)
  no pointers
"""
SHOWN = """\
struct all, 32 bytes, aligned to 8 ({file}:2)
  offset  member  type             kind    length      direction  when
       8  u.one   struct cell *    owned   1                      tag == 1
       8  u.many  double *         owned   n                      tag == 2
      16  data    void * as float  shared  n           to
      24  name    char *           owned   strlen + 1

struct all as brief, 32 bytes, aligned to 8 ({file}:2)
  offset  member  type             kind     length  direction  when
       8  u.one   struct cell *    owned    1                  tag == 1
       8  u.many  double *         owned    n                  tag == 2
      16  data    void * as float  shared   n       to
      24  name    char *           skipped  -
"""


def test_directions_conditions_and_shapes_with_a_name(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "said.c"
    source.write_text(SAID)
    assert main(["types", str(source), "--type", "all"]) == 0
    assert capfd.readouterr() == (SHOWN.format(file=source) + "\n" + CELL.format(file=source), "")
    assert main(["types", str(source), "--type", "all", "--format=json"]) == 0
    types = json.loads(capfd.readouterr().out)["types"]
    assert [(each["name"], each["shape"]) for each in types][:2] == [
        ("struct all", None),
        ("struct all", "brief"),
    ]
    rows = {row["name"]: row for row in types[0]["pointers"]}
    assert (rows["data"]["direction"], rows["data"]["target"]) == ("to", "float")
    assert (rows["u.many"]["when"], rows["name"]["when"]) == ("tag == 2", None)
    assert main(["types", str(source), "--format=c"]) == 0
    out = capfd.readouterr().out
    assert "#include <pointerchain/deepcopy.h>" in out and "pc_type_all_brief" in out


def test_one_type_and_what_it_leads_to(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("tree", "struct tree"):
        assert main(["types", file, "--type", name]) == 0
        out = capfd.readouterr().out
        assert out.startswith("struct tree")
        assert "flat" not in out


def test_json_says_what_the_table_says(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["types", file, "--format=json"]) == 0
    table = json.loads(capfd.readouterr().out)
    assert table["file"] == file
    types = {item["name"]: item for item in table["types"]}
    assert list(types) == ["traits", "struct tree", "struct flat", "struct tail"]
    tree = types["struct tree"]
    assert (tree["size"], tree["align"], tree["line"], tree["column"]) == (112, 8, 3, 8)
    rows = {row["name"]: row for row in tree["pointers"]}
    assert rows["leaves[].p"] == {
        "name": "leaves[].p",
        "offset": 16,
        "repeat": 3,
        "type": "float *",
        "target": "float",
        "kind": "owned",
        "lengths": ["n"],
        "direction": "tofrom",
        "when": None,
        "mutable": False,
    }
    assert rows["rows"]["lengths"] == ["n", "n + 1"]
    assert types["struct tail"]["tail"] == {"name": "data", "offset": 8, "element": "short", "length": "n"}
    assert all(not item["problems"] for item in table["types"])


@pytest.mark.parametrize("name", ["gcc", "clang-19"])
def test_c_compiles_after_the_types(name: str, file: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["types", file, "--format", "c"]) == 0
    generated = capfd.readouterr().out
    wanted = ("traits", "tree", "flat", "tail")
    uses = " && ".join(
        f"pc_type_{name}()->size == sizeof({kind})"
        for name, kind in zip(wanted, ("traits", "struct tree", "struct flat", "struct tail"), strict=True)
    )
    text = f"{SOURCE}{generated}int main(void) {{ return !({uses}); }}\n"
    assert output(compiled(text, name, "c99", Path(file).parent)) == ""


def test_what_is_not_known_is_shown(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "open.c"
    source.write_text("struct a { int *p; void *v; int (*f)(void); };\n")
    assert main(["types", str(source)]) == 0
    out = capfd.readouterr().out
    assert [line.split()[-2:] for line in out.splitlines()[2:5]] == [
        ["unknown", "?"],
        ["opaque", "-"],
        ["function", "-"],
    ]
    assert "! 'p' has no length: say it with 'shape(struct a: p[n])'" in out
    assert main(["types", str(source), "--format", "c"]) == 1
    printed = capfd.readouterr()
    assert printed.out == ""
    assert f"{source}:1:17: error: member 'p' of 'struct a' has no length" in printed.err
    assert printed.err.endswith("3 errors generated.\n")


def test_wrong_shapes_end_it(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "wrong.c"
    source.write_text("struct a { int *p; };\n#pragma pointerchain shape(a: q[1])\nint x = y;\n")
    assert main(["types", str(source)]) == 1
    printed = capfd.readouterr()
    assert printed.out == ""
    assert f"{source}:2:31: error: 'struct a' has no member 'q'" in printed.err
    assert f"{source}:3:9: error: use of undeclared identifier 'y'" in printed.err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "no input"),
        (["a.c", "b.c"], 2, "give one file at a time"),
        (["a.c", "--format", "xml"], 2, "'--format' takes 'text', 'json' or 'c', not 'xml'"),
        (["a.c", "--formt=c"], 2, "unknown option '--formt=c'; did you mean '--format'?"),
        (["a.c", "-Iinclude"], 2, "'-Iinclude' is a compiler option"),
        (["a.c", "--type"], 2, "'--type' needs a value"),
        (["a.c", "--type="], 2, "'--type' needs a value"),
        (["a.c", "-p", "missing"], 1, "'missing' of '-p' does not exist"),
        (["missing.c"], 1, "cannot read 'missing.c'"),
    ],
)
def test_wrong_usage(words: list[str], code: int, said: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["types", *words]) == code
    printed = capfd.readouterr()
    assert printed.out == ""
    assert said in printed.err


def test_output_file(file: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["types", file, "-o", str(tmp_path / "table")]) == 0
    assert capfd.readouterr() == ("", "")
    assert (tmp_path / "table").read_text() == TABLE.format(file=file)
    assert main(["types", file, "-o", str(tmp_path / "no" / "table")]) == 1
    assert f"there is no directory '{tmp_path / 'no'}'" in capfd.readouterr().err


def test_flags_of_a_compile_database(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "grid.c"
    source.write_text("struct grid { double *cells[CELLS]; };\n#pragma pointerchain shape(grid: cells[1])\n")
    assert main(["types", str(source)]) == 1
    assert "undeclared identifier 'CELLS'" in capfd.readouterr().err
    entry = {"directory": str(tmp_path), "command": "gcc -DCELLS=6 -c grid.c", "file": "grid.c"}
    (tmp_path / "compile_commands.json").write_text(json.dumps([entry]))
    for words in ([], ["-p", str(tmp_path)]):
        assert main(["types", str(source), *words]) == 0
        assert "struct grid, 48 bytes" in capfd.readouterr().out
    assert main(["types", str(source), "--", "-DCELLS=2"]) == 0
    assert "struct grid, 16 bytes" in capfd.readouterr().out


def test_unknown_type(file: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["types", file, "--type", "tre"]) == 1
    assert "has no type 'tre'; did you mean 'tree'?" in capfd.readouterr().err


def test_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["types", "--help"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("usage: pointerchain types FILE")
    assert max(map(len, out.splitlines())) <= 90


@pytest.mark.parametrize(
    "source",
    [
        "int shape;\n#pragma pointerchain region begin\n;\n#pragma pointerchain region end\n",
        "/* deepcopy, shape and policy are words of pointerchain */ int x;\n",
    ],
)
def test_a_source_without_the_directives_loads_nothing_of_it(source: str) -> None:
    program = (
        "import sys, pointerchain\n"
        f"pointerchain.translate({source!r}, 'a.c')\n"
        "print([name for name in sys.modules if name.startswith('pointerchain.deepcopy')])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


def test_types_of_headers_that_directives_or_the_user_name(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "types.h").write_text("struct leaf { int n; float *p; };\nstruct other { int k; };\n")
    source = tmp_path / "use.c"
    source.write_text('#include "types.h"\n#pragma pointerchain shape(struct leaf: p[n])\n')
    assert main(["types", str(source)]) == 0
    out, err = capfd.readouterr()
    assert out.startswith("struct leaf, 16 bytes") and "other" not in out and err == ""
    source.write_text('#include "types.h"\nvoid f(struct leaf *l);\n')
    assert main(["types", str(source), "--type", "leaf"]) == 0
    assert capfd.readouterr().out.startswith("struct leaf, 16 bytes")
    assert main(["types", str(source)]) == 0
    out, err = capfd.readouterr()
    assert out == "" and "name one with '--type'" in err


def test_instances_that_nothing_needs_yet(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A class template may lead to the next instance without an end."""
    source = tmp_path / "instances.cpp"
    source.write_text(
        "template <int N> struct Each { Each<N + 1> *next; };\n"
        "#pragma pointerchain shape(Each<0>: next[1])\n"
        "struct Holder { Each<0> *first; };\n"
        "#pragma pointerchain shape(Holder: first[1])\n"
    )
    assert main(["types", str(source)]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    assert "\nEach<0>, 8 bytes, aligned to 8" in out
    assert "it points at 'Each<64>', which is incomplete" in out


def test_a_macro_of_a_header_that_is_gone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "leaf.h").write_text(
        "struct leaf { float *p; unsigned n; };\n#pragma pointerchain shape(leaf: p[n * SCALE])\n"
    )
    source = tmp_path / "types.c"
    source.write_text('#define SCALE 2\n#include "leaf.h"\n#undef SCALE\nstruct tree { struct leaf in; };\n')
    assert main(["types", str(source)]) == 1
    said = "undeclared identifier 'SCALE' at the source's end, where a shape of an included file is read"
    assert said in capfd.readouterr()[1]


def test_places_that_no_name_reaches(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A second base, a private pointer with a private length, a reference, an array that a shape measures."""
    source = tmp_path / "classes.cpp"
    source.write_text(
        "#include <memory>\n#include <optional>\n"
        "struct first { char tag; }; struct second { double *p; };\n"
        "class both : first, second { short n; double *p; std::unique_ptr<int[]> a; "
        "std::optional<second> o; public: int &r; };\n"
        "#pragma pointerchain shape(second: p[1])\n"
        "#pragma pointerchain shape(both: p[n], a[2 * n], r[3])\n"
    )
    assert main(["types", str(source), "--type", "both", "--", "-std=c++17"]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    rows = [line.split() for line in out.splitlines()[2:8]]
    assert rows == [
        ["8", "p", "double", "*", "owned", "1"],
        ["24", "p", "double", "*", "owned", "n"],
        ["32", "a", "std::unique_ptr<int[]>", "owned", "2", "*", "n"],
        ["40", "o.p", "double", "*", "owned", "1", "has_value()"],
        ["56", "r", "int", "&", "owned", "3"],
    ]
