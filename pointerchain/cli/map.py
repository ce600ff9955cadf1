# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain map``: the data clauses that compute constructs need, and why."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from pointerchain import files
from pointerchain.cli import inputs
from pointerchain.cli.compile_flags import CompileFlags, NoFlags, check_build_dir, given_flags
from pointerchain.cli.console import (
    EXIT_CLEAN,
    EXIT_ERRORS,
    InputError,
    UsageError,
    put,
    put_error,
    say,
)
from pointerchain.cli.diff import path_in
from pointerchain.cli.option_parser import OptionParser
from pointerchain.cli.out_dir import targets_in, write_to

if TYPE_CHECKING:
    from pointerchain.map.mapping import Input, Result

FORMATS = ("text", "json", "html")
_MODES = ("diff", "apply", "out_dir", "check")
_ABOUT = """\
Writes the data clauses of OpenMP's 'target' and OpenACC's compute constructs: which arrays,
members of structures included, which elements of them, and which way; chains of pointers
get a 'pointerchain' clause, by which 'pointerchain translate' and 'cc' hoist them. Clauses
that are there stay. Each construct maps what it needs itself; what several use, or one in a
loop, stays on the device in a data region around them, with updates where the host needs it.

Without an option for output it reports what each construct needs, and why. What cannot be
known is asked, with the place and what would say it, and then nothing is written for that
source. The sources that are given are taken together where they are a whole program.
"""
_NOTES = """\
exit codes:
  0    every construct has what it needs
  1    something is asked or left, a source cannot be read, '--check' finds clauses that are
       missing, or '--proved' some that could not be checked
  2    wrong usage
  123  a fault of pointerchain itself

examples:
  pointerchain map heat.c
  pointerchain map heat.c --diff -- -Iinclude
  pointerchain map src -p build --apply
  pointerchain map heat.c --format html > heat.html
"""


def run(words: list[str]) -> int:
    """Report or write; the exit code."""
    parser = OptionParser(
        "map", "FILE|DIR... [options] [-- CLANG_ARGS...]", _ABOUT, notes=_NOTES, passes="FILE --"
    )
    parser.switch("--diff", "show the clauses as a patch")
    parser.switch("--apply", "write them into the files, each file whole or not at all")
    parser.value("--out-dir", "DIR", "write each source below DIR, under the path that it was given with")
    parser.switch("--check", "write nothing; fail where a clause is missing")
    parser.switch(
        "--partial", "write the constructs of a source of which all is known, whatever is asked of others"
    )
    parser.switch("--proved", "fail where the check cannot execute the program, and write nothing there then")
    parser.format(FORMATS, "the form of the report: lines (default), JSON or a page")
    parser.build_dir(
        "take the flags from BUILD_DIR/compile_commands.json; without '-p' and '--' a database is looked "
        "for upwards of each source, in each directory and in 'build' there"
    )
    parser.language()
    parser.settings()
    parser.passed("CLANG_ARGS...", "flags for Clang; with '-p' they are added to those listed there")
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if not given.inputs:
        raise UsageError("no input; give files or directories")
    modes = [f"--{name.replace('_', '-')}" for name in _MODES if getattr(given, name)]
    if len(modes) > 1:
        raise UsageError(f"'{modes[0]}' and '{modes[1]}' exclude each other")
    if given.format != "text" and modes:
        raise UsageError(f"'{modes[0]}' and '--format' exclude each other")
    flags = given_flags(given.inputs, given.build_dir, given.passed, given.settings)
    if flags.build_dir is not None:
        check_build_dir(flags.build_dir, flags.settings)
    found = CompileFlags(flags.build_dir, flags.clang_args, given.language)
    paths = _paths(given.inputs, found)
    if given.out_dir is not None:
        targets_in(given.out_dir, paths)  # before anything is read
    from pointerchain.map.mapping import map_sources

    results = map_sources([_input(path, found) for path in paths])
    for result in results:
        if result.problem:
            say(f"error: '{result.path}': {result.problem}")
    read = [result for result in results if not result.problem]
    is_good = all(result.is_whole and not (given.proved and result.unproved) for result in results)
    code = EXIT_CLEAN if is_good else EXIT_ERRORS
    if not modes:
        _report(read, given.format)
        return code
    targets = {}
    if given.out_dir is not None:
        targets = targets_in(given.out_dir, [path for result in read for path in result.texts])
    return max(code, _deliver(read, modes[0], targets, given.partial, given.proved))


def _report(results: list[Result], form: str) -> None:
    from pointerchain.map import report

    if form == "json":
        rows = [row for result in results for row in report.rows_of(result)]
        regions = [row for result in results for row in report.regions_of(result)]
        unproved = list(dict.fromkeys(result.unproved for result in results if result.unproved))
        told = {"version": 1, "constructs": rows, "regions": regions, "unproved": unproved}
        put(json.dumps(told, indent=1) + "\n")
    elif form == "html":
        from pointerchain.map.page import page_of

        put(page_of(results))
    else:
        put(report.text_of(results))


def _deliver(results: list[Result], mode: str, targets: dict[str, str], partial: bool, proved: bool) -> int:
    """Write, or show, what is known; the exit code."""
    from pointerchain.map import report

    rows = {
        path: (before, after if (each.is_whole or partial) and not (proved and each.unproved) else before)
        for each in results
        for path, (before, after) in each.texts.items()
    }
    for result in results:
        put_error("".join(report.remarks_of(result)))
    put_error(report.unproved_of(results))
    changed = [path for path, (before, after) in rows.items() if before != after]
    if mode == "--check":
        for path in changed:
            say(f"'{path}' lacks clauses: 'pointerchain map --diff' shows them")
        return EXIT_ERRORS if changed else EXIT_CLEAN
    if mode == "--diff":
        put(b"".join(_patch(path, *rows[path]) for path in changed))
        return EXIT_CLEAN
    for path, (_, after) in rows.items():
        if mode == "--out-dir" or path in changed:
            write_to(targets.get(path, path), after)
    put(f"{len(changed)} of {len(rows)} files changed\n")
    return EXIT_CLEAN


def _patch(name: str, before: bytes, after: bytes) -> bytes:
    """What ``patch -p1`` and ``git apply`` take."""
    from difflib import diff_bytes, unified_diff

    path = path_in(name)
    rows = diff_bytes(
        unified_diff, before.splitlines(True), after.splitlines(True), b"a/" + path, b"b/" + path
    )
    return b"".join(row if row.endswith(b"\n") else row + b"\n\\ No newline at end of file\n" for row in rows)


def _paths(given: list[str], flags: CompileFlags) -> list[str]:
    """The files that are asked for, those of directories as far as '-p' has commands for them."""
    found: dict[str, str] = {}
    for path in given:
        if path == "-":
            raise UsageError("standard input, '-', is no source of a program: give files or directories")
        if not inputs.is_directory(path):
            found.setdefault(os.path.realpath(path), path)
            continue
        rows = [
            each.path for each in inputs.scan(path, None, True).inputs if each.path.endswith(inputs.SOURCES)
        ]
        if not rows:
            raise UsageError(f"directory '{path}' holds no C or C++ source")
        for each in rows:
            if flags.lists(each):
                found.setdefault(os.path.realpath(each), each)
    return list(found.values())


def _input(path: str, flags: CompileFlags) -> Input:
    from pointerchain.map.mapping import Input

    try:
        data = files.read(path)
    except OSError as error:
        raise InputError(f"cannot read '{path}': {files.reason(error)}") from None
    if b"\0" in data:
        raise InputError(f"'{path}' holds a NUL byte")
    try:
        given = flags.of(path)
    except NoFlags as error:
        raise InputError(f"'{path}': {error}") from None
    return Input(path, data, tuple(given.arguments), given.language)
