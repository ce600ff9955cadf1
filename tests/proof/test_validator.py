# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The validator by itself: good translations pass, damaged ones do not.

A damage replaces text of a translation, as a faulty plan would: the plan's edits are changed to make just
that text. Most are noticed by Clang's tree; what the tree does not show (``static``) is noticed as an edit
that nothing explains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from pointerchain import Translation, translate
from pointerchain.source import Source
from pointerchain.translator.emit.plan import Plan, plan
from pointerchain.translator.emit.rewrite import Edit, rewrite

SOURCES = Path(__file__).parent / "sources"
TEXTS = {name: (SOURCES / name).read_bytes() for name in ("base.c", "base.cpp")}
PROVEN = "the translation is not proven right: "


class Piece(NamedTuple):
    """Text of a translation; ``source`` is where the source has it, -1 where an edit wrote it."""

    source: int
    text: bytes


def pieces_of(source: bytes, edits: Sequence[Edit]) -> list[Piece]:
    """A translation in pieces."""
    out, at = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end, edit.rank)):
        out += [Piece(at, source[at : edit.start]), Piece(-1, edit.text)]
        at = edit.end
    return [*out, Piece(at, source[at:])]


def replaced(pieces: list[Piece], start: int, end: int, text: bytes) -> list[Piece]:
    """The pieces with other text in the place of a range of the translation."""
    out: list[Piece] = []
    at, written = 0, False
    for piece in pieces:
        stop = at + len(piece.text)
        head, tail = max(0, min(start, stop) - at), max(0, min(end, stop) - at)
        out.append(Piece(piece.source, piece.text[:head]))
        if not written and (start < stop or start == end == stop):
            out.append(Piece(-1, text))
            written = True
        if tail < len(piece.text):
            out.append(Piece(piece.source + tail if piece.source >= 0 else -1, piece.text[tail:]))
        at = stop
    return out


def edits_of(source: bytes, pieces: list[Piece]) -> tuple[Edit, ...]:
    """The edits that make the pieces of the source."""
    out: list[Edit] = []
    at, text = 0, b""
    for piece in [*(piece for piece in pieces if piece.text), Piece(len(source), b"")]:
        if piece.source < 0:
            text += piece.text
            continue
        if text or piece.source > at:
            out.append(Edit(at, piece.source, text))
        at, text = piece.source + len(piece.text), b""
    return tuple(out)


def shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return next(
        (k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def damaged(source: bytes, edits: Sequence[Edit], changes: Sequence[tuple[str, str]]) -> tuple[Edit, ...]:
    """Edits that make the translation with some of its text replaced; each text must occur once."""
    pieces = pieces_of(source, edits)
    for old, new in changes:
        text = b"".join(piece.text for piece in pieces)
        assert text.count(old.encode()) == 1, old
        start = text.index(old.encode())
        same = shared(old, new)
        behind = shared(old[same:][::-1], new[same:][::-1])
        stop = start + len(old) - behind
        pieces = replaced(pieces, start + same, stop, new[same : len(new) - behind].encode())
    return edits_of(source, pieces)


@pytest.fixture
def prove(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Translation]:
    """Translate a source with a damage done to the text."""

    def run(source: bytes, name: str, changes: Sequence[tuple[str, str]] = ()) -> Translation:
        def spoilt(*args: object) -> Plan:
            made: Plan = plan(*args)  # type: ignore[arg-type]
            return made._replace(edits=damaged(source, made.edits, changes))

        monkeypatch.setattr("pointerchain.translator.stages.plan", spoilt)
        return translate(source, name)

    return run


def test_edits_are_taken_apart_and_put_together() -> None:
    """The damage itself changes nothing but what it says."""
    source, edits = b"a; b; c;", (Edit(0, 1, b"x"), Edit(3, 3, b"{ "), Edit(5, 5, b" }"))
    assert rewrite(source, damaged(source, edits, ())) == b"x; { b; } c;"
    assert rewrite(source, damaged(source, edits, [("b; }", "d; }")])) == b"x; { d; } c;"
    assert rewrite(source, damaged(source, edits, [("x; {", "")])) == b" b; } c;"


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_what_is_damaged_below_is_right_before(name: str, prove: Callable[..., Translation]) -> None:
    """The undamaged translations are proven."""
    assert prove(TEXTS[name], name).text is not None


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        pytest.param(
            "base.c", [("sizeof(sim->atoms->e)", "sizeof(pc_atoms_e)")], id="unevaluated use replaced"
        ),
        pytest.param(
            "base.c", [("= pc_atoms->r;", "= sim->atoms->r;")], id="through the root instead of a local"
        ),
        pytest.param(
            "base.c",
            [
                (
                    "sim->atoms->n = pc_atoms_n; sim->atoms->e = pc_atoms_e; continue;",
                    "sim->atoms->e = pc_atoms_e; sim->atoms->n = pc_atoms_n; continue;",
                )
            ],
            id="write-backs in another order",
        ),
    ],
)
def test_other_right_text_is_accepted(
    name: str, changes: list[tuple[str, str]], prove: Callable[..., Translation]
) -> None:
    """The tree is looked at, not the text that this plan happens to write."""
    result = prove(TEXTS[name], name, changes)
    codes = [problem for problem in result.diagnostics if problem.severity.value == "error"]
    assert not codes or "for no reason" in codes[0].message


def test_function_without_a_region(prove: Callable[..., Translation]) -> None:
    """A declare that no region sees is asked about, too, and changes nothing."""
    text = TEXTS["base.c"] + (
        b"int more(struct sim *sim)\n{\n#pragma pointerchain declare(sim->atoms->n)\n    return sim->k;\n}\n"
    )
    assert prove(text, "base.c").text is not None


C_END = "sim->atoms->n = pc_atoms_n; sim->atoms->e = pc_atoms_e; }\n        total += sim->atoms->n;"
C_DAMAGES = {
    "use not replaced": [("pc_atoms_r[i] *= 2.5", "sim->atoms->r[i] *= 2.5")],
    "written use not replaced": [("pc_atoms_n += use", "sim->atoms->n += use")],
    "another local": [("total += pc_atoms_m - by", "total += pc_atoms_n - by")],
    "local where no chain is": [("pc_atoms_e += other->atoms->e", "pc_atoms_e += pc_atoms_e")],
    "another member in the local": [
        ("int pc_atoms_m = sim->atoms->m; double *", "int pc_atoms_m = sim->atoms->n; double *")
    ],
    "another object in the local": [
        ("int pc_atoms_m = sim->atoms->m; double *", "int pc_atoms_m = other->atoms->m; double *")
    ],
    "a number in the local": [("int pc_atoms_m = sim->atoms->m; double *", "int pc_atoms_m = 0; double *")],
    "a local from a local": [("double pc_atoms_e = sim->atoms->e;", "double pc_atoms_e = pc_atoms_n;")],
    "local of another type": [("double pc_atoms_e = sim", "float pc_atoms_e = sim")],
    "local of a wider type": [
        ("int pc_atoms_m = sim->atoms->m; double *", "long pc_atoms_m = sim->atoms->m; double *")
    ],
    "local declared twice": [
        (
            "pc_atoms_e = sim->atoms->e;\n",
            "pc_atoms_e = sim->atoms->e; { int pc_atoms_m = 1; (void)pc_atoms_m; }\n",
        )
    ],
    "one more variable": [
        ("pc_atoms_e = sim->atoms->e;\n", "pc_atoms_e = sim->atoms->e; int pc_more = 1; (void)pc_more;\n")
    ],
    "write-back dropped": [(C_END, C_END.replace("sim->atoms->e = pc_atoms_e; ", ""))],
    "write-back doubled": [(C_END, "sim->atoms->n = pc_atoms_n; " + C_END)],
    "write-back of another local": [(C_END, C_END.replace("= pc_atoms_e", "= pc_atoms_n"))],
    "write-back to another chain": [(C_END, C_END.replace("sim->atoms->n =", "sim->k ="))],
    "write-back to another object": [(C_END, C_END.replace("sim->atoms->e =", "other->atoms->e ="))],
    "write-back of what is only read": [(C_END, "sim->atoms->m = pc_atoms_m; " + C_END)],
    "write-back too early": [
        (C_END, C_END.replace("sim->atoms->e = pc_atoms_e; ", "")),
        ("        total += sizeof", "        sim->atoms->e = pc_atoms_e; total += sizeof"),
    ],
    "way out without write-back": [
        ("{ sim->atoms->n = pc_atoms_n; sim->atoms->e = pc_atoms_e; return -1; }", "return -1;")
    ],
    "way out with half of it": [("sim->atoms->e = pc_atoms_e; return -1;", "return -1;")],
    "way out with something between": [
        ("sim->atoms->e = pc_atoms_e; return -1;", "sim->atoms->e = pc_atoms_e; use(1); return -1;")
    ],
    "write-back behind the way out": [
        ("sim->atoms->e = pc_atoms_e; continue;", "continue; sim->atoms->e = pc_atoms_e;")
    ],
    "value after the write-back": [
        (
            "int pc_result = (pc_atoms_n++); sim->atoms->n = pc_atoms_n; sim->atoms->e = pc_atoms_e; return",
            "sim->atoms->n = pc_atoms_n; sim->atoms->e = pc_atoms_e; int pc_result = (pc_atoms_n++); return",
        )
    ],
    "another value returned": [
        ("sim->atoms->e = pc_atoms_e; return pc_result;", "sim->atoms->e = pc_atoms_e; return pc_atoms_n;")
    ],
    "another result": [("int pc_result = (pc_atoms_n++)", "int pc_result = (pc_atoms_n--)")],
    "result of another type": [("int pc_result = (pc_atoms_n++)", "signed char pc_result = (pc_atoms_n++)")],
    "another way out": [("sim->atoms->e = pc_atoms_e; continue;", "sim->atoms->e = pc_atoms_e; break;")],
    "another constant returned": [("return -1;", "return +1;")],
    "statement leaves the region": [
        ("        total += sizeof(sim->atoms->e) + sim->k;\n", ""),
        (C_END, C_END.replace("}\n", "}\n        total += sizeof(sim->atoms->e) + sim->k;\n")),
    ],
    "statement enters the region": [(C_END, "        total += sim->atoms->n;\n" + C_END.partition("\n")[0])],
    "region ends early": [
        (
            "        pc_atoms_n += use",
            "        } { int pc_atoms_n = sim->atoms->n; double pc_atoms_e = 0; pc_atoms_n += use",
        ),
        ("use(pc_atoms_m)", "use(sim->atoms->m)"),
    ],
    "region without a block": [
        (
            "{ int pc_atoms_n = sim->atoms->n; int pc_atoms_m",
            "int pc_atoms_n = sim->atoms->n; int pc_atoms_m",
        ),
        (C_END, C_END.replace("}", "", 1)),
    ],
    "swapped operands": [("pc_atoms_m - by", "by - pc_atoms_m")],
    "another literal": [("*= 2.5", "*= 2.25")],
    "another operator": [("pc_atoms_r[i] *=", "pc_atoms_r[i] +=")],
    "another comparison": [("i < pc_atoms_n", "i <= pc_atoms_n")],
    "another index": [("pc_atoms_r[i] *=", "pc_atoms_r[i + 1] *=")],
    "another function": [("use(pc_atoms_m)", "other_use(pc_atoms_m)")],
    "another member": [("+ sim->k;", "+ sim->atoms->m;")],
    "another cast": [("(int)pc_atoms_r[k]", "(char)pc_atoms_r[k]")],
    "a condition turned": [("if (total > 100)", "if (!(total > 100))")],
    "statement added": [("if (total > 100)", "total++; if (total > 100)")],
    "statement dropped": [("            total += pc_atoms_m - by;\n", "\n")],
    "statements swapped": [
        (
            "            total += pc_atoms_m - by;\n            pc_atoms_r[i] *= 2.5;\n",
            "            pc_atoms_r[i] *= 2.5;\n            total += pc_atoms_m - by;\n",
        )
    ],
    "a shadow of a local": [
        ("            total += pc_atoms_m - by;", "            int pc_atoms_m = 3; total += pc_atoms_m - by;")
    ],
    "a shadow of the root": [(C_END, "struct sim *const sim = other; " + C_END)],
    "outside of the region": [("total += sim->atoms->n;\n    }", "total += sim->k;\n    }")],
    "outside, a literal": [("int total = 0;", "int total = 1;")],
    "local used behind a flat region": [("return (int)last;", "return (int)(last + pc_atoms_m);")],
    "flat region without write-back": [
        ("sim->atoms->m = pc_atoms_m;\n    return (int)last", "\n    return (int)last")
    ],
    "flat region with an early write-back": [
        ("sim->atoms->m = pc_atoms_m;\n    return (int)last", "\n    return (int)last"),
        ("    pc_atoms_m -= by;", "    sim->atoms->m = pc_atoms_m; pc_atoms_m -= by;"),
    ],
    "the way back of another chain": [
        ("pc_atoms_n_home = &sim->atoms->n;", "pc_atoms_n_home = &sim->atoms->m;")
    ],
    "by the name that is hidden": [
        ("*pc_atoms_n_home = pc_atoms_n; return", "sim->atoms->n = pc_atoms_n; return")
    ],
    "a hidden name taken for the chain": [
        ("int pc_result = (sim->atoms->n)", "int pc_result = (pc_atoms_n)")
    ],
    "inner region writes back, too": [
        ("        pc_atoms->n = k;\n}", "        pc_atoms->n = k;\nsim->atoms->m = pc_atoms_m; }")
    ],
    "inner region keeps its own": [
        (
            "{ double *pc_atoms_r = pc_atoms->r;",
            "{ int pc_atoms_m = sim->atoms->m; double *pc_atoms_r = pc_atoms->r;",
        )
    ],
    "inner use of the outer chain left": [("        pc_atoms->n = k;", "        sim->atoms->n = k;")],
    "what Clang's tree does not show": [("int total = 0;", "static int total = 0;")],
    "a loop's head, too": [("for (int k = 0; k < by; k++)", "for (int k = 0; k < by; (k++))")],
}
CPP_DAMAGES = {
    "guard with chains exchanged": [
        ("{s->a->n, pc_a_n, s->a->m, pc_a_m}", "{s->a->m, pc_a_n, s->a->n, pc_a_m}")
    ],
    "guard with locals exchanged": [
        ("{s->a->n, pc_a_n, s->a->m, pc_a_m}", "{s->a->n, pc_a_m, s->a->m, pc_a_n}")
    ],
    "guard of another object": [("{s->a->n, pc_a_n, s", "{t->a->n, pc_a_n, s")],
    "guard that forgets": [("{ to0 = from0; to1 = from1; } } pc_guard_0", "{ to0 = from0; } } pc_guard_0")],
    "guard that writes the local": [("{ to0 = from0; to1", "{ from0 = to0; to1")],
    "guard that does more": [("to1 = from1; } } pc_guard_0", "to1 = from1; to0++; } } pc_guard_0")],
    "guard that calls": [("to1 = from1; } } pc_guard_0", "to1 = from1; use(1); } } pc_guard_0")],
    "guard without a destructor": [("~pc_guard_0_t()", "void done()")],
    "no out() in flat form": [("pc_guard_1.out();", "")],
    "out() too early": [
        ("pc_guard_1.out();", ""),
        ("        pc_n -= by;", "        pc_guard_1.out(); pc_n -= by;"),
    ],
    "a reference for a local": [("auto pc_pos = a->pos;", "auto &pc_pos = a->pos;")],
    "another capture": [("[&, pc_a_r]", "[pc_a_r]")],
    "a capture of something else": [("[&, pc_a_r]", "[&, pc_a_r, total]")],
    "the other overload": [("use(pc_a_m)", "use(+pc_a_m)")],
    "use in a lambda not replaced": [("return pc_a_r[i]", "return s->a->r[i]")],
    "another thrown value": [("throw by;", "throw total;")],
    "use not replaced": [("    pc_a_m++;", "    s->a->m++;")],
    "a member of another object": [("pc_pos.x += 1", "a->pos.x += 1")],
}
DAMAGES = [("base.c", key, changes) for key, changes in C_DAMAGES.items()]
DAMAGES += [("base.cpp", key, changes) for key, changes in CPP_DAMAGES.items()]
SEEN_AS_EDITS = {"what Clang's tree does not show", "a loop's head, too", "another capture"}
TYPES = {"local of another type", "local of a wider type", "a reference for a local"}


@pytest.mark.parametrize(("name", "key", "changes"), DAMAGES, ids=[f"{row[0]} {row[1]}" for row in DAMAGES])
def test_damage_is_noticed(
    name: str, key: str, changes: list[tuple[str, str]], prove: Callable[..., Translation]
) -> None:
    """Each damage refuses the file, at a place in it, by the trees and not by what Clang says of the text."""
    result = prove(TEXTS[name], name, changes)
    assert result.text is None
    problems = [problem for problem in result.diagnostics if problem.severity.value == "error"]
    codes = {problem.code for problem in problems}
    assert codes == ({"unsupported-type"} if key in TYPES else {"verification"})
    for problem in problems:
        line, _ = Source(name, TEXTS[name]).line_column(problem.place.span.start)
        assert line > 1
        if key not in TYPES:
            assert problem.message.startswith(PROVEN)
    seen = any("for no reason" in problem.message for problem in problems)
    assert seen == (key in SEEN_AS_EDITS)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("int k = s->a->n; kept = &k;", "the address of what ends with the region is taken"),
        ("int k[2] = {s->a->n, 1}; kept = k + 1;", "the address of what ends with the region is taken"),
        (
            "struct L { int *p; ~L() { ++*p; } }; L k{kept}; kept = s->a->r;",
            "an object with a destructor ends",
        ),
    ],
)
def test_block_that_ends_an_object_early(
    body: str, what: str, prove: Callable[..., Translation], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A region that is put in a block ends what its statements declare."""
    text = (
        "struct A { int n; int *r; }; struct S { A *a; };\n"
        "int run(S *s) {\nint *kept = nullptr;\n"
        "#pragma pointerchain region begin declare(s->a->n, s->a->r)\n"
        f"{body}\n#pragma pointerchain region end\nreturn *kept;\n}}\n"
    ).encode()
    flat = prove(text, "early.cpp")
    assert flat.text is not None
    assert b"{ int pc_a_n" not in flat.text
    monkeypatch.setattr("pointerchain.translator.emit.plan._Planner._is_flat", lambda *args: False)
    result = translate(text, "early.cpp")
    assert result.text is None
    assert any(what in problem.message for problem in result.diagnostics), result.diagnostics


@pytest.mark.parametrize(
    ("inner", "through", "around"),
    [
        ("s->a->r[s->a->at]", "s->a->r[pc_a_at]", "s->a->r[s->a->at]"),
        ("s->a->b->n", "pc_a_b->n", "s->a->b->n"),
    ],
)
def test_value_that_a_region_around_changes(
    inner: str, through: str, around: str, prove: Callable[..., Translation]
) -> None:
    """An inner region's local and its way back go through the local of what the outer one changes."""
    text = (
        "struct B { int n; }; struct A { int at, r[3]; struct B *b; }; struct S { struct A *a; };\n"
        "int run(struct S *s, struct B *other)\n{\nint sum = 0;\n"
        "#pragma pointerchain region begin declare(s->a->at, s->a->b)\n"
        "s->a->at += 1; s->a->b = other;\n"
        f"#pragma pointerchain region begin declare({inner})\n"
        f"sum += {inner}; {inner} = 4;\n"
        "#pragma pointerchain region end\n"
        "#pragma pointerchain region end\nreturn sum;\n}\n"
    ).encode()
    result = prove(text, "around.c")
    assert result.text is not None
    assert result.text.count(through.encode()) == 2
    for old, new in ((f"= {through};", f"= {around};"), (f"{through} =", f"{around} =")):
        refused = prove(text, "around.c", [(old, new)])
        assert [problem.code for problem in refused.diagnostics] == ["verification"], (old, new)


# --- directives ---------------------------------------------------------------------------------------

IN_DIRECTIVES = b"""\
struct atoms { int n, m, *x; };
struct sim { atoms *a; int lock, single; int run(int n, int *y); };
int sim::run(int n, int *y)
{
    int t = 0;
#pragma pointerchain region begin declare(a->n, a->m, this->lock, a->x)
    a->n += lock;
#pragma omp parallel num_threads(a->m) if(a->n > 0) firstprivate(n)
    {
#pragma omp critical(lock)
        t += a->m;
#pragma omp single
        t += lock;
    }
#pragma omp error at(execution) message("a->m")
    for (int a = 0; a < 2; a++) {
#pragma omp parallel for num_threads(a) reduction(+: t) default(none) shared(y, n)
        for (int i = 0; i < n; i++)
            t += y[i] + this->a->m;
    }
#pragma acc parallel loop copyin(a->x[0:a->m]) pointerchain(single), num_gangs(n)
    for (int i = 0; i < n; i++)
        this->a->n += this->a->x[i] + single;
#pragma pointerchain region end
    return t;
}
"""
DIRECTIVE_DAMAGES = {
    "a word of the directive": [("omp single", "omp pc_lock")],
    "the name of a clause": [("reduction(+: t)", "pc_lock(+: t)")],
    "a string": [('message("a->m")', 'message("pc_m")')],
    "another local": [("num_threads(pc_m)", "num_threads(pc_lock)")],
    "a local of what is hidden": [("num_threads(a) ", "num_threads(pc_m) ")],
    "a local without a chain": [("firstprivate(n)", "firstprivate(pc_lock)")],
    "a chain that is left": [("if(pc_n > 0)", "if(a->n > 0)")],
    "a clause less": [(" default(none)", "")],
    "a clause more": [("firstprivate(n)\n", "firstprivate(n) nowait\n")],
    "another clause": [("copy(pc_n)", "copyin(pc_n)")],
    "a planned clause twice": [("copy(pc_n)", "copy(pc_n) copy(pc_n)")],
    "a directive more": [("omp single\n", "omp single\n#pragma omp barrier\n")],
}


def test_directives_are_right_before(prove: Callable[..., Translation]) -> None:
    made = prove(IN_DIRECTIVES, "d.cpp")
    assert made.text is not None, made.diagnostics
    assert b"num_threads(pc_m) if(pc_n > 0)" in made.text


@pytest.mark.parametrize("damage", DIRECTIVE_DAMAGES)
def test_damage_to_a_directive_is_noticed(damage: str, prove: Callable[..., Translation]) -> None:
    result = prove(IN_DIRECTIVES, "d.cpp", DIRECTIVE_DAMAGES[damage])
    assert result.text is None
    assert [problem.code for problem in result.diagnostics if problem.severity.value == "error"] == [
        "verification"
    ]


@pytest.mark.parametrize(("chain", "inside"), [("this->n", "n"), ("n", "this->n")])
def test_a_member_that_something_hides(chain: str, inside: str, prove: Callable[..., Translation]) -> None:
    """'n' is the member where no parameter or local has its name; 'this->n' is it anywhere."""
    hides = ("int n", "") if chain == "this->n" else ("", "int n = 2; t += n;")
    text = (
        f"struct sim {{ int n; int run({hides[0]}); }};\nint sim::run({hides[0]})\n{{\nint t = 0;\n"
        f"#pragma pointerchain region begin declare({chain})\nt += {chain};\n{{ {hides[1]}\n"
        f"#pragma omp parallel num_threads({inside}) reduction(+: t)\nt++;\n"
        "}\n#pragma pointerchain region end\nreturn t;\n}\n"
    ).encode()
    made = prove(text, "hidden.cpp")
    assert made.text is not None, made.diagnostics
    assert (b"num_threads(pc_n)" in made.text) is (inside == "this->n")
    if inside == "n":
        refused = prove(text, "hidden.cpp", [("num_threads(n)", "num_threads(pc_n)")])
        assert [problem.code for problem in refused.diagnostics] == ["verification"]
