# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Auto: a source without directives -> its translation, in which every chain that is proved is hoisted.

What :mod:`choose` proves becomes regions in the text (:mod:`weave`), which go down the main road: whatever its
checks refuse or doubt is left out, and the rest is asked again until nothing is said any more. So a chain is
hoisted only where two judgements that share nothing agree, and the validator compares the trees as ever.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pointerchain.diagnostics import Diagnostic
from pointerchain.source import Span
from pointerchain.suggest.changes import Changes, Resolver
from pointerchain.suggest.choose import Found, Source, choose
from pointerchain.suggest.weave import Woven, place_of, regions_of, weave
from pointerchain.translator.clang.arguments import ClangArguments, clang_arguments
from pointerchain.translator.clang.parsed import ParseFailure
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.stack import start
from pointerchain.translator.hoist import read
from pointerchain.translator.pipeline import DEEP, read_source, translate
from pointerchain.translator.result import Translation, Use
from pointerchain.translator.stages import Outcome, Stages, run
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.mapped import MappedText
from pointerchain.translator.text.regions import pair_regions

_ROUNDS = 30
"""How often the main road is asked: each round leaves out at least one chain."""
_NOT_STRICT = re.compile(rb"may_alias|no-strict-aliasing")
_SAID_OF_REGIONS = frozenset(("unused-declare", "empty-region"))


class Result(NamedTuple):
    """What became of a source: its translation, and what was found of its chains."""

    translation: Translation
    found: tuple[Found, ...]


def nowhere(key: str) -> Changes | None:
    """What is known of a function of another source where no other source is read."""
    return None


def translate_auto(
    source: bytes,
    filename: str,
    args: Sequence[str] = (),
    *,
    language: str | None = None,
    compiled: bool = False,
    elsewhere: Resolver = nowhere,
) -> Result:
    """Translate a source; chains are hoisted where they are proved, beside what its own directives say.

    A source that holds directives, or that Clang cannot read, is translated as they say, and nothing else is
    hoisted in it. ``elsewhere`` says what functions of other sources do. Never raises for what a source holds.
    """
    clang = clang_arguments(filename, args, language)
    if _is_left_alone(source, filename, clang):
        return Result(translate(source, filename, args, language=language, compiled=compiled), ())
    return start(lambda: _Auto(source, filename, args, clang, compiled, elsewhere).result())()


def _is_left_alone(source: bytes, filename: str, clang: ClangArguments) -> bool:
    if b"\0" in source or b"\r" in source.replace(b"\r\n", b"") or DEEP.search(source):
        return True
    if b"pointerchain" not in source:
        return False
    _, directives, problems = read_source(source, filename, clang)
    marks = [each for each in directives if not isinstance(each, Construct) or each.clause is not None]
    return bool(marks or problems)


class _Auto:
    def __init__(
        self,
        source: bytes,
        filename: str,
        args: Sequence[str],
        clang: ClangArguments,
        compiled: bool,
        elsewhere: Resolver,
    ) -> None:
        self.source, self.filename, self.clang = source, filename, clang
        self.use = Use(False, compiled)
        self.elsewhere = elsewhere
        self.strict = is_strict(args) and not _NOT_STRICT.search(source)
        self.rows: list[Found] = []

    def result(self) -> Result:
        """Find, weave, and ask the main road until it says nothing more."""
        unchanged = Translation(self.source, ())
        lexed, directives, _ = read_source(self.source, self.filename, self.clang)
        session = Session(self.filename, self.clang.args)
        try:
            parsed = session.parse_all(self.source)
        except ParseFailure:
            return Result(unchanged, ())
        if any(said.severity >= 3 for said in parsed.messages()) or _runs_unseen(parsed.mentions):
            return Result(unchanged, ())
        strict = self.strict and not parsed.mentions(b"may_alias")
        found = choose(Source(parsed, lexed, directives, self.clang.cxx, strict), self.elsewhere)
        self.rows = list(found)
        parsed.close()
        for number, row in enumerate(self.rows):
            if row.chosen is not None and place_of(row.chosen.loop, lexed) is None:
                self._leave(number, "place", "a directive of the loop stands where no region can begin")
        self.lexed = lexed
        for _ in range(_ROUNDS):
            regions = regions_of([row.chosen for row in self.rows])
            if not regions:
                return Result(unchanged, tuple(self.rows))
            woven = weave(lexed, regions)
            outcome = self._ask(woven, regions)
            if outcome is not None:
                text = outcome.text
                assert text is not None
                made = Translation(text, (), True, outcome.hoisted, (), outcome.regions)
                return Result(made, tuple(self.rows))
        for number, row in enumerate(self.rows):
            if row.chosen is not None:
                self._leave(number, "undecided", "the translator's checks did not come to an end")
        return Result(unchanged, tuple(self.rows))

    def _leave(self, number: int, code: str, why: str, where: Span | None = None) -> None:
        row = self.rows[number]
        self.rows[number] = row._replace(chosen=None, code=code, why=why, where=where)

    def _ask(self, woven: MappedText, regions: tuple[Woven, ...]) -> Outcome | None:
        """Send a woven source down the main road: what came of it, or None where chains were left out."""
        lexed, directives, problems = read_source(woven.text, self.filename, self.clang)
        layout, more = pair_regions(lexed, directives, self.filename)
        if problems or more:
            self._drop((*problems, *more), woven, regions)
            return None
        stages = read(lexed, directives, layout, self.filename, self.clang)
        if isinstance(stages, str):
            self._drop((), woven, regions)
            return None
        before = self._state()
        self._drop_findings(stages, woven, regions)
        if self._state() != before:
            return None
        outcome = run(stages, True, self.use)
        said = tuple(each for each in outcome.diagnostics if each.code not in _SAID_OF_REGIONS)
        if outcome.text is None or said:
            self._drop(said, woven, regions)
            return None
        return outcome

    def _state(self) -> list[bool]:
        return [row.chosen is not None for row in self.rows]

    def _drop_findings(self, stages: Stages, woven: MappedText, regions: tuple[Woven, ...]) -> None:
        """Leave out the chains of which the checks say anything, and the regions of which they do."""
        if stages.errors[1]:
            self._drop(stages.errors[1], woven, regions)
            return
        for finding in stages.findings:
            if finding.diagnostic.code in _SAID_OF_REGIONS:
                continue
            chain = stages.facts.chains.get(finding.chain) if finding.chain is not None else None
            part = woven.part_at(chain.item.span.start) if chain is not None else None
            if chain is None or part is None or part[0] != "begin":
                self._drop((finding.diagnostic,), woven, regions)
                continue
            region = regions[part[1]]
            for number in region.numbers:
                chosen = self.rows[number].chosen
                if chosen is not None and chosen.text == chain.item.text:
                    self._leave(number, *_said(finding.diagnostic, woven))

    def _drop(
        self, said: Sequence[Diagnostic], woven: MappedText, regions: tuple[Woven, ...]
    ) -> None:
        """Leave out the innermost regions that hold the places of what is said; all where none does."""
        dropped = False
        for problem in said:
            at = woven.back(problem.place.span.start)
            around = [
                region
                for order, region in enumerate(regions)
                if region.loop.span.start <= at <= region.loop.span.end
                or woven.part_at(problem.place.span.start) in (("begin", order), ("end", order))
            ]
            if around:
                innermost = max(around, key=lambda region: region.loop.depth)
                dropped = self._drop_region(innermost, *_said(problem, woven)) or dropped
        if not dropped:
            for region in regions:
                first = said[0] if said else None
                words = _said(first, woven) if first is not None else ("refused", "Clang refuses it", None)
                self._drop_region(region, *words)

    def _drop_region(self, region: Woven, code: str, why: str, where: Span | None) -> bool:
        rows = [number for number in region.numbers if self.rows[number].chosen is not None]
        for number in rows:
            self._leave(number, code, why, where)
        return bool(rows)


def _said(problem: Diagnostic, woven: MappedText) -> tuple[str, str, Span | None]:
    """What a diagnostic says, at its place in the source."""
    span = problem.place.span
    first, last = woven.back(span.start), woven.back(max(span.start, span.end - 1))
    return problem.code, problem.message, Span(first, max(first, last + 1))


def _runs_unseen(mentions: Callable[[bytes], bool]) -> bool:
    """Whether a source has coroutines, whose suspension lets anything run."""
    return any(mentions(word) for word in (b"co_await", b"co_yield", b"co_return"))


def is_strict(args: Sequence[str]) -> bool:
    """Whether a compile lets objects of different types be different objects (``-fstrict-aliasing``)."""
    strict = True
    for arg in args:
        if arg in ("-fstrict-aliasing", "-fno-strict-aliasing"):
            strict = arg == "-fstrict-aliasing"
    return strict

