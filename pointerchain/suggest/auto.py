# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Auto: a source without directives -> its translation, in which every chain that is proved is hoisted.

What :mod:`choose` proves becomes regions in the text (:mod:`insert_regions`), which go down the main road:
whatever its checks refuse or doubt is left out, and the rest is asked again until nothing is said any more.
So a chain is hoisted only where two judgements that share nothing agree, and the validator compares the trees
as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pointerchain.analysis.effects import MemoryEffects, Resolver
from pointerchain.analysis.names import name_of
from pointerchain.analysis.strict import is_strict
from pointerchain.analysis.threads import ATTRIBUTE
from pointerchain.diagnostics import Diagnostic, diagnostic
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.suggest.choose import Found, Source, choose
from pointerchain.suggest.insert_regions import InsertedRegion, insert_regions, regions_of
from pointerchain.suggest.remarks import remarks_on
from pointerchain.suggest.written import is_exact
from pointerchain.translator.checks.findings import Finding
from pointerchain.translator.clang.arguments import ClangArguments, clang_arguments
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.parsed import Parsed, ParseFailure
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.stack import start
from pointerchain.translator.clang.targets import Targets
from pointerchain.translator.hoist import read
from pointerchain.translator.pipeline import DEEP, read_source, translate
from pointerchain.translator.result import Outcome, Translation, Use
from pointerchain.translator.stages import Stages, run
from pointerchain.translator.text.directives import Construct, Declare, Directive, Promise
from pointerchain.translator.text.mapped import MappedText
from pointerchain.translator.text.readers import depends_on_compiler
from pointerchain.translator.text.regions import pair_regions
from pointerchain.translator.text.trust import Trust

_ROUNDS = 30
"""How often the main road is asked: each round leaves out at least one chain."""
_LONE_RETURN = lazy_pattern(rb"\r(?!\n)")
_SAID_OF_REGIONS = frozenset(("unused-declare", "empty-region", "unhoisted-chain"))
"""What says nothing of a chain that is hoisted: of others, which stay what they were."""


class Result(NamedTuple):
    """What became of a source: its translation, and what was found of its chains."""

    translation: Translation
    found: tuple[Found, ...]


def nowhere(key: str) -> MemoryEffects | None:
    """What is known of a function of another source where no other source is read."""
    return None


class Unreadable(Exception):
    """Clang cannot read a source, or its own directives are in error; the message is fit for the user."""


def translate_auto(
    source: bytes,
    filename: str,
    args: Sequence[str] = (),
    *,
    language: str | None = None,
    compiled: bool = False,
    elsewhere: Resolver | None = None,
    promises: Sequence[Promise] = (),
    only: str = "",
    remarks: bool = False,
) -> Result:
    """Translate a source; chains are hoisted where they are proved, beside what its own directives say.

    Functions with directives are translated as those say; so is a source with deep-copy directives, with a
    ``declare`` outside of functions, or that Clang cannot read, in which nothing else is hoisted.
    ``compiled`` is as for :func:`translate`; ``elsewhere`` says what functions of other sources do;
    ``promises`` hold for the whole source; ``only`` is "constructs" or "loops", as for :func:`choose`; with
    ``remarks`` the diagnostics say what became of each chain.
    Never raises for what a source holds.
    """
    clang = clang_arguments(filename, args, language)
    marked = b"pointerchain" in source and _is_marked(source, filename, clang)
    base = None
    if marked:
        base = translate(source, filename, args, language=language, compiled=compiled, elsewhere=elsewhere)
    if base is not None and base.text is None:
        return Result(base, ())
    unchanged = base if base is not None else Translation(source, ())
    auto = _Auto(source, filename, args, clang, compiled, elsewhere or nowhere, promises, only, unchanged)
    auto.reader = compiled
    try:
        result = start(auto.result)()
    except Unreadable as error:
        if remarks:
            remark = diagnostic("pointerchain", filename, Span(0, 0), (), None, "unread", why=str(error))
            unchanged = unchanged._replace(diagnostics=(*unchanged.diagnostics, remark))
        return Result(unchanged, ())
    if not remarks:
        return result
    said = (*result.translation.diagnostics, *remarks_on(result.found, source, filename))
    ordered = sorted(said, key=lambda each: (each.place.span.start, each.place.span.end))
    return result._replace(translation=result.translation._replace(diagnostics=tuple(ordered)))


def look(
    source: bytes,
    filename: str,
    args: Sequence[str] = (),
    *,
    language: str | None = None,
    elsewhere: Resolver | None = None,
    promises: Sequence[Promise] = (),
    only: str = "",
) -> tuple[Found, ...]:
    """The chains in a source's loops with their verdicts; raises :class:`Unreadable`."""
    clang = clang_arguments(filename, args, language)
    base = Translation(source, ())
    if b"pointerchain" in source and _is_marked(source, filename, clang):
        base = translate(source, filename, args, language=language, elsewhere=elsewhere)
        if base.text is None:
            first = base.diagnostics[0]
            line = source.count(b"\n", 0, first.place.span.start) + 1
            raise Unreadable(f"its own directives are in error: line {line}: {first.message}")
    auto = _Auto(source, filename, args, clang, False, elsewhere or nowhere, promises, only, base)
    return start(auto.result)().found


def _is_marked(source: bytes, filename: str, clang: ClangArguments) -> bool:
    """Whether a source has directives of ours, or what is meant as such."""
    if b"\0" in source or DEEP.search(source):
        return True
    _, directives, problems = read_source(source, filename, clang)
    return bool(problems) or any(map(_is_ours, directives))


def _is_ours(directive: Directive) -> bool:
    return not isinstance(directive, Construct) or directive.clause is not None or directive.own


_UNREAD = {
    "--config": "its compiler reads options from a file that is not read here",
    "-finstrument-functions": "each call runs functions that nobody spells",
}
"""Options under which nothing is hoisted, and why."""


class _Auto:
    def __init__(
        self,
        source: bytes,
        filename: str,
        args: Sequence[str],
        clang: ClangArguments,
        compiled: bool,
        elsewhere: Resolver,
        promises: Sequence[Promise],
        only: str,
        base: Translation,
    ) -> None:
        """``base`` is what the source's own directives make of it."""
        self.base = base
        self.source, self.filename, self.clang = source, filename, clang
        self.use = Use(False, compiled)
        self._elsewhere, self.promises = elsewhere, tuple(promises)
        self.only = only
        self.reader: bool | None = None
        """Of a text for a compiler, maybe another one: whether that was asked for its macros."""
        self.resolved: set[str] = set()
        """The names of functions of other files that were looked into, and of pointers to functions."""
        self.args = tuple(args)
        self.rows: list[Found] = []
        self.known = {(each.code, each.place.span.start) for each in base.diagnostics}
        """What is said of the source's own directives, by code and place."""

    def elsewhere(self, key: str) -> MemoryEffects | None:
        """What a function of another source does."""
        found = self._elsewhere(key)
        if found is not None:
            self.resolved.add(name_of(key))
        return found

    def result(self) -> Result:
        """Find, insert regions, and ask the main road until it says nothing more."""
        unchanged = self.base
        if b"\0" in self.source or _LONE_RETURN.search(self.source):
            raise Unreadable("it holds a NUL byte, or a line that ends by a carriage return alone")
        if DEEP.search(self.source):
            return Result(unchanged, ())
        lexed, directives, _ = read_source(self.source, self.filename, self.clang)
        directives = (*self.promises, *directives)
        if any(
            isinstance(each, Declare) and not lexed.blocks.block(each.pragma.span.start)
            for each in directives
        ):
            return Result(unchanged, ())
        for word in self.args:
            if said := next((why for option, why in _UNREAD.items() if word.startswith(option)), ""):
                raise Unreadable(f"{said} ('{word}')")
        parsed = self._parsed()
        if _runs_unseen(parsed.mentions):
            if self.reader is None:
                return Result(unchanged, ())
            raise Unreadable("it has coroutines, and anything may run while one is suspended")
        if any(ATTRIBUTE.search(text) for _, text in parsed.own_texts):
            if self.reader is None:
                return Result(unchanged, ())
            raise Unreadable("it has OpenMP directives that are written as attributes")
        if self.reader is not None:
            place = depends_on_compiler(parsed.own_texts, asked=self.reader)
            if place:
                raise Unreadable(f"what it says depends on the compiler that reads it: {place}")
        strict = is_strict(self.args, parsed)
        cxx = self.clang.cxx
        callees = Callees(parsed, Trust(directives, lexed.blocks).reads)
        targets = None if cxx else Targets(parsed, callees)
        exact = is_exact(self.args, (text for _, text in parsed.own_texts))
        source = Source(parsed, lexed, directives, cxx, strict, callees, targets, exact)
        found = choose(source, self.elsewhere, self.only)
        self.resolved |= callees.included()
        if targets is not None:
            self.resolved |= targets.followed  # what nobody knows of these keeps a chain in its loop
        self.rows = list(found)
        parsed.close()
        self.lexed = lexed
        for _ in range(_ROUNDS):
            regions = regions_of([row.chosen for row in self.rows])
            if not regions:
                return Result(unchanged, tuple(self.rows))
            inserted = insert_regions(lexed, regions)
            outcome = self._ask(inserted, regions)
            if outcome is not None:
                text = outcome.text
                assert text is not None
                made = self.base._replace(text=text, changed=True, chains_hoisted=outcome.hoisted)
                return Result(made, tuple(self.rows))
        for number, row in enumerate(self.rows):
            if row.chosen is not None:
                self._leave(number, "undecided", "the translator's checks did not come to an end")
        return Result(unchanged, tuple(self.rows))

    def _parsed(self) -> Parsed:
        try:
            parsed = Session(self.filename, self.clang.args).parse_all(self.source)
        except ParseFailure as error:
            raise Unreadable(f"Clang cannot read it: {error}") from None
        for said in parsed.messages():
            if said.severity >= 3:
                place = f"{said.where.file}:{said.where.line}" if said.where.file else self.filename
                raise Unreadable(f"Clang cannot read it: {place}: {said.where.message}")
        return parsed

    def _leave(self, number: int, code: str, why: str, where: Span | None = None) -> None:
        row = self.rows[number]
        self.rows[number] = row._replace(chosen=None, code=code, why=why, where=where)

    def _ask(self, inserted: MappedText, regions: tuple[InsertedRegion, ...]) -> Outcome | None:
        """Send a source with regions down the main road: its outcome, or None where chains were left out."""
        lexed, directives, problems = read_source(inserted.text, self.filename, self.clang)
        directives = (*self.promises, *directives)
        layout, more = pair_regions(lexed, directives, self.filename)
        said = self._new((*problems, *more), inserted)
        if said:
            self._drop(said, inserted, regions)
            return None
        stages = read(lexed, directives, layout, self.filename, self.clang)
        if isinstance(stages, str):
            self._drop((), inserted, regions)
            return None
        before = self._state()
        self._drop_findings(stages, inserted, regions)
        if self._state() != before:
            return None
        outcome = run(stages, True, self.use)
        # one message may be made of what is found about several chains
        resolved = {row.diagnostic.place for row in stages.findings if self._is_resolved(row)}
        doubts = [
            each for each in outcome.diagnostics if each.code == "aliased-call" and each.place in resolved
        ]
        said = self._new([each for each in outcome.diagnostics if each not in doubts], inserted)
        if outcome.text is None or said:
            self._drop(said, inserted, regions)
            return None
        return outcome

    def _state(self) -> list[bool]:
        return [row.chosen is not None for row in self.rows]

    def _drop_findings(
        self, stages: Stages, inserted: MappedText, regions: tuple[InsertedRegion, ...]
    ) -> None:
        """Leave out the chains of which the checks say anything, and the regions of which they do."""
        if stages.errors[1]:
            self._drop(stages.errors[1], inserted, regions)
            return
        for finding in stages.findings:
            if self._is_resolved(finding) or not self._new((finding.diagnostic,), inserted):
                continue
            chain = stages.facts.chains.get(finding.chain) if finding.chain is not None else None
            part = inserted.part_at(chain.item.span.start) if chain is not None else None
            if chain is None or part is None or part[0] != "begin":
                self._drop((finding.diagnostic,), inserted, regions)
                continue
            region = regions[part[1]]
            for number in region.numbers:
                chosen = self.rows[number].chosen
                if chosen is not None and chosen.text == chain.item.text:
                    self._leave(number, *_said(finding.diagnostic, inserted))

    def _new(self, said: Sequence[Diagnostic], inserted: MappedText) -> tuple[Diagnostic, ...]:
        """What is said of the source with regions that its own directives do not make be said."""
        return tuple(
            each
            for each in said
            if each.code not in _SAID_OF_REGIONS
            and (each.code, inserted.back(each.place.span.start)) not in self.known
        )

    def _is_resolved(self, finding: Finding) -> bool:
        """Whether a doubt is about a function whose body was looked at in another file."""
        return (
            finding.diagnostic.code == "aliased-call"
            and dict(finding.fields).get("function") in self.resolved
        )

    def _drop(
        self, said: Sequence[Diagnostic], inserted: MappedText, regions: tuple[InsertedRegion, ...]
    ) -> None:
        """Leave out the innermost regions that hold the places of what is said.

        Where none does, those of the same function are left out; all where that has none.
        """
        for problem in said:
            at = inserted.back(problem.place.span.start)
            around = [
                region
                for order, region in enumerate(regions)
                if region.loop.span.start <= at <= region.loop.span.end
                or inserted.part_at(problem.place.span.start) in (("begin", order), ("end", order))
            ]
            beside = [each for each in regions if any(self._is_in_function(n, at) for n in each.numbers)]
            innermost = [max(around, key=lambda region: region.loop.place)] if around else []
            for region in innermost or beside or regions:
                self._drop_region(region, *_said(problem, inserted))
        for region in regions if not said else ():
            self._drop_region(region, "refused", "Clang refuses it", None)

    def _is_in_function(self, number: int, at: int) -> bool:
        whole = self.rows[number].whole
        return whole.start <= at < whole.end

    def _drop_region(self, region: InsertedRegion, code: str, why: str, where: Span | None) -> None:
        for number in region.numbers:
            if self.rows[number].chosen is not None:
                self._leave(number, code, why, where)


def _said(problem: Diagnostic, inserted: MappedText) -> tuple[str, str, Span | None]:
    """What a diagnostic says, at its place in the source."""
    span = problem.place.span
    first, last = inserted.back(span.start), inserted.back(max(span.start, span.end - 1))
    return problem.code, problem.message, Span(first, max(first, last + 1))


def _runs_unseen(mentions: Callable[[bytes], bool]) -> bool:
    """Whether a source has coroutines, whose suspension lets anything run."""
    return any(mentions(word) for word in (b"co_await", b"co_yield", b"co_return"))
