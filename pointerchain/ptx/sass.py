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
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path


class SassError(Exception):
    """ptxas is not there or refuses; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Sass:
    """One kernel for one architecture; ``spill_*`` and ``stack`` in bytes.

    ``instructions`` is None for what is older than Volta, ``opcodes`` where there is no disassembler.
    """

    kernel: str
    arch: str
    registers: int
    spill_stores: int
    spill_loads: int
    stack: int
    instructions: int | None
    opcodes: Counter[str] | None


ARCH = re.compile(r"sm_(\d+)[af]?")
_COMPILING = re.compile(r"(?:Compiling entry function|Function properties for) '?([^'\s]+)'?")
_STACK = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_REGISTERS = re.compile(r"Used (\d+) registers")
_SECTION = re.compile(r"\s*\.section\s+\.text\.([^,\s]+)")
_SASS_LINE = re.compile(r"\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P[T\d]\s+)?([A-Z][\w.]*)")

_INSTRUCTION_BYTES = 16
_NOP = 0x918  # the opcode in the low 12 bits, from Volta on
_FIRST_FIXED_SIZE = 70


def assemble(ptx: bytes, arch: str, given: str | None = None) -> list[Sass]:
    """What ptxas makes of each kernel of ``ptx``; raises :class:`SassError` with its message.

    ``given`` is the ptxas to use; without it every one that is found and knows
    ``arch`` is tried until one knows the PTX's version, too.
    """
    failure = SassError("")
    for ptxas in _usable(arch, given):
        try:
            return _assemble(ptx, arch, ptxas)
        except SassError as error:
            failure = error
            if "Unsupported .version" not in str(error):
                break
    raise failure


def _usable(arch: str, given: str | None) -> list[str]:
    if given is not None:
        if shutil.which(given) is None:
            raise SassError(f"cannot run '{given}'")
        return [given]
    found = list(candidates("ptxas"))
    if not found:
        raise SassError(
            "no ptxas in PATH or CUDA_HOME; 'pip install pointerchain[ptx]' brings one, '--ptxas' names one"
        )
    usable = [path for path in found if arch in _arches(path)]
    if not usable:
        known = dict.fromkeys(each for path in found for each in _arches(path))
        raise SassError(f"no ptxas here knows {arch}; they know {', '.join(known) or 'none'}")
    return usable


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


def _assemble(ptx: bytes, arch: str, ptxas: str) -> list[Sass]:
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
            raise SassError(f"'{ptxas}' for {arch} failed (exit code {result.returncode}):\n{report.strip()}")
        counted = machine_instructions(cubin.read_bytes()) if _is_fixed_size(arch) else {}
        return list(_kernels(report, arch, counted, disassembled(cubin)))


def disassembled(cubin: Path) -> dict[str, Counter[str]]:
    """The opcodes of each kernel of a cubin, by nvdisasm; empty where none knows the architecture."""
    for nvdisasm in candidates("nvdisasm"):
        command = [nvdisasm, "-c", str(cubin)]
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if result.returncode == 0:
            return _listing(result.stdout)
    return {}


def _listing(text: str) -> dict[str, Counter[str]]:
    """Opcodes by kernel in what nvdisasm prints, without the NOPs at the end of each."""
    opcodes: dict[str, list[str]] = {}
    code: list[str] = []
    for line in text.splitlines():
        if match := _SECTION.match(line):
            code = opcodes.setdefault(match[1], [])
        elif match := _SASS_LINE.match(line):
            code.append(match[1])
    for code in opcodes.values():
        while code and code[-1] == "NOP":
            code.pop()
    return {name: Counter(code) for name, code in opcodes.items()}


def _is_fixed_size(arch: str) -> bool:
    number = ARCH.fullmatch(arch)
    return number is not None and int(number[1]) >= _FIRST_FIXED_SIZE


def _kernels(
    report: str, arch: str, instructions: dict[str, int], opcodes: dict[str, Counter[str]]
) -> Iterator[Sass]:
    """The kernels in the report of ``ptxas -v``."""
    kernel, properties = "", (0, 0, 0)
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
            yield Sass(
                kernel,
                arch,
                int(match[1]),
                stores,
                loads,
                stack,
                instructions.get(kernel),
                opcodes.get(kernel),
            )


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
