# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Whether times differ, or only their noise does: repetitions -> a ratio, its confidence interval, a U test.

The statistics are SciPy's; the test and the least number of repetitions are those of Google Benchmark's
``tools/compare.py`` ("U test" in docs/tools.md).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pointerchain.bench.results import Result, Timing

LEVEL = 0.05
"""A p-value below this one tells two times apart."""
FEWEST_REPETITIONS = 4
"""With fewer repetitions of each, no U test of one cell can have a p-value below ``LEVEL``."""
BEST_REPETITIONS = 9
"""Google Benchmark's UTEST_OPTIMAL_REPETITIONS."""
_RESAMPLES = 1999

Pair = tuple[Timing, Timing]


class NoScipy(Exception):
    """The statistics are not installed; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A over B: the geometric mean over cells of the ratios of medians.

    ``low`` and ``high`` are its 95 % confidence interval, from a bootstrap that draws from each cell's
    repetitions; ``p`` is the U test's over all repetitions, each divided by its cell's median. They are None
    where some cell has fewer than ``FEWEST_REPETITIONS`` repetitions. ``apart`` is in how many ``cells`` a
    U test tells the two apart (by chance alone, in one of twenty), None likewise.
    """

    value: float
    cells: int
    repetitions: int
    low: float | None = None
    high: float | None = None
    p: float | None = None
    apart: int | None = None

    @property
    def distinguishable(self) -> bool:
        """Whether the interval has no 1 in it and the U test agrees."""
        if self.low is None or self.high is None or self.p is None:
            return False
        return self.p < LEVEL and not self.low <= 1 <= self.high

    @property
    def interval(self) -> str:
        """``0.98 to 1.03``."""
        if self.low is None or self.high is None:
            return "too few repetitions"
        return f"{self.low:.3f} to {self.high:.3f}"

    def sentence(self, ours: str, theirs: str) -> str:
        """What may be concluded of A and B in words."""
        over = f"geometric mean over {self.cells} cell{'s' * (self.cells != 1)}"
        if self.low is None or self.p is None:
            return (
                f"Whether {ours} takes as long as {theirs} cannot be told: {self.repetitions} repetitions "
                f"are too few, {BEST_REPETITIONS} are wanted. Ratio of the medians {self.value:.3f}, {over}."
            )
        chance = f"p {'< 0.001' if self.p < 0.001 else f'= {self.p:.3f}'}"
        shown = f"95 % confidence interval {self.interval}; Mann-Whitney U test, {chance}; {over}"
        if self.distinguishable:
            return f"{ours} takes {self.value:.3f} times as long as {theirs} ({shown})."
        return f"{ours} and {theirs} are not distinguishable: ratio {self.value:.3f} ({shown})."


def whole(pairs: Sequence[tuple[Result, Result]]) -> list[Pair]:
    """Steps 1 to 6 of both."""
    return [(ours.whole, theirs.whole) for ours, theirs in pairs]


def kernel(pairs: Sequence[tuple[Result, Result]]) -> list[Pair]:
    """Step 4 of both."""
    return [(ours.steps["kernel"], theirs.steps["kernel"]) for ours, theirs in pairs]


def geometric_mean(values: Sequence[float]) -> float:
    """Of positive values."""
    return statistics.geometric_mean(values)


def differ(pair: Pair) -> bool:
    """Whether a two-sided U test tells the repetitions of one cell apart; never with too few of them."""
    ours, theirs = pair
    if min(len(ours.values), len(theirs.values)) < FEWEST_REPETITIONS:
        return False
    return bool(_stats().mannwhitneyu(ours.values, theirs.values, alternative="two-sided").pvalue < LEVEL)


def ratio(pairs: Sequence[Pair]) -> Ratio:
    """A over B; ``pairs`` are the cells that both have, one or more. Raises :class:`NoScipy`."""
    value = geometric_mean([ours.median / theirs.median for ours, theirs in pairs])
    fewest = min(len(each.values) for pair in pairs for each in pair)
    if fewest < FEWEST_REPETITIONS:
        return Ratio(value, len(pairs), fewest)
    low, high = _interval(pairs)
    return Ratio(value, len(pairs), fewest, low, high, _chance(pairs), sum(map(differ, pairs)))


def _interval(pairs: Sequence[Pair]) -> tuple[float, float]:
    """The percentile bootstrap's, of the mean difference of the medians' logarithms.

    Cells are what was measured, not a sample of something; only their repetitions are drawn again.
    """
    import numpy

    def mean(*samples: Any, axis: int) -> Any:
        medians = [numpy.median(each, axis=axis) for each in samples]
        return sum(medians[0::2]) / len(pairs) - sum(medians[1::2]) / len(pairs)

    samples = [[math.log(value) for value in each.values] for pair in pairs for each in pair]
    if all(max(each) == min(each) for each in samples):
        only = math.exp(float(mean(*map(numpy.asarray, samples), axis=0)))
        return only, only
    drawn = _stats().bootstrap(
        samples,
        mean,
        n_resamples=_RESAMPLES,
        vectorized=True,
        confidence_level=0.95,
        method="percentile",
        rng=numpy.random.default_rng(1),  # the same results give the same report
    )
    return math.exp(drawn.confidence_interval.low), math.exp(drawn.confidence_interval.high)


def _chance(pairs: Sequence[Pair]) -> float:
    """The two-sided U test's p-value of aligned observations (Hodges and Lehmann 1962).

    Each repetition is divided by the median of its cell's, both schemes' together, so that only what the
    two differ in is left.
    """
    ours, theirs = [], []
    for first, second in pairs:
        middle = statistics.median((*first.values, *second.values))
        ours += [value / middle for value in first.values]
        theirs += [value / middle for value in second.values]
    return float(_stats().mannwhitneyu(ours, theirs, alternative="two-sided").pvalue)


def _stats() -> Any:
    try:
        from scipy import stats
    except ImportError:
        raise NoScipy("no scipy: install 'pointerchain[bench]'") from None
    return stats
