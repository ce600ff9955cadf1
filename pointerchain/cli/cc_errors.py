# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the launcher says of sources that are refused, and what it has the compiler say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pointerchain.build import child, indentation, launch
from pointerchain.build.command_line import Source
from pointerchain.build.compiler import GCC
from pointerchain.build.includes import File
from pointerchain.build.job import Context, Refusal
from pointerchain.build.units import Unit
from pointerchain.cli.console import EXIT_CLEAN, EXIT_ERRORS, EXIT_FAULT, put_error, say
from pointerchain.lazy import NamedTuple


class Refused(NamedTuple):
    """A source of the command line, its file, and why it is not translated."""

    source: Source
    main: File
    refusal: Refusal


def refuse(
    context: Context, refused: Sequence[Refused], *, asks: bool, give_input: Callable[[bytes], None]
) -> int:
    """Say what is wrong with sources, all of it; the exit code.

    Where the compiler ``asks`` to be run it comes first, if Clang cannot read them: it has its own words for
    that. ``give_input`` lets it read standard input again.
    """
    if asks and all(each.refusal.unread for each in refused):
        code = _compiler_says(context, refused, give_input)
        if code:
            return code
    code = EXIT_ERRORS
    for each in refused:
        if each.refusal.fault:
            from pointerchain.cli.fault import fault_text

            put_error(fault_text(each.main.path, each.refusal.fault, each.refusal.trace))
            code = EXIT_FAULT
        else:
            put_error(each.refusal.text)
    return code


def _compiler_says(context: Context, refused: Sequence[Refused], give_input: Callable[[bytes], None]) -> int:
    """Have the compiler say what is wrong; 0 where it finds nothing."""
    words = launch.check_words(context.command, context.compiler(refused[0].source.language))
    if words is None:
        return EXIT_CLEAN
    for each in refused:
        if each.source.path == "-":
            give_input(each.main.data)
    try:
        code = child.run(words, context.scratch)
    except OSError:
        return EXIT_CLEAN
    if code > 0:
        for each in refused:
            unread = each.refusal.unread
            say(f"note: the directives of '{each.main.path}' were not looked at: {unread}")
    return code


def misleads(context: Context, units: Sequence[Unit], stdin: bytes) -> int:
    """Say what gcc says of misleading indentation; the exit code where that is an error."""
    compiler = context.compiler(units[0].source.language)
    command = context.command
    if compiler.family != GCC or not indentation.wanted(command.words, command.mode):
        return EXIT_CLEAN
    if not any(unit.record.suspect for unit in units):
        return EXIT_CLEAN
    colour = "always" if context.colour else "never"
    words = launch.look_words(command, f"-fdiagnostics-color={colour}")
    try:
        said = indentation.asked(words, stdin)
    except OSError:
        return EXIT_CLEAN  # it is told where the compiler is run
    put_error(said.text.decode(errors="surrogateescape"))
    return said.code
