# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Starting a program under the guard: the library is built once, then loaded in front of the program.

A program that is asked for reads of older copies was linked with its library when it was built.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pointerchain.build.instrument import HOOKS, INCLUDES
from pointerchain.build.runtime_library import NotBuilt, runtime_library
from pointerchain.files import reason
from pointerchain.guard.older import OlderReads, read_older
from pointerchain.guard.report import Report, read_report
from pointerchain.toolchain import Clang, Installation, Missing

SOURCE = Path(__file__).with_name("guard.c")
STALE = Path(__file__).with_name("stale")


class GuardError(Exception):
    """The program cannot be started under the guard; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """How the program ended (negative: by that signal), and what the guard saw."""

    code: int
    report: Report


def run(command: Sequence[str]) -> Guarded:
    """Run a program that clang built for its device on the host; raises :class:`GuardError`."""
    found = _installation()
    library = _library(found, "pointerchain-guard", [SOURCE], ["-ldl"])
    with tempfile.NamedTemporaryFile("w", prefix="pointerchain-", suffix=".guard") as file:
        before = os.environ.get("LD_PRELOAD")
        own = {
            "LD_PRELOAD": f"{library}:{before}" if before else str(library),
            "POINTERCHAIN_GUARD_REPORT": file.name,
        }
        code = _run(command, found, own)
        report = read_report(Path(file.name).read_text())
    for image in report.images:
        Path(image).unlink(missing_ok=True)
    return Guarded(code, report)


@dataclass(frozen=True, slots=True)
class Watched:
    """How the program ended (negative: by that signal), and which reads of older copies were seen."""

    code: int
    reads: OlderReads


def run_stale(command: Sequence[str]) -> Watched:
    """Run a program that 'cc --stale-check' built; raises :class:`GuardError`."""
    found = _installation()
    with tempfile.NamedTemporaryFile("w", prefix="pointerchain-", suffix=".stale") as file:
        # A reduction ends in a critical section: its accesses are instrumented as all others.
        own = {"POINTERCHAIN_STALE_REPORT": file.name, "KMP_FORCE_REDUCTION": "critical"}
        code = _run(command, found, own)
        reads = read_older(Path(file.name).read_text(errors="replace"))
    for image in reads.images:
        Path(image).unlink(missing_ok=True)
    return Watched(code, reads)


def stale_library() -> Path:
    """The library that a program with '--stale-check' is linked with; raises :class:`GuardError`."""
    files = [*sorted(STALE.glob("*.[ch]")), *HOOKS]
    options = [INCLUDES, "-mcx16", "-ldl", "-lpthread"]
    return _library(_installation(), "libpointerchain-stale", files, options)


def _installation() -> Installation:
    found = Clang().find()
    if isinstance(found, Missing):
        raise GuardError(found.reason)
    return found


def _run(command: Sequence[str], found: Installation, own: dict[str, str]) -> int:
    folders = filter(None, (found.environment["LD_LIBRARY_PATH"], os.environ.get("LD_LIBRARY_PATH")))
    environment = {
        **os.environ,
        **found.environment,
        "LD_LIBRARY_PATH": ":".join(folders),
        # A kernel of a task has to end before the host goes on, whose memory it would find closed.
        "LIBOMP_USE_HIDDEN_HELPER_TASK": "0",
        **own,
    }
    try:
        return subprocess.run(list(command), env=environment, check=False).returncode
    except OSError as error:
        raise GuardError(f"cannot run '{command[0]}': {reason(error)}") from None


def _library(found: Installation, stem: str, files: Sequence[Path], options: Sequence[str]) -> Path:
    """A library that watches programs."""
    try:
        return runtime_library(stem, files, found.commands["c"], found.version, options)
    except NotBuilt as error:
        if error.output is None:
            raise GuardError(str(error)) from None
        raise GuardError(f"{found.version} cannot build '{stem}': {error.output.strip()}") from None
