# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The runs of docs/results: each is read and rendered, and what its README shows is what the report says."""

from __future__ import annotations

import gzip
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from suites import without_figures

from pointerchain import cli
from pointerchain.bench.deepcopy_results import load_deepcopy
from pointerchain.bench.kit.returned import is_returned, load_returned
from pointerchain.bench.results import load

KEPT = Path(__file__).parents[2] / "docs" / "results"
README = (KEPT / "README.md").read_text()
RUNS = sorted(path for path in KEPT.iterdir() if path.is_dir())
KITS = [run for run in RUNS if is_returned(run)]
HOSTS = [run for run in RUNS if run not in KITS]
FILES = ("deepcopy.json.gz", "results.json.gz")
"""What is kept of a run. All else is made of it."""
KIT_FILES = tuple(
    f"{name}.json.gz"
    for name in ("counters", "deepcopy", "examples", "limit", "manifest", "maps", "node", "suite", "tests")
)
"""What is kept of a kit's run: what came back from the node, but for its log and journal."""
OTHER_PAGES = ("2026-11-30-bench-mapped.md", "2026-11-30-map.md")
"""What was measured of programs of others, of which nothing is kept."""
MORE = ("machine.json", "small.json.gz")
"""What other programs measured there: 'place measure', and 'bench_deepcopy.py --small'."""

TRACES = re.compile(r"""(?:[\s"'=:,(]|-[A-Z])~?/[\w.-]+/|host_?name|\w@\w|Linux [\d.]+-""", re.IGNORECASE)
"""Paths from a root, names of hosts and users, a kernel's own build: where it was measured, not on what."""


def test_nothing_derived_is_kept() -> None:
    assert KITS and HOSTS
    pages = ["README.md", *OTHER_PAGES]
    assert sorted(path.name for path in KEPT.iterdir()) == sorted([*pages, *(run.name for run in RUNS)])
    for run in RUNS:
        files = KIT_FILES if run in KITS else FILES
        assert tuple(sorted(path.name for path in run.iterdir() if path.name not in MORE)) == files


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_a_run_names_no_machine(run: Path) -> None:
    for path in run.iterdir():
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
        assert TRACES.findall(text) == [], path


def test_traces_are_seen() -> None:
    lines = (
        '"host_name": "vm"',
        '"command": "run /srv/suite -o x.json"',
        '"-I/opt/tools/include"',
        '"-o=/tmp/x"',
        '"~/suite/x"',
        '"Linux 6.1.0-18-amd64"',
        '"me@node"',
    )
    for line in lines:
        assert TRACES.search(line), line
    for line in (
        '"gcc/dense/levels:3/n:10"',
        '"GB/s, enter / exit"',
        '"-foffload-options=nvptx-none=-Wa,--no-verify"',
    ):
        assert not TRACES.search(line), line


@pytest.mark.parametrize("run", HOSTS, ids=lambda run: run.name)
def test_what_is_shown_is_what_the_report_says(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results, deepcopy = load(run / "results.json.gz"), load_deepcopy(run / "deepcopy.json.gz")
    (row,) = (line for line in README.splitlines() if line.startswith(f"| [{run.name}]"))
    assert run.name.startswith(results.run.date)
    assert deepcopy.date.startswith(results.run.date)
    assert f" {results.run.date} |" in row
    assert results.run.command in row
    words = shlex.split(deepcopy.command)
    assert words[0] == "scripts/bench_deepcopy.py"
    assert f"make bench-deepcopy BENCH_ARGS='{shlex.join(words[1:])}'" in row

    without_figures(monkeypatch)
    assert compare_with_the_report(run, tmp_path) == (2, 2)


@pytest.mark.parametrize("run", KITS, ids=lambda run: run.name)
def test_what_is_shown_of_a_kit_is_what_the_report_says(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    returned = load_returned(run)
    (row,) = (line for line in README.splitlines() if line.startswith(f"| [{run.name}]"))
    assert run.name.startswith(returned.results.run.date)
    assert f" {returned.results.run.date} |" in row
    assert returned.node["gpu"]["name"] in row
    without_figures(monkeypatch)
    assert compare_with_the_report(run, tmp_path)[0] == 3


@pytest.mark.long
@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_the_command_that_is_shown_makes_the_report(run: Path, tmp_path: Path) -> None:
    words = words_of_the_report(run, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "pointerchain", *words],
        cwd=KEPT.parents[1],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    report = (tmp_path / "report.md").read_text()
    assert all((tmp_path / name).is_file() for name in re.findall(r"\]\(([^)]+)\)", report))


def words_of_the_report(run: Path, tmp_path: Path) -> list[str]:
    """The command that the README gives, without the device code: that takes the compilers, and minutes."""
    (command,) = (
        line
        for line in README.splitlines()
        if line.startswith("pointerchain bench report") and run.name in line
    )
    return shlex.split(command.replace(" --suite suite", "").replace("-o report", f"-o {tmp_path}"))[1:]


def compare_with_the_report(run: Path, tmp_path: Path) -> tuple[int, int]:
    """How many tables of a run's section are the report's, of how many; the conclusion has to be."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(KEPT.parents[1])
        assert cli.main(words_of_the_report(run, tmp_path)) == 0
    report = (tmp_path / "report.md").read_text()
    assert all((tmp_path / name).is_file() for name in re.findall(r"\]\(([^)]+)\)", report))
    section = README.partition(f"\n## {run.name}\n")[2].partition("\n## ")[0]
    tables = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)
    (conclusion,) = re.findall(r"^pointerchain and .*?\)\.", section, re.MULTILINE | re.DOTALL)
    assert " ".join(conclusion.split()) in report
    return sum(table in report for table in tables), len(tables)
