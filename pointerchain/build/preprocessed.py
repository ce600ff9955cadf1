# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a compiler prints or keeps beside its object names the user's files.

That is for ``-E``, ``-save-temps``, ``-H``, ``-MJ`` and ``-fcallgraph-info``.

``# 1 "/cache/0/a.c"``  ->  ``# 1 "src/a.c"``
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator, Sequence

from pointerchain import files
from pointerchain.build.command_line import CommandLine
from pointerchain.build.units import Unit, user_names
from pointerchain.lazy import lazy_pattern

_MARKER = lazy_pattern(rb'^(#(?:line)? \d+ ")((?:[^"\\\n]|\\.)*)(")', re.MULTILINE)

_NO_GUARD = b"Multiple include guards may be useful for:\n"
# '. inc/force.h', a line of what '-H' lists.
_LISTED = lazy_pattern(rb"^((?:\.+ )?)(/.*?)(\r?)$", re.MULTILINE)

# 'a.c:3:2: warning: ...', and a line of the source that is quoted below it: '    3 | #import "k.h"'.
_PLACE = lazy_pattern(rb"(?:\x1b\[[0-9;]*[mK])*([^\s:\x1b][^:\n]*):(\d+):(?:\d+:)?(?:\x1b\[[0-9;]*[mK])* ")
_NAMING = lazy_pattern(rb"(?:\x1b\[[0-9;]*[mK])*(?:In file included from |  +from |/)")
_QUOTED_LINE = lazy_pattern(rb"( *(\d+) \| *| *)(?:#|%:|\?\?=)")
# A name as Clang colours it, and as it stands in a line.
_COLOURED_NAME = lazy_pattern(rb'(\x1b\[[0-9;]+m)["<][^"<>\n]*[">](\x1b\[[0-9;]*m)')
_NAME = lazy_pattern(rb'"[^"\n]*"|<[^<>\n]*>')


class PrintError(Exception):
    """What a compiler has printed cannot be passed on; the message says why."""


def renamed(text: bytes, units: Sequence[Unit], pattern: re.Pattern[bytes] = _MARKER) -> bytes:
    """A text in which what ``pattern`` has as its second group, a name, is the user's."""
    names = {_quoted(old): _quoted(new) for old, new in user_names(units).items()}
    directories = [
        (_quoted(old.rstrip("/") + "/"), _quoted(new.rstrip("/") + "/" if new else ""))
        for unit in units
        for old, new in unit.record.directories
    ]
    directories.sort(key=lambda each: -len(each[0]))

    def called(found: re.Match[bytes]) -> bytes:
        start, name, end = found.groups()
        if name in names:
            return start + names[name] + end
        for old, new in directories:
            if name.startswith(old):
                return start + new + name[len(old) :] + end
        return found.group()

    return pattern.sub(called, text)


def told(before: bytes, text: bytes, units: Sequence[Unit]) -> bytes:
    """A compiler's messages with the user's names, and with the user's include lines where it quotes them.

    ``before`` is the line that was said before them.
    """
    names = {os.fsencode(old): os.fsencode(new) for old, new in user_names(units).items()}
    called = set(names.values())
    out: list[bytes] = []
    place = _PLACE.match(before)
    for each in text.splitlines(keepends=True):
        line = each
        quoted = _QUOTED_LINE.match(line)
        if quoted is not None and place is not None and place[1] in called:
            given = _line_of(place[1], int(quoted[2] or place[2]))
            if given is not None:
                coloured = _COLOURED_NAME.search(line)
                if coloured is not None:
                    given = _NAME.sub(rb"%s\g<0>%s" % coloured.groups(), given, count=1)
                line = (quoted[1].rstrip(b" ") + b" " if quoted[2] else b"") + given + b"\n"
        if quoted is not None or _NAMING.match(line):
            for old, new in names.items():
                line = line.replace(old, new)
        place = _PLACE.match(line) or place
        out.append(line)
    return b"".join(out)


def _line_of(path: bytes, number: int) -> bytes | None:
    """A line of a file, where there is one, and it is a directive."""
    try:
        line = files.read(os.fsdecode(path)).split(b"\n")[number - 1].rstrip(b"\r")
    except (OSError, IndexError):
        return None
    return line if line.lstrip().startswith((b"#", b"%:", b"??=")) else None


def _quoted(name: str) -> bytes:
    return os.fsencode(name).replace(b"\\", b"\\\\").replace(b'"', b'\\"')


@contextlib.contextmanager
def printing(command: CommandLine, units: Sequence[Unit], scratch: Callable[[], str]) -> Iterator[None]:
    """Hold back what names the overlay's files while a compiler prints it; raises :class:`PrintError`."""
    with contextlib.ExitStack() as stack:
        if command.mode == "-E" and command.output in (None, "-"):
            stack.enter_context(_held(1, scratch, lambda text: renamed(text, units)))
        if "-H" in command.words:
            stack.enter_context(
                _held(2, scratch, lambda text: renamed(_unguarded(text, units), units, _LISTED))
            )
        yield


def _unguarded(text: bytes, units: Sequence[Unit]) -> bytes:
    """What '-H' lists, without headers that have a guard, of which gcc sees none in a translation."""
    before, heading, after = text.partition(_NO_GUARD)
    if not heading:
        return text
    names = user_names(units)
    lines = after.split(b"\n")
    out = [line for line in lines if not _has_guard(names.get(os.fsdecode(line), ""))]
    # The list ends with the last line that names a file.
    return before + (heading if out and os.path.isfile(out[0]) else b"") + b"\n".join(out)


def _has_guard(path: str) -> bool:
    if not path:
        return False
    from pointerchain.translator.text.lex import lex

    try:
        words = [line.keyword for line in lex(files.read(path), True).lines]
    except OSError:
        return False
    return (
        len(words) > 1 and words[0] in (b"ifndef", b"if") and words[1] == b"define" and words[-1] == b"endif"
    )


@contextlib.contextmanager
def _held(descriptor: int, scratch: Callable[[], str], changed: Callable[[bytes], bytes]) -> Iterator[None]:
    """Write what is printed meanwhile when it is complete, and changed."""
    path = os.path.join(scratch(), "printed")
    kept = os.dup(descriptor)
    with open(path, "wb") as file:
        os.dup2(file.fileno(), descriptor)
    try:
        yield
    finally:
        os.dup2(kept, descriptor)
        os.close(kept)
    rest = changed(files.read(path))
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except BrokenPipeError:
        pass  # whoever reads has read enough
    except OSError as error:
        raise PrintError(files.reason(error)) from None


def settle(command: CommandLine, units: Sequence[Unit]) -> None:
    """Give what a compile has written beside its object the user's names; raises ``OSError``."""
    for unit in units:
        marker = _quoted(unit.directory)
        for path in _written(command, unit):
            if os.path.isfile(path) and marker in (text := files.read(path)):
                files.write_whole(path, renamed(text, units))
        for path in _call_graphs(command, unit):
            if os.path.isfile(path) and marker in (text := files.read(path)):
                called = _quoted(command.words[unit.source.at])
                files.write_whole(path, text.replace(_quoted(unit.path), called))
        for at, word in enumerate(command.words[:-1]):
            path = command.words[at + 1]
            if word == "-MJ" and os.path.isfile(path):
                # Clang's part of a compile database, in which a name may stand within an argument.
                text, own = files.read(path), _quoted(command.words[unit.source.at])
                files.write_whole(path, text.replace(_quoted(unit.path), own))


def _written(command: CommandLine, unit: Unit) -> list[str]:
    """Where a compile may have left preprocessed text."""
    if command.mode == "-E":
        return [command.output] if command.output else []
    if not any(word.startswith(("-save-temps", "--save-temps")) for word in command.words):
        return []
    return _beside(command, unit, (".i", ".ii"))


def _call_graphs(command: CommandLine, unit: Unit) -> list[str]:
    """Where gcc may have left the graph of a source's calls."""
    if not any(word.startswith("-fcallgraph-info") for word in command.words):
        return []
    own = [os.path.splitext(command.output)[0] + ".ci"] if command.output else []
    return own + _beside(command, unit, (".ci",))


def _beside(command: CommandLine, unit: Unit, ends: Sequence[str]) -> list[str]:
    stem = os.path.splitext(os.path.basename(unit.source.path))[0]
    output = os.path.splitext(os.path.basename(command.output or "a"))[0]
    folders = {"", os.path.dirname(command.output or "")}
    names = (f"{front}{stem}{end}" for front in ("", output + "-", "a-") for end in ends)
    return [os.path.join(folder, name) for name in names for folder in sorted(folders)]
