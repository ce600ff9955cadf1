# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What programs print: on clang's device, which has memory of its own, and on the host alone."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from testlib import Built, build
from testlib.compilers import linker

from pointerchain.build.runtime_library import runtime_library
from pointerchain.guard.launch import SOURCE
from pointerchain.toolchain import Clang, Installation

NEEDS_CLANG = pytest.mark.skipif(shutil.which("clang-19") is None, reason="needs clang-19")
INCLUDE = Path(__file__).parents[2] / "pointerchain" / "include"
OFFLOAD = ("-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu")
# What LLVM's plugin leaves, the guard reports.
_GUARDED = """\
report=$(mktemp) || exit 1
LD_PRELOAD=$GUARD POINTERCHAIN_GUARD_REPORT=$report "$@"
code=$?
while read -r what path; do [ "$what" != image ] || rm -f "$path"; done < "$report"
rm "$report"
exit $code
"""


@cache
def guard() -> dict[str, str]:
    """The environment in which ``pointerchain guard`` runs a program; ``GUARD`` is what it loads first."""
    found = Clang().find()
    assert isinstance(found, Installation)
    library = runtime_library("pointerchain-guard", [SOURCE], found.commands["c"], found.version, ["-ldl"])
    folders = filter(None, (found.environment["LD_LIBRARY_PATH"], os.environ.get("LD_LIBRARY_PATH")))
    return {
        **found.environment,
        "LD_LIBRARY_PATH": ":".join(folders),
        "GUARD": str(library),
        "LIBOMP_USE_HIDDEN_HELPER_TASK": "0",
    }


class Programs:
    """Programs by their texts, headers among them; what several have in common is compiled once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[str, Any] = {}

    def on_device(self, files: Mapping[str, str], *flags: str) -> tuple[int, str]:
        """The exit code and output, with the host's pages closed while kernels run: who touches them ends."""
        given = (*(flags or ("-O0",)), *OFFLOAD, f"-I{INCLUDE}")
        return self._printed(files, given, prefix=["sh", "-c", _GUARDED, "guarded"], env=guard())

    def without_device(self, files: Mapping[str, str], *flags: str) -> tuple[int, str]:
        """The exit code and output of the same program where OpenMP finds no device."""
        given = (*(flags or ("-O0",)), *OFFLOAD, f"-I{INCLUDE}")
        environment = {"LD_LIBRARY_PATH": guard()["LD_LIBRARY_PATH"], "OMP_TARGET_OFFLOAD": "DISABLED"}
        return self._printed(files, given, env=environment)

    def on_host(self, files: Mapping[str, str]) -> tuple[int, str]:
        """The exit code and output of a program that is built without its directives."""
        return self._printed(files, ("-O0",))

    def _printed(self, files: Mapping[str, str], flags: tuple[str, ...], **how: Any) -> tuple[int, str]:
        headers = {name: text for name, text in files.items() if name.endswith(".h")}
        sources = [name for name in files if name not in headers]
        compiler = "clang++-19" if sources[0].endswith("pp") else "clang-19"

        def compiled(name: str) -> str:
            def make(folder: Path) -> Built:
                for each, text in {**headers, name: files[name]}.items():
                    (folder / each).write_text(text)
                return build([compiler, *flags, "-w", "-c", name, "-o", "source.o"], folder)

            key, built = self._once(make, compiler, flags, name, files[name], headers)
            assert built.returncode == 0, f"{name}\n{built.errors}"
            return f"../{key}/source.o"

        objects = [compiled(name) for name in sources]
        link = [compiler, *flags, *linker(), *objects, "-o", "program"]
        program: Built = self._once(lambda folder: build(link, folder), *link)[1]
        ran = program.run(deterministic=True, **how)
        return ran.returncode, ran.output

    def _once(self, make: Callable[[Path], Any], *depends: object) -> tuple[str, Any]:
        """What is made of what it depends on, in a folder by the name that is returned, too."""
        key = hashlib.sha256(repr(depends).encode()).hexdigest()[:16]
        if key not in self._made:
            (self._folder / key).mkdir()
            self._made[key] = make(self._folder / key)
        return key, self._made[key]
