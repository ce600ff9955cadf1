# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Results that were never measured: what is in them is known."""

from __future__ import annotations

import random

from pointerchain.bench.results import STEPS, Load, Machine, Moved, Result, Results, Run, Where, timing

NOTHING = Moved(0, 0, 0, 0, 0)
WHERE = Where("gcc", "openmp", "gcc 12", "host", True, True, True, False, "libgomp")
RUN = Run("2026-01-01", "0.1.0", "run", Machine("cpu", "2", "Linux 6", "0-1"), {}, 1, 9, 0.2, {}, {}, ())


def row(scheme: str, n: int, values: list[float], load: Load | None = None) -> Result:
    """One cell of Linear, all of whose steps took ``values``."""
    return Result(
        *("linear", 2, "allinit-allused", scheme, n, 1, WHERE, "-O2", len(values), timing(values)),
        dict.fromkeys(STEPS, timing(values)),
        dict.fromkeys(("enter", "kernel", "leave"), NOTHING),
        *(80, 80, load or Load((0.5,) * len(values), (0.0,) * len(values), 0)),
    )


def results(
    factor: float, noise: float, seed: int, *, count: int = 9, load: Load | None = None, drift: float = 0
) -> Results:
    """Twelve cells of two schemes that differ by ``factor``.

    ``noise`` is that of the logarithm of a cell's times, ``drift`` that of what all times of a cell share.
    """
    generator = random.Random(seed)
    rows = []
    for n in range(12):
        for scheme, times in (("pointerchain", factor), ("handhoist", 1.0)):
            shared = generator.lognormvariate(0, drift) if drift else 1.0
            values = [times * shared * 10.0**-n * generator.lognormvariate(0, noise) for _ in range(count)]
            rows.append(row(scheme, n, values, load))
    return Results("r.json", RUN, tuple(rows))
