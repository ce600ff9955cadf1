# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives in sources that need a preprocessor: gfortran's keeps comments, flang's does not."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import fortranlib
import pytest

from pointerchain.fortran.disguise import Unhidden, disguised, shown
from pointerchain.fortran.lines import read

TYPES = """\
module types_of
  implicit none
  type :: part
    integer :: n = 4, m = 4
    real, allocatable :: x(:)
  end type
  type :: whole
    type(part) :: own
    type(part), pointer :: list(:) => null()
  end type
end module
"""
FREE = """\
#include "sizes.h"
#define PART w%own
#ifdef __FILE__
#endif
program main
  use types_of
  implicit none
  type(whole), target :: w
  integer :: i
  allocate (w%own%x(SIZE), w%list(2))
  w%own%x = 1
#if SIZE > 3
!$pointerchain region begin declare(PART%n, & ! with a macro
!$pointerchain&                     PART%x, &
!$pointerchain& &
!$pointerchain&   w%list(SECOND)%m)
  do i = 1, PART%n
    PART%x(i) = PART%x(i) + w%list(SECOND)%m
  end do
  PART%n = PART%n * 3
  !$PointerChain Region End
#else
!$pointerchain region begn
#endif
!$pointerchain region declare(w%own%n)
  print *, w%own%n, w%own%x
  if (index(__FILE__, 'src/main.') > 3) print *, __FILE__
  if (__LINE__ /= 28) print *, __LINE__
end program
"""
FIXED = """\
#include "sizes.h"
#define PART w%own
      program main
      use types_of
      implicit none
      type(whole), target :: w
      integer i
      allocate (w%own%x(SIZE), w%list(2))
      w%own%x = 1
#if SIZE > 3
c$pointerchain region begin declare(PART%n, PART%x, w%list(SECOND)%m)
*$pointerchain&
      do 10 i = 1, PART%n
        PART%x(i) = PART%x(i)
     &    + w%list(SECOND)%m
   10 continue
      PART%n = PART%n * 3
C$POINTERCHAIN region end
#else
c$pointerchain region begn
#endif
!$pointerchain region declare(w%own%n)
      print *, w%own%n, w%own%x
      if (__LINE__ .ne. 24) print *, __LINE__
      end program
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "types_of.f90").write_text(TYPES)
    (tmp_path / "src" / "sizes.h").write_text("#define SIZE 12\n#define SECOND 2\n")
    (tmp_path / "src" / "main.F90").write_text(FREE)
    (tmp_path / "src" / "main.F").write_text(FIXED)
    return tmp_path


@pytest.mark.parametrize("source", ("src/main.F90", "src/main.F"))
@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_directives_are_translated(compiler: str, source: str, project: Path) -> None:
    fortranlib.need(compiler)
    subprocess.run([compiler, "-c", "src/types_of.f90"], cwd=project, check=True)
    subprocess.run([compiler, "types_of.o", source, "-o", "before"], cwd=project, check=True)
    for _ in range(2):
        done = fortranlib.fc(
            project, "--keep", "kept", compiler, "-Isrc", "types_of.o", source, "-o", "after"
        )
        assert (done.returncode, done.stderr) == (0, "")
    kept = (project / "kept" / "main.f90").read_text()
    assert kept.count("block;") >= 2
    assert len(re.findall(r"end block", kept)) == 2
    before = subprocess.run(["./before"], cwd=project, capture_output=True, text=True, check=True).stdout
    after = subprocess.run(["./after"], cwd=project, capture_output=True, text=True, check=True).stdout
    assert before == after
    assert before.split()[0] == "12"
    assert len(before.split()) == 13


@pytest.mark.parametrize(
    ("was", "said"),
    [
        ("region begin declare(PART%n,", "region begun declare(PART%n,"),
        ("w%own%n)\n  print", "w%own%k)\n  print"),
        ("w%own%n)\n  print", "w%own%n & w%own%x)\n  print"),
        ("w%own%n)\n  print", "w%own%n, 'a)\n  print"),
        ("  w%own%x = 1", "!$pointerchian types"),
        ("  w%own%x = 1", "  w%own%x = 1  !$pointerchain types"),
        ("  print *, w%own%n", "  print *, undeclared"),
    ],
)
@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_a_mistake_has_its_line(compiler: str, was: str, said: str, project: Path) -> None:
    fortranlib.need(compiler)
    subprocess.run([compiler, "-c", "src/types_of.f90"], cwd=project, check=True)
    assert FREE.count(was) == 1
    line = FREE[: FREE.index(was)].count("\n") + 1
    (project / "src" / "main.F90").write_text(FREE.replace(was, said))
    done = fortranlib.fc(project, compiler, "-Isrc", "-c", "src/main.F90")
    assert done.returncode == 1
    assert re.search(rf"src/main\.F90(:{line}:|', line {line}:)", done.stderr), done.stderr


@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
@pytest.mark.parametrize("source", ("src/main.F90", "src/main.F"))
def test_what_is_preprocessed_first_keeps_its_directives(compiler: str, source: str, project: Path) -> None:
    """As CMake's Ninja generator does it."""
    fortranlib.need(compiler)
    subprocess.run([compiler, "-c", "src/types_of.f90"], cwd=project, check=True)
    name = "pp.f90" if source.endswith("90") else "pp.f"
    done = fortranlib.fc(project, compiler, "-cpp", "-E", source, "-o", name)
    assert (done.returncode, done.stderr) == (0, "")
    shown_ = fortranlib.fc(project, compiler, "-cpp", "-E", source)
    assert shown_.stdout == (project / name).read_text()
    done = fortranlib.fc(project, compiler, "-Isrc", "types_of.o", name, "-o", "after")
    assert (done.returncode, done.stderr) == (0, "")
    after = subprocess.run(["./after"], cwd=project, capture_output=True, text=True, check=True).stdout
    assert after.split()[:2] == ["12", "5."] or after.split()[:2] == ["12", "5.00000000"]


@pytest.mark.parametrize("count", (1, 2, 3, 7))
@pytest.mark.parametrize("width", (None, 72))
def test_a_disguise_comes_off(count: int, width: int | None) -> None:
    long = ", &\n!$pointerchain& ".join(f"s%abcdefgh%x{number}" for number in range(count))
    source = f"subroutine p\n!$pointerchain declare({long})\ni = 1\n!$pointerchian types\nend\n"
    if width is not None:
        source = source.replace(", &\n", ",\n").replace("\n!$pointerchain& ", "\nc$pointerchain& ")
        source = re.sub(r"^(subroutine|i =|end)", r"      \1", source, flags=re.MULTILINE)
    hidden = disguised(source.encode(), "a.F90", width)
    assert b"$pointerch" not in hidden.replace(b"pointerchain_", b"").replace(b"!dir$ pointerch", b"")
    back = shown(hidden).decode()
    assert back.count("\n") >= source.count("\n") + 1
    wanted = [" ".join(f"declare({long})".replace("&\n!$pointerchain&", "").split())]
    if width is None:
        found = [" ".join(each.text.split()) for each in read(back).directives]
        assert found == wanted
        assert [line for line in back.split("\n")[1:] if line.startswith("i =")] == ["i = 1"]
        assert back.split("\n")[1:].index("i = 1") == source.split("\n").index("i = 1")
    assert "!$pointerchian types" in back


def test_what_cannot_be_kept_is_an_error() -> None:
    for text in ("i = 1 !$pointerchain types\n", "i = 1 + &\n!$pointerchain types\n  1\n"):
        with pytest.raises(Unhidden):
            disguised(text.encode(), "a.F90", None)
