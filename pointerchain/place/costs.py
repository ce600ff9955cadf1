# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What each placement of an object costs: (machine, profile) -> :class:`Candidate`s. Seconds, all predicted.

A placement is a kind, which is fixed (an allocation and, of managed memory, an advice), and a residency,
which may change from phase to phase. Device memory has three residencies: the valid contents are on the host
('H'), on the device ('D') or on both ('B'); each change between them costs a copy. Where managed memory lies
follows from who touches it: there is nothing to choose, and such a candidate has one state in each phase.

Counted is only what depends on placement: copies, faults, migrations, remote accesses, and the device's own
time for the sectors that it reads from its memory.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pointerchain.lazy import NamedTuple
from pointerchain.place.machine import Line, Machine, UnifiedMemory
from pointerchain.place.profile import PAGE, SECTOR, Cell, Loop, Object, Place, Profile
from pointerchain.place.timeline import Edge, Timeline

ADVICE = (
    "none",
    "read-mostly",
    "preferred-device",
    "accessed-by-device",
    "preferred-host",
    "accessed-by-host",
)
HOST, DEVICE, BOTH = "H", "D", "B"
NOWHERE = "-"
WHERE = {HOST: "host", DEVICE: "device", BOTH: "both", NOWHERE: "nowhere"}


class Kind(NamedTuple):
    """An allocation ('host', 'device', 'pinned' or 'managed') and the advice of a managed one."""

    allocation: str
    advice: str = "none"


class Access(NamedTuple):
    """One execution's mean accesses of an object from one side. Bytes and counts."""

    reads: bool
    writes: bool
    sectors: float
    pages: float
    remote_read: float
    remote_write: float


class Step(NamedTuple):
    """What one node does to an object: the device's and the host's accesses, None where there are none."""

    device: Access | None
    host: Access | None


class Action(NamedTuple):
    """What the program does at the begin of a node for each of its executions."""

    node: int
    do: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """One kind with what it costs: a state for each node is chosen, nothing else.

    ``node_cost[n][s]`` are the seconds of all executions of node n in state s; ``edge_cost[e][a][b]`` those
    of all passages of edge e (the chain's, then those back); ``resident[n][s]`` the bytes of device memory.
    """

    kind: Kind
    states: str
    node_cost: tuple[tuple[float, ...], ...]
    edge_cost: tuple[tuple[tuple[float, ...], ...], ...]
    resident: tuple[tuple[int, ...], ...]
    actions: tuple[Action, ...] = ()
    where: tuple[str, ...] = ()
    parts: Mapping[int, Part] = field(default_factory=dict)
    """Of nodes where the host accesses a part of what stays on the device."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """A kind that an object cannot have, and why."""

    kind: Kind
    why: str


# --- accesses -----------------------------------------------------------------------------------------------


def steps(profile: Profile, line: Timeline, each: Object) -> tuple[Step, ...]:
    """What each node of the timeline does to an object."""
    found = []
    for node in line.nodes:
        executions = line.executions(node.phase)
        device = profile.cells.get((each.id, node.phase, "device"))
        host = profile.cells.get((each.id, node.phase, "host"))
        found.append(Step(_access(device, each, executions), _access(host, each, executions)))
    return tuple(found)


def _access(cell: Cell | None, each: Object, executions: int) -> Access | None:
    if cell is None or not (cell.reads or cell.writes):
        return None
    pages = min(cell.page_visits / executions * PAGE, each.bytes)
    # Distinct sectors of one execution: no more than those of all, of its pages and of its bytes.
    sectors = min(cell.sectors, pages / SECTOR, max(cell.bytes / executions / SECTOR, 1.0))
    count = cell.loads + cell.stores + cell.atomics
    # Without lane marks each access is charged a sector of its own, which favours device memory.
    remote = (cell.warp_sectors if cell.warp_sectors is not None else count) / executions * SECTOR
    return Access(
        cell.reads,
        cell.writes,
        sectors * SECTOR,
        pages,
        remote * (cell.loads + cell.atomics) / count,
        remote * (cell.stores + cell.atomics) / count,
    )


def sparsity(profile: Profile, each: Object) -> float | None:
    """The share of an object's sectors that one kernel touches, at most; None where none touches it."""
    touched = [
        cell.sectors * SECTOR / each.bytes
        for cell in profile.cells.values()
        if cell.object == each.id and cell.side == "device" and cell.sectors
    ]
    return min(max(touched), 1.0) if touched else None


def remigration(line: Timeline, row: tuple[Step, ...]) -> float | None:
    """How often demand paging would move an object to the device; None where it never would."""
    moves, at = 0, NOWHERE
    after = []
    for index, step in enumerate(row):
        weight = line.chain[index - 1].weight if index else 1
        at = HOST if step.host else at
        if step.device:
            moves += weight * (at == HOST)
            at = DEVICE
        after.append(at)
    for edge in line.returns:
        step = row[edge.target]
        if step.device and (after[edge.source] == HOST or step.host):
            moves += edge.weight
    return float(moves) if moves else None


def keeps_two_copies(profile: Profile, line: Timeline, each: Object) -> bool:
    """Whether the program reads one copy of an object while only its other copy has the latest contents.

    Such a program means two arrays: memory that both sides share would change what it computes. A profile
    without any copies says nothing of that, and neither does it of memory that both sides share now.
    """
    if not profile.copies or each.now in ("managed", "pinned"):
        return False
    copies = {copy.phase: copy for copy in profile.copies if copy.object == each.id}
    host_stale = device_stale = False
    for node in line.nodes:
        copy = copies.get(node.phase)
        if copy is not None:
            host_stale = host_stale and not copy.to_host
            device_stale = device_stale and not copy.to_device
        device = profile.cells.get((each.id, node.phase, "device"))
        host = profile.cells.get((each.id, node.phase, "host"))
        if (device is not None and device.reads and device_stale) or (
            host is not None and host.reads and host_stale
        ):
            return True
        host_stale = host_stale or (device is not None and device.writes)
        device_stale = device_stale or (host is not None and host.writes)
    return False


# --- candidates ---------------------------------------------------------------------------------------------


_TWO = "the program reads a copy of it that is older than the other: both sides cannot share one"


def candidates(
    machine: Machine, profile: Profile, line: Timeline, each: Object, *, managed: bool = True
) -> tuple[list[Candidate], list[Impossible]]:
    """The kinds that an object can have, and those that it cannot."""
    row = steps(profile, line, each)
    if not any(step.device for step in row):
        return [_idle(line)], []
    possible: list[Candidate] = []
    left: list[Impossible] = []
    two = keeps_two_copies(profile, line, each)
    for found in _all(machine, profile, line, each, row, managed=managed):
        if two and found.kind.allocation != "device":
            left.append(Impossible(found.kind, _TWO))
        elif isinstance(found, Impossible):
            left.append(found)
        else:
            possible.append(found)
    return possible, left


def _all(
    machine: Machine,
    profile: Profile,
    line: Timeline,
    each: Object,
    row: tuple[Step, ...],
    *,
    managed: bool,
) -> Iterable[Candidate | Impossible]:
    yield _device(machine, profile, line, each, row)
    yield _pinned(machine, line, row)
    for advice in ADVICE:
        kind = Kind("managed", advice)
        if not managed:
            yield Impossible(kind, "managed memory was excluded")
        elif machine.um is None:
            yield Impossible(kind, "the machine's unified memory is not known")
        else:
            yield walk(machine, machine.um, line, each, row, advice)


def _idle(line: Timeline) -> Candidate:
    """An object that no kernel touches stays where it is."""
    nothing = tuple((0.0,) for _ in line.nodes)
    edges = tuple(((0.0,),) for _ in (*line.chain, *line.returns))
    return Candidate(Kind("host"), HOST, nothing, edges, tuple((0,) for _ in line.nodes))


def _local(machine: Machine, access: Access) -> float:
    """The device's time for sectors in its own memory; 0 where its bandwidth is not known."""
    return access.sectors / machine.device_bandwidth.value if machine.device_bandwidth else 0.0


def _device(
    machine: Machine, profile: Profile, line: Timeline, each: Object, row: tuple[Step, ...]
) -> Candidate | Impossible:
    kind = Kind("device")
    if machine.copy_to_device is None or machine.copy_to_host is None:
        return Impossible(kind, "the machine's copy bandwidth is not known")
    states = HOST + DEVICE + BOTH
    node_cost = []
    parts: dict[int, Part] = {}
    may = _kernels(profile, each)
    for index, (node, step) in enumerate(zip(line.nodes, row, strict=True)):
        cost = dict.fromkeys(states, 0.0)
        phase = profile.phases[node.phase]
        # What the host does behind a kernel has the kernel's place, too.
        named, written = may.get(phase.place if phase.side == "device" else None, (False, False))
        if step.device or named:
            cost[HOST] = math.inf
            if (step.device and step.device.writes) or written:
                cost[BOTH] = math.inf
        if step.device:
            for state in (DEVICE, BOTH):
                cost[state] += node.weight * _local(machine, step.device)
        if step.host:
            part = part_of(profile, line, each, node.phase, step.host)
            cost[DEVICE] = math.inf
            if part is not None and not step.device:
                parts[index] = part
                cost[DEVICE] = node.weight * (
                    machine.copy_to_host.seconds(part.to_host)
                    + machine.copy_to_device.seconds(part.to_device)
                )
            if step.host.writes:
                cost[BOTH] = math.inf
        if all(math.isinf(value) for value in cost.values()):
            return Impossible(
                kind, f"host and device access it in phase {node.phase}, and one of them writes"
            )
        node_cost.append(tuple(cost[state] for state in states))
    move = _moves(machine.copy_to_device, machine.copy_to_host, each.bytes)
    edges = tuple(
        tuple(tuple(edge.weight * move[a, b] for b in states) for a in states)
        for edge in (*line.chain, *line.returns)
    )
    # A run begins with the contents on the host.
    node_cost[0] = tuple(cost + move[HOST, state] for cost, state in zip(node_cost[0], states, strict=True))
    resident = tuple((0, each.bytes, each.bytes) for _ in line.nodes)
    return Candidate(kind, states, tuple(node_cost), edges, resident, parts=parts)


def _kernels(profile: Profile, each: Object) -> Mapping[Place | None, tuple[bool, bool]]:
    """The kernels, by their place, that touch an object in any phase, and whether they write it in any.

    What a kernel does to an object once it may do each time it runs, with other data.
    """
    out: dict[Place | None, tuple[bool, bool]] = {}
    for (number, phase, side), cell in profile.cells.items():
        place = profile.phases[phase].place
        if number == each.id and side == "device" and place is not None:
            touched, written = out.get(place, (False, False))
            out[place] = (touched or cell.reads or cell.writes, written or cell.writes)
    return {place: found for place, found in out.items() if found[0]}


class Part(NamedTuple):
    """Bytes that an execution of a host phase copies of an object whose contents stay on the device.

    ``to_host`` before the phase, ``to_device`` behind it.
    """

    to_host: float
    to_device: float


def part_of(profile: Profile, line: Timeline, each: Object, phase: int, host: Access) -> Part | None:
    """What the program itself copies around a host phase, where that is a part of the object; else None.

    What it copies is enough for what the host does there, as the program runs right with it.
    """
    copies = {copy.phase: copy for copy in profile.copies if copy.object == each.id}
    to_host = to_device = 0.0
    if host.reads:
        copy = copies.get(phase)
        if copy is None or not copy.to_host:
            return None
        to_host = copy.to_host / line.executions(phase)
    if host.writes:
        back = _next_copy(profile, each, phase, {p for p, copy in copies.items() if copy.to_device})
        if back is None:
            return None
        to_device = copies[back].to_device / line.executions(back)
    return Part(to_host, to_device) if max(to_host, to_device) < each.bytes else None


def _next_copy(profile: Profile, each: Object, phase: int, copied: set[int]) -> int | None:
    """The phase behind ``phase``, up to the next kernel that touches the object, at which it is copied."""
    around: list[Loop] = [loop for loop in profile.loops if loop.first <= phase <= loop.last]
    inner: Loop | None = min(around, key=lambda loop: loop.last - loop.first, default=None)
    stop = len(profile.phases) if inner is None else inner.last + 1
    row: list[int] = [*range(phase + 1, stop), *(range(inner.first, phase + 1) if inner is not None else ())]
    for at in row:
        if at in copied:
            return at
        if (each.id, at, "device") in profile.cells:
            return None
    return None


def _moves(there: Line, back: Line, size: int) -> dict[tuple[str, str], float]:
    copy_in, copy_out = there.seconds(size), back.seconds(size)
    return {
        (HOST, HOST): 0.0,
        (HOST, DEVICE): copy_in,
        (HOST, BOTH): copy_in,
        (DEVICE, HOST): copy_out,
        (DEVICE, DEVICE): 0.0,
        (DEVICE, BOTH): copy_out,
        (BOTH, HOST): 0.0,
        (BOTH, DEVICE): 0.0,
        (BOTH, BOTH): 0.0,
    }


def _remote(machine: Machine, access: Access) -> float:
    """Of accesses to host memory in place; infinite where the machine's zero-copy access is not known.

    All warp-level sectors cross the link, without reuse in the L2.
    """
    if machine.zero_copy_read is None or machine.zero_copy_write is None:
        return math.inf
    return machine.zero_copy_read.seconds(access.remote_read) + machine.zero_copy_write.seconds(
        access.remote_write
    )


def _pinned(machine: Machine, line: Timeline, row: tuple[Step, ...]) -> Candidate | Impossible:
    if machine.zero_copy_read is None or machine.zero_copy_write is None:
        return Impossible(Kind("pinned"), "the machine's zero-copy access is not known")
    cost: list[tuple[float, ...]] = [
        (node.weight * _remote(machine, step.device) if step.device else 0.0,)
        for node, step in zip(line.nodes, row, strict=True)
    ]
    return _fixed(Kind("pinned"), line, cost, [0] * len(cost), (), tuple(HOST for _ in cost))


def _fixed(
    kind: Kind,
    line: Timeline,
    cost: list[tuple[float, ...]],
    resident: list[int],
    actions: tuple[Action, ...],
    where: tuple[str, ...],
) -> Candidate:
    edges = tuple(((0.0,),) for _ in (*line.chain, *line.returns))
    return Candidate(kind, HOST, tuple(cost), edges, tuple((size,) for size in resident), actions, where)


# --- managed memory -----------------------------------------------------------------------------------------

_MAPPED = "M"
"""On the host, and mapped for the device."""


class _Unknown(Exception):
    """A cost that the machine has no number for."""


def walk(
    machine: Machine,
    um: UnifiedMemory,
    line: Timeline,
    each: Object,
    row: tuple[Step, ...],
    advice: str,
    start: str = NOWHERE,
) -> Candidate | Impossible:
    """Follow where a managed object's pages are; ``start`` is where they are when the advice is given.

    An advice that is given right after the allocation finds them nowhere.
    """
    kind = Kind("managed", advice)
    cost: list[float] = [0.0] * len(line.nodes)
    resident = [0] * len(line.nodes)
    actions: list[Action] = []
    where: list[str] = []
    after: list[str] = []
    into: dict[int, list[Edge]] = {}
    for edge in (*line.chain, *line.returns):
        into.setdefault(edge.target, []).append(edge)
    try:
        at = start
        for index, (node, step) in enumerate(zip(line.nodes, row, strict=True)):
            move = _Walker(machine, um, each, advice).step(at, step)
            cost[index] += node.weight * (_local(machine, step.device) if step.device and move.local else 0.0)
            cost[index] += node.weight * move.remote
            entering = next((edge.weight for edge in into.get(index, ()) if edge.source < index), 1)
            cost[index] += entering * move.seconds
            if move.prefetch:
                actions.append(Action(index, move.prefetch, round(min(each.bytes, move.pages))))
            at = move.after
            where.append(HOST if at == _MAPPED else at)
            after.append(at)
            if step.device and at in (DEVICE, BOTH):
                resident[index] = round(step.device.pages)
        for edge in line.returns:
            move = _Walker(machine, um, each, advice).step(after[edge.source], row[edge.target])
            cost[edge.target] += edge.weight * move.seconds
    except _Unknown as unknown:
        return Impossible(kind, f"the machine's '{unknown}' of unified memory is not known")
    return _fixed(kind, line, [(value,) for value in cost], resident, tuple(actions), tuple(where))


class _Move(NamedTuple):
    """What one execution does: where the pages are then, seconds of faults, seconds in place."""

    after: str
    seconds: float
    remote: float
    local: bool
    prefetch: str
    pages: float


class _Walker:
    def __init__(self, machine: Machine, um: UnifiedMemory, each: Object, advice: str) -> None:
        self.machine, self.um, self.each, self.advice = machine, um, each, advice
        self.prefetch = ""

    def step(self, at: str, step: Step) -> _Move:
        seconds = remote = pages = 0.0
        local = False
        if step.host:
            at, spent = self.host(at, step.host)
            seconds += spent
            pages = step.host.pages
        if step.device:
            at, spent, far, local = self.device(at, step.device)
            seconds += spent
            remote += far
            pages = step.device.pages
        return _Move(at, seconds, remote, local, self.prefetch, pages)

    def host(self, at: str, access: Access) -> tuple[str, float]:
        stays = self.um.host_maps_device and self.advice in ("preferred-device", "accessed-by-host")
        if at == NOWHERE:
            if stays and self.advice == "preferred-device":
                return DEVICE, self.line("host_remote", access.sectors)
            return HOST, 0.0
        if at == DEVICE:
            if stays:
                return DEVICE, self.line("host_remote", access.sectors)
            spent = self.moved("to_host", "prefetch_to_host", access.pages)
            return (BOTH if self.advice == "read-mostly" and not access.writes else HOST), spent
        if at == BOTH and access.writes:
            return HOST, 0.0
        return at, 0.0

    def device(self, at: str, access: Access) -> tuple[str, float, float, bool]:
        """Where the pages are then, seconds of faults, seconds in place, whether it is in its own memory."""
        if self.advice == "preferred-host":
            spent = 0.0 if at == _MAPPED else self.line("map", access.pages)
            return _MAPPED, spent, self.far(access), False
        if self.advice == "read-mostly":
            if access.writes:
                return DEVICE, 0.0 if at == DEVICE else self.line("collapse", access.pages), 0.0, True
            if at == HOST:
                return BOTH, self.moved("duplicate", "prefetch_to_device", access.pages), 0.0, True
        if self.advice == "accessed-by-device" and at == HOST:
            if self.um.access_counters:
                return DEVICE, self.line("accessed_by", access.pages), 0.0, True
            return HOST, 0.0, self.far(access), False
        if at == NOWHERE:
            return DEVICE, self.moved("populate", "prefetch_to_device", access.pages), 0.0, True
        if at == HOST:
            return DEVICE, self.moved("migrate", "prefetch_to_device", access.pages), 0.0, True
        return at, 0.0, 0.0, True

    def far(self, access: Access) -> float:
        spent = _remote(self.machine, access)
        if math.isinf(spent):
            raise _Unknown("zero_copy")
        return spent

    def line(self, name: str, size: float) -> float:
        line: Line | None = getattr(self.um, name)
        if line is None:
            raise _Unknown(name)
        return line.seconds(size)

    def moved(self, demand: str, prefetch: str, size: float) -> float:
        """By faults, or by a prefetch of the whole object where that is known and takes less."""
        spent = self.line(demand, size)
        ahead: Line | None = getattr(self.um, prefetch)
        if ahead is not None and ahead.seconds(self.each.bytes) < spent:
            self.prefetch = prefetch.replace("_", "-")
            return ahead.seconds(self.each.bytes)
        return spent
