# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``promise``: what its user vouches for is no reason to leave a chain, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pointerchain.cli import main
from pointerchain.suggest.auto import look, translate_auto
from pointerchain.suggest.program import Program, functions_of
from pointerchain.suggest.promise_options import promises_of

WORLD = """\
struct atoms { int n; int *count; double *x; };
struct sim { struct atoms *a; void (*tell)(int); int n; };
extern int unseen(int); extern struct sim *all;
static int helper(int i) { return unseen(i); }
"""
LOOP = "for (int i = 0; i < s->a->n; i++) "
READS, ALONE = (
    "#pragma pointerchain promise(reads(unseen, tell))\n",
    "#pragma pointerchain promise(unaliased(s))\n",
)

HOISTED = {
    "function": (READS, LOOP + "unseen(i);"),
    "pointer": (READS, LOOP + "s->tell(i);"),
    "function of a function": (
        READS + "static int near(int i) { return unseen(i); }\n",
        LOOP + "near(i);",
    ),
    "before the loop": ("", READS + LOOP + "unseen(i);"),
    "as an operator": ("", '_Pragma("pointerchain promise(reads(unseen))") ' + LOOP + "unseen(i);"),
    "around the loop": ("", "if (k) {\n" + READS + LOOP + "unseen(i); }"),
    "another's element": ("", ALONE + LOOP + "out[i] = 1;"),
    "another's member": ("", ALONE + LOOP + "q->a->n = 1;"),
    "a variable that others reach": ("", "int m = 0, *p = &m;\n" + ALONE + LOOP + "{ m = 1; k += *p; }"),
    "at file scope": (ALONE, LOOP + "out[i] = 1;"),
}
GIVEN = {
    "function": ("reads(unseen)", LOOP + "unseen(i);"),
    "pointer": ("reads(other, tell)", LOOP + "s->tell(i);"),
    "variable": ("unaliased(s)", LOOP + "out[i] = 1;"),
    "both, on several lines": ("reads(unseen),\n  unaliased(s)", LOOP + "{ unseen(i); out[i] = 1; }"),
}
LEFT = {
    "another function": ("#pragma pointerchain promise(reads(others))\n", LOOP + "unseen(i);", "opaque"),
    "an earlier block": ("", "{\n" + READS + "}\n" + LOOP + "unseen(i);", "opaque"),
    "a later line": ("", LOOP + "{ unseen(i);\n" + READS + "}", "opaque"),
    "a function above": (READS, LOOP + "helper(i);", "opaque"),
    "in the loop": ("", LOOP + "{ if (k) {\n" + READS + "k = 0; }\nunseen(i); }", "opaque"),
    "another variable": ("#pragma pointerchain promise(unaliased(q))\n", LOOP + "out[i] = 1;", "alias"),
    "an element of its own": (ALONE, LOOP + "s->a->count[i] = 1;", "alias"),
    "its own member": (ALONE, LOOP + "if (i == 3) s->a->n = 1;", "unstored"),
    "a link of its own": (ALONE, LOOP + "if (i == 3) s->a = q->a;", "assigned"),
    "the variable itself": (ALONE, LOOP + "if (i == 3) s = q;", "varies"),
    "a function that stores": (ALONE, LOOP + "unseen(i);", "opaque"),
    "what nobody names": (ALONE, LOOP + "*(k ? out : out + 1) = 1;", "alias"),
}


def source_of(before: str, body: str) -> bytes:
    head = "void f(struct sim *s, struct sim *q, int *out, int k) {\n"
    return f"{WORLD}{before}{head}{body}\n}}\n".encode()


@pytest.mark.parametrize(("before", "body"), HOISTED.values(), ids=HOISTED)
def test_what_is_vouched_for_keeps_no_chain(before: str, body: str) -> None:
    source = source_of(before, body)
    result = translate_auto(source, "p.c")
    assert {row.text: row.code for row in result.found}["s->a->n"] == ""
    text = result.translation.text
    assert text is not None and b"pc_a_n" in text and b"promise" not in text
    assert text.count(b"\n") == source.count(b"\n")


@pytest.mark.parametrize(("before", "body", "code"), LEFT.values(), ids=LEFT)
def test_nothing_else_is_vouched_for(before: str, body: str, code: str) -> None:
    source = source_of(before, body)
    rows = {row.text: row for row in look(source, "p.c")}
    assert (rows["s->a->n"].chosen, rows["s->a->n"].code) == (None, code)


@pytest.mark.parametrize(("clauses", "body"), GIVEN.values(), ids=GIVEN)
def test_a_command_line_promises_for_the_whole_source(clauses: str, body: str) -> None:
    source = source_of("", body)
    assert {row.text: row.chosen for row in look(source, "p.c")}["s->a->n"] is None
    result = translate_auto(source, "p.c", promises=promises_of([clauses]))
    text = result.translation.text
    assert {row.text: row.code for row in result.found}["s->a->n"] == ""
    assert text is not None and b"pc_a_n" in text


@pytest.mark.parametrize("clauses", ["reads(", "reads()", "pure(f)", "", "reads(f)) region begin("])
def test_what_is_no_promise_is_refused(clauses: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        promises_of(["reads(f)", clauses])


def test_second_loop_of_a_promise_has_it_too() -> None:
    body = READS + LOOP + "unseen(i);\n" + LOOP + "unseen(k + i);"
    text = translate_auto(source_of("", body), "p.c").translation.text
    assert text is not None and text.count(b"int pc_a_n = s->a->n;") == 2


def test_without_auto_only_the_directive_goes() -> None:
    source = source_of(READS, LOOP + "unseen(i);")
    result = translate_auto(source_of("", LOOP + "unseen(i);"), "p.c")
    assert result.translation.text == source_of("", LOOP + "unseen(i);")
    text = translate_auto(source.replace(b"pc", b"pd"), "p.c").translation.text
    assert text is not None and b"pragma" not in text


def test_promise_of_another_source_holds_there(tmp_path: Path) -> None:
    other = tmp_path / "other.c"
    other.write_text(WORLD + READS + "int work(int i) { return unseen(i); }\n")
    plain = tmp_path / "plain.c"
    plain.write_text(WORLD + "int work(int i) { return unseen(i); }\n")
    source = source_of("", "int work(int);\n" + LOOP + "work(i);")
    codes = []
    for file in (other, plain):
        program = Program([functions_of(str(file), [], None)])
        rows = look(source, "p.c", elsewhere=program.does)
        codes += [row.code for row in rows if row.text == "s->a->n"]
    assert codes == ["", "opaque"]


def test_promise_says_nothing_of_another_files_text(tmp_path: Path) -> None:
    (tmp_path / "far.h").write_text("static int far(int i) { return unseen(i); }\n")
    (tmp_path / "body.inc").write_text("unseen(i);\n")
    source = tmp_path / "p.c"
    for body in ("far(i);", '{\n#include "body.inc"\n}'):
        source.write_bytes(source_of(READS + '#include "far.h"\n', LOOP + body))
        rows = {row.text: row.code for row in look(source.read_bytes(), str(source))}
        assert rows["s->a->n"] == "opaque"


def test_dump_shows_it(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "p.c"
    source.write_bytes(source_of(READS + ALONE, LOOP + "unseen(i);"))
    assert main(["translate", "--dump", "directives", str(source)]) == 0
    said = capfd.readouterr().out
    assert "promise reads 'unseen' reads 'tell'" in said
    assert "promise unaliased 's'" in said
