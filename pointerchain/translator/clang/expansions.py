# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Expansions: the uses of macros in a text; those too of which libclang has no record.

``LOG("%d", Size(v))`` with ``printf(fmt, ##__VA_ARGS__)``  ->  ``LOG("%d", Size(v))``, ``Size(v)``

libclang records a use whose name stands in the file. Arguments of ``, ##__VA_ARGS__`` are put in as they are
written, and expanded where the result is read again: then their names come out of an expansion. So does the
name that a macro is another name of: ``#define Count Size`` makes all of ``Count(v)`` one use, and libclang
records ``Count``. Such uses are told by the text: a name that has one definition, and its arguments.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span

Definitions = Callable[[str], Sequence[bytes]]
"""The texts that define a macro, from its name on."""

Row = tuple[int, int, Any]
"""Start and end of a use, and libclang's cursor or what stands in its place."""

_NAME = rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*"
_HEAD = lazy_pattern(rb"(" + _NAME + rb")(\([^()]*\))?")
_ALIAS = lazy_pattern(_NAME + rb"\s+(" + _NAME + rb")\s*")
_VARIADIC = lazy_pattern(rb"(" + _NAME + rb")?\s*\.\.\.\s*\)")
_PUT_BEHIND_COMMA = lazy_pattern(rb",\s*(?:##|%:%:)\s*(" + _NAME + rb")(?!\s*(?:##|%:%:))")
_SPACE = lazy_pattern(rb"(?:\s|/\*[\s\S]*?\*/|//[^\n]*)*")
_TOKEN = lazy_pattern(
    rb"/\*[\s\S]*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\.?\d(?:[eEpP][-+]|[\w.'])*|"
    rb"(?P<name>" + _NAME + rb")|(?P<sign>[(),])"
)


class Unrecorded(NamedTuple):
    """What stands in the place of libclang's cursor: the macro and its definition."""

    spelling: str
    definition: bytes


class Expansions:
    """The uses in order, the outer before the inner. Those that are not recorded are found by and by."""

    def __init__(
        self,
        text: bytes,
        recorded: Iterable[Row],
        defined_as: Callable[[Any], bytes | None],
        definitions: Definitions,
    ) -> None:
        """``defined_as`` gives the definition of a recorded use's macro."""
        self._text, self._defined_as, self._definitions = text, defined_as, definitions
        self.rows = sorted(map(self._with_arguments, recorded), key=_order)
        self.starts = [row[0] for row in self.rows]
        self.ends = frozenset(row[1] for row in self.rows)
        self._looked_at: set[int] = set()
        self._lines: dict[str, bytes] = {}
        self._outermost: dict[int, list[Span]] = {}

    def _with_arguments(self, row: Row) -> Row:
        """A recorded use; of a macro that is another one's name, with the arguments behind it."""
        start, end, cursor = row
        if self._text[end - 1 : end] == b")":
            return row
        following = _behind_space(self._text, end)
        if self._text[following : following + 1] != b"(":
            return row
        definition = _one_line(self._defined_as(cursor) or b"")
        if not _alias_of(definition):
            return row
        return start, max(end, _end_of_use(self._text, start, definition, self._definitions)), cursor

    def around(self, offset: int) -> int:
        """The number of the innermost use around an offset, or -1.

        Only so many uses before the offset are looked at: a wrong -1 makes a refusal, no more.
        """
        return self._reaching(offset, bisect_right(self.starts, offset) - 1)

    def _reaching(self, offset: int, last: int) -> int:
        for index in range(last, max(-1, last - 64), -1):
            if self.rows[index][1] > offset:
                return index
        return -1

    def rescan(self, offset: int) -> bool:
        """Find the uses beside an offset of which there is no record, in the arguments that hold it.

        Whether there are more uses than before.
        """
        if offset in self._looked_at:
            return False
        self._looked_at.add(offset)
        index = self._reaching(offset, bisect_left(self.starts, offset) - 1)
        if index < 0:
            return False
        start, end, cursor = self.rows[index]
        if end in self._outermost or isinstance(cursor, Unrecorded):
            return False
        outermost = self._outermost.setdefault(end, [])
        name = str(cursor.spelling)
        if name not in self._lines:  # of one that is defined anew the first: no more than a refusal
            self._lines[name] = _one_line(self._defined_as(cursor) or b"")
        arguments = _as_written(self._text, start, self._lines[name], self._definitions)
        uses = _uses_in(self._text, arguments, name, self._definitions) if arguments is not None else ()
        before = len(self.rows)
        for use in uses:
            if not outermost or use[0] >= outermost[-1].end:
                outermost.append(Span(use[0], use[1]))
            at = bisect_left(self.starts, use[0])
            if self.starts[at : at + 1] != [use[0]]:
                self.starts.insert(at, use[0])
                self.rows.insert(at, use)
        return len(self.rows) > before

    def end_of_rescanned(self, start: int, end: int) -> int:
        """Where a text ends of which libclang says that it ends with a use, in whose argument it starts.

        There it places the end of what an argument's own macro spells; -1 of another text.
        """
        rows = self._outermost.get(end, ())
        return next((row.end for row in rows if row.start <= start < row.end), -1)


def _order(row: Row) -> tuple[int, int]:
    return row[0], -row[1]


def _one_line(definition: bytes) -> bytes:
    return b" ".join(definition.replace(b"\\\n", b" ").replace(b"\\\r\n", b" ").split())


def _definition_of(name: str, definitions: Definitions) -> bytes | None:
    """The definition of a macro that has one."""
    rows = set(map(_one_line, definitions(name)))
    return rows.pop() if len(rows) == 1 else None


def _alias_of(definition: bytes) -> str:
    """The name that a macro is another name of, '' of one that is more."""
    found = _ALIAS.fullmatch(definition)
    return found.group(1).decode("utf-8", "replace") if found is not None else ""


def _meant(definition: bytes, definitions: Definitions) -> bytes:
    """The definition of a macro with parameters that a macro is another name of; else its own."""
    first, seen = definition, set[str]()
    while (alias := _alias_of(definition)) and alias not in seen:
        seen.add(alias)
        definition = _definition_of(alias, definitions) or b""
    head = _HEAD.match(definition)
    return definition if head is not None and head.group(2) else first


def _end_of_use(text: bytes, start: int, definition: bytes, definitions: Definitions) -> int:
    """Where the use of a macro ends whose name stands at an offset; -1 where it is none.

    That of a macro which is another name of one with parameters ends with the arguments behind it.
    """
    meant = _meant(definition, definitions)
    name, head = _HEAD.match(definition), _HEAD.match(meant)
    if name is None or head is None:
        return -1
    end_of_name = start + len(name.group(1))
    arguments = _arguments(text, end_of_name) if head.group(2) else []
    if arguments:
        return arguments[-1].end + 1
    return -1 if name.group(2) else end_of_name


def _behind_space(text: bytes, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found is not None else at


def _arguments(text: bytes, at: int) -> list[Span]:
    """The arguments behind a macro's name; none where no parentheses stand there."""
    at = _behind_space(text, at)
    if text[at : at + 1] != b"(":
        return []
    arguments, depth, start = list[Span](), 0, at + 1
    for token in _TOKEN.finditer(text, at):
        sign = token.group("sign")
        depth += {b"(": 1, b")": -1}.get(sign, 0)
        if (sign == b"," and depth == 1) or (sign == b")" and not depth):
            arguments.append(Span(start, token.start()))
            start = token.end()
            if not depth:
                return arguments
    return []


def _as_written(text: bytes, start: int, definition: bytes, definitions: Definitions) -> Span | None:
    """The arguments of a use which are put in as they are written: those of ``, ##__VA_ARGS__``."""
    meant = _meant(definition, definitions)
    name, head = _HEAD.match(definition), _HEAD.match(meant)
    variadic = _VARIADIC.search(head.group(2)) if head is not None and head.group(2) else None
    if name is None or head is None or variadic is None:
        return None
    rest = variadic.group(1) or b"__VA_ARGS__"
    if all(put.group(1) != rest for put in _PUT_BEHIND_COMMA.finditer(meant, head.end())):
        return None
    arguments = _arguments(text, start + len(name.group(1)))
    first = head.group(2).count(b",")
    return Span(arguments[first].start, arguments[-1].end) if first < len(arguments) else None


def _uses_in(
    text: bytes, span: Span, hidden: str, definitions: Definitions
) -> Iterator[tuple[int, int, Unrecorded]]:
    """The uses of macros in a text, those in arguments too, but of the one that is being expanded."""
    for token in _TOKEN.finditer(text, span.start, span.end):
        name = (token.group("name") or b"").decode("utf-8", "replace")
        definition = _definition_of(name, definitions) if name and name != hidden else None
        if definition is not None:
            end = _end_of_use(text, token.start(), definition, definitions)
            if token.start() < end <= span.end:
                yield token.start(), end, Unrecorded(name, definition)
