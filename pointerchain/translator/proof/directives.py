# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives: the tokens of the source's acc and omp directives, and those of the translation's.

``omp parallel num_threads(s->n)`` and ``omp parallel num_threads(pc_n)`` are alike where ``pc_n`` is the
local of ``s->n``, the directive stands in its region, and ``s`` means there what it means where that begins.

No table of clauses is asked, and Clang reads none of these texts: names are looked up in the scopes of the
tree before. A local may stand in parentheses alone, for tokens that spell its chain; clauses may be added at
the end as planned; the clause of our own goes. All else has to be the same, token for token.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import DECLARATIONS, RECORDS, Kind
from pointerchain.translator.clang.snapshot import Snapshot
from pointerchain.translator.emit.planned import Planned, PlannedChain, PlannedRegion
from pointerchain.translator.text.directives import pragmas_of
from pointerchain.translator.text.lex import Lexed, lex

_TOKEN = lazy_pattern(
    rb'"(?:[^"\\]|\\.)*"|[A-Za-z_$\x80-\xff][\w$\x80-\xff]*|\.?\d(?:[eEpP][-+]|[\w.\'])*'
    rb"|->\*?|::|\+\+|--|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||\S"
)
_NAME = lazy_pattern(rb"[A-Za-z_$\x80-\xff]")
_HEAD = lazy_pattern(rb"\s*(?:acc|omp)\b")
_OPENING, _CLOSING = frozenset((b"(", b"[", b"{")), frozenset((b")", b"]", b"}"))
_NOT_LEXICAL = frozenset((Kind.FIELD, Kind.METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.CONVERSION))
"""Declarations that are found in a class, not in the scopes around."""

Steps = tuple[object, ...]


class Directive(NamedTuple):
    """An acc or omp directive: where it begins, and its tokens."""

    start: int
    tokens: tuple[bytes, ...]


class Scopes:
    """What the functions with regions declare: by name, where each is seen in the source."""

    def __init__(self, marked: Snapshot, names: frozenset[str], back: Callable[[int], int]) -> None:
        """Only some ``names`` are looked for. Made while the parse of the tree lives."""
        kinds, parents = marked.kinds, marked.parents
        self._functions = sorted(back(marked.starts[node]) for node in marked.children(0))
        self._rows: dict[tuple[str, int], list[tuple[int, int, int]]] = {}
        """By name and function."""
        self._classes: list[Span] = []
        for node, kind in enumerate(kinds) if names else ():
            if kind not in DECLARATIONS:
                continue
            if kind in RECORDS and parents[node] > 0 and kinds[parents[node]] == Kind.DECL_STMT:
                self._classes.append(Span(back(marked.starts[node]), back(marked.ends[node])))
            member = kind == Kind.USING_DECLARATION and kinds[parents[node]] in RECORDS
            if kind in _NOT_LEXICAL or member or parents[node] <= 0:
                continue
            name = marked.name(node)
            if name in names:
                around = parents[node]
                while kinds[around] in (Kind.DECL_STMT, Kind.UNEXPOSED_DECL, Kind.ENUM):
                    around = parents[around]
                start, end = back(marked.name_place(node)), back(marked.ends[around])
                self._rows.setdefault((name, self._function(start)), []).append((start, end, node))

    def means(self, name: bytes, at: int) -> int | None:
        """The declaration in a function that a name means at a place of the source; None of one outside."""
        rows = self._rows.get((name.decode("utf-8", "replace"), self._function(at)), ())
        seen = [(start, node) for start, end, node in rows if start <= at < end]
        return max(seen)[1] if seen else None

    def _function(self, at: int) -> int:
        return bisect_right(self._functions, at)

    def in_other_class(self, one: int, other: int) -> bool:
        """Whether only one of two places lies in a class that a function declares."""
        return any(
            (span.start <= one < span.end) is not (span.start <= other < span.end) for span in self._classes
        )


class Directives:
    """The source's directives, and what may become of them."""

    def __init__(
        self, source: Lexed, marked: Snapshot, planned: Planned, back: Callable[[int], int], cxx: bool
    ) -> None:
        self.cxx = cxx
        self.before = directives_in(source) if any(each.chains for each in planned.regions) else ()
        self.added: dict[int, list[bytes]] = {}
        """By directive: the clauses that it gets."""
        for start, text in planned.added:
            self.added.setdefault(start, []).append(text.encode())
        self.regions = self._around([(Span(r.start, back(r.end.start)), r) for r in planned.regions])
        """By directive: the regions around it, innermost first."""
        chains = {chain.text for around in self.regions.values() for r in around for chain in r.chains}
        words = {token for text in chains for token in tokens(text.encode()) if _NAME.match(token)}
        self.scopes = Scopes(marked, frozenset(word.decode("utf-8", "replace") for word in words), back)

    def _around(self, regions: list[tuple[Span, PlannedRegion]]) -> dict[int, list[PlannedRegion]]:
        found: dict[int, list[PlannedRegion]] = {}
        waiting = sorted(regions, key=lambda row: (row[0].start, -row[0].end), reverse=True)
        opened: list[tuple[Span, PlannedRegion]] = []
        for each in self.before:
            while waiting and waiting[-1][0].start <= each.start:
                opened.append(waiting.pop())
            opened = [row for row in opened if each.start < max(row[0].end, row[0].start + 1)]
            if opened:
                found[each.start] = [region for _, region in reversed(opened)]
        return found

    def problem(self, output: bytes) -> tuple[int, str] | None:
        """Where a directive of a translation is not what it has to be, and what is wrong with it."""
        if not self.before:
            return None
        after = directives_in(lex(output, self.cxx))
        if len(after) != len(self.before):
            return self.before[0].start, "another number of directives"
        for one, other in zip(self.before, after, strict=True):
            what = "" if one.tokens == other.tokens else _Comparison(self, one, other).problem()
            if one.start in self.regions:
                what = what or self._left(one, other)
            if what:
                return one.start, what
        return None

    def chains_at(self, at: int) -> list[tuple[PlannedRegion, PlannedChain]]:
        """The chains whose locals live at a place of the source, those of the innermost region first."""
        return [(region, chain) for region in self.regions.get(at, ()) for chain in region.chains]

    def same_meaning(self, names: Iterable[bytes], at: int, region: PlannedRegion) -> bool:
        """Whether names mean at a place what they mean where a region begins."""
        if self.scopes.in_other_class(at, region.start):
            return False
        return all(self.scopes.means(name, at) == self.scopes.means(name, region.start) for name in names)

    def spells(self, toks: Sequence[bytes], chain: PlannedChain) -> bool:
        """Whether tokens spell a chain as its declare does, but for ``*``, ``[0]`` and ``this->``."""
        return _access(toks, self.cxx) == _access(tokens(chain.text.encode()), self.cxx)

    def _left(self, one: Directive, other: Directive) -> str:
        """What a directive still says of a chain whose memory has an old value."""
        written = [(region, chain) for region, chain in self.chains_at(one.start) if chain.written]
        for region, chain in written:
            if chain.text.isidentifier():
                continue  # a word of the directive may be spelled so
            own = tokens(chain.text.encode())
            for at in range(len(other.tokens) - len(own) + 1):
                if other.tokens[at : at + len(own)] == own and other.tokens[at - 1] not in (
                    b".",
                    b"->",
                    b"::",
                ):
                    if self.same_meaning(_names(own), one.start, region):
                        return "a use of the chain in a directive is not replaced"
        return ""


class _Comparison:
    """A directive of the source beside that of the translation."""

    def __init__(self, directives: Directives, before: Directive, after: Directive) -> None:
        self.directives, self.at = directives, before.start
        self.old, self.new = before.tokens, after.tokens
        self.locals: Mapping[bytes, tuple[PlannedRegion, PlannedChain]] = {
            chain.local.encode(): (region, chain)
            for region, chain in reversed(directives.chains_at(before.start))
        }

    def problem(self) -> str:
        """What is wrong with the translation's; '' where nothing is."""
        i = j = depth = 0
        old, new = self.old, self.new
        while i < len(old):
            if depth == 0 and (skipped := self._own_clause(i, j)) > i:
                i = skipped
            elif j < len(new) and old[i] == new[j] and new[j] not in self.locals:
                depth += (old[i] in _OPENING) - (old[i] in _CLOSING)
                i, j = i + 1, j + 1
            else:
                end = self._chain(i, j, depth) if j < len(new) else -1
                if end < 0:
                    return "a directive is changed in a way that no chain explains"
                i, j = end, j + 1
        return "" if self._is_added(new[j:]) else "a directive has a clause that is not planned"

    def _own_clause(self, i: int, j: int) -> int:
        """Behind the clause ``pointerchain(...)``, and a comma beside it that goes with it."""
        old = self.old
        comma = old[i] == b"," and (j >= len(self.new) or self.new[j] != b",")
        at = i + comma
        if old[at : at + 2] != (b"pointerchain", b"("):
            return i
        end = _closing(old, at + 1) + 1
        follows = old[end : end + 1] == (b",",) and not comma and self.new[j : j + 1] != (b",",)
        return end + follows

    def _chain(self, i: int, j: int, depth: int) -> int:
        """Where the tokens end that spell the chain of a local; -1 where they do not."""
        old, found = self.old, self.locals.get(self.new[j])
        if found is None or depth == 0 or old[i - 1] in (b".", b"->", b"::"):
            return -1
        region, chain = found
        behind = self.new[j + 1] if j + 1 < len(self.new) else b""
        alike = i + len(tokens(chain.text.encode()))
        for end in (alike, *range(len(old), i, -1)):
            if end > len(old) or (end < len(old) and (old[end] != behind or behind == b"(")):
                continue
            if self.directives.spells(old[i:end], chain):
                return end if self._means_the_same(old[i:end], region, chain) else -1
        return -1

    def _means_the_same(self, toks: Sequence[bytes], region: PlannedRegion, chain: PlannedChain) -> bool:
        """Whether the names in tokens that spell a chain mean what they mean in its declare."""
        own = tokens(chain.text.encode())
        one, other = _access(toks, False)[0], _access(own, False)[0]
        names = [*_names(toks), *_names(own)]
        if (one == b"this") is not (other == b"this"):
            # 'n' is 'this->n' where nothing hides the member
            bare, place = (other, region.start) if one == b"this" else (one, self.at)
            if not isinstance(bare, bytes) or self.directives.scopes.means(bare, place) is not None:
                return False
            names.remove(bare)
        return self.directives.same_meaning(names, self.at, region)

    def _is_added(self, rest: Sequence[bytes]) -> bool:
        """Whether tokens are the clauses that are planned, and their locals live there."""
        planned = [token for text in self.directives.added.get(self.at, ()) for token in tokens(text)]
        names = [token for token in rest if token.startswith(b"pc_")]
        return list(rest) == planned and all(name in self.locals for name in names)


def directives_in(text: Lexed) -> tuple[Directive, ...]:
    """The acc and omp directives of a text, also those that a preprocessor skips."""
    found = []
    for pragma in pragmas_of(text):
        if _HEAD.match(pragma.text):
            found.append(Directive(pragma.span.start, tokens(pragma.text)))
    return tuple(found)


@lru_cache(4096)
def tokens(text: bytes) -> tuple[bytes, ...]:
    """The tokens of a directive's text; a string is one."""
    return tuple(_TOKEN.findall(text))


def _names(toks: Sequence[bytes]) -> list[bytes]:
    """The names among tokens that scopes say the meaning of: no members."""
    before = (b"", *toks)
    return [
        token
        for token, last in zip(toks, before, strict=False)
        if _NAME.match(token) and last not in (b".", b"->", b"::") and token != b"this"
    ]


def _closing(toks: Sequence[bytes], at: int) -> int:
    depth = 0
    for index in range(at, len(toks)):
        depth += (toks[index] in _OPENING) - (toks[index] in _CLOSING)
        if depth == 0:
            return index
    return len(toks)


# --- accesses -------------------------------------------------------------------------------------------


class _Unread(Exception):
    """Tokens are no access; never leaves this module."""


def _access(toks: Sequence[bytes], cxx: bool) -> Steps:
    """The root and the steps that tokens spell: ``(*s).a[0]`` as ``s->a`` and ``*``; else the tokens."""
    try:
        steps, end = _unary(toks, 0, 0)
    except _Unread:
        return tuple(toks)
    if end < len(toks):
        return tuple(toks)
    member = steps[2] if len(steps) > 2 else None
    if cxx and steps[:2] == (b"this", "*") and isinstance(member, tuple):
        return (member[1], *steps[3:])  # 'this->n' is 'n'
    return steps


def _unary(toks: Sequence[bytes], at: int, depth: int) -> tuple[Steps, int]:
    if depth > 20 or at >= len(toks):
        raise _Unread
    if toks[at] == b"*":
        steps, end = _unary(toks, at + 1, depth + 1)
        return (*steps, "*"), end
    if toks[at] == b"(":
        steps, end = _unary(toks, at + 1, depth + 1)
        if toks[end : end + 1] != (b")",):
            raise _Unread
        end += 1
    else:
        steps, end = _root(toks, at)
    while end < len(toks):
        if toks[end] in (b".", b"->") and end + 1 < len(toks) and _NAME.match(toks[end + 1]):
            arrow = ("*",) if toks[end] == b"->" else ()
            name, end = _root(toks, end + 1)
            steps = (*steps, *arrow, (".", name[0]))
        elif toks[end] == b"[":
            close = _closing(toks, end)
            inside = tuple(toks[end + 1 : close])
            number = _number(inside)
            steps = (*steps, "*" if number == 0 else ("[", inside if number is None else number))
            end = close + 1
        else:
            break
    return steps, end


def _number(toks: tuple[bytes, ...]) -> int | None:
    """The value of a subscript that is one integer."""
    try:
        return int(toks[0].rstrip(b"uUlL"), 0) if len(toks) == 1 else None
    except ValueError:
        return None


def _root(toks: Sequence[bytes], at: int) -> tuple[Steps, int]:
    """A name, qualified or not."""
    name, end = b"", at
    while end < len(toks) and (toks[end] == b"::" or _NAME.match(toks[end])):
        if name and toks[end] != b"::" and not name.endswith(b"::"):
            break
        name, end = name + toks[end], end + 1
    if not name:
        raise _Unread
    return (name,), end
