# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""place apply on CUDA: what is written compiles with CUDA 12 and 13, and makes the advised calls."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from testlib import build
from testlib.compilers import linker

from pointerchain.cli import main

HERE = Path(__file__).parent
INCLUDE = HERE.parents[1] / "pointerchain" / "include"
NEEDS_CLANG = pytest.mark.skipif(shutil.which("clang++-19") is None, reason="needs clang-19")
FOLDERS = {
    "12": (["cuda_runtime/include", "cuda_nvcc/include"], "nvidia-cuda-runtime-cu12"),
    "13": (["cu13/include"], "nvidia-cuda-runtime and nvidia-cuda-crt of CUDA 13"),
}
# What nvcc declares by itself.
NVCC = """\
#include <cuda_runtime_api.h>
#undef __global__
#define __global__ __attribute__((global))
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, void * = nullptr);
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim;
template <class T> cudaError_t cudaMallocManaged(T **p, size_t n, unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void **)p, n, flags);
}
template <class T> cudaError_t cudaMalloc(T **p, size_t n) { return cudaMalloc((void **)p, n); }
"""
PROGRAM = """\
#include <cstdio>
#include <cstdlib>

#define CHECK(call) do { if ((call) != cudaSuccess) std::exit(1); } while (0)

__global__ void add(double *a, const double *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += b[i];
}

int main() {
  const int n = 1000;
  double *a, *b, *c, *d, *e, *f;
  CHECK(cudaMallocManaged(&a, n * sizeof(double)));
  CHECK(cudaMallocManaged((void **)&b, n * sizeof(double),
                          cudaMemAttachGlobal));
  cudaMalloc(&c, n * sizeof(double)); cudaMalloc(&d, 8);
  cudaMallocManaged(&e, 16), cudaMallocManaged(&f, 32);
  for (int i = 0; i < n; i++) a[i] = b[i] = i;
  for (int t = 0; t < 3; t++) {
    add<<<(n + 255) / 256, 256>>>(a, b, n);
    cudaDeviceSynchronize();
  }
  cudaFree(a);
  CHECK(cudaFree(b));
  cudaFree(c), cudaFree(d), cudaFree(e), cudaFree(f);
}
"""
READ_MOSTLY, PREFERRED, ACCESSED = 1, 3, 5


def advice(text, wanted, actions=()):
    """An advice for calls of a CUDA source: by variable the allocation, and maybe an advice."""
    objects = []
    for name, given in wanted.items():
        found = re.search(rf"\bcuda(?:MallocManaged|Malloc)\((?:\(void \*\*\))?&{name}\b", text)
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - (text.rfind("\n", 0, found.start()) + 1) + 1
        allocation, _, hint = given.partition(":")
        objects.append(
            {
                "id": len(objects),
                "name": name,
                "site": {"file": "prog.cu", "line": line, "column": column},
                "bytes": 8,
                "sparsity": None,
                "remigration": None,
                "allocation": allocation,
                "advice": hint or "none",
                "seconds": 0.5e-3,
                "actions": [
                    {"phase": phase, "executions": when, "do": what, "bytes": 8}
                    for of, phase, when, what in actions
                    if of == name
                ],
                "residency": [],
                "alternatives": [],
                "why": 'made "for" a test, \\ {] and é',
            }
        )
    launch = next(at for at, row in enumerate(text.split("\n"), 1) if "<<<" in row)
    return {
        "format": "pointerchain-place-advice-1",
        "program": ["made"],
        "machine": "made for a test",
        "attributes": dict.fromkeys(("peak", "device_bandwidth", "link", "copy_to_device", "copy_to_host")),
        "options": {"capacity": None, "margin": 0.25, "managed": True},
        "method": "dynamic programming",
        "seconds": {"chosen": 0, "all_device": 1e-9, "all_pinned": None, "all_managed": None},
        "peak_device_bytes": 0,
        "phases": [
            {"id": 0, "side": "host", "place": None, "executions": 1},
            {"id": 1, "side": "device", "place": {"file": "prog.cu", "line": launch}, "executions": 3},
        ],
        "objects": objects,
        "notes": [],
    }


ADVISED = {
    "a": "managed:preferred-device",
    "b": "pinned",
    "c": "managed:read-mostly",
    "d": "device",
    "e": "managed:accessed-by-device",
    "f": "managed:preferred-host",
}
ACTIONS = (
    ("a", 1, "first", "prefetch-to-device"),
    ("c", 1, "later", "prefetch-to-host"),
    ("c", 1, "second", "prefetch-to-device"),
    ("e", 1, "each", "prefetch-to-device"),
)


def applied(folder, monkeypatch, text, given):
    monkeypatch.chdir(folder)
    Path("prog.cu").write_text(text)
    Path("advice.json").write_text(json.dumps(given, indent=1))
    return main(["place", "apply", "advice.json", "prog.cu", "--dialect", "cuda", "--out-dir", "once"])


def headers(version):
    """The folders of CUDA's headers of a version, as PyPI has them."""
    folders, package = FOLDERS[version]
    roots = [Path(path) / "nvidia" for path in sys.path]
    found = [f"-I{root / each}" for root in roots for each in folders if (root / each).is_dir()]
    if not any((Path(each[2:]) / "cuda_runtime_api.h").is_file() for each in found):
        pytest.skip(f"needs {package}")
    return found


@NEEDS_CLANG
@pytest.mark.parametrize("version", FOLDERS)
def test_the_calls_are_those_of_the_advice(tmp_path, monkeypatch, version):
    include = headers(version)
    assert applied(tmp_path, monkeypatch, PROGRAM, advice(PROGRAM, ADVISED, ACTIONS)) == 0
    Path("nvcc.h").write_text(NVCC)
    common = ["-w", *include, f"-I{INCLUDE}"]
    # Which way kernels are started clang tells by the version of an installation, and there may be none.
    none = ["--cuda-path=/nowhere", "-Xclang", "-target-sdk-version=12.3"]
    device = ["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", *none, "-include", "nvcc.h"]
    compiled = [
        build(["clang++-19", *device, *common, "-c", "once/prog.cu", "-o", "prog.o"], tmp_path),
        build(["clang++-19", *common, "-c", HERE / "cudart_stub.cpp", "-o", "stub.o"], tmp_path),
    ]
    assert [each.returncode for each in compiled] == [0, 0], [each.errors for each in compiled]
    program = build(["clang++-19", *linker(), *compiled, "-o", "prog"], tmp_path)
    done = program.run(deterministic=True)
    assert (done.returncode, done.errors) == (0, "")
    once, later = ["prefetch 4 16 to 2", "kernel"], ["prefetch 4 16 to 2", "prefetch 2 8000 to -1", "kernel"]
    assert done.output.splitlines() == [
        "managed 0 8000",
        f"advise 0 8000 {PREFERRED} on 2",
        "pinned 1 8000",
        "managed 2 8000",
        f"advise 2 8000 {READ_MOSTLY} on 2",
        "device 3 8",
        "managed 4 16",
        f"advise 4 16 {ACCESSED} on 2",
        "error taken",
        "managed 5 32",
        f"advise 5 32 {PREFERRED} on -1",
        "prefetch 4 16 to 2",
        "prefetch 0 8000 to 2",
        "kernel",
        once[0],
        "prefetch 2 8000 to 2",
        "kernel",
        *later,
        "free 0",
        "free-pinned 1",
        *(f"free {number}" for number in range(2, 6)),
    ]
    for broken in ('{"objects": [', "", '{"objects": [{"id": 0}', "[1]"):
        Path("advice.json").write_text(broken)
        done = program.run(deterministic=True)
        assert done.returncode == 0
        assert "is no advice that can be read" in done.errors
        assert "pinned" not in done.output
        assert "advise" not in done.output


@pytest.mark.parametrize("version", FOLDERS)
@pytest.mark.parametrize("words", [["gcc", "-std=c99", "-xc"], ["g++", "-std=c++11", "-xc++"]])
def test_the_header_compiles_without_warnings(words, version):
    include = [each.replace("-I", "-isystem", 1) for each in headers(version)]
    if shutil.which(words[0]) is None:
        pytest.skip(f"needs {words[0]}")
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-function"]
    header = ["-include", str(INCLUDE / "pointerchain" / "place_cuda.h"), "/dev/null"]
    subprocess.run([*words[:2], *warnings, *include, "-fsyntax-only", words[2], *header], check=True)


def test_lines_are_kept_and_a_second_run_changes_nothing(tmp_path, monkeypatch, capfd):
    assert applied(tmp_path, monkeypatch, PROGRAM, advice(PROGRAM, ADVISED, ACTIONS)) == 0
    once = Path("once/prog.cu").read_text()
    assert once.count("\n") == PROGRAM.count("\n")
    assert "    pc_place_phase_begins(1); add<<<" in once
    assert "CHECK(pc_place_alloc_to((void **)(&b), 1, n * sizeof(double)" in once
    assert "cudaMalloc(&d, 8)" in once
    monkeypatch.chdir("once")
    words = ["place", "apply", "../advice.json", "prog.cu", "--dialect", "cuda"]
    assert main([*words, "--out-dir", "twice"]) == 0
    assert Path("twice/prog.cu").read_text() == once


@pytest.mark.parametrize(
    "wanted, change, why",
    [
        ({"a": "device"}, ("", ""), "the host accesses by the same pointer"),
        ({"c": "pinned"}, ("", ""), "copies to and from it say a direction"),
        ({"a": "pinned"}, ("cudaFree(a);", "release(a);"), "no 'cudaFree(a)' is in this source"),
        ({"a": "pinned"}, ("cudaFree(a);", "double *q = a; cudaFree(a);"), "is given another name"),
        (
            {"a": "pinned"},
            ("cudaFree(a);", "cudaMemset(a, 0, 8); cudaFree(a);"),
            "'cudaMemset' is called for it",
        ),
        ({"b": "managed"}, ("cudaMemAttachGlobal", "cudaMemAttachHost"), "attached to the host"),
        ({"c": "managed"}, ("cudaFree(a);", "cudaIpcGetMemHandle(h, c);"), "other processes"),
    ],
)
def test_what_is_left_alone(tmp_path, monkeypatch, capfd, wanted, change, why):
    text = PROGRAM.replace(*change) if change[0] else PROGRAM
    assert applied(tmp_path, monkeypatch, text, advice(text, wanted)) == 0
    assert Path("once/prog.cu").read_text() == text
    assert why in capfd.readouterr().err


@pytest.mark.parametrize(
    "old, new",
    [
        ("int main", "\nint main"),
        ("cudaMallocManaged(&a", "cudaMallocManaged(&x"),
        ("    add<<<", "    int z;\n    add<<<"),
    ],
)
def test_a_source_that_has_changed_is_refused(tmp_path, monkeypatch, capfd, old, new):
    given = advice(PROGRAM, {"a": "managed:read-mostly"})
    assert applied(tmp_path, monkeypatch, PROGRAM.replace(old, new), given) == 1
    assert "this line is not what it was when it was profiled" in capfd.readouterr().err
    assert not Path("once").exists()
