# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain guard``: run a program with the host's pages closed to kernels, or its copies watched."""

from __future__ import annotations

from pointerchain.cli.console import EXIT_CLEAN, EXIT_ERRORS, InputError, UsageError, asks_for_help, put, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.guard.older import OlderRead

_HELP = """\
usage: pointerchain guard COMMAND ARGS...
       pointerchain guard --stale COMMAND ARGS...

Runs a program that offloads OpenMP to clang's device on the host, with what the program
allocates closed while a kernel runs: a kernel that follows a pointer of the host's, as
through a chain that was not hoisted, faults here as it would on a GPU. Build it by
  clang -g -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu

Closed is what the program gets from malloc and its likes and from new. Its stack and its
global variables are not closed, nor is what system libraries allocate for it. A program whose
threads use their memory while another one's kernel runs cannot be run so.

With '--stale' it says instead where the program reads an older copy: a value was stored on
one side, host or device, and is read on the other without a transfer between. Build it by
  pointerchain cc --stale-check clang -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu
Transfers are those that the runtime does, whatever clauses say. It finds what this run does.

exit codes:
  1    a kernel touched the host's memory, an older copy was read, no kernel ran on the device,
       or the program cannot be started
  2    wrong usage
  123  a fault of pointerchain itself
  else the program's own; 128 + N where signal N ended it

example:
  pointerchain cc clang-19 -g -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu md.c -o md
  pointerchain guard ./md -n 6

  pointerchain cc --stale-check clang-19 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu md.c -o md
  pointerchain guard --stale ./md -n 6
"""


def run(words: list[str]) -> int:
    """Run the command; the exit code."""
    from pointerchain.guard.launch import GuardError
    from pointerchain.guard.launch import run as run_guarded

    if words[:1] and asks_for_help(words[:1]):
        put(_HELP)
        return EXIT_CLEAN
    stale = words[:1] == ["--stale"]
    if stale:
        words = words[1:]
    if words[:1] == ["--"]:
        words = words[1:]
    if not words:
        raise UsageError("'guard' takes a command: pointerchain guard ./program")
    if words[0].startswith("-"):
        raise UsageError(f"unknown option '{words[0]}'; the command comes first, then its own options")
    if stale:
        return _run_stale(words)
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
    return _exit_code(guarded.code)


def _exit_code(code: int) -> int:
    """That of a program, as a shell has it."""
    return code if code >= 0 else 128 - code


def _run_stale(words: list[str]) -> int:
    """Run a program that tells of older copies."""
    from pointerchain.guard.launch import GuardError, run_stale

    try:
        watched = run_stale(words)
    except GuardError as error:
        raise InputError(str(error)) from None
    reads = watched.reads
    if not reads.is_watched and watched.code == 0:
        say(f"error: '{words[0]}' was not built by 'pointerchain cc --stale-check', so nothing was seen")
        return EXIT_ERRORS
    for row in reads.rows:
        _tell(row)
    if reads.rows:
        return EXIT_ERRORS
    if watched.code == 0 and not reads.ends:
        say(f"error: '{words[0]}' ended without its exit handlers: what it read at the end may not be known")
        return EXIT_ERRORS
    return _exit_code(watched.code)


def _tell(row: OlderRead) -> None:
    side, other = ("a kernel", "the host") if row.on_device else ("the host", "a kernel")
    name = f" of '{row.variable}'" if row.variable else ""
    say(f"error: {row.place or 'an unknown place'}: {side} reads an older copy{name}")
    where = row.stored or "a place without instrumentation"
    stored = f"{other} stored the newer value" if row.side else "the newer value was stored"
    say(f"note: {stored} at {where}")
    if row.put_over:
        say(f"note: the older one was copied over it at {row.put_over}")
    elif row.freed:
        say(f"note: the device's memory was freed at {row.freed}, and nothing copied it back before")
    elif row.bytes:
        since = f" since {row.copied}" if row.copied else ""
        say(f"note: nothing copied it {'to the device' if row.on_device else 'back'}{since}")
    if row.bytes:
        say(
            f"note: it is byte {row.offset} of {row.bytes}{f', mapped at {row.mapped}' if row.mapped else ''}"
        )
    if row.reads is not None and row.reads > 1:
        say(f"note: {row.reads} reads there")
