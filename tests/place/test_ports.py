# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The OpenMP programs of examples/place: they run, and what they access is what replay takes for granted."""

from pathlib import Path

import pytest
from devices import NEEDS_CLANG
from testlib import build

from pointerchain.cli import main
from pointerchain.place.documents import load
from pointerchain.place.profile import profile_of
from pointerchain.place.replay.programs import bfs, gaussian

HERE = Path(__file__).parents[2] / "examples" / "place"


@pytest.mark.parametrize(
    "name, size, says",
    [
        ("gaussian", "64", "the solution's sum is 0.13150\n"),
        ("bfs", "4096", " levels, costs of "),
        ("gather", "1048576", "4.06928e+06\n"),
    ],
)
def test_the_programs_run_on_the_host(tmp_path, name, size, says):
    words = ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-O1"]
    program = build([*words, HERE / f"{name}.c", "-o", name, "-lm"], tmp_path)
    assert program.returncode == 0, program.errors
    done = program.run(size, env={"OMP_TARGET_OFFLOAD": "DISABLED"}, deterministic=True)
    assert done.returncode == 0
    assert says in done.output
    assert program.run("1", deterministic=True).returncode == 2


def profiled(folder, name, size):
    build = ["clang-19", "-g", "-O1", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]
    source, out = str(HERE / f"{name}.c"), str(folder / "profile.json")
    command = [*build, source, "-o", str(folder / name), "-lm"]
    assert main(["place", "profile", "-o", out, "--", *command, "--", str(size)]) == 0
    return profile_of(load((folder / "profile.json").read_bytes(), "profile"))


def device(profile, name):
    """Loads and stores of kernels, of all of them together."""
    number = next(each.id for each in profile.objects if each.name == name)
    cells = [cell for key, cell in profile.cells.items() if key[0] == number and key[2] == "device"]
    return sum(cell.loads for cell in cells), sum(cell.stores for cell in cells)


@NEEDS_CLANG
def test_gaussian_accesses_what_was_counted_from_its_loops(tmp_path):
    measured, counted = profiled(tmp_path, "gaussian", 40), gaussian(40)
    for name in ("a", "b", "m"):
        assert device(measured, name) == device(counted, name)


@NEEDS_CLANG
def test_bfs_accesses_what_was_counted_but_for_its_graph(tmp_path):
    """Another random graph of the same kind: no two of them have the same edges."""
    measured, counted = profiled(tmp_path, "bfs", 8192), bfs(8192)
    for name in ("nodes", "mask", "updating", "visited"):
        for one, other in zip(device(measured, name), device(counted, name), strict=True):
            # A graph may have a level more, in which each thread looks at its mask.
            assert one == pytest.approx(other, rel=0.12, abs=8192), name
