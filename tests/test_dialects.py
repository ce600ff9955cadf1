# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The tables of directives and clauses: what they say, and whether compilers know the same words."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from testlib import table

from pointerchain import dialects
from pointerchain.dialects import Clause, Directive, Mention, openacc, openmp
from pointerchain.dialects.table import FLAGS
from pointerchain.source import Span
from pointerchain.translator.text.directives import read_construct
from pointerchain.translator.text.roles import parts_of

MODULES = {"acc": openacc, "omp": openmp}


def names(dialect: str) -> list[str]:
    """The name of every directive of a dialect, as 5.2 spells it."""
    rows = [b" ".join(row.name).decode() for row in MODULES[dialect].DIRECTIVES]
    return [*rows, *MODULES[dialect].COMPOUND]


def of(text: str) -> Directive:
    """The directive that a text begins with."""
    dialect, *words = re.findall(r"\w+|\S", text)
    found = dialects.read_name(dialect, [word.encode() for word in words])
    assert found is not None, text
    return found[0]


ALL = [f"{dialect} {name}" for dialect in MODULES for name in names(dialect)]


def read(text: str) -> tuple[Directive, Clause, bytes]:
    """A directive, its last clause or its own argument, and the text between the parentheses."""
    row = of(text)
    rest = text.split(None, 1)[1]
    for _ in range(len(row.name)):
        rest = re.sub(r"\A\w+\s*", "", rest)
    found = re.fullmatch(r"(?:\([^()]*\) )?(\w*)(?:\((.*)\))?", rest)
    assert found is not None, rest
    clause = dialects.clause(row, found[1].encode()) if found[1] else row.argument
    assert clause is not None, text
    return row, clause, (found[2] or "").encode()


def named(text: str) -> Mention:
    """What a directive does to the ``x`` in its last clause."""
    row, clause, argument = read(text)
    places = [found.span() for found in re.finditer(rb"\bx\b", argument)]
    assert len(places) == 1, text
    return dialects.mention(row, clause, argument, *places[0])


def effect(mention: Mention) -> str:
    return " ".join(name for name, given in zip(mention.effect._fields, mention.effect, strict=True) if given)


# --- rows ---------------------------------------------------------------------------------------------


@table("text", ALL)
def test_directive_is_found(text: str) -> None:
    dialect, *words = text.split()
    name = tuple(word.encode() for word in words)
    row = dialects.directive(dialect, name)
    assert row is not None
    assert row.name == name
    assert row.spelling == text
    assert row is dialects.directive(dialect, name)
    assert dialects.read_name(dialect, (*name, b"nowait", b"if")) == (row, len(name))
    assert len(name) <= dialects.LONGEST
    assert row.has_statement + row.standalone + row.declarative == 1
    assert row.section


@pytest.mark.parametrize("dialect", MODULES)
def test_clauses_are_found(dialect: str) -> None:
    for row in MODULES[dialect].CLAUSES:
        on = [name.decode() for name in row.on] or names(dialect)
        for name in (row.name, *row.aliases):
            assert any(dialects.clause(of(f"{dialect} {each}"), name) is row for each in on), row
        for each in on if row.on else ():
            assert of(f"{dialect} {each}").leaves == (each.encode(),), row


def test_names_are_listed_once() -> None:
    assert len(set(ALL)) == len(ALL)
    for module in MODULES.values():
        keys = [(name, row.on) for row in module.CLAUSES for name in (row.name, *row.aliases)]
        assert len(set(keys)) == len(keys)


@table(
    ("text", "name"),
    [
        ("acc parallel loop gang", "parallel loop"),
        ("acc parallel wait", "parallel"),
        ("acc enter data wait copyin(x)", "enter data"),
        ("acc atomic update", "atomic"),
        ("acc update wait", "update"),
        ("acc wait(1)", "wait"),
        ("acc cache(x)", "cache"),
        ("acc host_data use_device(x)", "host_data"),
        ("omp target teams distribute parallel for simd map(x)", "target teams distribute parallel for simd"),
        ("omp target update to(x)", "target update"),
        ("omp target enter data", "target enter data"),
        ("omp target_enter_data", "target enter data"),
        ("omp target device(1)", "target"),
        ("omp for ordered", "for"),
        ("omp for simd simdlen(4)", "for simd"),
        ("omp ordered simd", "ordered"),
        ("omp ordered depend(source)", "ordered"),
        ("omp parallel single", "parallel"),
        ("omp parallel master taskloop simd", "parallel master taskloop simd"),
        ("omp atomic capture", "atomic"),
        ("omp critical(x)", "critical"),
        ("omp cancel for if(1)", "cancel for"),
        ("omp cancellation point taskgroup", "cancellation point taskgroup"),
        ("omp cancellation_point sections", "cancellation point sections"),
        ("omp declare mapper(T x) map(x)", "declare mapper"),
        ("omp declare reduction(f: int: omp_out += omp_in)", "declare reduction"),
        ("omp declare variant(f) match(x)", "declare variant"),
        ("omp begin declare target", "begin declare target"),
        ("omp begin declare_target", "begin declare target"),
        ("omp end declare target", "end declare target"),
        ("omp begin metadirective when(x: for)", "begin metadirective"),
    ],
)
def test_longest_name(text: str, name: str) -> None:
    assert b" ".join(of(text).name).decode() == name


@table("text", ["acc frobnicate", "acc", "acc (", "omp end parallel", "omp Parallel", "omp data"])
def test_unknown_directive(text: str) -> None:
    dialect, *words = text.split()
    assert dialects.read_name(dialect, [word.encode() for word in words]) is None
    assert dialects.directive(dialect, [word.encode() for word in words]) is None


@table(
    ("text", "name"),
    [
        ("acc parallel", "frob"),
        ("acc parallel", "device"),
        ("acc update", "map"),
        ("acc loop", "read"),
        ("omp parallel", "frob"),
        ("omp target", "to"),
        ("omp target", "async"),
        ("omp declare target", "from"),
        ("omp parallel", "inclusive"),
        ("omp target", "copy"),
    ],
)
def test_unknown_clause(text: str, name: str) -> None:
    assert dialects.clause(of(text), name.encode()) is None


# --- directives ---------------------------------------------------------------------------------------

OFFLOADED = "compute enters exits team copies other_thread"


@table(
    ("text", "association", "flags", "asynchronous", "waits"),
    [
        ("acc parallel", "block", f"{OFFLOADED} parallel", "async", ""),
        ("acc serial", "block", OFFLOADED, "async", ""),
        ("acc kernels loop", "loop", f"{OFFLOADED} parallel", "async", ""),
        ("acc loop", "loop", "parallel binds", "", ""),
        ("acc data", "block", "data enters exits", "async", ""),
        ("acc enter data", "standalone", "data enters", "async", ""),
        ("acc exit data", "standalone", "data exits", "async", ""),
        ("acc host_data", "block", "data", "", ""),
        ("acc update", "standalone", "data updates", "async", ""),
        ("acc declare", "declarative", "data enters exits", "", ""),
        ("acc routine", "declarative", "declares", "", ""),
        ("acc cache", "subsidiary", "", "", ""),
        ("acc atomic", "block", "binds guards atomic", "", ""),
        ("acc wait", "standalone", "", "async", "queues"),
        ("omp parallel", "block", "team parallel barrier other_thread", "", ""),
        ("omp parallel for", "loop", "team parallel barrier other_thread", "", ""),
        ("omp for simd", "loop", "parallel binds barrier", "nowait", ""),
        ("omp sections", "sections", "parallel binds barrier", "nowait", ""),
        ("omp section", "subsidiary", "parallel binds", "", ""),
        ("omp single", "block", "binds exclusive barrier", "nowait", ""),
        ("omp masked", "block", "binds exclusive", "", ""),
        ("omp parallel masked", "block", "team parallel exclusive barrier other_thread", "", ""),
        (
            "omp masked taskloop",
            "loop",
            "parallel binds task copies other_thread",
            "nogroup",
            "",
        ),
        (
            "omp parallel masked taskloop",
            "loop",
            "team parallel barrier task copies other_thread",
            "",
            "",
        ),
        ("omp critical", "block", "binds exclusive guards", "", ""),
        ("omp atomic", "block", "binds guards atomic", "", ""),
        ("omp ordered", "block", "binds guards", "", ""),
        ("omp teams", "block", "team parallel other_thread", "", ""),
        ("omp distribute", "loop", "parallel binds", "", ""),
        ("omp distribute parallel for", "loop", "team parallel binds barrier other_thread", "", ""),
        ("omp simd", "loop", "parallel", "", ""),
        ("omp tile", "loop", "", "", ""),
        ("omp target", "block", OFFLOADED, "nowait", ""),
        ("omp target teams loop", "loop", f"{OFFLOADED} parallel", "nowait", ""),
        ("omp target data", "block", "data enters exits", "nowait", ""),
        ("omp target enter data", "standalone", "data enters", "nowait", ""),
        ("omp target exit data", "standalone", "data exits", "nowait", ""),
        ("omp target update", "standalone", "data updates", "nowait", ""),
        ("omp declare target", "declarative", "data enters exits declares", "", ""),
        ("omp begin declare target", "delimited", "data enters exits declares", "", ""),
        ("omp task", "block", "parallel task copies other_thread", "", ""),
        ("omp taskloop", "loop", "parallel task copies other_thread", "nogroup", ""),
        ("omp taskgroup", "block", "", "", "group"),
        ("omp taskwait", "standalone", "", "nowait", "tasks"),
        ("omp barrier", "standalone", "binds", "", "team"),
        ("omp cancel parallel", "standalone", "binds", "", ""),
        ("omp interop", "standalone", "", "nowait", ""),
        ("omp dispatch", "block", "", "nowait", ""),
        ("omp metadirective", "meta", "", "", ""),
        ("omp threadprivate", "declarative", "", "", ""),
        ("omp requires", "declarative", "", "", ""),
        ("omp assume", "block", "", "", ""),
        ("omp nothing", "standalone", "", "", ""),
        ("omp scan", "subsidiary", "binds", "", ""),
    ],
)
def test_directive(text: str, association: str, flags: str, asynchronous: str, waits: str) -> None:
    row = of(text)
    assert row.association == association
    assert {flag for flag in FLAGS if getattr(row, flag)} == set(flags.split())
    assert (row.asynchronous.decode(), row.waits) == (asynchronous, waits)


def test_ordered_stands_alone_with_dependences() -> None:
    ordered = of("omp ordered")
    assert dialects.association(ordered, [b"threads"]) == "block"
    assert dialects.association(ordered, [b"doacross"]) == "standalone"
    assert dialects.association(of("omp task"), [b"depend"]) == "block"


# --- clauses ------------------------------------------------------------------------------------------

DEVICE = "creates deletes storage"
BOTH = "reads writes to_device from_device creates deletes storage"
IN, OUT = "reads to_device creates deletes storage", "writes from_device creates deletes storage"


@table(
    ("text", "told"),
    [
        ("acc parallel copy(x)", BOTH),
        ("acc parallel pcopy(x)", BOTH),
        ("acc data present_or_copy(a, x)", BOTH),
        ("acc parallel copyin(x)", IN),
        ("acc parallel copyin(readonly: x)", IN),
        ("acc enter data copyin(x)", "reads to_device creates storage"),
        ("acc parallel copyout(zero: x)", OUT),
        ("acc exit data copyout(x)", "writes from_device deletes storage"),
        ("acc kernels create(x)", DEVICE),
        ("acc enter data pcreate(x)", "creates storage"),
        ("acc exit data delete(x)", "deletes storage"),
        ("acc data present(x)", "storage finds needs"),
        ("acc data no_create(x)", "storage finds"),
        ("acc enter data attach(x)", "storage finds attaches"),
        ("acc exit data detach(x)", "storage finds attaches"),
        ("acc data deviceptr(x)", "reads device_address"),
        ("acc host_data use_device(x)", "finds device_address"),
        ("acc parallel private(x)", "private"),
        ("acc parallel firstprivate(x)", "reads private"),
        ("acc loop reduction(+: x)", "reads writes private"),
        ("acc loop reduction(max: x)", "reads writes private"),
        ("acc update device(x)", "reads to_device storage finds"),
        ("acc update self(x)", "writes from_device storage finds"),
        ("acc update host(x)", "writes from_device storage finds"),
        ("acc parallel self(x)", "reads"),
        ("acc parallel if(x)", "reads"),
        ("acc parallel async(x)", "reads"),
        ("acc parallel num_gangs(x)", "reads"),
        ("acc loop gang(static: x)", "reads"),
        ("acc loop tile(x, 4)", "reads"),
        ("acc wait(devnum: x: queues: 1)", "reads"),
        ("acc update wait(x)", "reads"),
        ("acc declare device_resident(x)", DEVICE),
        ("acc declare link(x)", "storage"),
        ("acc cache(x)", "storage"),
        ("acc set device_num(x)", "reads"),
        ("acc routine(x)", ""),
        ("acc routine bind(x)", ""),
        ("acc parallel default(x)", ""),
        ("omp target map(x)", BOTH),
        ("omp target map(tofrom: x)", BOTH),
        ("omp target map(to: x)", IN),
        ("omp target map(from: a, x)", OUT),
        ("omp target map(alloc: x)", DEVICE),
        ("omp target map(always, close, from: x)", OUT),
        ("omp target map(always from: x)", OUT),
        ("omp target map(present, to: x)", f"{IN} finds needs"),
        ("omp target map(mapper(m), to: x)", IN),
        ("omp target map(iterator(i = 0:4), to: x)", IN),
        ("omp target map(vendor: x)", BOTH),
        ("omp target data map(to: x)", IN),
        ("omp target enter data map(x)", "reads to_device creates storage"),
        ("omp target enter data map(to: x)", "reads to_device creates storage"),
        ("omp target enter data map(alloc: x)", "creates storage"),
        ("omp target exit data map(x)", "writes from_device deletes storage"),
        ("omp target exit data map(from: x)", "writes from_device deletes storage"),
        ("omp target exit data map(release: x)", "deletes storage"),
        ("omp target exit data map(delete: x)", "deletes storage"),
        ("omp declare mapper(T t) map(x)", ""),
        ("omp target update to(x)", "reads to_device storage finds"),
        ("omp target update from(present: x)", "writes from_device storage finds needs"),
        ("omp declare target to(x)", DEVICE),
        ("omp declare target enter(x)", DEVICE),
        ("omp declare target link(x)", "storage"),
        ("omp declare target(x)", DEVICE),
        ("omp target data use_device_ptr(x)", "reads private device_address"),
        ("omp target data use_device_addr(x)", "storage finds device_address"),
        ("omp target is_device_ptr(x)", "reads private device_address"),
        ("omp target has_device_addr(x)", "storage finds device_address"),
        ("omp target device(x)", "reads"),
        ("omp target thread_limit(x)", "reads"),
        ("omp target uses_allocators(x)", "reads private"),
        ("omp target defaultmap(x)", ""),
        ("omp parallel shared(x)", "shares"),
        ("omp parallel private(x)", "private"),
        ("omp parallel firstprivate(a, x)", "reads private"),
        ("omp parallel copyin(x)", "reads broadcasts"),
        ("omp single copyprivate(x)", "reads broadcasts"),
        ("omp for lastprivate(x)", "writes private"),
        ("omp for lastprivate(conditional: x)", "writes private"),
        ("omp for linear(x)", "reads writes private"),
        ("omp for linear(x: 2)", "reads writes private"),
        ("omp for linear(a: x)", "reads"),
        ("omp for linear(val(x): 2)", "reads writes private"),
        ("omp for linear(val(a, x))", "reads writes private"),
        ("omp declare simd linear(ref(x))", ""),
        ("omp declare simd uniform(x)", ""),
        ("omp parallel reduction(+: x)", "reads writes private"),
        ("omp parallel reduction(task, +: x)", "reads writes private"),
        ("omp parallel reduction(&&: x)", "reads writes private"),
        ("omp parallel reduction(ns::op: x)", "reads writes private"),
        ("omp taskgroup task_reduction(+: x)", "reads writes"),
        ("omp task in_reduction(+: x)", "reads writes private"),
        ("omp scan inclusive(x)", "reads writes"),
        ("omp task depend(inout: x)", "storage orders"),
        ("omp task depend(iterator(i = 0:4), in: x)", "storage orders"),
        ("omp task depend(depobj: x)", "reads"),
        ("omp ordered depend(sink: x - 1)", "reads"),
        ("omp ordered doacross(sink: x - 1)", "reads"),
        ("omp depobj(x)", "reads writes"),
        ("omp depobj(o) depend(in: x)", "storage orders"),
        ("omp depobj(o) update(x)", ""),
        ("omp task affinity(x)", "storage"),
        ("omp task detach(x)", "writes private"),
        ("omp task final(x)", "reads"),
        ("omp task priority(x)", "reads"),
        ("omp taskloop grainsize(x)", "reads"),
        ("omp parallel num_threads(x)", "reads"),
        ("omp parallel if(parallel: x)", "reads"),
        ("omp for schedule(static, x)", "reads"),
        ("omp teams num_teams(2: x)", "reads"),
        ("omp distribute dist_schedule(static, x)", "reads"),
        ("omp masked filter(x)", "reads"),
        ("omp simd aligned(x: 64)", "reads"),
        ("omp simd nontemporal(x)", ""),
        ("omp parallel allocate(a: x)", ""),
        ("omp parallel proc_bind(x)", ""),
        ("omp taskwait nowait(x)", "reads"),
        ("omp interop init(targetsync: x)", "writes"),
        ("omp interop use(x)", "reads"),
        ("omp interop destroy(x)", "reads writes"),
        ("omp dispatch novariants(x)", "reads"),
        ("omp error message(x)", "reads"),
        ("omp flush(x)", "storage"),
        ("omp threadprivate(x)", "private"),
        ("omp allocate(x)", "storage"),
        ("omp critical(x)", ""),
        ("omp declare variant(x)", ""),
        ("omp metadirective when(x: parallel)", ""),
    ],
)
def test_effect(text: str, told: str) -> None:
    assert effect(named(text)) == " ".join(sorted(told.split(), key=dialects.Effect._fields.index))


@table(
    ("text", "item", "section"),
    [
        ("omp target map(to: x)", True, False),
        ("omp target map(to: x[0:n])", True, True),
        ("omp target map(to: x [0:n], a)", True, True),
        ("omp target map(to: a[0:x])", False, False),
        ("omp target map(to: a[b[x]][0:n])", False, False),
        ("omp target map(to: (*x))", True, False),
        ("omp target map(iterator(i = 0:x), to: a[i])", False, False),
        ("omp target map(to: (int)a, x)", True, False),
        ("acc parallel copyin(readonly: a, x[0:n])", True, True),
        ("acc parallel copy(a[0:f(1, x)])", False, False),
        ("omp task depend(in: x[3])", True, True),
        ("omp for linear(a: x)", False, False),
        ("omp parallel num_threads(x)", False, False),
        ("omp parallel reduction(+: x[:n])", True, True),
    ],
)
def test_item(text: str, item: bool, section: bool) -> None:
    found = named(text)
    assert (found.item, found.section) == (item, section)
    if not item:
        assert effect(found) == "reads"


@table(
    ("text", "told"),
    [
        ("acc parallel default(none)", None),
        ("acc parallel default(present)", "storage finds"),
        ("omp parallel default(none)", None),
        ("omp parallel default(shared)", "shares"),
        ("omp parallel default(private)", "private"),
        ("omp parallel default(firstprivate)", "reads private"),
        ("omp target defaultmap(none)", None),
        ("omp target defaultmap(to: scalar)", IN),
        ("omp target defaultmap(tofrom: aggregate)", BOTH),
        ("omp target defaultmap(firstprivate)", "reads private"),
        ("omp target defaultmap(present: pointer)", "storage finds"),
        ("omp target defaultmap(default)", ""),
    ],
)
def test_default(text: str, told: str | None) -> None:
    row, clause, argument = read(text)
    found = dialects.default_effect(row, clause.name, argument)
    assert (None if found is None else effect(Mention(found, False))) == told


def test_modifiers() -> None:
    _, clause, text = read("omp target map(always, mapper(m), present, to: a[0:n], b)")
    found = dialects.read_argument(clause, text)
    assert found.words == (b"always", b"mapper", b"present", b"to")
    assert [text[slice(*item)] for item in found.items] == [b"a[0:n]", b"b"]


# --- compilers ----------------------------------------------------------------------------------------

NEWER = {
    "5.1": "assume assumes",
    "6.0": "fuse groupprivate split stripe task_iteration taskgraph",
    "6.0, Fortran": "workdistribute",
}
"""OpenMP's directives that neither Clang 19 nor gcc 12 knows, with the version that brought them."""
NEWER_CLAUSES = {
    "5.1": "absent contains holds no_openmp no_openmp_routines no_parallelism",
    "5.2": "otherwise",
    "6.0": "apply collector counts device_safesync graph_id graph_reset induction inductor interop looprange "
    "memscope no_openmp_constructs permutation replayable safesync self_maps threadset transparent",
}
UNKNOWN = (
    r"expected an OpenMP directive|extra tokens at the end|invalid OpenACC (?:directive|clause)|ignoring"
    r"|expected .#pragma (?:omp|acc). clause before|or .variant. before"
)


def known(dialect: str, directives: dict[str, str], folder: Path) -> set[str]:
    """The names of the texts whose words some compiler understands."""
    directives = {**directives, "frobnicate": "frobnicate", "frob": "parallel frob(x)"}
    source = folder / f"{dialect}_{len(directives)}.c"
    lines, places = [], {}
    for number, (name, text) in enumerate(directives.items()):
        lines.append(f"void f{number}(void) {{ int x = 0;")
        lines.append(f"#pragma {dialect} {text}")
        places[len(lines)] = name
        lines.append("  for (int i = 0; i < 4; i++) { x++; } }")
    source.write_text("\n".join(lines) + "\n")
    option = "-fopenmp" if dialect == "omp" else "-fopenacc"
    compilers = (
        ["clang-19", "-ferror-limit=0", *(["-fopenmp-version=60"] if dialect == "omp" else [])],
        ["gcc", "-Wall", "-fmax-errors=0"],
    )
    found: set[str] = set()
    for command in compilers:
        if shutil.which(command[0]) is None:
            pytest.skip(f"{command[0]} is not installed")
        run = subprocess.run(
            [*command, option, "-fsyntax-only", str(source)], capture_output=True, text=True, errors="replace"
        )
        said = re.findall(rf"{re.escape(str(source))}:(\d+):[\d:]* (?:error|warning): (.*)", run.stderr)
        wrong = {int(line) for line, message in said if re.search(UNKNOWN, message)}
        found |= {name for line, name in places.items() if line not in wrong}
        assert {"frobnicate", "frob"}.isdisjoint(found), run.stderr
    return found


@pytest.mark.parametrize("dialect", MODULES)
def test_compilers_know_the_directives(dialect: str, tmp_path: Path) -> None:
    # not asked: what comes in pairs, and Fortran's 'allocators', on which Clang 19 falls over
    texts = {}
    for name in names(dialect):
        row = of(f"{dialect} {name}")
        if row.association != "delimited" and name not in ("begin metadirective", "allocators"):
            optional = name in ("interop", "declare simd", "declare target")
            texts[name] = name + ("(x)" if row.argument and not optional else "")
    newer = {"declare induction", *" ".join(NEWER.values()).split()} if dialect == "omp" else set()
    newer |= {name for name in texts if name.split()[-1] in newer}
    assert set(texts) - known(dialect, texts, tmp_path) == newer


@pytest.mark.parametrize("dialect", MODULES)
def test_compilers_know_the_clauses(dialect: str, tmp_path: Path) -> None:
    texts = {}
    for row in MODULES[dialect].CLAUSES:
        on = row.on[0].decode() if row.on else "parallel"
        for name in (row.name, *row.aliases):
            texts[name.decode()] = f"{on} {name.decode()}" + ("" if row.form == "none" else "(x)")
    newer = " ".join(NEWER_CLAUSES.values()).split() if dialect == "omp" else ()
    assert set(texts) - known(dialect, texts, tmp_path) == set(newer)


# --- roles --------------------------------------------------------------------------------------------

SIGNS = {
    "'": dialects.Role.ITEM,
    '"': dialects.Role.EXPRESSION,
    "!": dialects.Role.IDENTIFIER,
    "~": dialects.Role.WORD,
    "@": dialects.Role.DEFINITION,
    "#": dialects.Role.UNKNOWN,
}
"""What marks a part of each role in the rows below, before it and behind it."""


@table(
    "marked",
    [
        "omp parallel for reduction(!max!: 's->m') schedule(~simd~: ~dynamic~, \"guided\")",
        'omp parallel num_threads("single") if(~parallel~: "a ? b : c") default(~none~) proc_bind(~close~)',
        'omp task depend(!iterator!(@int k@ = "0":"n":"2", @j@ = "1":"3"), ~out~: \'x[k]\') detach(\'e\')',
        "omp ordered depend(~source~)",
        'omp ordered doacross(~sink~: "i - 1", "j")',
        'omp critical(!lock!) hint("h")',
        'omp target map(~always~, !mapper!(!m!), ~to~: \'p\'["0":"n"]["i ? 1 : 2"], \'*q\', \'r[i]\'[:"n"])',
        'omp target map(~to~: #p[0:n].q#, (["n"]["m"])\'r\'["0":"2"]) device(~ancestor~: "d")',
        "omp target update from(~present~: 'x')",
        'omp teams num_teams("lower":"upper") allocate("a": \'x\') allocate(!allocator!("b"): \'y\')',
        "omp simd linear('x': step(\"n\")) linear('y': #val#) linear(val('z'): \"3\") aligned('p': \"8\")",
        'omp taskloop grainsize(~strict~: "g") num_tasks("strict") nogroup',
        'omp metadirective when(~user~={condition("n > 3")}: parallel num_threads("map")) otherwise(single)',
        'omp metadirective when(~user~={condition(score"(5)": "n > 3")}: single)',
        "omp parallel frob(#x#)",
        "omp declare reduction(#r : int : omp_out += omp_in#) initializer(#omp_priv = 0#)",
        'acc parallel loop gang(~num~: "4", ~static~: *) vector(~length~: "n") worker("num") tile(*, "8")',
        'acc parallel wait(~devnum~: "d": ~queues~: "a", "b") copyin(~readonly~: \'x\'["0":"n"]) async("q")',
        "acc loop reduction(!+!: 's->n') collapse(~force~: \"2\")",
        "acc routine(!f!) bind(!g!)",
    ],
)
def test_roles(marked: str) -> None:
    """Every part of an argument is marked in a row with the sign of its role."""
    wanted, text, opened = [], "", None
    for sign in marked:
        if sign not in SIGNS:
            text += sign
        elif opened is None:
            opened = len(text)
        else:
            wanted.append((SIGNS[sign], text[opened:]))
            opened = None
    found = read_construct(text.encode(), Span(0, 0), True)
    assert found is not None
    parts = [(p.role, text[p.span.start : p.span.end]) for p in parts_of(found)]
    assert parts == wanted


def test_what_no_table_knows_is_unknown() -> None:
    found = read_construct(b"omp frobnicate(x)", Span(0, 0), True)
    assert found is not None
    assert [part.role for part in parts_of(found)] == [dialects.Role.UNKNOWN]


def test_clauses_that_only_schedule() -> None:
    """They list nothing that they do something to, and no condition or device is among them."""
    for dialect, module in MODULES.items():
        names = {row.name for row in module.CLAUSES if row.schedules}
        assert names >= {b"collapse"}
        assert not names & {
            b"if",
            b"device",
            b"nowait",
            b"async",
            b"wait",
            b"depend",
            b"self",
            b"device_type",
            b"filter",
        }
        assert all(row.effect == dialects.Effect() for row in module.CLAUSES if row.schedules), dialect
