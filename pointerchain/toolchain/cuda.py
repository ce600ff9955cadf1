# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's CUDA toolkit: where it is, and nvcc for the CUDA device of the deep-copy runtime.

Neither a GPU nor a driver is needed to compile. The toolkit may be installed, or come from PyPI
(the extra ``nvcc``).
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pointerchain.extras import install_line
from pointerchain.toolchain import nvlink
from pointerchain.toolchain.base import Missing, ask, which

DEFAULT_TOOLKIT = Path("/usr/local/cuda")


def cuda_toolkit() -> Path | None:
    """The folder of a CUDA toolkit that has ptxas, nvlink and libdevice; None where there is none.

    The one that CUDA_HOME or CUDA_PATH names, else NVIDIA's usual place, else the one from PyPI.
    """
    return next(iter(_toolkits()), None)


def _toolkits() -> list[Path]:
    """All of them, those that the user names first. The package of CUDA 12 has no nvlink, and is none."""
    named = [Path(os.environ[name]) for name in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    return [
        folder
        for folder in (*named, DEFAULT_TOOLKIT, *_from_pypi("cu*"))
        if (folder / "bin" / "ptxas").exists()
        and (folder / "bin" / "nvlink").exists()
        and (folder / "nvvm" / "libdevice").is_dir()
    ]


def _from_pypi(name: str) -> list[Path]:
    """The folders of NVIDIA's packages of a name, the newest version of CUDA first."""
    try:
        found = importlib.util.find_spec("nvidia")
    except (ImportError, ValueError):
        return []
    places = list(found.submodule_search_locations or ()) if found else []
    return sorted((path for place in places for path in Path(place).glob(name)), reverse=True)


# --- machine code that LLVM's runtime loads ---------------------------------------------------------------

LAST_READABLE = 12
"""From CUDA 13 on, ELF's flags hold the architecture elsewhere (ABI version 8), where the runtime of LLVM 19
does not look: it finds 'No images found compatible with the installed hardware'."""


@cache
def release(program: Path) -> int:
    """The major version of a toolkit's ptxas or nvlink; 0 where it does not say."""
    major = ask(str(program), "--version").partition("release ")[2].partition(".")[0]
    return int(major) if major.isdigit() else 0


def toolkit_for_llvm() -> Path | None:
    """A toolkit whose machine code the OpenMP runtime of LLVM 19 loads; None where there is none.

    One of CUDA 12 or older, else one that is made of the packages of CUDA 12 from PyPI, with the linker of
    :mod:`pointerchain.toolchain.nvlink`.
    """
    for folder in _toolkits():
        if 0 < release(folder / "bin" / "ptxas") <= LAST_READABLE:
            return folder
    for package in _from_pypi("cuda_nvcc"):
        if (package / "bin" / "ptxas").exists() and nvlink.library() is not None:
            return _made_of(package)
    return None


def _made_of(package: Path) -> Path | None:
    """A folder as clang looks for one, in the user's cache: links to the package, and our linker.

    The same one for the same Python and package, so that what was built with it need not be built again.
    """
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    caches = base if base.is_absolute() else Path("~/.cache").expanduser()
    text = f'#!/bin/sh\nexec {shlex.join((sys.executable, str(Path(nvlink.__file__).resolve())))} "$@"\n'
    name = hashlib.sha256(f"{package}\0{text}".encode()).hexdigest()[:12]
    folder = caches / "pointerchain-cuda" / name
    try:
        (folder / "bin").mkdir(parents=True, exist_ok=True)
        for each in ("bin/ptxas", "nvvm", "include"):
            if not (folder / each).exists():
                (folder / each).unlink(missing_ok=True)
                (folder / each).symlink_to(package / each)
        linker = folder / "bin" / "nvlink"
        if not linker.exists():
            written = linker.with_name(f"nvlink.{os.getpid()}")
            written.write_text(text)
            written.chmod(0o755)
            written.replace(linker)
    except OSError:
        return None
    return folder


@dataclass(frozen=True, slots=True)
class Nvcc:
    """nvcc, for GPUs of the architecture ``arch`` ('sm_90'): its machine code, and PTX for later ones."""

    program: str
    version: str
    arch: str

    def command(self, source: Path, output: Path, includes: tuple[Path, ...] = ()) -> tuple[str, ...]:
        """The words that compile one C source as CUDA and link a program with the runtime in it."""
        virtual = self.arch.replace("sm_", "compute_")
        folders = (word for folder in includes for word in ("-I", str(folder)))
        return (
            *(self.program, "-x", "cu", "-O2", "-cudart", "static"),
            f"-gencode=arch={virtual},code=[{self.arch},{virtual}]",
            *(*folders, str(source), "-o", str(output)),
            *self._libraries(),
        )

    def _libraries(self) -> tuple[str, ...]:
        # The packages of PyPI have 'lib' where nvcc expects 'lib64'.
        folder = Path(self.program).resolve().parents[1] / "lib"
        return ("-L", str(folder)) if (folder / "libcudart_static.a").exists() else ()


def find_nvcc(arch: str) -> Nvcc | Missing:
    """nvcc of the toolkit, or of the path. Starts it to ask for its version, compiles nothing."""
    toolkit = cuda_toolkit()
    candidates = [str(toolkit / "bin" / "nvcc")] if toolkit else []
    for program in (*candidates, which("nvcc") or ""):
        release = ask(program, "--version").partition("release ")[2].partition(",")[0] if program else ""
        if release:
            return Nvcc(program, f"nvcc {release}", arch)
    return Missing(f"no 'nvcc' of a CUDA toolkit ({install_line('nvcc')})")
