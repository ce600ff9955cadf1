# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What every adapter has in common: the questions, and the records that they are asked and answered with."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

Dialect = Literal["openacc", "openmp"]
Language = Literal["c", "c++"]
# Whether the program moves its data itself, or counts on memory that both sides reach.
Memory = Literal["separate", "managed"]


@dataclass(frozen=True, slots=True)
class Compile:
    """One source to be compiled to an object file.

    ``dialect`` is None for a source without directives (it is compiled without offloading). ``memory``
    is what the program expects; a toolchain without a flag for it ignores it. ``flags`` come last.
    """

    source: Path
    output: Path
    language: Language = "c"
    dialect: Dialect | None = None
    memory: Memory = "separate"
    includes: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """Object files to be linked to a program. ``dialect`` and ``memory`` are those of its sources."""

    objects: tuple[Path, ...]
    output: Path
    dialect: Dialect | None = None
    memory: Memory = "separate"
    libraries: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Installation:
    """A compiler that was found on this machine.

    ``commands`` maps a language to the program that compiles it. ``offloads`` tells whether code for the
    device can be compiled, ``links`` whether a program can be made of it (``why_not_links`` says what is
    missing). ``environment`` is what a program needs to run, on top of the process's own.
    ``notes`` are for the user, in the order of their weight.
    """

    commands: dict[Language, str]
    version: str
    offloads: bool = True
    why_not_links: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def links(self) -> bool:
        """Whether programs can be linked, and so run."""
        return not self.why_not_links


@dataclass(frozen=True, slots=True)
class Missing:
    """A compiler that cannot be used here. ``reason`` names what is missing and where it comes from."""

    reason: str


class Toolchain(Protocol):
    """One compiler for one kind of device."""

    @property
    def name(self) -> str:
        """What the user calls it."""

    @property
    def title(self) -> str:
        """What a report calls it: the compiler and the device that it compiles for."""

    @property
    def dialects(self) -> tuple[Dialect, ...]:
        """The directive languages that it offloads, the usual one first."""

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages that it compiles."""

    @property
    def device_is_host(self) -> bool:
        """Whether the device that it compiles for is the host's own processor, whatever happens at run time.

        Where this is False a program may still fall back to the host; only the program can tell.
        """

    @property
    def has_mappers(self) -> bool:
        """Whether it compiles ``omp declare mapper``."""

    def find(self) -> Installation | Missing:
        """Look for the compiler on this machine. Starts it to ask for its version, compiles nothing."""

    def compile_command(self, found: Installation, job: Compile) -> tuple[str, ...]:
        """The words of the command that compiles ``job``; raises ``ValueError`` for another dialect."""

    def link_command(self, found: Installation, job: Link) -> tuple[str, ...]:
        """The words of the command that links ``job``; C++ is always linked in."""


STANDARDS: dict[Language, str] = {"c": "-std=c99", "c++": "-std=c++17"}


class GnuDriver:
    """The commands of a compiler that is called as gcc is; ``offload`` gives what is its own."""

    __slots__ = ()

    optimize: str
    """The optimization level; an offload compiler that runs at link time needs it again."""

    def offload(self, found: Installation, dialect: Dialect | None, memory: Memory) -> tuple[str, ...]:
        """The words that switch a dialect's offloading on; raises ``ValueError`` for another dialect."""
        raise NotImplementedError

    def compile_command(self, found: Installation, job: Compile) -> tuple[str, ...]:
        """See :class:`Toolchain`."""
        return (
            found.commands[job.language],
            STANDARDS[job.language],
            self.optimize,
            *self.offload(found, job.dialect, job.memory),
            *preprocessor_flags(job),
            *job.flags,
            *("-c", str(job.source), "-o", str(job.output)),
        )

    def link_command(self, found: Installation, job: Link) -> tuple[str, ...]:
        """See :class:`Toolchain`."""
        return (
            found.commands["c++"],
            self.optimize,
            *self.offload(found, job.dialect, job.memory),
            *job.flags,
            *map(str, job.objects),
            *("-o", str(job.output)),
            *job.libraries,
        )


def preprocessor_flags(job: Compile) -> tuple[str, ...]:
    """``-I`` and ``-D``, which all compilers spell alike."""
    folders = (word for folder in job.includes for word in ("-I", str(folder)))
    return (*folders, *(f"-D{define}" for define in job.defines))


def which(*names: str) -> str | None:
    """The first of ``names`` that is a program on the path, as it is called there."""
    return next((name for name in names if shutil.which(name)), None)


def ask(*command: str) -> str:
    """What a command prints, without white space around it; empty where it cannot be run or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def part(command: str, option: str, name: str) -> Path | None:
    """A file or program (``option`` is 'file' or 'prog') of gcc's or clang's, or None where there is none."""
    path = Path(ask(command, f"-print-{option}-name={name}") or ".")
    return path.resolve() if path.is_absolute() and path.exists() else None


def check_dialect(toolchain: Toolchain, dialect: Dialect | None) -> None:
    """Raise ``ValueError`` for a dialect that a toolchain does not have."""
    if dialect is not None and dialect not in toolchain.dialects:
        raise ValueError(f"'{toolchain.name}' does not offload '{dialect}'")
