# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain types``: what a deep copy knows of a source's types."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pointerchain import files
from pointerchain.console import (
    EXIT_CLEAN,
    EXIT_ERRORS,
    InputError,
    UsageError,
    asks_for_help,
    put,
    put_error,
    shows_colour,
)

if TYPE_CHECKING:
    from pointerchain.deepcopy.reading import Reading
    from pointerchain.diagnostics import Diagnostic
    from pointerchain.locations import SourceFiles

HELP = """\
usage: pointerchain types FILE [options] [-- CLANG_ARGS...]

Shows what a deep copy knows of the structs and classes that FILE defines, and of
those that their pointers lead to: size, alignment, and for each pointer its offset,
its type, its kind, and the number of elements it points at. Lengths and kinds come
from the 'shape' and 'policy' directives of FILE and of the headers it includes, and
from 'counted_by' attributes.

options:
  --format text|json|c    a table (default), JSON, or the type descriptors as C, to be
                          included after the types
  --type NAME             only this type and what it leads to; can be repeated
  --language c|c++        the language, where the name of the file does not tell
  -- CLANG_ARGS...        flags for Clang
  -h, --help              show this help

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
  pointerchain types mesh.h --type Mesh --format json -- -Iinclude
"""

FORMATS = ("text", "json", "c")
_VALUED = ("--format", "--type", "--language")


class Options(NamedTuple):
    """What the command line asks for."""

    file: str
    form: str
    types: tuple[str, ...]
    language: str | None
    clang: tuple[str, ...]


def run(words: list[str]) -> int:
    """Print the table; the exit code."""
    if asks_for_help(words):
        put(HELP)
        return EXIT_CLEAN
    options = _options(words)
    try:
        data = files.read(options.file)
    except OSError as error:
        raise InputError(f"cannot read '{options.file}': {files.reason(error)}") from None
    from pointerchain.deepcopy.reading import COUNTED_BY, read
    from pointerchain.locations import SourceFiles
    from pointerchain.translator.arguments import clang_arguments

    if b"\0" in data:
        raise InputError(f"'{options.file}' holds a NUL byte")
    clang = clang_arguments(options.file, [*options.clang, *COUNTED_BY], options.language)
    reading = read(data, options.file, clang)
    sources = SourceFiles({options.file: data})
    if reading.diagnostics:
        _report(list(reading.diagnostics), sources)
        return EXIT_ERRORS
    return _show(reading, options, sources)


def _show(reading: Reading, options: Options, sources: SourceFiles) -> int:
    from pointerchain.deepcopy.listing import as_c, as_json, closure, text
    from pointerchain.deepcopy.records import records_of
    from pointerchain.deepcopy.roots import problem_diagnostic

    assert reading.unit is not None
    keys = records_of(reading.unit.tu, reading.reader, options.file)
    keys = _chosen(reading, keys, options)
    listed = closure(reading.table, keys)
    if options.form == "json":
        import json

        put(json.dumps(as_json(options.file, listed, sources), indent=2) + "\n")
        return EXIT_CLEAN
    if options.form == "text":
        put(text(listed, sources) or f"'{options.file}' defines no struct or class\n")
        return EXIT_CLEAN
    problems = [problem_diagnostic(problem) for rows in listed for problem in rows.problems]
    if problems:
        _report(list(dict.fromkeys(problems)), sources)
        return EXIT_ERRORS
    put(as_c(reading.table, keys, reading.cxx))
    return EXIT_CLEAN


def _chosen(reading: Reading, keys: list[str], options: Options) -> list[str]:
    if not options.types:
        return keys
    out = []
    names = {reading.reader.record(key).spelling: key for key in keys}
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


def _options(words: list[str]) -> Options:
    clang: tuple[str, ...] = ()
    if "--" in words:
        cut = words.index("--")
        words, clang = words[:cut], tuple(words[cut + 1 :])
    given: dict[str, list[str]] = {name: [] for name in _VALUED}
    inputs = []
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if not word.startswith("-"):
            inputs.append(word)
        elif name in given:
            found = value if equals else next(rest, "")
            if not found:
                raise UsageError(f"'{name}' needs a value")
            given[name].append(found)
        else:
            raise UsageError(_unknown(word))
    if len(inputs) != 1:
        raise UsageError("no input; give a source or header" if not inputs else "give one file at a time")
    form = given["--format"][-1] if given["--format"] else "text"
    if form not in FORMATS:
        raise UsageError(f"'--format' takes 'text', 'json' or 'c', not '{form}'")
    language = given["--language"][-1].lower() if given["--language"] else None
    if language not in (None, "c", "c++"):
        raise UsageError(f"'--language' takes 'c' or 'c++', not '{language}'")
    return Options(inputs[0], form, tuple(given["--type"]), language, clang)


def _unknown(word: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, (*_VALUED, "--help"), 1, 0.7)
    if close:
        return f"unknown option '{word}'; did you mean '{close[0]}'?"
    if word.startswith(("-D", "-U", "-I", "-std", "-f", "-x", "-isystem", "-include", "-m")):
        return f"'{word}' is a compiler option: give those after '--', as in 'FILE -- {word}'"
    return f"unknown option '{word}'"
