# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain types``: what a deep copy knows of a source's types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointerchain import files
from pointerchain.cli.compile_flags import CompileFlags, NoFlags, check_build_dir, given_flags
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
from pointerchain.cli.inputs import FORTRAN
from pointerchain.cli.option_parser import OptionParser
from pointerchain.lazy import NamedTuple

if TYPE_CHECKING:
    from pointerchain.deepcopy.reading import Reading
    from pointerchain.diagnostics import Diagnostic
    from pointerchain.locations import SourceFiles

_ABOUT = """\
Shows what a deep copy knows of the structs and classes that FILE defines (or, where it
defines none, that its directives name), and of those that their pointers lead to: size,
alignment, and for each pointer its offset, its type, its kind, and the number of
elements it points at. Lengths and kinds come from the 'shape' and 'policy' directives
of FILE and of the headers it includes, and from 'counted_by' attributes.
"""
_NOTES = """\
kinds:
  owned, shared           copied with the object
  observer, interior      points into what something else copies
  skipped                 left out: null on the device
  function, opaque        cannot be copied: leave it out with 'policy'
  unknown                 a pointer to data of unknown length: say it with 'shape'
  tail                    a flexible array member

exit codes:
  0    no error; what has no length yet is shown, and is no error
  1    errors in the input; with '--format c' also a type that cannot be described
  2    wrong usage
  123  a fault of pointerchain itself

examples:
  pointerchain types list.c
  pointerchain types list.c --suggest
  pointerchain types mesh.h --type Mesh --format json -- -Iinclude
"""
FORMATS = ("text", "json", "c")


class Options(NamedTuple):
    """What the command line asks for."""

    file: str
    form: str
    types: tuple[str, ...]
    output: str | None
    language: str | None
    build_dir: str | None
    clang: list[str] | None
    suggests: bool = False


def run(words: list[str]) -> int:
    """Print the table; the exit code."""
    options = _options(words)
    if options is None:
        return EXIT_CLEAN
    try:
        data = files.read(options.file)
    except OSError as error:
        raise InputError(f"cannot read '{options.file}': {files.reason(error)}") from None
    if b"\0" in data:
        raise InputError(f"'{options.file}' holds a NUL byte")
    try:
        flags = CompileFlags(options.build_dir, options.clang, options.language).of(options.file)
    except NoFlags as error:
        raise InputError(f"'{options.file}': {error}") from None
    if options.file.endswith(FORTRAN):
        from pointerchain.cli.fortran import show_types

        if options.form != "text":
            raise UsageError(
                "the types of a Fortran source are shown as text only: what is else, its compiler says"
            )
        return show_types(options.file, data, flags.arguments, options.types, options.output)
    if flags.remark:
        say(f"note: {flags.remark}")
    from pointerchain.deepcopy.listing import closure
    from pointerchain.deepcopy.reading import COUNTED_BY, again, read
    from pointerchain.locations import SourceFiles
    from pointerchain.translator.clang.arguments import clang_arguments

    clang = clang_arguments(options.file, [*flags.arguments, *COUNTED_BY], flags.language)
    reading = read(data, options.file, clang)
    more: Reading | None = reading
    while more is not None:
        reading = more
        if reading.unit is not None:
            closure(reading.table, _keys(reading, options))
        more = again(reading)
    sources = SourceFiles({options.file: data})
    if reading.diagnostics:
        _report(list(reading.diagnostics), sources)
        return EXIT_ERRORS
    return _show(reading, options, sources)


def _options(words: list[str]) -> Options | None:
    """What the words ask for; None where that is the help, which is then shown."""
    usage = "FILE [options] [-- CLANG_ARGS...]"
    parser = OptionParser("types", usage, _ABOUT, notes=_NOTES, passes="FILE --")
    parser.format(
        FORMATS, "a table (default), JSON, or the type descriptors as C, to be included after the types"
    )
    parser.repeated("--type", "NAME", "only this type and what it leads to; can be repeated")
    parser.switch(
        "--suggest",
        "print 'shape' and 'policy' directives for what has none, to be pasted behind the types and checked: "
        "they are guessed from names and types",
    )
    parser.output("FILE", "write to FILE instead of standard output, '-'")
    parser.build_dir(
        "take the flags from BUILD_DIR/compile_commands.json; without '-p' and '--' a database is looked "
        "for upwards of FILE, in each directory and in 'build' there"
    )
    parser.settings()
    parser.language()
    parser.passed("CLANG_ARGS...", "flags for Clang; with '-p' they are added to those listed there")
    given = parser.read(words)
    if given is None:
        return None
    if given.suggest and given.format != FORMATS[0]:
        raise UsageError(f"'--suggest' prints directives: leave '--format {given.format}' out")
    if len(given.inputs) != 1:
        raise UsageError(
            "no input; give a source or header" if not given.inputs else "give one file at a time"
        )
    flags = given_flags(given.inputs, given.build_dir, given.passed, given.settings)
    if flags.build_dir is not None:
        check_build_dir(flags.build_dir, flags.settings)
    return Options(
        given.inputs[0],
        given.format,
        tuple(given.type),
        given.output,
        given.language,
        flags.build_dir,
        flags.clang_args,
        given.suggest,
    )


def _show(reading: Reading, options: Options, sources: SourceFiles) -> int:
    from pointerchain.deepcopy.listing import as_c, as_json, closure, text
    from pointerchain.deepcopy.roots import problem_diagnostic

    assert reading.unit is not None
    keys = _chosen(reading, _keys(reading, options), options)
    listed = closure(reading.table, keys)
    if not listed and (options.suggests or options.form == "text"):
        say(
            f"note: '{options.file}' defines no struct or class, and no directive of deep copy in it "
            "names one; name one with '--type', or give the header that defines it"
        )
    if options.suggests:
        from pointerchain.deepcopy.suggested import suggested

        text_of_all = suggested(reading.table, listed)
        if listed and not text_of_all:
            say("note: nothing is missing: each pointer has a length or a policy")
        deliver(options.output, text_of_all)
        return EXIT_CLEAN
    if options.form == "json":
        import json

        deliver(options.output, json.dumps(as_json(options.file, listed, sources), indent=2) + "\n")
        return EXIT_CLEAN
    if options.form == "text":
        deliver(options.output, text(listed, sources))
        return EXIT_CLEAN
    problems = [problem_diagnostic(problem) for rows in listed for problem in rows.problems]
    if problems:
        _report(list(dict.fromkeys(problems)), sources)
        return EXIT_ERRORS
    deliver(options.output, as_c(reading.table, keys, reading.cxx))
    return EXIT_CLEAN


def _keys(reading: Reading, options: Options) -> list[str]:
    assert reading.unit is not None
    return reading.reader.defined_in(reading.unit, options.file) or _directed(reading)


def _chosen(reading: Reading, keys: list[str], options: Options) -> list[str]:
    if not options.types:
        return keys
    out = []
    assert reading.unit is not None
    every = reading.reader.defined_in(reading.unit, None)
    names = {reading.reader.record(key).spelling: key for key in (*keys, *every)}
    for rows in _all_named(reading, keys):
        names.setdefault(rows[0], rows[1])
    for wanted in options.types:
        bare = wanted.removeprefix("struct ").removeprefix("class ").removeprefix("union ")
        found = [
            key
            for name, key in names.items()
            if name == wanted or name.split(" ")[-1] == bare or name.rsplit("::", 1)[-1] == bare
        ]
        if not found:
            from difflib import get_close_matches

            close = get_close_matches(bare, [name.split(" ")[-1] for name in names], 1)
            hint = f"; did you mean '{close[0]}'?" if close else ""
            raise InputError(f"'{options.file}' has no type '{wanted}'{hint}")
        out += [key for key in found if key not in out]
    return out


def _directed(reading: Reading) -> list[str]:
    """The types that the directives name: of shapes and policies, and where copies begin."""
    table = reading.table
    rows = [key for key, _, _ in (*table.shapes, *table.policies, *table.directions, *table.whens)]
    for chain in reading.chains.values():
        kind = reading.reader.type_of(chain.node) if chain.node is not None else None
        while kind is not None and kind.target is not None:
            kind = kind.target
        rows += [kind.record] if kind is not None and kind.record else []
    return list(dict.fromkeys(rows))


def _all_named(reading: Reading, keys: list[str]) -> list[tuple[str, str]]:
    """The types that the file's own lead to, by name: those of included headers, too."""
    from pointerchain.deepcopy.listing import closure

    return [(rows.record.spelling, rows.record.key) for rows in closure(reading.table, keys)]


def _report(diagnostics: list[Diagnostic], sources: SourceFiles) -> None:
    from pointerchain.render import generated, render

    colour = shows_colour(2)
    for each in diagnostics:
        put_error(render(each, sources, colour=colour))
    put_error(generated(len(diagnostics), 0))
