# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Loops around statements, with all kinds of heads."""

from __future__ import annotations

import re
from typing import NamedTuple

from progen.loops.chains import Scope
from progen.loops.tree import Statement

S = Statement
_BOUND = {"sb", "b0"}
"""Structured bindings, which clang 19 keeps out of parallel regions."""


class _Head(NamedTuple):
    """A loop without its body: what stands before it, at the body's beginning and end, and behind it."""

    weight: int
    name: str
    head: str
    before: str = ""
    first: str = ""
    last: str = ""
    after: str = ""


def loop(
    scope: Scope,
    body: tuple[Statement, ...],
    bound: str = "n",
    depth: int = 0,
    extra: str = "",
    named: str = "",
) -> list[Statement]:
    """A loop that runs ``bound`` times at most.

    ``extra`` is a condition that the head has as well; a ``continue`` in the body does no harm. ``named`` is a
    chain for the clauses of a directive that no compiler heeds.
    """
    heads = _heads(scope, bound, ("i", "j", "r")[depth], extra)
    if any(_leaves(each) for each in body):
        heads = [each for each in heads if each.name != "goto"]
    elif (
        not extra
        and re.fullmatch(r"\w+", bound)
        and not any(map(_ends, body))
        and not _BOUND & {*scope.declared}
    ):
        heads += _threads(bound, ("i", "j", "r")[depth], any(map(_has_threads, body)))
        heads.append(_calling(scope, bound, ("i", "j", "r")[depth]))
    if named:
        i = ("i", "j", "r")[depth]
        line = f"#pragma acc parallel loop copy({named})\n"
        heads.append(_Head(40, "acc", f"{line}for (int {i} = 0; {i} < {bound}; {i}++)"))
    head = scope.choices.weighted([(each.weight, each) for each in heads])
    turn = _TURN.format(scope.number) + ("\n" + _TURNS.format(scope.number) if scope.cxx else "")
    if head.name == "omp calling" and turn not in scope.helpers:
        scope.helpers.append(turn)
    scope.tags.add(f"loop:{head.name}")
    first, last = ([S(text)] if text else [] for text in (head.first, head.last))
    before = [S(head.before)] if head.before else []
    return [*before, S(head.head, (*first, *body, *last), head.after)]


def _leaves(statement: Statement) -> bool:
    """Whether it, or what it holds, may belong to a loop around it as ``break`` and ``continue`` do."""
    text = f"{statement.text} {statement.tail}"
    return "break" in text or "continue" in text or any(map(_leaves, statement.inner or ()))


def _ends(statement: Statement) -> bool:
    """Whether control may leave a loop in it otherwise than by the loop's own test."""
    left = re.search(r"\b(return|goto|throw|exit|abort)\b|_unless|leave|throw|\bh\d+_", statement.text)
    return left is not None or _leaves(statement) or any(map(_ends, statement.inner or ()))


def _has_threads(statement: Statement) -> bool:
    """Whether a loop with a directive is in it: one in an ``omp simd`` loop is an error."""
    directed = "omp" in statement.text or "ONE_THREAD" in statement.text
    return directed or any(map(_has_threads, statement.inner or ()))


def _threads(bound: str, i: str, inner: bool) -> list[_Head]:
    """Heads with directives that give the loop a variable of its own; there is one thread."""
    head = f"for ({i} = 0; {i} < {bound}; {i}++)"
    after = f" acc = acc * 3u + (unsigned){i};"
    line = "#pragma omp parallel for num_threads(1)\n"
    simd = _Head(2, "omp simd", f"#pragma omp simd\n{head}", f"{i} = 8;", after=after)
    return [
        *(() if inner else (simd,)),
        _Head(2, "omp", line + head, f"{i} = 5;", after=after),
        _Head(1, "omp of its own", f"{line}for (int {i} = 0; {i} < {bound}; {i}++)"),
        _Head(1, "omp from a macro", f"ONE_THREAD({i}) {head}", f"{i} = 6;", after=after),
        _Head(1, "omp in a conditional", f"#ifdef _OPENMP\n{line}#endif\n{head}", f"{i} = 7;", after=after),
    ]


_TURN = """\
static int turn{}(Mid *m)
{{ m->k++; if (m->next && m->next->leaf) m->leaf = m->next->leaf; return 1; }}"""


_TURNS = """\
struct Turn{0} {{
  Mid *m;
  Turn{0}(Mid *m) : m(m) {{}}
  Turn{0}(const Turn{0} &o) : m(o.m) {{ turn{0}(m); }}
  operator int() const {{ return turn{0}(m); }}
}};"""


def _calling(scope: Scope, bound: str, i: str) -> _Head:
    """A head with a directive whose clause calls a function that stores what chains read, or a class's."""
    clause, before = f"num_threads(turn{scope.number}(m))", f"{i} = 9;"
    if scope.cxx and scope.choices.chance(60):
        turn = scope.name("turn")
        before = f"{before} Turn{scope.number} {turn}(m);"
        clause = scope.choices.pick((f"num_threads({turn} + 0)", f"num_threads(1) firstprivate({turn})"))
    return _Head(
        2, "omp calling", f"#pragma omp parallel for {clause}\nfor ({i} = 0; {i} < {bound}; {i}++)", before
    )


def _heads(scope: Scope, bound: str, i: str, extra: str) -> list[_Head]:
    also = f" && {extra}" if extra else ""
    unless = f"if (!({extra})) break;" if extra else ""
    g = scope.name("g")
    h = "j" if i == "r" else "r"
    up = scope.choices.pick((f"{i}++", f"++{i}", f"{i} += 1"))
    test = f"{i} < {bound}{also}"
    out = [
        _Head(8, "for", f"for (int {i} = 0; {test}; {up})"),
        _Head(6, "for outside", f"for ({i} = 0; {test}; {up})"),
        _Head(2, "for down", f"for ({i} = {bound}; {i}-- > 0{also}; )"),
        _Head(2, "for two", f"for (int {i} = 0, {g} = {bound}; {i} < {g}{also}; {up})"),
        _Head(2, "for comma", f"for ({i} = 0, {h} = 2; {test}; {up})", first=f"acc += (unsigned){h};"),
        _Head(
            1,
            "for self",
            f"for ({h} = {h} + 1, {i} = 0; {test}; {up})",
            f"{h} = 3;",
            f"acc += (unsigned){h};",
        ),
        _Head(
            1, "for old", f"for ({h} = {i} + 1, {i} = 0; {test}; {up})", f"{i} = 5;", f"acc += (unsigned){h};"
        ),
        _Head(
            *(1, "for by pointer", f"for ({h} = *{g}, {i} = 0; {test}; {up})"),
            *(f"int *{g} = &{i}; {i} = 7;", f"acc += (unsigned){h};"),
        ),
        _Head(
            *(1, "for by global", f"for ({h} = *{g}, GI = 0, {i} = 0; {test}; {up})"),
            *(f"int *{g} = &GI; GI = 2;", f"acc += (unsigned){h};"),
        ),
        _Head(
            *(1, "for unsigned", f"for (unsigned {g} = 0; (int){g} < {bound}{also}; {g}++)"),
            *("", f"{i} = (int){g};"),
        ),
        _Head(1, "for macro", f"EACH({i}, {bound}{also})"),
        _Head(1, "for without init", f"for (; {test}; {up})", f"{i} = 0;"),
        _Head(1, "for at once", f"for (; ++{i} < {bound}{also}; )", f"{i} = -1;"),
        _Head(1, "for effect", f"for ({i} = -1; (acc += 3u, ++{i} < {bound}){also}; )"),
        _Head(1, "for called", f"for ({i} = abs(0); {test}; {up})"),
        _Head(1, "for call of ours", f"for ({i} = is_null(s); {test}; {up})"),
        _Head(
            1,
            "for shadow",
            f"for (int {i} = 0, n = {i} + 3; {i} < (n < 3 ? n : 3){also}; {up})"
            if bound == "n"
            else f"for (int {i} = 0; {test}; {up})",
        ),
        _Head(2, "for ever", "for (;;)", f"{i} = -1;", f"if (++{i} >= {bound}) break; {unless}"),
        _Head(3, "while", f"while (++{i} < {bound}{also})", f"{i} = -1;"),
        _Head(2, "while post", f"while ({i}++ < {bound}{also})", f"{i} = 0;"),
        _Head(
            2, "while flag", f"while ({g} > 0{also})", f"int {g} = {bound}; {i} = 0;", f"{g}--; {i} = {g};"
        ),
        _Head(1, "while ever", "while (1)", f"{i} = -1;", f"{i}++; if (!({test})) break;"),
        _Head(1, "list", f"for (Leaf *{g} = l; {g} && {test}; {g} = {g}->peer, {up})", f"{i} = 0;"),
        _Head(
            1,
            "ranks",
            f"for (Mid *{g} = m; {test}; {g} = {g}->next, {up})",
            f"{i} = 0;",
            f"acc += (unsigned){g}->k;",
        ),
        _Head(1, "goto", f"{g}_again: if ({test})", f"{i} = 0;", f"{i}++;", f"goto {g}_again;"),
    ]
    if not scope.cxx:
        inside = f"{g}_in: acc += 1u;"
        out.append(
            _Head(1, "jumped into", f"for (; {test}; {up})", f"{i} = 0; if (k == 7) goto {g}_in;", "", inside)
        )
    if not extra:
        out.append(_Head(3, "do", "do", f"{i} = 0;", after=f" while (++{i} < {bound});"))
        out.append(_Head(1, "do once", "do", after=" while (0);"))
    if scope.cxx:
        out += [
            _Head(2, "for auto", f"for (auto {i} = 0; {test}; {up})"),
            _Head(1, "for reference", f"for (int {g} = 0, &{i} = {g}; {test}; {up})"),
            _Head(1, "for condition", f"for ({i} = 0; bool {g} = {test}; {up})", first=f"acc += {g};"),
            _Head(
                1,
                "range",
                f"for (int {g} : {{0, 1, 2}})",
                first=f"{i} = {g}; if ({i} >= {bound}) break; {unless}",
            ),
            _Head(
                1,
                "range of vector",
                f"for (int {g} : std::vector<int>({{0, 1, 2}}))",
                first=f"{i} = {g}; if ({i} >= {bound}) break; {unless}",
            ),
        ]
        below = f"if ({i} >= {bound}) break; {unless}"
        out += [
            _Head(2, "range of array", f"for (int {g} : trio)", first=f"{i} = {g}; {below}"),
            _Head(2, "range of member", f"for (const auto &{g} : rows->v)", first=f"{i} = {g}; {below}"),
            _Head(1, "range of chain", f"for (int {g} : m->leaf->idx)", first=f"{i} = {g} & 3; {below}"),
            _Head(
                1,
                "range by reference",
                f"for (int &{g} : m->leaf->idx)",
                first=f"{i} = {g} & 3; {g} = ({g} + 1) & 15; {below}",
            ),
            _Head(
                1,
                "range of pointers",
                f"for (Leaf *&{g} : m->tab)",
                first=f"{g} = {g} == l ? l : {g}->peer ? {g}->peer : {g}; {i} = acc & 1; {below}",
            ),
            _Head(1, "range that copies", f"for (Copied {g} : copies)", first=f"{i} = {g}.n; {below}"),
        ]
    return out
