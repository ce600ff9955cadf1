# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""From source in one step: 'ptx diff --source', and the commands that make compilers leave their PTX."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from compilers import need
from samples import kernel
from test_command import Outcome, Terminal, terminal

from pointerchain.ptx.both_ways import without_directives
from pointerchain.ptx.reader import read
from pointerchain.toolchain import ptx as toolchains
from pointerchain.toolchain.ptx import PtxCompileError, compile_ptx, family, own_flags, ptx_command

__all__ = ["terminal"]

SOURCE = """\
#include "types.h"
void drift(Sim *sim, double dt) {
#pragma pointerchain region begin declare(sim->atoms->x, sim->atoms->n)
#ifdef _OPENACC
#pragma acc parallel loop present(sim->atoms->x[0 : sim->atoms->n])
#else
#pragma omp target teams distribute parallel for map(alloc : sim->atoms->x[0 : sim->atoms->n])
#endif
  for (int i = 0; i < sim->atoms->n; i++) sim->atoms->x[i] *= dt;
#pragma pointerchain region end
}
"""
CLAUSE = """\
#include "types.h"
void drift(Sim *sim, double dt) {
#pragma acc parallel loop present(sim->atoms->x[0 : sim->atoms->n]) \\
    pointerchain(sim->atoms->x, \\
                 sim->atoms->n)
  for (int i = 0; i < sim->atoms->n; i++) sim->atoms->x[i] *= dt;
}
"""
TYPES = "typedef struct { double *x; int n; } Atoms;\ntypedef struct { Atoms *atoms; } Sim;\n"


def write(terminal: Terminal, text: str = SOURCE) -> None:
    terminal.write("drift.c", text.encode())
    Path("include").mkdir(exist_ok=True)
    terminal.write("include/types.h", TYPES.encode())


@pytest.mark.parametrize(
    "compiler",
    [
        "gcc -fopenacc",
        "gcc -fopenmp",
        "clang-19 -fopenmp",
        "clang-19 --offload-arch=sm_80",
        "clang-19 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target -march=sm_80",
    ],
)
def test_diff_from_source(terminal: Terminal, compiler: str) -> None:
    need(compiler.split("-", maxsplit=1)[0].strip())
    write(terminal)
    words = ["diff", "--source", "drift.c", "--format", "json", "--keep", "kept", "--", *compiler.split()]
    outcome = terminal.run(*words, "-O2", "-Iinclude")
    assert (outcome.code, outcome.err) == (0, "")
    data = json.loads(outcome.out)
    assert data["a"]["path"] == "drift.c (directives ignored)"
    assert data["b"]["path"] == "drift.c (chains hoisted)"
    assert data["b"]["instructions"] < data["a"]["instructions"]
    assert all(function["a"] and function["b"] for function in data["functions"])
    loads = [sum(each[side]["pointer_loads"] for each in data["functions"]) for side in "ab"]
    assert loads[1] < loads[0]
    kept = [read(Path("kept", name).read_bytes()) for name in ("ignored.ptx", "hoisted.ptx")]
    assert [sum(len(each.instructions) for each in functions) for functions in kept] == [
        data["a"]["instructions"],
        data["b"]["instructions"],
    ]
    # Nothing else is left where the user is.
    assert sorted(path.name for path in Path().iterdir()) == ["drift.c", "include", "kept"]
    # What a build adds to the same command changes nothing (but the inode in clang's names).
    again = json.loads(terminal.run(*words, "-O2", "-Iinclude", "drift.c", "-c", "-o", "drift.o").out)
    assert (again["a"], again["b"]) == (data["a"], data["b"])


def test_the_clause_form(terminal: Terminal) -> None:
    need("gcc")
    write(terminal, CLAUSE)
    outcome = terminal.run("diff", "--source", "drift.c", "--", "gcc", "-fopenacc", "-O2", "-Iinclude")
    assert (outcome.code, outcome.err) == (0, "")
    assert "  left: 1 ld.u64\n" in outcome.out


def test_directives_ignored_keep_their_lines() -> None:
    for text in (SOURCE, CLAUSE, SOURCE.replace("\n", "\r\n"), CLAUSE.replace("\n", "\r\n")):
        blanked = without_directives(text.encode(), "drift.c")
        assert b"pointerchain" not in blanked
        assert len(blanked) == len(text)
        assert blanked.count(b"\n") == text.count("\n")
        assert b"#pragma acc parallel loop" in blanked
    # The pragma goes on after its clause.
    continued = b"#pragma acc parallel loop pointerchain(s->x, \\\n   s->n) \\\n  present(s->x[0:1])\n"
    blanked = without_directives(continued, "a.c")
    assert [line.strip() for line in blanked.split(b"\n")] == [
        b"#pragma acc parallel loop                    \\",
        b"\\",
        b"present(s->x[0:1])",
        b"",
    ]


def test_a_header_beside_the_source_is_found(terminal: Terminal) -> None:
    need("gcc")
    write(terminal)
    Path("include/drift.c").write_text(SOURCE)
    assert terminal.run("diff", "--source", "include/drift.c", "--", "gcc", "-fopenacc", "-O2").code == 0


# --- what goes wrong ------------------------------------------------------------------------------


def test_a_compiler_that_fails(terminal: Terminal) -> None:
    need("gcc")
    write(terminal, SOURCE + '#ifndef __clang__\n#error "this is the compiler\'s own message"\n#endif\n')
    outcome = terminal.run("diff", "--source", "drift.c", "--", "gcc", "-fopenacc", "-Iinclude")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith(
        "pointerchain: error: 'drift.c' with its directives ignored: 'gcc' failed (exit code 1):\n"
        "drift.c:13:2: error: #error "
    )
    assert "this is the compiler's own message" in outcome.err


def test_a_compiler_for_the_other_directives(terminal: Terminal) -> None:
    need("clang-19")
    write(terminal, SOURCE.replace("#ifdef _OPENACC", "#if 1"))
    words = "clang-19 -fopenmp -O2 -Iinclude".split()
    outcome = terminal.run("diff", "--source", "drift.c", "--", *words)
    assert (outcome.code, outcome.out) == (1, "")
    assert "the compiler made no device code of 'drift.c': 'acc' directives need '-fopenacc'" in outcome.err


def test_a_compiler_without_the_flag_to_offload(terminal: Terminal) -> None:
    need("gcc")
    write(terminal)
    outcome = terminal.run("diff", "--source", "drift.c", "--", "gcc", "-O2", "-Iinclude")
    assert outcome.code == 1
    assert "left no PTX for 'drift.c': is there a region to offload, and the flag for it" in outcome.err
    assert "in 'gcc -O2 -Iinclude'?" in outcome.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SOURCE.replace("sim->atoms->x,", "sim->atom->x,"), "error: the source is not translated\n"),
        (TYPES, "error: 'drift.c' hoists no chain, so there is nothing to compare\n"),
    ],
)
def test_a_source_that_is_not_translated(terminal: Terminal, text: str, message: str) -> None:
    write(terminal, text)
    outcome = terminal.run("diff", "--source", "drift.c", "--", "gcc", "-fopenacc", "-Iinclude")
    assert (outcome.code, outcome.out) == (1, "")
    assert message in outcome.err


@pytest.mark.parametrize(
    ("compiler", "message"),
    [
        ("absent-gcc-like", "no program 'absent-gcc-like'"),
        ("true", "'true' is none of gcc, clang, nvcc and nvc"),
    ],
)
def test_no_such_compiler(terminal: Terminal, compiler: str, message: str) -> None:
    write(terminal)
    outcome = terminal.run("diff", "--source", "drift.c", "--", compiler, "-Iinclude")
    assert (outcome.code, outcome.out) == (1, "")
    assert message in outcome.err


def test_a_source_that_is_not_there(terminal: Terminal) -> None:
    outcome: Outcome = terminal.run("diff", "--source", "absent.c", "--", "gcc")
    assert outcome.code == 1
    assert outcome.err.startswith("absent.c: error: cannot read: no such file or directory\n")


# --- nvc and nvcc ---------------------------------------------------------------------------------

# As nvc does: the PTX goes to the working directory, under a name of its own.
NVC = """\
#!/bin/sh
keep=
for word; do case $word in -gpu=*keep*) keep=1;; *.c) source=$word;; esac; done
test "$keep" || exit 0
grep -q atoms_x "$source" && file=hoisted.ptx || file=ignored.ptx
cp "$HOME/$file" drift.n001.ptx
echo "$PWD $*" >> "$HOME/log"
"""


def test_nvc(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    write(terminal)
    home = terminal.directory / "home"
    home.mkdir()
    (home / "nvc").write_text(NVC)
    (home / "nvc").chmod(0o755)
    (home / "ignored.ptx").write_bytes(
        kernel("ld.u64 %rd1, [%rd1]; ld.u64 %rd1, [%rd1]; ret;", "drift_9_gpu")
    )
    (home / "hoisted.ptx").write_bytes(kernel("ld.u64 %rd1, [%rd1]; ret;", "drift_12_gpu"))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{home}:{os.environ['PATH']}")
    outcome = terminal.run("diff", "--source", "drift.c", "--", "nvc", "-acc", "-gpu=cc70", "-Iinclude")
    assert (outcome.code, outcome.err) == (0, "")
    assert "  in B drift_12_gpu (matched by its name without what compilers vary)\n" in outcome.out
    assert "  left: 1 ld.u64\n" in outcome.out
    first, second = (home / "log").read_text().splitlines()
    for line in (first, second):
        where, *words = line.split()
        # It ran in a directory of its own, with what the user named made absolute.
        assert where not in (str(terminal.directory), str(home))
        assert f"-I{terminal.directory / 'include'}" in words
        assert words[:3] == ["-acc", "-gpu=cc70", f"-I{terminal.directory / 'include'}"]
    assert "-D__pointerchain=1" in second.split()
    assert "-D__pointerchain=1" not in first.split()
    assert not list(terminal.directory.glob("*.ptx"))


def test_nvcc(terminal: Terminal) -> None:
    nvcc = need("nvcc")
    source = terminal.write("a.cu", b"__global__ void k(double **x) { x[3][threadIdx.x] *= 2; }\n")
    where = terminal.directory / "out"
    where.mkdir()
    (function,) = read(compile_ptx([nvcc, "-O2"], source, where, "a.cu"))
    assert function.name == "_Z1kPPd"
    with pytest.raises(PtxCompileError, match=r"failed \(exit code \d+\):\n.*a.cu\(1\): error"):
        source.write_text("__global__ void k(double **x) { y; }\n")
        compile_ptx([nvcc, "-O2"], source, where, "a.cu")


# --- command lines --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "name"),
    [
        *[
            (program, "gcc")
            for program in ("gcc", "g++", "gcc-12", "x86_64-linux-gnu-g++-13", "/opt/gcc/bin/gcc")
        ],
        *[(program, "clang") for program in ("clang", "clang++-19", "/usr/lib/llvm-19/bin/clang++")],
        *[(program, "nvhpc") for program in ("nvc", "nvc++")],
        ("/usr/local/cuda/bin/nvcc", "nvcc"),
    ],
)
def test_families(program: str, name: str) -> None:
    assert family(program) == name


@pytest.mark.parametrize(
    ("version", "name"),
    [
        ("cc (Debian 12.2.0-14) 12.2.0\nCopyright (C) 2022 Free Software Foundation, Inc.", "gcc"),
        ("Debian clang version 19.1.7", "clang"),
        ("nvcc: NVIDIA (R) Cuda compiler driver", "nvcc"),
        ("nvc 25.5-0 64-bit target on x86-64 Linux -tp zen2\nNVIDIA Compilers and Tools", "nvhpc"),
    ],
)
def test_second_names_are_asked(version: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchains, "ask", lambda *command: version if "--version" in command else "12.2.0")
    monkeypatch.setattr(toolchains, "which", lambda program: program)
    assert family("mpicc") == name


def test_own_flags() -> None:
    words = "gcc -fopenacc -O2 a.c -c -o a.o -I include -oa.o -DX=a.c -openmp other.c".split()
    assert own_flags(words, "./a.c") == "gcc -fopenacc -O2 -I include -DX=a.c -openmp other.c".split()


def test_commands() -> None:
    source, out = Path("/s/a.c"), Path("/o")
    gcc = ptx_command(["gcc", "-fopenacc"], source, out)
    assert gcc.words[:3] == ("gcc", "-fopenacc", "-foffload=nvptx-none")
    assert gcc.words[-4:] == ("-shared", "/s/a.c", "-o", "/o/out.so")
    own = ptx_command(["gcc", "-fopenacc", "-foffload=nvptx-none=-misa=sm_80"], source, out)
    assert "-foffload=nvptx-none" not in own.words
    clang = ptx_command(["clang", "-nogpulib", "--offload-arch=sm_90"], source, out)
    assert clang.words[3:] == (
        *("-fopenmp", "-fopenmp-targets=nvptx64-nvidia-cuda", "--offload-device-only", "-S"),
        *("/s/a.c", "-o", "/o/out.ptx"),
    )
    cuda = ptx_command(["clang++"], Path("/s/a.cu"), out)
    assert cuda.words[1:4] == ("--offload-arch=sm_70", "--offload-device-only", "-S")
    assert ptx_command(["nvcc", "-arch=sm_90"], source, out).words[2:] == (
        "-ptx",
        "/s/a.c",
        "-o",
        "/o/out.ptx",
    )
    nvc = ptx_command(["nvc", "-acc"], source, out)
    assert (nvc.directory, nvc.results) == (out, "*.ptx")
    assert nvc.words == ("nvc", "-acc", "-gpu=keep", "-c", "/s/a.c", "-o", "/o/out.o")
