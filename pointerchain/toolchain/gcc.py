# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""gcc, offloading OpenACC and OpenMP to nvptx.

A program that is built for nvptx runs on the host where there is no GPU: libgomp falls back by itself.
gcc 12 has no ``declare mapper``.
"""

from __future__ import annotations

from dataclasses import dataclass

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

_DIRECTIVES: dict[Dialect, str] = {"openacc": "-fopenacc", "openmp": "-fopenmp"}


@dataclass(frozen=True, slots=True)
class Gcc(GnuDriver):
    """gcc with its nvptx offload compiler; with ``needs_offload`` it is of no use without one."""

    name: str = "gcc"
    title: str = "gcc, nvptx offload"
    dialects: tuple[Dialect, ...] = ("openacc", "openmp")
    languages: tuple[Language, ...] = ("c", "c++")
    device_is_host: bool = False
    has_mappers: bool = False
    optimize: str = "-O2"
    needs_offload: bool = False

    def find(self) -> Installation | Missing:
        """gcc and g++ of the path; without the nvptx compiler programs are built for the host alone."""
        c, cxx = which("gcc"), which("g++")
        if c is None or cxx is None:
            return Missing("no 'gcc' and 'g++' (Debian packages gcc and g++)")
        version = ask(c, "-dumpfullversion")
        # 'gcc' may be another compiler's second name.
        if "Free Software Foundation" not in ask(c, "--version"):
            return Missing("the 'gcc' of the path is not GNU's")
        offloads = part(c, "prog", "accel/nvptx-none/mkoffload") is not None
        if self.needs_offload and not offloads:
            return Missing("no nvptx offload compiler (Debian package gcc-offload-nvptx)")
        notes = (
            () if offloads else ("no nvptx offload compiler (Debian package gcc-offload-nvptx): host only",)
        )
        return Installation({"c": c, "c++": cxx}, f"gcc {version}", offloads=offloads, notes=notes)

    def offload(self, found: Installation, dialect: Dialect | None, memory: Memory) -> tuple[str, ...]:
        """See :class:`~pointerchain.toolchain.base.GnuDriver`."""
        check_dialect(self, dialect)
        if dialect is None:
            return ()
        if not found.offloads:
            return (_DIRECTIVES[dialect], "-foffload=disable")
        # A 'ptxas' of the path would be asked to check the code; one of CUDA 12 or later knows no sm_35.
        unchecked = "-foffload-options=nvptx-none=-Wa,--no-verify"
        return (_DIRECTIVES[dialect], "-foffload=nvptx-none", unchecked)
