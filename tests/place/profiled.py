# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Profiles of sources, for the tests."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from testlib import warm
from testlib.compilers import linker

from pointerchain.toolchain import Clang, Missing

_found = Clang().find()
_why = _found.reason if isinstance(_found, Missing) else ""
if not (shutil.which("llvm-symbolizer-19") or shutil.which("llvm-symbolizer")):
    _why = _why or "no 'llvm-symbolizer-19', which tells names by columns (Debian package llvm-19)"
NEEDS_CLANG = pytest.mark.skipif(bool(_why), reason=_why)
SCHEMA = json.loads(
    (Path(__file__).parents[2] / "pointerchain/place/schemas/profile.schema.json").read_text(encoding="utf-8")
)
OFFLOAD = ("-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu")


def command(
    folder: Path, text: str, *words: str, name: str = "program.c", threads: int = 2, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Profile a source; words behind '--' are the program's."""
    (folder / name).write_text(text)
    flags = list(words[: words.index("--")] if "--" in words else words)
    rest = list(words[words.index("--") :] if "--" in words else [])
    compiler = "clang++-19" if name.endswith("pp") else "clang-19"
    return warm.run(
        ["place", "profile", "--", compiler, *linker(), *flags, name, *rest],
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": str(threads), **environment},
    )


def profile(folder: Path, text: str, *words: str, **more: Any) -> dict[str, Any]:
    """The profile of a source, which fits its schema."""
    done = command(folder, text, *words, **more)
    assert done.returncode == 0, done.stderr
    made: dict[str, Any] = json.loads((folder / "profile.json").read_text(encoding="utf-8"))
    Draft202012Validator(SCHEMA).validate(made)
    return made


def cells(made: dict[str, Any], name: str, side: str) -> list[dict[str, Any]]:
    """The cells of an object from one side."""
    (number,) = (each["id"] for each in made["objects"] if each["name"] == name)
    return [each for each in made["cells"] if each["object"] == number and each["side"] == side]
