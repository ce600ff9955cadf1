# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which programs there are: scenarios, layouts, transfer schemes, dialects.

A scheme is a template in ``templates/schemes`` and a row in ``SCHEMES``. A :class:`Kernel` says once what
the kernel of a variant touches; every scheme and dialect is made from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pointerchain.bench import sizes
from pointerchain.toolchain import Toolchain
from pointerchain.toolchain.base import Dialect, Memory

Scenario = Literal["linear", "dense"]

SCENARIOS: tuple[Scenario, ...] = ("linear", "dense")
DIALECTS: tuple[Dialect, ...] = ("openacc", "openmp")
LAYOUTS: dict[str, tuple[str, ...]] = {
    "linear": ("allinit-allused", "allinit-LLused", "LLinit-LLused"),
    # What is put where the device reaches it: the chain that the kernel follows, or the whole tree.
    "dense": ("selective", "full"),
}
DENSE_DEPTH = 3
# A chain of more levels is longer than compilers have to accept (C99 5.2.4.1: 63 nestings of an expression).
MOST_LEVELS = 60


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way of making a tree available to the device; ``name`` is its template's, too.

    ``dense`` are its layouts of Dense. ``reached`` is where it allocates what the device reaches.
    ``translated`` tells that its sources hold pointerchain directives, ``mapped`` that they lack data
    clauses, which ``pointerchain map`` writes for the kernel (so that step 4 has all transfers), ``mappers``
    that the compiler needs OpenMP's ``declare mapper``. ``moves_data`` is False where the program transfers
    nothing by itself.
    """

    name: str
    title: str
    reached: str = "PC_BENCH_HEAP"
    memory: Memory = "separate"
    dialects: tuple[Dialect, ...] = DIALECTS
    dense: tuple[str, ...] = ("selective",)
    translated: bool = False
    mapped: bool = False
    mappers: bool = False
    moves_data: bool = True

    @property
    def has_transfer_steps(self) -> bool:
        """Whether its transfers are steps of their own, 3 and 5."""
        return self.moves_data and not self.mapped


_WHOLE_TREE = ("selective", "full")

SCHEMES: dict[str, Scheme] = {
    each.name: each
    for each in (
        Scheme(
            "uvm",
            "unified memory: nothing is transferred by the program",
            reached="PC_BENCH_MANAGED",
            memory="managed",
            dense=_WHOLE_TREE,
            moves_data=False,
        ),
        Scheme(
            "marshal",
            "marshalling (Algorithm 1): one buffer, one transfer, an attach for each pointer",
            reached="PC_BENCH_ARENA",
            dense=_WHOLE_TREE,
        ),
        Scheme("pointerchain", "pointerchain directives, translated in the build", translated=True),
        Scheme(
            "mapped",
            "compute directives alone: 'pointerchain map' writes the kernel's data clauses in the build",
            mapped=True,
            translated=True,
        ),
        Scheme("handhoist", "the chains hoisted by hand: what pointerchain has to equal"),
        Scheme("mapper", "OpenMP's 'declare mapper'", dialects=("openmp",), dense=_WHOLE_TREE, mappers=True),
    )
}


@dataclass(frozen=True, slots=True, order=True)
class Variant:
    """One program. ``levels`` is k of Linear, D of Dense."""

    scenario: Scenario
    levels: int
    layout: str
    scheme: str
    dialect: Dialect

    @property
    def name(self) -> str:
        """Its source's name, without a suffix."""
        return f"{self.scenario}_k{self.levels:02}_{self.layout}_{self.scheme}_{self.dialect}"

    @property
    def takes_q(self) -> bool:
        """Whether the fan-out q is a parameter of it."""
        return self.scenario == "dense"

    def data_size(self, n: int, q: int) -> int:
        """Bytes of its tree as the paper counts them."""
        if self.scenario == "dense":
            return sizes.dense(self.levels, n, q)
        return sizes.linear(self.levels, n, len(arrays(self)))

    def needed_memory(self, n: int, q: int, *, device_in_memory: bool) -> int:
        """Bytes of main memory that a run takes; twice the tree where the device's copy is there, too."""
        size = self.data_size(n, q)
        if self.scenario == "dense":
            size += 4 * sizes.dense_last_structs(self.levels, q)
        return size * (2 if device_in_memory and SCHEMES[self.scheme].moves_data else 1)


@dataclass(frozen=True, slots=True)
class Kernel:
    """What the kernel of a variant multiplies: arrays of n elements, each at the end of a chain."""

    root_type: str
    chains: tuple[str, ...]


def arrays(variant: Variant) -> tuple[int, ...]:
    """The levels of a Linear tree that have an array."""
    return (variant.levels,) if variant.layout == "LLinit-LLused" else tuple(range(1, variant.levels + 1))


def used(variant: Variant) -> tuple[int, ...]:
    """The levels of a Linear tree whose array the kernel changes."""
    return tuple(range(1, variant.levels + 1)) if variant.layout == "allinit-allused" else (variant.levels,)


def kernel(variant: Variant) -> Kernel:
    """The one description of a variant's kernel."""
    if variant.scenario == "dense":
        # Listing 2: the last element of each level.
        return Kernel("struct L0", (f"tree->{'Lnext[q - 1].' * variant.levels}A",))
    return Kernel("struct L1", tuple("tree->" + "Lnext->" * (level - 1) + "A" for level in used(variant)))


@dataclass(frozen=True, slots=True)
class MappedType:
    """What a mapper of one struct type maps: its array, and the section ``next`` of what is below it."""

    name: str
    maps_array: bool
    next: str


def mapped_types(variant: Variant) -> tuple[MappedType, ...]:
    """The types of a tree for ``declare mapper``, the last level first."""
    levels = variant.levels
    if variant.scenario == "linear":
        return tuple(
            MappedType(f"L{level}", level in used(variant), "0:1" if level < levels else "")
            for level in range(levels, 0, -1)
        )
    below = "s.nLnext - 1:1" if variant.layout == "selective" else "0:s.nLnext"
    return tuple(
        MappedType(f"L{level}", variant.layout == "full" or level == levels, below if level < levels else "")
        for level in range(levels, -1, -1)
    )


def variants(
    scenarios: tuple[Scenario, ...],
    levels: int,
    dialects: tuple[Dialect, ...],
    schemes: tuple[str, ...],
) -> list[Variant]:
    """The programs of a suite, Linear with 2 to ``levels`` levels; each dialect with the schemes it has."""
    return [
        Variant(scenario, each, layout, scheme, dialect)
        for dialect in dialects
        for scenario in scenarios
        for each in (range(2, levels + 1) if scenario == "linear" else (DENSE_DEPTH,))
        for layout in LAYOUTS[scenario]
        for scheme in schemes
        if dialect in SCHEMES[scheme].dialects and (scenario == "linear" or layout in SCHEMES[scheme].dense)
    ]


def why_not(variant: Variant, toolchain: Toolchain) -> str:
    """Why a toolchain cannot build a variant; empty where it can."""
    if variant.dialect not in toolchain.dialects:
        return f"{toolchain.name} does not offload {variant.dialect}"
    if SCHEMES[variant.scheme].mappers and not toolchain.has_mappers:
        return f"{toolchain.name} has no 'declare mapper'"
    return ""
