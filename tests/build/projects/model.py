# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A plan: what is written and run, step by step, whoever builds it."""

from __future__ import annotations

from typing import NamedTuple

FLAGS = {"plain": "-Wno-unknown-pragmas", "launched": "-Werror=unknown-pragmas"}
"""What each side's compiles get: a directive that was left in fails where it was to be translated."""


class Command(NamedTuple):
    """One run of a compiler: its words, what it reads, and variables of its environment."""

    words: tuple[str, ...]
    stdin: str | None = None
    environment: tuple[tuple[str, str], ...] = ()
    alike: bool = False
    """Whether standard output is the same on both sides; it is not where the translation is printed."""


class Step(NamedTuple):
    """An edit and a build after it.

    ``files`` are written (None: removed, ``-> name``: a link); ``programs`` are run at the end.
    """

    what: str
    files: tuple[tuple[str, str | None], ...]
    commands: tuple[Command, ...]
    programs: tuple[str, ...]
    dependencies: frozenset[str]
    """The names of the dependency files, as far as their names do not tell."""


class Plan(NamedTuple):
    """A project: its steps, and the names of what is in it, for the table."""

    number: int
    steps: tuple[Step, ...]
    features: tuple[str, ...]


class Difference(NamedTuple):
    """What is not alike: its kind, which is kept while it is shrunk, and the two sides as text."""

    kind: str
    detail: str
    step: int = 0
