# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where a generated program gets its decisions from: hypothesis, a seed, or a recorded script.

Zero is always the simplest choice, so that hypothesis and :func:`shrink` both
make a program smaller by making its numbers smaller.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """Decisions by ``draw(low, high)``, which returns an integer of the closed range."""

    def __init__(self, draw: Callable[[int, int], int]):
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        return self._draw(low, high) if high > low else low

    def chance(self, percent: int) -> bool:
        """True in about ``percent`` of a hundred cases; False is the simpler answer."""
        return percent > 0 and self.integer(0, 99) >= 100 - percent

    def pick(self, options: Sequence[T]) -> T:
        return options[self.integer(0, len(options) - 1)]

    def weighted(self, options: Sequence[tuple[int, T]]) -> T:
        """An option of ``(weight, option)`` pairs; the first one is the simplest."""
        at = self.integer(0, sum(weight for weight, _ in options) - 1)
        for weight, option in options:
            if at < weight:
                return option
            at -= weight
        raise AssertionError("weights do not add up")


class Recorded(Choices):
    """Choices that remember what they gave: a script of numbers first, then (or else zeros) a seed's."""

    def __init__(self, script: Sequence[int] = (), seed: int | None = None):
        super().__init__(self._next)
        self.given: list[int] = []
        self._script = script
        self._random = None if seed is None else random.Random(seed)

    def _next(self, low: int, high: int) -> int:
        at = len(self.given)
        if at < len(self._script):
            value = min(self._script[at], high - low)
        elif self._random is not None:
            value = int(self._random.random() * (high - low + 1))
        else:
            value = 0
        self.given.append(value)
        return low + value


def shrink(script: Sequence[int], fails: Callable[[list[int]], bool], attempts: int = 400) -> list[int]:
    """The simplest script found, within ``attempts`` tries, for which ``fails`` still holds."""
    best = list(script)
    left = attempts

    def attempt(candidate: list[int]) -> bool:
        nonlocal best, left
        if left <= 0 or candidate == best:
            return False
        left -= 1
        if fails(candidate):
            best = candidate
            return True
        return False

    progress = True
    while progress and left > 0:
        progress = False
        size = max(1, len(best) // 2)
        while size and left > 0:
            at = 0
            while at < len(best) and left > 0:
                zeroed = [*best[:at], *([0] * len(best[at : at + size])), *best[at + size :]]
                if attempt([*best[:at], *best[at + size :]]) or attempt(zeroed):
                    progress = True
                else:
                    at += size
            size //= 2
        for at, number in enumerate(best):
            for less in (number // 2, number - 1):
                if less > 0 and attempt([*best[:at], less, *best[at + 1 :]]):
                    progress = True
                    break
    return best
