# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain guard``: run a program with the host's pages closed while a kernel runs."""

from __future__ import annotations

from pointerchain.cli.console import EXIT_CLEAN, EXIT_ERRORS, InputError, UsageError, asks_for_help, put, say

_HELP = """\
usage: pointerchain guard COMMAND ARGS...

Runs a program that offloads OpenMP to clang's device on the host, with what the program
allocates closed while a kernel runs: a kernel that follows a pointer of the host's, as
through a chain that was not hoisted, faults here as it would on a GPU. Build it by
  clang -g -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu

Closed is what the program gets from malloc and its likes and from new. Its stack and its
global variables are not closed, nor is what system libraries allocate for it. A program whose
threads use their memory while another one's kernel runs cannot be run so.

exit codes:
  1    a kernel touched the host's memory, no kernel ran on the device, or the program cannot
       be started
  2    wrong usage
  123  a fault of pointerchain itself
  else the program's own; 128 + N where signal N ended it

example:
  pointerchain cc clang-19 -g -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu md.c -o md
  pointerchain guard ./md -n 6
"""


def run(words: list[str]) -> int:
    """Run the command; the exit code."""
    from pointerchain.guard.launch import GuardError
    from pointerchain.guard.launch import run as run_guarded

    if words[:1] and asks_for_help(words[:1]):
        put(_HELP)
        return EXIT_CLEAN
    if words[:1] == ["--"]:
        words = words[1:]
    if not words:
        raise UsageError("'guard' takes a command: pointerchain guard ./program")
    if words[0].startswith("-"):
        raise UsageError(f"unknown option '{words[0]}'; the command comes first, then its own options")
    try:
        guarded = run_guarded(words)
    except GuardError as error:
        raise InputError(str(error)) from None
    fault = guarded.report.fault
    if fault is not None:
        # The device's code has places only where its compiler kept them.
        known = not fault.place.startswith(guarded.report.images or "?")
        place = fault.place if known else fault.kernel
        what = f"the host's memory, byte {fault.offset} of {fault.bytes}"
        if fault.address:
            what = f"address {fault.address}, where no memory is"
        say(f"error: {place}: a kernel touches {what}")
        if known:
            say(f"note: the kernel is that of {fault.kernel}")
        if fault.address:
            say("note: where a clause maps a part of a struct, the rest of its copy on the device is null")
        else:
            say(f"note: the memory was allocated at {fault.allocated}")
        return EXIT_ERRORS
    if guarded.code == 0 and not guarded.report.kernels:
        say(
            f"error: '{words[0]}' ran no kernel on clang's device: build it by "
            "'clang -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu'"
        )
        return EXIT_ERRORS
    return guarded.code if guarded.code >= 0 else 128 - guarded.code
