# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Building, running, interrupting and reporting, as a user does it."""

from __future__ import annotations

import csv
import gzip
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from suites import found_or_skip, without_figures
from testlib import warm

from pointerchain import cli
from pointerchain.bench import run as bench_run
from pointerchain.bench.blocks import Input, Paragraph, Section
from pointerchain.bench.journal import RunError
from pointerchain.bench.model import Variant
from pointerchain.bench.report import SECTIONS, write_report
from pointerchain.bench.results import ResultsError, load, timing
from pointerchain.toolchain import TOOLCHAINS, Missing

pytestmark = pytest.mark.xdist_group("run")  # what they share is built once

COMMAND = (sys.executable, "-m", "pointerchain", "bench")


def bench(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return warm.run(["bench", *words], env={**os.environ, **environment}, timeout=300)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small suite, built with gcc."""
    found_or_skip("gcc")
    folder = tmp_path_factory.mktemp("suite")
    assert bench("generate", "--levels", "2", "--dialect", "openacc", "-o", str(folder)).returncode == 0
    done = bench("build", str(folder), "--toolchain", "gcc", "-j", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "gcc: 22 of 22 programs built with gcc" in done.stdout
    return folder


SMALL = (
    "--quick",
    "--n",
    "10,100",
    "--q",
    "2,3",
    "--repetitions",
    "2",
    "--min-time",
    "0.0001",
    "--again",
    "0",
)


@pytest.fixture(scope="module")
def measured(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of that suite."""
    out = tmp_path_factory.mktemp("results") / "results.json"
    done = bench("run", str(built), *SMALL, "-o", str(out))
    assert done.returncode == 0, done.stderr
    # 15 Linear programs at 2 sizes, 7 of Dense at 4, twice.
    assert "measuring: 116 of 116" in done.stderr
    assert "\r" not in done.stderr
    assert not Path(f"{out}.journal").exists()
    return out


def test_results_are_google_benchmark_s(measured: Path) -> None:
    data = json.loads(measured.read_text())
    assert {"date", "num_cpus", "caches", "library_build_type"} <= data["context"].keys()
    # What a machine is, not which one it is.
    assert not {"executable", "host_name"} & data["context"].keys()
    assert data["context"]["pointerchain"]["machine"].keys() == {
        *("processor", "cores", "system", "affinity", "governor")
    }
    assert len(iterations(data)) == 116
    machine = data["context"]["pointerchain"]["machine"]
    assert re.fullmatch(r"\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*", machine["affinity"])
    for each in iterations(data):
        assert each["run_type"] == "iteration"
        assert {"name", "real_time", "cpu_time", "time_unit", "iterations"} <= each.keys()
        assert each["compiler"].startswith("gcc ")
        assert "-fopenacc" in each["flags"]
        assert str(measured.parent) not in each["flags"]
        assert each["repetitions"] == 2
        assert each["load_avg"] >= 0
        assert each["other_processors"] is None or each["other_processors"] >= 0
    assert {each["repetition_index"] for each in iterations(data)} == {0, 1}


def iterations(data: Any) -> list[dict[str, Any]]:
    return [each for each in data["benchmarks"] if each["run_type"] == "iteration"]


def test_aggregates_are_google_benchmark_s(measured: Path) -> None:
    data = json.loads(measured.read_text())
    by_name: dict[str, list[dict[str, Any]]] = {}
    for each in iterations(data):
        by_name.setdefault(each["name"], []).append(each)
    aggregates = [each for each in data["benchmarks"] if each["run_type"] == "aggregate"]
    assert len(aggregates) == 4 * len(by_name)
    for each in aggregates:
        first, second = by_name[each["run_name"]]
        assert each["name"] == f"{each['run_name']}_{each['aggregate_name']}"
        assert each["time_unit"] == first["time_unit"] == "us"
        for field in ("real_time", "cpu_time", "median_whole"):
            mean, half = (first[field] + second[field]) / 2, abs(first[field] - second[field]) / 2
            stddev = half * 2**0.5
            expected = {"mean": mean, "median": mean, "stddev": stddev, "cv": stddev / mean}
            assert each[field] == pytest.approx(expected[each["aggregate_name"]])
        unit = "percentage" if each["aggregate_name"] == "cv" else "time"
        assert each["aggregate_unit"] == unit


def test_threads_that_wait_on_the_host_sleep(measured: Path, built: Path, tmp_path: Path) -> None:
    """libgomp's threads spin otherwise, and a barrier takes a hundred times as long on a busy machine."""
    half = str(max(1, len(os.sched_getaffinity(0)) // 2))
    chosen = {"OMP_NUM_THREADS": half, "OMP_WAIT_POLICY": "passive"}
    for each in iterations(json.loads(measured.read_text())):
        assert each["environment"] == (chosen if each["host_fallback"] else {})
    words = ("run", str(built), *SMALL, "--scenario", "dense", "--schemes", "uvm", "--n", "10", "--q", "2")
    done = bench(*words, "-o", str(tmp_path / "r.json"), OMP_WAIT_POLICY="active")
    assert done.returncode == 0, done.stderr
    data = json.loads((tmp_path / "r.json").read_text())
    assert data["context"]["pointerchain"]["environment"]["OMP_WAIT_POLICY"] == "active"
    assert [each["environment"] for each in iterations(data)] == [{"OMP_NUM_THREADS": half}] * 4


def test_steps_add_up(measured: Path) -> None:
    for each in iterations(json.loads(measured.read_text())):
        steps = ("allocate", "initialize", "enter", "kernel", "leave", "check")
        total = sum(each[f"seconds_{step}"] for step in steps)
        assert total == pytest.approx(each["real_time"] * 1e-6, rel=1e-6)
        assert sum(each[f"median_{step}"] for step in steps) == pytest.approx(each["median_whole"], rel=0.9)
        assert all(0 < each[f"median_{step}"] <= each[f"seconds_{step}"] * 100 for step in steps)
        assert each["seconds_release"] > 0


def test_order_is_random_and_repeatable(built: Path) -> None:
    from pointerchain.bench.build import read_records

    records = read_records(built)

    def order(seed: int) -> list[tuple[str, int]]:
        schedule = bench_run.schedule(records, bench_run.QUICK, 2**40, seed)
        return [(cell.key, repetition) for cell, repetition in schedule.order]

    assert order(1) == order(1)
    assert order(1) != order(2)
    assert sorted(order(1)) == sorted(order(2))
    first = order(1)[: len(order(1)) // bench_run.QUICK.repetitions]
    assert {repetition for _, repetition in first} == {0}
    assert [key for key, _ in first] != sorted(key for key, _ in first)


def test_interrupted_run_goes_on(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.json"
    journal = tmp_path / "r.json.journal"
    words = [*COMMAND, "run", str(built), *SMALL, "-o", str(out)]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True)
    began = time.monotonic()
    while not journal.exists() or len(journal.read_text().splitlines()) < 10:
        assert process.poll() is None
        assert time.monotonic() - began < 60
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same command goes on from here" in said
    assert "Traceback" not in said
    assert not out.exists()
    kept = [json.loads(line) for line in journal.read_text().splitlines()[1:]]
    assert len(kept) >= 9
    # A machine that lost its power may leave half a line.
    with journal.open("a") as file:
        file.write('{"cell": "gcc/lin')

    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert not journal.exists()
    entries = iterations(json.loads(out.read_text()))
    assert len(entries) == 116
    assert len({(each["name"], each["repetition_index"]) for each in entries}) == 116
    times = [each["real_time"] for each in entries]
    for line in kept:
        assert line["benchmark"]["real_time"] in times


def test_journal_of_another_run_is_kept(built: Path, tmp_path: Path) -> None:
    journal = tmp_path / "r.json.journal"
    journal.write_text('{"format": 1, "plan": "another"}\n')
    done = bench("run", str(built), *SMALL, "-o", str(tmp_path / "r.json"))
    assert done.returncode == 1
    assert "holds measurements of another run" in done.stderr
    assert journal.read_text() == '{"format": 1, "plan": "another"}\n'


def test_results_are_not_replaced_unasked(built: Path, measured: Path) -> None:
    before = measured.read_bytes()
    done = bench("run", str(built), *SMALL, "-o", str(measured))
    assert done.returncode == 1
    assert "give '--overwrite'" in done.stderr
    assert measured.read_bytes() == before


def test_full_disk_loses_nothing(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit is not half there."""
    from pointerchain.bench.build import read_records

    schedule = bench_run.schedule(
        read_records(built), bench_run.Sizes((10,), (10,), (2,), 1, 0.0001, again=0), 2**40, 1
    )
    calls = 0
    real = os.fsync

    def full(handle: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise OSError(28, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RunError, match=r"cannot write '.*r\.json\.journal': no space left"):
        bench_run.run(built, schedule, tmp_path / "r.json", "", lambda _: None)
    monkeypatch.setattr(os, "fsync", real)
    assert bench_run.run(built, schedule, tmp_path / "r.json", "", lambda _: None) == []
    assert len(json.loads((tmp_path / "r.json").read_text())["benchmarks"]) == len(schedule.cells)


def test_what_cannot_be_written_is_named(measured: Path, tmp_path: Path) -> None:
    """A file that may not grow stands for a full disk."""
    for words, name in (
        (("generate", "--levels", "2", "-o"), "suite/"),
        (("report", str(measured), "-o"), "suite/report.html"),
    ):
        line = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *COMMAND, *words, str(tmp_path / "suite")]
        done = subprocess.run(line, capture_output=True, text=True, timeout=60)
        assert done.returncode == 1
        assert f"pointerchain: error: '{tmp_path}/{name}" in done.stderr and ": file too large" in done.stderr


def test_what_does_not_fit_is_left_out(built: Path, tmp_path: Path) -> None:
    """A tree of 70 TB is refused by its equation, before anything is allocated."""
    out = tmp_path / "r.json"
    words = ("run", str(built), "--scenario", "dense", "--q", "16", "--schemes", "uvm")
    done = bench(
        *words, "--n", "10,2e9", "--quick", "--repetitions", "1", "--min-time", "0.001", "-o", str(out)
    )
    assert done.returncode == 0, done.stderr
    assert "left out: gcc/dense_k03_selective_uvm_openacc/n:2000000000/q:16: needs 69," in done.stderr
    assert {each["n"] for each in json.loads(out.read_text())["benchmarks"]} == {10}
    nothing = bench(*words, "--n", "2e9", "-o", str(tmp_path / "none.json"))
    assert nothing.returncode == 1
    assert "nothing is left to be measured" in nothing.stderr
    assert not (tmp_path / "none.json").exists()


def test_a_device_in_main_memory_takes_twice_as_much(built: Path) -> None:
    marshal = Variant("linear", 2, "allinit-allused", "marshal", "openmp")
    assert marshal.needed_memory(1000, 1, device_in_memory=True) == 2 * marshal.data_size(1000, 1)
    assert marshal.needed_memory(1000, 1, device_in_memory=False) == marshal.data_size(1000, 1)


def test_wrong_result_fails_the_run(tmp_path: Path) -> None:
    found_or_skip("gcc")
    folder = tmp_path / "suite"
    words = ("--levels", "2", "--scenario", "linear", "--dialect", "openacc", "--schemes", "uvm")
    assert bench("generate", *words, "-o", str(folder)).returncode == 0
    source = folder / "programs" / f"{Variant('linear', 2, 'allinit-allused', 'uvm', 'openacc').name}.c"
    source.write_text(source.read_text().replace("*= PC_BENCH_SCALE", "*= 2"))
    assert bench("build", str(folder), "--toolchain", "gcc").returncode == 0
    out = tmp_path / "r.json"
    words = ("run", str(folder), "--schemes", "uvm", "--scenario", "linear", "--n", "10")
    done = bench(
        *words, "--quick", "--repetitions", "2", "--min-time", "0.0001", "--again", "0", "-o", str(out)
    )
    assert done.returncode == 1
    assert "wrong elements" in done.stderr
    assert "1 failed, 1 of them with a wrong result" in done.stderr
    data = json.loads(out.read_text())
    assert len(iterations(data)) == 2 * 2
    (failure,) = data["context"]["pointerchain"]["failed"]
    assert failure["wrong"] is True
    report = tmp_path / "report"
    assert bench("report", str(out), "-o", str(report)).returncode == 0
    assert "wrong result" in (report / "report.html").read_text()


def test_a_source_that_changed_after_the_build_is_said(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a suite"
    shutil.copytree(built, folder, copy_function=shutil.copyfile)  # times say nothing: a copy is newer
    for program in (folder / "build" / "gcc").iterdir():
        program.chmod(0o755)
    words = ("run", str(folder), *SMALL, "--scenario", "dense", "--schemes", "uvm", "--n", "10", "--q", "2")

    without_figures(monkeypatch)

    def run(name: str) -> tuple[str, str]:
        done = bench(*words, "-o", str(tmp_path / f"{name}.json"))
        assert done.returncode == 0, done.stderr
        assert cli.main(["bench", "report", str(tmp_path / f"{name}.json"), "-o", str(tmp_path / name)]) == 0
        return done.stderr, (tmp_path / name / "report.md").read_text()

    stderr, text = run("before")
    assert "changed since" not in stderr and "After the programs were built" not in text
    changed = Variant("dense", 3, "selective", "uvm", "openacc").name
    with (folder / "programs" / f"{changed}.c").open("a") as file:
        file.write("/* more */\n")
    stderr, text = run("source")
    assert f"warning: '{folder}/programs/{changed}.c' changed since the programs were built" in stderr
    assert f"**After the programs were built, programs/{changed}.c changed: " in text
    with (folder / "support" / "harness.cpp").open("a") as file:
        file.write("// more\n")
    assert f"warning: '{folder}/programs/{changed}.c' and 1 more changed since" in run("both")[0]
    # Another program's source says nothing of those that are measured; what all share does.
    (folder / "programs" / f"{changed}.c").unlink()
    assert f"warning: '{folder}/support' changed since" in run("support")[0]


def test_launcher_starts_the_programs(built: Path, tmp_path: Path) -> None:
    script = tmp_path / "launch me"
    script.write_text(f'#!/bin/sh\necho "$@" >> \'{tmp_path}/log\'\nshift\nexec "$@"\n')
    script.chmod(0o755)
    words = (
        "--scenario",
        "dense",
        "--schemes",
        "uvm",
        "--n",
        "10",
        "--q",
        "2",
        "--repetitions",
        "1",
        "--quick",
    )
    launcher = f"'{script}' -n1"
    done = bench("run", str(built), *words, "--launcher", launcher, "-o", str(tmp_path / "r.json"))
    assert done.returncode == 0, done.stderr
    first = iterations(json.loads((tmp_path / "r.json").read_text()))[0]
    # Only a program that ran tells that there is no device; it is measured once more, its threads asleep.
    assert len((tmp_path / "log").read_text().splitlines()) == 2 + first["host_fallback"]
    missing = bench("run", str(built), *words, "--launcher", "no-such-srun", "-o", str(tmp_path / "s.json"))
    assert missing.returncode == 1
    assert "cannot start 'no-such-srun'" in missing.stderr


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("run", "SUITE", "--n", "0"), 2, "'--n' takes whole numbers of 1 to"),
        (("run", "SUITE", "--n", "1.5"), 2, "not '1.5'"),
        (("run", "SUITE", "--levels", "1"), 2, "'--levels' takes whole numbers of 2"),
        (("run", "SUITE", "--levels", "2,7"), 2, "'--levels 7': the suite has no such programs; it has 2"),
        (
            ("run", "SUITE", "--scenario", "dense", "--levels", "2"),
            2,
            "'--levels 2': the suite has no such programs; it has no programs of Linear",
        ),
        (("report", "x.json", "--compare-all", "-o", "y"), 2, "'--compare-all' says how '--compare OTHER'"),
        (
            ("run", "SUITE", "--repetitions", "8"),
            2,
            "'--repetitions' takes 9 or more, fewer only with '--quick'",
        ),
        (("run", "SUITE", "--min-time", "nan"), 2, "'--min-time' takes seconds"),
        (("run", "SUITE", "--timeout", "0"), 2, "'--timeout' takes seconds, more than 0 and at most 86400"),
        (("run", "SUITE", "--launcher", "a 'b"), 2, "'--launcher' cannot be split"),
        (("run", "SUITE", "--toolchain", "icc"), 2, "unknown built toolchain 'icc'; there are gcc"),
        (("run", "/nonexistent"), 1, "nothing is built in '/nonexistent'"),
        (("build", "/nonexistent"), 1, "no suite in '/nonexistent'"),
        (("build", "SUITE", "--toolchain", "icc"), 2, "unknown toolchain 'icc'"),
        (("build",), 2, "takes one directory"),
        (("build", "SUITE", "-O3"), 2, "give those after '--', as in 'DIR -- -O3'"),
        (("build", "SUITE", "-j", "many"), 2, "'-j' needs a number of processes, not 'many'"),
        (("run", "SUITE", "--seed", "1,2"), 2, "'--seed' takes one number, not '1,2'"),
        (("run", "--bogus"), 2, "unknown option '--bogus'"),
        (("report", "/nonexistent", "-o", "x"), 1, "cannot read '/nonexistent'"),
        (("report",), 2, "takes one file of results"),
        (("reprot",), 2, "did you mean 'report'?"),
        ((), 2, "usage: pointerchain bench"),
    ],
)
def test_bad_words(words: tuple[str, ...], code: int, message: str, built: Path, tmp_path: Path) -> None:
    given = [str(built) if word == "SUITE" else word for word in words]
    done = warm.run(["bench", *given], cwd=tmp_path)
    assert (done.returncode, message in done.stderr) == (code, True), done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["", "generate", "build", "run", "pack", "report"])
def test_help(command: str) -> None:
    done = bench(*command.split(), "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: pointerchain bench")
    assert max(map(len, done.stdout.splitlines())) <= 92


def test_missing_toolchain_is_an_error_when_it_is_asked_for(built: Path) -> None:
    absent = [each for each in TOOLCHAINS if each.name == "nvhpc" and isinstance(each.find(), Missing)]
    if not absent:
        pytest.skip("nvc is here")
    done = bench("build", str(built), "--toolchain", "nvhpc")
    assert done.returncode == 1
    assert "not used: nvhpc: no 'nvc' and 'nvc++'" in done.stdout


def test_built_again_only_where_something_changed(built: Path) -> None:
    programs = sorted((built / "build" / "gcc").glob("*.o"))
    before = {path: path.stat().st_mtime_ns for path in programs}
    assert bench("build", str(built), "--toolchain", "gcc").returncode == 0
    assert {path: path.stat().st_mtime_ns for path in programs} == before


class Page(HTMLParser):
    """The links and text of a page; an element that is not closed is an error."""

    EMPTY = ("meta", "br", "hr", "img", "input", "link")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("href", "src") and tag in ("a", "img", "script", "link"):
                self.links.append(value or "")
            if name == "id" and tag in ("section", "table", "figure"):
                self.ids.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def report(measured: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    deepcopy = Path(__file__).parent / "data" / "deepcopy.json"
    words = ("--compare", str(measured), "--deepcopy", str(deepcopy))
    done = bench("report", str(measured), *words, "-o", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


def test_page_is_whole_and_needs_no_network(report: Path) -> None:
    text = (report / "report.html").read_text()
    page = Page()
    page.feed(text)
    assert page.open == []
    for link in page.links:
        assert link.startswith("#") or (report / link).exists(), link
    for anchor in (link[1:] for link in page.links if link.startswith("#")):
        assert anchor in page.ids
    assert re.findall(r"(?:src|url\(|@import)[^>]*https?:", text) == []
    for name in ("figure5", "figure6", "figure7"):
        assert f'id="{name}-gcc-openacc"' in text
    assert 'id="deepcopy-figure7-counting-device"' in text
    assert len(page.ids) == len(set(page.ids))
    assert "not unified memory" in text or "GPU" in text


def test_markdown_and_csv(report: Path) -> None:
    text = (report / "report.md").read_text()
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (report / link).exists(), link
    with (report / "results.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 58
    assert all(float(row["low"]) <= float(row["whole [us]"]) <= float(row["high"]) for row in rows)
    with (report / "pointerchain-handhoist.csv").open() as file:
        for row in csv.DictReader(file):
            same, _, all_of_them = row["moved the same"].partition(" of ")
            assert same == all_of_them
    assert "In all of 10 cells mapped, whose data clauses 'pointerchain map' wrote, moved what" in text
    with (report / "transfers-linear.csv").open() as file:
        moved = {
            (each["layout"], each["scheme"]): (each["transfers in"], each["bytes in"], each["bytes out"])
            for each in csv.DictReader(file)
        }
    assert moved["allinit-allused", "handhoist"] == ("2", "1,600", "1,600")
    # The loop's bound is among it: gcc passes that to an OpenACC kernel by a transfer.
    assert moved["allinit-allused", "mapped"] == ("3", "1,604", "1,600")


def test_figures_have_all_lines_and_no_label_on_another(report: Path) -> None:
    text = (report / "figure7-gcc-openacc.svg").read_text()
    for label in (
        "uvm, full",
        "uvm, selective",
        "marshal, full",
        "marshal, selective",
        "pointerchain",
        "mapped",
        "handhoist",
    ):
        assert text.count(f">{label}</text>") == 2, label
    assert (report / "figure5-gcc-openacc.svg").read_text().count(">mapped</text>") == 1
    # The labels of all panels stand in one column.
    heights = sorted(float(y) for y in re.findall(r'font-size: 8\.5px[^>]* y="([\d.]+)"', text))
    assert len(heights) == 14
    assert all(b - a > 8 for a, b in itertools.pairwise(heights))


def test_comparison_with_itself_is_1(report: Path) -> None:
    with (report / "compare.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert {row["whole"] for row in rows} == {"1.000"}
    assert {row["moved something else"] for row in rows} == {"0"}
    assert not (report / "compare-cells.csv").exists()


def test_comparison_finds_what_became_slower(
    measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = json.loads(measured.read_text())
    for each in iterations(data):
        if each["scheme"] == "marshal":
            each["median_whole"] *= 100
            each["enter_to_device"] += 1
    other = tmp_path / "slow.json"
    other.write_text(json.dumps(data))
    without_figures(monkeypatch)
    words = ("--compare", str(measured), "-o", str(tmp_path / "r"))
    assert cli.main(["bench", "report", str(other), *words]) == 0
    with (tmp_path / "r" / "compare.csv").open() as file:
        for row in csv.DictReader(file):
            slow = row["scheme"] == "marshal"
            assert float(row["whole"]) == pytest.approx(100 if slow else 1, rel=0.001)
            assert (row["moved something else"] != "0") == slow


def spoiled(measured: Path, change: Any) -> str:
    data = json.loads(measured.read_text())
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda path: path.read_text()[:-200], "is cut short or is no JSON"),
        (lambda path: "", "is cut short or is no JSON"),
        (lambda path: "[]", "was not written by 'pointerchain bench run'"),
        (lambda path: spoiled(path, lambda data: data["context"].pop("pointerchain")), "was not written by"),
        (
            lambda path: spoiled(path, lambda data: data["context"]["pointerchain"].update(format=9)),
            "in format 9",
        ),
        (lambda path: spoiled(path, lambda data: data["benchmarks"][0].pop("scheme")), "is damaged"),
        (lambda path: spoiled(path, lambda data: data.pop("benchmarks")), "is damaged"),
        (lambda path: spoiled(path, lambda data: data["context"]["pointerchain"].pop("seed")), "is damaged"),
        (
            lambda path: spoiled(path, lambda data: data["benchmarks"].clear()),
            "holds no finished measurement",
        ),
    ],
)
def test_results_that_cannot_be_used(change: Any, message: str, measured: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(change(measured))
    done = bench("report", str(path), "-o", str(tmp_path / "report"))
    assert done.returncode == 1
    assert message in done.stderr
    assert not (tmp_path / "report").exists()


def test_compressed_results_are_read(measured: Path, tmp_path: Path) -> None:
    packed = tmp_path / "results.json.gz"
    packed.write_bytes(gzip.compress(measured.read_bytes()))
    assert load(packed) == replace(load(measured), name=str(packed))
    for data in (packed.read_bytes()[:-20], packed.read_bytes()[:5], b"\x1f\x8b" + bytes(30)):
        packed.write_bytes(data)
        with pytest.raises(ResultsError, match="cut short or is no JSON"):
            load(packed)


def test_a_section_of_another_part(measured: Path, tmp_path: Path) -> None:
    extra = Section("PTX", lambda given: [Paragraph(f"{len(given.results.rows)} cells & <more>")])
    write_report(Input(load(measured)), tmp_path, (*SECTIONS, extra))
    assert "58 cells &amp; &lt;more&gt;" in (tmp_path / "report.html").read_text()
    assert "## PTX\n\n58 cells & <more>" in (tmp_path / "report.md").read_text()


def test_repetitions_that_differ_in_what_they_moved(measured: Path, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(spoiled(measured, lambda data: data["benchmarks"][0].update(enter_to_device=7)))
    with pytest.raises(ResultsError, match="did not move the same"):
        load(path)


def test_median_and_quartiles() -> None:
    spread = timing([5.0, 1.0, 2.0, 4.0, 3.0])
    assert (spread.low, spread.median, spread.high) == (2.0, 3.0, 4.0)
    few = timing([3.0, 1.0])
    assert (few.low, few.median, few.high) == (1.0, 2.0, 3.0)
