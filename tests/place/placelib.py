# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Machines, profiles and what a placement costs when every execution is written out, for the tests."""

from __future__ import annotations

import random
from dataclasses import replace

from pointerchain.place.machine import Line, Machine, Quantity, UnifiedMemory
from pointerchain.place.profile import Cell, Loop, Object, Phase, Profile
from pointerchain.place.timeline import Timeline

SOURCE = "made for a test"


def line(latency: float, bandwidth: float) -> Line:
    return Line(latency, bandwidth, None, "data sheet", SOURCE)


def quantity(value: float) -> Quantity:
    return Quantity(value, None, "data sheet", SOURCE)


UM = UnifiedMemory(
    page=65536,
    host_maps_device=False,
    access_counters=False,
    migrate=line(30e-6, 4e9),
    populate=line(30e-6, 6e9),
    to_host=line(20e-6, 10e9),
    duplicate=line(30e-6, 5e9),
    collapse=line(50e-6, 0.2e9),
    map=line(40e-6, 1e9),
    accessed_by=None,
    host_remote=None,
    prefetch_to_device=None,
    prefetch_to_host=None,
)
MACHINE = Machine(
    name="a machine of the tests",
    device="a device of the tests",
    capacity=quantity(16e9),
    device_bandwidth=quantity(800e9),
    peak=quantity(7e12),
    host_bandwidth=quantity(100e9),
    copy_to_device=line(10e-6, 8e9),
    copy_to_host=line(10e-6, 6e9),
    pinned_to_device=line(10e-6, 12e9),
    pinned_to_host=line(10e-6, 12e9),
    zero_copy_read=line(2e-6, 5e9),
    zero_copy_write=line(2e-6, 4e9),
    launch=quantity(5e-6),
    um=UM,
)


def without_um() -> Machine:
    return replace(MACHINE, um=None)


def cell(
    number: int,
    phase: int,
    side: str,
    *,
    size: int,
    executions: int = 1,
    loads: int = 0,
    stores: int = 0,
    atomics: int = 0,
    touched: float = 1.0,
    width: int = 8,
    warp: float = 1.0,
) -> Cell:
    """``loads``, ``stores`` and ``atomics`` of an execution; ``touched`` is the share of ``size``."""
    sectors = max(1, round(size * touched / 32))
    pages = max(1, round(size * touched / 65536))
    count = (loads + stores + atomics) * executions
    return Cell(
        number,
        phase,
        side,
        loads * executions,
        stores * executions,
        atomics * executions,
        loads * executions * width,
        stores * executions * width,
        atomics * executions * width,
        sectors,
        sectors if stores or atomics else 0,
        pages,
        pages * executions,
        round(count * width / 32 * warp) if side == "device" else None,
        "load" if loads else "store" if stores else "atomic",
    )


def random_profile(chance: random.Random, objects: int, phases: int, *, loops: bool = True) -> Profile:
    """Objects of 1 to 64 MiB, phases on both sides, none of them in a loop or some in up to two."""
    things = tuple(
        Object(index, f"o{index}", None, chance.choice([1 << 20, 8 << 20, 64 << 20]), None)
        for index in range(objects)
    )
    around: list[Loop] = []
    if loops and phases > 1 and chance.random() < 0.6:
        first = chance.randrange(phases - 1)
        around.append(Loop(first, chance.randrange(first + 1, phases), chance.choice([2, 3, 5])))
    row = tuple(
        Phase(
            index,
            "device" if index % 2 else "host",
            None,
            chance.choice([2, 4]) if loops and not around and chance.random() < 0.15 else 1,
        )
        for index in range(phases)
    )
    cells = {}
    for thing in things:
        for phase in row:
            if chance.random() < 0.35:
                continue
            times = phase.repeat
            for loop in around:
                times *= loop.repeat if loop.first <= phase.id <= loop.last else 1
            count = round(thing.bytes / 8 * chance.choice([0.01, 0.3, 1, 20]))
            reads, writes = chance.choice([(1, 0), (0, 1), (1, 1)])
            made = cell(
                thing.id,
                phase.id,
                phase.side,
                size=thing.bytes,
                executions=times,
                loads=count * reads,
                stores=count * writes,
                touched=chance.choice([0.01, 0.5, 1.0]),
                warp=chance.choice([1.0, 4.0]),
            )
            cells[thing.id, phase.id, phase.side] = made
    return Profile(("a.out",), things, row, tuple(around), cells, ())


def executions(line: Timeline, phases: tuple[Phase, ...], loops: tuple[Loop, ...]) -> list[int]:
    """Every execution of a run, one after another, as the node that stands for it."""
    by_phase: dict[tuple[int, int], int] = {}
    counted: dict[int, int] = {}
    for index, node in enumerate(line.nodes):
        nth = counted.get(node.phase, 0)
        by_phase[node.phase, nth] = index
        counted[node.phase] = nth + 1

    def run(start: int, stop: int, inside: tuple[Loop, ...], copy: int) -> list[int]:
        """``copy`` is which of its phases' nodes an execution belongs to, by the loops around it."""
        out: list[int] = []
        at = start
        while at < stop:
            here = max(
                (each for each in loops if each.first == at and each not in inside),
                key=lambda each: each.last,
                default=None,
            )
            if here is not None:
                for iteration in range(here.repeat):
                    out += run(at, here.last + 1, (*inside, here), copy * 2 + (iteration > 0))
                at = here.last + 1
                continue
            if phases[at].repeat == 1:
                out.append(by_phase[at, copy])
            else:
                out += [by_phase[at, copy * 2 + (times > 0)] for times in range(phases[at].repeat)]
            at += 1
        return out

    return run(0, len(phases), (), 0)


def profile_document(profile):
    """The profile.json of a profile."""
    cells = []
    for (number, phase, side), cell in profile.cells.items():
        names = [name for name in type(cell).__dataclass_fields__ if name not in ("object", "phase", "side")]
        given = {name: getattr(cell, name) for name in names}
        cells.append({"object": number, "phase": phase, "side": side, **given, "strides": []})
    return {
        "format": "pointerchain-place-profile-1",
        "program": {"command": list(profile.command)},
        "units": {"sector": 32, "page": 65536, "warp": 32},
        "accesses": {"total": 0, "objects": 0, "stack": 0, "unknown": 0},
        "objects": [
            {
                "id": o.id,
                "name": o.name,
                "site": {"file": "a.c", "line": 3 + o.id},
                "bytes": o.bytes,
                "kind": "heap",
            }
            for o in profile.objects
        ],
        "phases": [
            {"id": p.id, "side": p.side, "place": {"file": "a.c", "line": 10 + p.id}, "repeat": p.repeat}
            for p in profile.phases
        ],
        "loops": [{"first": each.first, "last": each.last, "repeat": each.repeat} for each in profile.loops],
        "cells": cells,
        "copies": [
            {"object": c.object, "phase": c.phase, "to_device": c.to_device, "to_host": c.to_host}
            for c in profile.copies
        ],
    }
