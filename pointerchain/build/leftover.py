# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The net below the launcher: directives that a compiler would still read as they stand.

The compiler itself is asked, for only it knows for certain which files it reads, which branches it skips and
what its macros make: ``-E`` of a command leaves every pragma in its output, with its place. That takes as
long as preprocessing does, so it is asked where a translation is new, and where there is a doubt.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from subprocess import PIPE, Popen, SubprocessError

from pointerchain import files
from pointerchain.build.command_line import CommandLine
from pointerchain.build.includes import OWN_HEADERS, Program
from pointerchain.build.options import Call, quiet_environment, without_outputs
from pointerchain.files import WORD
from pointerchain.lazy import NamedTuple, lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.source import Span

_MARKER = lazy_pattern(rb'#(?:line)?[ \t]+(\d+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?')
# gcc takes the letters before the string of '_Pragma' for a part of it.
_PRAGMA = lazy_pattern(
    rb"[ \t]*#[ \t]*pragma[ \t]+(?:(?:8?\"\(?)?pointerchain\b|(?:acc|omp)\b.*\bpointerchain[ \t]*\()"
)
_CLAUSE = rb"(?m)^[ \t]*#[ \t]*pragma[ \t]+(?:acc|omp)\b.*\b(?:%s)"
_MAYBE = lazy_pattern(rb"^[ \t]*#[ \t]*pragma[ \t][^\n]*pointerchain", re.MULTILINE)
_ENTERED = lazy_pattern(rb'^# \d+ "((?:[^"\\\n]|\\.)*)" 1\b( 3\b)?', re.MULTILINE)
_ESCAPE = lazy_pattern(rb"\\(.)")


class Leftover(NamedTuple):
    """A directive that no one translated, by its line in a file."""

    file: str
    line: int


class Preprocessed(NamedTuple):
    """What the preprocessor made of a command's sources.

    ``left`` are the directives in it, ``read`` the files that were entered, by the source's place in the
    command; ``system`` are those of them that the compiler calls headers of the system.
    """

    left: list[Leftover]
    read: dict[int, list[str]]
    system: dict[int, set[str]]


class Unanswered(Exception):
    """The compiler does not preprocess a source of the command."""


def preprocessed(
    command: CommandLine, call: Call, standard_input: bytes | None = None, macros: Collection[bytes] = ()
) -> Preprocessed:
    """What ``call`` compiles, whose words stand for those of ``command`` one by one.

    ``macros`` are those that a clause may come from: a compiler that has no use for a pragma leaves them.

    Raises :class:`Unanswered`.
    """
    # A launcher before the compiler has nothing to do here.
    front = [command.compiler[-1], *call.front[len(command.compiler) :], "-E"]
    out = Preprocessed([], {}, {})
    others = [each for each in command.others if each.at not in {source.at for source in command.sources}]
    for source in (*command.sources, *others):
        own: list[str | None] = [
            None if at in command.inputs and at != source.at else word for at, word in enumerate(call.words)
        ]
        own[call.at : call.at] = call.maps
        text = _output([*front, *without_outputs(own)], source.language, standard_input)
        out.left.extend(found for found in pragmas(text, macros) if found not in out.left)
        entered = {os.fsdecode(_unescaped(name)): bool(system) for name, system in _ENTERED.findall(text)}
        # '<built-in>' and '<command line>' are no files.
        out.read[source.at] = [name for name in entered if name[:1] != "<"]
        out.system[source.at] = {name for name, system in entered.items() if system}
    return out


def read_instead(
    given: Preprocessed, translated: Preprocessed, names: Mapping[str, str], program: Program, at: int
) -> str:
    """A file of the translation of source ``at`` that the compiler does not read for the command as given.

    Either it stands in the translation itself, or another file of the same name is read for it. ``names`` are
    those of the user's files, by the translation's. Headers of the system may be the runtime's, which the
    translation alone includes.
    """
    system = translated.system.get(at, set()) - names.keys()
    known = {os.path.realpath(path) for path in given.read.get(at, ())}
    for path in translated.read.get(at, ()):
        own = names.get(path, path)
        if path in system or own.startswith(OWN_HEADERS):
            continue
        if os.path.realpath(own) not in known:
            return own
    others = known - {os.path.realpath(file.path) for file in program.files.values()}
    for file, name in program.by_directories():
        if os.path.realpath(file.path) not in known and any(each.endswith("/" + name) for each in others):
            return file.path
    return ""


def _output(call: Sequence[str], language: str, standard_input: bytes | None) -> bytes:
    try:
        with Popen(call, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=quiet_environment(language)) as process:
            text, _ = process.communicate(standard_input or b"")
    except (OSError, SubprocessError) as error:
        raise Unanswered(str(error)) from None
    if process.returncode != 0:
        raise Unanswered(f"it ended with {process.returncode}")
    return text


def _unescaped(name: bytes) -> bytes:
    return _ESCAPE.sub(rb"\1", name)


def pragmas(text: bytes, macros: Collection[bytes] = ()) -> list[Leftover]:
    """The directives of a preprocessed text, and clauses that stand in it as one of ``macros``."""
    clause = re.compile(_CLAUSE % b"|".join((WORD + rb"[ \t]*\(", *(each + rb"\b" for each in macros))))
    if not clause.search(text) and (WORD not in text or _MAYBE.search(text) is None):
        return []  # line markers name the cache
    out: list[Leftover] = []
    starts: list[int] = []
    file, number, at = "", 0, 0
    for line in text.split(b"\n"):
        number += 1
        marker = _MARKER.match(line) if line.startswith(b"#") else None
        if marker is not None:
            number = int(marker.group(1)) - 1
            if marker.group(2) is not None:
                file = os.fsdecode(_unescaped(marker.group(2)))
        elif line.lstrip()[:1] == b"#" and (_PRAGMA.match(line) or clause.match(line)):
            out.append(Leftover(file, number))
            starts.append(at)
        at += len(line) + 1
    if out and b'R"' in text:  # a string over several lines may hold such a line
        from pointerchain.translator.text.lex import lex

        pragmas = {line.span.start for line in lex(text, True).lines}
        lines = [text.index(b"#", start) for start in starts]
        out = [each for each, start in zip(out, lines, strict=True) if start in pragmas]
    return out


def refusal(found: Sequence[Leftover], why: str, *, colour: bool) -> str:
    """What is said of directives that are left."""
    from pointerchain.diagnostics import diagnostic
    from pointerchain.locations import SourceFiles
    from pointerchain.render import generated, render

    sources = SourceFiles({})
    because = f": {why}" if why else ""
    rows = [
        diagnostic("misplaced-directive", each.file, _span(each), form="untranslated", why=because)
        for each in found
    ]
    text = "".join(render(each, sources, colour=colour) for each in rows)
    return text + generated(len(rows), 0)


def _span(found: Leftover) -> Span:
    """The directive's line, without the blanks around it."""
    from pointerchain.locations import WHOLE_FILE
    from pointerchain.source import Source, Span

    try:
        source = Source(found.file, files.read(found.file))
    except (OSError, ValueError):
        return WHOLE_FILE
    if not 1 <= found.line <= len(source.line_starts):
        return WHOLE_FILE
    text = source.line_text(found.line)
    start = source.line_starts[found.line - 1] + len(text) - len(text.lstrip())
    return Span(start, max(start, start + len(text.strip())))
