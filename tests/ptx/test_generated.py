# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What real compilers generate: read, assembled by ptxas, and counted by others, too."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from compilers import ALL, CLANG_ARCHES, CUDA, generated, need

from pointerchain.ptx.counts import FileCount, count
from pointerchain.ptx.reader import read
from pointerchain.ptx.records import PtxError
from pointerchain.ptx.sass import assemble, candidates, disassembled, machine_instructions
from pointerchain.ptx.writer import write


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("generated")


def simple_count(data: bytes) -> int:
    """Instructions the simple way: each ';' in braces ends an instruction or a directive."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", data.decode(), flags=re.DOTALL)
    text = re.sub(r"\.(?:loc|file)\b[^\n]*", " ", text)
    text = re.sub(r'"[^"]*"', '""', text)
    text = re.sub(r"\.section[^{]*\{[^}]*\}", " ", text)
    text = re.sub(r"=\s*\{[^;]*\}\s*;", ";", text)
    # Vectors are the only braces with no statement inside.
    text = re.sub(r"\{[^{};]*\}", "", text)
    number = depth = 0
    statement = ""
    for char in text:
        if char in "{}":
            depth += 1 if char == "{" else -1
            statement = ""
        elif char == ";":
            words = re.sub(r"^(?:\s*[\w$]+:)*\s*", "", statement)
            number += depth > 0 and not words.startswith(".")
            statement = ""
        else:
            statement += char
    return number


@pytest.mark.parametrize(("compiler", "dialect", "arch"), ALL)
def test_generated(compiler: str, dialect: str, arch: str, place: Path) -> None:
    data = generated(compiler, dialect, arch, place)
    result = count("generated", data)
    assert result.kernels
    assert not result.unknown
    assert result.targets == (arch,) or (compiler, arch) == ("gcc", "sm_35")
    assert result.instructions == simple_count(data)
    assert result.lines == int(subprocess.run(["wc", "-l"], input=data, capture_output=True).stdout)
    assert sum(kernel.pointer_loads for kernel in result.functions) > 0
    assert sum(kernel.in_loops for kernel in result.functions) > 0
    # What is printed reads the same.
    first = read(data)
    again = read(write(first).encode("latin-1"))
    assert write(again) == write(first)
    assert [each.opcode for function in again for each in function.instructions] == [
        each.opcode for function in first for each in function.instructions
    ]


# gcc's PTX for OpenMP lacks the declarations of what the linker brings.
@pytest.mark.parametrize(
    ("compiler", "dialect", "arch"), [each for each in ALL if each.values[:2] != ("gcc", "openmp")]
)
def test_ptxas_accepts_what_is_tested(compiler: str, dialect: str, arch: str, place: Path) -> None:
    data = generated(compiler, dialect, arch, place)
    need("ptxas")
    target = arch if int(arch[3:]) >= 75 else "sm_75"
    machine = assemble(data, target)
    assert {each.kernel for each in machine} == {kernel.name for kernel in count("", data).kernels}
    for each in machine:
        assert each.registers > 0
        assert each.instructions is not None
        assert each.instructions > 0


# What the reader makes of unusual spellings is what ptxas makes of them.
SPELLINGS = (
    *(
        "bra L; { L: ret; }",
        "{ bra L; } L: ret;",
        "L: ret; L: ret;",
        "A: B: ret;",
        "bra L;",
        "L: { L: bra L; }",
    ),
    *("mov .u32 %r1, 1; ret;", "@ ! %p1 bra L; L: ret;", "@!%p1 ret;", "ret /* c */ ;", "ret\n;", "ret ret;"),
    *(
        "ret\nexit;",
        "ret",
        "{ ret; ",
        "ret; }",
        "mov.u32 %r1, (1<<4)/2+3;",
        "mov.u32 %r1, 1,;",
        "mov.u32 %r1,, 1;",
    ),
    *(
        "mov.u32 %r1 1;",
        "mov.u32 %r1, 1 2;",
        "mov.u32 %r1, [1;",
        "mov.b64 {%r1,%r2}, %rd1;",
        "mov.b64 {%r1,%r2, %rd1;",
    ),
    *(
        "setp.eq.and.u32 %p1|%p2, %r1, 1, !%p1;",
        ".reg .v2 .f32 v; mov.f32 %f1, v.x;",
        '.pragma "nounroll"; ret;',
    ),
    *(
        '.pragma "nounroll; ret;',
        "/* ret;",
        "// ret;",
        "add.u32 %r1, %r1, -1;",
        "ld.u32 %r1, [%rd1+-4];",
        "@%p1;",
    ),
    *(
        "ld.u32 %r1, [ %rd1 + 4 ];",
        "ld.u32 %r1, %rd1];",
        ".loc 1 2;",
        ".loc 1 2 3 ret;",
        ".reg .b32 %t<3>; ret;",
    ),
    *(
        "brx.idx %r1, T;",
        "T: .branchtargets L; L: brx.idx %r1, T;",
        "T: .branchtargets X; L: brx.idx %r1, T;",
    ),
)


@pytest.mark.parametrize("body", SPELLINGS)
def test_spellings_are_judged_as_ptxas_does(body: str, tmp_path: Path) -> None:
    ptxas = next(path for path in candidates(need("ptxas") and "ptxas") if "sm_80" in _help(path))
    registers = ".reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .pred %p<4>; .reg .f32 %f<4>;"
    text = '.version 7.0\n.target sm_80\n.address_size 64\n.file 1 "a"\n'
    text += f".entry k()\n{{ {registers}\n{body}\n}}\n"
    (tmp_path / "a.ptx").write_text(text)
    command = [ptxas, "-arch=sm_80", "-o", tmp_path / "a.cubin", tmp_path / "a.ptx"]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        count("a.ptx", text.encode())
        accepted = True
    except PtxError:
        accepted = False
    assert accepted == (done.returncode == 0), done.stderr


@pytest.mark.parametrize("arch", ["sm_70", "sm_80", "sm_90"])
def test_debug_information_changes_no_count(arch: str, place: Path) -> None:
    plain = count("plain", generated("clang", "cuda", arch, place))
    lines = count("lines", generated("clang", "cuda", arch, place, "-gline-tables-only"))
    assert opcodes(lines) == opcodes(plain)
    function = read(generated("clang", "cuda", arch, place, "-gline-tables-only"))[0]
    places = {each.loc.line for each in function.instructions if each.loc is not None}
    first = CUDA.splitlines().index("__global__ void straight(Link *l, double scale, int k) {") + 1
    assert {first + 2, first + 3} <= places


def opcodes(result: FileCount) -> dict[str, Counter[str]]:
    return {function.name: function.opcodes for function in result.functions}


@pytest.mark.parametrize("arch", CLANG_ARCHES)
@pytest.mark.parametrize("level", ["-O1", "-O2", "-O3"])
def test_llvm_counts_the_same(arch: str, level: str, tmp_path: Path) -> None:
    clang = need("clang")
    source, output = tmp_path / "a.cu", tmp_path / "a.ptx"
    # The two statements of inline assembly are one instruction to LLVM.
    source.write_text(re.sub(r"  asm volatile.*\n.*\n", "  lane = i;\n", CUDA))
    command = [clang, level, f"--offload-arch={arch}", "--cuda-device-only", "-S", "-nocudainc", "-nocudalib"]
    command += ["-Rpass-analysis=asm-printer", "-Wno-unknown-cuda-version", str(source), "-o", str(output)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    llvm = [int(number) for number in re.findall(r"remark: (\d+) instructions in function", done.stderr)]
    assert llvm == [kernel.instructions for kernel in count("a.ptx", output.read_bytes()).kernels]
    assert len(llvm) == 3


CHILD = """
extern __global__ void child(int *p);
__global__ void parent(int *p) { if (threadIdx.x == 0) child<<<1, 32>>>(p); }
"""


def test_kernels_of_other_files_that_are_launched(tmp_path: Path) -> None:
    nvcc = need("nvcc")
    source, ptx = tmp_path / "parent.cu", tmp_path / "parent.ptx"
    source.write_text(CHILD)
    command = [nvcc, "-rdc=true", "-arch=compute_90", "-ptx", str(source), "-o", str(ptx)]
    done = subprocess.run(command, capture_output=True, text=True)
    if "cuda_device_runtime_api" in done.stderr:
        pytest.skip("nvcc's headers for launches by kernels are not here")
    assert done.returncode == 0, done.stderr
    assert b".extern .entry _Z5childPi" in ptx.read_bytes()
    result = count("parent", ptx.read_bytes())
    assert [kernel.name for kernel in result.kernels] == ["_Z6parentPi"]
    assert {(sass.kernel, sass.mode) for sass in assemble(ptx.read_bytes(), "sm_90")} == {
        ("_Z6parentPi", "relocatable")
    }


@pytest.mark.parametrize("arch", ["sm_80", "sm_90", "sm_120"])
def test_the_disassembler_counts_the_same(arch: str, place: Path, tmp_path: Path) -> None:
    data = generated("clang", "cuda", "sm_80", place)
    need("ptxas")
    need("nvdisasm")
    kernels = assemble(data, arch)
    for each in kernels:
        assert each.opcodes is not None
        assert each.opcodes.total() == each.instructions
        assert each.opcodes["EXIT"] >= 1
    # And both read the same file.
    usable = next(path for path in candidates("ptxas") if arch in _help(path))
    (tmp_path / "a.ptx").write_bytes(data)
    cubin = tmp_path / "a.cubin"
    subprocess.run([usable, f"-arch={arch}", "-o", cubin, tmp_path / "a.ptx"], check=True)
    listed = {name: opcode.total() for name, opcode in disassembled(cubin).items()}
    assert listed == machine_instructions(cubin.read_bytes())


@cache
def _help(program: str) -> str:
    return subprocess.run([program, "--help"], capture_output=True, text=True).stdout


def test_spills_are_read(place: Path) -> None:
    need("ptxas")
    body = "\n".join(f"ld.volatile.global.f64 %fd{i}, [%rd1+{8 * i}];" for i in range(300))
    body += "\n".join(f"st.volatile.global.f64 [%rd1+{8 * i}], %fd{i};" for i in range(300))
    text = (
        ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry spill(.param .u64 p)\n{\n"
        f".reg .f64 %fd<300>; .reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\n{body}\nret;\n}}\n"
    )
    (sass,) = assemble(text.encode(), "sm_80")
    assert sass.registers >= 200
    assert sass.spill_stores > 0
    assert sass.spill_loads > 0
    assert sass.stack > 0
