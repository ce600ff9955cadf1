# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain ptx``: what is printed, and the exit code. The work is that of ``pointerchain.ptx``."""

from __future__ import annotations

import argparse
import gc
from typing import TYPE_CHECKING, NoReturn

from pointerchain import files
from pointerchain.console import (
    EXIT_CLEAN,
    EXIT_ERRORS,
    InputError,
    UsageError,
    asks_for_help,
    encoded,
    put,
    put_error,
    say,
    shows_colour,
)

if TYPE_CHECKING:
    from pointerchain.diagnostics import Diagnostic
    from pointerchain.ptx.counts import FileCount
    from pointerchain.ptx.records import PtxError
    from pointerchain.ptx.sass import Sass

_STREAM = "-"


def run(words: list[str]) -> int:
    """Count or compare; the exit code."""
    # Millions of records without a cycle among them: the collector only costs time here.
    gc.disable()
    try:
        return _run(words)
    finally:
        gc.enable()


def _run(words: list[str]) -> int:
    from pointerchain.ptx import help

    action, rest = (words[0], words[1:]) if words else ("", [])
    if action not in ("count", "diff"):
        if asks_for_help(words):
            put(help.PTX)
            return EXIT_CLEAN
        what = f"unknown action '{action}' of 'ptx'" if action else "'ptx' without an action"
        raise UsageError(f"{what}; the actions are 'count' and 'diff'")
    if asks_for_help(rest):
        put(help.COUNT if action == "count" else help.DIFF)
        return EXIT_CLEAN
    return _count(rest) if action == "count" else _diff(rest)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong the way the other commands do."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see 'pointerchain ptx {self.prog} --help'")


def _parser(action: str) -> _Parser:
    from pointerchain.ptx.report import FORMATS

    parser = _Parser(prog=action, add_help=False, allow_abbrev=False)
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.add_argument("-o", dest="output", default=_STREAM, metavar="FILE")
    parser.add_argument("--ptxas", metavar="FILE")
    return parser


def _count(words: list[str]) -> int:
    from pointerchain.ptx.report import counts_report

    parser = _parser("count")
    parser.add_argument("--sass", default="", metavar="ARCH")
    parser.add_argument("paths", nargs="+", metavar="FILE")
    options = parser.parse_intermixed_args(words)
    arches = _arches(options.sass)
    counts, machine, failed = [], [], False
    for path in options.paths:
        data = _read(path)
        count = None if data is None else _counted(_shown(path), data)
        if data is None or count is None:
            failed = True
            continue
        assembled = _assembled(_shown(path), data, arches, options.ptxas)
        failed = failed or assembled is None
        counts.append(count)
        machine.append(assembled or [])
    if counts or options.format == "json":
        _deliver(options.output, counts_report(counts, machine, options.format))
    return EXIT_ERRORS if failed else EXIT_CLEAN


def _diff(words: list[str]) -> int:
    from pointerchain.ptx.compare import compare, comparison_report

    words, compiler = _split(words)
    parser = _parser("diff")
    parser.add_argument("--source", metavar="FILE")
    parser.add_argument("--keep", metavar="DIR")
    parser.add_argument("--sass", default="", metavar="ARCH")
    parser.add_argument("--fail-if-more", action="store_true")
    parser.add_argument("paths", nargs="*", metavar="FILE")
    options = parser.parse_intermixed_args(words)
    _check_inputs(options, compiler)
    arches = _arches(options.sass)
    counts, machine = [], []
    if options.source is not None:
        inputs = _both_ways(options.source, compiler, options.keep)
    else:
        inputs = [(_shown(path), _read(path)) for path in options.paths]
    for path, data in inputs:
        count = None if data is None else _counted(path, data)
        if data is not None and count is not None:
            counts.append(count)
            machine.append(_assembled(path, data, arches, options.ptxas))
    if len(counts) < 2:
        return EXIT_ERRORS
    failed = None in machine
    comparison = compare(counts[0], counts[1], (machine[0] or [], machine[1] or []))
    _deliver(options.output, comparison_report(comparison, options.format))
    if options.fail_if_more and comparison.grown:
        for what in comparison.grown:
            say(f"error: {what} [--fail-if-more]")
        return EXIT_ERRORS
    return EXIT_ERRORS if failed else EXIT_CLEAN


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """The command's own words, and those behind ``--``."""
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1 :]


def _check_inputs(options: argparse.Namespace, compiler: list[str]) -> None:
    if options.source is not None:
        if options.paths:
            raise UsageError(f"'--source' compiles both sides; '{options.paths[0]}' is one too many")
        if not compiler:
            raise UsageError("'--source' needs a compiler: ptx diff --source FILE -- gcc -fopenacc -O2")
        return
    if compiler or options.keep is not None:
        raise UsageError(f"'{'--' if compiler else '--keep'}' is for '--source'")
    if len(options.paths) != 2:
        raise UsageError("'ptx diff' compares two files: pointerchain ptx diff A B")
    if options.paths == [_STREAM, _STREAM]:
        raise UsageError("only one of two files can be standard input")


def _both_ways(path: str, compiler: list[str], keep: str | None) -> list[tuple[str, bytes | None]]:
    """The PTX of a source without and with hoisting, under the names that a report gives them."""
    from pointerchain.locations import SourceFiles
    from pointerchain.ptx.both_ways import NotTranslated, both_ways
    from pointerchain.render import render
    from pointerchain.toolchain.ptx import PtxCompileError

    data = _read(path)
    if data is None:
        raise InputError("nothing to compile")
    diagnostics: tuple[Diagnostic, ...] = ()
    try:
        result = both_ways(path, data, compiler)
        diagnostics = result.diagnostics
    except NotTranslated as error:
        diagnostics = error.diagnostics
        raise InputError(str(error)) from None
    except PtxCompileError as error:
        raise InputError(str(error)) from None
    finally:
        sources = SourceFiles({path: data})
        put_error("".join(render(each, sources, colour=shows_colour(2)) for each in diagnostics))
    inputs: list[tuple[str, bytes | None]] = []
    for name, what, text in (
        ("ignored.ptx", "directives ignored", result.ignored),
        ("hoisted.ptx", "chains hoisted", result.hoisted),
    ):
        if keep is not None:
            _keep(keep, name, text)
        inputs.append((f"{path} ({what})", text))
    return inputs


def _keep(directory: str, name: str, text: bytes) -> None:
    from pathlib import Path

    target = Path(directory, name)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        files.write_whole(str(target), text)
    except OSError as error:
        raise InputError(f"cannot write '{target}': {files.reason(error)}") from None


def _arches(text: str) -> list[str]:
    from pointerchain.ptx.sass import ARCH

    arches = [arch.strip() for arch in text.split(",")] if text else []
    for arch in arches:
        if not ARCH.fullmatch(arch):
            raise UsageError(f"'{arch}' is no architecture; '--sass' takes sm_70, sm_90 and their like")
    return arches


def _read(path: str) -> bytes | None:
    """The bytes of a file; None, said, where it cannot be read."""
    try:
        return files.read_standard_input() if path == _STREAM else files.read(path)
    except OSError as error:
        put_error(f"{_shown(path)}: error: cannot read: {files.reason(error)}\n")
    except ValueError:
        put_error(f"{_shown(path)}: error: cannot read: a file's name holds no NUL\n")
    return None


def _counted(name: str, data: bytes) -> FileCount | None:
    """The counts of a file called ``name``; None, said with its place, where it is not PTX."""
    from pointerchain.ptx.counts import count
    from pointerchain.ptx.records import PtxError

    try:
        result = count(name, data)
    except PtxError as error:
        put_error(_problem(name, data, error))
        return None
    if result.unknown:
        put_error(
            f"{name}: note: counted as 'other', because they are not known: {', '.join(result.unknown)}\n"
        )
    return result


def _problem(path: str, data: bytes, error: PtxError) -> str:
    """The error with its source line, and its note."""
    from pointerchain.diagnostics import Place, Severity
    from pointerchain.locations import SourceFiles
    from pointerchain.render import problem
    from pointerchain.source import Span

    sources, colour = SourceFiles({path: data}), shows_colour(2)
    entries = [(Severity.ERROR, error.at, error.message)]
    if error.note is not None:
        entries.append((Severity.NOTE, *error.note))
    return "".join(
        problem(severity, message, Place(path, Span(at, at)), sources, colour=colour)
        for severity, at, message in entries
    )


def _assembled(name: str, data: bytes, arches: list[str], ptxas: str | None) -> list[Sass] | None:
    """The machine code of a file; None, said, where ptxas is not there or refuses."""
    from pointerchain.ptx.sass import SassError, assemble

    try:
        return [sass for arch in arches for sass in assemble(data, arch, ptxas)]
    except SassError as error:
        put_error(f"{name}: error: {error}\n")
        return None


def _deliver(output: str, report: str) -> None:
    if output == _STREAM:
        put(report)
        return
    try:
        files.write_whole(output, encoded(report))
    except OSError as error:
        raise InputError(f"cannot write '{output}': {files.reason(error)}") from None


def _shown(path: str) -> str:
    return "<stdin>" if path == _STREAM else path
