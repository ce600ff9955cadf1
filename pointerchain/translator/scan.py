# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Scan: regions -> the paths that their text mentions, and which of them a local replaces.

Tokens decide what a path is; which declaration its root is, and how an occurrence is used, is
decided later with Clang (``usage``, ``checks``).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from pointerchain.source import Span
from pointerchain.translator.directives import Construct
from pointerchain.translator.lex import IDENT, Lexed, skip_space
from pointerchain.translator.mentions import Mention, find_roots, mentions
from pointerchain.translator.paths import DEREF, Path, canonical
from pointerchain.translator.regions import Declared, Layout, Region


class Hoist(NamedTuple):
    """A chain that a region keeps in a local: ``region`` is the outermost one that sees it.

    A chain that no region uses has its declare's region, or none (-1).
    """

    number: int
    region: int
    declared: Declared
    path: Path
    """The chain's path, that of its item."""


class Occurrence(NamedTuple):
    """A mention that is a hoisted chain, wholly or in its first operations."""

    hoist: int
    span: Span
    mention: Mention
    region: int
    construct: Construct | None = None
    """The directive in whose text it stands, if any."""
    confirm: bool = False
    """Whether the root is spelled otherwise than the chain's, so that Clang must say it is the same:
    under another qualification, or without ``this``, where a local may have a member's name."""
    otherwise: Occurrence | None = None
    """What the mention is where Clang says no."""


class Other(NamedTuple):
    """A mention of a chain's root that is no occurrence, in region ``region``."""

    mention: Mention
    region: int
    construct: Construct | None = None


class Scan(NamedTuple):
    """What the regions' text mentions."""

    hoists: tuple[Hoist, ...]
    occurrences: tuple[Occurrence, ...]
    others: tuple[Other, ...]
    idle: tuple[Hoist, ...]
    """Declared chains that no region uses: they are resolved all the same, to see that they could be."""
    inside: dict[int, tuple[Construct, ...]]
    """Per region: the acc and omp directives in its text, its own included."""


def implicit_this(path: Path) -> Path:
    """``this->a`` as ``a`` would be spelled: members of ``this`` are one path either way."""
    if path.root == b"this" and len(path.ops) >= 2 and path.ops[0] == DEREF:
        return Path(path.ops[1][1:], path.ops[2:])
    return path


def scan(lexed: Lexed, layout: Layout, cxx: bool) -> Scan:
    """Find every mention of a visible chain's root in every region."""
    scanner = _Scanner(lexed, layout, cxx)
    for region in layout.regions:
        if region.parent is None:
            scanner.outermost(region)
    return scanner.result()


class _Scanner:
    def __init__(self, lexed: Lexed, layout: Layout, cxx: bool) -> None:
        self.lexed, self.layout, self.cxx = lexed, layout, cxx
        self.hoists: list[Hoist] = []
        self.by_key: dict[tuple[int, Path], int] = {}
        self.occurrences: list[Occurrence] = []
        self.others: list[Other] = []
        self.used: set[int] = set()
        self.same: dict[tuple[int, Path], set[int]] = {}
        """Per hoisting region and path: the items that declare it there or in a region inside."""
        self.patterns: dict[frozenset[bytes], re.Pattern[bytes]] = {}
        self.construct_starts = [c.pragma.span.start for c in layout.constructs]
        self.inside: dict[int, tuple[Construct, ...]] = {}
        self.children: dict[int, list[Region]] = {}
        self.by_number = {region.number: region for region in layout.regions}
        for region in layout.regions:
            if region.parent is not None:
                self.children.setdefault(region.parent, []).append(region)

    def result(self) -> Scan:
        idle: list[Hoist] = []
        for declare in self.layout.declares:
            for item in declare.items:
                if id(item) not in self.used:
                    number = len(self.hoists) + len(idle)
                    idle.append(Hoist(number, -1, Declared(item, declare.pragma.span, 0), item.path))
        for region in self.layout.regions:
            for declared in region.chains[len(region.chains) - region.own :]:
                if id(declared.item) not in self.used:
                    number = len(self.hoists) + len(idle)
                    idle.append(Hoist(number, region.number, declared, declared.item.path))
        return Scan(tuple(self.hoists), tuple(self.occurrences), tuple(self.others), tuple(idle), self.inside)

    def family(self, region: Region) -> list[Region]:
        """A region and all regions in it."""
        out = [region]
        for child in self.children.get(region.number, ()):
            out += self.family(child)
        return out

    def outermost(self, region: Region) -> None:
        family = self.family(region)
        roots: set[bytes] = set()
        for member in family:
            for declared in member.chains:
                path = declared.item.path
                roots.add(path.root)
                roots.add(path.root.rpartition(b"::")[2])
                if self.cxx and path.root == b"this":
                    roots.add(implicit_this(path).root)
                elif self.cxx:
                    roots.add(b"this")
        self._scan_text(family, frozenset(roots))

    def _scan_text(self, family: list[Region], roots: frozenset[bytes]) -> None:
        region = family[0]
        pattern = self.patterns.get(roots)
        if pattern is None:
            pattern = self.patterns[roots] = find_roots(roots)
        if not roots:
            for member in family:
                self.inside[member.number] = self._constructs(member)
            return
        chains = {member.number: self._visible(member) for member in family}
        code = self.lexed.code
        for mention in mentions(code, region.span.start, region.span.end, roots, pattern):
            self._place(mention, family, chains, None)
        for member in family:
            self.inside[member.number] = self._constructs(member)
        for construct in self.inside[region.number]:
            body, text = construct.pragma.body, construct.pragma.text
            for mention in mentions(text, 0, len(text), roots, pattern, body.start):
                if construct.clause and construct.clause.start <= mention.span.start < construct.clause.end:
                    continue
                self._place(mention, family, chains, construct)

    def _constructs(self, region: Region) -> tuple[Construct, ...]:
        first = bisect_right(self.construct_starts, region.span.start - 1)
        last = bisect_right(self.construct_starts, region.span.end - 1)
        return self.layout.constructs[first:last]

    def _visible(self, region: Region) -> dict[bytes, list[tuple[Path, Declared, int]]]:
        """Per root: the chains seen in a region with the outermost region that sees each."""
        found: dict[Path, tuple[Declared, int]] = {}
        lineage: list[Region] = []
        at: Region | None = region
        while at is not None:
            lineage.insert(0, at)
            at = self.by_number.get(at.parent) if at.parent is not None else None
        for member in lineage:
            for declared in member.chains:
                path = self._canonical(declared.item.path)
                if path not in found or found[path][1] == member.number:
                    found[path] = (declared, member.number)
                if found[path][1] != member.number:
                    self.same.setdefault((found[path][1], path), set()).add(id(declared.item))
        out: dict[bytes, list[tuple[Path, Declared, int]]] = {}
        for path, (declared, number) in found.items():
            out.setdefault(path.root, []).append((path, declared, number))
        for rows in out.values():
            rows.sort(key=lambda row: -len(row[0].ops))
        return out

    def _canonical(self, path: Path) -> Path:
        path = implicit_this(path) if self.cxx else path
        return Path(path.root, canonical(path.ops))

    def _place(
        self,
        mention: Mention,
        family: list[Region],
        chains: dict[int, dict[bytes, list[tuple[Path, Declared, int]]]],
        construct: Construct | None,
    ) -> None:
        at = mention.span.start
        region = family[0]
        for member in family[1:]:
            if member.span.start <= at < member.span.end and member.span.start >= region.span.start:
                region = member
        shift = 0
        path = mention.path
        if self.cxx and path.root == b"this":
            shift = len(path.ops)
            path = implicit_this(path)
            shift -= len(path.ops)
        ops = canonical(path.ops)
        found: Occurrence | None = None
        for chain, declared, number in chains[region.number].get(path.root, ()):
            size = len(chain.ops)
            if ops[:size] == chain.ops:
                hoist = self._hoist(number, chain, declared)
                span = mention.upto(size + shift)
                implicit = declared.item.path.root == b"this" and mention.path.root != b"this"
                found = Occurrence(hoist, span, mention, region.number, construct, implicit)
                break
        if self.cxx and construct is None:
            found = self._by_name(mention, path, shift, region, chains[region.number], found) or found
        if found is None:
            self.others.append(Other(mention, region.number, construct))
        else:
            self.occurrences.append(found)

    def _by_name(
        self,
        mention: Mention,
        path: Path,
        shift: int,
        region: Region,
        chains: dict[bytes, list[tuple[Path, Declared, int]]],
        found: Occurrence | None,
    ) -> Occurrence | None:
        """A root under another qualification (``ns::g`` where ``g`` is declared) may be the same variable."""
        last = path.root.rpartition(b"::")[2]
        least = len(self.hoists[found.hoist].path.ops) if found is not None else -1
        for root, rows in chains.items():
            if root == path.root or root.rpartition(b"::")[2] != last or b"::" not in root + path.root:
                continue
            for chain, declared, number in rows:
                size = len(chain.ops)
                if size > least and canonical(path.ops)[:size] == chain.ops:
                    hoist = self._hoist(number, chain, declared)
                    span = mention.upto(size + shift)
                    return Occurrence(hoist, span, mention, region.number, None, True, found)
        return None

    def _hoist(self, number: int, chain: Path, declared: Declared) -> int:
        key = (number, chain)
        hoist = self.by_key.get(key)
        if hoist is None:
            hoist = self.by_key[key] = len(self.hoists)
            self.hoists.append(Hoist(hoist, number, declared, declared.item.path))
        self.used.update(self.same.get(key, ()))
        self.used.add(id(declared.item))
        return hoist


_PLAIN_NEXT = re.compile(rb"\s*(?:\[|->|\()")


def is_plain_read(lexed: Lexed, occurrence: Occurrence) -> bool:
    """Whether the token after an occurrence says that it is a pointer that is only followed.

    ``[`` and ``->`` read the pointer, ``(`` calls through it, whatever stands before.
    """
    return bool(_PLAIN_NEXT.match(lexed.code, occurrence.span.end))


_MEMBER = re.compile(rb"(?:->|\.)\s*(?:template\s+)?(?:(?:" + IDENT + rb"\s*)?::\s*)*(" + IDENT + rb")")


def member_tokens(code: bytes, span: Span, names: frozenset[bytes]) -> list[Span]:
    """Places of member names out of ``names`` after ``.`` or ``->``."""
    return [
        Span(*found.span(1))
        for found in _MEMBER.finditer(code, span.start, span.end)
        if found.group(1) in names
    ]


def next_char(code: bytes, at: int) -> bytes:
    """The first byte of code at or after ``at`` that is not white space."""
    at = skip_space(code, at)
    return code[at : at + 1]
