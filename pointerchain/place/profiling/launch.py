# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Running a program that counts its accesses; what its runtime leaves is a file of JSON."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pointerchain.files import reason
from pointerchain.place.profiling.build import installation
from pointerchain.place.profiling.command import ProfileError

FIRST_NOTE = 10.0
"""Seconds after which it is said that the program still runs; then after twice as many, and so on."""


def launch(
    program: Path, arguments: Sequence[str], *, offloads: bool, still_runs: Callable[[float], None]
) -> dict[str, Any]:
    """Run the program with its own standard streams and read what was counted.

    ``still_runs`` is told the seconds that a long run has taken so far. Raises :class:`ProfileError` where
    it fails: what it counted until then would be half a profile.
    """
    found = installation()
    report = program.with_name("report.json")
    folders = filter(None, (found.environment["LD_LIBRARY_PATH"], os.environ.get("LD_LIBRARY_PATH")))
    environment = {
        **os.environ,
        **found.environment,
        "LD_LIBRARY_PATH": ":".join(folders),
        "POINTERCHAIN_PLACE_REPORT": str(report),
        # A kernel of a task has to end before the host goes on: phases follow one another.
        "LIBOMP_USE_HIDDEN_HELPER_TASK": "0",
        # Reductions end in a critical section, the accesses of which are counted as all others.
        "KMP_FORCE_REDUCTION": "critical",
    }
    if not offloads:
        environment["OMP_TARGET_OFFLOAD"] = "DISABLED"
    try:
        with subprocess.Popen([str(program), *arguments], env=environment) as process:
            code = _waited(process, still_runs)
    except OSError as error:
        raise ProfileError(f"cannot run the program: {reason(error)}") from None
    counted: dict[str, Any] = {}
    if report.exists():
        counted = json.loads(report.read_text(encoding="ascii"))
        for image in counted["images"]:
            # The device's code, which LLVM's plugin leaves; places are looked up in it.
            if Path(image).exists():
                shutil.move(image, program.with_name(Path(image).name))
    if code < 0:
        raise ProfileError(f"the program is ended by {_signal(-code)}, so there is no profile")
    if code != 0:
        raise ProfileError(f"the program fails with exit code {code}, so there is no profile")
    if not counted:
        raise ProfileError("the program ends without running its exit handlers, so there is no profile")
    if counted["overlap"]:
        raise ProfileError("kernels of several threads run at the same time, so phases cannot be told apart")
    return counted


def _waited(process: subprocess.Popen[bytes], still_runs: Callable[[float], None]) -> int:
    """The exit code of a process, once it has ended; it does not outlive this one."""
    begin, note = time.monotonic(), FIRST_NOTE
    try:
        while True:
            try:
                return process.wait(begin + note - time.monotonic())
            except subprocess.TimeoutExpired:
                still_runs(note)
                note *= 2
    except BaseException:
        process.kill()
        raise


def _signal(number: int) -> str:
    try:
        return f"{signal.Signals(number).name}"
    except ValueError:
        return f"signal {number}"
