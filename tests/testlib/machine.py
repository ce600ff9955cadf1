# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What of this machine an outcome depends on: the stamps of what is installed, compilers, the environment.

``state()`` is one digest of all that packages installed: a file that is new, gone or written anew changes it.
"""

from __future__ import annotations

import hashlib
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

# Compilers, linkers, headers, what programs are linked with and what they open: OpenMP's and OpenCL's
# drivers, MPI's components. /usr/lib holds compilers' own folders as well as libraries.
SYSTEM = tuple(
    os.path.realpath(each)
    for each in (
        "/usr/include",
        "/usr/lib",
        "/usr/lib64",
        "/usr/local/include",
        "/usr/local/lib",
        "/usr/local/cuda",
        "/usr/share/openmpi",
        "/usr/share/mpich",
        "/usr/share/pocl",
        "/etc/OpenCL",
        "/etc/openmpi",
    )
    if os.path.isdir(each)
)
# NVIDIA's packages of PyPI hold an nvcc, an assembler and headers.
PACKAGES = tuple(os.path.realpath(each) for each in sys.path if each.endswith("-packages"))
TOOLS = ("nvidia", "clang", "libclang")
IGNORED = re.compile(
    r"/(?:python3?(?:\.\d+)?|locale|systemd|udev|firmware|modules|apt|dpkg|git-core|fonts|jvm|node\w*|google\S*|postgresql)(?:/|$)"
)
PROGRAMS = ("/usr/bin", "/usr/local/bin")

# What processes of a test are given of the environment of whoever runs the tests: what counts, and no more.
COUNTS = re.compile(
    r"PATH|HOME|USER|LANG|LC_\w+|TMPDIR|TZ|SOURCE_DATE_EPOCH|GCC_EXEC_PREFIX|COMPILER_PATH|LIBRARY_PATH|LD_\w+"
    r"|C?PATH|\w*_INCLUDE_PATH|\w*SAN_OPTIONS|\w*SAN_SYMBOLIZER_PATH|(?:OMP|GOMP|KMP|ACC|LIBOMPTARGET|OMPTARGET|CUDA|NV\w*)_\w+"
    r"|(?:OCL|POCL|OPENCL|OMPI|PMIX|PRTE|HWLOC|UCX|MPICH|FI|MALLOC)_\w+|GLIBC_TUNABLES|OPENBLAS_\w+"
)


def environment(further: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a process whose outcome is kept: what counts of this one, and what a test adds."""
    return {name: value for name, value in os.environ.items() if COUNTS.fullmatch(name)} | dict(further or {})


@cache
def state() -> str:
    """A digest of what is installed here, by the stamps of its files, and of the kernel and the processor."""
    digest = hashlib.sha256("\0".join((*os.uname()[::2], *_processor(), *_limits())).encode())
    for stamp in _stamps():
        digest.update(stamp)
    return digest.hexdigest()


def is_system(path: str) -> bool:
    """Whether ``state`` speaks of a file; ``path`` has no links in it."""
    return any(path.startswith(top + "/") and _is_stamped(path, top) for top in _tops())


@cache
def identity(compiler: str, path: str) -> str:
    """Which compiler a name on ``path`` (PATH's value) is: its file, stamp and version."""
    program = shutil.which(compiler, path=path)
    if program is None:
        return "none"
    real = os.path.realpath(program)
    said = subprocess.run([program, "--version"], capture_output=True, stdin=subprocess.DEVNULL).stdout
    return f"{program} {real} {stamp(real)!r} {said!r}"


def is_installed(program: str, path: str) -> bool:
    """Whether a program on ``path`` (PATH's value) is one that ``state`` speaks of, with all that it runs."""
    found = shutil.which(program, path=path)
    real = os.path.realpath(found) if found else ""
    return bool(found) and (is_system(real) or os.path.dirname(real) in map(os.path.realpath, PROGRAMS))


@cache
def stamp_on_path(program: str, path: str) -> str:
    """Which file a name on ``path`` is, and its stamp; '' for none."""
    found = shutil.which(program, path=path)
    return f"{found} {stamp(os.path.realpath(found))!r}" if found else ""


def digest_of_file(path: str) -> str:
    """A digest of what a file holds."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def _files(top: str) -> Iterator[str]:
    for folder, folders, names in os.walk(top, followlinks=False):
        folders.sort()
        for name in sorted(
            (*names, *(each for each in folders if os.path.islink(os.path.join(folder, each))))
        ):
            yield os.path.join(folder, name)


def _tops() -> list[str]:
    return [*SYSTEM, *(f"{top}/{tool}" for top in PACKAGES for tool in TOOLS)]


def _is_stamped(path: str, top: str) -> bool:
    return not IGNORED.search(path[len(top) :]) and not path.endswith((".pyc", ".py"))


def _stamps() -> Iterator[bytes]:
    tops = _tops()
    # The one that a link leads to is often below another: /usr/lib64.
    for top in sorted(set(tops)):
        if any(top.startswith(other + "/") for other in tops):
            continue
        for path in _files(top):
            if _is_stamped(path, top):
                yield f"{path}{stamp(path)!r}".encode(errors="surrogateescape")
    searched = os.environ.get("PATH", "").split(os.pathsep)
    for folder in filter(os.path.isdir, dict.fromkeys((*PROGRAMS, *searched))):
        for entry in sorted(os.listdir(folder)):
            yield f"{folder}/{entry}{stamp(f'{folder}/{entry}')!r}".encode(errors="surrogateescape")


def stamp(path: str) -> tuple[int, int] | None:
    """The size of a file and when it was changed, in ns; ``None`` where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def _processor() -> tuple[str, ...]:
    """Programs that are compiled for the processor at hand, and libraries that choose by it, depend on it."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return ()
    rows = re.findall(r"^(?:model name|flags)\s*:\s*(.*)$", text, re.M)
    return (*sorted(set(rows)), str(len(os.sched_getaffinity(0))))


def _limits() -> tuple[str, ...]:
    """What a process inherits: the mask of its files' modes, and its limits."""
    masks = re.findall(r"^Umask:.*$", Path("/proc/self/status").read_text(), re.M)
    names = sorted(name for name in dir(resource) if name.startswith("RLIMIT_"))
    return (*masks, *(f"{name} {resource.getrlimit(getattr(resource, name))}" for name in names))
