# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the launcher says of directives in modules, and in languages that it does not translate."""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain import files
from pointerchain.build import modules
from pointerchain.build.command_line import CommandLine
from pointerchain.build.includes import File
from pointerchain.build.leftover import Leftover, Unanswered, preprocessed, refusal
from pointerchain.build.options import Call
from pointerchain.build.patterns import may_hold_constructs
from pointerchain.cli.cc_common import give_standard_input
from pointerchain.cli.cc_translated import compile_doubted
from pointerchain.cli.console import EXIT_CLEAN, EXIT_ERRORS, put_error, say, shows_colour

_OF_CLANG = "a module of Clang"


def refused(command: CommandLine) -> int:
    """Say where a command would pass on a directive in what is not translated; 0 where it does not."""
    stdin = None
    if any(source.path == "-" for source in command.others):
        stdin = files.read_standard_input()
        give_standard_input(stdin)
    left, what, doubt = modules.in_others(command, stdin)
    if not left and command.module_maps and (left := modules.in_imports(command, [])):
        what = _OF_CLANG
    doubt = doubt or command.directive_macro or command.unknown_search or command.more_options
    if command.others and doubt and not left:
        what = command.others[0].language
        try:
            left = preprocessed(command, Call(list(command.compiler), command.words, [], 0), stdin).left
        except Unanswered:
            return compile_doubted(command, [*command.compiler, *command.given], stdin)
    return EXIT_ERRORS if _said(left, what) else EXIT_CLEAN


def say_unmapped(command: CommandLine) -> None:
    """Say which of them have compute constructs, which '--map' gives no clauses."""
    for source in command.others:
        try:
            has = source.path != "-" and may_hold_constructs(files.read(source.path))
        except OSError:
            continue  # the compiler says it better
        if has:
            what = f"'{source.path}', {source.language}, is not translated"
            say(f"warning: {what}: its compute constructs keep the data clauses that they have")


def imports_are_refused(command: CommandLine, read: Sequence[File]) -> bool:
    """Whether a source imports a module by its name that holds a directive, which is said then."""
    return _said(modules.in_imports(command, read), _OF_CLANG)


def _said(left: Sequence[Leftover], what: str) -> bool:
    if left:
        put_error(refusal(left, f"{what} is not translated", colour=shows_colour(2)))
    return bool(left)
