# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Statements as a tree, from which any may be left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Path = tuple[int, ...]


@dataclass(frozen=True)
class Statement:
    """A statement, or with ``inner`` one around others: ``text { inner } tail``."""

    text: str
    inner: tuple[Statement, ...] | None = None
    tail: str = ""

    def lines(self, depth: int = 1) -> Iterator[str]:
        """Its text."""
        pad = "  " * depth
        if self.inner is None:
            yield from (pad + line for line in self.text.split("\n"))
            return
        yield f"{pad}{self.text} {{"
        for each in self.inner:
            yield from each.lines(depth + 1)
        yield f"{pad}}}{self.tail}"


@dataclass(frozen=True)
class Loops:
    """One function of the fuzzer's, with what it calls."""

    number: int
    cxx: bool
    declarations: tuple[Statement, ...]
    body: tuple[Statement, ...]
    helpers: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    """Functions of the other source."""
    included: tuple[str, ...] = ()
    """Functions of a header that the source includes."""
    tags: frozenset[str] = field(default_factory=frozenset)

    @property
    def text(self) -> str:
        """The function, behind its helpers."""
        out = [f"/* {self.number}: {', '.join(sorted(self.tags))} */", *self.helpers]
        out.append(f"unsigned f{self.number}(Top *s, Top *t, Mid *m, Leaf *l, int n, int k)")
        out += ["{", "  unsigned acc = 1; int i = 0, j = 0, r = 0;"]
        out.append("  (void)s; (void)t; (void)m; (void)l; (void)n; (void)k; (void)i; (void)j; (void)r;")
        for each in (*self.declarations, *self.body):
            out += each.lines()
        return "\n".join([*out, "  return acc;", "}", ""])

    def smaller(self) -> Iterator[Loops]:
        """The same with one statement, or what stands around some, left out."""
        for path in _paths(self.body, ()):
            for body in _without(self.body, path):
                yield _replaced(self, body=body)
        for at in range(len(self.declarations)):
            rest = self.declarations[:at] + self.declarations[at + 1 :]
            yield _replaced(self, declarations=rest)
        for at in range(len(self.helpers)):
            yield _replaced(self, helpers=self.helpers[:at] + self.helpers[at + 1 :])


def _replaced(
    of: Loops,
    body: tuple[Statement, ...] | None = None,
    declarations: tuple[Statement, ...] | None = None,
    helpers: tuple[str, ...] | None = None,
) -> Loops:
    return Loops(
        of.number,
        of.cxx,
        of.declarations if declarations is None else declarations,
        of.body if body is None else body,
        of.helpers if helpers is None else helpers,
        of.outside,
        of.included,
        of.tags,
    )


def _paths(body: tuple[Statement, ...], before: Path) -> Iterator[Path]:
    for at, each in enumerate(body):
        yield (*before, at)
        if each.inner is not None:
            yield from _paths(each.inner, (*before, at))


def _without(body: tuple[Statement, ...], path: Path) -> Iterator[tuple[Statement, ...]]:
    at, rest = path[0], path[1:]
    one = body[at]
    if rest:
        assert one.inner is not None
        for inner in _without(one.inner, rest):
            yield (*body[:at], Statement(one.text, inner, one.tail), *body[at + 1 :])
        return
    yield (*body[:at], *body[at + 1 :])
    if one.inner is not None:
        yield (*body[:at], *one.inner, *body[at + 1 :])
