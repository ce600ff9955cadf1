# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's HPC compilers, nvc and nvc++, offloading OpenACC and OpenMP to an NVIDIA GPU.

The memory modes are spelled ``-gpu=mem:separate|managed|unified``, as the user's guide of HPC SDK 24 and
25 has them; the older ``-gpu=managed`` is deprecated there. A mode has to be given to the link as well.
No compiler of a package registry is this one: its command lines are tested, and were not run.
"""

from __future__ import annotations

import re
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
    which,
)

# The first release whose user's guide documents 'mem:' is taken to be this one.
OLDEST = (24, 5)

# 'gpu' alone: a program that finds no GPU ends instead of running on the host.
_DIRECTIVES: dict[Dialect, str] = {"openacc": "-acc=gpu", "openmp": "-mp=gpu"}


@dataclass(frozen=True, slots=True)
class Nvhpc(GnuDriver):
    """nvc and nvc++; ``arch`` is a compute capability such as 'cc70', by default the machine's."""

    name: str = "nvhpc"
    arch: str = "ccnative"
    title: str = "nvc, NVIDIA GPU"
    dialects: tuple[Dialect, ...] = ("openacc", "openmp")
    languages: tuple[Language, ...] = ("c", "c++")
    device_is_host: bool = False
    has_mappers: bool = False
    optimize: str = "-O2"

    def find(self) -> Installation | Missing:
        """nvc and nvc++ of the path, HPC SDK 24.5 or later."""
        if which("nvc") is None or which("nvc++") is None:
            return Missing("no 'nvc' and 'nvc++' (NVIDIA HPC SDK, https://developer.nvidia.com/hpc-sdk)")
        # 'nvc 25.5-0 64-bit target on x86-64 Linux ...'
        match = re.search(r"nvc (\d+)\.(\d+)(-\d+)?", ask("nvc", "--version"))
        if match is None:
            return Missing("'nvc --version' does not say which version it is")
        if (int(match[1]), int(match[2])) < OLDEST:
            return Missing(
                f"'{match[0]}' is too old: '-gpu=mem:...' needs HPC SDK {OLDEST[0]}.{OLDEST[1]} or later"
            )
        return Installation({"c": "nvc", "c++": "nvc++"}, match[0])

    def offload(self, found: Installation, dialect: Dialect | None, memory: Memory) -> tuple[str, ...]:
        """See :class:`~pointerchain.toolchain.base.GnuDriver`."""
        check_dialect(self, dialect)
        if dialect is None:
            return ()
        return (_DIRECTIVES[dialect], f"-gpu={self.arch},mem:{memory}")
