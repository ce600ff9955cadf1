# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What ``--help`` prints."""

MAIN = """\
usage: pointerchain COMMAND ...

Hoists pointer chains out of OpenACC and OpenMP regions in C and C++.

commands:
  translate FILE|DIR...   translate sources that hold 'pointerchain' directives
  explain CODE            say what a diagnostic means, and the way out
  cc COMPILER ARGS...     launch a compiler on the translation of what it is given
  cache --stats|--clear   look into or empty the cache of 'cc'
  types FILE              show what a deep copy knows of a source's types
  bench generate|build|run|report
                          microbenchmarks of deep copies
  ptx count FILE...       count the instructions of generated PTX; 'ptx diff' compares

options:
  -h, --help              show this help; 'pointerchain COMMAND --help' for a command
  --version               show the version
  --cmake-dir             show where the CMake package and 'pointerchain.pc' are
  --includes, --libs      show the compiler's and the linker's options for the headers

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

  -j N                    translate in N processes (default 1; 0: one a processor)
  --no-verify             do not check that the output compiles as the input does
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

EXPLAIN = """\
usage: pointerchain explain CODE...
       pointerchain explain --list

Says what a diagnostic means, shows an example that causes it, and the way out.
CODE is what a message ends with, as in [-Wprefix-assigned].

options:
  --list                  show every code with its severity and title
  -h, --help              show this help
"""
