# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chains through the world: ``s->mid->leaf->n``, with the objects that following it reads."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from progen.choices import Choices

PARAMETERS = {"s": "Top *", "t": "Top *", "m": "Mid *", "l": "Leaf *", "n": "int", "k": "int"}
LOCALS = {
    "z": ("Mid *", "Mid *z = s->mid;"),
    "y": ("Leaf *", "Leaf *y = m->other;"),
    "v": ("Top", "Top v = *s;"),
    "w": ("Mid", "Mid w = *m;"),
    "q": ("Leaf", "Leaf q = *l;"),
    "roots": ("Top **", "Top *roots[3] = {s, t, s->back};"),
    "mids": ("Mid **", "Mid *mids[3] = {m, s->alt, t->mid};"),
    "sl": ("Top *", "static Top *sl; sl = t;"),
    "e": ("int", "int e = k & 1;"),
    "cs": ("Top *", "Top *const cs = s;"),
    "ct": ("const Top *", "const Top *ct = s;"),
    "row": ("Leaf **", "Leaf **row = m->tab;"),
    "shelf": ("Mid *", "Mid shelf[2] = {*m, *s->mid};"),
    "up": ("Mid **", "Mid **up = &s->mid;"),
    "rs": ("Top", "Top &rs = *s;"),
    "rm": ("Mid", "Mid &rm = *m;"),
    "rz": ("Mid *", "Mid *&rz = s->mid;"),
    "rl": ("Leaf *", "Leaf *&rl = m->leaf;"),
    "b0": ("Leaf *", "auto &[b0, b1, b2] = m->tab;"),
    "sb": ("Leaf *", "auto [sa, sb, sc] = m->tab;"),
    "view": ("View", "View view = {m->leaf, *s->mid, l->n};"),
    "buf": ("char *", "char buf[8] = {0};"),
    "fresh": (
        "Mid **",
        "Mid **fresh = (Mid **)malloc(3 * sizeof *fresh); if (!fresh) abort(); "
        "fresh[0] = m; fresh[1] = s->alt; fresh[2] = t->mid;",
    ),
    "kept": (
        "Mid **",
        "Mid **kept = (Mid **)calloc(2, sizeof *kept); kept[0] = kept[1] = m; s->mp = kept;",
    ),
    "board": (
        "Mid **",
        "Mid *board[3] = {m, s->alt, t->mid}; s->mp = board;",
    ),
    "bag": ("int *", "int *bag = NULL; bag = (int *)malloc(4 * sizeof *bag); memset(bag, 0, 16);"),
    "few": ("int *", "int few[4] = {1, 2, 3, 4};"),
    "lots": ("Leaf **", "Leaf **lots = depot; lots[0] = l; lots[1] = m->leaf; lots[2] = t->mid->other;"),
    "pens": ("int **", "int **pens = stock; pens[0] = &l->n; pens[1] = &l->idx[1]; pens[2] = &m->k;"),
    "nibs": ("double **", "double **nibs = tints; nibs[0] = &l->v; nibs[1] = nibs[2] = &m->w;"),
    "nets": ("Mid ***", "Mid ***nets = mesh; nets[0] = &s->mid; nets[1] = nets[2] = &t->alt;"),
}
"""Variables that a function may declare: the type that a helper's parameter has for it, and its declaration."""
OUTSIDE = {"G": "Top *", "GT": "Top", "GL": "Leaf *", "GI": "int", "T": "Top *", "M": "Mid *", "L": "Leaf *"}
HERE = {"GS": "Top *", "GM": "Mid", "gl": "Leaf *", "gk": "int"}
"""Variables of the source itself, which other sources do not see."""

ROOTS = (
    (9, "s", "Top", True),
    (5, "m", "Mid", True),
    (2, "t", "Top", True),
    (2, "z", "Mid", True),
    (3, "v", "Top", False),
    (2, "w", "Mid", False),
    (2, "G", "Top", True),
    (2, "GS", "Top", True),
    (2, "GM", "Mid", False),
    (1, "GT", "Top", False),
    (1, "sl", "Top", True),
    (1, "cs", "Top", True),
    (1, "ct", "Top", True),
    (1, "y", "Leaf", True),
    (1, "l", "Leaf", True),
    (1, "gl", "Leaf", True),
    (1, "roots[k]", "Top", True),
    (1, "mids[k]", "Mid", True),
    (1, "T[k]", "Top", False),
    (2, "row[k]", "Leaf", True),
    (1, "shelf[e]", "Mid", False),
    (2, "(*s->mp)", "Mid", True),
    (2, "fresh[k]", "Mid", True),
    (2, "(*up)", "Mid", True),
    (2, "lots[k]", "Leaf", True),
    (1, "(*nets[k])", "Mid", True),
)
REFERENCES = (
    (3, "rs", "Top", False),
    (2, "rm", "Mid", False),
    (5, "rz", "Mid", True),
    (3, "rl", "Leaf", True),
    (2, "b0", "Leaf", True),
    (1, "sb", "Leaf", True),
    (2, "view.rp", "Leaf", True),
    (1, "view.rm", "Mid", False),
)
POINTERS = {
    "Top": (
        ("mid", "Mid"),
        ("mid", "Mid"),
        ("alt", "Mid"),
        ("mids[k]", "Mid"),
        ("mids[1]", "Mid"),
        ("back", "Top"),
    ),
    "Mid": (
        ("leaf", "Leaf"),
        ("leaf", "Leaf"),
        ("other", "Leaf"),
        ("tab[k]", "Leaf"),
        ("tab[gk]", "Leaf"),
        ("ul", "Leaf"),
        ("next", "Mid"),
        ("heap", "Leaf"),
    ),
    "Leaf": (),
}
NULLABLE = {"Top": ("maybe", "Mid"), "Mid": ("opt", "Leaf"), "Leaf": ("peer", "Leaf")}
WITHIN = {"Top": (("in", "Mid"), ("arr[1]", "Mid"), ("arr[e]", "Mid")), "Mid": (("own", "Leaf"),), "Leaf": ()}
ENDS = {
    "Leaf": (
        *(
            ("n", "int"),
            ("n", "int"),
            ("v", "double"),
            ("dat", "double[4]"),
            ("idx", "int[4]"),
            ("pn", "int *"),
        ),
        *(("pv", "double *"), ("u", "unsigned"), ("c", "enum color"), ("h", "short"), ("ch", "char")),
        *(("bf", "bits"), ("x.ui", "int"), ("x.uu", "unsigned"), ("x.uh", "short[2]")),
    ),
    "Mid": (
        ("k", "int"),
        ("aa", "int"),
        ("w", "double"),
        ("own.n", "int"),
        ("own.dat", "double[4]"),
        ("pk", "int *"),
        ("own", "Leaf"),
    ),
    "Top": (("cnt", "int"), ("in.k", "int"), ("big", "long")),
}


class Link(NamedTuple):
    """An object that a chain reads: an lvalue, its type, and the object that it is a member of."""

    text: str
    type: str
    holder: str = ""
    held: str = ""
    """The holder's type."""


class Chain(NamedTuple):
    """A chain: what it is spelled, its type, its root's name, and what it reads, the chain itself the last."""

    text: str
    type: str
    root: str
    links: tuple[Link, ...]
    maybe: str = ""
    """The link in it that may be null."""

    @property
    def arrows(self) -> int:
        """The pointers that it follows."""
        return self.text.count("->") + self.text.count("(*")


@dataclass
class Scope:
    """The variables that a function has, in the order in which they are declared."""

    choices: Choices
    cxx: bool
    number: int
    declared: dict[str, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)
    helpers: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    """Functions of the other source."""
    included: list[str] = field(default_factory=list)
    """Functions of a header."""
    fresh: int = 0

    def need(self, text: str) -> None:
        """Declare the variables that a text names."""
        for word in re.findall(r"(?<![\w>.])[a-z]\w*", re.sub(r"->\s*\w+|\.\s*\w+", "", text)):
            if word in LOCALS and word not in self.declared:
                self.declared[word] = LOCALS[word][1]
                self.types[word] = LOCALS[word][0]

    def name(self, stem: str) -> str:
        """A name that nothing else has."""
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def declare(self, type_: str, stem: str, value: str) -> str:
        """Declare a variable before the loops: its name."""
        self.need(value)
        name = self.name(stem)
        self.declared[name] = f"{type_}{'' if type_.endswith('*') else ' '}{name} = {value};"
        self.types[name] = type_
        return name


def member(text: str, pointer: bool, name: str) -> str:
    """``text->name``."""
    return f"{text}{'->' if pointer else '.'}{name}"


def chain(scope: Scope, nullable: bool = False, ends: bool = True) -> Chain:
    """A random chain; ``nullable``: with a link that may be null; not ``ends``: one that is a link itself."""
    choices = scope.choices
    roots = [(row[0], row) for row in (ROOTS + (REFERENCES if scope.cxx else ()))]
    _, text, of, pointer = choices.weighted(roots)
    root = re.match(r"\(?\*?(\w+)", text)
    assert root is not None
    links: list[Link] = []
    if pointer:
        links.append(Link(text, f"{of} *"))
        if text == "(*s->mp)":
            links.insert(0, Link("s->mp", "Mid **", "(*s)", "Top"))
        if text == "(*nets[k])":
            links.insert(0, Link("nets[k]", "Mid **"))
        if text == "(*up)":
            links.insert(0, Link("up", "Mid **"))
    hops = choices.weighted(((5, 1), (8, 0), (4, 2), (1, 3)))
    maybe = ""
    while True:
        options = POINTERS[of]
        holder = f"(*{text})" if pointer else text
        if nullable and not maybe and (hops <= 0 or choices.chance(30) or not options):
            name, to = NULLABLE[of]
            maybe = text = member(text, pointer, name)
        elif hops > 0 and options:
            name, to = choices.pick(options)
            text = member(text, pointer, name)
        elif not links and options:
            name, to = choices.pick(options)
            text = member(text, pointer, name)
        elif WITHIN[of] and choices.chance(12):
            name, to = choices.pick(WITHIN[of])
            text, of, pointer = member(text, pointer, name), to, False
            continue
        else:
            break
        links.append(Link(text, f"{to} *", holder, of))
        of, pointer = to, True
        hops -= 1
    if not ends and links[-1].text == text:
        scope.need(text)
        return Chain(text, f"{of} *", root[1], tuple(links), maybe)
    name, type_ = choices.pick(ENDS[of])
    holder = f"(*{text})" if pointer else text
    text = member(text, pointer, name)
    links.append(Link(text, type_, holder, of))
    scope.need(text)
    return Chain(text, type_, root[1], tuple(links), maybe)


def read(choices: Choices, of: Chain) -> str:
    """An unsigned value that is what a chain leads to."""
    text = of.text
    if of.type == "double":
        return f"(unsigned)(int)({text} * 4.0)"
    if of.type == "double[4]":
        at = choices.pick(("i & 3", "0", "k"))
        return choices.pick(
            (f"(unsigned)(int)({text}[{at}] * 4.0)", f"(unsigned)(int)(read_dat({text}, {at}) * 4.0)")
        )
    if of.type == "int[4]":
        return f"(unsigned){text}[{choices.pick(('i & 3', '2', 'k'))}]"
    if of.type == "short[2]":
        return f"(unsigned){text}[{choices.pick(('i & 1', '0', 'k & 1'))}]"
    if of.type == "int *":
        return choices.pick((f"(unsigned)*{text}", f"(unsigned){text}[0]", f"(unsigned)read_ip({text})"))
    if of.type == "double *":
        return f"(unsigned)(int)(*{text} * 4.0)"
    if of.type == "Leaf":
        return choices.pick(
            (f"(unsigned)copy_leaf({text})", f"(unsigned){text}.n", f"(unsigned)read_leaf(&{text})")
        )
    if of.type == "Leaf *":
        return choices.pick(
            (f"(unsigned){text}->n", f"(unsigned)read_leaf({text})", f"({text} == l ? 3u : 5u)")
        )
    if of.type == "Mid *":
        return choices.pick(
            (f"(unsigned){text}->k", f"(unsigned){text}->leaf->n", f"(unsigned)read_mid({text})")
        )
    if of.type == "Top *":
        return f"(unsigned){text}->cnt"
    return f"(unsigned){text}"
