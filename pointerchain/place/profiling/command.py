# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A compiler's command -> what it compiles and links.

``clang-19 -O2 -fopenmp a.c b.c -o prog -lm``  ->  the sources ``a.c`` and ``b.c``, the words that compile
each of them, and the words that link their objects with ``-lm``.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from pointerchain.build.command_line import CommandLine, Source, find_program
from pointerchain.lazy import NamedTuple
from pointerchain.toolchain.clang import HOST_TRIPLE


class ProfileError(Exception):
    """There is no profile; the message is fit for the user, ``output`` is what a compiler said."""

    def __init__(self, message: str, output: str = "") -> None:
        super().__init__(message)
        self.output = output


class Command(NamedTuple):
    """A build of one program by one call of clang.

    ``options`` are the words without files, languages and outputs; ``link`` are those of the link, where a
    number stands for the object of that source. ``offloads`` tells whether kernels are compiled for clang's
    device on the host.
    """

    compiler: str
    options: tuple[str, ...]
    link: tuple[str | int, ...]
    sources: tuple[Source, ...]
    offloads: bool
    openmp: bool
    shown: tuple[str, ...]


def read_command(words: Sequence[str]) -> Command:
    """Read the command; raises :class:`ProfileError` for one that cannot be profiled."""
    compiler, given = words[0], list(words[1:])
    if find_program(compiler) is None:
        raise ProfileError(f"cannot run '{compiler}': there is no such program")
    if not _is_clang(compiler):
        raise ProfileError(
            f"'{compiler}' is no clang: accesses are counted by clang's instrumentation; build with clang-19"
        )
    try:
        line = CommandLine([compiler], given)
    except (OSError, ValueError) as error:
        raise ProfileError(f"cannot read the command: {error}") from None
    if line.mode:
        raise ProfileError(
            f"'{line.mode}' makes no program: give one command that compiles and links all sources"
        )
    if not line.sources:
        raise ProfileError(f"'{compiler}' is given no source in C or C++, so there is nothing to count in")
    if line.others:
        raise ProfileError(f"'{line.others[0].path}' is neither C nor C++")
    targets = [word.partition("=")[2] for word in line.words if word.startswith("-fopenmp-targets=")]
    targets += [word.partition("=")[2] for word in line.words if word.startswith("--offload-arch=")]
    for target in targets:
        if not target.startswith("x86_64"):
            raise ProfileError(
                f"kernels for '{target}' cannot be counted in: profile with '-fopenmp-targets={HOST_TRIPLE}'"
            )
    places = {source.at: number for number, source in enumerate(line.sources)}
    options, link = _split(line, places)
    return Command(
        compiler,
        options,
        link,
        tuple(line.sources),
        bool(targets),
        any(word.startswith("-fopenmp") for word in line.words),
        tuple(words),
    )


def _split(line: CommandLine, sources: dict[int, int]) -> tuple[tuple[str, ...], tuple[str | int, ...]]:
    """The words of a compile without its source, and those of the link."""
    files = set(line.inputs)
    options: list[str] = []
    link: list[str | int] = []
    words = iter(enumerate(line.words))
    for at, word in words:
        if at in sources:
            link.append(sources[at])
        elif at in files:
            link.append(word)
        elif word in ("-o", "-x"):
            next(words, None)
        elif word == "--" or (word.startswith("-x") and len(word) > 2) or line.output == word[2:] != "":
            continue
        else:
            link.append(word)
            # Code that is optimized at link time would be instrumented too early.
            if not word.startswith("-flto"):
                options.append(word)
    return tuple(options), tuple(word for word in link if not str(word).startswith("-flto"))


def _is_clang(compiler: str) -> bool:
    if "clang" not in Path(compiler).name:
        return False
    try:
        done = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return "clang version" in done.stdout
