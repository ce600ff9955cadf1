# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``cc --stale-check``: a command's arguments -> those of a program that tells of reads of older copies."""

from __future__ import annotations

from pointerchain.build import linked
from pointerchain.build.cache import Cache
from pointerchain.build.command_line import CommandLine
from pointerchain.build.compiler import CLANG, NoCompiler, ask
from pointerchain.build.instrument import INSTRUMENT
from pointerchain.cli.console import InputError, UsageError
from pointerchain.guard.launch import GuardError, stale_library


def watching(command: CommandLine) -> CommandLine:
    """The command with what instruments its sources, and what links the library where it links."""
    language = command.sources[0].language if command.sources else "c"
    try:
        family = ask(command.compiler, language, Cache().directory).family
    except NoCompiler:
        return command  # which is told where it is run
    if family != CLANG:
        raise UsageError(f"'--stale-check' needs clang, whose device it watches, and not '{command.driver}'")
    own = next((word for word in command.given if word.startswith("-fsanitize=")), "")
    if own:
        raise UsageError(f"'--stale-check' instruments the program itself: leave out '{own}'")
    # The deep-copy runtime tells of its copies; it is not instrumented itself (build/linked.py).
    words = [*INSTRUMENT, "-fno-sanitize-link-runtime", "-DPC_PLACE_PROFILED"]
    if linked.links(command.words):
        try:
            library = stale_library()
        except GuardError as error:
            raise InputError(str(error)) from None
        words += ["-Wl,--no-as-needed", "-Xlinker", str(library), f"-Wl,-rpath,{library.parent}"]
    return CommandLine(command.compiler, [*words, *command.given])
