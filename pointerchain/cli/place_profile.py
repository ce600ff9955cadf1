# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain place profile``: build a program with counters, run it, write its profile."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pointerchain.cli.console import EXIT_CLEAN, InputError, UsageError, deliver, put_error, say
from pointerchain.cli.option_parser import OptionParser
from pointerchain.cli.progress import Meter

_ABOUT = """\
Builds a program with clang so that it counts its accesses, runs it once, and writes how often
each data object is accessed in each phase, by the host and by the device: loads, stores,
atomics, bytes, 32-byte sectors, 64 KiB pages, sectors asked for by warps, reuse and strides.
Kernels run on clang's device on the host, so no GPU is needed. Nothing is timed.
"""
_NOTES = """\
The command compiles and links all sources at once; its output is not written. Code that it does
not compile, as that of libraries, is not counted. A program that offloads nothing by itself
(OpenACC, or OpenMP without '-fopenmp-targets') runs its kernels on the host, between marks that
are put around them.

exit codes:
  0    the profile is written
  1    the program cannot be built, or it fails
  2    wrong usage
  123  a fault of pointerchain itself

examples:
  pointerchain place profile -o profile.json -- clang-19 -O2 -fopenmp \\
      -fopenmp-targets=x86_64-pc-linux-gnu stencil.c -o stencil -- 512
"""


def run(words: list[str]) -> int:
    """Build, run and write; the exit code."""
    from pointerchain.place.profiling.build import build
    from pointerchain.place.profiling.command import ProfileError, read_command
    from pointerchain.place.profiling.document import document
    from pointerchain.place.profiling.launch import launch

    usage = "[-o FILE] -- COMPILER ARGS... [-- PROGRAM ARGS...]"
    parser = OptionParser("place profile", usage, _ABOUT, notes=_NOTES, passes="-- COMPILER")
    parser.output("FILE", "write the profile to FILE (default profile.json); '-' is standard output")
    parser.passed("COMPILER ARGS...", "clang and the words that build the program")
    parser.passed("PROGRAM ARGS...", "the words that the program is run with")
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if given.inputs:
        raise UsageError(f"'place profile' takes the command behind '--', not '{given.inputs[0]}'")
    if not given.passed:
        raise UsageError(
            "'place profile' needs a compiler's command: pointerchain place profile -- clang-19 prog.c"
        )
    build_words, arguments = given.passed, []
    if "--" in given.passed:
        cut = given.passed.index("--")
        build_words, arguments = given.passed[:cut], given.passed[cut + 1 :]
    if not build_words:
        raise UsageError("'place profile' needs a compiler's command behind the first '--'")
    try:
        command = read_command(build_words)
        offloads = command.offloads and os.environ.get("OMP_TARGET_OFFLOAD", "").upper() != "DISABLED"
        with tempfile.TemporaryDirectory(prefix="pointerchain-") as folder:
            meter = Meter("compiling")
            try:
                built = build(command, Path(folder), offloads=offloads, compiled=meter.show)
            finally:
                meter.end()
            for note in built.notes:
                put_error(f"{note}\n")
            for each in built.uncounted:
                place = f"{each.file}:{each.line}:{each.column}" if each.line else each.file
                put_error(f"{place}: warning: clang's instrumentation does not count this '{each.what}'\n")
            say("note: the program runs and counts its accesses")
            counted = launch(built.program, arguments, offloads=offloads, still_runs=_still_runs)
            made = document(counted, built.program, command, arguments, built.uncounted, offloads=offloads)
    except ProfileError as error:
        put_error(error.output)
        raise InputError(str(error)) from None
    if made["program"]["device"] is None:
        raise InputError(
            "the program ran no kernel, so there is nothing to place: is it compiled with "
            "'-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu', or does it have OpenACC constructs?"
        )
    for note in _without_lanes(made, built.notes):
        put_error(f"{note}\n")
    output = given.output or "profile.json"
    deliver(output, json.dumps(made, indent=1) + "\n")
    if output != "-":
        say(_summary(made, output))
    return EXIT_CLEAN


def _still_runs(seconds: float) -> None:
    say(f"note: the program has run for {seconds:g} s")


def _without_lanes(made: dict[str, Any], notes: Sequence[str]) -> list[str]:
    """A note for each kernel that has no lanes and of which no other note says why."""
    found: dict[str, None] = {}
    for phase in made["phases"]:
        place = phase["place"]
        if phase["side"] != "device" or phase["threads"] is not None or place is None:
            continue
        where = f"{place['file']}:{place['line']}:"
        if not any(note.startswith(where) for note in notes):
            found[
                f"{where}{place.get('column', 1)}: note: its loop is in a header or a macro, or is "
                "divided inside, so its lanes are not known"
            ] = None
    return list(found)


def _summary(made: dict[str, object], output: str) -> str:
    """One line about what was counted."""
    objects, phases, accesses = made["objects"], made["phases"], made["accesses"]
    assert isinstance(objects, list)
    assert isinstance(phases, list)
    assert isinstance(accesses, dict)
    unknown = accesses["unknown"] / accesses["total"] if accesses["total"] else 0.0
    return (
        f"note: {len(objects)} objects in {len(phases)} phases, {accesses['total']:,} accesses, "
        f"of which {unknown:.2%} belong to no known memory: '{output}'"
    )
