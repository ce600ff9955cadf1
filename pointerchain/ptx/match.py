# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which function of one PTX file is which of another.

Compilers put line numbers, file and device numbers, hashes and ordinals into
the names of the kernels that they outline, so the same region has another name
when its source changes:

    gcc      drift$_omp_fn$0                             -> drift
    clang    __omp_offloading_fd02_ab08fd_drift_l12      -> drift
             __omp_offloading_..._drift_l12_omp_outlined -> drift:outlined
    nvc      drift_12_gpu, nvkernel_drift_F1L12_2        -> drift
    nvcc     _ZN34_GLOBAL__N__1a2b3c4d_4_f_cu_drift...   -> the name without its hash
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.ptx.counts import FunctionCount

# How two functions came together, from sure to likely.
SAME, RENAMED, SIMILAR, ONLY = "name", "renamed", "similar", "only"

# Of what two left-over functions must have in common to be taken for one.
_ALIKE = 0.5

_GCC = lazy_pattern(r"(.+?)(?:[.$](?:constprop|isra|part|lto_priv)[.$]\d+)*[.$]_omp_fn[.$](\d+)(.*)")
_CLANG = lazy_pattern(r"__omp_offloading_[0-9a-f]+_[0-9a-f]+_(.+)_l(\d+)(?:_(\d+))?((?:[._$]\D.*)?)")
_NVC = lazy_pattern(r"(?:nvkernel_(.+?)_F\d+L(\d+)_(\d+)|(.+?)_(\d+)_gpu)((?:_.*)?)")
_HASHES = lazy_pattern(r"(?<=_)(?:[0-9a-f]{8,}|\d+_tmpxft_[0-9a-f_]+)(?=_|$)|__intern__[0-9a-f]+$|\$\d+$")


class Stem(NamedTuple):
    """A name without what compilers vary: the function it came from, its part, its place among others."""

    function: str
    part: str
    order: tuple[int, ...]


class Pair(NamedTuple):
    """A function of each file, or of one only; ``by`` tells how they came together."""

    a: FunctionCount | None
    b: FunctionCount | None
    by: str

    @property
    def name(self) -> str:
        """The name in A, or in B where A has none."""
        return self._one.name

    @property
    def kind(self) -> str:
        """'kernel' or 'function'."""
        return "kernel" if self._one.kind == "entry" else "function"

    @property
    def _one(self) -> FunctionCount:
        one = self.a or self.b
        assert one is not None
        return one


def stem(name: str) -> Stem:
    """What of a kernel's name stays the same when its source changes a little."""
    if match := _GCC.fullmatch(name):
        return Stem(match[1], match[3], (int(match[2]),))
    if match := _CLANG.fullmatch(name):
        return Stem(match[1], match[4], (int(match[2]), int(match[3] or 0)))
    if match := _NVC.fullmatch(name):
        order = (int(match[2] or match[5]), int(match[3] or 0))
        return Stem(match[1] or match[4], match[6], order)
    return Stem(_HASHES.sub("#", name), "", (0,))


def match(a: Sequence[FunctionCount], b: Sequence[FunctionCount]) -> list[Pair]:
    """Pair the functions of two files, in the order of A and then what only B has.

    First those with one name; then those whose names differ in what compilers
    vary, in the order of their lines; then those left over that are most alike; then the
    only kernels, where each file has one. A kernel is never paired with a device function.
    """
    partner: dict[int, tuple[int, str]] = {}
    free_a, free_b = list(range(len(a))), list(range(len(b)))

    def join(pairs: Iterator[tuple[int, int]], by: str) -> None:
        for one, other in pairs:
            partner[one] = (other, by)
            free_a.remove(one)
            free_b.remove(other)

    join(_same(a, b), SAME)
    join(_renamed(a, b, list(free_a), list(free_b)), RENAMED)
    join(_similar(a, b, list(free_a), list(free_b)), SIMILAR)
    join(_only(a, b, free_a, free_b), ONLY)
    result = []
    for index, one in enumerate(a):
        if index in partner:
            other, by = partner[index]
            result.append(Pair(one, b[other], by))
        else:
            result.append(Pair(one, None, ""))
    return result + [Pair(None, b[index], "") for index in free_b]


def _same(a: Sequence[FunctionCount], b: Sequence[FunctionCount]) -> Iterator[tuple[int, int]]:
    places: dict[tuple[str, str], list[int]] = {}
    for index, one in enumerate(b):
        places.setdefault((one.kind, one.name), []).append(index)
    for index, one in enumerate(a):
        found = places.get((one.kind, one.name))
        if found:
            yield index, found.pop(0)


def _renamed(
    a: Sequence[FunctionCount], b: Sequence[FunctionCount], free_a: list[int], free_b: list[int]
) -> Iterator[tuple[int, int]]:
    groups: dict[tuple[str, str, str], tuple[list[int], list[int]]] = {}
    for side, (counts, free) in enumerate(((a, free_a), (b, free_b))):
        for index in free:
            name = stem(counts[index].name)
            key = (counts[index].kind, name.function, name.part)
            groups.setdefault(key, ([], []))[side].append(index)
    for ours, theirs in groups.values():
        # Where one side has more, order alone does not tell which is missing.
        if len(ours) == len(theirs):
            ours.sort(key=lambda index: stem(a[index].name).order)
            theirs.sort(key=lambda index: stem(b[index].name).order)
            yield from zip(ours, theirs, strict=True)
        else:
            yield from _similar(a, b, ours, theirs, least=0.0)


def _similar(
    a: Sequence[FunctionCount],
    b: Sequence[FunctionCount],
    free_a: list[int],
    free_b: list[int],
    least: float = _ALIKE,
) -> Iterator[tuple[int, int]]:
    ranked = sorted(
        (
            (-_likeness(a[one].opcodes, b[other].opcodes), one, other)
            for one in free_a
            for other in free_b
            if a[one].kind == b[other].kind
        ),
    )
    taken_a: set[int] = set()
    taken_b: set[int] = set()
    for likeness, one, other in ranked:
        if -likeness >= least and one not in taken_a and other not in taken_b:
            taken_a.add(one)
            taken_b.add(other)
            yield one, other


def _only(
    a: Sequence[FunctionCount], b: Sequence[FunctionCount], free_a: list[int], free_b: list[int]
) -> Iterator[tuple[int, int]]:
    ours, theirs = ([index for index, one in enumerate(side) if one.kind == "entry"] for side in (a, b))
    if len(ours) == len(theirs) == 1 and ours[0] in free_a and theirs[0] in free_b:
        yield ours[0], theirs[0]


def _likeness(a: Counter[str], b: Counter[str]) -> float:
    """What two multisets share, of what either has: 0 to 1."""
    either = (a | b).total()
    return (a & b).total() / either if either else 1.0
