# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501
"""How runs deal with programs that spread, hang, crash and are not there: scripts stand for them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from pointerchain.bench import build
from pointerchain.bench import run as bench_run
from pointerchain.bench.build import BuildRecord, Built
from pointerchain.bench.journal import RunError
from pointerchain.bench.model import Variant
from pointerchain.bench.results import load


def suite_of_scripts(tmp_path: Path, text: str, names: tuple[str, ...] = ("uvm",)) -> tuple[Path, Any]:
    """A suite whose programs are scripts."""
    built = []
    for name in names:
        script = tmp_path / name
        script.write_text("#!/bin/sh\n" + text)
        script.chmod(0o755)
        variant = Variant("linear", 2, "allinit-allused", name, "openmp")
        built.append(Built(variant, program=name, flags="-O2"))
    record = BuildRecord("gcc", "gcc", "gcc 12", "0.1.0", {}, True, tuple(built))
    return tmp_path, bench_run.schedule(
        [record], bench_run.Sizes((10,), (10,), (2,), 4, 0.01, again=1), 2**40, 1
    )


RESULT = """
for word; do case "$word" in --benchmark_out=*) out="${word#*=}";; esac; done
echo "$TMPDIR" >> "$0.log"; echo left > "$TMPDIR/tmpfile_1"
turn=$(wc -l < "$0.log")
whole=%s
cat > "$out" <<END
{"context": {"date": "2026-01-01", "library_build_type": "release", "pc_device": "host", "pc_device_is_host": "true",
 "pc_host_fallback": "false", "pc_shares_memory": "true", "pc_unified_memory": "false", "pc_counts_source": ""},
 "benchmarks": [{"name": "$(basename "$0")/manual_time", "run_type": "iteration", "iterations": 1, "real_time": $whole,
  "cpu_time": 1, "time_unit": "us", "median_whole": $whole, "median_allocate": 1, "median_initialize": 1,
  "median_enter": 1, "median_kernel": 1, "median_leave": 1, "median_check": 1, "enter_pointers": 0,
  "kernel_pointers": 0, "leave_pointers": 0, "bytes_allocated": 1, "bytes_paper": 1}]}
END
"""


def test_cells_that_lie_apart_are_measured_again(tmp_path: Path) -> None:
    # uvm takes 1, 1, 9, 9, then 2 for ever; marshal always 5.
    text = (
        RESULT
        % '$(case "$0-$turn" in *marshal*) echo 5;; *-[12]) echo 1;; *-[34]) echo 9;; *) echo 2;; esac)'
    )
    folder, schedule = suite_of_scripts(tmp_path, text, ("uvm", "marshal"))
    assert bench_run.run(folder, schedule, tmp_path / "r.json", "", lambda _: None) == []
    results = load(tmp_path / "r.json")
    assert {row.scheme: (row.repetitions, row.whole.values) for row in results.rows} == {
        "uvm": (8, (1, 1, 9, 9, 2, 2, 2, 2)),
        "marshal": (4, (5, 5, 5, 5)),
    }
    assert results.run.measured_again == 1
    assert [row.load.single for row in results.rows] == [4, 8]


def test_programs_leave_no_files_behind(tmp_path: Path) -> None:
    """What a program leaves in its folder for temporary files goes with the folder."""
    folder, schedule = suite_of_scripts(tmp_path, RESULT % "5")
    assert bench_run.run(folder, schedule, tmp_path / "r.json", "", lambda _: None) == []
    folders = (tmp_path / "uvm.log").read_text().split()
    assert len(folders) == 4
    assert not any(Path(each).exists() for each in folders)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("sleep 60 & sleep 60", "did not end within 0.5 s ('--timeout')"),
        ("kill -SEGV $$", "no result (SIGSEGV)"),
        ("sh -c 'kill -ABRT $$'; exit $?", "(exit code 134, SIGABRT)"),
        ("echo oh no >&2; exit 3", "oh no (exit code 3)"),
    ],
)
def test_how_a_program_ended(text: str, reason: str, tmp_path: Path) -> None:
    folder, schedule = suite_of_scripts(tmp_path, text)
    began = time.monotonic()
    (failure,) = bench_run.run(folder, schedule, tmp_path / "r.json", "", lambda _: None, timeout=0.5)
    assert failure.reason.endswith(reason)
    assert time.monotonic() - began < 20
    (noted,) = json.loads((tmp_path / "r.json").read_text())["context"]["pointerchain"]["failed"]
    assert noted["reason"] == failure.reason


def test_a_program_that_cannot_start_is_an_entry(tmp_path: Path) -> None:
    folder, schedule = suite_of_scripts(tmp_path, RESULT % "5", ("uvm", "marshal", "mapper", "handhoist"))
    (folder / "uvm").unlink()
    (folder / "mapper").chmod(0o644)
    (folder / "handhoist").write_bytes(b"\x7fELF nothing")
    failures = bench_run.run(folder, schedule, tmp_path / "r.json", "", lambda _: None)
    assert sorted(each.reason for each in failures) == [
        "'mapper' cannot be executed: run 'pointerchain bench build' again",
        "'uvm' is not there: run 'pointerchain bench build' again",
        "cannot start it: exec format error",
    ]
    assert [row.scheme for row in load(tmp_path / "r.json").rows] == ["marshal"]


def test_one_run_at_a_time_writes_a_file(tmp_path: Path) -> None:
    folder, schedule = suite_of_scripts(tmp_path, RESULT % "5")
    out = tmp_path / "r.json"

    def second(_: object) -> None:
        with pytest.raises(RunError, match="another run is writing"):
            bench_run.run(folder, schedule, out, "", lambda _: None)

    assert bench_run.run(folder, schedule, out, "", second) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.json", "uvm", "uvm.log"]


def test_a_disk_that_is_full_at_the_end_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, schedule = suite_of_scripts(tmp_path, RESULT % "5")
    out = tmp_path / "r.json"
    real = bench_run.write_whole

    def full(path: str, data: bytes) -> None:
        raise OSError(28, "No space left on device", path)

    monkeypatch.setattr(bench_run, "write_whole", full)
    with pytest.raises(RunError, match=r"cannot write '.*r\.json': no space left on device; all that was"):
        bench_run.run(folder, schedule, out, "", lambda _: None)
    monkeypatch.setattr(bench_run, "write_whole", real)
    assert bench_run.run(folder, schedule, out, "", lambda _: None) == []
    assert len((tmp_path / "uvm.log").read_text().splitlines()) == 4  # nothing was measured twice


LD = "/usr/bin/ld: asan.a(preinit.o): .preinit_array section is not allowed in DSO"
DRIVER = "clang: error: linker command failed with exit code 1 (use -v to see invocation)"
MISSING = "a.c:(.text+0x9): undefined reference to `f'"


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ([LD, "/usr/bin/ld: failed", DRIVER, "clang-linker-wrapper: error: 'clang' failed", DRIVER], LD),
        (
            ["/usr/bin/ld: a.o: in function `main':", MISSING, "collect2: error: ld returned 1 exit status"],
            MISSING,
        ),
        (
            ["/usr/bin/ld: cannot find -lx: No such file", DRIVER],
            "/usr/bin/ld: cannot find -lx: No such file",
        ),
        (["ld: warning: type changed", LD, DRIVER], LD),
        (["a.c:1:2: warning: w", "a.c:3:4: error: no member"], "a.c:3:4: error: no member"),
        (["ptxas fatal: bad", "mkoffload: fatal error: ptxas returned 255 exit status"], "ptxas fatal: bad"),
        ([DRIVER], DRIVER),
        ([], "no message"),
    ],
)
def test_the_line_that_says_why(said: list[str], line: str) -> None:
    assert build.first_line("\n".join(said)) == line
