# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""An index leaves out nothing that a question concerns; four times the functions cost four times as much."""

from __future__ import annotations

import cProfile
import pstats
import threading
from collections.abc import Iterator, Sequence
from random import Random

import caselib
import pytest
from progen.choices import Recorded
from progen.mapped.generate import generate, source
from progen.mapped.judge import translated

from pointerchain.analysis.alias import AliasResult
from pointerchain.analysis.environment.changes import Change, Changes
from pointerchain.analysis.environment.memory import MemoryLocation
from pointerchain.analysis.environment.nearby import Nearby
from pointerchain.analysis.environment.present import Row
from pointerchain.analysis.index import Index, Places, Spans
from pointerchain.source import Span


def test_rows_are_found_by_their_names() -> None:
    index = Index(["ab", "bc", "ca", "d"], lambda row: row)
    assert index.near("a") == ["ab", "ca"]
    assert index.near("cb") == ["ab", "bc", "ca"]
    assert index.near("x") == []
    assert not Index(["", ""], lambda row: row)


def test_rows_are_found_by_their_places() -> None:
    places = Places([7, 3, 5, 3], lambda row: row)
    assert places.within(Span(3, 7)) == [3, 5, 3]
    assert places.within(Span(8, 9)) == places.within(Span(5, 4)) == []


def test_the_innermost_of_some_spans_is_the_last_that_begins() -> None:
    random = Random(11)
    for _ in range(200):
        starts = [random.randrange(12) for _ in range(random.randrange(6))]
        rows = [Span(start, start + random.randrange(6)) for start in starts]
        spans = Spans(rows)
        for place in range(20):
            around = [number for number, row in enumerate(rows) if row.start <= place < row.end]
            assert spans.innermost(place) == max(around, key=lambda each: rows[each].start, default=-1)
            assert spans.holds(place) == bool(around)


# --- the device's data --------------------------------------------------------------------------------------


def generated(count: int, seed: int, kinds: int) -> str:
    """Functions that map structs of their own, of as many kinds."""
    seeds = (1_000_003 * seed + number % kinds for number in range(count))
    return source([generate(Recorded(seed=each), number) for number, each in enumerate(seeds)])


def test_what_is_left_out_lies_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each memory all rows and changes are asked, as if there was no index."""
    near, of, asked = Nearby.of, Changes.of, set[str]()

    def rows_of(self: Nearby, memory: MemoryLocation) -> Sequence[Row]:
        rows = near(self, memory)
        known = {id(row) for row in rows}
        for row in self.rows:
            lies = self.containment.of(row, memory), self.containment.attaches(row, memory)
            assert id(row) in known or lies == (AliasResult.NO, AliasResult.NO), (row, memory)
            asked.add("row" if id(row) in known else "other row")
        return rows

    def changes_of(
        self: Changes, memory: MemoryLocation, texts: Sequence[Span] | None = None, around: Span | None = None
    ) -> Iterator[Change]:
        rows = list(of(self, memory, texts, around))
        every = self.changes
        if texts is not None:
            every = tuple(each for each in every if any(is_in(each, text) for text in texts))
        if around is not None:
            every = tuple(each for each in every if each.names is not None or is_in(each, around))
        assert rows == [each for each in every if self.meets(each, memory)], memory
        asked.update(("change",) if rows else ())
        return iter(rows)

    monkeypatch.setattr(Nearby, "of", rows_of)
    monkeypatch.setattr(Changes, "of", changes_of)
    for path in caselib.discover():
        text = path.read_bytes()
        if b"enclosing-data" in text or b"target enter data" in text or b"acc enter data" in text:
            caselib.read(path).translate()
    for seed in (3, 11):
        translated(generated(8, seed, 8))
    assert asked == {"row", "other row", "change"}


def is_in(change: Change, text: Span) -> bool:
    return text.start <= change.span.start < text.end


def questions(text: str) -> dict[str, int]:
    """How often each function of the rooms that say what the device has is called."""
    profiles: list[cProfile.Profile] = []
    run = threading.Thread.run

    def profiled(self: threading.Thread) -> None:
        profiles.append(cProfile.Profile())
        profiles[-1].runcall(run, self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading.Thread, "run", profiled)
        translated(text)
    rows = pstats.Stats(*profiles).stats.items()  # type: ignore[attr-defined]
    rooms = "/checks/", "/analysis/"
    return {
        f"{file}:{line} {name}": row[1] for (file, line, name), row in rows if any(map(file.count, rooms))
    }


def test_questions_grow_as_the_functions_do() -> None:
    """What is asked of each two functions of a source is asked sixteen times as often of four times them.

    Some hundred questions are: memory to which bytes lead may be that of any function.
    """
    few, many = (questions(generated(count, 11, 6)) for count in (6, 24))
    assert sum(few.values()) > 20_000
    wrong = {
        name: (few.get(name, 0), calls) for name, calls in many.items() if calls > 4 * few.get(name, 0) + 600
    }
    assert not wrong
