# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain ptx``: what is printed, and the exit code. The work is that of ``pointerchain.ptx``."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

from pointerchain import files
from pointerchain.cli.console import (
    EXIT_CLEAN,
    EXIT_ERRORS,
    InputError,
    UsageError,
    deliver,
    put_error,
    say,
    shows_colour,
)
from pointerchain.cli.option_parser import OptionParser, one_of, run_action
from pointerchain.ptx.report import FORMATS
from pointerchain.ptx.sass import ARCH

if TYPE_CHECKING:
    from pointerchain.diagnostics import Diagnostic
    from pointerchain.ptx.counts import FileCount
    from pointerchain.ptx.records import PtxError
    from pointerchain.ptx.sass import Sass

_STREAM = "-"
_HELP = """\
usage: pointerchain ptx count FILE...
       pointerchain ptx diff A B
       pointerchain ptx diff --source FILE -- COMPILER ARGS...

Counts the instructions of the PTX that compilers generate for a GPU, and
compares two of them. 'pointerchain ptx count --help' and
'pointerchain ptx diff --help' say more.
"""
_COUNT_ABOUT = """\
Counts, for each kernel and device function in a PTX file, its instructions: in
all, by class, in loops, and the pointer loads (loads as wide as an address
whose value becomes part of one). 'lines' is what 'wc -l' says.
"""
_COUNT_NOTES = """\
exit codes:
  0    all files were counted
  1    a file is not PTX or cannot be read, the report cannot be written, or
       '--forbid' found something
  2    wrong usage
  123  a fault of pointerchain itself

examples:
  pointerchain ptx count md.ptx
  gcc -fopenacc -O2 -foffload=nvptx-none -save-temps md.c && \\
      pointerchain ptx count *.mkoffload.s --format json
  pointerchain ptx count md.ptx --sass sm_70,sm_90
  pointerchain ptx count md.ptx --forbid pointer-loads     # is a chain forgotten?
"""
_DIFF_ABOUT = """\
Compares two PTX files kernel by kernel: counts side by side, and the
instructions that left and came. Kernels are matched by name, then by name without the
line numbers, ordinals and hashes that compilers put in, then by what they hold.
"""
_DIFF_NOTES = """\
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


def run(words: list[str]) -> int:
    """Count or compare; the exit code."""
    # Millions of records without a cycle among them: the collector only costs time here.
    gc.disable()
    try:
        return run_action("ptx", _HELP, ACTIONS, words)
    finally:
        gc.enable()


def _add_report_options(parser: OptionParser) -> None:
    """The options that both actions have."""
    parser.format(FORMATS, "the form of the report (default text)")
    parser.output("FILE", "write the report to FILE; '-' is standard output")
    parser.value(
        "--sass",
        "ARCH[,ARCH...]",
        "assemble each file with ptxas for sm_70, sm_90, ... and show\n"
        "registers, spills and machine instructions. ptxas is looked\n"
        "for in PATH, in CUDA_HOME and in the packages of the 'ptx'\n"
        "extra: pip install '.[ptx]' in a clone, or 'FILE.whl[ptx]'",
        _arches,
        default=(),
    )
    parser.value("--ptxas", "FILE", "the ptxas to use")


def _count(words: list[str]) -> int:
    from pointerchain.ptx.report import counts_report

    parser = OptionParser("ptx count", "FILE... [options]", _COUNT_ABOUT, notes=_COUNT_NOTES)
    parser.input("FILE", "PTX text; '-' is standard input")
    parser.value(
        "--forbid",
        "WHAT",
        "exit with 1 where a kernel or function has 'pointer-loads', or 'pointer-loads-in-loops'; such a "
        "load is one of a chain that was not hoisted",
        one_of(tuple(_FORBIDDEN)),
    )
    _add_report_options(parser)
    options = parser.read(words)
    if options is None:
        return EXIT_CLEAN
    if not options.inputs:
        raise UsageError("no input; give PTX files, or '-' for standard input")
    counts, machine, failed = [], [], False
    for path in options.inputs:
        data = _read(path)
        count = None if data is None else _counted(_shown(path), data)
        if data is None or count is None:
            failed = True
            continue
        assembled = _assembled(_shown(path), data, options.sass, options.ptxas)
        failed = failed or assembled is None
        counts.append(count)
        machine.append(assembled or [])
    if counts or options.format == "json":
        deliver(options.output, counts_report(counts, machine, options.format))
    if options.forbid:
        failed = _has_forbidden(counts, options.forbid) or failed
    return EXIT_ERRORS if failed else EXIT_CLEAN


_FORBIDDEN = {"pointer-loads": "pointer_loads", "pointer-loads-in-loops": "pointer_loads_in_loops"}


def _has_forbidden(counts: list[FileCount], what: str) -> bool:
    """Whether a function has what '--forbid' names, which is said of each."""
    found = False
    for count in counts:
        for function in count.functions:
            number: int = getattr(function, _FORBIDDEN[what])
            if number:
                found = True
                loads = "pointer load" + "s" * (number != 1)
                where = " in loops" if what.endswith("loops") else ""
                put_error(
                    f"{count.path}:{function.line}: error: '{function.name}' has {number} {loads}{where} "
                    f"[--forbid {what}]\n"
                )
    return found


def _diff(words: list[str]) -> int:
    from pointerchain.ptx.compare import compare, comparison_report

    usage = "A B [options]\n--source FILE [options] -- COMPILER ARGS..."
    parser = OptionParser("ptx diff", usage, _DIFF_ABOUT, notes=_DIFF_NOTES, passes="-- COMPILER")
    parser.input("A, B", "PTX text; '-' is standard input")
    parser.value(
        "--source",
        "FILE",
        "compile a source with directives twice: A is its PTX with the directives ignored, B with the "
        "chains hoisted",
    )
    parser.passed(
        "COMPILER ARGS...",
        "the compiler and its flags: gcc with '-fopenacc' or '-fopenmp', clang (OpenMP, or CUDA for a "
        "FILE.cu), nvcc, nvc; under any name. What makes it leave PTX is added; clang compiles for sm_70 "
        "if nothing else is asked for",
    )
    parser.value("--keep", "DIR", "with '--source': write DIR/ignored.ptx and DIR/hoisted.ptx")
    parser.switch(
        "--fail-if-more",
        "exit with 1 if B has more instructions, in a kernel or function that both have or in all, or lacks "
        "a kernel of A",
    )
    _add_report_options(parser)
    options = parser.read(words)
    if options is None:
        return EXIT_CLEAN
    _check_inputs(options)
    counts, machine = [], []
    if options.source is not None:
        inputs = _both_ways(options.source, options.passed, options.keep)
    else:
        inputs = [(_shown(path), _read(path)) for path in options.inputs]
    for path, data in inputs:
        count = None if data is None else _counted(path, data)
        if data is not None and count is not None:
            counts.append(count)
            machine.append(_assembled(path, data, options.sass, options.ptxas))
    if len(counts) < 2:
        return EXIT_ERRORS
    failed = None in machine
    if options.source is not None and not any(count.functions for count in counts):
        raise InputError(
            f"the compiler made no device code of '{_shown(options.source)}': 'acc' directives need "
            "'-fopenacc' ('-acc' for nvc), 'omp target' ones '-fopenmp' and a compiler that offloads"
        )
    if not failed and options.sass:
        machine = _alike(inputs, machine, options)
    comparison = compare(counts[0], counts[1], (machine[0] or [], machine[1] or []))
    deliver(options.output, comparison_report(comparison, options.format))
    if options.fail_if_more and comparison.grown:
        for what in comparison.grown:
            say(f"error: {what} [--fail-if-more]")
        return EXIT_ERRORS
    return EXIT_ERRORS if failed else EXIT_CLEAN


def _check_inputs(options: Any) -> None:
    if options.source is not None:
        if options.inputs:
            raise UsageError(f"'--source' compiles both sides; '{options.inputs[0]}' is one too many")
        if not options.passed:
            raise UsageError("'--source' needs a compiler: ptx diff --source FILE -- gcc -fopenacc -O2")
        return
    if options.passed or options.keep is not None:
        raise UsageError(f"'{'--' if options.passed else '--keep'}' is for '--source'")
    if len(options.inputs) != 2:
        raise UsageError("'ptx diff' compares two files: pointerchain ptx diff A B")
    if options.inputs == [_STREAM, _STREAM]:
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


def _arches(name: str, text: str) -> tuple[str, ...]:
    arches = tuple(arch.strip() for arch in text.split(","))
    for arch in arches:
        if not ARCH.fullmatch(arch):
            raise UsageError(f"'{arch}' is no architecture; '{name}' takes sm_70, sm_90 and their like")
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


def _assembled(
    name: str, data: bytes, arches: tuple[str, ...], ptxas: str | None, mode: str | None = None
) -> list[Sass] | None:
    """The machine code of a file; None, said, where ptxas is not there or refuses."""
    from pointerchain.ptx.sass import SassError, assemble

    try:
        return [sass for arch in arches for sass in assemble(data, arch, ptxas, mode)]
    except SassError as error:
        put_error(f"{name}: error: {error}\n")
        return None


def _alike(inputs: list[tuple[str, bytes | None]], machine: list[Any], options: Any) -> list[Any]:
    """The machine code of both files in one mode: where one cannot be a whole program, neither is."""
    from pointerchain.ptx.sass import RELOCATABLE

    if len({sass.mode for one in machine for sass in one}) < 2:
        return machine
    return [_assembled(name, data or b"", options.sass, options.ptxas, RELOCATABLE) for name, data in inputs]


def _shown(path: str) -> str:
    return "<stdin>" if path == _STREAM else path


ACTIONS = {"count": _count, "diff": _diff}
"""By name, in the order of the help."""
