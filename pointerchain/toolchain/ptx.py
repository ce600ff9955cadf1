# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Making compilers that offload leave their PTX: one row a family of compilers.

The user's command line stays as it is, ``gcc -fopenacc -O2``; what it lacks for PTX is added:

    gcc     -foffload=nvptx-none -save-temps -shared     *.mkoffload.s, written when it links
    clang   --offload-device-only -S                     the output, the runtime linked in
    nvcc    -ptx                                         the output
    nvhpc   -gpu=keep -c                                 *.ptx in the working directory
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pointerchain.toolchain.base import ask, part, which

# clang and gcc have no default of their own that every GPU in use can run.
DEFAULT_ARCH = "sm_70"


class PtxCompileError(Exception):
    """A compiler failed or left no PTX; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class PtxCommand:
    """The words of a command, where it has to run (None: where the user is), and what it leaves there.

    ``results`` is a pattern of names in the directory that the command was made for.
    """

    words: tuple[str, ...]
    directory: Path | None
    results: str


def ptx_command(command: Sequence[str], source: Path, directory: Path) -> PtxCommand:
    """What to run for the PTX of ``source`` (absolute, as ``directory`` is).

    ``command`` is the user's, without a source. Raises :class:`PtxCompileError` for a compiler
    that is not known.
    """
    return _FAMILIES[family(command[0])](list(command), source, directory)


def family(program: str) -> str:
    """``gcc``, ``clang``, ``nvcc`` or ``nvhpc``; raises :class:`PtxCompileError`."""
    name = Path(program).name
    for known, pattern in _NAMES.items():
        if re.fullmatch(rf"(?:[\w.]+-)*(?:{pattern})(?:-[\d.]+)?", name):
            return known
    # 'cc', 'mpicc' and other second names: the compiler says who it is.
    if which(program) is None:
        raise PtxCompileError(f"no program '{program}'")
    version = ask(program, "--version")
    for known, words in _VERSIONS.items():
        if words in version:
            return known
    if "Free Software Foundation" in version and ask(program, "-dumpfullversion"):
        return "gcc"
    raise PtxCompileError(f"'{program}' is none of gcc, clang, nvcc and nvc, whose PTX can be asked for")


_NAMES = {"gcc": "gcc|g\\+\\+", "clang": r"clang|clang\+\+", "nvcc": "nvcc", "nvhpc": r"nvc|nvc\+\+"}
_VERSIONS = {
    "clang": "clang version",
    "nvcc": "Cuda compiler driver",
    "nvhpc": "NVIDIA Compilers and Tools",
}


def compile_ptx(
    command: Sequence[str], source: Path, directory: Path, shown: str, more: Sequence[str] = ()
) -> bytes:
    """The PTX of ``source``; raises :class:`PtxCompileError` with the compiler's own message.

    ``shown`` is what the user calls the source, ``directory`` an empty one to work in, ``more``
    are flags that the user did not ask for.
    """
    what = ptx_command([*command, *more], source, directory)
    try:
        done = subprocess.run(
            what.words,
            cwd=what.directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        raise PtxCompileError(f"cannot run '{command[0]}': {error.strerror}") from None
    said = done.stdout.decode("utf-8", "surrogateescape").replace(str(source), shown).rstrip()
    if done.returncode != 0:
        ended = f"exit code {done.returncode}" if done.returncode > 0 else f"signal {-done.returncode}"
        raise PtxCompileError(f"'{command[0]}' failed ({ended}):\n{said}")
    found = sorted(path for path in directory.glob(what.results) if path.stat().st_size)
    if not found:
        raise PtxCompileError(
            f"'{command[0]}' left no PTX for '{shown}': is there a region to offload, and the flag for it"
            f" (-fopenacc, -fopenmp, -acc) in '{' '.join(command)}'?" + (f"\n{said}" if said else "")
        )
    return b"\n".join(path.read_bytes() for path in found)


def own_flags(command: Sequence[str], source: str) -> list[str]:
    """``command`` without what names its source, its output and how far to go."""
    words: list[str] = []
    left = iter(command)
    for word in left:
        if word == "-o":
            next(left, None)
        elif word in ("-c", "-S", "-E", "-ptx", "--ptx", "-save-temps") or re.match(r"-o[^p-]", word):
            continue
        elif not word.startswith("-") and words and _same_file(word, source):
            continue
        else:
            words.append(word)
    return words


def host_flags(words: Sequence[str]) -> list[str]:
    """``words`` without what clang hands to the device's compiler alone."""
    left = iter(words)
    kept = []
    for word in left:
        if word.startswith(("-Xopenmp-target", "-Xarch_")):
            next(left, None)
        else:
            kept.append(word)
    return kept


def _same_file(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _gcc(command: list[str], source: Path, directory: Path) -> PtxCommand:
    added = [] if any(word.startswith("-foffload=") for word in command) else ["-foffload=nvptx-none"]
    # The offload compiler runs when a program is linked. nvptx-as would try its output with a
    # ptxas of the path, which may be too new for gcc's default architecture.
    added += ["-foffload-options=nvptx-none=-Wa,--no-verify", "-save-temps", "-fPIC", "-shared"]
    words = (*command, *added, str(source), "-o", str(directory / "out.so"))
    return PtxCommand(words, None, "*.mkoffload.s")


def _clang(command: list[str], source: Path, directory: Path) -> PtxCommand:
    added: list[str] = []
    arches = [word.partition("=")[2] for word in command if word.startswith(_CLANG_ARCH)]
    if not arches:
        arches = [DEFAULT_ARCH]
        added.append(f"--offload-arch={DEFAULT_ARCH}")
    if source.suffix not in (".cu", ".cuh"):
        if not any(word.startswith("-fopenmp-targets") for word in command):
            added += ["-fopenmp", "-fopenmp-targets=nvptx64-nvidia-cuda"]
        if "-nogpulib" not in command:
            added += _device_runtime(command[0], arches[-1])
    added += ["--offload-device-only", "-S"]
    return PtxCommand((*command, *added, str(source), "-o", str(directory / "out.ptx")), None, "out.ptx")


# The last one stands behind '-Xopenmp-target'.
_CLANG_ARCH = ("--offload-arch=", "--cuda-gpu-arch=", "-march=sm_")


def _device_runtime(clang: str, arch: str) -> list[str]:
    """Link OpenMP's device runtime now, as the linker would: the kernel that runs is specialized with it."""
    runtime = part(clang, "file", f"libomptarget-nvptx-{arch}.bc")
    if runtime is None:
        return []
    return ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", str(runtime), "-Wno-linker-warnings"]


def _nvcc(command: list[str], source: Path, directory: Path) -> PtxCommand:
    words = (*command, "-ptx", str(source), "-o", str(directory / "out.ptx"))
    return PtxCommand(words, None, "out.ptx")


def _nvhpc(command: list[str], source: Path, directory: Path) -> PtxCommand:
    # nvc keeps its files where it runs, so that what the user named has to be found from there.
    words = (*_absolute(command), "-gpu=keep", "-c", str(source), "-o", str(directory / "out.o"))
    return PtxCommand(words, directory, "*.ptx")


_PATH_OPTIONS = ("-isystem", "-iquote", "-include", "-I", "-L")


def _absolute(command: list[str]) -> list[str]:
    """``command`` with the paths that its options name made absolute."""
    words: list[str] = []
    takes_path = False
    for word in command:
        option = next((option for option in _PATH_OPTIONS if word.startswith(option)), None)
        if takes_path:
            words.append(str(Path(word).absolute()))
        elif option is not None and len(word) > len(option):
            words.append(option + str(Path(word[len(option) :]).absolute()))
        elif words and not word.startswith("-") and Path(word).exists():
            words.append(str(Path(word).absolute()))
        else:
            words.append(word)
        takes_path = not takes_path and word in _PATH_OPTIONS
    return words


_FAMILIES: dict[str, Callable[[list[str], Path, Path], PtxCommand]] = {
    "gcc": _gcc,
    "clang": _clang,
    "nvcc": _nvcc,
    "nvhpc": _nvhpc,
}
