# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""One function: a chain or two, a loop around uses of them, and what could change or must not evaluate them."""

from __future__ import annotations

from collections.abc import Callable

from progen.choices import Choices
from progen.loops.chains import Chain, Scope, chain, read
from progen.loops.devices import on_device, section
from progen.loops.hazards import hazard, noise
from progen.loops.shields import shield
from progen.loops.skeletons import loop
from progen.loops.stores import body_of, stored
from progen.loops.tree import Loops, Statement

S = Statement
Body = list[Statement]


def generate(choices: Choices, number: int, cxx: bool, kind: str = "") -> Loops:
    """Function ``number``, of one of :data:`KINDS` or of any."""
    scope = Scope(choices, cxx, number)
    body = (KINDS[kind][1] if kind else choices.weighted(KINDS.values()))(scope)
    declarations = tuple(S(text) for text in scope.declared.values())
    if any("few" in each.text for each in body) and "few" not in scope.declared:
        scope.need("few")
    return Loops(
        number,
        cxx,
        declarations,
        tuple(body),
        tuple(scope.helpers),
        tuple(scope.outside),
        tuple(scope.included),
        frozenset(scope.tags),
    )


def use(scope: Scope, of: Chain) -> Statement:
    """A statement that reads a chain, whatever else."""
    choices = scope.choices
    value = read(choices, of)
    options = [
        f"acc = acc * 31u + {value};",
        f"acc = acc * 31u + {value};",
        f"acc ^= {value} << 3;",
        f"{{ unsigned x = {value}; acc = acc * 7u + x; }}",
        f"if ({value} & 1u) acc += 7u; else acc *= 3u;",
        f"for (int h = 0; h < 2; h++) acc = acc * 5u + {value};",
        f"acc = acc * 31u + (n > 1 ? {value} : 0u);",
        f"while ({value} > acc) acc += 11u;",
    ]
    if of.type in ("int[4]", "double[4]") and not ("ct" in of.text and of.text.count("->") < 2):
        c = choices.integer(1, 7)
        end = ".5" if of.type == "double[4]" else ""
        options += [f"{of.text}[i & 3] = {c}{end}; acc = acc * 31u + {value};"] * 2
    return S(choices.pick(options))


def _tags(scope: Scope, of: Chain) -> None:
    scope.tags |= {f"root:{of.root}", f"links:{of.arrows}", f"end:{of.type}"}


def _sequence(scope: Scope, of: Chain, changes: int) -> Body:
    """Uses of a chain, with changes of its links, and other things, between them."""
    choices = scope.choices
    body = [use(scope, of) for _ in range(choices.integer(1, 2))]
    for _ in range(changes):
        link = choices.pick(of.links)
        statement = S(hazard(scope, link, bool(of.maybe) and link.text == of.maybe))
        if choices.chance(35):
            statement = _seldom(scope, statement)
        elif choices.chance(30):
            statement = _departing(scope, statement, of)
        body.insert(choices.integer(0, len(body)), statement)
    for _ in range(choices.weighted(((5, 0), (4, 1), (1, 2)))):
        body.insert(choices.integer(0, len(body)), S(noise(scope)))
    return body


def _seldom(scope: Scope, change: Statement) -> Statement:
    """A change in a branch: behind it the local of a chain may be loaded again."""
    choices = scope.choices
    scope.tags.add("seldom")
    test = choices.pick(("i == 1", "i > 0", "acc % 3u == 1u", "n > 2"))
    form = choices.weighted(
        ((6, "if"), (4, "alone"), (3, "two"), (4, "else"), (1, "switch"), (1, "loop"), (1, "next"))
    )
    if form == "alone":
        return S(f"if ({test}) {change.text}")
    if form == "two":
        return S(f"if ({test})", (change, S("if (acc % 5u == 2u)", (change,))))
    if form == "else":
        return S(f"if ({test}) acc += 2u; else {change.text}")
    if form == "switch":
        return S(f"switch (({test}) ? 1 : 0)", (S("case 1: acc += 1u;"), change, S("break; default: acc++;")))
    if form == "loop":
        return S("for (int h = 0; h < 1; h++)", (change,))
    if form == "next":
        return S(f"if ({test})", (change, S("continue;")))
    return S(f"if ({test})", (change,))


def _departing(scope: Scope, change: Statement, of: Chain) -> Statement:
    """A change in a block behind which the loop is over, or seems to be."""
    choices = scope.choices
    test = choices.pick(("i == 1", "i > 0", "acc % 3u == 1u", "acc % 2u == 0u"))
    first = [S("acc += 3u;")] if choices.chance(30) else []
    between = [use(scope, of)] if choices.chance(20) else []
    name = scope.name("d")
    form, out = choices.pick(
        (
            ("return", "return acc;"),
            ("return", "return acc * 3u + 1u;"),
            ("break", "break;"),
            ("exit", "exit(5);"),
            ("abort", "abort();"),
            ("continue", "continue;"),
            ("perhaps", "if (acc % 5u == 1u) return 9;"),
            ("perhaps", "if (acc % 5u == 1u) continue; else return 7;"),
            ("inner break", "for (;;) { break; }"),
            ("use", f"return acc + {read(choices, of)};"),
            ("goto", f"goto {name}; {name}: acc += 2u;"),
            ("goto back", f"if (acc % 4u == 1u) goto {name}; return acc; {name}: acc += 2u;"),
        )
    )
    scope.tags.add(f"departs:{form}")
    block = (*first, change, *between, S(out))
    around = choices.weighted(((8, "if"), (1, "switch"), (1, "for"), (1, "do")))
    if around == "switch" and "continue" not in out:
        return S(f"switch (({test}) ? 1 : 0)", (S("case 1:", block), S("break; default: acc++;")))
    if around == "for" and "continue" not in out:
        return S(f"for (int h = 0; h < 2 && ({test}); h++)", block)
    if around == "do" and "continue" not in out:
        return S(f"if ({test}) do", block, " while (0);")
    return S(f"if ({test})", block)


def _early(scope: Scope, body: Body) -> Body:
    """At times a way out of the loop, before or between the statements."""
    choices = scope.choices
    if not choices.chance(18):
        return body
    out = choices.pick(
        (
            "if (i == 2) continue;",
            "if (i == 2) break;",
            "if (acc % 7u == 3u) continue;",
            "if (acc % 9u == 4u) break;",
        )
    )
    scope.tags.add("early")
    at = choices.integer(0, len(body))
    return [*body[:at], S(out), *body[at:]]


def _nest(scope: Scope, body: Body, of: Chain, bound: str = "n") -> Body:
    """The body in a loop, at times in two; ``of`` may bound it."""
    choices = scope.choices
    if choices.chance(12) and of.type in ("int", "unsigned", "short") and not of.maybe:
        bound = f"(int)({of.text} & 3)"
        scope.tags.add("bound by chain")
    body = loop(scope, tuple(_early(scope, body)), bound)
    if choices.chance(25):
        more = choices.integer(0, 2)
        if more == 1:
            body.append(S(noise(scope)))
        elif more == 2:
            link = choices.pick(of.links)
            body.insert(
                choices.integer(0, len(body)),
                S(hazard(scope, link, bool(of.maybe) and link.text == of.maybe)),
            )
        scope.tags.add("nested")
        body = loop(scope, tuple(body), choices.pick(("2", "n", "2")), 1)
    return body


def _changing(scope: Scope) -> Body:
    """A chain that is there; something may change it."""
    choices = scope.choices
    of = chain(scope, ends=not choices.chance(15))
    _tags(scope, of)
    changes = choices.weighted(((9, 0), (11, 1), (1, 2)))
    body = _nest(scope, _sequence(scope, of, changes), of)
    if choices.chance(30):
        body.insert(0, use(scope, of))
    if choices.chance(15):
        body.insert(choices.integer(0, len(body)), S(hazard(scope, choices.pick(of.links))))
    if choices.chance(25):
        body.append(use(scope, of))
    scope.tags.add(f"changes:{changes}")
    return body


def _reloading(scope: Scope) -> Body:
    """A chain that something changes at times, and that is mostly used behind that in any case."""
    choices = scope.choices
    of = chain(scope, nullable=choices.chance(20))
    _tags(scope, of)
    certain = S(f"acc = acc * 31u + {read(choices, of)};")
    body = [_seldom(scope, _called(scope, of)) if choices.chance(92) else _called(scope, of), certain]
    if choices.chance(20):
        body.insert(1, S(noise(scope)))
    if choices.chance(30):
        body.insert(choices.integer(0, 1), _seldom(scope, _called(scope, of)))
    if choices.chance(25):
        body.insert(choices.integer(0, len(body)), use(scope, of))
    if choices.chance(10):
        body[-1] = S("if (acc % 3u != 1u)", (certain,))
    if choices.chance(12):
        body = [body[0], S("for (int h = 0; h < 2; h++)", tuple(body[1:]))]
    if of.maybe and choices.chance(40):
        return [S(f"if (!{of.maybe}) return 4;"), *_nest(scope, body, of)]
    if choices.chance(75):
        return [certain, *_nest(scope, body, of)]
    return _nest(scope, body, of)


def _called(scope: Scope, of: Chain) -> Statement:
    """A change of a chain by a call or a store, mostly of what its variable leads to."""
    choices = scope.choices
    links = of.links[1:] if len(of.links) > 1 and choices.chance(85) else of.links
    link = choices.pick(links)
    return S(hazard(scope, link, bool(of.maybe) and link.text == of.maybe, True))


def _guarded(scope: Scope) -> Body:
    """A chain with a link that may be null, which is followed only where it is not."""
    choices = scope.choices
    of = chain(scope, nullable=True)
    _tags(scope, of)
    link = of.maybe
    value = read(choices, of)
    at = use(scope, of)
    form = choices.weighted(
        ((9, "inside"), (4, "head"), (5, "bound"), (2, "around"), (5, "before"), (3, "again"), (3, "inner"))
    )
    scope.tags.add(f"guard:{form}")
    if form == "inside":  # the loop's body tests it
        body = shield(scope, link, at, value, True, True)
        if choices.chance(40):
            body.insert(choices.integer(0, len(body)), S(noise(scope)))
        if choices.chance(25):
            body.append(S(hazard(scope, choices.pick(of.links), choices.chance(50))))
        return _nest(scope, body, of)
    if form == "head":  # the loop's head tests it
        return loop(scope, (at,), "n", 0, choices.pick((link, f"{link} != 0")))
    if form == "bound":  # no iteration where it is null
        bound = scope.name("o")
        return [
            S(f"int {bound} = {link} ? 3 : 0;"),
            *(loop(scope, (at,), bound, named=section(of)) if choices.chance(80) else _plain(bound, at)),
        ]
    if form == "around":
        return [S(f"if ({link})", tuple(_nest(scope, [at], of)))]
    if form == "before":  # it was followed before the loop, then it changed
        changed = S(hazard(scope, next(each for each in of.links if each.text == link), True))
        inside = shield(scope, link, use(scope, of), read(choices, of), True, True)
        first = S(f"if ({link})", (at,)) if choices.chance(20) else at
        out = [S(f"if (!{link}) return 2;"), first, changed]
        if choices.chance(35):
            return [*out[:2], *_nest(scope, [*inside, changed], of)]
        if choices.chance(30):
            out[1:] = [*loop(scope, (at, changed) if choices.chance(50) else (at,), "1", 1), changed]
        return [*out, *_nest(scope, inside, of)]
    if form == "again":  # a loop around which an inner one does not run
        bound = scope.name("o")
        inner = _plain(bound, at)
        return loop(scope, (S(f"int {bound} = {link} ? 2 : 0;"), *inner), "2", 1)
    inner = loop(scope, (at,), f"({link} ? 2 : 0)", 1)
    return _nest(scope, [*inner, S("acc += 1u;")], of)


def _plain(bound: str, at: Statement) -> Body:
    return [S(f"for (int h = 0; h < {bound}; h++)", (at,))]


def _mixed(scope: Scope) -> Body:
    """Two chains, one of them hazarded, and one loop after another."""
    choices = scope.choices
    first, second = chain(scope), chain(scope)
    _tags(scope, first)
    _tags(scope, second)
    body = _sequence(scope, first, choices.integer(0, 1)) + _sequence(scope, second, choices.integer(0, 1))
    rest = _sequence(scope, first, 0)
    return [*_nest(scope, body, second), *_nest(scope, rest, first)]


def _storing(scope: Scope) -> Body:
    """A chain whose value the loop stores; others may read it, or see it where the loop is left."""
    choices = scope.choices
    of = stored(scope)
    _tags(scope, of)
    body = _nest(scope, body_of(scope, of, use), of)
    if choices.chance(40):
        body.append(use(scope, of))
    return body


def _device(scope: Scope) -> Body:
    """A chain that directives name, and that something may change before, in and behind a construct."""
    choices = scope.choices
    of = chain(scope)
    for _ in range(4):
        if not of.type.endswith(("*", "]")):
            of = chain(scope)
    _tags(scope, of)

    def around() -> Body:
        part = choices.weighted(((5, "nothing"), (3, "noise"), (2, "change"), (1, "use")))
        if part == "change":
            return [S(hazard(scope, choices.pick(of.links)))]
        return [S(noise(scope))] if part == "noise" else [use(scope, of)] if part == "use" else []

    uses = [*around(), use(scope, of)] if choices.chance(30) else [use(scope, of)]
    first = [use(scope, of)] if choices.chance(60) else []
    return [*first, *around(), *on_device(scope, of, uses, around(), around())]


KINDS: dict[str, tuple[int, Callable[[Scope], Body]]] = {
    "changing": (12, _changing),
    "guarded": (8, _guarded),
    "reloading": (14, _reloading),
    "mixed": (2, _mixed),
    "storing": (10, _storing),
    "device": (6, _device),
}
"""What a function is about, and how often it is."""
