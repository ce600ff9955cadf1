# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain suggest``: the chains in a program's loops, which can be hoisted, and why not the others."""

from __future__ import annotations

import json
import os
from difflib import diff_bytes, unified_diff
from typing import TYPE_CHECKING

from pointerchain import files
from pointerchain.cli import inputs
from pointerchain.cli.compile_flags import CompileFlags, Flags, NoFlags, check_build_dir, given_flags
from pointerchain.cli.console import (
    EXIT_CLEAN,
    EXIT_ERRORS,
    EXIT_FAULT,
    InputError,
    UsageError,
    deliver,
    put,
    put_error,
    say,
)
from pointerchain.cli.diff import path_in
from pointerchain.cli.option_parser import OptionParser, one_of
from pointerchain.cli.pool import Pool, WorkerDied
from pointerchain.cli.promised import PROMISE_HELP, promises_given
from pointerchain.lazy import NamedTuple

if TYPE_CHECKING:
    from pointerchain.analysis.effects import Functions
    from pointerchain.suggest.report import FileReport
    from pointerchain.translator.text.directives import Promise

_ABOUT = """\
Finds the chains of pointers in the loops of sources without directives, and says of each
whether it can be evaluated once before a loop: nothing in the loop changes what it reads,
and the program follows its pointers there in any case. What cannot be proved is left, with
the reason and its place. 'pointerchain translate --auto' hoists what is proved; '--patch'
and '--apply' write it down as directives.
"""
_NOTES = """\
exit codes:
  0    the sources were read
  1    a source that cannot be read, or that Clang refuses
  2    wrong usage
  123  a fault of pointerchain itself

examples:
  pointerchain suggest md.c -- -Iinclude
  pointerchain suggest src -p build --sort gain
  pointerchain suggest src -p build --patch > chains.patch
"""
FORMATS = ("text", "json", "html")
ORDERS = ("place", "gain")
ONLY = ("constructs", "loops")


class Options(NamedTuple):
    """What the command line asks for."""

    inputs: list[str]
    form: str
    by_gain: bool
    only: str
    patch: bool
    apply: bool
    entered: bool
    output: str | None
    jobs: int
    language: str | None
    build_dir: str | None
    promises: tuple[Promise, ...]
    clang: list[str] | None


class _Job(NamedTuple):
    path: str
    flags: Flags
    functions: Functions
    promises: tuple[Promise, ...]
    only: str


def run(words: list[str]) -> int:
    """Print what is found; the exit code."""
    options = _options(words)
    if options is None:
        return EXIT_CLEAN
    reports = _reports(options)
    failed = [report for report in reports if report.problem]
    for report in failed:
        if report.trace:
            from pointerchain.cli.fault import fault_text

            put_error(fault_text(report.file, report.problem, report.trace))
        else:
            say(f"error: '{report.file}': {report.problem}")
    code = EXIT_ERRORS if failed else EXIT_CLEAN
    code = EXIT_FAULT if any(report.trace for report in failed) else code
    if options.patch or options.apply:
        _write(reports, options)
        return code
    from pointerchain.suggest import report as shown

    if options.form == "json":
        rows = [row for report in reports for row in shown.rows_of(report)]
        text = json.dumps({"version": 1, "chains": rows}, indent=1) + "\n"
    elif options.form == "html":
        text = shown.page_of(reports)
    else:
        read = [report for report in reports if not report.problem]
        text = "".join(shown.text_of(report, options.by_gain) for report in read) + shown.summary(read)
    deliver(options.output, text)
    return code


def _options(words: list[str]) -> Options | None:
    """What the words ask for; None where that is the help, which is then shown."""
    parser = OptionParser(
        "suggest", "FILE|DIR... [options] [-- CLANG_ARGS...]", _ABOUT, notes=_NOTES, passes="FILE --"
    )
    parser.build_dir(
        "take the flags from BUILD_DIR/compile_commands.json, and what functions do from all sources that it "
        "lists; without '-p' a function of another source may change anything"
    )
    parser.passed("CLANG_ARGS...", "flags for Clang; with '-p' they are added to those listed there")
    parser.format(FORMATS, "lines (default), JSON, or a page that shows the source with what is said of it")
    parser.value("--sort", "place|gain", "by place (default), or the costliest chains first", one_of(ORDERS))
    parser.value(
        "--only",
        "constructs|loops",
        "look only at loops in OpenMP's target or OpenACC's compute constructs, or only at those of the host",
        one_of(ONLY),
    )
    parser.switch("--patch", "print a diff that marks what is proved with directives")
    parser.switch("--apply", "write these directives into the files, each file whole or not at all")
    parser.switch(
        "--entered",
        "with '--patch' or '--apply', mark also what is evaluated only where the loop is entered; that every "
        "loop may evaluate its chains is then your promise",
    )
    parser.repeated("--promise", "CLAUSES", PROMISE_HELP)
    parser.output("FILE", "write to FILE instead of standard output, '-'")
    parser.jobs("read the sources in N processes (default 0: one a processor)")
    parser.settings()
    parser.language()
    given = parser.read(words)
    if given is None:
        return None
    if not given.inputs:
        raise UsageError("no input; give files or directories")
    if given.patch and given.apply:
        raise UsageError("'--patch' and '--apply' exclude each other")
    if given.entered and not (given.patch or given.apply):
        raise UsageError("'--entered' goes with '--patch' or '--apply'")
    if given.apply and given.output is not None:
        raise UsageError("'--apply' writes into the files: '-o' goes with a report or '--patch'")
    if (given.patch or given.apply) and given.format != "text":
        which = "--patch" if given.patch else "--apply"
        raise UsageError(f"'{which}' and '--format' exclude each other")
    flags = given_flags(given.inputs, given.build_dir, given.passed, given.settings)
    settings = flags.settings
    if flags.build_dir is not None:
        check_build_dir(flags.build_dir, settings)
    vouched = promises_given(settings.promises) if settings else ()
    return Options(
        given.inputs,
        given.format,
        given.sort == "gain",
        given.only or "",
        given.patch,
        given.apply,
        given.entered,
        given.output,
        given.jobs,
        given.language,
        flags.build_dir,
        (*vouched, *promises_given(given.promise)),
        flags.clang_args,
    )


def _sources(options: Options, flags: CompileFlags) -> list[str]:
    """The files that are asked for, those of directories as far as '-p' has commands for them."""
    found: dict[str, str] = {}
    for path in options.inputs:
        if path == "-":
            raise UsageError("standard input, '-', is no source of a program: give files or directories")
        if not inputs.is_directory(path):
            found.setdefault(os.path.realpath(path), path)
            continue
        tree = inputs.scan(path, None, True)
        rows = [item.path for item in tree.inputs if item.path.endswith(inputs.SOURCES)]
        if not rows:
            raise UsageError(f"directory '{path}' holds no C or C++ source")
        listed = [each for each in rows if flags.lists(each)]
        if not listed:
            raise UsageError(f"the compile database lists none of the sources in directory '{path}'")
        if len(listed) < len(rows):
            count = len(rows) - len(listed)
            say(f"note: {count} of {len(rows)} sources in '{path}' are not in the compile database: left out")
        # Of a source and a link to it the compiler reads what is listed, and looks beside that for headers.
        for each in sorted(listed, key=lambda each: not flags.spells(each)):
            found.setdefault(os.path.realpath(each), each)
    return list(found.values())


def _reports(options: Options) -> list[FileReport]:
    from pointerchain.suggest.report import FileReport

    flags = CompileFlags(options.build_dir, options.clang, options.language)
    paths = _sources(options, flags)
    processes = options.jobs or len(os.sched_getaffinity(0))
    functions: Functions = {}
    if options.build_dir is not None:
        from pointerchain.cli.program import functions_of_build

        functions = functions_of_build(options.build_dir, processes, options.promises)
    jobs: list[_Job] = []
    problems: dict[str, str] = {}
    for path in paths:
        try:
            jobs.append(_Job(path, flags.of(path), functions, options.promises, options.only))
        except NoFlags as error:
            problems[path] = str(error)
    found: dict[str, FileReport] = {}
    with Pool(_look, jobs, processes) as pool:
        for job, result in zip(jobs, pool.results(), strict=True):
            lost = FileReport(job.path, b"", (), "the process that read it died")
            found[job.path] = lost if isinstance(result, WorkerDied) else result
    for path, problem in problems.items():
        found[path] = FileReport(path, b"", (), problem)
    return [found[path] for path in paths]


def _look(job: _Job) -> FileReport:
    from pointerchain.suggest.auto import Unreadable, look
    from pointerchain.suggest.program import Program
    from pointerchain.suggest.report import FileReport

    try:
        source = files.read(job.path)
    except OSError as error:
        return FileReport(job.path, b"", (), f"cannot read: {files.reason(error)}")
    try:
        found = look(
            source,
            job.path,
            job.flags.arguments,
            language=job.flags.language,
            elsewhere=Program([job.functions]).does if job.functions else None,
            promises=job.promises,
            only=job.only,
        )
    except Unreadable as error:
        return FileReport(job.path, source, (), str(error))
    except Exception as error:
        from traceback import format_exc

        return FileReport(job.path, source, (), f"{type(error).__name__}: {error}", format_exc())
    return FileReport(job.path, source, found)


def _write(reports: list[FileReport], options: Options) -> None:
    from pointerchain.suggest.patch import patched
    from pointerchain.translator.clang.arguments import is_cxx

    flags = CompileFlags(options.build_dir, options.clang, options.language)
    parts, changed = [], 0
    for report in reports:
        if report.problem:
            continue
        given = flags.of(report.file)
        cxx = is_cxx(report.file, given.arguments, given.language)
        text = patched(report.source, cxx, report.found, options.entered)
        if text == report.source:
            continue
        changed += 1
        if options.patch:
            parts.append(_diff(report.file, report.source, text))
            continue
        try:
            files.write_whole(report.file, text)
        except OSError as error:
            raise InputError(f"cannot write '{report.file}': {files.reason(error)}") from None
    if options.apply:
        put(f"{changed} of {len(reports)} files changed\n")
    else:
        deliver(options.output, b"".join(parts).decode("utf-8", "surrogateescape"))


def _diff(name: str, before: bytes, after: bytes) -> bytes:
    """What ``patch -p1`` and ``git apply`` take."""
    path = path_in(name)
    rows = diff_bytes(
        unified_diff, before.splitlines(True), after.splitlines(True), b"a/" + path, b"b/" + path
    )
    return b"".join(row if row.endswith(b"\n") else row + b"\n\\ No newline at end of file\n" for row in rows)
