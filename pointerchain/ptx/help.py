# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What ``pointerchain ptx ... --help`` prints."""

PTX = """\
usage: pointerchain ptx count FILE...
       pointerchain ptx diff A B
       pointerchain ptx diff --source FILE -- COMPILER ARGS...

Counts the instructions of the PTX that compilers generate for a GPU, and
compares two of them. 'pointerchain ptx count --help' and
'pointerchain ptx diff --help' say more.
"""

COUNT = """\
usage: pointerchain ptx count FILE... [options]

Counts, for each kernel and device function in a PTX file, its instructions: in
all, by class, in loops, and the pointer loads (loads as wide as an address
whose value becomes part of one). 'lines' is what 'wc -l' says.

  FILE                    PTX text; '-' is standard input

options:
  --format text|markdown|json|csv
                          the form of the report (default text)
  -o FILE                 write the report to FILE; '-' is standard output
  --sass ARCH[,ARCH...]   assemble each file with ptxas for sm_70, sm_90, ... and show
                          registers, spills and machine instructions. ptxas is looked
                          for in PATH, in CUDA_HOME and in the PyPI package that
                          'pip install pointerchain[ptx]' brings
  --ptxas FILE            the ptxas to use
  -h, --help              show this help

exit codes:
  0    all files were counted
  1    a file is not PTX or cannot be read, or the report cannot be written
  2    wrong usage
  123  a fault of pointerchain itself

examples:
  pointerchain ptx count md.ptx
  gcc -fopenacc -O2 -foffload=nvptx-none -save-temps md.c && \\
      pointerchain ptx count *.mkoffload.s --format json
  pointerchain ptx count md.ptx --sass sm_70,sm_90
"""

DIFF = """\
usage: pointerchain ptx diff A B [options]
       pointerchain ptx diff --source FILE [options] -- COMPILER ARGS...

Compares two PTX files kernel by kernel: counts side by side, and the
instructions that left and came. Kernels are matched by name, then by name without the
line numbers, ordinals and hashes that compilers put in, then by what they hold.

  A, B                    PTX text; '-' is standard input
  --source FILE           compile a source with directives twice: A is its PTX with the
                          directives ignored, B with the chains hoisted
  -- COMPILER ARGS...     the compiler and its flags: gcc with '-fopenacc' or '-fopenmp',
                          clang (OpenMP, or CUDA for a FILE.cu), nvcc, nvc; under any name.
                          What makes it leave PTX is added; clang compiles for sm_70 if
                          nothing else is asked for

options:
  --keep DIR              with '--source': write DIR/ignored.ptx and DIR/hoisted.ptx
  --fail-if-more          exit with 1 if B has more instructions: in a kernel or function
                          that both have, or in all
  --format text|markdown|json|csv
                          the form of the report (default text)
  -o FILE                 write the report to FILE; '-' is standard output
  --sass ARCH[,ARCH...]   assemble both with ptxas for sm_70, sm_90, ... and compare
                          registers, spills and machine instructions
  --ptxas FILE            the ptxas to use
  -h, --help              show this help

exit codes:
  0    the files were compared
  1    a file is not PTX, a compiler failed, or '--fail-if-more' found more
  2    wrong usage
  123  a fault of pointerchain itself

examples:
  pointerchain ptx diff old.ptx new.ptx --fail-if-more
  pointerchain ptx diff --source md.c -- gcc -fopenacc -O2 -Iinclude
  pointerchain ptx diff --source md.c -- clang-19 -O2 --offload-arch=sm_80
"""
