# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Kinds: chains that end in objects of classes, which have references as locals, or pointers to their elements."""

from __future__ import annotations

from progen.small.kinds import kind
from progen.small.kinds_types import custom_region, node_text
from progen.small.writer import Writer


def _objects(out: Writer) -> tuple[str, str, str]:
    """An object, another, and the link to both."""
    o = node_text(out)
    return f"{o}o->one", f"{o}o->more[{out.choices.pick(('0', '1', 'n & 1u'))}]", f"{o}o"


def _uses(x: str, y: str) -> tuple[str, ...]:
    return (
        f"tr((unsigned){x}.touch());",
        f"tr((unsigned){x}.peek());",
        f"tr((unsigned)std::as_const({x}).peek());",
        f"{x}.n += 2;",
        f"{x}[1] += 3;",
        f"tr((unsigned){x}[2]);",
        f"tr((unsigned)std::as_const({x})[n & 3u]);",
        f"{x} = {y};",
        f"std::swap({x}, {y});",
        f"{{ buf z = {x}; z.touch(); tr((unsigned)z.n); }}",
        f"{{ buf &z = {x}; z.touch(); }}",
        f"{{ auto &&z = {x}; z.touch(); }}",
        f"{{ auto z = &{x}; z->touch(); }}",
        f"{{ const buf &z = {x}; tr((unsigned)z.peek()); }}",
        f"{{ auto &[za, zb, zc] = {x}; za += 1; tr((unsigned)zc[1]); }}",
        f"for (int &z : {x}) z += 1;",
        f"{{ int (buf::*z)() = &buf::touch; tr((unsigned)({x}.*z)()); }}",
        f"tr((unsigned)(n & 1u ? {x} : {y}).touch());",
        f"[&] {{ tr((unsigned){x}.touch()); }}();",
        f"[=] {{ tr((unsigned){x}.touch()); }}();",
        f"[=]() mutable {{ tr((unsigned){x}.touch()); }}();",
        f"[z = {x}]() mutable {{ tr((unsigned)z.touch()); }}();",
        f"[&z = {x}] {{ tr((unsigned)z.touch()); }}();",
        f"{{ auto f = [&] {{ return [=] {{ return {x}.peek(); }}(); }}; tr((unsigned)f()); }}",
        f"{{ std::decay_t<decltype({x})> z; z.touch(); tr((unsigned)z.n); }}",
        f"{{ decltype(auto) z = ({x}); z.touch(); }}",
        f"{{ decltype(auto) z = {x}; z.touch(); }}",
        f"tr((unsigned)took({x}));",
        f"tr((unsigned)gave({x}).touch());",
        f"if ({x}.peek() > 6) throw (int){x}.n & 7;",
        f"{x}.~buf(); new (&{x}) buf;",
    )


@kind(weight=12, c=False)
def object_of_a_class(out: Writer) -> None:
    """A reference stands for the object in whatever is done to it, unless a link changes."""
    choices = out.choices
    x, y, link = _objects(out)
    lines = [choices.pick(_uses(*choices.pick(((x, y), (y, x))))) for _ in range(choices.integer(2, 4))]
    if choices.chance(25):
        lines.insert(choices.integer(0, len(lines)), f"{link} = &spares;")
    hoisted = choices.pick(([x], [y], [x, y], [x, f"{x}.n"], [link, x], [f"{x}.p", x]))
    custom_region(out, hoisted, [*lines, f"tr((unsigned){x}.peek() + (unsigned){y}[0]);"])


@kind(weight=10, c=False)
def elements_of_an_object(out: Writer) -> None:
    """The pointer that subscripts go through stands for the object, unless that gets another one."""
    choices = out.choices
    x, y, link = _objects(out)
    data = choices.pick(("{data: p}", "{data: data()}", "{data: p:restrict}"))
    forms = (
        f"{x}[1] += 3;",
        f"tr((unsigned){x}[2]);",
        f"tr((unsigned){x}.peek());",
        f"tr((unsigned){x}[{x}[0] & 3]++);",
        f"tr((unsigned)(&{x}[1])[0]);",
        f"[&] {{ {x}[1] += 2; }}();",
        f"[=] {{ tr((unsigned){x}[1]); }}();",
        f"for (int z = 0; z < 3; z++) {x}[z] ^= z;",
    )
    moves = (
        f"{x}.shift(1);",
        f"{x}.p++;",
        f"{x} = {y};",
        f"std::swap({x}, {y});",
        f"{link} = &spares;",
        f"{{ int **z = &{x}.p; ++*z; }}",
        f"{{ int *&z = {x}.p; ++z; }}",
        f"{{ auto &[za, zb, zc] = {x}; ++zb; }}",
        f"{x}.~buf(); new (&{x}) buf;",
    )
    lines = [choices.pick(forms) for _ in range(choices.integer(2, 3))]
    if choices.chance(40):
        lines.insert(choices.integer(0, len(lines)), choices.pick(moves))
    hoisted = choices.pick(([x + data], [x + data, f"{x}.n"], [x + data, y], [x + data, f"{x}.p"]))
    custom_region(out, hoisted, [*lines, f"tr((unsigned){x}[0]);"])
