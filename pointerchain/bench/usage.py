# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What ``pointerchain bench ... --help`` prints."""

BENCH = """\
usage: pointerchain bench generate|build|run|report ...

Microbenchmarks of deep copies: which way of moving a nested structure to a device and back
is fastest, for which depth and size.

commands, in the order of their use ('pointerchain bench COMMAND --help' for each):
  generate                write the programs' sources
  build                   translate, compile and link them with the compilers that are here
  run                     measure them
  report                  make tables and figures of what was measured

example, all of it:
  pointerchain bench generate -o suite
  pointerchain bench build suite -j 2
  pointerchain bench run suite --quick -o results.json
  pointerchain bench report results.json -o report
"""

GENERATE = """\
usage: pointerchain bench generate -o DIR [options]

Writes one C source for each program below DIR/programs, the files that all of them share
below DIR/support, and DIR/suite.json. The suite that was in DIR before is replaced.

options:
  -o DIR                  where the suite goes
  --scenario NAME[,...]   linear (a list of structs), dense (a tree of them); default: both
  --levels K              Linear has programs of 2 to K levels (default 10)
  --dialect NAME[,...]    openacc, openmp; default: both
  --schemes NAME[,...]    how the structure gets to the device; default: all
                            uvm           unified memory; the program transfers nothing
                            marshal       one buffer, one transfer, each pointer attached
                            pointerchain  directives, translated when the suite is built
                            handhoist     hoisted by hand: what pointerchain has to equal
                            mapper        'declare mapper' (OpenMP only)
  -h, --help              show this help

example:
  pointerchain bench generate --scenario linear --levels 10 --dialect openacc \\
      --schemes uvm,marshal,pointerchain -o suite      # 81 programs
"""

BUILD = """\
usage: pointerchain bench build DIR [options] [-- COMPILER_FLAGS...]

Builds the suite in DIR with each compiler, below DIR/build/TOOLCHAIN, and lists what
could not be built, and why. What did not change since is not built again.

options:
  --toolchain NAME[,...]  gcc          OpenACC and OpenMP, NVIDIA GPUs or the host
                          clang        OpenMP, a device with separate memory on the host
                          clang-nvptx  OpenMP, NVIDIA GPUs
                          nvhpc        OpenACC and OpenMP, NVIDIA GPUs
                          default: all that are here
  --arch NAME             the GPU: 'sm_90' and its like for clang-nvptx, 'cc90' for nvhpc
  -j N                    build N programs at a time (default: one a processor)
  -- COMPILER_FLAGS...    flags for every compilation and link, such as -fsanitize=address
  -h, --help              show this help

exit code 1: nothing was built, a directive could not be translated, or a compiler that
'--toolchain' names is missing or failed
"""

RUN = """\
usage: pointerchain bench run DIR [options]

Measures what was built of the suite in DIR. Every measurement is kept as soon as it is
finished; after an interruption the same command goes on where it stopped.

options:
  -o FILE                 where the results go (default DIR/results.json), in Google
                          Benchmark's JSON format
  --quick                 few sizes, few levels, short measurements: minutes
  --toolchain NAME[,...]  only what these built
  --dialect, --schemes, --scenario NAME[,...]
                          only these programs
  --levels K[,...]        only these levels of Linear
  --n N[,...]             elements of each array, such as 100,1e6
  --q Q[,...]             structs at each level of Dense
  --repetitions R         measurements of each program and size (default 5)
  --min-time SECONDS      how much time one measurement adds up at least (default 0.2;
                          quick: 0.01)
  --seed S                of the order of the measurements, which is random (default 1)
  --launcher 'WORDS'      what to start each program with, such as 'srun -n1'
  --overwrite             replace FILE where it is there already
  -h, --help              show this help

exit code 1: a program failed, or its result was wrong
"""

REPORT = """\
usage: pointerchain bench report [FILE] -o DIR [options]

Writes DIR/report.html (one page, needs no network), DIR/report.md and DIR/*.csv.

options:
  -o DIR                  where the report goes
  --compare OTHER         a second file of results, to be compared with FILE
  --suite DIR             count the device code of the suite in DIR, too (the paper's Tables
                          3 and 4), with each compiler here that generates PTX
  --deepcopy FILE         what 'scripts/bench_deepcopy.py -o FILE' measured: deep copies by
                          technique (Figures 7 and 8 and Table 2 of their paper); the other
                          FILE may then be left out
  -h, --help              show this help
"""
