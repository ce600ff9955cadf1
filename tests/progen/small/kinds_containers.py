# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Kinds: chains that end in containers of the library, which have pointers to their elements as locals."""

from __future__ import annotations

from progen.small.kinds import kind
from progen.small.kinds_types import custom_region, node_text
from progen.small.writer import Writer


def _reached(x: str, y: str, jump: str) -> tuple[str, ...]:
    """What leads to elements of a container ``x`` of at least four and leaves it as it is; so of ``y``."""
    all_of = f"{x}.begin(), {x}.end()"
    return (
        f"{x}[1] += 3;",
        f"tr((unsigned){x}[n & 3u]);",
        f"{x}[{x}[0] & 3]++;",
        f"for (int z = 0; z < 3; z++) {x}[z] ^= z;",
        f"for (unsigned z = 0; z < {x}.size(); z++) {x}[z] += 2;",
        f"tr((unsigned){x}.size() + (unsigned){x}.empty());",
        f"{x}.front() += 2;",
        f"{x}.back()--;",
        f"{x}.at(1) += {x}.at(2);",
        f"*{x}.data() = {x}[1] + 4;",
        f"{x}.data()[2] ^= 5;",
        f"*({x}.data() + 3) = {x}[3] * 3;",
        f"{{ int *z = {x}.data(); z[1] += {x}[1]; tr((unsigned)z[0]); }}",
        f"{{ const int *z = std::as_const({x}).data(); {x}[0]++; tr((unsigned)*z); }}",
        f"tr((unsigned)({x}.data() == &{x}[0]));",
        f"for (int &z : {x}) z += 1;",
        f"for (int z : {x}) tr((unsigned)z);",
        f"for (const auto &z : {x}) tr((unsigned)(z + {x}[0]));",
        f"for (auto &&z : {x}) z ^= 1;",
        f"for (int &z : ({x})) {{ {x}[1] += z & 7; if (z > 9) break; }}",
        f"for (int z : {x}) if (z > 30) {{ {jump} }}",
        f"for (int z : {x}) for (int q : {x}) tr((unsigned)(z ^ q));",
        f"for (auto z = {x}.begin(); z != {x}.end(); ++z) *z += 1;",
        f"for (auto z = {x}.rbegin(); z != {x}.rend(); ++z) tr((unsigned)*z);",
        f"{{ auto z = {x}.begin() + 1; *z = 9; tr((unsigned){x}[1]); }}",
        f"std::sort({all_of});",
        f"std::fill({x}.begin(), {x}.begin() + 2, (int)(n & 15u));",
        f"std::reverse({all_of});",
        f"tr((unsigned)std::accumulate({x}.cbegin(), {x}.cend(), 0));",
        f"*std::max_element({all_of}) = 1;",
        f"std::copy({x}.begin(), {x}.begin() + 2, {y}.begin());",
        f"std::swap({x}.front(), {x}[2]);",
        f"{{ int &z = {x}.front(); z += 2; tr((unsigned){x}[0]); }}",
        f"{{ auto &&z = {x}.back(); z = {x}[0]; }}",
        f"{{ int *z = &{x}.at(2); *z = {x}[2] + 3; }}",
        f"{{ decltype({x}.front()) z = {x}.back(); z += 1; }}",
        f"[&] {{ {x}.front() += {x}[1]; }}();",
        f"[=] {{ tr((unsigned){x}.front()); }}();",
        f"[&z = {x}.front()] {{ z += 2; }}();",
        f"{{ auto f = [&](int z) {{ return {x}.at(z) + {x}[z]; }}; tr((unsigned)f(1)); }}",
        f"doubled({x}.data(), 3);",
        f"tr((unsigned)summed({x}.begin(), {x}.end()));",
        f"tr((unsigned)(n & 1u ? {x}.front() : {y}.front()));",
    )


def _grown(x: str, y: str, link: str) -> tuple[str, ...]:
    """What may give a vector other elements."""
    return (
        f"{x}.push_back(3);",
        f"{x}.emplace_back(4);",
        f"{x}.resize(100);",
        f"{x}.assign(4, 2);",
        f"{x}.reserve(1000);",
        f"{x}.insert({x}.begin(), 1);",
        f"{x}.erase({x}.begin());",
        f"{x} = {y};",
        f"{x}.swap({y});",
        f"std::swap({x}, {y});",
        f"std::exchange({x}, std::vector<int>(5, 6));",
        f"{{ std::vector<int> z = std::move({x}); {x} = z; }}",
        f"{{ auto &z = {x}; z.resize(50); }}",
        f"{{ auto *z = &{x}; z->resize(60); }}",
        f"{{ auto z = std::back_inserter({x}); *z = 3; }}",
        f"{{ auto z = &std::vector<int>::clear; ({x}.*z)(); {x}.resize(4); }}",
        f"[&] {{ {x}.push_back(1); }}();",
        f"tr((unsigned)(n & 1u ? {x} : {y}).front());",
        f"(n & 1u ? {x} : {y}).resize(200);",
        f"for (int z : n & 1u ? {x} : {y}) tr((unsigned)z);",
        f"for (int z : {x}) if (z == 5) {x}.reserve(500);",
        f"for (int z : grown({x})) tr((unsigned)z);",
        f"grown({x})[0] = 3;",
        f"std::fill_n(std::back_inserter({x}), 9, 2);",
        f"{link} = &spares;",
        f"*{link} = spares;",
        f"{{ auto &z = *{link}; z.as[0] += 1; z.ws.resize(4); }}",
        f"std::swap(*{link}, spares);",
        f"{link}->~room(); new ({link}) room;",
    )


def _rows_changed(rows: str) -> tuple[str, ...]:
    """What may give a row of rows other elements."""
    return (
        f"{rows}.front().resize(40);",
        f"{rows}.back().push_back(1);",
        f"{rows}.at(1).reserve(300);",
        f"{rows}.data()[1].resize(7);",
        f"{rows}.begin()->assign(4, 4);",
        f"for (auto &row : {rows}) row.resize(30);",
        f"for (auto row : {rows}) row.resize(30);",
        f"std::swap({rows}[0], {rows}[1]);",
        f"std::reverse({rows}.begin(), {rows}.end());",
        f"{rows}.resize(9);",
        f"{{ auto &row = {rows}[1]; row.push_back(2); }}",
    )


@kind(weight=16, c=False)
def elements_of_a_container(out: Writer) -> None:
    """Elements are reached by the container's functions, beside the pointer, unless it gets other ones."""
    choices = out.choices
    o, names = node_text(out), ["vs", "ws"]
    link = f"{o}o"
    if choices.chance(50):
        names.reverse()
    x, y = (f"{link}->{name}" for name in names)
    kind_ = choices.weighted(((5, "vector"), (2, "array"), (2, "row")))
    moves = _grown(x, y, link)
    if kind_ == "array":
        x = f"{link}->as"
        moves = (
            f"{link} = &spares;",
            f"*{link} = spares;",
            f"{x} = spares.as;",
            f"std::swap({x}, spares.as);",
        )
    elif kind_ == "row":
        rows = f"{link}->rows"
        x = f"{rows}[{choices.pick(('1', '0', 'n & 1u'))}]"
        moves = (*_rows_changed(rows), *_grown(x, y, link))
    reached = list(_reached(x, y, out.jump()))
    if kind_ == "array":
        reached += [
            f"std::get<1>({x}) += 2;",
            f"{{ auto &[a, b, c, d] = {x}; b += a; tr((unsigned)(c + d)); }}",
            f"{x}.fill(2);",
        ]
    lines = [choices.pick(reached) for _ in range(choices.integer(2, 4))]
    if choices.chance(25):
        lines.insert(choices.integer(0, len(lines)), choices.pick(moves))
    if choices.chance(12):
        lines.insert(
            choices.integer(0, len(lines)),
            f"#pragma {choices.pick(('acc parallel loop copy', 'omp target teams loop map'))}"
            f"({x}[0:4])\nfor (int z = 0; z < 4; z++) {choices.pick((f'{x}[z] += z;', f'{x}[z] += {x}.front();'))}",
        )
    entry = x + choices.weighted(((8, ""), (2, "{int *}"), (1, "{:restrict}"), (1, "{int *:restrictconst}")))
    hoisted = choices.pick(([entry], [entry, y], [link, entry], [entry, f"{y}[1]"], [entry, f"{x}[1]"]))
    custom_region(out, hoisted, [*lines, f"tr((unsigned){x}[0] + (unsigned){y}[0]);"])


@kind(weight=10, c=False)
def container_in_a_template(out: Writer) -> None:
    """A chain whose type depends on an argument, and the type that the declare gives it, right or wrong."""
    choices = out.choices
    if out.template:
        return
    out.template, out.arguments = "class V", "int"
    out.parameters.append("held<V> *hv")
    out.passed.append("&rooms[7].h")
    x = "hv->v"
    right = "std::vector<V>"
    stated = choices.weighted(
        (
            *(
                (6, right),
                (2, "std::vector<int>"),
                (1, "std::vector<long>"),
                (1, "std::vector<V, std::allocator<V>>"),
            ),
            *((1, "std::array<V, 4>"), (1, "V *"), (1, "auto"), (1, "")),
        )
    )
    if choices.chance(20):
        x, stated = (
            "hv->as",
            choices.pick(("std::array<V, 4>", "std::array<int, 4>", "std::array<V, 5>", right)),
        )
    entry = x + f"{{{stated}{choices.pick(('', '', ':restrict'))}}}" * bool(stated)
    one = choices.pick(("hv->one", "hv->one{V}", "hv->one{int}", "hv->one{long}"))
    forms = (
        f"{x}[1] += 3;",
        f"tr((unsigned){x}[n & 3u]);",
        f"for (int z = 0; z < 4; z++) {x}[z] += (V)z;",
        f"{x}[0] += hv->one;",
        f"hv->one += {x}[1];",
        f"[&] {{ {x}[2] += 1; }}();",
        f"{{ V &z = {x}[1]; z += 1; }}",
        f"{{ auto z = {x}[1]; z += 1; tr((unsigned)z); }}",
        f"tr((unsigned)({x}[0] - 40 < 0) + (unsigned)sizeof({x}[0]));",
        f"tr((unsigned){x}.size());",
        f"{x}.front() += 2;",
        f"for (auto &z : {x}) z += 1;",
        f"*{x}.data() = 5;",
    )
    lines = [choices.pick(forms) for _ in range(choices.integer(1, 3))]
    if choices.chance(20):
        move = choices.pick(
            (
                f"{x} = spares.h.{x[4:]};",
                "hv = &spares.h;",
                "*hv = spares.h;",
                f"std::swap({x}, spares.h.{x[4:]});",
            )
        )
        lines.insert(choices.integer(0, len(lines)), move)
    hoisted = choices.pick(([entry], [entry], [entry, one], [one]))
    custom_region(out, hoisted, [*lines, f"tr((unsigned){x}[0] + (unsigned)hv->one);"])
