# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Fixed form: what is translated prints what it printed before, and what is not read is refused."""

from __future__ import annotations

import subprocess
from pathlib import Path

import fortranlib
import pytest

from pointerchain.fortran.fixed import Form, free_form, read_form
from pointerchain.fortran.pipeline import translate
from pointerchain.source import Source

TYPES = """\
      module sims
      type atoms_t
      integer :: n = 3, m = 5
      real*8, allocatable :: x(:)
      character*40 :: name = ' '
      end type
      type sim_t
      type(atoms_t), pointer :: atoms => null()
      type(atoms_t) own
      end type
      contains
      subroutine show(s)
      type(sim_t), intent(in) :: s
      print *, s%atoms%n, s%own%m, s%atoms%x
      print '(a)', '['//s%atoms%name//']'
      end subroutine
      end module
"""
HEAD = """\
      program main
      use sims
      type(sim_t), target :: s
      integer i, k
      allocate(s%atoms)
      allocate(s%atoms%x(4))
      s%atoms%x = 1
      do 90 k = 1, 3
c$pointerchain region begin declare(s%atoms%n, s%atoms%x,
c$pointerchain&  s%atoms%name, s%own%m)
"""
TAIL = """\
c$pointerchain region end
      call show(s)
   90 continue
      end
"""
COPIES = """\
      module mm
      implicit none
c$pointerchain types
      type leaf
      real*8, allocatable :: v(:)
      end type
      type obj
      real*8, pointer :: p(:) => null()
      type(leaf) l
      end type
      contains                                                          00000010
      subroutine look(s)
      type(obj), target :: s
*$pointerchain deepcopy region begin(s)
c$pointerchain& technique(arena)
      s%p = s%p * 2
c$pointerchain deepcopy update device(s)
C$POINTERCHAIN DEEPCOPY REGION END
      end subroutine
      end module
      program t
      use mm
      implicit none
      type(obj), target :: s
      integer i
      include 'inc.h'
      allocate(s%p(4), s%l%v(3))
      s%p = 1
      s%l%v = n
c$pointerchain deepcopy enter(s)
      s%l%v = 7
      do 10 i = 1, 3
c$pointerchain deepcopy update host(s%p,
c$pointerchain&  s%l)
   10 continue
      print *, s%l%v
c$pointerchain deepcopy exit(s)
      call look(s)
      print *, s%p, s%l%v
      end
"""
# What stands in the region, and whether a directive of OpenMP's may change what it means.
BODIES = {
    "columns": """\
      s%atoms%n = s%atoms%n + 1                                         00000010
      s%atoms%x(1) = s%atoms%x(1) + 2                                   +100
""",
    "continued": """\
      s%atoms%n = s%atoms%n
c     a comment

     1    + 2
*     'another
     &    - k   ! and a third
     !    + 1
""",
    "literal": """\
      s%atoms%name = 'it''s & one ! two
     &    three & '
      s%own%m = len_trim("four
     &")
""",
    "split": """\
                                                            s%own%m = s%
     &own%m + s%at
     &oms%n
""".replace("s%at\n", "s%at".rjust(58) + "\n"),
    "marks": """\
     0s%atoms%n = 7
10000 s%atoms%x(2) = s%atoms%n
      do 20, i = 1, s%atoms%n - 5
   20 s%atoms%x(i) = s%atoms%x(i) * 2
""",
    "upper": """\
      IF (S % ATOMS % N .GT. 3) GO TO 30
      S%ATOMS%N = S%ATOMS%N + 4
   30 CONTINUE
""",
    "tabs": """\
\ts%atoms%n = s%atoms%n
\t1 + 3
   40\ts%own%m = 2
""",
    "omp": """\
c$omp parallel do private(i)
C$OMP& shared(s)
      do i = 1, s%atoms%n
        s%atoms%x(i) = s%atoms%x(i) + i
      end do
C$OMP END PARALLEL DO
      !$omp a comment, as it does not begin in column 1
      !$ s%own%m = 77
""",
    "leaves": """\
      if (k .eq. 2) go to 90
      s%atoms%n = s%atoms%n + 1
      if (k .gt. 2) cycle
      s%own%m = s%own%m + 1
""",
    "hollerith": """\
      write(*, 50) s%atoms%n
   50 format(3Hn =, i4)
      s%atoms%n = s%atoms%n + 1
""",
    "semicolons": """\
      s%atoms%n = 1; s%own%m = 2; if (k .eq. 1) s%atoms%x = 'a;b' .eq.
     & 'a' .or. .true.
""".replace("s%atoms%x = 'a;b' .eq.\n     & 'a' .or. .true.", "s%own%m\n     &= 3"),
}
COMPILERS = (("gfortran", "-O0", "-fcheck=all"), ("gfortran", "-O2", "-fopenmp"), ("flang-new-19",))


def printed(directory: Path, compiler: tuple[str, ...], *sources: str, hoists: bool) -> str:
    """What a program prints, which is compiled by the launcher or as it stands."""
    words = (*compiler, *sources, "-o", "x")
    if not hoists:
        return fortranlib.printed(directory, *words)
    made = fortranlib.fc(directory, "--keep", "kept", *words)
    assert made.returncode == 0, made.stderr
    return subprocess.run(["./x"], cwd=directory, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("compiler", COMPILERS, ids=" ".join)
def test_it_prints_the_same(compiler: tuple[str, ...], tmp_path: Path) -> None:
    fortranlib.need(compiler[0])
    text = TYPES
    for number, body in enumerate(BODIES.values()):
        one = (HEAD + body + TAIL).replace("program main", f"subroutine work{number}")
        text += one.replace("      end\n", "      end subroutine\n")
    text += "      program main\n" + "".join(f"      call work{n}\n" for n in range(len(BODIES)))
    (tmp_path / "all.f").write_text(text + "      end\n")
    before = printed(tmp_path, compiler, "all.f", hoists=False)
    assert before.count("\n") > 60
    assert printed(tmp_path, compiler, "all.f", hoists=True) == before
    after = (tmp_path / "kept" / "all.f90").read_text().split("\n")
    assert sum("pc_atoms_n" in line for line in after) > 3 * len(BODIES)
    assert len(after) == text.count("\n") + 4  # the line markers, and the last end


@pytest.mark.parametrize("name", sorted(BODIES))
def test_the_translation_begins_in_column_one(name: str) -> None:
    made = translate((TYPES + HEAD + BODIES[name] + TAIL).encode(), "x.f")
    assert made.text is not None, made.diagnostics
    # a compiler that reads it in fixed form, where a long line is cut, says so
    assert b"\nblock;" in made.text
    assert all(len(line) <= 132 for line in made.text.split(b"\n"))


@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_included_files_are_written_in_free_form(compiler: str, tmp_path: Path) -> None:
    fortranlib.need(compiler)
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "com.inc").write_text(
        "c     a block\n      integer shared\n      common /blk/\n     & shared\n      include 'more.inc'\n"
    )
    (tmp_path / "inc" / "more.inc").write_text("*     more\n      integer, parameter :: four = 4\n")
    main = HEAD.replace(
        "      allocate(s%atoms)\n", "      include 'com.inc'\n      shared = 9\n      allocate(s%atoms)\n"
    )
    text = TYPES + main + "      s%atoms%n = s%atoms%n + shared + four\n" + TAIL
    (tmp_path / "x.f").write_text(text)
    words = (compiler, "-Iinc")
    before = printed(tmp_path, words, "x.f", hoists=False)
    assert " 16 " in before
    assert printed(tmp_path, words, "x.f", hoists=True) == before
    found = translate(text.encode(), str(tmp_path / "x.f"), (str(tmp_path / "inc"),)).diagnostics
    found = tuple(each for each in found if each.severity == "error")
    assert [each.code for each in found] == ["not-in-fortran"]
    assert "is included in fixed form" in found[0].message


@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_deep_copies_in_fixed_form(compiler: str, tmp_path: Path) -> None:
    fortranlib.need(compiler)
    fortranlib.runtime(tmp_path)
    (tmp_path / "x.f").write_text(COPIES)
    (tmp_path / "inc.h").write_text("c     three\n      integer n\n      parameter (n =\n     &  3)\n")
    out = printed(tmp_path, (compiler, "runtime.o", "guard.o"), "x.f", hoists=True)
    # the device's object, which nothing changed, comes back over what the host has
    assert [float(each) for each in out.split()] == [3] * 3 + [2] * 4 + [3] * 3
    after = (tmp_path / "kept" / "x.f90").read_text().split("\n")
    assert after[2:][COPIES.split("\n").index("      end subroutine")] == "      end subroutine"


def test_options_say_the_form(tmp_path: Path) -> None:
    fortranlib.need("gfortran")
    long = "      s%atoms%n = s%atoms%n" + " " * 50 + "+ 100\n"
    (tmp_path / "x.f").write_text(TYPES + HEAD + long + TAIL)
    for options in ((), ("-ffixed-line-length-132",), ("-ffixed-line-length-none",)):
        words = ("gfortran", *options)
        before = printed(tmp_path, words, "x.f", hoists=False)
        assert ("103" in before) == bool(options)
        assert printed(tmp_path, words, "x.f", hoists=True) == before
    (tmp_path / "y.f90").write_text(TYPES + HEAD + BODIES["continued"] + TAIL)
    words = ("gfortran", "-ffixed-form")
    before = printed(tmp_path, words, "y.f90", hoists=False)
    assert printed(tmp_path, words, "y.f90", hoists=True) == before
    (tmp_path / "z.f").write_text("      subroutine z\n      end\n")
    both = fortranlib.fc(tmp_path, "gfortran", "-ffixed-form", "-c", "y.f90", "z.f")
    assert both.returncode == 1
    assert "compile them one by one" in both.stderr


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ((), Form(None, 72)),
        (("-ffree-form", "-ffixed-form"), Form(fixed=True)),
        (("-Mfixed", "-Mextend"), Form(fixed=True, width=132)),
        (("-ffixed-line-length=80",), Form(None, 80)),
        (("-ffixed-line-length-none",), Form(None, 0)),
        (("-extend-source", "80"), Form(None, 80)),
        (("-free",), Form(fixed=False)),
    ],
)
def test_compilers_options(words: tuple[str, ...], form: Form) -> None:
    assert read_form(words) == form


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("d     s%atoms%n = 4", "a debugging line"),
        ("   50 format(5H'n' =, i4)", "a Hollerith constant"),
        ("      s%atoms%n = 4 &", "an '&' outside of column 6"),
        ("abc   s%atoms%n = 4", "hold a label"),
        ("      s%atoms%n = 4" + "\t" * 8 + "+ 2", "lines with tabs"),
        ("c$   & s%atoms%n = 4", "continues nothing"),
    ],
)
def test_what_is_not_read_is_refused(line: str, said: str) -> None:
    text = TYPES + HEAD + line + "\n" + TAIL
    made = translate(text.encode(), "x.f")
    assert made.text is None
    assert [each.code for each in made.diagnostics] == ["unreadable-fortran"]
    assert said.replace("lines with tabs", "line with tabs") in made.diagnostics[0].message
    number = text.split("\n").index(line) + 1
    assert Source("x.f", text.encode()).line_column(made.diagnostics[0].place.span.start)[0] == number


def test_findings_have_their_places_in_the_source() -> None:
    body = "      s%own%m = 1 +\n     &  0\n      call unknown(s)\n"
    text = TYPES + HEAD + body + TAIL
    found = translate(text.encode(), "x.f").diagnostics
    assert {each.code for each in found} >= {"stored-by-call"}
    source = Source("x.f", text.encode())
    span = next(each.place.span for each in found if each.code == "stored-by-call")
    assert text.encode()[span.start : span.end] == b"unknown(s)"
    assert source.line_column(span.start)[0] == text.split("\n").index("      call unknown(s)") + 1


@pytest.mark.parametrize(
    "line", ["      callshow(s)", "      s%atoms%n = 1 2", "      do10i = 1, 3\n   10 continue"]
)
def test_blanks_that_only_fixed_form_allows_are_no_silent_change(line: str, tmp_path: Path) -> None:
    fortranlib.need("gfortran")
    (tmp_path / "x.f").write_text(TYPES + HEAD + line + "\n" + TAIL)
    fortranlib.build(tmp_path, "gfortran", "-fsyntax-only", "x.f")
    done = fortranlib.fc(tmp_path, "gfortran", "-c", "x.f", "-o", "x.o")
    assert done.returncode == 1
    assert not (tmp_path / "x.o").exists()


def test_free_form_of_a_text_without_fixed_form_is_the_text() -> None:
    text = "      integer i\n\n      i = 1\n      end\n"
    assert free_form(text) == (text, ())
