# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What compilers once said of themselves, as it is kept in the cache's directory.

Loaded where a header is not found along the directories of a command, so it imports next to nothing;
:mod:`~pointerchain.build.compiler` asks.
"""

from __future__ import annotations

import marshal
import os

from pointerchain.build.command_line import find_program

try:
    # What 'hashlib' has it from, which loads OpenSSL besides: a tenth of what an overlay from here costs.
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

DIRECTORY = "POINTERCHAIN_CACHE_DIR"
_DIGEST = 20
# How the variables begin by which wrappers choose a compiler and its options.
_VARIABLES = ("OMPI_", "MPICH_", "MPI_", "I_MPI_", "CCC_", "CRAY", "PE_", "COMPILER_PATH", "GCC_", "CLANG_")
_COMPILERS = ("gcc", "g++", "cc", "c++", "cpp", "clang", "clang++", "nvc", "nvc++", "nvcc", "pgcc", "pgc++")
_FILES = ("--config", "-specs", "--specs")


def digest(data: bytes) -> bytes:
    """The checksum of everything here."""
    found: bytes = blake2b(data, digest_size=_DIGEST).digest()
    return found


def place() -> str:
    """The directory of the cache: given, or below the user's cache directory, or a temporary one."""
    given = os.environ.get(DIRECTORY)
    if given:
        return os.path.abspath(given)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        home = os.path.expanduser("~")
        base = os.path.join(home, ".cache") if os.path.isabs(home) else f"/tmp/pointerchain-{os.getuid()}"
    return os.path.join(base, "pointerchain")


def question(words: Sequence[str], language: str, options: Sequence[str] = ()) -> bytes | None:
    """A digest of all that an answer depends on: the compiler that ``words`` start, and what it is told."""
    program = find_program(words[-1])
    if program is None:
        return None
    status = os.stat(program)
    known = repr(
        (
            *words,
            os.path.realpath(program),
            status.st_mtime_ns,
            status.st_size,
            language,
            os.environ.get("PATH"),
            *sorted(each for each in os.environ.items() if each[0].startswith(_VARIABLES)),
            *options,
        )
    )
    return digest(os.fsencode(known))


def may_change(words: Sequence[str], options: Sequence[str] = ()) -> bool:
    """Whether an answer may hang on more than is known: that of a wrapper, or one with a file of options."""
    return may_wrap(words) or any(option.startswith(_FILES) for option in options)


def may_wrap(words: Sequence[str]) -> bool:
    """Whether the compiler is a script, or a program of another name than compilers have.

    MPI's wrappers tell by their variables, which are known.
    """
    program = find_program(words[-1]) or words[-1]
    try:
        with open(program, "rb") as file:
            if file.read(2) == b"#!":
                return True
    except OSError:
        return False
    if os.path.basename(program).startswith("mpi"):
        return False
    name = os.path.basename(os.path.realpath(program))
    bare = name.rstrip("0123456789.")  # gcc-12, clang++-19, x86_64-linux-gnu-g++-12
    bare = bare.removesuffix("-") if bare != name else name
    return bare.rpartition("-")[2] not in _COMPILERS


def kept_in(cache_directory: str, asked: bytes) -> str:
    """The file that keeps the answer to a question."""
    return os.path.join(cache_directory, "compilers", asked.hex())


def recall(path: str) -> tuple[str, int, tuple[str, ...], bytes] | None:
    """The answer that a file keeps: family, version, directories, macros; None where it keeps none."""
    try:
        with open(path, "rb") as file:
            data = file.read()
        if digest(data[_DIGEST:]) != data[:_DIGEST]:
            return None
        family, major, directories, macros = marshal.loads(data[_DIGEST:])
    except (OSError, ValueError, TypeError, EOFError):
        return None
    return family, major, directories, macros
