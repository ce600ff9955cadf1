# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Overlapping chains, nested regions, several spellings, and effects on what a chain is made of."""

from __future__ import annotations

from progen.small.chains import Chain, walk
from progen.small.kinds import DELIVERIES, delivered, kind, link_of, repointing, shadow
from progen.small.writer import NUMBERS, Writer

# --- overlapping chains --------------------------------------------------------------------------


def family(out: Writer, parts: bool = False) -> list[Chain]:
    """A chain with some of its prefixes, and others that begin with those, in any order."""
    choices = out.choices
    chain = out.find(lambda c: bool(c.links()), NUMBERS) or out.integer(deep=True)
    found = {chain.text: chain}
    for prefix in chain.prefixes():
        if (prefix.kind == "link" and choices.chance(60)) or (prefix.kind == "part" and parts):
            found[prefix.text] = prefix
        if prefix.kind == "link" and choices.chance(50):
            other = walk(choices, chain.root, NUMBERS, start=prefix)
            if other:
                found[other.text] = other
    listed = list(found.values())
    for at in range(len(listed) - 1, 0, -1):
        other_at = choices.integer(0, at)
        listed[at], listed[other_at] = listed[other_at], listed[at]
    return listed


def uses(out: Writer, chains: list[Chain], write: int = 60) -> None:
    for chain in chains:
        if out.choices.chance(70):
            out.use(chain, write)


@kind(weight=10)
def overlap_read(out: Writer) -> None:
    chains = family(out)
    with out.region(chains):
        out.middle()
        uses(out, chains)


@kind(weight=5)
def overlap_link_changed(out: Writer) -> None:
    chains = family(out)
    links = [c for c in chains if c.kind == "link"] or list(chains[0].links())
    link = out.choices.pick(links)
    after = out.choices.chance(50)
    with out.region([c for c in chains if c is link or out.choices.chance(70)] or chains):
        if after:
            uses(out, chains)
        out.line(repointing(link))
        out.middle()
        uses(out, chains)


@kind(weight=8)
def overlap_nested(out: Writer) -> None:
    chains = family(out)
    choices = out.choices
    outer = [c for c in chains if choices.chance(50)] or chains[:1]
    inner = [c for c in chains if c not in outer or choices.chance(30)] or chains[-1:]
    with out.region(outer):
        out.middle()
        uses(out, outer)

        def nested() -> None:
            with out.region(inner):
                out.statements(0, 2)
                uses(out, inner)

        if choices.chance(40):
            out.loop(nested)
        else:
            nested()
        uses(out, chains)


@kind(weight=5)
def overlap_nested_link_changed(out: Writer) -> None:
    """The outer region hoists a link, which is changed between or in the inner ones."""
    chain = out.integer(deep=True)
    link = out.choices.pick(chain.links() or [chain])
    places = out.choices.integer(1, 7)
    with out.region([link]):
        if places & 1 and link is not chain:
            out.line(repointing(link))
        with out.region([chain]):
            out.middle()
            out.use(chain)
            if places & 2 and link is not chain:
                out.line(repointing(link))
                out.use(chain)
        if places & 4 and link is not chain:
            out.line(repointing(link))
        out.line(f"tr({out.unsigned(chain)});")


@kind(weight=4)
def overlap_by_value(out: Writer) -> None:
    """A struct by value, and a member of it."""
    chain = out.find(lambda c: any(p.kind == "part" for p in c.prefixes()), NUMBERS)
    if chain is None:
        return
    part = out.choices.pick([p for p in chain.prefixes() if p.kind == "part"])
    both = out.choices.chance(60)
    with out.region([part, chain] if both else [part]):
        out.use(chain, 50)
        out.middle()
        if out.choices.chance(50):
            out.line(f"{{ struct {part.type} z = {part.text}; tr((unsigned)z.n); }}")
        if out.choices.chance(30):
            out.line(f"{part.text}.n += 2;")
        out.line(f"tr((unsigned){part.text}.n);")


@kind(weight=5)
def inner_begins_with_outer(out: Writer) -> None:
    """Regions in loops and branches whose chains are evaluated through the outer region's local."""
    chain = out.integer(deep=True)
    link = (chain.links() or [chain])[-1]
    other = walk(out.choices, chain.root, NUMBERS, start=link) if link is not chain else None
    with out.region([link], form="declare"):

        def inner(one: Chain) -> None:
            form = out.choices.pick(("", "clause"))
            if form == "clause":
                out.clause_region([one])
                return
            with out.region([one]):
                out.statements(0, 1)
                out.use(one)

        out.loop(lambda: inner(chain))
        if other:
            with out.block(f"if ({out.condition()})"):
                inner(other)
        out.middle()


@kind(weight=4)
def two_chains_of_one_object(out: Writer) -> None:
    """A chain and the same under another spelling of its subscript, in one region or in two."""
    chain = out.find(lambda c: any(what == "[]" and x == "1" for what, x in c.steps), frozenset({"scalar"}))
    if chain is None:
        return
    other = chain.text.replace("[1]", out.choices.pick(("[ONE]", "[2 - 1]", "[0x1]", "[(1)]")))
    names = out.choices.pick((f"{chain.text}, {other}", chain.text, other))
    if out.choices.chance(40):
        out.directive(f"#pragma pointerchain region begin declare({chain.text})")
        with out.hoisting([chain]):
            out.directive(f"#pragma pointerchain region begin declare({other})")
            out.line(f"tr((unsigned){other}); {other} += 1; tr((unsigned){chain.text});")
            out.directive("#pragma pointerchain region end")
        out.directive("#pragma pointerchain region end")
        return
    out.directive(f"#pragma pointerchain region begin declare({names})")
    with out.hoisting([chain]):
        out.middle()
        out.line(f"{chain.text} += 2;")
        out.line(f"tr((unsigned){other});")
    out.directive("#pragma pointerchain region end")


# --- spellings -----------------------------------------------------------------------------------


@kind(inside=True, weight=10)
def several_spellings(out: Writer) -> None:
    chain = out.scalar(lambda c: (c.integer and c.root.pointer) or (c.integer and not c.within))
    root, first = chain.root, chain.steps[0]
    rest = chain.text[len(root.name) + len(first[0]) + len(first[1]) :] if chain.steps else ""
    forms = []
    if root.pointer:
        tag = f"struct {root.struct}"
        fronts = [
            f"(*{root.name}).{first[1]}",
            f"{root.name}[0].{first[1]}",
            f"(*({root.name} + 0)).{first[1]}",
            f"({root.name} + 0)->{first[1]}",
            f"(&*{root.name})->{first[1]}",
            f"(&{root.name}[0])->{first[1]}",
            f"(*&{root.name})->{first[1]}",
            f"0[{root.name}].{first[1]}",
            f"(({tag} *){root.name})->{first[1]}",
            f"(({tag} *)(void *){root.name})->{first[1]}",
            f"(n, {root.name})->{first[1]}",
            f"(n & 1u ? {root.name} : {root.name})->{first[1]}",
            f"(*(&{root.name}[1] - 1)).{first[1]}",
            f"*&{root.name}->{first[1]}" if not rest else f"(*&{root.name}->{first[1]})",
        ]
        if not out.cxx:
            fronts.append(f"_Generic({root.name}, {tag} *: {root.name})->{first[1]}")
            fronts.append(f"(({{ {root.name}; }}))->{first[1]}")
        else:
            fronts += [
                f"{root.name}->{root.struct}::{first[1]}",
                f"(+{root.name})->{first[1]}",
                f"{root.name}->*&{root.struct}::{first[1]}"
                if not rest
                else f"({root.name}->*&{root.struct}::{first[1]})",
                f"static_cast<{tag} *>({root.name})->{first[1]}",
                f"const_cast<{tag} *>({root.name})->{first[1]}",
                f"(*__builtin_addressof(*{root.name})).{first[1]}",
                f"std::move({root.name})->{first[1]}",
            ]
        forms += [f + rest for f in fronts]
    for at, (what, x) in enumerate(chain.steps[1:], 1):
        before = Chain(root, chain.steps[:at], "", "").text
        after = Chain(root, chain.steps[at + 1 :], "", "").text[len(root.name) :]
        if what == ".":
            forms += [f"(&{before})->{x}{after}", f"(*&{before}).{x}{after}", f"(&({before}))[0].{x}{after}"]
        elif what == "[]":
            forms += [f"(*({before} + {x})){after}", f"{x}[{before}]{after}", f"(&{before}[{x}])[0]{after}"]
        else:
            forms += [f"(*{before}).{x}{after}", f"{before}[0].{x}{after}", f"(*({before} + 0)).{x}{after}"]
    if out.template and root.name == "s":  # aliases are not doubted where an argument decides what a name is
        forms = [chain.text.replace(root.name, f"({root.name})", 1)]
    forms += [f"*&{chain.text}", f"(*&({chain.text}))", f"({chain.text})", f"(&{chain.text})[0]"]
    for _ in range(out.choices.integer(1, 2)):
        form = out.choices.pick(forms)
        change = f"({form}) += 3;"
        if out.choices.chance(40) and not form.startswith("*"):
            change = f"{form} = ({chain.type})({out.value()} & 31u);"
        read = f"tr((unsigned)({form}));"
        out.line(out.choices.pick((change, read, f"{change} {read}")))
    out.line(f"tr((unsigned){chain.text});")
    if out.choices.chance(40):
        out.line(out.change(chain))
        out.line(f"tr((unsigned)({out.choices.pick(forms)}));")


@kind(weight=4)
def declared_by_another_spelling(out: Writer) -> None:
    chain = out.scalar(lambda c: c.integer and c.root.pointer)
    rest = chain.text[len(chain.root.name) :]
    if not rest.startswith("->"):
        return
    name = chain.root.name
    forms = [
        f"(*{name}).{rest[2:]}",
        f"{name}[0].{rest[2:]}",
        f"({name}){rest}",
        f"((struct {chain.root.struct} *){name}){rest}",
    ]
    forms.append(f"(*({name})).{rest[2:]}")
    text = out.choices.pick(forms)
    out.directive(f"#pragma pointerchain region begin declare({text})")
    with out.hoisting([chain]):
        out.middle()
        out.line(f"{text} += 2;")
        out.use(chain)
    out.directive("#pragma pointerchain region end")


# --- effects on the root, a link, a subscript, the value -----------------------------------------


def effect(out: Writer, what: str, how: str) -> None:
    """A region with a statement in it that changes what a chain is made of."""
    choices = out.choices
    if what == "subscript":
        out.line("int i = 0;")
        chain = walk(choices, out.roots[0], frozenset({"scalar"}), index="i")
        if chain is None or not any(x == "i" for _, x in chain.steps):
            root = out.roots[0]
            chain = Chain(root, (("->", "list"), ("[]", "i"), ("->", "n")), "scalar", "int")
        statement = choices.pick(("i = 1;", "i++;", "++i;", "i ^= 1;", "i = (int)(n & 1u);"))
    else:
        chain = out.integer(deep=what == "link")
        if what == "root":
            link = Chain(chain.root, (), "root", chain.root.struct)
            statement = f"{link.text} = {chain.root.other};"
        elif what == "link":
            found = link_of(out, chain)
            statement = repointing(found) if found else f"{chain.text} += 1;"
        elif what == "value":
            statement = out.change(chain)
        elif what == "leave":
            statement = out.way_out() if how != "macro with arguments" else f"{{ {out.leave()} }}"
        else:
            statement = shadow(out, chain.root)
    early = choices.chance(50)
    condition = (
        ""
        if what == "shadow" or how.startswith("include")
        else choices.weighted(((3, ""), (2, "if"), (1, "for")))
    )
    with out.region([chain, *out.pick_chains(1)] if choices.chance(30) else [chain]):
        out.use(chain, 70)
        if what == "shadow":
            with out.block():
                delivered(out, statement, how if how != "macro with arguments" else "macro")
                out.line(f"tr((unsigned){chain.text});")
                out.line(f"{chain.text} += 1;")
        elif condition == "for":
            with out.block("for (int z = 0; z < 2; z++)"):
                if early:
                    out.use(chain, 40)
                delivered(out, statement, how)
        elif condition:
            with out.block(f"if ({out.condition()})"):
                delivered(out, statement, how)
        else:
            delivered(out, statement, how)
        out.middle()
        out.use(chain)


def _effects() -> None:
    for what in ("root", "link", "subscript", "value", "leave", "shadow"):
        for how in DELIVERIES:

            def write(out: Writer, what: str = what, how: str = how) -> None:
                effect(out, what, how)

            write.__name__ = f"{how} {'changes' if what not in {'leave', 'shadow'} else ''} {what}".replace(
                "  ", " "
            )
            heavy = {"value": 3, "shadow": 2, "leave": 3}
            kind(weight=heavy.get(what, 1))(write)


_effects()


@kind(inside=True, weight=3)
def effect_in_plain_sight(out: Writer) -> None:
    """A link, or the root, is re-pointed where an expression hides it best."""
    chain = out.integer(deep=True)
    link = link_of(out, chain)
    if link is None:
        return
    to = link.target()
    forms = [
        f"tr((unsigned)({link.text} = {to})->n);",
        f"for (int z = 0; z < 1; {link.text} = {to}, z++) tr(1u);",
        f"if (({link.text} = {to}) != 0) tr(2u);",
        f"(n & 1u ? (void)({link.text} = {to}) : (void)0);",
        f"tr((unsigned)sizeof({link.text} = {to}));",
        f"*(&{link.text}) = {to};",
        f"*(n & 1u ? &{link.text} : &{link.text}) = {to};",
        f"memcpy(&{link.text}, &(struct {link.type} *){{{to}}}, sizeof {link.text});"
        if not out.cxx
        else f"std::swap({link.text}, *new (struct {link.type} *)({to}));",
    ]
    out.line(out.choices.pick(forms))
    out.line(f"tr((unsigned){chain.text});")
