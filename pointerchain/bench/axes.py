# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What figures need to know of their axes: values -> limits, ticks, and where labels have room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

LEAST_FACTOR = 2.0
"""A logarithmic axis goes over this factor at least: what differs by noise should not look like structure."""
# Leading digits of ticks, from few to many.
_DIGITS: tuple[tuple[float, ...], ...] = (
    (1,),
    (1, 3),
    (1, 2, 5),
    (1, 1.5, 2, 3, 4, 5, 7),
)


def log_limits(values: Iterable[float], room: float = 0.06) -> tuple[float, float]:
    """Limits that hold all positive ``values``, with ``room`` (a share of the axis) at both ends."""
    known = [value for value in values if value > 0 and math.isfinite(value)] or [1.0]
    low, high = min(known), max(known)
    missing = LEAST_FACTOR / (high / low)
    if missing > 1:
        low, high = low / math.sqrt(missing), high * math.sqrt(missing)
    more = (high / low) ** room
    return low / more, high * more


def log_ticks(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """Two to ``most`` round values between limits that are a factor of ``LEAST_FACTOR`` apart at least."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    best: tuple[float, ...] = ()
    for digits in _DIGITS:
        ticks = tuple(
            tick
            for power in powers
            for digit in digits
            if low * 0.9999 <= (tick := float(f"{digit}e{power}")) <= high * 1.0001
        )
        if len(ticks) > most:
            # Over many decades every power of ten is too much.
            return best if len(best) >= 2 else ticks[:: math.ceil(len(ticks) / most)]
        best = ticks
    return best


def label(value: float) -> str:
    """Powers of ten as such where they are long, other numbers as they are: ``0.01``, ``50``, ``10⁶``."""
    exponent = round(math.log10(value)) if value > 0 else 0
    if not -4 < exponent < 2 and math.isclose(value, 10.0**exponent):
        return f"10{str(exponent).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"
    return f"{value:.6g}"


def apart(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """``places``, in their order, moved little and ``gap`` apart, between ``low`` and ``high``.

    Where there is no room for all of them, the last end beyond ``high``.
    """
    if not places:
        return []
    from scipy.optimize import isotonic_regression

    order = sorted(range(len(places)), key=lambda i: places[i])
    # Less a gap for each place before it, what has to be apart has to rise.
    steps = [rank * gap for rank in range(len(order))]
    risen = isotonic_regression([places[i] - step for i, step in zip(order, steps, strict=True)]).x
    found = [0.0] * len(places)
    for i, step, place in zip(order, steps, risen, strict=True):
        found[i] = max(low, min(float(place), high - steps[-1])) + step
    return found
