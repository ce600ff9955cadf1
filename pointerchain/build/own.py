# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a compiler is, and where it looks for headers by itself: a wrapper's directories and the like."""

from __future__ import annotations

import os

from pointerchain.build import asked
from pointerchain.build.command_line import CommandLine, find_program


def own_directories(command: CommandLine, language: str) -> list[str]:
    """The directories that the command's compiler searches last, asked of it once."""
    known = _said(command, language)
    return list(known[2]) if known is not None else []


def is_clang(command: CommandLine, language: str) -> bool:
    """Whether the command's compiler is Clang, asked of it once."""
    known = _said(command, language)
    return known is not None and known[0] == "clang"


def options_file(command: CommandLine, language: str) -> str:
    """A file by whose name and place Clang reads options of it by itself, or nothing."""
    known = _said(command, language)
    if known is None:
        return ""
    places = list(known[4])
    program = find_program(command.compiler[-1])
    if places and program is not None and "-no-canonical-prefixes" in command.words:
        places.append(os.path.dirname(program))
    return asked.configured(places)


def _said(command: CommandLine, language: str) -> asked.Answer | None:
    """What the compiler says of itself, or None where there is no such compiler."""
    place = asked.place()
    question = asked.question(command.compiler, language, command.own_options)
    if question is None:
        return None
    if not asked.may_change(command.compiler, command.own_options):
        known = asked.recall(asked.kept_in(place, question))
        if known is not None:
            return known
    from pointerchain.build.compiler import ask

    found = ask(command.compiler, language, place, command.own_options)
    return found.family, found.major, found.directories, found.macros, found.places
