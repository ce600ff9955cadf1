# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A module in a source of its own: other options, directories and macros may make something else of it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import fortranlib
import pytest

from pointerchain.fortran.pipeline import translate

MODULE = """\
HEAD
module sims
  implicit none
  type :: sim
    COMPONENTS
  end type
  type(sim), target, save :: s
contains
  subroutine tick()
    integer :: i
    i = 1
    BODY
  end subroutine
  integer function bumped()
    s%n = s%n + 1
    bumped = 1
  end function
end module
"""
MAIN = """\
program main
  use sims
  implicit none
!$pointerchain region begin declare(s%n)
  s%n = s%n + 1
  call tick()
!$pointerchain region end
  print *, s%n
end program
"""
NUMBER = "integer :: n = 1\n    integer :: k = 1"


def write(directory: Path, body: str, head: str = "", components: str = NUMBER) -> bytes:
    text = MODULE.replace("HEAD", head).replace("COMPONENTS", components).replace("BODY", body)
    (directory / "sims.F90").write_text(text)
    (directory / "main.f90").write_text(MAIN)
    return MAIN.encode()


def codes(directory: Path, data: bytes, *directories: str) -> set[str]:
    paths = tuple(str(directory / each) for each in directories)
    found = translate(data, str(directory / "main.f90"), paths).diagnostics
    return {each.code for each in found if each.severity == "error"}


REFUSED = {
    "a macro": ("TICK", "#define TICK s%n = 5", NUMBER, "unread-statement"),
    "a macro that is called": ("i = COUNT + 1", "#define COUNT bumped()", NUMBER, "unread-statement"),
    "a macro in a function's place": ("i = abs(-1)", "#define abs(x) bumped()", NUMBER, "unread-statement"),
    "a header's macro": ("i = NEXT", '#include "macros.h"', NUMBER, "unread-statement"),
    "a command's macro": ("i = UNKNOWN", "", NUMBER, "unread-statement"),
    "included statements": ('#include "tick.h"', "", NUMBER, "unread-statement"),
    "a header that is not found": ('#include "nowhere.h"', "", NUMBER, "unread-statement"),
    "two heads": (
        "end subroutine\n#ifdef A\n  subroutine tock(i)\n    integer :: i\n#else\n  subroutine tock()\n#endif",
        "",
        NUMBER,
        "stored-by-call",
    ),
    "two declarations": (
        "s%k = 1",
        "",
        "integer :: k\n#ifdef A\n    integer :: n = 1\n#else\n    integer, pointer :: n => null()\n#endif",
        "unresolved-chain",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_preprocessor_may_bring_is_refused(name: str, tmp_path: Path) -> None:
    body, head, components, code = REFUSED[name]
    (tmp_path / "tick.h").write_text("    s%n = s%n + 1\n")
    (tmp_path / "macros.h").write_text("/* macros */\n#define NEXT bumped()\n")
    data = write(tmp_path, body, head, components)
    assert code in codes(tmp_path, data)


def test_macros_for_values_are_not(tmp_path: Path) -> None:
    (tmp_path / "macros.h").write_text("! sizes\n#ifndef SIZES\n#define SIZES\n#define MOST (4)\n#endif\n")
    data = write(tmp_path, "i = MOST; s%k = i", '#include "macros.h"\n#define LEAST -1.5d+2')
    assert not codes(tmp_path, data)


@pytest.mark.parametrize(
    ("flags", "kind"), [("-fdefault-integer-8", "integer"), ("-fdefault-real-8", "real")]
)
def test_default_kinds_are_those_of_the_module(flags: str, kind: str, tmp_path: Path) -> None:
    fortranlib.need("gfortran")
    big = "n + 3000000000" if kind == "integer" else "n / 3"
    data = write(tmp_path, "s%k = 2", components=f"{kind} :: n = 1\n    integer :: k = 1")
    main = data.decode().replace("s%n = s%n + 1", f"s%n = s%{big.replace('000000000', '000000000_8')}")
    compiled = ["gfortran", flags, "-c", "sims.F90"]  # and the file of its module
    subprocess.run(compiled, cwd=tmp_path, check=True)
    out = []
    result = translate(main.encode(), str(tmp_path / "main.f90"))
    assert result.text is not None
    for text in (main.encode(), result.text):
        (tmp_path / "main.f90").write_bytes(text)
        out.append(fortranlib.printed(tmp_path, "gfortran", "-w", "main.f90", "sims.o", "-o", f"x{len(out)}"))
    assert out[0] == out[1]


def test_an_included_file_of_another_directory_is_refused(tmp_path: Path) -> None:
    """The module may have been compiled with another one."""
    for name, text in (("a", "s%n = 9\n"), ("b", "s%k = 9\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tick.inc").write_text(text)
    data = write(tmp_path, "include 'tick.inc'")
    assert codes(tmp_path, data, "b") == {"unread-statement"}
    (tmp_path / "tick.inc").write_text("s%k = 9\n")
    assert not codes(tmp_path, data)
