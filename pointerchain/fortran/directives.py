# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The words of a directive -> what it asks for, or what is wrong with them.

``deepcopy enter(x, a%b(2:n)) technique(arena)`` becomes ``Action('enter', (x, a%b(2:n)),
technique='arena')``.
"""

from __future__ import annotations

import re

from pointerchain.diagnostics import Diagnostic, diagnostic
from pointerchain.fortran.declarations import closing, split
from pointerchain.fortran.lines import Directive
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span

TECHNIQUES = ("auto", "base", "base+", "tcpy", "pcpy", "arena")
KINDS = ("owned", "shared", "observer", "skip")
DIRECTIONS = ("to", "from", "tofrom", "alloc")
_WORDS = ("deepcopy", "policy", "types", "declare", "region", "promise", "shape")
_EXPECTED = "'deepcopy', 'policy', 'types', 'declare', 'region' or 'promise'"
_VERBS = ("enter", "exit", "update", "region")
# What the directives of C have and these do not.
_LATER = ("wait", "write", "read", "send", "recv", "bcast")
_LATER_CLAUSES = (
    "if",
    "device",
    "async",
    "nowait",
    "to",
    "from",
    "tag",
    "comm",
    "buffered",
    "request",
    "wait",
)


class Name(NamedTuple):
    """A word of the source, with its place."""

    text: str
    span: Span


class Part(NamedTuple):
    """One part of a designator: its name, and what stands in its brackets, None where it has none."""

    name: str
    subscripts: tuple[str, ...] | None


class Root(NamedTuple):
    """What a directive names: the text as written, its parts, and its place."""

    text: str
    parts: tuple[Part, ...]
    span: Span


class Action(NamedTuple):
    """``verb`` is 'enter', 'exit', 'update host', 'update device', 'update structure' or 'begin'."""

    verb: str
    roots: tuple[Root, ...]
    technique: str
    delete: bool
    source: Directive


class RegionEnd(NamedTuple):
    """``deepcopy region end``."""

    source: Directive


class Policy(NamedTuple):
    """``policy(Type: skip(a, b), to(c))``; ``lists`` has a word and its members for each."""

    type: Name
    lists: tuple[tuple[str, tuple[Name, ...]], ...]
    source: Directive


class Types(NamedTuple):
    """``types``: the types of this module are described, though nothing else here asks for it."""

    source: Directive


class Declare(NamedTuple):
    """``declare(sim%atoms%x, ...)``."""

    chains: tuple[Root, ...]
    source: Directive


class Promise(NamedTuple):
    """``promise(reads(f, g))``: procedures that change nothing which a chain reads."""

    reads: tuple[str, ...]
    source: Directive


class Hoist(NamedTuple):
    """``region begin [declare(...)]``, or ``region declare(...)``, whose region is the next ``statement``."""

    chains: tuple[Root, ...]
    source: Directive
    statement: bool = False


class HoistEnd(NamedTuple):
    """``region end``."""

    source: Directive


Read = Action | RegionEnd | Policy | Types | Declare | Promise | Hoist | HoistEnd


def read_directive(file: str, source: Directive) -> tuple[Read | None, tuple[Diagnostic, ...]]:
    """What a directive asks for; None where something is wrong with it."""
    reader = _Words(file, source)
    try:
        return reader.read(), ()
    except _Wrong as wrong:
        return None, (wrong.diagnostic,)


class _Wrong(Exception):
    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.message)
        self.diagnostic = found


class _Words:
    def __init__(self, file: str, source: Directive) -> None:
        self.file, self.source, self.text = file, source, source.text
        self.at = 0

    def wrong(self, code: str, start: int, end: int, form: str = "", **fields: str) -> _Wrong:
        return _Wrong(diagnostic(code, self.file, self.source.part(start, end), (), None, form, **fields))

    def read(self) -> Read:
        word, start = self.word("a directive's name", "!$pointerchain")
        if word == "deepcopy":
            return self.deepcopy()
        if word == "policy":
            return self.policy()
        if word == "types":
            self.end()
            return Types(self.source)
        if word == "declare":
            return Declare(self.chains("declare"), self.source)
        if word == "region":
            return self.region()
        if word == "promise":
            return self.promise()
        if word == "shape":
            raise self.wrong("not-in-fortran", start, self.at, "shape")
        raise self.unknown(word, "!$pointerchain", start, _WORDS[:6], _EXPECTED)

    def chains(self, word: str) -> tuple[Root, ...]:
        """A directive's last list of chains."""
        out = []
        for start, end in self.listed(word):
            one = self.root(start, end)
            if len(one.parts) < 2:
                raise self.wrong("bad-chain", start, end, "no_link", chain=one.text)
            out.append(one)
        self.end()
        return tuple(out)

    def region(self) -> Read:
        known, expected = ("begin", "end", "declare"), "'begin', 'end' or 'declare'"
        what, start = self.word(expected, "region")
        if what == "end":
            self.end()
            return HoistEnd(self.source)
        if what == "declare":
            return Hoist(self.chains("region declare"), self.source, statement=True)
        if what != "begin":
            raise self.unknown(what, "region", start, known, expected)
        if not self.rest():
            return Hoist((), self.source)
        word, start = self.word("'declare'", "region begin")
        if word != "declare":
            raise self.unknown(word, "region begin", start, ("declare",), "'declare'")
        return Hoist(self.chains("declare"), self.source)

    def promise(self) -> Promise:
        names: list[str] = []
        for start, end in self.listed("promise"):
            item = self.text[start:end].strip().lower()
            found = re.fullmatch(r"reads\s*\(([\s\w,]+)\)", item)
            if found is None:
                if re.match(r"unaliased\b", item):
                    raise self.wrong("not-in-fortran", start, end, "verb", directive="promise(unaliased)")
                raise self.unknown(item.split("(")[0], "promise", start, ("reads",), "'reads(...)'")
            names += [each.strip() for each in found[1].split(",")]
        self.end()
        return Promise(tuple(names), self.source)

    def deepcopy(self) -> Read:
        verb, start = self.word("'enter', 'exit', 'update' or 'region'", "deepcopy")
        if verb in _LATER:
            raise self.wrong("not-in-fortran", start, self.at, "verb", directive=f"deepcopy {verb}")
        if verb == "update":
            what, begin = self.word("'host', 'device' or 'structure'", "update")
            if what not in ("host", "device", "structure"):
                expected = "'host', 'device' or 'structure'"
                raise self.unknown(what, "update", begin, ("host", "device", "structure"), expected)
            return self.action(f"update {what}", what, ())
        if verb == "region":
            what, begin = self.word("'begin' or 'end'", "region")
            if what == "end":
                self.end()
                return RegionEnd(self.source)
            if what != "begin":
                raise self.unknown(what, "region", begin, ("begin", "end"), "'begin' or 'end'")
            return self.action("begin", "begin", ("technique",))
        if verb in ("enter", "exit"):
            return self.action(verb, verb, ("technique",) if verb == "enter" else ("delete",))
        raise self.unknown(verb, "deepcopy", start, _VERBS, "'enter', 'exit', 'update' or 'region'")

    def action(self, verb: str, after: str, clauses: tuple[str, ...]) -> Action:
        roots: list[Root] = []
        for start, end in self.listed(after):
            roots.append(self.root(start, end))
        technique, delete = "auto", False
        seen: set[str] = set()
        while self.rest():
            word, start = self.word("a clause", ")")
            if word in seen:
                raise self.wrong("trailing-text", start, self.at, word=word)
            seen.add(word)
            if word == "technique" and "technique" in clauses:
                begin, end = self.bracket("technique")
                technique = self.text[begin:end].strip().lower()
                if technique not in TECHNIQUES:
                    known = ", ".join(f"'{each}'" for each in TECHNIQUES[:-1]) + f" or '{TECHNIQUES[-1]}'"
                    raise self.wrong("unknown-word", begin, end, "technique", word=technique, expected=known)
            elif word == "delete" and "delete" in clauses:
                delete = True
            elif word in _LATER_CLAUSES or word in ("technique", "delete"):
                raise self.wrong(
                    "not-in-fortran", start, self.at, "clause", word=word, directive=f"deepcopy {verb}"
                )
            else:
                near = tuple(clauses) or ("technique",)
                expected = " or ".join(f"'{each}'" for each in clauses) or "nothing more"
                raise self.unknown(word, f"{after}(...)", start, near, expected)
        return Action(verb, tuple(roots), technique, delete, self.source)

    def policy(self) -> Policy:
        begin, end = self.bracket("policy")
        inside = self.text[begin:end]
        found = re.match(r"\s*(\w+)\s*:(?!:)", inside)
        if found is None:
            raise self.wrong("bad-entry", begin, end, "type", word=inside.strip()[:40])
        lists: list[tuple[str, tuple[Name, ...]]] = []
        base = begin + found.end()
        rest = inside[found.end() :]
        for start, stop in split(rest):
            item = rest[start:stop]
            if not item.strip():
                raise self.wrong("empty-entry", base + start, base + stop, "entry", word="policy")
            entry = re.match(r"\s*(\w+)\s*\((.*)\)\s*$", item, re.DOTALL)
            lead = base + start + len(item) - len(item.lstrip())
            if entry is None:
                raise self.wrong("bad-entry", lead, base + stop, "member", word=item.strip()[:40])
            word = entry[1].lower()
            if word not in KINDS + DIRECTIONS:
                expected = "'owned', 'shared', 'observer', 'skip', 'to', 'from', 'tofrom' or 'alloc'"
                raise self.unknown(word, "policy", lead, KINDS + DIRECTIONS, expected)
            names: list[Name] = []
            inner = base + start + entry.start(2)
            for first, last in split(entry[2]):
                name = entry[2][first:last].strip()
                if not re.fullmatch(r"[A-Za-z]\w*", name):
                    code = "bad-entry" if name else "empty-entry"
                    form = "member" if name else "entry"
                    where = inner + first
                    raise self.wrong(code, where, max(inner + last, where + 1), form, word=name or word)
                lead_in = len(entry[2][first:last]) - len(entry[2][first:last].lstrip())
                place = self.source.part(inner + first + lead_in, inner + first + lead_in + len(name))
                names.append(Name(name, place))
            lists.append((word, tuple(names)))
        self.end()
        start = begin + found.start(1)
        return Policy(
            Name(found[1], self.source.part(start, start + len(found[1]))), tuple(lists), self.source
        )

    def root(self, start: int, end: int) -> Root:
        raw = self.text[start:end]
        text = raw.strip()
        start += len(raw) - len(raw.lstrip())
        end = start + len(text)
        if not text:
            raise self.wrong("empty-entry", start, start + 1, "nameless")
        if (
            re.match(r"(to|from|tofrom|alloc)\s*:(?!:)", text, re.IGNORECASE)
            and "(" not in text.split(":")[0]
        ):
            word = text.split(":")[0].strip()
            raise self.wrong("not-in-fortran", start, end, "direction", word=word)
        parts: list[Part] = []
        for first, last in split(text, "%"):
            piece = text[first:last].strip()
            found = re.fullmatch(r"([A-Za-z]\w*)\s*(\(.*\))?", piece, re.DOTALL)
            if found is None:
                raise self.wrong("unsupported-designator", start, end, chain=text)
            subscripts = None
            if found[2] is not None:
                inner = found[2][1:-1]
                if closing(found[2], 0) != len(found[2]):
                    raise self.wrong("unsupported-designator", start, end, chain=text)
                subscripts = tuple(inner[a:b].strip() for a, b in split(inner))
                if not all(subscripts):
                    raise self.wrong("empty-entry", start, end, "nameless")
            parts.append(Part(found[1].lower(), subscripts))
        return Root(text, tuple(parts), self.source.part(start, end))

    # --- words and brackets ---

    def rest(self) -> str:
        found = re.compile(r"\s*").match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return self.text[self.at :]

    def word(self, expected: str, after: str) -> tuple[str, int]:
        self.rest()
        found = re.compile(r"[A-Za-z]\w*").match(self.text, self.at)
        if found is None:
            if self.at >= len(self.text):
                raise self.wrong(
                    "incomplete-directive", self.at, self.at, "word", expected=expected, after=after
                )
            got = self.text[self.at :].split()[0]
            raise self.wrong(
                "unknown-word",
                self.at,
                self.at + len(got),
                "expected",
                expected=expected,
                after=after,
                word=got,
            )
        self.at = found.end()
        return found[0].lower(), found.start()

    def unknown(self, word: str, after: str, start: int, known: tuple[str, ...], expected: str) -> _Wrong:
        from difflib import get_close_matches

        near = get_close_matches(word, known, 1)
        if near:
            return self.wrong("unknown-word", start, self.at, "word", word=word, after=after, near=near[0])
        return self.wrong(
            "unknown-word", start, self.at, "expected", expected=expected, after=after, word=word
        )

    def bracket(self, word: str) -> tuple[int, int]:
        """The inside of the brackets that come next."""
        if not self.rest().startswith("("):
            raise self.wrong("incomplete-directive", self.at, self.at, "list", after=word)
        behind = closing(self.text, self.at)
        if behind < 0:
            raise self.wrong("unclosed-bracket", self.at, self.at + 1, "list", bracket="(", word=word)
        begin = self.at + 1
        self.at = behind
        return begin, self.at - 1

    def listed(self, word: str) -> list[tuple[int, int]]:
        begin, end = self.bracket(word)
        if not self.text[begin:end].strip():
            raise self.wrong("empty-entry", begin - 1, end + 1, "list", word=word)
        return [(begin + a, begin + b) for a, b in split(self.text[begin:end])]

    def end(self) -> None:
        rest = self.rest()
        if rest:
            raise self.wrong("trailing-text", self.at, len(self.text), word=rest.split()[0])
