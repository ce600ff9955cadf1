# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Sources -> a program that counts its accesses: ``runtime/`` is what instrumented code calls.

An instruction is one of the source's, as it is for one thread of a GPU.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from pointerchain.build.instrument import HOOKS, INCLUDES, INSTRUMENT
from pointerchain.build.runtime_library import NotBuilt, runtime_library
from pointerchain.files import reason
from pointerchain.lazy import NamedTuple
from pointerchain.place.profiling.command import Command, ProfileError
from pointerchain.place.profiling.marks import Marked, marked
from pointerchain.place.profiling.translated import check_preprocessed, translated
from pointerchain.place.profiling.uncounted import Uncounted, uncounted
from pointerchain.toolchain import Clang, Installation, Missing

RUNTIME = Path(__file__).parent / "runtime"


class Built(NamedTuple):
    """The program, what clang did not instrument in it, and what was not marked."""

    program: Path
    uncounted: tuple[Uncounted, ...]
    notes: tuple[str, ...]


def installation() -> Installation:
    """Clang with its OpenMP runtime; raises :class:`ProfileError`."""
    found = Clang().find()
    if isinstance(found, Missing):
        raise ProfileError(found.reason)
    return found


def build(command: Command, folder: Path, *, offloads: bool, compiled: Callable[[int, int], None]) -> Built:
    """Compile and link in ``folder``; raises :class:`ProfileError` with what the compiler said.

    ``offloads`` is False where kernels run on the host, so that marks have to say where they begin and end.
    ``compiled`` is told of each source how many are compiled, and how many there are.
    """
    found = installation()
    library = _library(found)
    unseen: list[Uncounted] = []
    notes: list[str] = []
    objects: list[str] = []
    for number, source in enumerate(command.sources):
        try:
            text = Path(source.path).read_bytes()
        except OSError as error:
            raise ProfileError(f"cannot read '{source.path}': {reason(error)}") from None
        own = translated(text, source.path, command.options, source.language)
        if own.said:
            notes.append(own.said.rstrip("\n"))
        made = marked(
            own.text, source.path, cxx=source.language == "c++", openmp=command.openmp, phases=not offloads
        )
        notes += made.notes
        overlay = folder / f"{number}.yaml"
        overlay.write_text(_overlay(source.path, made, folder / f"{number}.text"), encoding="utf-8")
        compile_ = [
            # Warnings are the user's own build's.
            *(command.compiler, *command.options, *INSTRUMENT, "-w"),
            *("-ivfsoverlay", str(overlay), "-include", str(RUNTIME / "marks.h"), *own.options),
            *("-x", source.language, source.path),
        ]
        check_preprocessed(_run([*compile_, "-E"], f"'{source.path}' is not compiled").encode(), source.path)
        target = folder / f"{number}.o"
        objects.append(str(target))
        _run([*compile_, "-c", "-o", str(target)], f"'{source.path}' is not compiled")
        sides = ("--offload-host-only", "--offload-device-only") if offloads else ("",)
        for side in sides:
            ir = _run(
                [*compile_, *filter(None, [side]), "-S", "-emit-llvm", "-o", "-"],
                f"'{source.path}' is not compiled",
            )
            unseen += uncounted(ir, source.path, made.atomics | made.reductions)
        compiled(number + 1, len(command.sources))
    program = folder / "program"
    link: list[str] = []
    for word in command.link:
        link += [word] if isinstance(word, str) else ["-x", "none", objects[word]]
    before = ["-Wl,--no-as-needed", str(library), f"-Wl,-rpath,{library.parent}"]
    _run(
        [command.compiler, *before, *link, "-Qunused-arguments", "-o", str(program)],
        "the program is not linked",
    )
    return Built(program, tuple(dict.fromkeys(unseen)), tuple(notes))


def _overlay(path: str, made: Marked, text: Path) -> str:
    """A file for ``-ivfsoverlay`` that gives the source its marks under its own name."""
    text.write_bytes(made.text)
    whole = Path(path).absolute()
    names = {str(whole), str(whole.resolve())}
    roots = [
        {
            "type": "directory",
            "name": str(Path(name).parent),
            "contents": [{"type": "file", "name": Path(name).name, "external-contents": str(text)}],
        }
        for name in sorted(names)
    ]
    return json.dumps({"version": 0, "use-external-names": False, "roots": roots})


def _run(words: Sequence[str], what: str) -> str:
    try:
        done = subprocess.run(list(words), capture_output=True, check=False)
    except OSError as error:
        raise ProfileError(f"cannot run '{words[0]}': {reason(error)}") from None
    if done.returncode != 0:
        raise ProfileError(
            f"{what}: '{words[0]}' fails with exit code {done.returncode}",
            done.stderr.decode(errors="replace"),
        )
    return done.stdout.decode(errors="replace")


def _library(found: Installation) -> Path:
    """The runtime as a library."""
    files = [*sorted((*RUNTIME.glob("*.c"), *RUNTIME.glob("*.h"))), *HOOKS]
    options = [INCLUDES, "-mcx16", "-ldl", "-lpthread"]
    try:
        return runtime_library("libpointerchain-place", files, found.commands["c"], found.version, options)
    except NotBuilt as error:
        if error.output is None:
            raise ProfileError(str(error)) from None
        raise ProfileError(f"{found.version} cannot build the profiler", error.output) from None
