# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pytest --update`` writes what is missing, removes what is stale, and blesses no wrong diagnostics."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROGRAM = b"""struct atoms { int n; };
struct sim { struct atoms *atoms; };
int sum(struct sim *s);
int sum(struct sim *s)
{
#pragma pointerchain region begin declare(s->atoms->n)
    int twice = s->atoms->n + s->atoms->n;
#pragma pointerchain region end
    return twice;
}
"""
CLEAN = b"int sum(int a);\nint sum(int a) { return a; }\n"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A copy of the harness beside an empty folder of cases."""
    for name in ("conftest.py", "caselib.py", "test_cases.py"):
        shutil.copy(HERE / name, tmp_path)
    (tmp_path / "cases").mkdir()
    return tmp_path


def pytest_run(suite: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """Run the copy's tests in a process that finds no compiler: texts are judged, no programs."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(HERE.parent), str(HERE))), "PATH": ""}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    command += ["--rootdir", str(suite), *flags, str(suite / "test_cases.py")]
    return subprocess.run(command, capture_output=True, text=True, cwd=suite, env=environment)


def test_missing_text_is_written_and_then_holds(suite: Path) -> None:
    case, expected = suite / "cases" / "one.c", suite / "cases" / "one.expected.c"
    case.write_bytes(PROGRAM)
    assert pytest_run(suite).returncode == 1
    updated = pytest_run(suite, "--update")
    assert updated.returncode == 0, updated.stdout
    assert b"region begin" not in expected.read_bytes()
    assert case.read_bytes() == PROGRAM
    assert pytest_run(suite).returncode == 0


@pytest.mark.long
def test_wrong_text_is_replaced(suite: Path) -> None:
    expected = suite / "cases" / "one.expected.c"
    (suite / "cases" / "one.c").write_bytes(PROGRAM)
    expected.write_bytes(b"something else\n")
    assert pytest_run(suite).returncode == 1
    assert pytest_run(suite, "--update").returncode == 0
    assert expected.read_bytes() != b"something else\n"


@pytest.mark.long
def test_unchanged_source_keeps_no_text(suite: Path) -> None:
    expected = suite / "cases" / "one.expected.c"
    (suite / "cases" / "one.c").write_bytes(CLEAN)
    expected.write_bytes(PROGRAM)
    assert pytest_run(suite).returncode == 1
    assert pytest_run(suite, "--update").returncode == 0
    assert not expected.exists()


@pytest.mark.long
def test_text_without_its_case_is_removed(suite: Path) -> None:
    expected = suite / "cases" / "gone.expected.c"
    (suite / "cases" / "one.c").write_bytes(CLEAN)
    expected.write_bytes(CLEAN)
    assert pytest_run(suite).returncode == 1
    assert pytest_run(suite, "--update").returncode == 0
    assert not expected.exists()


def test_wrong_diagnostics_are_not_blessed(suite: Path) -> None:
    expected = suite / "cases" / "one.expected.c"
    (suite / "cases" / "one.c").write_bytes(PROGRAM + b"// expected-warning@1{{no such thing}}\n")
    assert pytest_run(suite, "--update").returncode == 1
    assert not expected.exists()
