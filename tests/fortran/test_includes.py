# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Included files: what they declare and do counts, or the region is refused; what they print stays the same."""

from __future__ import annotations

from pathlib import Path

import fortranlib
import pytest

from pointerchain.fortran.pipeline import translate

MODULE = """\
module sims
  implicit none
  type :: part
    integer :: n = 3
    real, allocatable :: x(:)
  end type
  type :: whole
    type(part), pointer :: a => null()
    integer :: k = 2
    type(part) :: l(2)
  end type
  type(whole), target, save :: g
contains
  subroutine touch()
    INSIDE
  end subroutine
end module
"""
MAIN = """\
subroutine work(t)
  use sims
  implicit none
  type(whole), target :: t
  integer :: i
  BEFORE
  i = 0
!$pointerchain region begin declare(CHAIN)
  BODY
!$pointerchain region end
  print *, t%a%n, t%k, i, g%k
end subroutine
program main
  use sims
  implicit none
  interface
    subroutine work(t)
      use sims
      type(whole), target :: t
    end subroutine
  end interface
  type(whole), target :: t
  allocate(t%a, g%a)
  allocate(t%a%x(4))
  call work(t)
end program
"""


class Case:
    """``code`` is what is said where the region is refused, empty where it has to print the same."""

    def __init__(
        self,
        files: dict[str, str],
        body: str,
        before: str = "",
        chain: str = "t%a%n",
        inside: str = "",
        code: str = "",
    ) -> None:
        self.files, self.body, self.before, self.chain = files, body, before, chain
        self.inside, self.code = inside, code

    def write(self, directory: Path) -> str:
        for name, text in self.files.items():
            (directory / name).parent.mkdir(exist_ok=True)
            (directory / name).write_text(text)
        text = MODULE.replace("INSIDE", self.inside) + MAIN.replace("CHAIN", self.chain)
        return text.replace("BEFORE", self.before).replace("BODY", self.body)


CASES = {
    "a root": Case(
        {"x.inc": "type(whole), pointer :: s\n"}, "s%a%n = s%a%n + 1", "include 'x.inc'\n  s => t", "s%a%n"
    ),
    "common": Case(
        {"x.inc": "integer :: shared\ncommon /block/ shared\n"},
        "t%a%n = t%a%n + shared",
        "include 'x.inc'\n  shared = 4",
    ),
    "nested": Case(
        {"d/x.inc": "include 'y.inc'\n", "y.inc": "integer, parameter :: five = 5\n"},
        "t%a%n = t%a%n + five",
        "include 'd/x.inc'",
    ),
    "an alias": Case(
        {"x.inc": "integer, pointer :: p\n"},
        "p = 7; t%a%n = t%a%n + 1",
        "include 'x.inc'\n  p => t%a%n",
        code="changed-otherwise",
    ),
    "a subscript": Case(
        {"x.inc": "integer :: j\n"},
        "j = 2; i = t%l(j)%n",
        "include 'x.inc'\n  j = 1",
        "t%l(j)%n",
        code="subscript-changed",
    ),
    "in the region": Case({"x.inc": "t%a%n = 9\n"}, "t%a%n = 1\n  include 'x.inc'", code="unread-statement"),
    "first in the region": Case(
        {"x.inc": "t%a%n = 9\n"}, "include 'x.inc'\n  t%a%n = 1", code="unread-statement"
    ),
    "behind a callee's statement": Case(
        {"x.inc": "g%a%n = 9\n"},
        "call touch(); i = t%k + g%k",
        chain="t%k",
        inside="g%a%n = 8\n    include 'x.inc'",
    ),
    "in a callee": Case(
        {"x.inc": "g%a%n = 9\n"},
        "call touch(); t%a%n = t%a%n + 1",
        inside="include 'x.inc'",
        code="changed-otherwise",
    ),
    "a callee of others": Case(
        {"x.inc": "g%k = 9\n"}, "call touch(); t%a%n = t%a%n + 1", inside="include 'x.inc'"
    ),
    "a jump": Case(
        {"x.inc": "if (t%k == 5) go to 10\n"},
        "t%a%n = 1\n10 t%a%n = t%a%n + 1",
        "include 'x.inc'",
        code="jump-into-region",
    ),
    "equivalence": Case(
        {"x.inc": "integer :: l(3), j\nequivalence (l(1), j)\n"},
        "l(1) = 2; i = t%k",
        "include 'x.inc'\n  j = 1",
        "t%k",
    ),
    "not found": Case({}, "t%a%n = t%a%n + int(f)", "include 'nowhere.inc'", code="changed-otherwise"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_included_counts(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    text = case.write(tmp_path)
    (tmp_path / "x.f90").write_text(text)
    result = translate(text.encode(), str(tmp_path / "x.f90"))
    codes = {each.code for each in result.diagnostics if each.severity == "error"}
    if case.code:
        assert case.code in codes
        return
    assert result.text is not None, result.diagnostics
    fortranlib.need("gfortran")
    out = []
    for source, flags in (
        (text.encode(), ("-O0", "-fcheck=all")),
        (result.text, ("-O0", "-fcheck=all")),
        (result.text, ("-O2",)),
    ):
        (tmp_path / "x.f90").write_bytes(source)
        out.append(fortranlib.printed(tmp_path, "gfortran", "-w", *flags, "x.f90", "-o", f"x{len(out)}"))
    assert out[0] == out[1] == out[2]


def test_two_files_of_one_name_are_no_choice(tmp_path: Path) -> None:
    case = CASES["nested"]
    text = case.write(tmp_path).replace("d/x.inc", "y.inc")
    (tmp_path / "d" / "y.inc").write_text("integer, parameter :: five = 6\n")
    result = translate(text.encode(), str(tmp_path / "x.f90"), (str(tmp_path / "d"),))
    assert result.text is None


def test_a_changed_file_is_noticed(tmp_path: Path) -> None:
    fortranlib.need("gfortran")
    case = CASES["an alias"]
    text = case.write(tmp_path).replace("p = 7", "p = 7.5").replace("p => t%a%n", "allocate(p)")
    (tmp_path / "x.f90").write_text(text)
    (tmp_path / "x.inc").write_text("real, pointer :: p\n")
    command = ("gfortran", "-c", "x.f90")
    assert fortranlib.fc(tmp_path, *command).returncode == 0
    (tmp_path / "x.inc").write_text("integer, pointer :: p\n")
    done = fortranlib.fc(tmp_path, *command)
    assert done.returncode == 1
    assert "changed-otherwise" in done.stderr
