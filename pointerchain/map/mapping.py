# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Mapping: sources -> what becomes of each, with the clauses in its text.

The main road of ``map``: each construct is decided by what its statement accesses; the clauses are written,
and the result goes through the translator. A construct of which the translator says anything is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pointerchain.analysis.points_to import Facts, PointsTo, add_source
from pointerchain.coherence.text import Text
from pointerchain.lazy import NamedTuple
from pointerchain.map.allocated import Lengths
from pointerchain.map.checks import Remark, left_elsewhere
from pointerchain.map.inserted import Insertion, Written, on_one_line, written
from pointerchain.map.objects import Decision, decide
from pointerchain.map.residency import Stay, residency
from pointerchain.map.resident import Region
from pointerchain.map.sizes import Sizes
from pointerchain.map.source import Unit, Unreadable
from pointerchain.map.spliced import Spliced
from pointerchain.map.splicing import with_headers
from pointerchain.map.write import construct_at, insertions, region_insertions
from pointerchain.source import Source
from pointerchain.translator.pipeline import translate


class Input(NamedTuple):
    """A source, and how it is compiled."""

    path: str
    data: bytes
    args: tuple[str, ...] = ()
    language: str | None = None


class Result(NamedTuple):
    """What became of a source."""

    path: str
    data: bytes
    text: bytes
    """The source with all that is known."""
    decisions: tuple[Decision, ...] = ()
    others: tuple[Remark, ...] = ()
    """What is said of directives that are none of these."""
    problem: str = ""
    """Why it cannot be read."""
    regions: tuple[Region, ...] = ()
    stays: tuple[Stay, ...] = ()
    """What could be in a region, and is not."""
    rows: tuple[Insertion, ...] = ()
    """What goes into the source, in order."""
    files: tuple[str, ...] = ()
    """The files that were read for it, the source first."""
    unproved: str = ""
    """Why nobody has checked what was written, other than the room that wrote it."""
    spliced: Spliced | None = None
    """Whose places the text's are, where headers stand in it that are changed, too."""

    @property
    def source(self) -> Source:
        """What the places are places of."""
        return self.spliced or Source(self.path, self.data)

    @property
    def texts(self) -> dict[str, tuple[bytes, bytes]]:
        """By path: the files that clauses may go into, as they are and as they come to be."""
        if self.spliced is None:
            return {self.path: (self.data, self.text)}
        after = self.spliced.parted(self.rows)
        return {path: (data, after[path]) for path, data in self.spliced.texts.items()}

    @property
    def is_whole(self) -> bool:
        """Whether nothing is asked, and no construct is left."""
        return not self.problem and not any(each.remarks for each in self.decisions) and not self.others


def map_sources(
    inputs: Sequence[Input], *, are_all: bool = True, lines_are_kept: bool = False
) -> list[Result]:
    """What becomes of the sources of a program.

    Where they are all of it, they say together which pointers lead to different memory; ``are_all`` is not
    set where one is known to be missing. ``lines_are_kept``: each directive has one line, so that
    compilers can be told which line of the source that is, and headers are not changed.
    """
    units: dict[str, Unit] = {}
    problems: dict[str, str] = {}
    for each in inputs:
        try:
            units[each.path] = Unit(each.path, each.data, each.args, each.language)
        except Unreadable as error:
            problems[each.path] = str(error)
    is_known = are_all and not problems
    facts = _facts(units, is_known)
    if is_known and facts.is_whole and not lines_are_kept:
        spliced = {path: with_headers(unit, units.values()) for path, unit in units.items()}
        if any(spliced[path] is not unit for path, unit in units.items()):
            units, facts = spliced, _facts(spliced, is_known)
    points_to = PointsTo(facts)
    sizes = Sizes(tuple(units.values()), points_to)
    lengths = Lengths(tuple(units.values()), points_to, sizes)
    for unit in units.values():
        unit.lengths, unit.sizes = lengths.of, partial(sizes.of, unit)
        unit.variable_length = partial(lengths.of_variable, unit)
        unit.file_number, unit.is_settled = partial(lengths.number, unit), partial(lengths.is_settled, unit)
    rows = {path: row for path, unit in units.items() if (row := _row(unit, points_to, lines_are_kept))}
    made = [row for row in rows.values() if isinstance(row, _Row)]
    unproved = _prove(made, facts.closed and len(made) == len(inputs))
    out = []
    for each in inputs:
        row = rows.get(each.path) or Result(each.path, each.data, each.data, problem=problems[each.path])
        out.append(row.result(unproved) if isinstance(row, _Row) else row)
    return out


def _facts(units: dict[str, Unit], is_known: bool) -> Facts:
    """What the sources of a program store; ``is_known``: whether these are all that are given."""
    facts = Facts()
    computes = any(each.computes or each.constructs_in_headers for each in units.values())
    for unit in units.values():
        unit.others = tuple(each for each in units.values() if each is not unit)
        if computes:
            trees = (*unit.trees, *unit.included_trees)
            add_source(facts, unit.path, trees, unit.callees, unit.storage)
    if not is_known:
        facts.missing.add("")
    return facts


def _row(unit: Unit, points_to: PointsTo, lines_are_kept: bool) -> _Row | Result:
    """A source with what goes into it, or why nothing does."""
    decisions = [decide(unit, construct, points_to) for construct in unit.computes]
    if any(each.is_deep for each in decisions):
        from pointerchain.map.deep import described

        decisions = described(unit, decisions)
    before = translate(unit.data, unit.path, unit.args, language=unit.language) if decisions else None
    if before is not None and before.text is None:
        first = before.diagnostics[0]
        line, _ = unit.source.line_column(first.place.span.start)
        problem = f"its own directives are in error: line {line}: {first.message}"
        return Result(unit.path, unit.data, unit.data, problem=problem, files=_files(unit))
    known = (
        {(each.code, each.place.span.start) for each in before.diagnostics} if before is not None else set()
    )
    return _Row(unit, points_to, decisions, known, lines_are_kept)


def _files(unit: Unit) -> tuple[str, ...]:
    return (unit.path, *(each for each in unit.parsed.included if each != unit.path))


def _prove(rows: Sequence[_Row], is_whole: bool) -> str:
    """Have the directives checked by the room that shares nothing with this one, and take back what fails.

    The user's own are checked, too, where the sources are a whole program: of others nobody knows what is on
    the device before, and stays behind. The answer is why it could not check, or nothing.
    """
    while any(row.made.rows or (is_whole and row.believes) for row in rows):
        from pointerchain.coherence.check import check

        failure = check([row.as_written() for row in rows])
        if failure is None:
            break
        by_path = {row.unit.path: row for row in rows}
        places = [(by_path[path], by_path[path].made.in_source(at)) for path, at in failure.places]
        (first, at), *_ = places
        is_foreign = failure.is_unreadable and not any(row.writes_at(place) for row, place in places)
        if not failure.is_modelled or is_foreign:
            path, line, _ = first.unit.source.place(at)
            return f"{path}:{line}: {failure.why}"
        for regions in (True, False):
            if any(row.doubt(place, failure.why, regions=regions) for row, place in places):
                break
        else:
            written = next((row for row in (first, *rows) if row.made.rows), None)
            if written is None:
                first.said.append(Remark("left", at, f"{_NOT_SHOWN}: {failure.why}"))
                break
            written.doubt_all(failure.why)
    return ""


_NOT_SHOWN = "it is not shown that each read meets the newest copy"


class _Row:
    """The decisions of one source, of which some are taken back by what the translator says of the result."""

    def __init__(
        self,
        unit: Unit,
        points_to: PointsTo,
        decisions: list[Decision],
        known: set[tuple[str, int]],
        lines_are_kept: bool,
    ) -> None:
        """``known`` is what the translator says without them."""
        self.unit, self.known, self.lines_are_kept = unit, known, lines_are_kept
        self.decisions, regions, stays = residency(unit, decisions, points_to)
        self.regions, self.stays = list(regions), list(stays)
        self.made = self.written()
        self.said: list[Remark] = []
        """What is said of no construct."""

    @property
    def believes(self) -> bool:
        """Whether clauses of the user's list something for a construct of which nothing is asked."""
        return any(each.listed and not each.remarks for each in self.decisions)

    def result(self, unproved: str) -> Result:
        """What became of the source."""
        unit = self.unit
        decided = (tuple(self.decisions), (*left_elsewhere(unit), *self.said), "")
        held = (tuple(self.regions), tuple(self.stays))
        made = self.made
        why = unproved if made.rows or self.believes else ""
        own = unit.source if isinstance(unit.source, Spliced) else None
        return Result(unit.path, unit.data, made.text, *decided, *held, made.rows, _files(unit), why, own)

    # --- what is not shown --------------------------------------------------------------------------------

    def as_written(self) -> Text:
        """The source for the room that checks it; of constructs that are left nothing is claimed."""
        left = (each.construct.pragma.span.start for each in self.decisions if each.remarks)
        places = frozenset(map(self.made.in_text, left))
        return Text(self.unit.path, self.made.text, self.unit.args, self.unit.language, places)

    def writes_at(self, at: int) -> bool:
        """Whether something is written for a region, or a construct, at a place of the source."""
        number = construct_at(self.decisions, at)
        own = number >= 0 and not self.decisions[number].remarks
        return bool(self._around(at)) or (own and bool(insertions(self.unit.data, self.decisions[number])))

    def _around(self, at: int) -> list[Region]:
        """The regions that hold a place of the source."""
        return [each for each in self.regions if each.at <= at <= each.end]

    def doubt(self, at: int, why: str, *, regions: bool) -> bool:
        """Take back a region, or else the clauses of a construct, at a place of the source: if any."""
        around = self._around(at) if regions else []
        number = -1 if regions else construct_at(self.decisions, at)
        if around:
            self._take_back(max(around, key=lambda each: each.at), at, f"{_NOT_SHOWN}: {why}")
        elif number >= 0 and not self.decisions[number].remarks:
            remark = Remark("left", at, f"{_NOT_SHOWN}: {why}")
            self.decisions[number] = self.decisions[number]._replace(remarks=(remark,))
        else:
            return False
        self.made = self.written()
        return True

    def doubt_all(self, why: str) -> None:
        """Take back all regions of a source, or, where it has none, the clauses of all constructs."""
        if self.regions:
            for region in list(self.regions):
                self._take_back(region, region.at, f"{_NOT_SHOWN}: {why}")
        else:
            self._leave_all(f"{_NOT_SHOWN}: {why}")
        self.made = self.written()

    def written(self) -> Written:
        """The source with the clauses; what the translator says anything of is left after all."""
        unit = self.unit
        while True:
            rows: list[Insertion] = []
            for decision in self.decisions:
                if not decision.remarks:
                    rows += insertions(unit.data, decision)
            for region in self.regions:
                rows += region_insertions(unit.data, region)
            made = written(unit.data, list(map(on_one_line, rows)) if self.lines_are_kept else rows)
            if not rows:
                return made
            done = translate(made.text, unit.path, unit.args, language=unit.language)
            dropped = False
            for said in done.diagnostics:
                at = made.in_source(said.place.span.start)
                if (said.code, at) not in self.known and said.place.file == unit.path:
                    dropped = self._drop(at, f"{said.message} [{said.code}]") or dropped
            if dropped:
                continue
            if done.text is not None:
                return made
            message = done.diagnostics[0].message
            if not self.regions:
                self._leave_all(f"with the clauses of this source, 'translate' says: {message}")
                return written(unit.data, ())
            for region in list(self.regions):
                self._take_back(region, region.at, f"with it, 'translate' says: {message}")

    def _drop(self, at: int, message: str) -> bool:
        """Take back what stands around a place, the innermost region, else the construct: if any."""
        around = self._around(at)
        if around:
            self._take_back(
                max(around, key=lambda each: each.at), at, f"with it, 'translate' says: {message}"
            )
            return True
        number = construct_at(self.decisions, at)
        if number < 0 or self.decisions[number].remarks:
            return False
        remark = Remark("left", at, f"with its clauses, 'translate' says: {message}")
        self.decisions[number] = self.decisions[number]._replace(remarks=(remark,))
        return True

    def _take_back(self, region: Region, at: int, why: str) -> None:
        self.regions.remove(region)
        self.stays += [Stay(number, chain, why, at) for number, chain in region.uses]

    def _leave_all(self, why: str) -> None:
        """Leave every construct of a source, for which there is a reason at another place."""
        for number, decision in enumerate(self.decisions):
            if not decision.remarks:
                at = decision.construct.pragma.span.start
                remark = Remark("left", at, why)
                self.decisions[number] = decision._replace(remarks=(remark,))
