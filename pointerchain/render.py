# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Diagnostics as text, the way Clang prints them.

md.c:7:3: error: the address of 'sim->n' is taken in the region [-Waddress-taken]
    7 |   f(&sim->n);
      |     ^~~~~~~
md.c:5:1: note: the region begins here
    5 | #pragma pointerchain region begin
      | ^
"""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from pointerchain.diagnostics import CATALOGUE, Diagnostic, Fixit, Place, Severity
from pointerchain.lazy import NamedTuple
from pointerchain.locations import SourceFiles
from pointerchain.pages import page
from pointerchain.source import Source, Span

TAB_STOP = 8
# Of a longer line only the part around the caret is shown, in bytes.
LINE_LIMIT = 240
_ELLIPSIS = "..."

_RESET, _BOLD, _CARET, _FIXIT = "\x1b[0m", "\x1b[1m", "\x1b[0;1;32m", "\x1b[0;32m"
_SEVERITY_COLOUR = {
    Severity.ERROR: "\x1b[0;1;31m",
    Severity.WARNING: "\x1b[0;1;35m",
    Severity.REMARK: "\x1b[0;1;34m",
    Severity.NOTE: "\x1b[0;1;36m",
}


def render(diagnostic: Diagnostic, sources: SourceFiles, *, colour: bool = False) -> str:
    """The diagnostic with its source line, caret and notes; every line ends in a newline."""
    printer = _Printer(sources, colour)
    letter = "R" if diagnostic.severity is Severity.REMARK else "W"
    flag = f" [-{letter}{diagnostic.code}]"
    if diagnostic.severity is Severity.ERROR and CATALOGUE[diagnostic.code].severity is Severity.WARNING:
        flag = f" [-Werror,-W{diagnostic.code}]"
    if colour:
        flag = linked(flag, page(diagnostic.code))
    text = printer.entry(diagnostic.severity, diagnostic.message, diagnostic.place, diagnostic.fixit, flag)
    return text + "".join(printer.entry(Severity.NOTE, note.message, note.place) for note in diagnostic.notes)


def problem(
    severity: Severity, message: str, place: Place, sources: SourceFiles, *, colour: bool = False
) -> str:
    """What is said of a place in a file that the translator does not read; it has no code."""
    return _Printer(sources, colour).entry(severity, message, place)


def generated(errors: int, warnings: int) -> str:
    """``2 errors and 1 warning generated.``; empty where there are none."""
    counts = [
        f"{count} {what}{'s' if count > 1 else ''}"
        for count, what in ((warnings, "warning"), (errors, "error"))
        if count
    ]
    return f"{' and '.join(counts)} generated.\n" if counts else ""


def linked(flag: str, address: str) -> str:
    """``flag`` as a link that terminals follow (OSC 8), which those that know none leave out."""
    return f" \x1b]8;;{address}\x1b\\{flag.strip()}\x1b]8;;\x1b\\" if address else flag


def printable(text: str) -> str:
    """``text`` with whatever could steer a terminal spelled out; undecodable bytes are kept as they are."""
    return "".join(char if char.isprintable() or _is_raw_byte(char) else _spell(char) for char in text)


class _Printer(NamedTuple):
    sources: SourceFiles
    colour: bool

    def entry(
        self,
        severity: Severity,
        message: str,
        place: Place | None,
        fixit: Fixit | None = None,
        flag: str = "",
    ) -> str:
        """One headline and, where the place can be shown, its line; ``flag`` ends the headline as it is."""
        source = self.sources.behind(place) if place is not None else None
        where = "pointerchain" if place is None else printable(place.file)
        snippet = ""
        if place is not None and source is not None:
            line, column = source.line_column(place.span.start)
            name, number = self.sources.called(source, line)
            where = f"{printable(name)}:{number}:{column}"
            snippet = self._snippet(source, place.span, fixit, number)
        what, message = f"{severity.value}: ", printable(message) + flag
        if self.colour:
            what = f"{_SEVERITY_COLOUR[severity]}{what}{_RESET}"
            message = message if severity is Severity.NOTE else f"{_BOLD}{message}{_RESET}"
            return f"{_BOLD}{where}: {_RESET}{what}{message}\n{snippet}"
        return f"{where}: {what}{message}\n{snippet}"

    def _snippet(self, source: Source, span: Span, fixit: Fixit | None, number: int) -> str:
        """The line on which ``span`` starts, by its number, the caret under it, and the fix-it's text."""
        line, _ = source.line_column(span.start)
        start = source.line_starts[line - 1]
        shown = _show(source.line_text(line), span.start - start)
        caret = shown.column(span.start - start)
        width = max(1, shown.column(span.end - start) - caret)
        rows = [f"{number:5} | {shown.text}\n", self._under(" " * caret + "^" + "~" * (width - 1), _CARET)]
        if fixit is not None and fixit.text and "\n" not in fixit.text:
            at = fixit.place.span.start
            if self.sources.behind(fixit.place) is source and source.line_column(at)[0] == line:
                rows.append(self._under(" " * shown.column(at - start) + printable(fixit.text), _FIXIT))
        return "".join(rows)

    def _under(self, text: str, colour: str) -> str:
        return f"      | {colour}{text}{_RESET}\n" if self.colour else f"      | {text}\n"


class _ShownLine(NamedTuple):
    """A line, or the part of it around the caret, as a terminal shows it.

    ``columns[i]`` is the column at which byte ``first + i`` of the line is shown.
    """

    text: str
    first: int
    columns: tuple[int, ...]

    def column(self, offset: int) -> int:
        """The column of a byte of the line; of the nearest that is shown where it is not."""
        return self.columns[min(max(offset - self.first, 0), len(self.columns) - 1)]


def _show(line: bytes, caret: int) -> _ShownLine:
    first, end = _part_around(line, caret)
    text = _ELLIPSIS if first else ""
    columns: list[int] = []
    width = len(text)
    for char in line[first:end].decode("utf-8", "surrogateescape"):
        shown, cells = _cell(char, width)
        columns.extend([width] * len(char.encode("utf-8", "surrogateescape")))
        text += shown
        width += cells
    columns.append(width)
    return _ShownLine(text + (_ELLIPSIS if end < len(line) else ""), first, tuple(columns))


def _part_around(line: bytes, caret: int) -> tuple[int, int]:
    """The part of a long line to show; it does not begin or end within a UTF-8 character."""
    if len(line) <= LINE_LIMIT:
        return 0, len(line)
    first = max(0, min(caret, len(line)) - LINE_LIMIT // 3)
    end = min(len(line), first + LINE_LIMIT)
    while first < end and line[first] & 0xC0 == 0x80:
        first += 1
    while first < end < len(line) and line[end] & 0xC0 == 0x80:
        end -= 1
    return first, end


def _cell(char: str, column: int) -> tuple[str, int]:
    """How a character is shown at a column, and how many columns that takes."""
    if char == "\t":
        width = TAB_STOP - column % TAB_STOP
        return " " * width, width
    if char == "\ufeff":
        return "", 0  # the byte order mark belongs to the file, not to its first line
    if not char.isprintable():
        spelled = _spell(char)
        return spelled, len(spelled)
    if char.isascii():
        return char, 1
    if combining(char):
        return char, 0
    return char, 2 if east_asian_width(char) in "WF" else 1


def _is_raw_byte(char: str) -> bool:
    return "\udc80" <= char <= "\udcff"


def _spell(char: str) -> str:
    """A character that cannot be shown: ``<U+200B>``, or ``<FF>`` for a byte that is not UTF-8."""
    if _is_raw_byte(char):
        return f"<{ord(char) - 0xDC00:02X}>"
    return f"<U+{ord(char):04X}>"
