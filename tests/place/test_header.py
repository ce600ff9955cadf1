# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""pc_get_placement against the equations in Python, on random arguments, in C and C++."""

import math
import random
from pathlib import Path

import pytest
from testlib import build

from pointerchain.place import equations as eq

INCLUDE = Path(__file__).parents[2] / "pointerchain" / "include"
SYSTEM = (
    "link_bandwidth sm_bandwidth sms copy_to_device copy_to_host copy_overhead device_bytes page_size "
    "fault_service cpu_fault_per_byte launch latency_cycles warp_size"
).split()
OBJECT = (
    "size sparsity remigration intensity warps_per_sm occupancy fault_concurrency prefetched_pages "
    "prefetched_latency overlapped thrashes device_first host_after"
).split()
PROGRAM = """\
#include <pointerchain/place.h>
#include <stdio.h>
int main(void) {
  pc_place_system s;
  pc_place_object o;
  while (scanf("SCAN", ADDRESSES) == COUNT) {
    double penalty = 12345;
    int where = pc_get_placement(&s, &o, &penalty);
    printf("%d %.17g\\n", where, penalty);
  }
  printf("%d\\n", pc_get_placement(0, &o, 0));
  return 0;
}
"""
WHOLE = {"sms", "warp_size", "thrashes", "device_first", "host_after"}


def built(folder, compiler, suffix):
    names = [(owner, name) for owner, row in (("s", SYSTEM), ("o", OBJECT)) for name in row]
    text = PROGRAM.replace("SCAN", " ".join("%d" if name in WHOLE else "%lf" for _, name in names))
    text = text.replace("ADDRESSES", ", ".join(f"&{owner}.{name}" for owner, name in names))
    (folder / f"program{suffix}").write_text(text.replace("COUNT", str(len(names))))
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    program = build([*compiler, *warnings, f"-I{INCLUDE}", f"program{suffix}", "-o", "program"], folder)
    assert program.returncode == 0, program.errors
    return program


def drawn(chance):
    """Random arguments of both sides of every bound."""
    system = {
        "link_bandwidth": chance.uniform(1e9, 1e11),
        "sm_bandwidth": chance.uniform(1e7, 2e9),
        "sms": chance.randint(1, 132),
        "copy_to_device": chance.uniform(1e9, 6e10),
        "copy_to_host": chance.uniform(1e9, 6e10),
        "copy_overhead": chance.choice([0.0, 1e-5]),
        "device_bytes": chance.choice([1e6, 16e9]),
        "page_size": 65536.0,
        "fault_service": chance.choice([0.0, 3e-5]),
        "cpu_fault_per_byte": chance.choice([0.0, 1e-10]),
        "launch": chance.choice([0.0, 5e-6]),
        "latency_cycles": chance.uniform(100, 2000),
        "warp_size": 32,
    }
    thing = {
        "size": chance.choice([0.0, 1e5, 3e7, 1e9]),
        "sparsity": chance.uniform(0.001, 1.0),
        "remigration": chance.uniform(1, 5),
        "intensity": chance.choice([0.0, 0.01, 1.3, 100.0]),
        "warps_per_sm": chance.choice([0.0, 64.0]),
        "occupancy": chance.random(),
        "fault_concurrency": chance.choice([1.0, 40.0]),
        "prefetched_pages": chance.choice([0.0, 100.0]),
        "prefetched_latency": chance.choice([0.0, 1e-3]),
        "overlapped": chance.choice([0.0, 1e-4, 1.0]),
        "thrashes": int(chance.random() < 0.1),
        "device_first": chance.randint(0, 1),
        "host_after": chance.randint(0, 1),
    }
    return system, thing


def penalty(s, o):
    moved = eq.transferred_bytes(o["size"], o["sparsity"], o["remigration"])
    latency = eq.total_latency(moved, s["sm_bandwidth"], s["link_bandwidth"], s["sms"])
    available = eq.concurrency(o["intensity"], s["warp_size"], o["warps_per_sm"], o["occupancy"])
    hidden = eq.hidden_latency(available, s["latency_cycles"], latency)
    return eq.host_access_penalty(
        eq.exposed_latency(latency, hidden, o["prefetched_latency"]),
        eq.fault_penalty(
            moved,
            s["page_size"],
            o["fault_concurrency"],
            o["prefetched_pages"],
            s["fault_service"],
            bool(o["thrashes"]),
        ),
        eq.first_touch_penalty(s["cpu_fault_per_byte"], moved) if o["device_first"] else 0.0,
        eq.launch_savings(o["size"], s["device_bytes"], s["launch"]),
        eq.copy_cost(
            o["size"],
            s["copy_to_device"],
            s["copy_to_host"] if o["host_after"] else None,
            o["overlapped"],
            s["copy_overhead"],
        ),
    )


def asked(program, cases):
    text = "".join(" ".join(repr(value) for row in case for value in row.values()) + "\n" for case in cases)
    done = program.run(stdin=text.encode(), deterministic=True)
    assert done.returncode == 0
    *found, without = done.output.splitlines()
    assert without == "-1"
    return [(int(where), float(value)) for where, value in (line.split() for line in found)]


@pytest.mark.parametrize("compiler, suffix", [(("cc", "-std=c99"), ".c"), (("c++", "-std=c++11"), ".cpp")])
def test_the_call_decides_as_the_equations_do(tmp_path, compiler, suffix):
    chance = random.Random(1)
    cases = [drawn(chance) for _ in range(2000)]
    for case in cases:
        assert [list(row) for row in case] == [SYSTEM, OBJECT]
    found = asked(built(tmp_path, compiler, suffix), cases)
    for (where, value), (system, thing) in zip(found, cases, strict=True):
        expected = penalty(system, thing)
        if math.isinf(expected):
            assert where == 0 and value > 1e300
            continue
        assert value == pytest.approx(expected, rel=1e-9, abs=1e-15)
        if abs(expected) > 1e-12:
            assert where == (expected < 0)
    assert {where for where, _ in found} == {0, 1}


def test_arguments_outside_of_their_ranges_decide_nothing(tmp_path):
    chance = random.Random(2)
    may_be_zero = {
        "copy_overhead",
        "fault_service",
        "cpu_fault_per_byte",
        "launch",
        "size",
        "intensity",
        "warps_per_sm",
        "occupancy",
        "prefetched_pages",
        "prefetched_latency",
        "overlapped",
    }
    cases = []
    for name in (*SYSTEM, *OBJECT):
        if name in ("thrashes", "device_first", "host_after"):
            continue
        wrong = [-1] if name in WHOLE else [-1.0, math.nan, math.inf]
        if name not in may_be_zero:
            wrong.append(0)
        if name in ("sparsity", "occupancy"):
            wrong.append(1.5)
        for value in wrong:
            system, thing = drawn(chance)
            (system if name in system else thing)[name] = value
            cases.append((system, thing))
    assert asked(built(tmp_path, ("cc", "-std=c99"), ".c"), cases) == [(-1, 12345.0)] * len(cases)
