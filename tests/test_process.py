# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The command as a process: signals, full disks and closed pipes."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

import fake_translator
import pytest
from privileges import modes_respected

ROOT = Path(__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
ENVIRONMENT.pop("NO_COLOR", None)
COMMAND = [sys.executable, str(fake_translator.SCRIPT), "translate"]
MARKED = b"// pointerchain\nint x = HOIST;\n"
NO_FULL_DEVICE = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "a.c").write_bytes(MARKED)
    (tmp_path / "plain.c").write_bytes(b"int x;\n")
    return tmp_path


def run(
    work: Path, *words: str, stdout: IO[bytes] | int = subprocess.PIPE
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *words], cwd=work, env=ENVIRONMENT, stdout=stdout, stderr=subprocess.PIPE, check=False
    )


def names(work: Path) -> set[str]:
    return {str(path.relative_to(work)) for path in work.rglob("*") if path.is_file()}


# --- disks ------------------------------------------------------------------------------


@NO_FULL_DEVICE
@pytest.mark.parametrize("file", ["a.c", "plain.c"])
def test_output_to_a_full_device(work: Path, file: str) -> None:
    done = run(work, file, "-o", "/dev/full")
    assert done.returncode == 1
    assert b"/dev/full: error: cannot write: no space left on device [-Wio]\n" in done.stderr
    assert Path("/dev/full").is_char_device()


@NO_FULL_DEVICE
@pytest.mark.parametrize("file", ["a.c", "plain.c"])
def test_standard_output_on_a_full_device(work: Path, file: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run(work, file, stdout=full)
    assert done.returncode == 1
    assert done.stderr == (b"pointerchain: error: cannot write to standard output: no space left on device\n")


@NO_FULL_DEVICE
def test_diagnostics_to_a_full_device(work: Path) -> None:
    done = run(work, "plain.c", "--diagnostics-output", "/dev/full", "--diagnostics-format", "sarif")
    assert done.returncode == 1
    assert b"cannot write '/dev/full': no space left on device" in done.stderr


@pytest.mark.parametrize("output", ["gone/out.c", "plain.c/out.c", "."])
def test_output_that_cannot_be_written(work: Path, output: str) -> None:
    done = run(work, "a.c", "-o", output)
    assert done.returncode == 1
    assert f"{output}: error: cannot write: ".encode() in done.stderr
    assert names(work) == {"a.c", "plain.c"}


def test_output_directory_that_cannot_be_made(work: Path) -> None:
    done = run(work, "a.c", "--out-dir", "plain.c/out")
    assert done.returncode == 1
    assert b"plain.c/out/a.c: error: cannot write: not a directory [-Wio]\n" in done.stderr


def test_in_place_in_a_read_only_directory(work: Path) -> None:
    work.chmod(0o555)
    try:
        with modes_respected():
            done = run(work, "a.c", "--in-place")
    finally:
        work.chmod(0o755)
    assert done.returncode == 1
    assert b"a.c: error: cannot write: permission denied [-Wio]\n" in done.stderr
    assert (work / "a.c").read_bytes() == MARKED


# --- pipes ------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["a.c", "plain.c"])
def test_closed_pipe_ends_quietly(work: Path, file: str) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = run(work, file, stdout=write)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, b"")


def test_closed_standard_output(work: Path) -> None:
    script = f'"{sys.executable}" "{fake_translator.SCRIPT}" translate a.c >&-'
    done = subprocess.run(script, shell=True, cwd=work, env=ENVIRONMENT, capture_output=True)
    assert done.returncode == 1
    assert done.stderr == b"pointerchain: error: cannot write to standard output: bad file descriptor\n"


def test_closed_standard_error_changes_nothing(work: Path) -> None:
    script = f'"{sys.executable}" "{fake_translator.SCRIPT}" translate a.c -o out.c 2>&-'
    assert subprocess.run(script, shell=True, cwd=work, env=ENVIRONMENT, capture_output=True).returncode == 0
    assert (work / "out.c").exists()


# --- signals ----------------------------------------------------------------------------


@pytest.mark.parametrize("signal_number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(
    "words", [["slow.c", "-o", "out.c"], [".", "--in-place"], [".", "--in-place", "-j2"]]
)
def test_kill_in_the_middle_leaves_nothing_behind(work: Path, words: list[str], signal_number: int) -> None:
    (work / "slow.c").write_bytes(b"// pointerchain SLEEP HOIST\n")
    process = subprocess.Popen(
        [*COMMAND, *words],
        cwd=work,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"asleep\n"
    # As a terminal and a build system do it: to the whole group.
    os.killpg(process.pid, signal_number)
    out, err = process.communicate()
    assert process.returncode == (130 if signal_number == signal.SIGINT else -signal.SIGTERM)
    assert (out, err) == (b"", b"")
    assert names(work) == {"a.c", "plain.c", "slow.c"}
    assert (work / "slow.c").read_bytes() == b"// pointerchain SLEEP HOIST\n"
    assert (work / "a.c").read_bytes() in (MARKED, MARKED.replace(b"HOIST", b"hoisted"))


def test_terminating_the_command_alone_ends_its_workers(work: Path) -> None:
    (work / "slow.c").write_bytes(b"// pointerchain SLEEP\n")
    process = subprocess.Popen(
        [*COMMAND, ".", "--check", "-j", "2"], cwd=work, env=ENVIRONMENT, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"asleep\n"
    process.terminate()
    # The pipe ends only when no worker holds it any more.
    assert process.stdout.read() == b""
    assert process.wait() == -signal.SIGTERM


# --- terminals --------------------------------------------------------------------------


def on_terminal(work: Path, *words: str, **environment: str) -> bytes:
    """What the command shows on a terminal."""
    ours, theirs = pty.openpty()
    subprocess.run(
        [*COMMAND, *words],
        cwd=work,
        env={**ENVIRONMENT, **environment},
        stdout=theirs,
        stderr=theirs,
        check=False,
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:
        pass  # how Linux tells that the other side is closed
    os.close(ours)
    return shown


def test_colours_on_a_terminal_only_and_where_they_are_wanted(work: Path) -> None:
    (work / "bad.c").write_bytes(b"// pointerchain BAD\n")
    assert b"\x1b[32m+int x = hoisted;\x1b[0m" in on_terminal(work, "a.c", "--diff")
    assert b"\x1b[0;1;31merror: \x1b[0m" in on_terminal(work, "bad.c")
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert b"\x1b" not in on_terminal(work, "a.c", "--diff", **environment)
        assert b"\x1b" not in on_terminal(work, "bad.c", **environment)
    assert b"\x1b" not in run(work, "bad.c").stderr
    assert b"\x1b" not in run(work, "a.c", "--diff").stdout
