# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain fc``: a launcher of Fortran compilers that translates what holds directives.

A command that was run before is taken from the cache without reading its sources, and next to nothing is
loaded for that; ``fc_translated`` does the rest.
"""

from __future__ import annotations

import os

from pointerchain import files
from pointerchain.build import child
from pointerchain.cli.cc_common import cannot_run
from pointerchain.cli.console import EXIT_CLEAN, InputError, UsageError, put, put_error
from pointerchain.cli.fc_common import Options, compile_with, remove_scratch, runtime_words, scratch
from pointerchain.cli.settings_file import settings_for
from pointerchain.fortran.remembered import key_of, recall
from pointerchain.fortran.sources import SUFFIXES

HELP = """\
usage: pointerchain fc [options] COMPILER ARGS...
       pointerchain fc --runtime | --module

Runs COMPILER ARGS..., with each Fortran source that holds 'pointerchain' directives replaced by its
translation. Everything else is passed on as it is, and the exit code is the compiler's. Needs fparser2,
which is in the 'fortran' extra: pip install '.[fortran]' in a clone, or 'FILE.whl[fortran]'.

options, which stand before COMPILER:
  --types                 describe the types of every module, not only of those whose source holds a directive
  --keep DIR              leave the translated sources below DIR, for reading
  --print                 show the command that would be run; nothing is compiled
  --runtime               show the path of the runtime's C source, for links without 'fc'
  --module                show the path of the Fortran source that translations use; 'fc' compiles it itself
  -WCODE, -Wno-CODE, -Werror[=CODE], -Wno-error[=CODE], -w
                          as in 'pointerchain translate'
  --settings FILE         take the project's settings ('warnings' and 'keep' count here) from FILE, 'none' for
                          no file; see 'pointerchain translate'
  -h, --help              show this help

environment:
  POINTERCHAIN_CACHE_DIR, POINTERCHAIN_CACHE_SIZE
                          as for 'pointerchain cc'

exit codes:
  1    an error in a directive; the compiler was not run
  2    wrong usage
  123  a fault of pointerchain itself
  126, 127  the compiler cannot be run, or is not there
  else the compiler's own

examples:
  pointerchain fc gfortran -fopenmp -c mesh.f90
  cmake -B build -DCMAKE_Fortran_COMPILER_LAUNCHER="pointerchain;fc"
  gcc -fopenmp $(pointerchain --includes) -c "$(pointerchain fc --runtime)"
"""


def run(words: list[str]) -> int:
    """Launch the compiler that ``words`` name; the exit code."""
    options, rest = _options(words)
    if options is None:
        return EXIT_CLEAN
    if not rest:
        raise UsageError(
            "no compiler; give it and its arguments, as in 'pointerchain fc gfortran -c mesh.f90'"
        )
    paths = [word for word in rest[1:] if word.endswith(SUFFIXES) and not word.startswith("-")]
    if paths and options.keep is None and not options.shows and options.settings_given is None:
        if settings_for(paths, None) is None:
            code = _again(rest, options)
            if code is not None:
                return _ended(code)
    if paths or any(word.startswith("@") for word in rest[1:]):
        from pointerchain.cli.fc_translated import translate_and_compile

        done = translate_and_compile(rest, options)
        if isinstance(done, int):
            return _ended(done)
        rest = done
    return _become(rest, options)


def _options(words: list[str]) -> tuple[Options | None, list[str]]:
    options, at = Options(), 0
    while at < len(words) and words[at].startswith("-"):
        word = words[at]
        at += 1
        if word == "--":
            break
        if word in ("-h", "--help", "--runtime", "--module"):
            from pointerchain.fortran.launch import MODULE, RUNTIME

            put({"--runtime": f"{RUNTIME}\n", "--module": f"{MODULE}\n"}.get(word, HELP))
            return None, []
        if word == "--types":
            options.types = True
        elif word == "--print":
            options.shows = True
        elif word.partition("=")[0] in ("--keep", "--settings"):
            name, equals, value = word.partition("=")
            if not equals:
                value = words[at] if at < len(words) else ""
                at += 1
            if not value:
                raise UsageError(f"'{name}' needs {'a directory' if name == '--keep' else 'a file'}")
            if name == "--keep":
                options.keep = value
            else:
                options.settings_given = value
        elif word == "-w" or word.startswith("-W"):
            options.warnings.append(word)
        else:
            raise UsageError(f"unknown option '{word}'; the compiler comes before its own options")
    return options, words[at:]


def _again(words: list[str], options: Options) -> int | None:
    """Compile as before; the exit code, None where it is not known how."""
    options.key = key_of(words, (str(options.types), *options.warnings))
    if not options.key:
        return None
    top = scratch()
    try:
        recalled = recall(options.key, top)
        if recalled is None:
            return None
        put_error(recalled.said)
        for name, text in recalled.texts.items():
            path = os.path.join(top, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:  # nobody else knows the directory
                file.write(text)
        return compile_with(recalled.words, top)
    except OSError as error:
        raise InputError(f"cannot write below '{top}': {files.reason(error)}") from None
    finally:
        remove_scratch(top)


def _ended(code: int) -> int:
    """The compiler's exit code; where a signal ended it, so does it this process."""
    if code < 0:
        child.die_by(-code)
    return code


def _become(words: list[str], options: Options) -> int:
    words = [*words, *runtime_words(words[:1], words[1:], options)]
    if options.shows:
        from shlex import join

        put(join(words) + "\n")
        return EXIT_CLEAN
    try:
        os.execvp(words[0], words)
    except OSError as error:
        return cannot_run(words[0], error)
