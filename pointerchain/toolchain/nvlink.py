# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Stands for CUDA 12's ``nvlink``, which no package of PyPI has: links cubins with libnvJitLink of CUDA 12.9.

    python nvlink.py -o a.img -arch sm_90 -L folder a.cubin b.cubin

It takes the words by which clang-nvlink-wrapper calls nvlink, and is run as a file, by itself.
"""

from __future__ import annotations

import ctypes
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path

LIBRARY = Path("nvjitlink", "lib", "libnvJitLink.so.12")
_VERSION = "12_9"
_ANY_INPUT = 10
_WITH_VALUE = ("-o", "-arch", "-L", "-l")


def library() -> Path | None:
    """libnvJitLink of NVIDIA's package; None where it is not installed."""
    try:
        found = importlib.util.find_spec("nvidia")
    except (ImportError, ValueError):
        return None
    places = list(found.submodule_search_locations or ()) if found else []
    return next((Path(place, LIBRARY) for place in places if Path(place, LIBRARY).exists()), None)


def split(words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The options that have a value, and the inputs; other options say nothing to this linker."""
    values: dict[str, str] = {}
    inputs = []
    rest = iter(words)
    for word in rest:
        if word in _WITH_VALUE:
            values[word] = next(rest, "")
        elif not word.startswith("-"):
            inputs.append(word)
    return values, inputs


class LinkError(Exception):
    """Nothing is linked; the message is fit for the user."""


class Linker:
    """One link. Every failure is a :class:`LinkError` with what the library says."""

    def __init__(self, path: Path, arch: str) -> None:
        self._library = ctypes.CDLL(str(path))
        self._handle = ctypes.c_void_p()
        options = (ctypes.c_char_p * 1)(f"-arch={arch}".encode())
        self._call("Create", ctypes.byref(self._handle), ctypes.c_uint32(1), options)

    def _function(self, name: str) -> ctypes._NamedFuncPointer:
        return getattr(self._library, f"__nvJitLink{name}_{_VERSION}")  # type: ignore[no-any-return]

    def _call(self, name: str, *arguments: object) -> None:
        status = self._function(name)(*arguments)
        if status:
            size = ctypes.c_size_t()
            self._function("GetErrorLogSize")(self._handle, ctypes.byref(size))
            said = ctypes.create_string_buffer(size.value + 1)
            self._function("GetErrorLog")(self._handle, said)
            raise LinkError(f"error {status} of {name}: {said.value.decode(errors='replace').strip()}")

    def add(self, path: str) -> None:
        """Add a cubin, a fat binary, an object or a library."""
        data = Path(path).read_bytes()
        size = ctypes.c_size_t(len(data))
        self._call("AddData", self._handle, ctypes.c_int(_ANY_INPUT), data, size, path.encode())

    def linked(self) -> bytes:
        """The linked cubin."""
        self._call("Complete", self._handle)
        size = ctypes.c_size_t()
        self._call("GetLinkedCubinSize", self._handle, ctypes.byref(size))
        cubin = ctypes.create_string_buffer(size.value)
        self._call("GetLinkedCubin", self._handle, cubin)
        return cubin.raw


def link(words: Sequence[str]) -> None:
    """Link as nvlink's words say; raises :class:`LinkError`."""
    values, inputs = split(words)
    path = library()
    if path is None:
        raise LinkError("no libnvJitLink of CUDA 12 (PyPI: pip install nvidia-nvjitlink-cu12)")
    if "-o" not in values or "-arch" not in values or not inputs:
        raise LinkError("what is to be linked, '-o' or '-arch' is missing")
    linker = Linker(path, values["-arch"])
    for each in inputs:
        linker.add(each)
    Path(values["-o"]).write_bytes(linker.linked())


if __name__ == "__main__":
    try:
        link(sys.argv[1:])
    except (LinkError, OSError) as error:
        sys.exit(f"nvlink: {error}")
