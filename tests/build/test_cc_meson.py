# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A Meson project, set up and built with the launcher as the documentation says.

Meson and Ninja are installed with the tests, so nothing here is ever skipped for want of them.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest
from buildlib import FORCE, TYPES, Project, needs

MESON_BUILD = """\
project('demo', 'c', 'cpp', default_options: ['warning_level=2', 'buildtype=debugoptimized'])
inc = include_directories('inc')
parts = static_library('parts', 'src/plain.c', include_directories: inc)
program = executable('program', 'src/a.c', 'src/b.cpp', include_directories: inc, link_with: parts)
test('it runs', program)
"""
CXX = """\
#include "../src/types.h"
#include "force.h"
extern "C" double force_in_cxx(Sim *s) { return force(s); }
"""


@pytest.fixture
def meson(project: Project, tmp_path: Path) -> Project:
    """The project for Meson, and a command 'pointerchain-cc' that runs this checkout."""
    main = (project.top / "src/a.c").read_text().replace("int main", "double force_in_cxx(Sim *s);\nint main")
    project.write(
        {
            "meson.build": MESON_BUILD,
            "src/b.cpp": CXX,
            "src/a.c": main.replace("force(s), a.n", "force(s) + force_in_cxx(s), a.n"),
        }
    )
    command = tmp_path / "bin/pointerchain-cc"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pointerchain cc "$@"\n')
    command.chmod(0o755)
    beside = Path(sys.executable).parent
    project.environment["PATH"] = f"{command.parent}:{beside}:{os.environ['PATH']}"
    return project


def set_up(project: Project, c: str, cxx: str, *options: str) -> None:
    project.must("meson", "setup", "build", *options, CC=f"pointerchain-cc {c}", CXX=f"pointerchain-cc {cxx}")


def built(text: str) -> set[str]:
    return set(re.findall(r"Compiling C\S* object \S*?src_([\w.]+)\.o", text))


@pytest.mark.parametrize(
    "compilers",
    [
        pytest.param(("gcc", "g++"), marks=[needs("gcc"), needs("g++")]),
        pytest.param(("clang-19", "clang++-19"), marks=[needs("clang-19"), needs("clang++-19")]),
    ],
    ids=["gcc", "clang"],
)
def test_meson(meson: Project, compilers: tuple[str, str]) -> None:
    set_up(meson, *compilers, "-Dc_args=-Werror=unknown-pragmas", "-Dcpp_args=-Werror=unknown-pragmas")
    assert built(meson.must("ninja", "-C", "build")) == {"a.c", "b.cpp", "plain.c"}
    assert meson.must("build/program") == "6 2 ../src/a.c:12\n"
    meson.must("meson", "test", "-C", "build")
    commands = json.loads((meson.top / "build/compile_commands.json").read_text())
    assert all("pointerchain-cc" in each["command"].split()[0] for each in commands)
    assert "no work to do" in meson.must("ninja", "-C", "build")

    # What a header's change makes anew is what its dependency files say.
    meson.write({"inc/force.h": FORCE.replace("double t = 0", "double t = 10")})
    assert built(meson.must("ninja", "-C", "build")) == {"a.c", "b.cpp"}
    assert meson.must("build/program") == "26 2 ../src/a.c:12\n"
    meson.write({"src/types.h": TYPES + "\n"})
    assert built(meson.must("ninja", "-C", "build")) == {"a.c", "b.cpp", "plain.c"}
    assert "no work to do" in meson.must("ninja", "-C", "build")


@needs("gcc")
@needs("g++")
def test_a_directive_that_is_refused_fails_the_build(meson: Project) -> None:
    set_up(meson, "gcc", "g++")
    meson.write({"inc/force.h": FORCE.replace("s->atoms->n)", "s->atoms->none)")})
    done = meson.run("ninja", "-C", "build")
    assert done.returncode != 0
    assert re.search(r"^\.\./inc/force\.h:5:\d+: error: ", done.stdout, re.M)
