# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Machine code: what ptxas makes of PTX.

``ptxas -v`` tells registers, stack and spills of each kernel. Machine
instructions are counted in the cubin itself: from Volta (sm_70) to the newest each has 16 bytes,
and what pads a kernel's code at its end are NOPs.
"""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path


class SassError(Exception):
    """ptxas is not there or refuses; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Sass:
    """One kernel for one architecture; ``spill_*`` and ``stack`` in bytes, None where it is not known."""

    kernel: str
    arch: str
    registers: int
    spill_stores: int
    spill_loads: int
    stack: int
    instructions: int | None


ARCH = re.compile(r"sm_(\d+)[af]?")
_COMPILING = re.compile(r"(?:Compiling entry function|Function properties for) '?([^'\s]+)'?")
_STACK = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_REGISTERS = re.compile(r"Used (\d+) registers")
_MESSAGE = re.compile(r"^ptxas (?:fatal|error|.*, line \d+; (?:fatal|error))", re.MULTILINE)

_INSTRUCTION_BYTES = 16
_NOP = 0x918  # the opcode in the low 12 bits, from Volta on
_FIRST_FIXED_SIZE = 70


def find_ptxas(arch: str, given: str | None = None) -> str:
    """A ptxas that knows ``arch``; raises :class:`SassError`."""
    if given is not None:
        if shutil.which(given) is None:
            raise SassError(f"cannot run '{given}'")
        return given
    found = list(candidates("ptxas"))
    if not found:
        raise SassError(
            "no ptxas in PATH or CUDA_HOME; 'pip install pointerchain[ptx]' brings one, '--ptxas' names one"
        )
    for path in found:
        if arch in _arches(path):
            return path
    raise SassError(f"no ptxas here knows {arch}; those that were found know {_span(found)}")


def candidates(tool: str) -> Iterator[str]:
    """Where a tool of the CUDA toolkit is: PATH, CUDA_HOME and CUDA_PATH, NVIDIA's packages from PyPI."""
    seen = set()
    places: list[str | None] = [shutil.which(tool)]
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(variable):
            places.append(shutil.which(tool, path=str(Path(os.environ[variable]) / "bin")))
    for directory in sys.path:
        root = Path(directory) / "nvidia"
        places += [shutil.which(tool, path=str(found.parent)) for found in sorted(root.glob(f"*/bin/{tool}"))]
    for place in places:
        if place is not None and os.path.realpath(place) not in seen:
            seen.add(os.path.realpath(place))
            yield place


@lru_cache
def _arches(ptxas: str) -> tuple[str, ...]:
    """The architectures in the help of a ptxas."""
    result = subprocess.run([ptxas, "--help"], capture_output=True, text=True, check=False)
    return tuple(dict.fromkeys(re.findall(r"'(sm_\d+[af]?)'", result.stdout)))


def _span(paths: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(arch for path in paths for arch in _arches(path))) or "none"


def assemble(ptx: bytes, arch: str, ptxas: str) -> list[Sass]:
    """What ``ptxas`` makes of each kernel of ``ptx``; raises :class:`SassError` with its message."""
    with tempfile.TemporaryDirectory(prefix="pointerchain-") as directory:
        source, cubin = Path(directory, "in.ptx"), Path(directory, "out.cubin")
        source.write_bytes(ptx)
        # Relocatable: what the kernels call need not be in this file.
        command = [ptxas, "-v", "-c", f"-arch={arch}", "-o", str(cubin), str(source)]
        try:
            result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        except OSError as error:
            raise SassError(f"cannot run '{ptxas}': {error.strerror}") from None
        report = (result.stdout + result.stderr).replace(str(source), "PTX")
        if result.returncode != 0:
            raise SassError(f"ptxas for {arch} failed (exit code {result.returncode}):\n{report.strip()}")
        return list(_kernels(report, arch, machine_instructions(cubin.read_bytes())))


def _kernels(report: str, arch: str, instructions: dict[str, int]) -> Iterator[Sass]:
    """The kernels in the report of ``ptxas -v``."""
    kernel, properties = "", (0, 0, 0)
    number = ARCH.fullmatch(arch)
    fixed = number is not None and int(number[1]) >= _FIRST_FIXED_SIZE
    entries: list[str] = []
    for line in report.splitlines():
        if match := _COMPILING.search(line):
            if "Compiling" in line:
                entries.append(match[1])
            kernel = match[1]
        elif match := _STACK.search(line):
            properties = (int(match[1]), int(match[2]), int(match[3]))
        elif (match := _REGISTERS.search(line)) and kernel in entries:
            stack, stores, loads = properties
            counted = instructions.get(kernel) if fixed else None
            yield Sass(kernel, arch, int(match[1]), stores, loads, stack, counted)


def machine_instructions(cubin: bytes) -> dict[str, int]:
    """Instructions of each ``.text.NAME`` of a cubin for sm_70 or newer, without the NOPs at its end."""
    counts: dict[str, int] = {}
    for name, code in _sections(cubin):
        if name.startswith(".text."):
            words = [low & 0xFFF for low, _ in struct.iter_unpack("<QQ", code[: len(code) // 16 * 16])]
            while words and words[-1] == _NOP:
                words.pop()
            counts[name.removeprefix(".text.")] = len(words)
    return counts


def _sections(elf: bytes) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each section of a 64-bit little-endian ELF file."""
    (offset,) = struct.unpack_from("<Q", elf, 0x28)
    size, number, names = struct.unpack_from("<HHH", elf, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", elf, offset + index * size) for index in range(number)]
    strings = headers[names]
    for name, kind, _, _, start, length in headers:
        begin = strings[4] + name
        text = elf[begin : elf.index(b"\0", begin)].decode("latin-1")
        if kind != 8:  # SHT_NOBITS holds no bytes
            yield text, elf[start : start + length]
