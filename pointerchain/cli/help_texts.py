# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What ``--help`` prints for the whole, and for the commands that read their options by hand."""

MAIN = """\
usage: pointerchain COMMAND ...

Hoists pointer chains out of OpenACC and OpenMP regions in C and C++.

commands:
  translate FILE|DIR...   translate sources that hold 'pointerchain' directives
  suggest FILE|DIR...     find chains that loops can do without, and say why not others
  map FILE|DIR...         write the data clauses that compute constructs need
  explain CODE            say what a diagnostic means, and the way out
  cc COMPILER ARGS...     launch a compiler on the translation of what it is given
  fc COMPILER ARGS...     the same for Fortran: deep copies and regions
  cache --stats|--clear   look into or empty the cache of 'cc'
  types FILE              show what a deep copy knows of a source's types
  bench generate|build|run|pack|report
                          microbenchmarks of deep copies
  ptx count FILE...       count the instructions of generated PTX; 'ptx diff' compares
  loads FILE              count what hoisting takes out of a source's loops on the host
  guard COMMAND ARGS...   run a program, the host's memory closed while a kernel runs
  place measure|profile|decide|apply|report|replay
                          decide where each data object of a program should live
  manual man|bash|zsh|fish
                          a manual page, or completions for a shell

options:
  -h, --help              show this help; 'pointerchain COMMAND --help' for a command
  --version               show the version
  --cmake-dir             show where the CMake package and 'pointerchain.pc' are
  --includes              show the compiler's options for the headers
  --libs, --libs=shared, --libs=mpi
                          show the linker's options for the runtime; CC (MPICC) builds it
  --pkg-config-dir        show where pkg-config finds the same

examples:
  pointerchain translate md.c -o md.pc.c -- -Iinclude -DREAL=double
  pointerchain translate . --in-place
  pointerchain explain prefix-assigned
  make CC="pointerchain cc gcc"
"""

TRANSLATE = """\
usage: pointerchain translate FILE|DIR... [options] [-- CLANG_ARGS...]

Translates C and C++ sources that hold 'pointerchain' directives. Line N of the
output is line N of the input. A file is written whole or not at all, and an
input is never touched but by '--in-place'.

inputs:
  FILE                    a source or header
                          (of Fortran, deep copies and regions; what was in
                          fixed form comes out in free form)
  DIR                     every source and header below it that holds a directive;
                          hidden files and links to directories are passed over
  -                       standard input; needs '--language'

output (one of them; a single FILE without any goes to standard output):
  -o FILE                 write the translation to FILE; '-' is standard output
  --out-dir DIR           write each translation below DIR: a FILE under its own name,
                          what is in a directory under its path there. A FILE without
                          directives is copied; one found in a directory is not
  --in-place              replace each file that a translation changes
  --diff                  show what would change, as a unified diff
  --check                 write nothing, only report
  --explain-regions[=json]
                          say of each region what it hoists, and what a list such as
                          'declare(sim->*)' left out and why; a line of JSON for each FILE
  --dump STAGE            show what a stage of the translation makes of FILE, for those
                          who change the tool: lowered (deep-copy directives as calls),
                          directives, regions, probe (what Clang reads), tree, chains,
                          facts, findings or edits

how the sources are compiled:
  -p BUILD_DIR            take the flags from BUILD_DIR/compile_commands.json; a file that
                          it does not list is compiled as its nearest neighbour is.
                          Without '-p' and '--' a database is looked for upwards of each
                          source, in each directory and in 'build' there
  -- CLANG_ARGS...        flags for Clang; with '-p' they are added to those listed there
  --language c|c++        the language, where the name of a file does not tell

diagnostics:
  -WCODE, -Wno-CODE       show a warning, or do not
  -Werror[=CODE]          make all warnings errors, or one; '-Wno-error[=CODE]' undoes it
  -w                      show no warning
  --diagnostics-format text|sarif
                          as Clang prints them (default), or one SARIF 2.1.0 log
  --diagnostics-output FILE
                          write them to FILE instead of standard error; '-' is standard
                          output

  --auto[=constructs|loops]
                          hoist, in functions without directives, each chain in a loop for
                          which it is proved that nothing changes: in OpenMP's target and
                          OpenACC's compute constructs, in loops of the host, or in both;
                          with '-p' the functions of all listed sources are looked into.
                          See also 'suggest'
  --no-auto               do not, whatever the project's settings say
  --deep                  read 'pointerchain(deep)' on each OpenMP and OpenACC directive
                          that maps what a shape describes
  --no-deep               do not, whatever the project's settings say
  -Rpointerchain          with '--auto': say what becomes of each such chain, and why
  --promise CLAUSES       with '--auto': take the clauses of a 'promise' directive, as
                          'reads(printf, fprintf)', for true in all that is read
  --settings FILE         take the project's settings from FILE, 'none' from no file.
                          Without it they are in the nearest '.pointerchain.toml', or
                          'pyproject.toml' with a table '[tool.pointerchain]', upwards of
                          FILE or DIR, else of the working directory
  -j N                    translate in N processes (default 1; 0: one a processor)
  --no-verify             do not check that the output compiles as the input does
  --check-promises        have the output check, when it runs, what its regions promise;
                          'pointerchain cc --check-promises' also compiles it so
  -h, --help              show this help

exit codes:
  0    no error
  1    errors in the input, or an output that cannot be written
  2    wrong usage
  123  a fault of pointerchain itself

examples:
  pointerchain translate md.c -o md.pc.c -- -Iinclude -DREAL=double
  pointerchain translate src --out-dir build/translated -p build -j 8
  pointerchain translate . --in-place
  pointerchain translate . --check --diagnostics-format sarif \\
      --diagnostics-output pointerchain.sarif
"""

CC = """\
usage: pointerchain cc [options] COMPILER ARGS...
       pointerchain cc --native FILE COMPILER

Runs COMPILER ARGS..., with each source that holds 'pointerchain' directives, or includes a header that does,
replaced by its translation. Everything else is passed on as it is, and the exit code is the compiler's.
'__pointerchain' is defined as 1 in every C and C++ compile.

options, which stand before COMPILER:
  --keep DIR              leave the translated sources and headers below DIR, for reading
  --print                 show the command that would be run; nothing is compiled
  --verbose               say of each source and header whether it was translated, and of a translation
                          whether it came from the cache
  --native FILE           compile FILE, a program that stands for 'pointerchain cc' and starts Python only
                          where there may be directives: 'FILE COMPILER ARGS...' runs the compiler
  -WCODE, -Wno-CODE, -Werror[=CODE], -Wno-error[=CODE], -w
                          as in 'pointerchain translate'
  --auto[=constructs|loops]
                          hoist also what is proved of the chains in loops without directives: in OpenMP's
                          target and OpenACC's compute constructs, in loops of the host, or in both; see
                          'pointerchain suggest'
  --no-auto               do not, whatever the project's settings say
  --map[=partial]         before that write the data clauses of OpenMP's target and OpenACC's compute
                          constructs, as 'pointerchain map' does; what it asks is an error, with 'partial' a
                          warning, and those constructs are compiled without
  --deep                  read 'pointerchain(deep)' on each OpenMP and OpenACC directive that maps what a
                          shape describes
  --no-deep               do not, whatever the project's settings say
  -p BUILD_DIR            look into the functions of all sources that BUILD_DIR/compile_commands.json lists,
                          with '--auto', and where a region calls one that the source does not define; with
                          '--map' all of them answer what one does not say. The dependency file, which the
                          compile has to write ('-MMD'), names those on which the object depends
  -Rpointerchain          with '--auto': say of each such chain what becomes of it, and why
  --promise CLAUSES       with '--auto': take the clauses of a 'promise' directive, as 'reads(printf)', for
                          true in every source
  --settings FILE         take the project's settings from FILE, 'none' from no file; without it they are
                          looked for upwards of the sources, see 'pointerchain translate'
  --no-verify             do not check that a translation compiles as the source does
  --check-promises        make a build that checks, when it runs, what its regions promise: where anything
                          but a region changes its chains, or reads those that it changes, the program
                          ends and says so (gcc and Clang; slower; without optimization)
  --stale-check           make a build for 'pointerchain guard --stale', which says where a program reads a
                          copy that is older than the device's or the host's (clang; slower)
  -h, --help              show this help

environment:
  POINTERCHAIN_FLAGS      options, as above, that come before those of the command line
  POINTERCHAIN_KEEP       as '--keep'
  POINTERCHAIN_CACHE_DIR  where translations are kept (default: ~/.cache/pointerchain)
  POINTERCHAIN_CACHE_SIZE how large that may grow, as in 256M (the default); 0: nothing is kept

exit codes:
  1    an error in a directive; the compiler was not run
  2    wrong usage
  123  a fault of pointerchain itself
  126, 127  the compiler cannot be run, or is not there
  else the compiler's own

examples:
  make CC="pointerchain cc gcc"
  cmake -B build -DCMAKE_C_COMPILER_LAUNCHER="pointerchain;cc"
  OMPI_CC="pointerchain cc gcc" mpicc -c force.c
  pointerchain cc -Werror --print nvc -acc -c force.c
"""
