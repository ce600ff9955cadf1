# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where a compiler looks for headers by itself: a wrapper's directories, /usr/local/include and the like."""

from __future__ import annotations

from pointerchain.build import asked
from pointerchain.build.command_line import CommandLine


def own_directories(command: CommandLine, language: str) -> list[str]:
    """The directories that the command's compiler searches last, asked of it once."""
    place = asked.place()
    question = asked.question(command.compiler, language, command.own_options)
    if question is None:
        return []
    known = asked.recall(asked.kept_in(place, question))
    if known is not None:
        return list(known[2])
    from pointerchain.build.compiler import ask

    return list(ask(command.compiler, language, place, command.own_options).directories)
