# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Decisions against enumeration of every placement, where every execution of a run is written out."""

import itertools
import math
import random
from dataclasses import replace

import placelib as lib
import pytest

from pointerchain.place.costs import Candidate, Kind, candidates, keeps_two_copies, steps, walk
from pointerchain.place.decide import TIE, decide, seconds_of, used, weigh
from pointerchain.place.documents import PlaceError
from pointerchain.place.profile import Copy, Loop, Object, Phase, Place, Profile
from pointerchain.place.timeline import timeline


def written_out(profile, machine, each, candidate, line, path):
    """Seconds of a path, execution after execution, from the machine's own lines."""
    row = steps(profile, line, each)
    if len(candidate.states) == 1:
        return math.fsum(cost[0] for cost in candidate.node_cost)
    copy_in, copy_out = machine.copy_to_device.seconds(each.bytes), machine.copy_to_host.seconds(each.bytes)
    total, at = 0.0, "H"
    for node in lib.executions(line, profile.phases, profile.loops):
        state = candidate.states[path[node]]
        total += copy_in if at == "H" and state in "DB" else copy_out if at == "D" and state in "HB" else 0.0
        step = row[node]
        if step.device:
            if state == "H" or (state == "B" and step.device.writes):
                return math.inf
            total += step.device.sectors / machine.device_bandwidth.value
        if step.host and (state == "D" or (state == "B" and step.host.writes)):
            return math.inf
        at = state
    return total


def changes(candidate, line, path):
    """What a tie is decided by: another allocation, and the copies that stand in the program."""
    moved = sum(
        (candidate.states[path[edge.source]], candidate.states[path[edge.target]])
        in {("H", "D"), ("H", "B"), ("D", "H"), ("D", "B")}
        for edge in (*line.chain, *line.returns)
    )
    moved += candidate.states[path[0]] != "H"
    return moved + (candidate.kind.allocation not in ("device", "host"))


def enumerated(profile, machine, line, rows, capacity, margin):
    """The least objective of all combinations; inf where none fits."""
    tables = []
    for each, row in zip(profile.objects, rows, strict=True):
        table = {}
        for candidate in row:
            factor = 1.0 if candidate.kind.allocation in ("device", "host") else 1 / (1 - margin)
            for path in itertools.product(range(len(candidate.states)), repeat=len(line.nodes)):
                if len(candidate.states) == 1 and any(path):
                    continue
                cost = factor * written_out(profile, machine, each, candidate, line, path)
                cost += TIE * changes(candidate, line, path)
                room = tuple(candidate.resident[node][state] for node, state in enumerate(path))
                if cost < table.get(room, math.inf):
                    table[room] = cost
        tables.append(list(table.items()))
    best = math.inf
    for combination in itertools.product(*tables):
        cost = sum(part for _, part in combination)
        if cost < best and all(
            sum(sizes) <= capacity for sizes in zip(*(r for r, _ in combination), strict=True)
        ):
            best = cost
    return best


def options(rows, line, margin=0.0):
    return [[weigh(each, line, margin=margin, now=None) for each in row] for row in rows]


def case(seed):
    chance = random.Random(seed)
    machine = lib.MACHINE if chance.random() < 0.7 else lib.without_um()
    objects = chance.choice([1, 2, 2, 3])
    profile = lib.random_profile(chance, objects, chance.choice([2, 3] if objects == 3 else [2, 3, 4]))
    line = timeline(profile.phases, profile.loops)
    if len(line.nodes) > 5:
        profile = replace(profile, loops=(), phases=tuple(replace(p, repeat=1) for p in profile.phases))
        line = timeline(profile.phases, profile.loops)
    rows = [candidates(machine, profile, line, each)[0] for each in profile.objects]
    capacity = chance.choice([0, 1 << 20, 9 << 20, 70 << 20, math.inf])
    return profile, machine, line, rows, capacity, chance.choice([0.0, 0.25])


@pytest.mark.parametrize(
    "part", [0, 1, 2, *(pytest.param(part, marks=pytest.mark.long) for part in range(3, 10))]
)
def test_a_thousand_decisions_equal_enumeration(part):
    methods = set()
    for seed in range(part * 100, part * 100 + 100):
        profile, machine, line, rows, capacity, margin = case(seed)
        expected = enumerated(profile, machine, line, rows, capacity, margin)
        given = options(rows, line, margin)
        if math.isinf(expected):
            with pytest.raises(PlaceError):
                decide(given, line, capacity)
            continue
        chosen, method = decide(given, line, capacity)
        methods.add(method)
        # The charges of changes are far below the sum's own rounding: costs are compared, then changes.
        assert sum(each.cost for each in chosen) == pytest.approx(expected, rel=1e-9, abs=TIE / 4), seed
        assert all(size <= capacity for size in used(chosen, given, line))
        for each, row, weighed in zip(profile.objects, rows, chosen, strict=True):
            candidate = row[weighed.candidate]
            assert seconds_of(candidate, line, weighed.path) == pytest.approx(
                written_out(profile, machine, each, candidate, line, weighed.path), rel=1e-9
            )
    assert methods == {"dynamic programming", "mixed-integer program"}


def test_the_cost_never_rises_with_the_capacity():
    for seed in range(40):
        chance = random.Random(seed)
        profile = lib.random_profile(chance, 6, 6)
        line = timeline(profile.phases, profile.loops)
        rows = [candidates(lib.without_um(), profile, line, each)[0] for each in profile.objects]
        given = options(rows, line)
        whole = sum(each.bytes for each in profile.objects)
        before = math.inf
        for share in (0.3, 0.6, 0.9, 1.0):
            try:
                chosen, _ = decide(given, line, share * whole)
            except PlaceError:
                assert math.isinf(before)
                continue
            cost = sum(each.cost for each in chosen)
            assert cost <= before * (1 + 1e-9)
            before = cost


def test_a_capacity_of_a_byte_too_few_is_kept():
    """Objects of gigabytes, and a capacity that some of them fill to the byte, or miss by one."""
    row = phases(1, 1)
    sizes = [3_000_000_007, 2_000_000_011, 1_500_000_019, 900_000_011, 700_000_033]
    things = tuple(Object(n, f"o{n}", None, size, None) for n, size in enumerate(sizes))
    cells = {
        (n, 1, "device"): lib.cell(n, 1, "device", size=size, loads=size // 2, warp=4.0)
        for n, size in enumerate(sizes)
    }
    profile = Profile(("a.out",), things, row, (), cells, ())
    line = timeline(row, ())
    rows = [candidates(lib.without_um(), profile, line, each)[0] for each in things]
    given = options(rows, line)
    for exact in ((0, 1), (0, 2, 3), (1, 2, 3, 4), (0, 4)):
        for missing in (0, 1):
            capacity = sum(sizes[n] for n in exact) - missing
            chosen, _ = decide(given, line, capacity)
            assert max(used(chosen, given, line)) <= capacity
            best = min(
                sum(cost[n not in held] for n, cost in enumerate(alone(rows, line)))
                for count in range(len(sizes) + 1)
                for held in itertools.combinations(range(len(sizes)), count)
                if sum(sizes[n] for n in held) <= capacity
            )
            found = sum(
                seconds_of(r[each.candidate], line, each.path) for r, each in zip(rows, chosen, strict=True)
            )
            assert found == pytest.approx(best, rel=1e-9)


def alone(rows, line):
    """Of each object the seconds in device memory and in pinned memory."""
    out = []
    for row in rows:
        costs = []
        for kind in (Kind("device"), Kind("pinned")):
            one = next(each for each in row if each.kind == kind)
            paths = itertools.product(range(len(one.states)), repeat=len(line.nodes))
            costs.append(min(seconds_of(one, line, path) for path in paths))
        out.append(costs)
    return out


def test_what_fits_nowhere_is_refused():
    profile = lib.random_profile(random.Random(3), 2, 4, loops=False)
    line = timeline(profile.phases, profile.loops)
    machine = replace(lib.without_um(), zero_copy_read=None)
    rows = [candidates(machine, profile, line, each)[0] for each in profile.objects]
    with pytest.raises(PlaceError, match="fits 0 bytes"):
        decide(options(rows, line), line, 0)


# --- the timeline -------------------------------------------------------------------------------------------


def phases(*repeats):
    return tuple(Phase(index, "device" if index % 2 else "host", None, n) for index, n in enumerate(repeats))


def test_a_loop_stands_in_the_timeline_twice():
    line = timeline(phases(1, 1, 1, 1), (Loop(1, 2, 5),))
    assert [(node.phase, node.weight, node.execution) for node in line.nodes] == [
        (0, 1, "each"),
        (1, 1, "first"),
        (2, 1, "first"),
        (1, 4, "later"),
        (2, 4, "later"),
        (3, 1, "each"),
    ]
    assert [edge.weight for edge in line.chain] == [1, 1, 1, 4, 1]
    assert [(edge.source, edge.target, edge.weight) for edge in line.returns] == [(4, 3, 3)]


@pytest.mark.parametrize(
    "repeats, loops",
    [
        ((1, 1, 1), ((0, 2, 3),)),
        ((1, 1, 1), ((0, 2, 2), (1, 1, 4))),
        ((1, 3, 1, 2), ((0, 3, 3), (1, 2, 5))),
        ((2, 1), ()),
    ],
)
def test_weights_count_executions_and_passages(repeats, loops):
    row, nested = phases(*repeats), tuple(Loop(*each) for each in loops)
    line = timeline(row, nested)
    run = lib.executions(line, row, nested)
    for index, node in enumerate(line.nodes):
        assert run.count(index) == node.weight
    passages = list(itertools.pairwise(run))
    for edge in (*line.chain, *line.returns):
        assert passages.count((edge.source, edge.target)) == edge.weight
    assert len(passages) == sum(edge.weight for edge in (*line.chain, *line.returns))


# --- what a placement costs ---------------------------------------------------------------------------------


def profile_of(cells, row, size=1 << 20, copies=(), loops=()):
    things = (Object(0, "x", None, size, None),)
    made = {}
    for phase, side, options_of in cells:
        made[0, phase, side] = lib.cell(0, phase, side, size=size, **options_of)
    return Profile(("a.out",), things, row, loops, made, copies)


def test_managed_costs_are_those_of_the_run_written_out():
    """A folded loop costs what its iterations cost as phases of their own."""
    for seed in range(200):
        chance = random.Random(seed)
        profile = lib.random_profile(chance, 1, 4)
        line = timeline(profile.phases, profile.loops)
        run = lib.executions(line, profile.phases, profile.loops)
        row, cells = [], {}
        for index, node in enumerate(run):
            phase = profile.phases[line.nodes[node].phase]
            row.append(Phase(index, phase.side, None, 1))
            found = profile.cells.get((0, phase.id, phase.side))
            if found is not None:
                n = line.executions(phase.id)
                cells[0, index, phase.side] = replace(
                    found,
                    phase=index,
                    loads=found.loads // n,
                    stores=found.stores // n,
                    load_bytes=found.load_bytes // n,
                    store_bytes=found.store_bytes // n,
                    page_visits=found.page_visits // n,
                    warp_sectors=None if found.warp_sectors is None else found.warp_sectors / n,
                )
        flat = Profile(("a.out",), profile.objects, tuple(row), (), cells, ())
        flat_line = timeline(flat.phases, ())
        folded, left = candidates(lib.MACHINE, profile, line, profile.objects[0])
        unfolded, left_too = candidates(lib.MACHINE, flat, flat_line, flat.objects[0])
        assert [each.kind for each in folded] == [each.kind for each in unfolded]
        assert [each.kind for each in left] == [each.kind for each in left_too]
        for one, other in zip(folded, unfolded, strict=True):
            if one.kind.allocation in ("managed", "pinned"):
                assert sum(c[0] for c in one.node_cost) == pytest.approx(
                    sum(c[0] for c in other.node_cost), rel=1e-6
                ), (seed, one.kind)


def managed(cells, row, advice, machine=lib.MACHINE, **more):
    profile = profile_of(cells, row, **more)
    line = timeline(profile.phases, profile.loops)
    each = profile.objects[0]
    found = walk(machine, machine.um, line, each, steps(profile, line, each), advice)
    assert isinstance(found, Candidate)
    return sum(cost[0] for cost in found.node_cost)


WRITE, READ = {"stores": 131072}, {"loads": 131072}
MIB = 1 << 20


def test_a_managed_object_migrates_where_it_is_touched():
    um = lib.UM
    local = MIB / 800e9
    there = [(0, "host", WRITE), (1, "device", READ), (2, "host", READ)]
    expected = um.migrate.seconds(MIB) + um.to_host.seconds(MIB) + local
    assert managed(there, phases(1, 1, 1), "none") == pytest.approx(expected)
    # What the device touches first comes to be there.
    assert managed([(1, "device", WRITE), (2, "host", READ)], phases(1, 1, 1), "none") == pytest.approx(
        um.populate.seconds(MIB) + um.to_host.seconds(MIB) + local
    )


def test_read_mostly_pays_at_each_change_between_host_writes_and_device_reads_only():
    um, local = lib.UM, MIB / 800e9
    row = phases(1, 10, 1, 10)
    cells = [
        (0, "host", WRITE),
        (1, "device", dict(READ, executions=10)),
        (2, "host", WRITE),
        (3, "device", dict(READ, executions=10)),
    ]
    expected = 2 * um.duplicate.seconds(MIB) + 20 * local
    assert managed(cells, row, "read-mostly") == pytest.approx(expected)
    # The host's reads cost nothing while both have a copy.
    cells[2] = (2, "host", READ)
    assert managed(cells, row, "read-mostly") == pytest.approx(um.duplicate.seconds(MIB) + 20 * local)
    # A device that writes collapses it.
    cells[3] = (3, "device", dict(WRITE, executions=10))
    assert managed(cells, row, "read-mostly") == pytest.approx(
        um.duplicate.seconds(MIB) + um.collapse.seconds(MIB) + 20 * local
    )


def test_remote_traffic_is_that_of_warps_without_reuse():
    row = phases(1, 3)
    cells = [(0, "host", WRITE), (1, "device", dict(READ, executions=3, warp=4.0))]
    profile = profile_of(cells, row)
    line = timeline(profile.phases, ())
    pinned = next(
        each
        for each in candidates(lib.MACHINE, profile, line, profile.objects[0])[0]
        if each.kind == Kind("pinned")
    )
    # Four times 1 MiB of sectors cross the link in each of the three kernels.
    assert sum(c[0] for c in pinned.node_cost) == pytest.approx(3 * (2e-6 + 4 * MIB / 5e9))
    expected = lib.UM.map.seconds(MIB) + 3 * (2e-6 + 4 * MIB / 5e9)
    assert managed(cells, row, "preferred-host") == pytest.approx(expected)
    assert managed(cells, row, "accessed-by-device") == pytest.approx(3 * (2e-6 + 4 * MIB / 5e9))


def test_unknown_unified_memory_is_not_advised():
    profile = profile_of([(0, "host", WRITE), (1, "device", READ)], phases(1, 1))
    line = timeline(profile.phases, ())
    possible, left = candidates(lib.without_um(), profile, line, profile.objects[0])
    assert {each.kind.allocation for each in possible} == {"device", "pinned"}
    assert {each.why for each in left} == {"the machine's unified memory is not known"}
    machine = replace(lib.MACHINE, um=replace(lib.UM, collapse=None, migrate=None))
    possible, left = candidates(machine, profile, line, profile.objects[0])
    assert {each.kind.advice for each in left} == {"none", "preferred-device", "accessed-by-host"}
    assert {each.why for each in left} == {"the machine's 'migrate' of unified memory is not known"}


def test_a_program_that_keeps_two_copies_on_purpose_keeps_them():
    """The device overwrites its copy, and the host goes on with its own."""
    cells = [(0, "host", WRITE), (1, "device", WRITE), (2, "host", READ)]
    row = phases(1, 1, 1)
    kept = profile_of(cells, row, copies=(Copy(0, 1, MIB, 0),))
    line = timeline(row, ())
    assert keeps_two_copies(kept, line, kept.objects[0])
    possible, left = candidates(lib.MACHINE, kept, line, kept.objects[0])
    assert [each.kind for each in possible] == [Kind("device")]
    assert all("cannot share" in each.why for each in left)
    never = replace(kept, copies=(Copy(1, 1, MIB, 0),))
    assert keeps_two_copies(never, line, never.objects[0])
    assert not keeps_two_copies(never, line, replace(never.objects[0], now="managed"))
    shared = profile_of(cells, row, copies=(Copy(0, 1, MIB, 0), Copy(0, 2, 0, MIB)))
    assert not keeps_two_copies(shared, line, shared.objects[0])


def test_an_object_that_no_kernel_touches_stays_on_the_host():
    profile = profile_of([(0, "host", WRITE)], phases(1, 1))
    possible, left = candidates(lib.MACHINE, profile, timeline(profile.phases, ()), profile.objects[0])
    assert [each.kind.allocation for each in possible] == ["host"] and left == []


def test_a_prefetch_is_taken_where_it_takes_less():
    row = phases(1, 1)
    cells = [(0, "host", WRITE), (1, "device", READ)]
    machine = replace(lib.MACHINE, um=replace(lib.UM, prefetch_to_device=lib.line(1e-6, 12e9)))
    expected = 1e-6 + MIB / 12e9 + MIB / 800e9
    assert managed(cells, row, "none", machine) == pytest.approx(expected)


def test_the_margin_keeps_plain_device_copies():
    profile = profile_of([(0, "host", WRITE), (1, "device", {"loads": 13107, "touched": 0.1})], phases(1, 1))
    line = timeline(profile.phases, ())
    # Copies take 10 us + 131 us; in place it is 23 us; with three quarters less bandwidth 107 us.
    for bandwidth, margin, expected in ((5e9, 0.25, "pinned"), (1e9, 0.25, "device"), (1e9, 0.0, "pinned")):
        machine = replace(lib.without_um(), zero_copy_read=lib.line(2e-6, bandwidth))
        rows = [candidates(machine, profile, line, profile.objects[0])[0]]
        chosen, _ = decide(options(rows, line, margin), line)
        assert rows[0][chosen[0].candidate].kind.allocation == expected


def test_a_kernel_may_touch_each_time_what_it_touches_once():
    """The last execution of a kernel left an object alone: with other data it might not."""
    place = Place("a.c", 7)
    sides = ("device", "host", "device", "host")
    # The host's phases have the place of the kernel before them.
    row = tuple(Phase(n, side, place, 1) for n, side in enumerate(sides))
    profile = profile_of([(0, "device", WRITE), (3, "host", WRITE)], row)
    line = timeline(row, ())
    device = candidates(lib.MACHINE, profile, line, profile.objects[0])[0][0]
    assert device.kind == Kind("device")
    assert [[math.isfinite(cost) for cost in costs] for costs in device.node_cost] == [
        [False, True, False],
        [True, True, True],
        [False, True, False],
        [True, False, False],
    ]


def test_a_copy_is_made_where_it_is_needed_and_not_before():
    profile = profile_of([(1, "device", READ)], phases(1, 1, 1, 1))
    line = timeline(profile.phases, ())
    device = candidates(lib.MACHINE, profile, line, profile.objects[0])[0][0]
    (chosen,), _ = decide([[weigh(device, line, margin=0.0, now=None)]], line)
    assert device.states[chosen.path[0]] == "H" and device.states[chosen.path[1]] in "DB"


def test_a_tie_goes_to_the_least_change():
    profile = profile_of([(0, "host", WRITE), (1, "device", READ)], phases(1, 1))
    line = timeline(profile.phases, ())
    copied = lib.MACHINE.copy_to_device.seconds(MIB) + MIB / 800e9
    machine = replace(lib.without_um(), zero_copy_read=lib.line(copied - MIB / 1e12, 1e12))
    row = candidates(machine, profile, line, profile.objects[0])[0]
    costs = [sum(c[0] for c in each.node_cost) for each in row if each.kind.allocation == "pinned"]
    assert costs[0] == pytest.approx(copied, rel=1e-12)
    for now, expected in (("pinned", "pinned"), ("device", "device"), (None, "device")):
        weighed = [[weigh(each, line, margin=0.0, now=now) for each in row]]
        chosen, _ = decide(weighed, line)
        assert row[chosen[0].candidate].kind.allocation == expected


def halo(updates, *, copies=True):
    """The device works on an object, and the host reads and writes a part of it in each iteration."""
    row = phases(1, 1, 1, 1)
    cells = [
        (0, "host", WRITE),
        (1, "device", {"loads": 131072, "stores": 131072, "executions": 9}),
        (2, "host", {"loads": 128, "stores": 128, "executions": 9, "touched": 0.001}),
        (3, "host", READ),
    ]
    own = (Copy(0, 1, updates * 9, 0), Copy(0, 2, 0, updates * 9), Copy(0, 3, 0, MIB))
    profile = profile_of(cells, row, loops=(Loop(1, 2, 9),), copies=own if copies else ())
    line = timeline(profile.phases, profile.loops)
    return profile, line, candidates(lib.MACHINE, profile, line, profile.objects[0])[0][0]


def test_a_part_that_the_program_copies_lets_an_object_stay_on_the_device():
    _, line, candidate = halo(1024)
    (chosen,), _ = decide([[weigh(candidate, line, margin=0.0, now=None)]], line)
    assert "".join(candidate.states[state] for state in chosen.path) == "HDDDDH"
    machine = lib.MACHINE
    parts = machine.copy_to_host.seconds(1024) + machine.copy_to_device.seconds(1024)
    whole = machine.copy_to_device.seconds(MIB) + machine.copy_to_host.seconds(MIB)
    expected = whole + 9 * parts + 9 * MIB / 800e9
    assert seconds_of(candidate, line, chosen.path) == pytest.approx(expected)
    # Without the program's word for it the whole object travels in each iteration.
    _, line, candidate = halo(1024, copies=False)
    (chosen,), _ = decide([[weigh(candidate, line, margin=0.0, now=None)]], line)
    assert "".join(candidate.states[state] for state in chosen.path) == "HDHDHH"
    assert seconds_of(candidate, line, chosen.path) == pytest.approx(9 * whole + 9 * MIB / 800e9)


def test_parts_are_decided_alike_by_both_methods():
    """With a capacity that binds, against every pair of paths."""
    for updates in (1024, MIB // 2, MIB):
        profile, line, candidate = halo(updates)
        weighed = weigh(candidate, line, margin=0.0, now=None)
        pinned = candidates(lib.MACHINE, profile, line, profile.objects[0])[0][1]
        row = [weighed, weigh(pinned, line, margin=0.0, now=None)]
        chosen, method = decide([row, row], line, MIB)
        assert method == "mixed-integer program"
        tables = []
        for path in itertools.product(range(3), repeat=len(line.nodes)):
            cost = seconds_of(candidate, line, path)
            if math.isfinite(cost):
                tables.append((cost, [candidate.resident[n][s] for n, s in enumerate(path)]))
        tables.append((sum(c[0] for c in pinned.node_cost), [0] * len(line.nodes)))
        best = min(
            one + other
            for (one, held), (other, too) in itertools.product(tables, repeat=2)
            if all(a + b <= MIB for a, b in zip(held, too, strict=True))
        )
        found = sum(seconds_of((candidate, pinned)[each.candidate], line, each.path) for each in chosen)
        assert found == pytest.approx(best, rel=1e-9)
