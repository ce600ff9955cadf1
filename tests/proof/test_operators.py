# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Operators of a template that may be a class's own: the validator sees them with all checks switched off."""

from __future__ import annotations

import pytest

from pointerchain import translate

HEAD = """\
#include <vector>
struct A { int n; const int fixed; unsigned bit : 3; };
struct S { A *a, *list[2]; };
template <class T, class... R> int run(S *s, T in, T *row, std::vector<T> &many, int i, R... rest)
{
#pragma pointerchain region begin declare(s->a->n, s->a->fixed, s->a->bit, s->list[i]->n)
(void)s->a->n, (void)s->a->fixed, (void)s->a->bit, (void)s->list[i]->n;
"""
TAIL = "\n#pragma pointerchain region end\nreturn i;\n}\n"
CHANGED, LINK, SUBSCRIPT = (
    "it is changed and not written back",
    "a link is exposed",
    "a variable of the subscript",
)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("in >> s->a->n;", CHANGED),
        ("in & i & (s->a->n);", CHANGED),
        ("in << s->a->n;", CHANGED),
        ("in, s->a->n;", CHANGED),
        ("in->*s->a->n;", CHANGED),
        ("in <<= s->a->n;", CHANGED),
        ("in[s->a->n];", CHANGED),
        ("(s->a->n + ... + rest);", CHANGED),
        ("T(s->a->n);", CHANGED),
        ("in >> s->a;", LINK),
        ("in >> s;", LINK),
        ("in >> i;", SUBSCRIPT),
        ("in[i];", SUBSCRIPT),
        ("[&](auto out) { out >> s; };", LINK),
    ],
)
def test_operator_is_noticed(body: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class could have each of these operators with an operand that it changes."""
    monkeypatch.setattr("pointerchain.translator.checks.row.run", lambda *args: ())
    result = translate(HEAD + body + TAIL, "harm.cpp", ["-std=c++17"])
    assert result.text is None
    assert any(what in each.message for each in result.diagnostics), result.diagnostics


@pytest.mark.parametrize(
    "body",
    [
        "in + s->a->n;",
        "in += s->a->n;",
        "in = s->a->n + 1;",
        "in = +s->a->n;",
        "in = static_cast<T>(s->a->n);",
        "in >> s->a->fixed;",
        "in >> s->a->bit;",
        "row[s->a->n] = in; many[s->a->n] = row[i];",
        "auto copy = s->a->n; in >> copy;",
    ],
)
def test_value_is_let_pass(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values, constants, bit-fields and subscripts of pointers and of the library bind nothing."""
    monkeypatch.setattr("pointerchain.translator.checks.row.run", lambda *args: ())
    result = translate(HEAD + body + TAIL, "harmless.cpp", ["-std=c++17"])
    assert result.text is not None, result.diagnostics
