# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain place apply``: put an advice into the sources of its program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointerchain.cli.compile_flags import CompileFlags, NoFlags, check_build_dir
from pointerchain.cli.console import (
    EXIT_CLEAN,
    EXIT_ERRORS,
    InputError,
    UsageError,
    put,
    put_error,
    say,
    shows_colour,
)
from pointerchain.cli.diff import unified
from pointerchain.cli.option_parser import OptionParser, one_of
from pointerchain.cli.out_dir import targets_in, write_to
from pointerchain.cli.place_common import ErrorsOf, data_of

if TYPE_CHECKING:
    from pointerchain.place.apply.apply import Applied

DIALECTS = ("openmp", "openacc", "cuda")
_ABOUT = """\
Rewrites the sources of a profiled program so that each object lives where the advice says:
pinned host memory or unified memory that kernels access in place, or device memory that
stays, copied only where one side needs what the other one wrote. Line N of a source stays
line N, and applying twice changes nothing. The result is compiled as the program is, and
with what 'pointerchain --includes' prints.

In OpenMP and OpenACC, an object that cannot be followed from its 'malloc' or 'calloc' to its
last use (it is stored in an array, passed to a function of a source that is not given, moved
by 'realloc', ...) is left where it is, with a warning that says why and where. Give all
sources of a program that keeps its objects in structures. In CUDA the program reads the
advice when it runs. A source that is not the one that was profiled is refused.
"""
_NOTES = """\
exit codes:
  0    done; objects may have been left where they are
  1    a source is not the one that was profiled, or cannot be read or written
  2    wrong usage
  123  a fault of pointerchain itself

examples:
  pointerchain place apply advice.json gather.c --dialect openmp --diff
  pointerchain place apply advice.json src/*.c --dialect openmp --out-dir placed -- -Iinclude
"""


def run(words: list[str]) -> int:
    """Apply and write; the exit code."""
    usage = "ADVICE SRC... --dialect openmp|openacc|cuda [options] [-- CLANG_ARGS...]"
    parser = OptionParser("place apply", usage, _ABOUT, notes=_NOTES, passes="SRC... --")
    parser.input("ADVICE", "advice.json; '-' is standard input")
    parser.input("SRC...", "the C and C++ sources of the program; one alone goes to standard output")
    parser.value("--dialect", "|".join(DIALECTS), "what the sources offload with", one_of(DIALECTS))
    parser.switch("--diff", "show what would change, as a patch")
    parser.value("--out-dir", "DIR", "write each source below DIR, under the path that it was given with")
    parser.build_dir(
        "take the flags from BUILD_DIR/compile_commands.json; without '-p' and '--' a database is looked "
        "for upwards of SRC, in each directory and in 'build' there"
    )
    parser.language()
    parser.passed("CLANG_ARGS...", "flags for Clang; with '-p' they are added to those listed there")
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if len(given.inputs) < 2:
        raise UsageError("'place apply' takes an advice and sources: pointerchain place apply ADVICE SRC...")
    if given.dialect is None:
        raise UsageError("'place apply' needs '--dialect openmp|openacc|cuda'")
    if given.diff and given.out_dir is not None:
        raise UsageError("'--diff' writes no files: leave '--diff' or '--out-dir' out")
    advice_path, *paths = given.inputs
    paths = list(dict.fromkeys(paths))
    if not given.diff and given.out_dir is None and len(paths) > 1:
        raise UsageError("several sources cannot go to standard output: give '--out-dir DIR' or '--diff'")
    if given.build_dir is not None:
        check_build_dir(given.build_dir)
    targets = targets_in(given.out_dir, paths) if given.out_dir is not None else {}
    flags = CompileFlags(given.build_dir, given.passed, given.language)
    done = _applied(advice_path, paths, given.dialect, flags)
    _say(done)
    if any(each.failed for each in done):
        return EXIT_ERRORS
    if given.diff:
        colour = shows_colour(1)
        put(b"".join(unified(each.path, each.before, each.after, colour=colour) for each in done))
    elif given.out_dir is None:
        put(done[0].after)
    else:
        for each in done:
            write_to(targets[each.path], each.after)
    return EXIT_CLEAN


def _applied(advice_path: str, paths: list[str], dialect: str, flags: CompileFlags) -> list[Applied]:
    with ErrorsOf(advice_path):
        from pointerchain.place.apply.apply import apply, assigned, check, read
        from pointerchain.place.documents import load

        advice = load(data_of(advice_path), "advice")
    rows, others = assigned(advice, paths)
    sources = []
    for path in paths:
        data = data_of(path)
        if b"\0" in data:
            raise InputError(f"'{path}' holds a NUL byte")
        try:
            found = flags.of(path)
        except NoFlags as error:
            raise InputError(f"'{path}': {error}") from None
        with ErrorsOf(path):
            sources.append(read(path, data, found.arguments, found.language, dialect))
    done = apply(sources, rows, advice, dialect)
    for source, made in zip(sources, done, strict=True):
        with ErrorsOf(source.path):
            check(source, made)
    for row in advice["objects"]:
        if row["site"] is None and row["allocation"] != "host":
            name = row["name"] or f"object {row['id']}"
            why = "the advice has no line that allocates it, as a variable has none"
            say(f"warning: '{name}' is left where it is: {why}")
    for each in others:
        if each.allocation != "host":
            say(f"warning: '{each.label}' is left where it is: none of these sources is '{each.file}'")
    return done


def _say(done: list[Applied]) -> None:
    from pointerchain.source import Source

    sources = {each.path: Source(each.path, each.before) for each in done}
    for each in done:
        for remark in each.remarks:
            line, column = sources[remark.path].line_column(remark.where)
            put_error(f"{remark.path}:{line}:{column}: {remark.severity}: {remark.text}\n")
    if not any(each.failed for each in done):
        placed, left = sum(each.placed for each in done), sum(each.left for each in done)
        kept = sum(each.kept for each in done)
        shown = f", {kept} as the program has them" if kept else ""
        say(f"objects: {placed} as the advice says{shown}, {left} left where they are")
