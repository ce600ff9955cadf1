# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The registry of kinds, and how the effect of a statement is delivered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from progen.small.chains import Chain, Root
from progen.small.writer import Writer

Writes = Callable[[Writer], None]


@dataclass(frozen=True)
class Kind:
    """Something that a program may hold.

    An ``inside`` kind writes statements into a region; others open a region of their own and call
    ``Writer.middle`` in it, so that inside kinds get there.
    """

    name: str
    write: Writes
    inside: bool
    weight: int
    languages: tuple[bool, ...]


KINDS: dict[str, Kind] = {}


def kind(
    inside: bool = False, weight: int = 4, c: bool = True, cxx: bool = True
) -> Callable[[Writes], Writes]:
    """Register a kind by its writer's name."""

    def register(write: Writes) -> Writes:
        name = write.__name__.replace("_", " ").strip()
        KINDS[name] = Kind(name, write, inside, weight, (False,) * c + (True,) * cxx)
        return write

    return register


DELIVERIES = (
    "macro",
    "macro of a macro",
    "macro with arguments",
    "macro argument",
    "include",
    "include of a macro",
)


def delivered(out: Writer, statement: str, how: str) -> None:
    """Write ``statement`` (with its semicolon) so that the line in the function does not show it."""
    text = statement.rstrip(";")
    if how == "macro":
        out.line(f"{out.macro(text)};")
    elif how == "macro of a macro":
        out.line(f"{out.macro(out.macro(text))};")
    elif how == "macro with arguments":
        left, operator, right = text.partition(" = ")
        if operator and out.choices.chance(60):
            name = out.macro(f"{left} = (arg)", "arg")
            out.line(f"{name}({right});")
        else:
            name = out.macro(f"do {{ if (arg) {text}; }} while (0)", "arg")
            out.line(f"{name}({out.condition()});")
    elif how == "macro argument":
        out.line(f"IDS({text};)")
    elif how == "include":
        out.line(f'#include "{out.file(statement)}"')
    else:
        out.line(f'#include "{out.file(out.macro(text) + ";")}"')


def link_of(out: Writer, chain: Chain) -> Chain | None:
    """A link on the way of ``chain``, its root included."""
    links: list[Chain] = [*chain.links()]
    if chain.root.pointer:
        links.append(Chain(chain.root, (), "root", chain.root.struct))
    return out.choices.pick(links) if links else None


def repointing(link: Chain) -> str:
    """A statement that points ``link`` elsewhere."""
    return f"{link.text} = {link.target()};"


def shadow(out: Writer, root: Root) -> str:
    """A declaration that hides ``root``."""
    home = {"top": "W[2].t", "node": "W[2].np[0]", "leaf": "W[2].l[18]"}[root.struct]
    if root.pointer:
        return f"struct {root.struct} *{root.name} = &{home};"
    return f"struct {root.struct} {root.name} = {home};"


__all__ = ["DELIVERIES", "KINDS", "Kind", "delivered", "kind", "link_of", "repointing", "shadow"]
