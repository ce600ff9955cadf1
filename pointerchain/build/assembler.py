# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directories that are meant for the assembler (``-Wa,-Iinc``).

Clang looks for headers there, too, before all directories of ``-I``, but only where it compiles: what its
``-E`` says is no proof then. gcc hands them on to the assembler alone.
"""

from __future__ import annotations

import os
from copy import copy

from pointerchain.build.command_line import CommandLine
from pointerchain.build.includes import Program, Search


def header_found(program: Program, command: CommandLine, language: str) -> str:
    """A header that Clang finds otherwise for these directories, where there are directives; or nothing."""
    without = copy(command)
    without.assembler = []
    others = Search(without, language)
    own = {os.path.realpath(directory) for directory in command.assembler}
    for file, name in program.by_directories():
        if os.path.realpath(program.search.directories[file.place]) not in own:
            continue
        other = others.find(name, 0)
        if other is not None and os.path.realpath(other[0]) == os.path.realpath(file.path):
            continue
        if other is not None:
            program.add(other[0], None, other[1])
        if any(each.has_directives for each in program.files.values()):
            return file.path
    return ""
