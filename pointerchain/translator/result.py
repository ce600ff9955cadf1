# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Result: what a translation gives back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pointerchain.diagnostics import Diagnostic
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span

if TYPE_CHECKING:
    from pointerchain.analysis.effects import Resolver


class Use(NamedTuple):
    """What a translation is for, beyond being read."""

    promises: bool = False
    """It checks, when it runs, what its regions promise."""
    compiled: bool = False
    """Only a compiler sees it, which may have other macros than Clang's library."""
    elsewhere: Resolver | None = None
    """What functions of other sources do."""


class HoistedChain(NamedTuple):
    """A chain that a region keeps in a local."""

    chain: str
    type: str
    kind: str
    """What it is: 'pointer', 'array', 'scalar', 'record', 'object', 'container', 'smart pointer' or
    'dependent'."""
    local: str
    uses: int
    written: bool
    """Whether it is written back."""


class SkippedChain(NamedTuple):
    """A chain that a list such as ``declare(level->*)`` left out, where it is used, and why."""

    chain: str
    span: Span
    code: str
    why: str


class RegionReport(NamedTuple):
    """What became of a region; ``span`` is its directive's words."""

    span: Span
    hoisted: tuple[HoistedChain, ...]
    skipped: tuple[SkippedChain, ...]

    def moved(self, span: Callable[[Span], Span]) -> RegionReport:
        """The same with each of its places as ``span`` gives it."""
        skipped = tuple(each._replace(span=span(each.span)) for each in self.skipped)
        return self._replace(span=span(self.span), skipped=skipped)


class Outcome(NamedTuple):
    """What became of a source's regions: the text, or None where an error refused it."""

    text: bytes | None
    diagnostics: tuple[Diagnostic, ...]
    hoisted: int = 0
    regions: tuple[RegionReport, ...] = ()


class Translation(NamedTuple):
    """What :func:`translate` gives back: the text, or None where an error refused it.

    ``changed`` says whether the text differs from the source; ``chains_hoisted`` counts the locals
    that were introduced, one a chain and region. ``headers`` are the included files whose shapes and
    policies hold here, as Clang names them, or None where Clang could not read the source.
    ``regions`` says of each region what it hoists, and what it left out.
    """

    text: bytes | None
    diagnostics: tuple[Diagnostic, ...]
    changed: bool = False
    chains_hoisted: int = 0
    headers: tuple[str, ...] | None = ()
    regions: tuple[RegionReport, ...] = ()
