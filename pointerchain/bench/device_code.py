# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The device code that lies in a program: the bytes of a program -> the images for devices in it.

A compiler that offloads may leave code for the host alone without a word, and such a program falls back.

    clang      section .llvm.offloading: OffloadBinary records (llvm/Object/OffloadBinary.h)
    nvcc, nvc  cubins: ELF files of the machine EM_CUDA, whose flags hold the architecture
    gcc        PTX as text, with '.target'
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import Literal

_ELF = b"\x7fELF\x02\x01\x01"
_EM_CUDA = 190
_NEW_FLAGS = 8
"""The ABI version of cubins (CUDA 13's) from which the second byte of the flags is the architecture."""
_OFFLOAD = bytes.fromhex("10ff10ad01000000")


@dataclass(frozen=True, slots=True, order=True)
class DeviceImage:
    """Code for one device: ``arch`` is 'sm_90', or the triple where there is none."""

    kind: Literal["machine code", "PTX"]
    arch: str

    def __str__(self) -> str:
        return f"{self.kind} for {self.arch}"


def device_images(program: bytes) -> tuple[DeviceImage, ...]:
    """The images in a program, each kind once."""
    found = {
        DeviceImage("PTX", arch.decode()) for arch in re.findall(rb"^\.target[ \t]+(sm_\d+)", program, re.M)
    }
    for match in re.finditer(re.escape(_ELF), program):
        if arch := _cubin(program, match.start()):
            found.add(DeviceImage("machine code", arch))
    for match in re.finditer(re.escape(_OFFLOAD), program):
        found |= _offload(program, match.start())
    return tuple(sorted(found))


def runs_on(images: tuple[DeviceImage, ...], arch: str) -> bool:
    """Whether one of the images runs on a GPU: its own machine code, or PTX of no later architecture.

    An empty ``arch`` is clang's device on the host.
    """
    if not arch:
        return any(image.arch.startswith("x86_64") for image in images)
    return any(
        image.arch == arch
        or (image.kind == "PTX" and image.arch.startswith("sm_") and _number(image.arch) <= _number(arch))
        for image in images
    )


def _number(arch: str) -> int:
    return int("".join(filter(str.isdecimal, arch)))


def _cubin(data: bytes, at: int) -> str:
    """The architecture of the cubin at a place; empty where no cubin is there."""
    if len(data) < at + 64 or struct.unpack_from("<H", data, at + 18)[0] != _EM_CUDA:
        return ""
    flags: int = struct.unpack_from("<I", data, at + 48)[0]
    return f"sm_{flags >> 8 & 0xFF if data[at + 8] >= _NEW_FLAGS else flags & 0xFF}"


def _offload(data: bytes, at: int) -> set[DeviceImage]:
    """What the OffloadBinary record at a place says of its image."""
    try:
        size, entry = struct.unpack_from("<QQ", data, at + 8)
        strings, count, _, image_size = struct.unpack_from("<QQQQ", data, at + entry + 8)
        if not image_size or size > len(data) - at or count > 64:
            return set()
        values = {}
        for index in range(count):
            key, value = struct.unpack_from("<QQ", data, at + strings + 16 * index)
            values[_text(data, at + key)] = _text(data, at + value)
    except (struct.error, ValueError):
        return set()
    triple, arch = values.get("triple", ""), values.get("arch", "")
    return {DeviceImage("machine code", arch if arch.startswith("sm_") else triple)} if triple else set()


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode("ascii", "replace")
