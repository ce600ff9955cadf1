# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Loops that store what a chain leads to: in any case or at times, and beside it by other names or in calls."""

from __future__ import annotations

from collections.abc import Callable

from progen.loops.chains import Chain, Scope, chain, read
from progen.loops.hazards import hazard, value
from progen.loops.tree import Statement

S = Statement
_SCALARS = ("int", "double", "unsigned", "enum color", "short", "char", "bits", "long")
_WHOLE = ("int", "unsigned", "short", "long")


def stored(scope: Scope) -> Chain:
    """A chain that leads to a number."""
    while True:
        of = chain(scope)
        if of.type in _SCALARS and not of.text.startswith(("ct->", "(*ct)")):
            return of


def store(scope: Scope, of: Chain) -> Statement:
    """A statement that stores what a chain leads to, whatever else."""
    choices, x, c = scope.choices, of.text, scope.choices.integer(1, 7)
    v = value(scope, of.type)
    options = [f"{x} = {v};"]
    if of.type == "double":
        options += [f"{x} += 0.25;", f"{x} -= 0.5;", f"{x} = {x} + 0.25;", f"{x} *= 0.5;", f"{x}++;"]
        options += [f"{x} = (double)(i & 3) * 0.5;", f"acc ^= (unsigned)(int)(({x} += 1.5) * 4.0);"]
    if of.type in _WHOLE:
        options += [
            *([f"{x} = ({x} + {c}) & 15;", f"{x} ^= {c};"] * 2),
            f"acc += (unsigned)({x} = i & {c});",
            f"if (({x} = ({x} + 1) & 15) > 3) acc++;",
            f"acc ^= (unsigned){x}++; {x} &= 15;",
            f"++{x}; acc = acc * 3u + (unsigned){x}; {x} &= 15;",
            f"{x}--; if ({x} < 1) {x} = {c};",
            f"acc += ({{ {x} = {c}; (unsigned){x} + 1u; }});",
            f"acc += ({x} = {c}, (unsigned)i);",
            f"{x} = i & 1 ? {c} : {c + 2};",
        ]
    scope.tags.add("stored")
    return S(choices.pick(options))


def _perhaps(scope: Scope, at: Statement) -> Statement:
    """The statement where it is not reached on every way."""
    choices = scope.choices
    test = choices.pick(("i == 1", "i > 0", "acc % 3u == 1u", "n > 2", "n > 90"))
    form = choices.pick(("if", "else", "loop", "while", "switch", "do"))
    scope.tags.add("stored at times")
    if form == "else":
        return S(f"if ({test}) acc += 2u; else", (at,))
    if form == "loop":
        return S(f"for (int h = 0; h < 2 && ({test}); h++)", (at,))
    if form == "while":
        name = scope.name("h")
        scope.declared[name] = f"int {name} = 2;"
        return S(f"while ({name} > 0 && ({test}))", (at, S(f"{name}--;")))
    if form == "switch":
        return S(f"switch (({test}) ? 1 : 0)", (S("case 1: acc += 1u;"), at, S("break; default: acc++;")))
    if form == "do":
        return S("do", (at,), " while (0);")
    return S(f"if ({test})", (at,))


def _beside(scope: Scope, of: Chain) -> str:
    """A statement that may read the same object by another name, or let others read it."""
    choices, c = scope.choices, scope.choices.integer(0, 5)
    leaf = choices.pick((f"L[{c}]", f"M[{c}].own", "(*l)", "(*m->leaf)", "(*s->mid->other)", "(*m->tab[k])"))
    mid = choices.pick((f"M[{c}]", "t->in", "(*m)", "(*s->mid)", "(*t->alt)"))
    at = choices.integer(0, 4)
    whole = {"char": "ch", "double": "v", "short": "h", "unsigned": "u", "enum color": "c", "bits": "bf"}
    name = whole.get(of.type, "n")
    options: tuple[str, ...] = (
        f"acc = acc * 31u + (unsigned)(int)({leaf}.{name});",
        f"acc = acc * 31u + (unsigned){mid}.k + (unsigned){mid}.aa;",
        "acc = acc * 31u + (unsigned)s->cnt + (unsigned)t->cnt;",
        "acc = acc * 5u + (unsigned)(int)(t->mid->w * 4.0) + (unsigned)t->in.k;",
        f"acc += (unsigned)copy_leaf({leaf});",
        f"acc += (unsigned)read_leaf(&{leaf});",
        f"acc += (unsigned)read_mid(&{mid});",
        "acc += (unsigned)ext_read(l);",
        "acc += (unsigned)rec_read(m, 2);",
        "acc += (unsigned)*m->pk + (unsigned)read_ip(l->pn);",
        "acc += (unsigned)(int)(*l->pv * 4.0);",
        f"{{ Leaf own = {leaf}; acc += (unsigned)own.n + (unsigned)own.idx[1]; }}",
        f"{{ Mid own = {mid}; acc += (unsigned)own.k + (unsigned)own.own.n; }}",
        f"{{ Leaf own; memcpy(&own, &{leaf}, sizeof own); acc += (unsigned)own.n; }}",
        f"{{ Leaf own; bytes_to(&own, &{leaf}, sizeof own); acc += (unsigned)own.n; }}",
        f"acc += ((unsigned char *)&{leaf})[{at}];",
        f"acc += (unsigned)(memcmp(&{leaf}, l, 4) != 0);",
        f"acc += (unsigned){leaf}.x.uh[0] + {leaf}.x.ub[1];",
        "ext_none(s, m, l);",
        f"acc += (unsigned)few[i & 3] + (unsigned)bag[{c & 3}];",
        f"acc += (unsigned)l->idx[i & 3] + (unsigned){c};",
        "s->act(s, m, l);",
        "die_unless(acc % 11u != 3u);",
        "leave_unless(acc % 11u != 3u);",
        "if (acc % 11u == 3u) exit(7);",
        "acc += (unsigned)(int)(sqrt(4.0) * 2.0) + (unsigned)abs(i - 2);",
        "acc += (unsigned)is_null(l);",
    )
    text = choices.pick(options)
    scope.need(text)
    scope.tags.add("beside")
    return text


def _out(scope: Scope, of: Chain) -> Statement:
    """A way out of the loop, or on to its next iteration."""
    choices = scope.choices
    test = choices.pick(("i == 1", "i > 1", "acc % 5u == 2u"))
    name = scope.name("g")
    out = choices.pick(
        (
            *("break;", "continue;", "return acc;", f"return acc + {read(choices, of)};"),
            f"goto {name}; {name}: acc += 2u;",
        )
    )
    scope.tags.add("stored and left")
    return S(f"if ({test})", (S(out),))


def body_of(scope: Scope, of: Chain, use: Callable[[Scope, Chain], Statement]) -> list[Statement]:
    """Stores of what a chain leads to, with uses and other things around them."""
    choices = scope.choices
    body = [store(scope, of)]
    if choices.chance(25):
        body[0] = _perhaps(scope, body[0])
    for _ in range(choices.weighted(((4, 0), (5, 1), (2, 2)))):
        body.insert(choices.integer(0, len(body)), use(scope, of))
    if choices.chance(25):
        body.insert(choices.integer(0, len(body)), store(scope, of))
    if choices.chance(25):
        body.insert(choices.integer(0, len(body)), _perhaps(scope, store(scope, of)))
    if choices.chance(45):
        body.insert(choices.integer(0, len(body)), S(_beside(scope, of)))
    if choices.chance(22):
        body.insert(choices.integer(0, len(body)), S(hazard(scope, choices.pick(of.links), False)))
    if choices.chance(30):
        body.insert(choices.integer(0, len(body)), _out(scope, of))
    return body
