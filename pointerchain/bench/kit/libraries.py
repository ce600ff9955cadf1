# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The shared libraries of programs: which they load, and stand-ins for those that are big and of no use.

Programs -> (name, file) of every library that the loader would map, sorted into the C library's own and the
others. What a library is needed for only by a part of another that offloading never calls is replaced by a
small library with the same name and functions, each of which ends the program.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pointerchain.lazy import lazy_pattern

LOADER = "ld-linux-x86-64.so.2"
_LIBC = lazy_pattern(r"(ld-linux|libc\.so|libm\.so|libdl\.so|libpthread\.so|librt\.so|libresolv\.so)")

# libLLVM, which libomptarget needs, names these for what it does elsewhere.
_STOOD_IN = {
    "libz3.so": "LLVM's solver",
    "libxml2.so": "manifests of Windows programs",
    "libedit.so": "command lines of debuggers",
}
# Loaded by name when a program runs: the loader does not tell.
LOADED_LATER = {"libgomp.so.1": ("libgomp-plugin-nvptx.so.1",)}


class LibraryError(Exception):
    """A library cannot be found or replaced; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Library:
    """A shared library: what the loader calls it, its file, and whether it belongs to the C library.

    ``instead`` says what a stand-in replaces, and why; it is empty for a library that is taken as it is.
    """

    name: str
    path: Path
    libc: bool = False
    instead: str = ""


def libraries_of(programs: Iterable[Path], search: str, scratch: Path) -> list[Library]:
    """What ``programs`` load, with ``search`` as LD_LIBRARY_PATH; stand-ins are built below ``scratch``.

    Raises :class:`LibraryError`.
    """
    found: dict[str, Library] = {}
    users: dict[str, list[Path]] = {}
    waiting = [(path, name) for path in programs for name in _needed(path)]
    places = _resolved(programs, search)
    while waiting:
        user, name = waiting.pop()
        users.setdefault(name, []).append(user)
        if name in found:
            continue
        path = places.get(name) or _in_folders(name, search)
        if path is None:
            raise LibraryError(f"no '{name}', which '{user.name}' loads")
        why = next((why for part, why in _STOOD_IN.items() if name.startswith(part)), "")
        found[name] = Library(name, path, bool(_LIBC.match(name)), why)
        if not why:
            waiting += [(path, each) for each in _needed(path)]
            waiting += [
                (path, each) for each in LOADED_LATER.get(name, ()) if _in_folders(each, f"{path.parent}")
            ]
    return [
        _stand_in(each, users[each.name], scratch) if each.instead else each
        for each in sorted(found.values(), key=lambda each: each.name)
    ]


def _needed(path: Path) -> list[str]:
    """The names of the libraries that a program or library asks for."""
    return re.findall(r"\(NEEDED\).*\[(.+?)\]", _ask("readelf", "-dW", str(path)))


def _resolved(programs: Iterable[Path], search: str) -> dict[str, Path]:
    """Where the loader of this machine finds libraries."""
    text = _ask("ldd", *(str(path.resolve()) for path in programs), LD_LIBRARY_PATH=search)
    found = {name: Path(path) for name, path in re.findall(r"^\s+(\S+) => (/\S+)", text, re.M)}
    loader = re.search(rf"^\s+(/\S*{re.escape(LOADER)})", text, re.M)
    return found | ({LOADER: Path(loader[1])} if loader else {})


def _in_folders(name: str, search: str) -> Path | None:
    folders = (
        *search.split(":"),
        "/usr/lib/x86_64-linux-gnu",
        "/lib/x86_64-linux-gnu",
        "/usr/lib64",
        "/lib64",
    )
    return next((Path(folder, name) for folder in folders if folder and Path(folder, name).exists()), None)


def _ask(*command: str, **environment: str) -> str:
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            env={**os.environ, "LC_ALL": "C", **environment},
            check=False,
        )
    except OSError as error:
        raise LibraryError(f"cannot run '{command[0]}': {error.strerror}") from None
    return done.stdout


def _stand_in(library: Library, users: list[Path], scratch: Path) -> Library:
    """Build a library with the functions and variables that ``users`` take from ``library``."""
    offered = {name: version for name, version, _, _ in _symbols(library.path, defined=True)}
    wanted = {
        name: (kind, size)
        for user in users
        for name, _, kind, size in _symbols(user, defined=False)
        if name in offered
    }
    sizes = {name: size for name, _, kind, size in _symbols(library.path, defined=True) if kind == "OBJECT"}
    lines = ["#include <stdio.h>", "#include <stdlib.h>"]
    for name in sorted(wanted):
        if name in sizes:
            lines.append(f"char {name}[{max(sizes[name], 8)}];")
        else:
            text = f"{library.name}: a stand-in of the kit was called: {name}"
            lines.append(f'void {name}(void) {{ fputs("{text}\\n", stderr); abort(); }}')
    versions: dict[str, list[str]] = {}
    for name in wanted:
        if offered[name]:
            versions.setdefault(offered[name], []).append(name)
    scratch.mkdir(parents=True, exist_ok=True)
    output = scratch / library.name
    with tempfile.TemporaryDirectory() as folder:
        source, script = Path(folder, "stand_in.c"), Path(folder, "versions")
        source.write_text("\n".join(lines) + "\n")
        script.write_text("".join(f"{name} {{ {'; '.join(names)}; }};\n" for name, names in versions.items()))
        command = ["gcc", "-shared", "-fPIC", "-fno-builtin", "-w", f"-Wl,-soname,{library.name}"]
        command += [f"-Wl,--version-script={script}"] if versions else []
        done = subprocess.run(
            [*command, str(source), "-o", str(output)], capture_output=True, text=True, check=False
        )
    if done.returncode != 0:
        raise LibraryError(f"cannot build a stand-in of '{library.name}': {done.stderr.strip()}")
    return Library(library.name, output, library.libc, f"{library.path.name}: {library.instead}")


def _symbols(path: Path, *, defined: bool) -> list[tuple[str, str, str, int]]:
    """Name, version, kind and size of the dynamic symbols that a library defines, or leaves to others."""
    symbols = []
    for line in _ask("readelf", "--dyn-syms", "-W", str(path)).splitlines():
        words = line.split()
        if len(words) < 8 or not words[0].rstrip(":").isdecimal() or (words[6] != "UND") != defined:
            continue
        name, _, version = words[7].partition("@")
        symbols.append((name, version.lstrip("@"), words[3], int(words[2], 0)))
    return symbols
