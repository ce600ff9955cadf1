# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Starting a program under the guard: the library is built once, then loaded in front of the program."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pointerchain.build.runtime_library import NotBuilt, runtime_library
from pointerchain.files import reason
from pointerchain.guard.report import Report, read_report
from pointerchain.toolchain import Clang, Installation, Missing

SOURCE = Path(__file__).with_name("guard.c")


class GuardError(Exception):
    """The program cannot be started under the guard; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """How the program ended (negative: by that signal), and what the guard saw."""

    code: int
    report: Report


def run(command: Sequence[str]) -> Guarded:
    """Run a program that clang built for its device on the host; raises :class:`GuardError`."""
    found = Clang().find()
    if isinstance(found, Missing):
        raise GuardError(found.reason)
    library = _library(found)
    with tempfile.NamedTemporaryFile("w", prefix="pointerchain-", suffix=".guard") as file:
        folders = filter(None, (found.environment["LD_LIBRARY_PATH"], os.environ.get("LD_LIBRARY_PATH")))
        before = os.environ.get("LD_PRELOAD")
        environment = {
            **os.environ,
            **found.environment,
            "LD_LIBRARY_PATH": ":".join(folders),
            "LD_PRELOAD": f"{library}:{before}" if before else str(library),
            "POINTERCHAIN_GUARD_REPORT": file.name,
            # A kernel of a task has to end before the host goes on, whose memory it would find closed.
            "LIBOMP_USE_HIDDEN_HELPER_TASK": "0",
        }
        try:
            code = subprocess.run(list(command), env=environment, check=False).returncode
        except OSError as error:
            raise GuardError(f"cannot run '{command[0]}': {reason(error)}") from None
        report = read_report(Path(file.name).read_text())
    for image in report.images:
        Path(image).unlink(missing_ok=True)
    return Guarded(code, report)


def _library(found: Installation) -> Path:
    """The guard as a library."""
    try:
        return runtime_library("pointerchain-guard", [SOURCE], found.commands["c"], found.version, ["-ldl"])
    except NotBuilt as error:
        if error.output is None:
            raise GuardError(str(error)) from None
        raise GuardError(f"{found.version} cannot build the guard: {error.output.strip()}") from None
