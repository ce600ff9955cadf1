# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is known about compilers that offload: one adapter a compiler, all with the same few questions.

``toolchain("gcc").find()`` looks for the compiler on this machine and says where it is, or why it
cannot be used. ``compile_command`` and ``link_command`` are pure: they return the words of a command
line and are tested without the compiler. A new compiler is a module with a class that has the fields
and methods of :class:`Toolchain`, and a row in ``TOOLCHAINS``.
"""

from __future__ import annotations

import re

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
    "device_code_target",
    "toolchain",
    "toolchains_for",
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


HOST_TARGET = "host"


def device_code_target(target: str) -> str:
    """The GPU's architecture that a target such as ``nvidia:sm_90`` names, empty for ``host``.

    Raises ``ValueError`` for what is neither.
    """
    if target == HOST_TARGET:
        return ""
    match = re.fullmatch(r"nvidia:(sm_[1-9]\d+a?)", target)
    if match is None:
        raise ValueError(f"'{target}' is neither '{HOST_TARGET}' nor a GPU such as 'nvidia:sm_90'")
    return match[1]


def toolchains_for(target: str) -> tuple[Toolchain, ...]:
    """The toolchains that compile code for ``target`` and for nothing else.

    ``nvidia:sm_90`` are the offloading compilers for that GPU, none of which falls back to code for the
    host; ``host`` is clang's device on the host's processor. Raises ``ValueError`` for another target.
    """
    arch = device_code_target(target)
    if not arch:
        return (Clang(),)
    return (
        Clang(name="clang-nvptx", triple="nvptx64-nvidia-cuda", arch=arch),
        # gcc embeds PTX that the driver compiles for the GPU that is there.
        Gcc(needs_offload=True),
        Nvhpc(arch=arch.replace("sm_", "cc")),
    )
