# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Memory: loads and stores of host and device, and what they may meet.

``sum += x[i]`` on the host behind a kernel that stores ``x``  ->  :class:`NotShown`, if no copy came back.

A load on the host needs a copy there that is not old; a store there of a part makes the device's copy old,
and needs the rest. On the device it is the other way round, and the memory has to be there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pointerchain.coherence.program import NotModelled, NotShown
from pointerchain.coherence.state import Copy, State, added, holds
from pointerchain.coherence.values import WILD, Object, Path, Pointer, Target, Term, evaluated

Entry = tuple[Object, Path]


class Kernel:
    """What a kernel accesses, while it is executed."""

    def __init__(
        self, chains: dict[str, Any], private: frozenset[str], deep: bool, sample: int | None = None
    ) -> None:
        self.chains, self.private, self.sample = chains, private, sample
        """Which values its symbols have; None where nothing is known of them."""
        self.deep = deep
        """Whether a deep copy puts there what no clause lists."""
        self.own: set[Object] = set()
        """What begins in it."""
        self.reads: dict[Entry, int] = {}
        self.exposed: set[Entry] = set()
        """What it reads, though it has not written that element for certain."""
        self.writes: dict[Entry, int] = {}
        self.lists: dict[Entry, tuple[bool, int, str]] = {}
        """Whether what is on the device is allocated; the place of an access, and its name."""
        self.outside: set[Entry] = set()
        """Of what it accesses an element that is not allocated, as no program does."""
        self.used_symbols = False


class Memory:
    """The rules of loads and stores; ``kernel`` is set while a kernel runs."""

    def __init__(self) -> None:
        self.kernel: Kernel | None = None
        self.widths: dict[Object, int] = {}
        """The bytes of an element of memory that came from outside, or is a variable of the file."""
        self.alone: set[Object] = set()
        """What is promised to be the same memory as nothing else."""
        self.constants: set[Object] = set()
        self.left = False
        """Whether a construct is executed of which nothing is claimed."""

    def number(self, term: Term) -> Term:
        """A number, in a kernel that is executed for a sample the one that it is there."""
        kernel = self.kernel
        if kernel is None or kernel.sample is None or type(term) is not tuple:
            return term
        kernel.used_symbols = True
        return evaluated(term, kernel.sample)

    def peers(self, object_: Object, others: Iterable[Object]) -> list[Object]:
        """The objects among others that may be the same memory."""
        width = self.widths.get(object_)
        if width is None or object_ in self.alone:
            return []
        return [
            each
            for each in others
            if each != object_
            and each not in self.alone
            and "in" in (object_[0], each[0])
            and (1 in (width, self.widths.get(each)) or self.widths.get(each) == width)
        ]

    def touch(
        self, targets: tuple[Target, ...], size: int, state: State, at: int, *, writes: bool, name: str
    ) -> None:
        """A load or store of some bytes."""
        for target in targets:
            if target.object == WILD:
                self._wild(state, at, name)
            elif self.kernel is not None and not self.left:
                self._on_device(self.kernel, target, size, state, at, writes, name)
            else:
                whole = len(targets) == 1 and writes and _is_whole(target, size, state)
                self._on_host(target, state, at, writes, whole, name)
            if writes:
                state.blank -= {target.object}

    def _wild(self, state: State, at: int, name: str) -> None:
        if self.kernel is not None:
            raise NotModelled(at, f"nobody knows what '{name}' leads to, in a kernel")
        if any(copy.references or copy.is_host_old for copy in state.copies.values()):
            raise NotModelled(at, f"nobody knows what '{name}' leads to, while data is on the device")

    # --- the host -----------------------------------------------------------------------------------------

    def _on_host(self, target: Target, state: State, at: int, writes: bool, whole: bool, name: str) -> None:
        near = {target.object, *self.peers(target.object, [each for each, _ in state.copies])}
        for entry, copy in list(state.copies.items()):
            if entry[0] not in near or (entry[0] == target.object and not _meet(entry[1], target.path)):
                continue
            if self.left and (copy.references or copy.is_host_old):
                raise NotShown(at, f"a construct that is left may access '{name}', which is on the device")
            whole_ = whole and entry[0] == target.object
            if copy.is_host_old and not whole_:
                does = "stores a part of" if writes else "reads"
                raise NotShown(
                    at, f"the host {does} '{name}', whose copy there may be older than the device's"
                )
            if writes:
                is_old = copy.is_device_old or copy.references > 0
                state.copies[entry] = copy._replace(is_host_old=False, is_device_old=is_old)

    # --- the device ---------------------------------------------------------------------------------------

    def _on_device(
        self, kernel: Kernel, target: Target, size: int, state: State, at: int, writes: bool, name: str
    ) -> None:
        object_, path = target.object, target.path
        if object_ in kernel.own or (object_ in self.constants and not writes):
            return
        entry = entry_of(target, state)
        if entry is None:
            if kernel.deep:
                return
            variable = object_[0] in ("var", "static", "global")
            if variable and last_name(object_[1]) in kernel.private:
                return
            if variable and not path and not writes and object_ not in self.widths:
                self._host_value(target, size, state, at, name)
                return
            raise NotShown(at, f"a kernel accesses '{name}', which may not be on the device")
        (kernel.writes if writes else kernel.reads).setdefault(entry, at)
        self._check_bytes(kernel, entry, target, size, state, at, writes, name)

    def _host_value(self, target: Target, size: int, state: State, at: int, name: str) -> None:
        """A variable that the kernel gets by value (OpenMP 5.2, 5.8.1: ``firstprivate``)."""
        kernel, self.kernel = self.kernel, None
        try:
            self.touch((target,), size, state, at, writes=False, name=name)
        finally:
            self.kernel = kernel

    def _check_bytes(
        self,
        kernel: Kernel,
        entry: Entry,
        target: Target,
        size: int,
        state: State,
        at: int,
        writes: bool,
        name: str,
    ) -> None:
        """Whether a sample's access lies in what is on the device, or would be outside of the allocation."""
        if kernel.sample is None:
            return
        level = len(entry[1])
        offset = self.number(target.offsets[level])
        exact = level == len(target.path)
        width = size if exact else target.widths[level]
        copy = state.copies[entry]
        low, high = self.number(copy.low), self.number(copy.high)
        end = self.number(state.sizes.get(entry[0])) if not level else None
        if low is None or high is None:
            raise NotModelled(at, f"nobody knows how many elements of '{name}' are on the device")
        if end is not None and low < high:
            kernel.lists[entry] = low >= 0 and high <= end, at, name
        if offset is None:
            if end is not None and not (low <= 0 and end <= high):
                raise NotShown(at, f"any element of '{name}' may be meant, and not all are on the device")
            if not writes:
                kernel.exposed.add(entry)
            return
        is_outside = end is not None and (offset < 0 or offset + width > end)  # no program does that
        if is_outside:
            kernel.outside.add(entry)
        if not is_outside and not (low <= offset and offset + width <= high):
            where = f"bytes {offset} to {offset + width} of '{name}'"
            raise NotShown(at, f"a kernel accesses {where}, and {low} to {high} are on the device")
        rows = state.filled.get(entry, ())
        if writes and exact:
            state.filled[entry] = added(rows, offset, offset + width)
        elif not writes and not holds(rows, offset, offset + width):
            kernel.exposed.add(entry)


def entry_of(target: Target, state: State) -> Entry | None:
    """What is on the device and holds a place: the object, or a member around it."""
    for length in range(len(target.path), -1, -1):
        entry = (target.object, target.path[:length])
        copy = state.copies.get(entry)
        if copy is not None and copy.references:
            return entry
    return None


def last_name(name: Any) -> str:
    """What a variable is called."""
    return name if isinstance(name, str) else str(name[2])


def _meet(one: Path, other: Path) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _is_whole(target: Target, size: int, state: State) -> bool:
    """Whether a store is one of all of an object."""
    return target.offsets == (0,) and state.sizes.get(target.object) == size


__all__ = ["Copy", "Entry", "Kernel", "Memory", "Pointer", "entry_of", "last_name"]
