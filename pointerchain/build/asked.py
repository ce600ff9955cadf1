# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What compilers once said of themselves, as it is kept in the cache's directory.

Loaded where a header is not found along the directories of a command, so it imports next to nothing;
:mod:`~pointerchain.build.compiler` asks.
"""

from __future__ import annotations

import marshal
import os
import stat

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
_ASKED = 2
"""Another number where compilers are asked in another way, so that old answers count no more."""
# How the variables begin by which wrappers choose a compiler and its options.
_VARIABLES = ("OMPI_", "MPICH_", "MPI_", "I_MPI_", "CCC_", "CRAY", "PE_", "COMPILER_PATH", "GCC_", "CLANG_")
_COMPILERS = ("gcc", "g++", "cc", "c++", "cpp", "clang", "clang++", "nvc", "nvc++", "nvcc", "pgcc", "pgc++")
_FILES = ("--config", "-specs", "--specs")
# Those of them by which MPI's wrappers choose a compiler.
_CHOICES = tuple(f"{front}_{name}" for front in ("OMPI", "MPICH", "I_MPI") for name in ("CC", "CXX"))


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
        base = os.path.join(home, ".cache") if os.path.isabs(home) else _below_tmp()
    return os.path.join(base, "pointerchain")


def _below_tmp() -> str:
    """A directory that this user alone can write; where another user has taken its name, none can be made."""
    path = f"/tmp/pointerchain-{os.getuid()}"
    try:
        status = os.lstat(path)
    except OSError:
        return path
    private = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077
    return path if private else os.devnull


def make_place(directory: str) -> None:
    """Make the cache's directory where it is not there, and those above it, for their owner alone.

    Who can write there can change what is compiled. Raises ``OSError``.
    """
    above = os.path.dirname(directory)
    if not os.path.isdir(above):
        make_place(above)
    try:
        os.mkdir(directory, 0o700)
    except FileExistsError:
        return


def question(words: Sequence[str], language: str, options: Sequence[str] = ()) -> bytes | None:
    """A digest of all that an answer depends on: the compiler that ``words`` start, and what it is told."""
    program = find_program(words[-1])
    if program is None:
        return None
    status = os.stat(program)
    known = repr(
        (
            _ASKED,
            *words,
            os.path.realpath(program),
            status.st_mtime_ns,
            status.st_size,
            language,
            os.environ.get("PATH"),
            *sorted(each for each in os.environ.items() if each[0].startswith(_VARIABLES)),
            *(_states() if _is_mpi(program) else ()),
            *options,
        )
    )
    return digest(os.fsencode(known))


def _is_mpi(program: str) -> bool:
    """Whether a program is one of MPI's wrappers."""
    return os.path.basename(program).startswith("mpi")


def _chosen() -> list[str]:
    """The programs that MPI's wrappers are told to run."""
    words = " ".join(os.environ.get(name, "") for name in _CHOICES).split()
    return [word for word in words if not word.startswith("-")]


def _states() -> list[tuple[int, int]]:
    """What the compilers are that one of MPI's wrappers may run."""
    found = filter(None, map(find_program, (*_COMPILERS, *_chosen())))
    return [(status.st_mtime_ns, status.st_size) for status in map(os.stat, found)]


def may_change(words: Sequence[str], options: Sequence[str] = ()) -> bool:
    """Whether an answer may hang on more than is known: that of a wrapper, or one with a file of options."""
    return may_wrap(words) or any(option.startswith(_FILES) for option in options)


def may_wrap(words: Sequence[str]) -> bool:
    """Whether the compiler is a script, or a program of another name than compilers have.

    MPI's wrappers are what their variables name.
    """
    program = find_program(words[-1]) or words[-1]
    try:
        with open(program, "rb") as file:
            if file.read(2) == b"#!":
                return True
    except OSError:
        return False
    if _is_mpi(program):
        return any(may_wrap([word]) for word in _chosen())
    name = os.path.basename(os.path.realpath(program))
    bare = name.rstrip("0123456789.")  # gcc-12, clang++-19, x86_64-linux-gnu-g++-12
    bare = bare.removesuffix("-") if bare != name else name
    return bare.rpartition("-")[2] not in _COMPILERS


def kept_in(cache_directory: str, asked: bytes) -> str:
    """The file that keeps the answer to a question."""
    return os.path.join(cache_directory, "compilers", asked.hex())


def may_be_clang(words: Sequence[str]) -> bool:
    """Whether the compiler may be Clang, by its name or that of the one that MPI's wrappers run."""
    program = find_program(words[-1]) or words[-1]
    names = _chosen() if _is_mpi(program) else [os.path.realpath(program), program]
    return any("clang" in (name := os.path.basename(each)) or name.startswith("ic") for each in names)


def configured(directories: Sequence[str]) -> str:
    """The first file in ``directories`` by whose name Clang may take it for its own options, or nothing."""
    for directory in directories:
        try:
            found = sorted(name for name in os.listdir(directory) if name.endswith(".cfg"))
        except OSError:
            continue
        if found:
            return os.path.join(directory, found[0])
    return ""


Answer = tuple[str, int, tuple[str, ...], bytes, tuple[str, ...]]
"""Family, version, directories, macros, and the directories where files of options may be."""


def recall(path: str) -> Answer | None:
    """The answer that a file keeps, None where it keeps none or a file of options may change it."""
    try:
        with open(path, "rb") as file:
            data = file.read()
        if digest(data[_DIGEST:]) != data[:_DIGEST]:
            return None
        family, major, directories, macros, places = marshal.loads(data[_DIGEST:])
    except (OSError, ValueError, TypeError, EOFError):
        return None
    return None if configured(places) else (family, major, directories, macros, places)
