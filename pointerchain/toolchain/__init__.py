# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is known about compilers that offload: one adapter a compiler, all with the same few questions.

``toolchain("gcc").find()`` looks for the compiler on this machine and says where it is, or why it
cannot be used. ``compile_command`` and ``link_command`` are pure: they return the words of a command
line and are tested without the compiler. A new compiler is a module with a class that has the fields
and methods of :class:`Toolchain`, and a row in ``TOOLCHAINS``.
"""

from __future__ import annotations

from pointerchain.toolchain.base import Compile, Installation, Link, Missing, Toolchain
from pointerchain.toolchain.clang import Clang
from pointerchain.toolchain.gcc import Gcc
from pointerchain.toolchain.nvhpc import Nvhpc

__all__ = [
    "TOOLCHAINS",
    "Clang",
    "Compile",
    "Gcc",
    "Installation",
    "Link",
    "Missing",
    "Nvhpc",
    "Toolchain",
    "toolchain",
]

TOOLCHAINS: tuple[Toolchain, ...] = (
    Gcc(),
    Clang(),
    Clang(name="clang-nvptx", triple="nvptx64-nvidia-cuda", arch="sm_70"),
    Nvhpc(),
)


def toolchain(name: str) -> Toolchain:
    """The toolchain called ``name``; raises ``KeyError``."""
    for each in TOOLCHAINS:
        if each.name == name:
            return each
    raise KeyError(name)
