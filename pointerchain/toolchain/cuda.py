# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's CUDA toolkit: where it is, and nvcc for the CUDA device of the deep-copy runtime.

Neither a GPU nor a driver is needed to compile. The toolkit may be installed, or come from PyPI
(``pip install pointerchain[nvcc]``).
"""

from __future__ import annotations

import importlib.util
import os
from dataclasses import dataclass
from pathlib import Path

from pointerchain.toolchain.base import Missing, ask, which

DEFAULT_TOOLKIT = Path("/usr/local/cuda")


def cuda_toolkit() -> Path | None:
    """The folder of a CUDA toolkit that has ptxas, nvlink and libdevice; None where there is none.

    The one that CUDA_HOME or CUDA_PATH names, else NVIDIA's usual place, else the one from PyPI.
    """
    named = [Path(os.environ[name]) for name in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    for folder in (*named, DEFAULT_TOOLKIT, *_from_pypi()):
        # The package of CUDA 12 has no nvlink.
        programs = (folder / "bin" / "ptxas", folder / "bin" / "nvlink")
        if all(program.exists() for program in programs) and (folder / "nvvm" / "libdevice").is_dir():
            return folder
    return None


def _from_pypi() -> list[Path]:
    """The folders of NVIDIA's packages, the newest version of CUDA first."""
    try:
        found = importlib.util.find_spec("nvidia")
    except (ImportError, ValueError):
        return []
    places = list(found.submodule_search_locations or ()) if found else []
    return sorted((path for place in places for path in Path(place).glob("cu*")), reverse=True)


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
    return Missing("no 'nvcc' of a CUDA toolkit (PyPI: pip install pointerchain[nvcc])")
