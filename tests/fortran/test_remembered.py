# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``fc`` takes a command that was run before from the cache, and only while nothing changed that it depends on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import fortranlib
import pytest
from testlib import shared_libraries

TYPES = """\
module types_of
  implicit none
  type :: part
    integer :: n = 4
  end type
  type :: whole
    type(part) :: own
  end type
end module
"""
MAIN = """\
#include "factor.h"
program main
  use types_of
  implicit none
  type(whole) :: w
  include 'more.inc'
!$pointerchain region declare(w%own%n)
  w%own%n = w%own%n * FACTOR
  print *, w%own%n
end program
"""
# Says whether the source was read, which happens where the command is not remembered.
SEEN = """
import sys
from pointerchain.cli import main
code = main(sys.argv[1:])
print("pointerchain.cli.fc_translated" in sys.modules, "re" in sys.modules, "typing" in sys.modules, file=sys.stderr)
sys.exit(code)
"""


class Project:
    def __init__(self, top: Path) -> None:
        self.top = top
        (top / "src").mkdir()
        (top / "inc").mkdir()
        self.write("src/types_of.f90", TYPES)
        self.write("src/main.F90", MAIN)
        self.write("inc/factor.h", "#define FACTOR 3\n")
        self.write("inc/more.inc", "integer :: unused\n")
        subprocess.run(["gfortran", "-c", "src/types_of.f90"], cwd=top, check=True)
        (top / "tmp").mkdir()
        self.environment = {"TMPDIR": str(top / "tmp")}

    def write(self, name: str, text: str) -> None:
        (self.top / name).write_text(text)

    def build(self, *words: str) -> tuple[bool, str]:
        """Whether the command was remembered, and what the program prints."""
        command = [
            sys.executable,
            "-c",
            SEEN,
            "fc",
            "gfortran",
            "-Iinc",
            "types_of.o",
            "src/main.F90",
            "-o",
            "main",
        ]
        environment = {**os.environ, "POINTERCHAIN_CACHE_DIR": str(self.top / "cache"), **self.environment}
        with shared_libraries(self.top / "cache"):
            done = subprocess.run(
                [*command, *words], cwd=self.top, env=environment, capture_output=True, text=True
            )
        assert done.returncode == 0, done.stderr
        shown = subprocess.run([str(self.top / "main")], capture_output=True, text=True, check=True).stdout
        read, *loaded = done.stderr.split()[-3:]
        if read == "False":
            assert loaded == ["False", "False"]
        return read == "False", shown.strip()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    fortranlib.need("gfortran")
    return Project(tmp_path)


def test_a_command_is_remembered(project: Project) -> None:
    assert project.build() == (False, "12")
    assert project.build() == (True, "12")
    (project.top / "main").unlink()
    assert project.build() == (True, "12")
    assert project.build("-DOTHER") == (False, "12")
    assert project.build("-DOTHER") == (True, "12")
    assert not list((project.top / "tmp").iterdir())


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("inc/factor.h", "#define FACTOR 5\n", "20"),
        ("src/factor.h", "#define FACTOR 6\n", "24"),  # found before the other
        ("src/main.F90", MAIN.replace("* FACTOR", "+ FACTOR"), "7"),
        ("inc/more.inc", "integer, parameter :: unused = 2\n", "12"),
        ("src/more.inc", "integer, parameter :: unused = 2\n", "12"),
        (
            "src/types_of.f90",
            TYPES.replace("  type :: whole", "  type :: other\n  end type\n  type :: whole"),
            "12",
        ),
        ("src/new.f90", "module new\nend module\n", "12"),
    ],
)
def test_a_change_is_noticed(name: str, text: str, shown: str, project: Project) -> None:
    project.build()
    assert project.build() == (True, "12")
    project.write(name, text)
    assert project.build() == (False, shown)
    assert project.build() == (True, shown)


def test_a_touch_is_no_change(
    project: Project,
) -> None:
    project.build()
    os.utime(project.top / "inc" / "factor.h")
    assert project.build() == (True, "12")


def test_what_depends_on_more_is_not_remembered(project: Project) -> None:
    project.write("src/main.F90", MAIN.replace("print *,", "if (len(__DATE__) > 99) stop\n  print *,"))
    for _ in range(2):
        assert project.build() == (False, "12")
    project.write("src/main.F90", MAIN)
    project.build()
    assert project.build()[0]
    project.environment["CPATH"] = "inc"
    assert project.build() == (False, "12")
    del project.environment["CPATH"]
    for _ in range(2):
        assert project.build("-include", "inc/factor.h") == (False, "12")
    project.write("options", "-O1\n")
    for _ in range(2):
        assert project.build("@options") == (False, "12")
    project.write(".pointerchain.toml", 'warnings = ["error"]\n')
    assert project.build()[0] is False


def test_a_directive_in_an_included_file_is_not_passed_over(project: Project) -> None:
    project.build()
    assert project.build()[0]
    project.write("inc/more.inc", "!$pointerchain types\n")
    with pytest.raises(AssertionError, match="whose directives are not translated"):
        project.build()


def test_a_damaged_entry_is_made_anew(project: Project) -> None:
    project.build()
    assert project.build()[0]
    for path in (project.top / "cache").rglob("text.f90"):
        path.write_text("program main\nprint *, 99\nend program\n")
    assert project.build() == (False, "12")
    assert project.build() == (True, "12")
