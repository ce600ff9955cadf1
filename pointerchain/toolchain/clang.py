# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""clang, offloading OpenMP to one kind of device: x86_64 or nvptx.

clang's x86_64 device is the host's own processor, with memory that is allocated and copied apart: what a
program forgets to map is wrong there. ``OMP_TARGET_OFFLOAD=MANDATORY`` keeps the runtime from falling
back to the host in silence. Programs for nvptx are linked with 'ptxas' and 'nvlink' of CUDA 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pointerchain.extras import install_line
from pointerchain.toolchain.base import (
    Dialect,
    GnuDriver,
    Installation,
    Language,
    Memory,
    Missing,
    ask,
    check_dialect,
    part,
    which,
)
from pointerchain.toolchain.cuda import DEFAULT_TOOLKIT, toolkit_for_llvm

HOST_TRIPLE = "x86_64-pc-linux-gnu"


@dataclass(frozen=True, slots=True)
class Clang(GnuDriver):
    """clang for the device that ``triple`` names; ``arch`` is the GPU's, such as 'sm_70'."""

    name: str = "clang"
    triple: str = HOST_TRIPLE
    arch: str = ""
    dialects: tuple[Dialect, ...] = ("openmp",)
    languages: tuple[Language, ...] = ("c", "c++")
    has_mappers: bool = True
    optimize: str = "-O2"

    @property
    def title(self) -> str:
        """The compiler and its device."""
        return f"clang, {self.triple.partition('-')[0]} device{f' ({self.arch})' if self.arch else ''}"

    @property
    def device_is_host(self) -> bool:
        """True for the x86_64 device."""
        return self.triple == HOST_TRIPLE

    def find(self) -> Installation | Missing:
        """clang 19 by its versioned name, or the clang of the path."""
        c, cxx = which("clang-19", "clang"), which("clang++-19", "clang++")
        if c is None or cxx is None:
            return Missing("no 'clang-19' or 'clang' (Debian package clang-19)")
        # Debian's first line is 'Debian clang version 19.1.7 (...)'.
        version = ask(c, "--version").partition("clang version ")[2].split(" ")[0].split("\n")[0]
        major = version.split(".")[0]
        runtime = part(c, "file", "libomptarget.so")
        if runtime is None or part(c, "file", "libomp.so") is None:
            return Missing(f"no OpenMP offload runtime of {c} (Debian package libomp-{major}-dev)")
        if part(c, "prog", "clang-linker-wrapper") is None:
            return Missing(f"no 'clang-linker-wrapper' of {c} (Debian package clang-tools-{major})")
        return Installation(
            {"c": c, "c++": cxx},
            f"clang {version}",
            why_not_links="" if self.device_is_host else self._why_not_links(runtime),
            environment={
                "LD_LIBRARY_PATH": str(runtime.parent),
                "OMP_TARGET_OFFLOAD": "MANDATORY",
                "KMP_WARNINGS": "off",  # about how many threads a small machine has
            },
        )

    def _why_not_links(self, runtime: Path) -> str:
        """What is missing to link for a GPU; empty where nothing is."""
        if not (runtime.parent / f"libomptarget-nvptx-{self.arch}.bc").exists():
            return f"clang's OpenMP device library has no '{self.arch}'"
        if toolkit_for_llvm() is None:
            return (
                "no 'ptxas' and 'nvlink' of CUDA 12, whose code LLVM's runtime loads and that of CUDA 13 it "
                f"does not ({install_line('nvcc')}): clang compiles to PTX but cannot link"
            )
        return ""

    def offload(self, found: Installation, dialect: Dialect | None, memory: Memory) -> tuple[str, ...]:
        """See :class:`~pointerchain.toolchain.base.GnuDriver`."""
        check_dialect(self, dialect)
        if dialect is None:
            return ()
        words: tuple[str, ...] = ("-fopenmp", f"-fopenmp-targets={self.triple}")
        if self.arch:
            words += (f"--offload-arch={self.arch}",)
            # Debian's clang does not look where Debian's libomp-19-dev puts its device library.
            if folder := found.environment.get("LD_LIBRARY_PATH"):
                words += (f"--libomptarget-nvptx-bc-path={folder}",)
            # Where clang looks by itself needs no word.
            if (toolkit := toolkit_for_llvm()) and toolkit != DEFAULT_TOOLKIT:
                words += (f"--cuda-path={toolkit}", "-Wno-unknown-cuda-version")
        return words
