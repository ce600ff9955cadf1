# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Decisions scored on measured runs: a table of our own, and the one that PC_PLACE_TABLE names."""

import json
import lzma
import os
from pathlib import Path

import made_table as made
import placelib as lib
import pytest
from placelib import profile_document

from pointerchain.cli import main
from pointerchain.place.documents import PlaceError, check
from pointerchain.place.machine import document_of, machine_of
from pointerchain.place.profile import Object, Phase, Profile
from pointerchain.place.replay.calibrate import calibrate
from pointerchain.place.replay.programs import bfs, gaussian, graph, hotspot, hotspot_warp_sectors, program
from pointerchain.place.replay.score import predicted, score
from pointerchain.place.replay.table import pooled, read

TABLE = Path(__file__).parent / "made-up.csv"
CASES = read(TABLE.read_bytes())


def test_the_table_is_what_its_script_writes():
    assert TABLE.read_text() == made.table()


def test_a_compressed_table_is_the_same():
    assert read(lzma.compress(TABLE.read_bytes())) == CASES


@pytest.mark.parametrize(
    "text, says",
    [
        ("plat,bench\n", "it has no column 'input'"),
        (made.HEADER + "\nlab,hotspot,64,07,1,0,0,0,0,0,0,0,0,0,0,0\n", "line 2: '07' is no variant"),
        (made.HEADER + "\nlab,hotspot,64,00,x,0,0,0,0,0,0,0,0,0,0,0\n", "line 2: could not convert"),
        (made.HEADER + "\nlab,hotspot,64,00,0,0,0,0,0,0,0,0,0,0,0,0\n", "line 2: a run takes more than no"),
        (
            made.HEADER
            + "\nl,hotspot,64,00,1,0,0,0,0,0,0,0,0,0,0,0\nl,hotspot,64,0,1,0,0,0,0,0,0,0,0,0,0,0\n",
            "line 3: '0' has another number of objects",
        ),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(text, says):
    with pytest.raises(PlaceError, match=says):
        read(text.encode())


def test_hotspot_calibrates_what_its_runs_were_made_of():
    machine = calibrate("lab", CASES)
    um = machine.um
    assert not um.host_maps_device and not um.access_counters
    for n in made.GRIDS:
        size = 4 * n * n
        for line, expected in (
            (machine.copy_to_device, made.COPY_IN),
            (machine.copy_to_host, made.COPY_OUT),
            (um.migrate, made.MIGRATE),
            (um.populate, made.POPULATE),
            (um.to_host, made.TO_HOST),
            (um.duplicate, made.DUPLICATE),
            (um.collapse, made.COLLAPSE),
            (um.map, made.MAP),
        ):
            assert line.seconds(size) == pytest.approx(expected[n] / 1e3, rel=1e-4)
            assert line.how == "calibrated"
        reads, _ = hotspot_warp_sectors(n)
        assert machine.zero_copy_read.seconds(32 * reads) == pytest.approx(made.REMOTE[n] / 1e3, rel=1e-4)
    n = max(made.GRIDS)
    assert machine.zero_copy_write.bandwidth == pytest.approx(
        32 * hotspot_warp_sectors(n)[1] / (made.REMOTE_WRITE[n] / 1e3), rel=1e-4
    )
    document = document_of(machine)
    check(document, "machine")
    assert machine_of(document) == machine


def test_a_platform_without_hotspot_cannot_be_calibrated():
    with pytest.raises(PlaceError, match="no runs of 'hotspot' on 'elsewhere'"):
        calibrate("elsewhere", CASES)


def test_the_score_of_the_table_made_up():
    campaigns = score(CASES)
    # The case of 0.3 ms is not scored.
    assert [(each.platform, each.input, each.decided) for each in campaigns.cases] == [
        ("lab", "matrix256", "000"),
        ("lab2", "matrix256", "000"),
    ]
    first = campaigns.cases[0]
    assert first.best == pytest.approx(4.2e-3)
    assert first.regret == first.all_device == 1.0
    assert first.all_managed == pytest.approx((4.2 + 0.2) / 4.2)
    # In place a and m cost more than half of a run, and read-mostly does where the device writes.
    assert (first.found, first.missed, first.false) == (6, 0, 0)
    assert campaigns.recall == campaigns.precision == 1.0
    assert len(campaigns.transferred) == 2 and campaigns.mean("regret") == 1.0
    (both,) = score(CASES, pool=True).cases
    assert both.best == pytest.approx(4.7e-3)
    assert len(pooled(CASES)) == len(CASES) - 1


def test_gaussian_is_counted_as_its_loops_are_written():
    """Against the loops themselves, thread by thread."""
    n = 24
    counted = gaussian(n).cells
    loads = dict.fromkeys("abm", 0)
    stores = dict.fromkeys("abm", 0)
    fan1_loads = sectors = 0
    for t in range(n - 1):
        fan1_loads += 2 * (n - 1 - t)
        blocks = {}
        for x in range(n - 1 - t):
            for y in range(n - t):
                block = blocks.setdefault((x // 4, y // 4), (set(), set()))
                block[0].add((4 * (n * (x + 1 + t) + y + t)) // 32)
                block[1].add((4 * (n * t + y + t)) // 32)
                loads["a"] += 2
                loads["m"] += 1
                stores["a"] += 1
                if y == 0:
                    loads["b"] += 2
                    loads["m"] += 1
                    stores["b"] += 1
        # A block of 16 threads is one warp; its load, its store and its load of the pivot's row.
        sectors += sum(2 * len(own) + len(pivot) for own, pivot in blocks.values())
    assert counted[0, 1, "device"].loads == fan1_loads
    for number, name in enumerate("abm"):
        cell = counted[number, 2, "device"]
        assert (cell.loads, cell.stores) == (loads[name], stores[name])
    # The last blocks of a row are narrower than the model's.
    assert counted[0, 2, "device"].warp_sectors == pytest.approx(sectors, rel=0.06)


def test_hotspot_is_counted_as_its_blocks_are():
    n = 120
    reads = writes = 0
    for by in range(-(-n // 12)):
        for bx in range(-(-n // 12)):
            for pair in range(8):
                warp, stored = set(), set()
                for ty in (2 * pair, 2 * pair + 1):
                    for tx in range(16):
                        y, x = 12 * by - 2 + ty, 12 * bx - 2 + tx
                        if 0 <= y < n and 0 <= x < n:
                            warp.add(4 * (n * y + x) // 32)
                            if 2 <= tx < 14 and 2 <= ty < 14:
                                stored.add(4 * (n * y + x) // 32)
                reads += len(warp)
                writes += len(stored)
    assert hotspot_warp_sectors(n) == (pytest.approx(reads, rel=0.1), pytest.approx(writes, rel=0.1))
    cells = hotspot(n).cells
    assert cells[1, 1, "device"].warp_sectors == hotspot_warp_sectors(n)[0]
    assert not cells[1, 1, "device"].writes and cells[0, 1, "device"].writes


def test_bfs_is_counted_as_its_threads_walk():
    """Against the two kernels, thread by thread and warp by warp."""
    nodes = 512
    begin, others = (list(map(int, row)) for row in graph(nodes))
    mask, updating, visited = [False] * nodes, [False] * nodes, [False] * nodes
    mask[0] = visited[0] = True
    loads = dict.fromkeys(("nodes", "mask", "visited", "updating"), 0)
    stores, sectors = dict(loads), 0
    while any(mask):
        front = [i for i in range(nodes) if mask[i]]
        loads["mask"] += nodes
        stores["mask"] += len(front)
        for first in range(0, nodes, 32):
            lanes = [i for i in front if first <= i < first + 32]
            degrees = {i: begin[i + 1] - begin[i] for i in lanes}
            sectors += len({i // 4 for i in lanes})
            for k in range(max(degrees.values(), default=-1) + 1):
                sectors += 2 * len({i // 4 for i in lanes if degrees[i] >= k})
        for i in front:
            mask[i] = False
            loads["nodes"] += 1 + 2 * (begin[i + 1] - begin[i] + 1)
            for k in range(begin[i], begin[i + 1]):
                loads["visited"] += 1
                if not visited[others[k]]:
                    updating[others[k]] = True
                    stores["updating"] += 1
        loads["updating"] += nodes
        for i in range(nodes):
            if updating[i]:
                mask[i] = visited[i] = True
                updating[i] = False
                for name in ("mask", "visited", "updating"):
                    stores[name] += 1
    profile = bfs(nodes)
    for number, name in enumerate(("nodes", "mask", "updating", "visited")):
        both = [profile.cells.get((number, phase, "device")) for phase in (1, 2)]
        assert sum(cell.loads for cell in both if cell) == loads[name], name
        assert sum(cell.stores for cell in both if cell) == stores[name], name
    assert profile.cells[0, 1, "device"].warp_sectors == sectors


def test_other_programs_and_inputs_are_refused():
    for name, given, says in (
        ("cfd", "1", "'cfd' is none of the programs"),
        ("gaussian", "matrix", "is no input of 'gaussian'"),
        ("gaussian", "matrix0", "is no input of 'gaussian'"),
    ):
        with pytest.raises(PlaceError, match=says):
            program(name, given)
    assert program("bfs", "graph4096").advised_after_initialization


def test_device_memory_is_predicted_with_the_copies_of_the_program():
    machine = calibrate("lab", CASES)
    given = program("gaussian", "matrix256")
    a = given.profile.objects[0]
    size = 4 * 256 * 256
    local = sum(
        cell.sectors for key, cell in given.profile.cells.items() if key[0] == 0 and key[2] == "device"
    )
    costs = predicted(machine, given, a)
    copies = machine.copy_to_device.seconds(size) + machine.copy_to_host.seconds(size)
    assert copies < costs["0"] < copies + 255 * 32 * local / 900e9
    assert set(costs) == set("0123456")


def test_the_command(capfd, tmp_path):
    assert main(["place", "replay", str(TABLE)]) == 0
    shown = capfd.readouterr().out
    assert "decided        1.000   worst 1.000" in shown
    assert "recall 100%, precision 100%" in shown
    assert main(["place", "replay", str(TABLE), "--format", "json", "-o", str(tmp_path / "s.json")]) == 0
    document = json.loads((tmp_path / "s.json").read_text())
    assert document["campaigns"]["mean"]["regret"] == 1.0 and len(document["platforms"]["cases"]) == 1
    (tmp_path / "only.csv").write_text("\n".join(TABLE.read_text().splitlines()[:30]) + "\n")
    assert main(["place", "replay", str(tmp_path / "only.csv")]) == 1
    assert "no case of 1 ms" in capfd.readouterr().err


def test_other_programs_have_profiles_of_the_users(tmp_path, capfd):
    """One without a profile is named and left out, and so is a platform that cannot be calibrated."""
    rows = [made.row("lab", "cfd", "x", v, t, 0.1, 0.1, 0, 0, 0) for v, t in (("0", 4.0), ("1", 2.0))]
    rows.append(made.row("elsewhere", "gaussian", "matrix64", "000", 4.0, 0.1, 0.1, 0, 0, 0))
    table = tmp_path / "table.csv"
    table.write_text(made.table() + "\n".join(rows) + "\n")
    assert main(["place", "replay", str(table)]) == 0
    assert "Not scored, without a profile or hotspot's runs: cfd x, elsewhere" in capfd.readouterr().out
    profile = tmp_path / "cfd.json"
    cells = {(0, 0, "device"): lib.cell(0, 0, "device", size=1 << 20, loads=1000)}
    given = Profile(
        ("cfd",), (Object(0, "x", None, 1 << 20, None),), (Phase(0, "device", None, 1),), (), cells, ()
    )
    profile.write_text(json.dumps(profile_document(given)))
    words = ["place", "replay", str(table), "--profile", f"cfd/x={profile}", "--format", "json"]
    assert main(words) == 0
    document = json.loads(capfd.readouterr().out)
    scored = next(each for each in document["campaigns"]["cases"] if each["program"] == "cfd")
    # Nothing is copied by this program: device memory costs nothing.
    assert (scored["decided"], scored["all_managed"]) == ("0", 1.0)
    assert scored["regret"] == pytest.approx(4.2 / 2.2)
    for wrong in ("cfd", "=x", "cfd="):
        assert main(["place", "replay", str(table), "--profile", wrong]) == 2


@pytest.mark.skipif("PC_PLACE_TABLE" not in os.environ, reason="PC_PLACE_TABLE names no table of placements")
def test_the_measured_table():
    """What the decisions are worth on measured runs: the figures of docs/place.md."""
    cases = read(Path(os.environ["PC_PLACE_TABLE"]).read_bytes())
    campaigns, platforms = score(cases), score(cases, pool=True)
    assert len(campaigns.cases) == 23 and len(platforms.cases) == 16
    assert campaigns.mean("regret") == pytest.approx(1.041, abs=5e-4)
    assert platforms.mean("regret") == pytest.approx(1.026, abs=5e-4)
    assert campaigns.worst("regret") <= 1.25
    assert campaigns.mean("regret") < campaigns.mean("all_device") < campaigns.mean("all_managed")
    assert campaigns.recall >= 0.8 and campaigns.precision >= 0.8
