# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Planned: what a translation is meant to be, as the validator is told.

Where the probe asks for each chain, the local that stands for it, whether it is written back, and the
edits. Everything else the validator takes from Clang's trees.
"""

from __future__ import annotations

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span


class PlannedChain(NamedTuple):
    """A hoisted chain: the probe's text that spells it, and the local that stands for it."""

    text: str
    """As the source declares it; for messages."""
    place: Span
    """Where the source declares it."""
    probe: Span
    local: str
    written: bool
    """Whether it is written back."""
    accessor: str = ""
    """For a container or smart pointer: what its local is the result of, ``.data()`` or ``.get()``."""
    reference: bool = False
    """Whether the local is a reference to the object that the chain names."""
    restrict: bool = False
    """Whether nothing else may lead to what the local points to."""
    home: str = ""
    """The pointer through which it is, where its own text could mean something else."""


class PlannedRegion(NamedTuple):
    """A region: its marks in the probe, where it begins in the source, and what it hoists.

    ``flat`` regions have no block of their own.
    """

    number: int
    begin: Span
    end: Span
    start: int
    keyword: Span
    flat: bool
    chains: tuple[PlannedChain, ...]


class PlannedReload(NamedTuple):
    """A place where locals are loaded again: its mark in the probe, and regions and names of the locals."""

    mark: Span
    locals: tuple[tuple[int, str], ...]


class Planned(NamedTuple):
    """What is planned for one source."""

    regions: tuple[PlannedRegion, ...]
    directives: tuple[Span, ...]
    """The source's directives, in whose text Clang sees nothing."""
    replaced: tuple[Span, ...]
    """The probe's text that the source does not have."""
    reloads: tuple[PlannedReload, ...] = ()
    added: tuple[tuple[int, str], ...] = ()
    """The clauses that directives get: where each directive begins in the source, and the clause."""
