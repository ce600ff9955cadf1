# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random paths through the types of ``world.py``."""

from __future__ import annotations

from dataclasses import dataclass, replace

from progen.choices import Choices

SCALARS = {
    "n": "int",
    "u": "unsigned",
    "d": "double",
    "e": "double",
    "c": "unsigned char",
    "h": "word",
    "hits": "int",
}
INTEGERS = frozenset({"int", "unsigned", "unsigned char", "word"})
# struct -> (member, kind, what it leads to)
MEMBERS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "top": (
        ("p", "link", "node"),
        ("q", "link", "node"),
        ("own", "part", "node"),
        ("list", "links", "leaf"),
        ("n", "scalar", ""),
        ("u", "scalar", ""),
        ("e", "scalar", ""),
    ),
    "node": (
        ("a", "link", "leaf"),
        ("b", "link", "leaf"),
        ("own", "part", "leaf"),
        ("two", "parts", "leaf"),
        ("n", "scalar", ""),
        ("e", "scalar", ""),
        ("m", "array", "int"),
        ("w", "data", "int"),
    ),
    "leaf": (
        ("n", "scalar", ""),
        ("u", "scalar", ""),
        ("d", "scalar", ""),
        ("c", "scalar", ""),
        ("h", "scalar", ""),
        ("v", "array", "int"),
    ),
}
LEADS = frozenset({"link", "part", "links", "parts"})
TWINS = {"p": "np", "q": "nq"}


@dataclass(frozen=True)
class Root:
    """A variable that chains begin with; ``home`` is the object in ``W`` that it leads to."""

    name: str
    struct: str
    pointer: bool
    home: str
    assignable: bool = True

    @property
    def other(self) -> str:
        """What it may be re-pointed to (or be given): an object that no chain leads to."""
        spare = {"top": "W[2].t", "node": "W[2].np[0]", "leaf": "W[2].l[18]"}[self.struct]
        return f"&{spare}" if self.pointer else spare


@dataclass(frozen=True)
class Chain:
    """A path: ``steps`` are ("->", member), (".", member) and ("[]", subscript).

    ``kind`` is scalar, bits, array, data (a pointer to ints), link, part (a struct by value) or root.
    ``type`` is the scalar's type, the element's, or the struct's tag.
    """

    root: Root
    steps: tuple[tuple[str, str], ...]
    kind: str
    type: str

    @property
    def text(self) -> str:
        return spelled(self.root.name, self.steps)

    @property
    def last(self) -> str:
        """The last member's name."""
        return next(x for what, x in reversed(self.steps) if what != "[]")

    @property
    def front(self) -> str:
        """The text before the last link, without it; the whole chain ends in a member."""
        return spelled(self.root.name, self.steps[:-1])

    @property
    def holder(self) -> str:
        """The struct that the last member is of."""
        before = self.prefixes()
        return before[-1].type if before else self.root.struct

    @property
    def integer(self) -> bool:
        return self.kind == "scalar" and self.type in INTEGERS

    @property
    def within(self) -> bool:
        """Whether it is a part of its root."""
        return not self.root.pointer and all(what != "->" for what, _ in self.steps)

    def prefixes(self) -> list[Chain]:
        """The links on the way, shortest first: chains that this one begins with."""
        found: list[Chain] = []
        struct = self.root.struct
        for at, (what, x) in enumerate(self.steps[:-1]):
            if what == "[]":
                continue
            kind, target = next((k, t) for m, k, t in MEMBERS[struct] if m == x)
            struct = target
            if kind in {"link", "part"}:
                found.append(Chain(self.root, self.steps[: at + 1], kind, target))
            elif self.steps[at + 1][0] == "[]" and at + 2 < len(self.steps):
                kind = {"links": "link", "parts": "part"}[kind]
                found.append(Chain(self.root, self.steps[: at + 2], kind, target))
        return found

    def links(self) -> list[Chain]:
        """The prefixes that are pointers."""
        return [p for p in self.prefixes() if p.kind == "link"]

    def target(self) -> str:
        """For a link or data pointer: what it may be pointed to, an address that no other link has."""
        world = self.root.home.split(".")[0]
        if self.kind == "root":
            return self.root.other
        if self.last in TWINS:
            return f"&{world}.{TWINS[self.last]}[1]"
        if self.last == "list":
            return f"&{world}.l[21]"
        base = {"p": 0, "q": 1, "own": 2}.get(self.steps[0][1], 0) if self.root.struct == "top" else 0
        if self.kind == "data":
            return f"{world}.pool + {8 * 2 * base + 4}"
        return f"&{world}.l[{6 * base + (2 if self.last == 'a' else 5)}]"

    def rooted(self, root: Root) -> Chain:
        return replace(self, root=root)


def spelled(text: str, steps: tuple[tuple[str, str], ...]) -> str:
    for what, x in steps:
        text += f"[{x}]" if what == "[]" else f"{what}{x}"
    return text


def walk(
    choices: Choices, root: Root, kinds: frozenset[str], index: str = "", start: Chain | None = None
) -> Chain | None:
    """A random path from ``root`` (or on from ``start``) to one of ``kinds``; ``index`` is a variable below 2."""
    struct = start.type if start else root.struct
    steps = list(start.steps) if start else []
    pointer = start.kind == "link" if start else root.pointer
    for _ in range(6):
        members = [m for m in MEMBERS[struct] if m[1] in LEADS or m[1] in kinds]
        if not members:
            return None
        ends = [m for m in members if m[1] not in LEADS]
        leads = [m for m in members if m[1] in LEADS]
        if leads and (not ends or choices.chance(60 if struct == "top" else 45)):
            name, kind, target = choices.pick(leads)
        elif ends:
            name, kind, target = choices.pick(ends)
        else:
            return None
        steps.append(("->" if pointer else ".", name))
        if kind not in LEADS:
            return Chain(root, tuple(steps), kind, SCALARS[name] if kind == "scalar" else target)
        if kind in {"links", "parts"}:
            steps.append(("[]", index if index and choices.chance(70) else str(choices.integer(0, 1))))
            kind = kind[:-1]
        pointer, struct = kind == "link", target
        if kind in kinds and choices.chance(60):
            return Chain(root, tuple(steps), kind, target)
    return None
