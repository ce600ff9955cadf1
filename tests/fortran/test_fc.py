# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""'pointerchain fc': builds, its cache, and that no directive is compiled as it stands with exit code 0."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import fortranlib
import pytest
from testlib import warm

MODULE = """\
module meshes
  implicit none
  type :: mesh
    real(8), allocatable :: x(:)
  end type
contains
  real(8) function total(m)
    type(mesh), intent(in) :: m
    total = sum(m%x)
  end function
end module
"""
CHAIN = """\
module chains
  type :: part
    integer :: n = 4
  end type
  type :: whole
    type(part) :: own
  end type
end module
program main
  use chains
  type(whole) :: w
!$pointerchain region begin declare(w%own%n)
  w%own%n = w%own%n * 3
!$pointerchain region end
  print *, w%own%n
end program
"""
MAIN = """\
program main
#ifdef DEEP
  use meshes
  implicit none
  type(mesh), target :: m
  allocate(m%x(LENGTH))
  m%x = 1
  !$pointerchain deepcopy enter(m)
  m%x = 2
  !$pointerchain deepcopy exit(m)
  print '(f4.1)', m%x(3)
#endif
end program
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "meshes.f90").write_text(MODULE)
    (tmp_path / "src" / "main.F90").write_text(MAIN)
    return tmp_path


def test_a_build_runs_its_directives(project: Path) -> None:
    fortranlib.need("gfortran")
    fortranlib.runtime(project)
    flags = ("-DDEEP", "-DLENGTH=5")
    assert fortranlib.fc(project, "--types", "gfortran", "-c", "src/meshes.f90").returncode == 0
    for _ in range(2):  # the second time from the cache
        done = fortranlib.fc(project, "gfortran", *flags, "-Isrc", "-c", "src/main.F90")
        assert (done.returncode, done.stderr) == (0, "")
    linked = fortranlib.fc(project, "gfortran", "main.o", "meshes.o", "runtime.o", "guard.o", "-o", "main")
    assert linked.returncode == 0, linked.stderr
    # the device's image, which nothing changed, comes back over what the host has
    assert subprocess.run(["./main"], cwd=project, capture_output=True, text=True).stdout == " 1.0\n"


def test_a_changed_module_is_noticed(project: Path) -> None:
    fortranlib.need("gfortran")
    words = ("gfortran", "-DDEEP", "-DLENGTH=5", "-c", "src/main.F90")
    assert fortranlib.fc(project, "--types", "gfortran", "-c", "src/meshes.f90").returncode == 0
    assert fortranlib.fc(project, *words).returncode == 0
    text = MODULE.replace(
        "real(8), allocatable :: x(:)", "real(8), allocatable :: x(:)\n    class(*), pointer :: any"
    )
    (project / "src" / "meshes.f90").write_text(text)
    done = fortranlib.fc(project, *words)
    assert done.returncode == 1
    assert "'any' of 'mesh' cannot be deep-copied" in done.stderr


def test_what_holds_no_directive_is_compiled_as_it_is(project: Path) -> None:
    fortranlib.need("gfortran")
    shown = fortranlib.fc(project, "--print", "gfortran", "-c", "src/meshes.f90")
    assert shown.stdout == "gfortran -c src/meshes.f90\n"
    assert fortranlib.fc(project, "gfortran", "-c", "src/main.F90", "-o", "m.o").returncode == 0
    assert fortranlib.fc(project, "no-such-compiler", "-c", "src/meshes.f90").returncode == 127


def test_the_compilers_exit_code_and_lines(project: Path) -> None:
    fortranlib.need("gfortran")
    (project / "bad.f90").write_text(
        MODULE.replace("implicit none", "implicit none\n!$pointerchain types\n  oops")
    )
    done = fortranlib.fc(project, "gfortran", "-c", "bad.f90")
    assert done.returncode == 1
    assert "bad.f90:4:" in done.stderr
    assert not (project / "bad.o").exists()


@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_no_directive_is_compiled_as_it_stands(compiler: str, project: Path) -> None:
    fortranlib.need(compiler)
    directive = "!$pointerchain deepcopy enter(m)\n"
    (project / "d.inc").write_text(directive)
    (project / "included.f90").write_text("program p\ninclude 'd.inc'\nend program\n")
    (project / "fixed.f").write_text("      program p\nc$pointerchain deepcopy enter(m)\n      end\n")
    (project / "cpp.F90").write_text('program p\n#include "d.inc"\nend program\n')
    (project / "undeclared.f90").write_text(f"program p\n{directive}end program\n")
    for name in ("included.f90", "fixed.f", "cpp.F90", "undeclared.f90"):
        done = fortranlib.fc(project, compiler, "-c", name, "-o", "out.o")
        assert done.returncode == 1, name
        assert "error" in done.stderr
        assert not (project / "out.o").exists()


@pytest.mark.parametrize("generator", ("Unix Makefiles", "Ninja"))
@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_cmake_launches_it(compiler: str, generator: str, project: Path) -> None:
    fortranlib.need("cmake")
    fortranlib.need(compiler)
    if generator == "Ninja":
        fortranlib.need("ninja")
    (project / "chain.F90").write_text("#define THREE 3\n" + CHAIN.replace("* 3", "* THREE"))
    fc_ = [sys.executable, "-m", "pointerchain", "fc", "--keep", str(project / "kept")]
    preprocess = "${CMAKE_Fortran_PREPROCESS_SOURCE}"
    preprocess = f'set(CMAKE_Fortran_PREPROCESS_SOURCE "{shlex.join(fc_)} {preprocess}")\n'
    start = "cmake_minimum_required(VERSION 3.18)\nproject(chain Fortran)\n"
    end = "add_executable(chain chain.F90)\n"
    command = ["cmake", "-G", generator, "-B", "build", f"-DCMAKE_Fortran_COMPILER={compiler}"]
    command.append(f"-DCMAKE_Fortran_COMPILER_LAUNCHER={';'.join(fc_)}")
    if generator == "Ninja" and compiler != "gfortran":
        (project / "CMakeLists.txt").write_text(start + end)
        subprocess.run(command, cwd=project, check=True)
        done = subprocess.run(["cmake", "--build", "build"], cwd=project, capture_output=True, text=True)
        assert done.returncode
        assert "by a compiler that drops directives" in done.stdout
    (project / "CMakeLists.txt").write_text(start + preprocess + end)
    subprocess.run(command, cwd=project, check=True)
    subprocess.run(["cmake", "--build", "build"], cwd=project, check=True)
    shown = subprocess.run([str(project / "build" / "chain")], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["12"]
    kept = list((project / "kept").rglob("*.f90"))
    assert len(kept) == 1
    assert "pc_own_n = pc_own_n * 3" in kept[0].read_text()


def test_a_translation_is_taken_from_the_cache(project: Path) -> None:
    fortranlib.need("gfortran")
    (project / "chain.f90").write_text(CHAIN)
    for _ in range(2):
        assert fortranlib.fc(project, "gfortran", "-c", "chain.f90").returncode == 0
    assert fortranlib.fc(project, "gfortran", "-c", "chain.f90", "-DOTHER").returncode == 0
    shown = subprocess.run(
        [sys.executable, "-m", "pointerchain", "cache", "--stats"],
        env={**os.environ, "POINTERCHAIN_CACHE_DIR": str(project / "cache")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"^hits +2 ", shown.stdout, re.MULTILINE), shown.stdout


def test_flang_describes_types_of_what_it_preprocesses(project: Path) -> None:
    fortranlib.need("flang-new-19")
    text = MODULE.replace("  implicit none", "#define KIND 8\n  implicit none").replace(
        "real(8)", "real(KIND)"
    )
    (project / "src" / "meshes.F90").write_text(text.replace("    total =", "\n! a comment\n\n    total ="))
    done = fortranlib.fc(
        project, "--keep", "kept", "--types", "flang-new-19", "-c", "src/meshes.F90", "-o", "m.o"
    )
    assert done.returncode == 0, done.stderr
    kept = (project / "kept" / "meshes.f90").read_text()
    assert '#line "' not in kept
    assert "submodule (meshes)" in kept


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("remembered", [False, True])
def test_signals_reach_the_compiler_and_nothing_is_left(
    number: int, remembered: bool, tmp_path: Path
) -> None:
    """The compiler is one that waits, once it may; its end by a signal is the launcher's."""
    fortranlib.need("gfortran")
    (tmp_path / "tmp").mkdir()
    (tmp_path / "chain.f90").write_text(CHAIN)
    (tmp_path / "gfortran").write_text(
        '#!/bin/sh\ncase "$*" in *pointerchain-*) [ -e wait ] && echo ready && exec sleep 60;; esac\n'
        f'PATH={os.environ["PATH"]} exec gfortran "$@"\n'
    )
    (tmp_path / "gfortran").chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "TMPDIR": str(tmp_path / "tmp"),
        "POINTERCHAIN_CACHE_DIR": str(tmp_path / "cache"),
    }
    command = [sys.executable, "-m", "pointerchain", "fc", "gfortran", "-c", "chain.f90"]
    if remembered:
        subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    (tmp_path / "wait").write_text("")
    process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(number)
    assert process.wait() == -number
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.parametrize("suffix", ["f90", "F90", "f"])
def test_debug_information_names_the_source(suffix: str, tmp_path: Path) -> None:
    """Two compiles of a source give the same object, in which no temporary file is named."""
    fortranlib.need("gfortran")
    source = CHAIN if suffix != "f" else re.sub("(?m)^(?!!)", "      ", CHAIN).replace("!$", "c$")
    (tmp_path / f"chain.{suffix}").write_text(source)
    objects = []
    for number in range(2):
        environment = {**os.environ, "POINTERCHAIN_CACHE_DIR": str(tmp_path / f"cache{number}")}
        command = ["fc", "gfortran", "-g", "-c", f"chain.{suffix}", "-o", "x.o"]
        assert warm.run(command, cwd=tmp_path, env=environment).returncode == 0
        objects.append((tmp_path / "x.o").read_bytes())
    assert objects[0] == objects[1]
    assert f"chain.{suffix}".encode() in objects[0]
    assert b"pointerchain-" not in objects[0]


def test_escaped_quotes_are_refused(tmp_path: Path) -> None:
    fortranlib.need("gfortran")
    (tmp_path / "chain.f90").write_text(CHAIN.replace("print *, w", r"print *, 'it\'s', w"))
    command = ("gfortran", "-fbackslash", "-c", "chain.f90")
    done = fortranlib.fc(tmp_path, *command)
    assert done.returncode == 1
    assert "line 15: a backslash before a quote is not read as '-fbackslash' has it" in done.stderr
    (tmp_path / "chain.f90").write_text(CHAIN.replace("print *, w", r"print *, 'a\n', w"))
    assert fortranlib.fc(tmp_path, *command).returncode == 0
