# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""PTX that the compilers of this machine generate."""

from __future__ import annotations

import functools
import shutil
import subprocess
from pathlib import Path

import pytest
from testlib.compilers import gcc_for_nvptx

from pointerchain.ptx.sass import candidates
from pointerchain.toolchain.ptx import compile_ptx

# A chain walked in a kernel, loops, a call, a reduction; for OpenACC and OpenMP.
DIRECTIVES = """\
typedef struct { double *x, *v; int n, m; } Atoms;
typedef struct { Atoms *atoms; float cut; int *box; } Sim;
double work(Sim *sim, double dt, long first) {
  double sum = 0;
#ifdef _OPENACC
#pragma acc parallel loop reduction(+ : sum) present(sim)
#else
#pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : sim[0 : 1])
#endif
  for (int i = 0; i < sim->atoms->n; i++) {
    for (int j = 0; j < sim->atoms->m; j++) {
      if (sim->box[i] == j) continue;
      sim->atoms->x[i] += sim->atoms->v[j + first] * dt / sim->cut;
    }
    sum += sim->atoms->x[i];
  }
  return sum;
}
"""

# Straight lines and loops, shared and constant memory, switches, inline assembly; no header is needed.
CUDA = r"""
#ifndef __CUDACC_VER_MAJOR__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define THREAD __nvvm_read_ptx_sreg_tid_x()
#else
#define THREAD threadIdx.x
#endif
struct Link { Link *next; double *a; long n; };
__constant__ float table[16];
__global__ void straight(Link *l, double scale, int k) {
  int i = THREAD;
  l->next->next->a[i] *= scale;
  l->next->a[i] = l->a[i + k] / (k * 3.0) + table[i];
}
__global__ void loops(Link **l, float *f, int n) {
  for (int i = 0; i < n; i++)
    for (Link *p = l[i]; p; p = p->next) f[i] += (float)p->a[i] * 0.5f;
}
__global__ void staged(float *f, unsigned *out, int n) {
  __shared__ float tile[128];
  int i = THREAD;
  tile[i] = f[i];
  __syncthreads();
  unsigned lane;
  asm volatile("{ .reg .pred q; /* ; } */ mov.u32 %0, %%laneid; setp.eq.u32 q, %0, 0;\n @q bra D; D: }"
               : "=r"(lane));
  switch (n) {
    case 0: out[i] = lane; break;
    case 1: out[i] = (unsigned)tile[127 - i]; break;
    case 2: out[i] = (unsigned)(tile[i] * 2); break;
    case 3: out[i] = 7u * lane; break;
    case 4: out[i] = lane >> 2; break;
    default: out[i] = 0;
  }
}
"""

GCC_ARCHES = ("sm_30", "sm_35", "sm_53", "sm_70", "sm_75", "sm_80")
CLANG_ARCHES = ("sm_50", "sm_61", "sm_70", "sm_80", "sm_89", "sm_90")
NVCC_ARCHES = ("sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120")

# (compiler, dialect, architecture): what 'generated' makes. The directives of two dialects share a compiler's
# architectures, the others are of the long tier.
SOME = (
    *(("gcc", "openacc", arch) for arch in GCC_ARCHES[::2]),
    *(("gcc", "openmp", arch) for arch in GCC_ARCHES[1::2]),
    *(("clang", "openmp", arch) for arch in CLANG_ARCHES[::2]),
    *(("clang", "cuda", arch) for arch in CLANG_ARCHES[1::2]),
    *(("nvcc", "cuda", arch) for arch in NVCC_ARCHES),
)
OTHERS = (
    *(("gcc", "openacc", arch) for arch in GCC_ARCHES[1::2]),
    *(("gcc", "openmp", arch) for arch in GCC_ARCHES[::2]),
    *(("clang", "openmp", arch) for arch in CLANG_ARCHES[1::2]),
    *(("clang", "cuda", arch) for arch in CLANG_ARCHES[::2]),
)
ALL = (
    *(pytest.param(*each) for each in SOME),
    *(pytest.param(*each, marks=pytest.mark.long) for each in OTHERS),
)


@functools.cache
def need(compiler: str) -> str:
    """The compiler's name or path; skips the test where it is not there."""
    if compiler == "gcc":
        return gcc_for_nvptx()
    if compiler == "clang":
        if shutil.which("clang-19") is None:
            pytest.skip("no clang-19 (Debian package clang-19)")
        return "clang-19"
    for path in candidates(compiler):
        # NVIDIA's packages from PyPI are apart: an nvcc is of use only with the rest.
        if compiler != "nvcc" or subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            return path
    pytest.skip(f"no {compiler} (pip install '.[nvcc]')")


@functools.cache
def generated(compiler: str, dialect: str, arch: str, directory: Path, *flags: str) -> bytes:
    """The PTX that ``compiler`` makes of the sample in ``dialect`` for ``arch``."""
    where = directory / "-".join((compiler, dialect, arch, *(flag.strip("-") for flag in flags)))
    where.mkdir()
    source = directory / ("sample.cu" if dialect == "cuda" else "sample.c")
    source.write_text(CUDA if dialect == "cuda" else DIRECTIVES)
    words = [need(compiler), "-O2", *flags]
    if compiler == "gcc":
        words += [f"-f{dialect}", "-foffload=nvptx-none", f"-foffload-options=nvptx-none=-misa={arch}"]
    elif compiler == "nvcc":
        words += [f"-arch=compute_{arch.removeprefix('sm_')}"]
    else:
        words += [f"--offload-arch={arch}", "-Wno-unknown-cuda-version"]
        # Where there is no CUDA, it writes the oldest PTX, which lacks what its own OpenMP runtime uses.
        words += ["--cuda-feature=+ptx63"] if dialect == "openmp" and arch in ("sm_50", "sm_61") else []
        words += ["-nocudainc", "-nocudalib"] if dialect == "cuda" else []
    return compile_ptx(words, source, where, source.name)
