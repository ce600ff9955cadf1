# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain loads``: what hoisting takes out of a source's loops on the host."""

from __future__ import annotations

import json

from pointerchain import files
from pointerchain.cli.console import EXIT_CLEAN, InputError, UsageError, deliver, put_error, say, shows_colour
from pointerchain.cli.option_parser import OptionParser

_ABOUT = """\
Compiles a source with directives twice, with its directives ignored and with its chains
hoisted, and counts in each loop that the translation changed: the links ('->') in its
source, the instructions in the assembly's loops that read memory, and those of them that
read a pointer. The assembly is the host's, x86-64 or AArch64; 'ptx diff' looks at a GPU's.
"""
_NOTES = """\
What the compiler moves in front of a loop is not counted in it, and what it inlines counts
where it is written.

exit codes:
  0    the loops were counted
  1    the source is not translated, hoists nothing, or the compiler failed
  2    wrong usage
  123  a fault of pointerchain itself

examples:
  pointerchain loads force.c -- gcc -O2 -Iinclude
  pointerchain loads force.c --format json -- clang-19 -O3 -fopenmp
"""


def run(words: list[str]) -> int:
    """Count and print; the exit code."""
    from pointerchain.loads.compared import LoadsError, compare, json_report, text_report
    from pointerchain.locations import SourceFiles
    from pointerchain.ptx.both_ways import NotTranslated
    from pointerchain.render import render

    usage = "FILE [options] -- COMPILER ARGS..."
    parser = OptionParser("loads", usage, _ABOUT, notes=_NOTES, passes="-- COMPILER")
    parser.switch("--all", "count loops that the translation left as they were, too")
    parser.format(("text", "json"), "the form of the report (default text)")
    parser.output("FILE", "write the report to FILE; '-' is standard output")
    parser.passed("COMPILER ARGS...", "gcc or clang, under any name, and the flags of the build")
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if len(given.inputs) != 1:
        raise UsageError("'loads' takes one source: pointerchain loads FILE -- gcc -O2")
    if not given.passed:
        raise UsageError(f"'loads' needs a compiler: pointerchain loads {given.inputs[0]} -- gcc -O2")
    (path,) = given.inputs
    try:
        data = files.read(path)
    except OSError as error:
        raise InputError(f"cannot read '{path}': {files.reason(error)}") from None
    sources = SourceFiles({path: data})
    try:
        found = compare(path, data, given.passed, every=given.all)
        put_error("".join(render(each, sources, colour=shows_colour(2)) for each in found.diagnostics))
    except NotTranslated as error:
        put_error("".join(render(each, sources, colour=shows_colour(2)) for each in error.diagnostics))
        raise InputError(str(error)) from None
    except LoadsError as error:
        raise InputError(str(error)) from None
    if not found.pairs:
        say(f"note: no loop of '{path}' is changed by its translation; '--all' counts the others")
    if given.format == "json":
        deliver(given.output, json.dumps(json_report(found), indent=2) + "\n")
    else:
        deliver(given.output, text_report(found))
    return EXIT_CLEAN
