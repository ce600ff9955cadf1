# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Statements under directives for devices that no compiler heeds: all of it runs on the host.

So a link that changes between the directive that names a chain and its use is seen by what is printed.
"""

from __future__ import annotations

from progen.loops.chains import Chain, Scope
from progen.loops.tree import Statement

S = Statement
Body = list[Statement]
_DATA = {"acc": "data copy({})", "omp": "target data map(tofrom: {})"}
_ENTER = {"acc": "enter data copyin({})", "omp": "target enter data map(to: {})"}
_LOOP = {"acc": "parallel loop", "omp": "target teams distribute parallel for"}
_BLOCK = {"acc": "parallel", "omp": "target"}
_OWN = {"acc": " present({})", "omp": " map(tofrom: {})"}


def section(of: Chain) -> str:
    """A chain as a data clause lists it."""
    return f"{of.text}[0:1]" if of.type.endswith(("*", "]")) else of.text


def _line(dialect: str, said: str) -> str:
    if dialect == "acc":
        return f"#pragma acc {said}\n"
    return f"#ifndef _OPENMP\n#pragma omp {said}\n#endif\n"


def on_device(scope: Scope, of: Chain, uses: Body, before: Body, behind: Body) -> Body:
    """Uses of a chain in constructs, with what stands before and behind them where their data is there."""
    choices = scope.choices
    dialect = choices.weighted(((4, "omp"), (3, "acc")))
    form = choices.weighted(((6, "region"), (4, "before"), (3, "block"), (2, "nested"), (1, "nothing")))
    scope.tags.add(f"device:{form}")
    listed = section(of)
    own = _OWN[dialect].format(listed) if form == "block" or choices.chance(15) else ""
    if form == "block" or choices.chance(20):
        inner = S("for (int h = 0; h < 2; h++)", tuple(uses)) if choices.chance(60) else S("", tuple(uses))
        kernel = S(_line(dialect, _BLOCK[dialect] + own), (inner,))
    else:
        kernel = S(_line(dialect, _LOOP[dialect] + own) + "for (int i = 0; i < n; i++)", tuple(uses))
    body = [*before, kernel, *behind]
    if choices.chance(30):
        body = [S("for (int h = 0; h < 2; h++)", tuple(body))]
    if form in ("region", "nested"):
        body = [S(_line(dialect, _DATA[dialect].format(listed)), tuple(body))]
    if form == "nested":
        other = _DATA[dialect].format("s->alt->leaf->pv[0:1]")
        body = [S(_line(dialect, other), tuple(body))]
    if form == "before":
        body = [S(_line(dialect, _ENTER[dialect].format(listed)) + "acc += 1u;"), *body]
    return body
