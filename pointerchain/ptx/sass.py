# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Machine code: what ptxas makes of PTX.

``ptxas -v`` tells registers, stack and spills. Machine instructions are counted in
the cubin itself: from Volta (sm_70) to the newest each has 16 bytes, and what pads code at its end are
NOPs.

A file is assembled as a whole program, where that is possible: the registers of a kernel are then
those that a launch needs, with all that it calls, and each kernel has its own copy of
the device functions. What calls functions of other files, or has no kernel, is assembled to be linked
(``-c``): a kernel's registers are then without those of what it calls.
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

from pointerchain.extras import install_line
from pointerchain.lazy import NamedTuple, lazy_pattern


class SassError(Exception):
    """ptxas is not there or refuses; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Sass:
    """One kernel or device function for one architecture; ``spill_*`` and ``stack`` in bytes.

    ``mode`` is one of :data:`MODES`. ``function`` is empty for a kernel; for a device function ``kernel``
    is the one that this copy belongs to, and empty where the code can be linked. A kernel's
    ``instructions`` are all of its code, with its copies of device functions; None for what is older than
    Volta, as ``opcodes`` where there is no disassembler. ``registers`` is None for a device function:
    ptxas does not tell.
    """

    kernel: str
    function: str
    arch: str
    mode: str
    registers: int | None
    spill_stores: int
    spill_loads: int
    stack: int
    instructions: int | None
    opcodes: Counter[str] | None

    @property
    def name(self) -> str:
        """The kernel's or the device function's."""
        return self.function or self.kernel


MODES = WHOLE, RELOCATABLE = ("whole program", "relocatable")
ARCH = lazy_pattern(r"sm_(\d+)[af]?")
_COMPILING = lazy_pattern(r"(?:Compiling entry function|Function properties for) '?([^'\s]+)'?")
_STACK = lazy_pattern(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_REGISTERS = lazy_pattern(r"Used (\d+) registers")
_SECTION = lazy_pattern(r"\s*\.section\s+\.text\.([^,\s]+)")
_SUBROUTINE = lazy_pattern(r"(\$[^\s:]+):\s*$")
_SASS_LINE = lazy_pattern(r"\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P[T\d]\s+)?([A-Z][\w.]*)")

_INSTRUCTION_BYTES = 16
_NOP = 0x918  # the opcode in the low 12 bits, from Volta on
_FIRST_FIXED_SIZE = 70


def assemble(ptx: bytes, arch: str, given: str | None = None, mode: str | None = None) -> list[Sass]:
    """What ptxas makes of each kernel and device function of ``ptx``.

    Raises :class:`SassError` with ptxas's message.
    ``given`` is the ptxas to use; without it every one that is found and knows
    ``arch`` is tried until one knows the PTX's version, too. ``mode`` is one of :data:`MODES`; without
    it that is a whole program, where it can be one.
    """
    failure = SassError("")
    for ptxas in _usable(arch, given):
        try:
            if mode is not None:
                return _assemble(ptx, arch, ptxas, mode)
            try:
                whole = _assemble(ptx, arch, ptxas, WHOLE)
            except SassError as error:
                if "Unresolved extern" not in str(error):
                    raise
                whole = []
            return whole or _assemble(ptx, arch, ptxas, RELOCATABLE)
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
            f"no ptxas in PATH or CUDA_HOME; {install_line('ptx')} brings one, '--ptxas' names one"
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


def _assemble(ptx: bytes, arch: str, ptxas: str, mode: str) -> list[Sass]:
    with tempfile.TemporaryDirectory(prefix="pointerchain-") as directory:
        source, cubin = Path(directory, "in.ptx"), Path(directory, "out.cubin")
        source.write_bytes(ptx)
        compile_only = ["-c"] if mode == RELOCATABLE else []
        command = [ptxas, "-v", *compile_only, f"-arch={arch}", "-o", str(cubin), str(source)]
        try:
            result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        except OSError as error:
            raise SassError(f"cannot run '{ptxas}': {error.strerror}") from None
        report = (result.stdout + result.stderr).replace(str(source), "PTX")
        if result.returncode != 0:
            raise SassError(f"'{ptxas}' for {arch} failed (exit code {result.returncode}):\n{report.strip()}")
        counted = machine_instructions(cubin.read_bytes()) if _is_fixed_size(arch) else {}
        opcodes = disassembled(cubin)
        found = []
        for kernel, function, registers, properties in _reported(report, mode):
            if function and function.encode() not in ptx:
                continue  # a part of ptxas itself, such as its division
            stack, stores, loads = properties
            code = f"${kernel}${function}" if kernel and function else function or kernel
            found.append(
                Sass(
                    *(kernel, function, arch, mode, registers, stores, loads, stack),
                    *(counted.get(code), opcodes.get(code)),
                )
            )
        return found


def disassembled(cubin: Path) -> dict[str, Counter[str]]:
    """The opcodes in a cubin, by nvdisasm, under the names that :func:`machine_instructions` gives.

    Empty where no nvdisasm knows the architecture.
    """
    for nvdisasm in candidates("nvdisasm"):
        command = [nvdisasm, "-c", str(cubin)]
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if result.returncode == 0:
            return _listing(result.stdout)
    return {}


def _listing(text: str) -> dict[str, Counter[str]]:
    """Opcodes by name in what nvdisasm prints, without the NOPs at the end of each."""
    opcodes: dict[str, list[str]] = {}
    section: list[str] = []
    subroutine: list[str] | None = None
    for line in text.splitlines():
        if match := _SECTION.match(line):
            section, subroutine = opcodes.setdefault(match[1], []), None
        elif match := _SUBROUTINE.match(line):
            subroutine = opcodes.setdefault(match[1], [])
        elif match := _SASS_LINE.match(line):
            section.append(match[1])
            if subroutine is not None:
                subroutine.append(match[1])
    for code in opcodes.values():
        while code and code[-1] == "NOP":
            code.pop()
    return {name: Counter(code) for name, code in opcodes.items()}


def _is_fixed_size(arch: str) -> bool:
    number = ARCH.fullmatch(arch)
    return number is not None and int(number[1]) >= _FIRST_FIXED_SIZE


def _reported(report: str, mode: str) -> Iterator[tuple[str, str, int | None, tuple[int, int, int]]]:
    """What ``ptxas -v`` tells: kernel, device function, registers, and bytes of stack, stored and loaded."""
    entry, named = "", ""
    kernel = _NOTHING
    for line in report.splitlines():
        if match := _COMPILING.search(line):
            named = match[1]
            if "Compiling" in line:
                entry = named
        elif match := _STACK.search(line):
            properties = (int(match[1]), int(match[2]), int(match[3]))
            if named == entry:
                kernel = properties
            else:
                yield entry if mode == WHOLE else "", named, None, properties
        elif (match := _REGISTERS.search(line)) and named == entry and entry:
            yield entry, "", int(match[1]), kernel
            kernel = _NOTHING


_NOTHING = (0, 0, 0)


def machine_instructions(cubin: bytes) -> dict[str, int]:
    """Instructions of each ``.text.NAME`` of a cubin for sm_70 or newer, without the NOPs at its end.

    So those of each part of one that has a name of its own: ``$KERNEL$FUNCTION`` is a kernel's copy of a
    device function.
    """
    counts: dict[str, int] = {}
    sections = list(_sections(cubin))
    for section in sections:
        if section.name.startswith(".text."):
            counts[section.name.removeprefix(".text.")] = _counted(section.data)
    for section in sections:
        if section.kind == _SYMTAB:
            strings = sections[section.link].data
            for name, info, _, home, start, size in struct.iter_unpack("<IBBHQQ", section.data):
                text = strings[name : strings.index(b"\0", name)].decode("latin-1")
                if info & 15 == _FUNC and text.startswith("$") and home < len(sections):
                    counts[text] = _counted(sections[home].data[start : start + size])
    return counts


def _counted(code: bytes) -> int:
    """Instructions without the NOPs at the end."""
    words = [low & 0xFFF for low, _ in struct.iter_unpack("<QQ", code[: len(code) // 16 * 16])]
    while words and words[-1] == _NOP:
        words.pop()
    return len(words)


_NOBITS, _SYMTAB, _FUNC = 8, 2, 2


class _Section(NamedTuple):
    """A section of an ELF file; ``link`` is the number of another that belongs to it."""

    name: str
    kind: int
    link: int
    data: bytes


def _sections(elf: bytes) -> Iterator[_Section]:
    """The sections of a 64-bit little-endian ELF file, in its order."""
    (offset,) = struct.unpack_from("<Q", elf, 0x28)
    size, number, names = struct.unpack_from("<HHH", elf, 0x3A)
    headers = [struct.unpack_from("<IIQQQQI", elf, offset + index * size) for index in range(number)]
    strings = headers[names]
    for name, kind, _, _, start, length, link in headers:
        begin = strings[4] + name
        text = elf[begin : elf.index(b"\0", begin)].decode("latin-1")
        yield _Section(text, kind, link, b"" if kind == _NOBITS else elf[start : start + length])
