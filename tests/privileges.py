# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Root reads and writes what the modes of files forbid; tests of what they forbid give that up."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager

DAC_OVERRIDE, DAC_READ_SEARCH = 1, 2  # of linux/capability.h
VERSION_3 = 0x20080522
GET_SECUREBITS, SET_SECUREBITS = 27, 28  # of linux/prctl.h
# of linux/securebits.h: a program that root starts gains nothing, and access() asks for what is in effect
NOROOT, NO_SETUID_FIXUP = 1, 4


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


@contextmanager
def modes_respected() -> Iterator[None]:
    """Let the modes of files hold for this thread and what it starts, also where it is root's."""
    if os.geteuid():
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)

    def call(name: str, *arguments: object) -> int:
        result: int = getattr(libc, name)(*arguments)
        if result < 0:
            raise OSError(ctypes.get_errno(), name)
        return result

    header, sets = _Header(VERSION_3, 0), (_Sets * 2)()
    call("capget", ctypes.byref(header), sets)
    bits, effective = call("prctl", GET_SECUREBITS, 0, 0, 0, 0), sets[0].effective
    call("prctl", SET_SECUREBITS, bits | NOROOT | NO_SETUID_FIXUP, 0, 0, 0)
    sets[0].effective &= ~(1 << DAC_OVERRIDE | 1 << DAC_READ_SEARCH)
    call("capset", ctypes.byref(header), sets)
    try:
        yield
    finally:
        sets[0].effective = effective
        call("capset", ctypes.byref(header), sets)
        call("prctl", SET_SECUREBITS, bits, 0, 0, 0)
