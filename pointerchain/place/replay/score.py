# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Decisions scored on measured runs: cases -> :class:`Score`. Decisions are predicted, regrets replayed.

The regret of a variant is its measured cost over that of the best measured variant of its case. A placement
of each object is decided from a machine that was calibrated on hotspot alone and a profile of the program;
the variant that it names is looked up in the table.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pointerchain.place.advice import MARGIN
from pointerchain.place.costs import HOST as ON_HOST
from pointerchain.place.costs import NOWHERE, Impossible, steps, walk
from pointerchain.place.documents import PlaceError
from pointerchain.place.machine import Machine
from pointerchain.place.profile import Object
from pointerchain.place.replay.calibrate import PROGRAM, calibrate
from pointerchain.place.replay.programs import PROGRAMS, Program, program
from pointerchain.place.replay.table import DIGITS, Case, pooled
from pointerchain.place.timeline import timeline

LEAST = 1e-3
"""Seconds that a case's best run takes at least to be scored."""
COSTLY = 0.5
"""The share of a run by which a single change is called costly."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One case: the variant decided on, regrets, and the change of one object that is costly, both ways."""

    platform: str
    program: str
    input: str
    best: float
    decided: str
    regret: float
    all_device: float | None
    all_managed: float | None
    random: float
    found: int
    missed: int
    false: int


@dataclass(frozen=True, slots=True)
class Score:
    """The cases, how well a platform's campaigns agree with one another, and what was not scored.

    A program without a profile is not, and neither is a platform without hotspot's runs.
    """

    cases: tuple[Scored, ...]
    transferred: tuple[float, ...]
    left_out: tuple[str, ...] = ()

    def mean(self, name: str) -> float:
        """The geometric mean of a regret over the cases that have it."""
        return geometric(getattr(each, name) for each in self.cases)

    def worst(self, name: str) -> float:
        """The largest regret."""
        found = [getattr(each, name) for each in self.cases]
        return max((value for value in found if value is not None), default=math.nan)

    @property
    def recall(self) -> float:
        """Of single changes that cost more than half of a run, the share that was predicted to."""
        found, missed = sum(each.found for each in self.cases), sum(each.missed for each in self.cases)
        return found / (found + missed) if found + missed else math.nan

    @property
    def precision(self) -> float:
        """Of those that were predicted to, the share that does."""
        found, false = sum(each.found for each in self.cases), sum(each.false for each in self.cases)
        return found / (found + false) if found + false else math.nan


def geometric(values: Iterable[float | None]) -> float:
    """The geometric mean of what is not None."""
    found = [value for value in values if value is not None]
    return math.exp(math.fsum(map(math.log, found)) / len(found)) if found else math.nan


def score(
    cases: Sequence[Case],
    *,
    margin: float = MARGIN,
    pool: bool = False,
    least: float = LEAST,
    profiles: Mapping[tuple[str, str], Program] | None = None,
) -> Score:
    """Score all cases that hotspot's runs were not calibrated on. ``pool`` averages campaigns first.

    ``profiles`` has programs of the user's by program and input, '' for all inputs; what is neither of them
    nor of ``programs`` is left out.
    """
    judged = [
        case
        for case in (pooled(list(cases)) if pool else cases)
        if case.program != PROGRAM and case.best >= least
    ]
    given = profiles or {}
    programs = {key: _program(key, given) for key in sorted({(case.program, case.input) for case in judged})}
    left = tuple(sorted({f"{name} {text}" for (name, text), found in programs.items() if found is None}))
    grids = {case.platform.rstrip("0123456789") for case in cases if case.program == PROGRAM}
    left += tuple(
        sorted({case.platform for case in judged if case.platform.rstrip("0123456789") not in grids})
    )
    scored: list[Scored] = []
    machines: dict[str, Machine] = {}
    for case in judged:
        found = programs[case.program, case.input]
        if found is None or case.platform in left:
            continue
        if case.platform not in machines:
            machines[case.platform] = calibrate(case.platform, cases)
        scored.append(_scored(case, machines[case.platform], found, margin))
    return Score(tuple(scored), tuple(_transferred(cases, least)), left)


def _program(key: tuple[str, str], given: Mapping[tuple[str, str], Program]) -> Program | None:
    name, text = key
    own = given.get(key, given.get((name, "")))
    if own is not None:
        return own
    return program(name, text) if name in PROGRAMS else None


def predicted(machine: Machine, given: Program, each: Object) -> dict[str, float]:
    """Seconds of each digit for one object; inf where the machine has no number for it."""
    profile = given.profile
    line = timeline(profile.phases, profile.loops)
    row = steps(profile, line, each)
    copies = [copy for copy in profile.copies if copy.object == each.id]
    to_device, to_host = machine.copy_to_device, machine.copy_to_host
    out = {
        "0": math.fsum(
            (to_device.seconds(copy.to_device) if to_device else math.inf)
            + (to_host.seconds(copy.to_host) if to_host else math.inf)
            for copy in copies
        )
    }
    local = machine.device_bandwidth.value if machine.device_bandwidth else math.inf
    out["0"] += math.fsum(
        node.weight * step.device.sectors / local
        for node, step in zip(line.nodes, row, strict=True)
        if step.device
    )
    start = ON_HOST if given.advised_after_initialization else NOWHERE
    for digit, advice in DIGITS.items():
        if machine.um is None:
            out[digit] = math.inf
            continue
        found = walk(machine, machine.um, line, each, row, advice, start)
        out[digit] = (
            math.inf if isinstance(found, Impossible) else math.fsum(cost[0] for cost in found.node_cost)
        )
    return out


def _scored(case: Case, machine: Machine, given: Program, margin: float) -> Scored:
    objects = given.profile.objects
    costs = [predicted(machine, given, each) for each in objects]
    weighed = [
        {digit: cost if digit == "0" else cost / (1 - margin) for digit, cost in row.items()} for row in costs
    ]
    digits = len(next(iter(case.runs)))
    if digits < len(objects):
        raise PlaceError(
            f"the profile of '{case.program}' has {len(objects)} objects, its variants have {digits} digits"
        )
    tail = "0" * (digits - len(objects))
    # Not every variant was measured everywhere: the best predicted one of those that were.
    decided = min(
        case.runs,
        key=lambda variant: (
            math.fsum(row[digit] for row, digit in zip(weighed, variant, strict=False))
            if variant.endswith(tail)
            else math.inf,
            variant,
        ),
    )
    found = missed = false = 0
    base = case.device
    if base is not None:
        for (number, row), digit in itertools.product(enumerate(costs), DIGITS):
            run = case.runs.get("0" * number + digit + "0" * (digits - number - 1))
            if run is None:
                continue
            costly = run.cost - base.cost > COSTLY * base.cost
            expected = row[digit] - row["0"] > COSTLY * base.cost
            found += costly and expected
            missed += costly and not expected
            false += expected and not costly
    managed = case.runs.get("1" * len(objects) + tail)
    return Scored(
        case.platform,
        case.program,
        case.input,
        case.best,
        decided,
        case.runs[decided].cost / case.best,
        None if base is None else base.cost / case.best,
        None if managed is None else managed.cost / case.best,
        geometric(run.cost / case.best for run in case.runs.values()),
        found,
        missed,
        false,
    )


def _transferred(cases: Sequence[Case], least: float) -> Iterable[float]:
    """What the best variant of one campaign costs in another campaign of the same platform.

    Nobody who decides before a run can expect to do better than this by much.
    """
    for one, other in itertools.permutations(cases, 2):
        same = one.platform.rstrip("0123456789") == other.platform.rstrip("0123456789")
        if not same or (one.program, one.input) != (other.program, other.input) or one.program == PROGRAM:
            continue
        best = min(one.runs, key=lambda variant: one.runs[variant].cost)
        if other.best >= least and best in other.runs:
            yield other.runs[best].cost / other.best
