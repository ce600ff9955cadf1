# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``guard --stale`` on random steps of 'steps.c': it tells as many reads of older elements as there are.

What each step does is said here by numbers of versions, one for an element and a side: a store makes a new
one, a transfer copies them, and a read of another version than the newest is one of an older copy.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from stalelib import built

from pointerchain.guard.launch import run_stale

N = 12
Step = tuple[str, int, int]


class Versions:
    """The versions of all elements on the host and, where they are present, on the device."""

    def __init__(self) -> None:
        self.host, self.newest = [0] * N, [0] * N
        self.device: dict[int, int] = {}
        self.count = self.older = 0

    def store(self, side: dict[int, int] | list[int], elements: range) -> None:
        for k in elements:
            self.count += 1
            side[k] = self.newest[k] = self.count

    def read(self, side: dict[int, int] | list[int], elements: range) -> None:
        self.older += sum(side[k] != self.newest[k] for k in elements)

    def map(self, elements: range, *, copies: bool) -> None:
        """Memory of the device has no version that was ever stored, but that of what nobody stored."""
        for k in elements:
            self.device[k] = self.host[k] if copies or (not self.host[k] and not self.newest[k]) else -1

    def to_host(self, elements: range) -> None:
        for k in elements:
            self.host[k] = self.device[k]

    def do(self, step: Step) -> None:
        """One step."""
        what, elements = step[0], range(step[1], step[1] + step[2])
        if what in "hH":
            (self.store if what == "h" else self.read)(self.host, elements)
        elif what in "kK":
            (self.store if what == "k" else self.read)(self.device, elements)
        elif what in "bo":
            self.map(elements, copies=what == "b")
            if what == "b":
                self.read(self.device, elements)
            self.store(self.device, elements if what == "b" else elements[1:])
            self.to_host(elements)
            self.device.clear()
        elif what in "ea":
            self.map(elements, copies=what == "e")
        elif what in "tf":
            for k in elements:
                if what == "t":
                    self.device[k] = self.host[k]
                else:
                    self.host[k] = self.device[k]
        else:
            if what == "x":
                self.to_host(elements)
            self.device.clear()


def steps(rng: random.Random) -> list[Step]:
    """Steps of which each is one that OpenMP allows where it stands."""
    out: list[Step] = [("h", 0, N)] if rng.random() < 0.8 else [("h", 0, N // 2)]
    present: tuple[int, int] | None = None
    for _ in range(rng.randrange(4, 14)):
        if present is None:
            what = rng.choice("hHHboea")
            first = rng.randrange(N - 1)
            part = (first, rng.randrange(1, N - first + 1))
            if what in "ea":
                present = part
        else:
            what = rng.choice("hHkkKKtfxr")
            first = rng.randrange(present[1])
            part = (present[0] + first, rng.randrange(1, present[1] - first + 1))
            if what in "xr":
                part, present = present, None
        out.append((what, *part))
    if present is not None:
        out.append(("x", *present))
    return [*out, ("H", 0, N)]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("steps.c", tmp_path_factory.mktemp("steps"))


def check(program: Path, seed: int) -> None:
    rows, versions = steps(random.Random(seed)), Versions()
    for row in rows:
        versions.do(row)
    words = [str(word) for row in rows for word in row]
    reads = run_stale([str(program), *words]).reads
    assert reads.is_watched and reads.ends
    told = sum(row.reads or 0 for row in reads.rows)
    assert told == versions.older, f"seed {seed}: {' '.join(words)}\n{reads.rows}"


def test_random_steps(program: Path) -> None:
    for seed in range(12):
        check(program, seed)


@pytest.mark.long
def test_many_random_steps(program: Path) -> None:
    for seed in range(100, 500):
        check(program, seed)
