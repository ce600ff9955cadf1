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
from pointerchain.extras import install_line

LEVEL = 0.05
"""A p-value below this one tells two times apart."""
FEWEST_REPETITIONS = 4
"""With fewer repetitions of each, no U test of one cell can have a p-value below ``LEVEL``."""
FEWEST_CELLS = 6
"""With fewer cells, no two-sided signed-rank test can have a p-value below ``LEVEL``."""
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

    Of two runs (:func:`between_runs`) the cells take the repetitions' place. ``test`` is the name of the
    test, ``few`` says what there is too little of.
    """

    value: float
    cells: int
    few: str = ""
    low: float | None = None
    high: float | None = None
    p: float | None = None
    apart: int | None = None
    test: str = "Mann-Whitney U test"

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
            return "too few to tell"
        return f"{self.low:.3f} to {self.high:.3f}"

    def sentence(self, ours: str, theirs: str) -> str:
        """What may be concluded of A and B in words."""
        over = f"geometric mean over {self.cells} cell{'s' * (self.cells != 1)}"
        if self.low is None or self.p is None:
            return (
                f"Whether {ours} takes as long as {theirs} cannot be told: {self.few}. "
                f"Ratio of the medians {self.value:.3f}, {over}."
            )
        chance = f"p {'< 0.001' if self.p < 0.001 else f'= {self.p:.3f}'}"
        shown = f"95 % confidence interval {self.interval}; {self.test}, {chance}; {over}"
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
    value = of_medians(pairs)
    fewest = min(len(each.values) for pair in pairs for each in pair)
    if fewest < FEWEST_REPETITIONS:
        few = f"{fewest} repetitions are too few, {BEST_REPETITIONS} are wanted"
        return Ratio(value, len(pairs), few)
    low, high = _interval(pairs)
    return Ratio(value, len(pairs), "", low, high, _chance(pairs), sum(map(differ, pairs)))


def of_medians(pairs: Sequence[Pair]) -> float:
    """A over B alone: the geometric mean over cells of the ratios of medians."""
    return geometric_mean([ours.median / theirs.median for ours, theirs in pairs])


def between_runs(pairs: Sequence[Pair]) -> Ratio:
    """A over B, where A and B are the same cells in two runs. Raises :class:`NoScipy`.

    What differs between runs (where memory lies, what else the machine does) is the same in all repetitions
    of a run's cell, so that repetitions say nothing of it. What it does to one cell and not to another, the
    cells' ratios show: the interval is a bootstrap that draws cells, the test Wilcoxon's signed-rank test
    of the ratios' logarithms (Wilcoxon 1945). What it does to all cells alike no two runs can show.
    """
    value = of_medians(pairs)
    test = "Wilcoxon signed-rank test of the cells"
    if len(pairs) < FEWEST_CELLS:
        few = f"{'1 cell is' if len(pairs) == 1 else f'{len(pairs)} cells are'} too few for that"
        return Ratio(value, len(pairs), f"{few}, {FEWEST_CELLS} are needed", test=test)
    logarithms = [math.log(ours.median / theirs.median) for ours, theirs in pairs]
    if max(logarithms) == min(logarithms):
        low = high = logarithms[0]
    else:
        low, high = _bootstrap([logarithms], _mean)
    p = float(_stats().wilcoxon(logarithms).pvalue) if any(logarithms) else 1.0
    return Ratio(value, len(pairs), "", math.exp(low), math.exp(high), p, sum(map(differ, pairs)), test)


def _mean(sample: Any, axis: int) -> Any:
    return sample.mean(axis=axis)


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
    low, high = _bootstrap(samples, mean)
    return math.exp(low), math.exp(high)


def _bootstrap(samples: Sequence[Sequence[float]], statistic: Any) -> tuple[float, float]:
    """The 95 % percentile interval of a statistic of samples that are drawn again, each from itself."""
    import numpy

    drawn = _stats().bootstrap(
        samples,
        statistic,
        n_resamples=_RESAMPLES,
        vectorized=True,
        confidence_level=0.95,
        method="percentile",
        rng=numpy.random.default_rng(1),  # the same results give the same report
    )
    return drawn.confidence_interval.low, drawn.confidence_interval.high


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
        raise NoScipy(f"no scipy; {install_line('bench')} brings it") from None
    return stats
