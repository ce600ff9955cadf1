# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What tests share: tables of rows, and commands in a process that has loaded pointerchain."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from testlib import table, warm

ROOT = Path(__file__).parents[1]
REGION = """\
struct atoms { double *x; int n; };
struct sim { struct atoms *atoms; };
void twice(struct sim *s) {
#pragma pointerchain region begin declare(s->atoms->x, s->atoms->n)
  for (int i = 0; i < s->atoms->n; i++) s->atoms->x[i] *= 2;
#pragma pointerchain region end
}
"""


# --- tables --------------------------------------------------------------------------------------------


def test_all_rows_that_fail_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    @table("number, text", [(1, "a"), (2, "b"), (3, "c")])
    def judged(number: int, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert "PC_ROW" not in os.environ
        monkeypatch.setenv("PC_ROW", text)
        seen.append((number, text, tmp_path.name, list(tmp_path.iterdir())))
        (tmp_path / "file").touch()
        if number == 3:
            raise ValueError(text)
        assert number != 1

    with pytest.raises(
        AssertionError, match=r"2 of 3 rows fail\n1, 'a': .*\n(.*\n)*3, 'c': ValueError\('c'\)"
    ):
        judged(tmp_path=tmp_path, monkeypatch=monkeypatch)
    assert seen == [(1, "a", "0", []), (2, "b", "1", []), (3, "c", "2", [])]


def test_a_table_that_is_empty_fails() -> None:
    @table("number", [])
    def judged(number: int) -> None:
        raise AssertionError(number)

    with pytest.raises(AssertionError, match="no row"):
        judged()


@table("number", [1, 2], ids=lambda number: f"row {number}")
def test_fixtures_are_given(number: int, tmp_path: Path, update: bool) -> None:
    assert tmp_path.name == str(number - 1)
    assert not update


# --- processes of pytest -----------------------------------------------------------------------------------


def test_a_group_is_run_in_one_process(tmp_path: Path) -> None:
    """What ten tests share is built once: a module's fixture, or trees of all sources."""
    (tmp_path / "test_it.py").write_text(
        "import os\nfrom pathlib import Path\nimport pytest\n"
        "@pytest.mark.xdist_group('one')\n@pytest.mark.parametrize('number', range(12))\n"
        "def test_it(number): Path(f'pid-{os.getpid()}').touch()\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-n2", "--dist=loadgroup", "-p", "no:cacheprovider"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert len(list(tmp_path.glob("pid-*"))) == 1


# --- the process that has loaded pointerchain -------------------------------------------------------------


def both(folder: Path, *words: str, stdin: str | None = None, **variables: str) -> None:
    """A command does the same in that process as in one of its own."""
    done = []
    for way in ("warm", "own"):
        own = folder / "work"
        shutil.rmtree(own, ignore_errors=True)
        own.mkdir(parents=True)
        (own / "a.c").write_text(REGION)
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "POINTERCHAIN_CACHE_DIR": str(own / "cache"),
            **variables,
        }
        if way == "warm":
            ran = warm.run(words, cwd=own, env=environment, input=stdin)
        else:
            command = [sys.executable, "-m", "pointerchain", *words]
            ran = subprocess.run(
                command, cwd=own, env=environment, input=stdin or "", capture_output=True, text=True
            )
        files = {
            path.relative_to(own).as_posix(): path.read_bytes()
            for path in sorted(own.rglob("*"))
            if path.is_file() and "cache" not in path.parts and path.suffix != ".o"
        }
        objects = sorted(path.name for path in own.glob("*.o"))
        done.append((ran.returncode, ran.stdout, ran.stderr, files, objects))
    assert done[0] == done[1]


@table(
    "words",
    [
        ("translate", "a.c"),
        ("translate", "nowhere.c"),
        ("translate", "a.c", "-o", "out.c"),
        ("cc", "gcc", "-Wall", "-c", "a.c"),
        ("cc", "gcc", "-E", "a.c"),
        ("cc", "gcc", "-c", "nowhere.c"),
        ("cc", "false"),
        ("suggest", "a.c"),
        ("cache", "--stats"),
        ("explain", "prefix-assigned"),
        ("nothing",),
        (),
    ],
)
def test_commands_do_the_same(words: tuple[str, ...], tmp_path: Path) -> None:
    both(tmp_path, *words)


def test_input_and_variables_are_the_command_s(tmp_path: Path) -> None:
    both(tmp_path, "translate", "-", stdin=REGION)
    both(tmp_path, "cc", "gcc", "-c", "-x", "c", "-", "-o", "in.o", stdin=REGION)
    both(tmp_path, "cc", "gcc", "-c", "a.c", POINTERCHAIN_FLAGS="--nothing-of-ours")
    both(tmp_path, "translate", "a.c", LC_ALL="C", PYTHONUTF8="0")
    both(tmp_path, "cc", "gcc", "-c", "a.c", CPATH="/nowhere", NO_SUCH="1")


def test_a_command_that_a_signal_ends(tmp_path: Path) -> None:
    (tmp_path / "killed").write_text("#!/bin/sh\nkill -9 $$\n")
    (tmp_path / "killed").chmod(0o755)
    both(tmp_path, "cc", str(tmp_path / "killed"), "-c", "b.c")


def test_one_command_leaves_nothing_to_the_next(tmp_path: Path) -> None:
    """Neither its folder, nor its environment, nor what its modules keep."""
    for number in range(2):
        both(tmp_path / str(number), "cc", "gcc", f"-DN={number}", "-c", "a.c")
    both(tmp_path, "cache", "--stats", POINTERCHAIN_CACHE_SIZE="1M")
    both(tmp_path, "cache", "--stats")


def test_a_command_that_takes_too_long(tmp_path: Path) -> None:
    (tmp_path / "slow").write_text("#!/bin/sh\necho $$ > pid\nexec sleep 100\n")
    (tmp_path / "slow").chmod(0o755)
    with pytest.raises(subprocess.TimeoutExpired):
        warm.run(["cc", "./slow", "-c", "b.c"], cwd=tmp_path, timeout=4)
    process = Path("/proc", (tmp_path / "pid").read_text().strip(), "cwd")
    waiting = (process.exists() and time.sleep(0.1) is None for _ in range(100))
    assert not all(waiting), "it was not ended"
    assert warm.run(["--version"], cwd=tmp_path).returncode == 0
