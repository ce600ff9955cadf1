# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Free-form Fortran text -> statements and directives, with their places.

``x = 'a;b' ; call f(x, & ! note`` and ``  y)`` become the statements ``x = 'a;b'`` and ``call f(x, y)``;
``!$pointerchain deepcopy enter(x)`` becomes a :class:`Comment` with the directive's words. Offsets are bytes
of the source, which is read as Latin-1, so that a character is a byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span

SENTINEL = "!$pointerchain"
_SENTINEL = lazy_pattern(r"!\$pointerchain(?=[\s&(]|$)", re.IGNORECASE)
_NEARLY = lazy_pattern(r"!\$pointerchain", re.IGNORECASE)
_PRAGMA = lazy_pattern(r"!\$(\w+)(?=[\s&(]|$)")
_CONDITIONAL = lazy_pattern(r"!\$[ \t\d&]")
_NEAR = lazy_pattern(r"!\s?\$?\s?([a-z_]+)(?=[\s(]|$)", re.IGNORECASE)
_LABEL = lazy_pattern(r"\s*(\d{1,5})\s+(?=\S)")


class Statement(NamedTuple):
    """One statement: its text without comments and continuations.

    ``code`` is the text in lower case with the contents of character literals blanked, of equal length;
    ``places`` holds the source's offset of each character; ``line`` and ``last`` are one-based lines.
    One that is ``included`` stands in another file, and its places are that of the 'include'; where the file
    could be read the 'include' is ``resolved``. ``searched`` says that the file was found in a directory that
    other options could replace by another one.
    """

    text: str
    code: str
    places: tuple[int, ...]
    line: int
    last: int
    label: str
    included: bool = False
    resolved: bool = False
    searched: bool = False

    @property
    def span(self) -> Span:
        """From its first character to behind its last one."""
        return Span(self.places[0], self.places[-1] + 1)

    def part(self, start: int, end: int) -> Span:
        """The source's bytes of characters ``start`` to ``end`` of the text."""
        return Span(self.places[start], self.places[end - 1] + 1) if end > start else self.span


class Directive(NamedTuple):
    """A directive: the words behind its sentinel, and where they stand.

    ``span`` reaches from the first sentinel to the end of the last line's text; ``inside`` says that it
    stands between the lines of a continued statement; ``following`` is the number of statements before it.
    """

    text: str
    places: tuple[int, ...]
    span: Span
    line: int
    last: int
    inside: bool
    following: int

    def part(self, start: int, end: int) -> Span:
        """The source's bytes of characters ``start`` to ``end`` of the words; behind them where there are
        none."""
        if start >= len(self.places):
            return Span(self.span.end, self.span.end)
        return Span(self.places[start], self.places[max(start, min(end, len(self.places)) - 1)] + 1)


class Lookalike(NamedTuple):
    """A comment that was nearly certainly meant to be a directive; ``trailing`` says that it is one, but
    stands behind a statement."""

    word: str
    span: Span
    trailing: bool = False


class Pragma(NamedTuple):
    """A directive of OpenMP's or OpenACC's; ``dialect`` is 'omp' or 'acc', or the word of another sentinel.

    ``conditional`` says that it is no directive but a statement which only OpenMP compilers see. The rest
    is as in :class:`Directive`; ``text`` is in lower case.
    """

    dialect: str
    conditional: bool
    source: Directive


class Text(NamedTuple):
    """A source, read by lines. ``preprocessor`` are the spans of lines that begin with '#', line markers
    aside; ``searched`` says of an included file where it was found, as in :class:`Statement`."""

    statements: tuple[Statement, ...]
    directives: tuple[Directive, ...]
    lookalikes: tuple[Lookalike, ...]
    preprocessor: tuple[Span, ...]
    pragmas: tuple[Pragma, ...]
    searched: bool = False


# That of UTF-8, as its bytes.
BYTE_ORDER_MARK = "\xef\xbb\xbf"


def read(source: str, resolve: Callable[[str], Text | None] = lambda _: None) -> Text:
    """Read free-form text; what is no Fortran comes out as statements that nobody understands.

    ``resolve`` gives the text of an 'include' line's file, None where it is not known.
    """
    return _Reader(source, resolve).read()


def called(source: str, line: int, name: str) -> tuple[str, int]:
    """The file and line that line markers above a one-based line give to it."""
    for number in range(line - 1, 0, -1) if "#" in source else ():
        text = source.split("\n")[number - 1]
        if found := re.match(r'#\s*(?:line\s+)?(\d+)\s+"([^"]*)"', text):
            return found[2], int(found[1]) + line - number - 1
    return name, line


def comment_start(line: str, quote: str = "") -> tuple[int, str]:
    """Where a line's comment begins (its length where it has none), and the quote still open at its end."""
    for at, char in enumerate(line):
        if quote:
            if char == quote:
                quote = ""
        elif char in "'\"":
            quote = char
        elif char == "!":
            return at, ""
    return len(line), quote


class _Reader:
    def __init__(self, source: str, resolve: Callable[[str], Text | None]) -> None:
        self.source, self.resolve = source, resolve
        self.statements: list[Statement] = []
        self.directives: list[Directive] = []
        self.lookalikes: list[Lookalike] = []
        self.preprocessor: list[Span] = []
        self.pragmas: list[Pragma] = []
        self.chars: list[str] = []
        self.masks: list[str] = []
        self.places: list[int] = []
        self.first = self.line = 0
        self.continued = False
        self.quote = ""

    def read(self) -> Text:
        lines = self.source.split("\n")
        if lines[0].startswith(BYTE_ORDER_MARK):
            lines[0] = lines[0].replace(BYTE_ORDER_MARK, " " * len(BYTE_ORDER_MARK), 1)
        starts, at = [], 0
        for line in lines:
            starts.append(at)
            at += len(line) + 1
        number = 0
        while number < len(lines):
            line = lines[number].rstrip("\r")
            bare = line.lstrip()
            begin = starts[number] + len(line) - len(bare)
            if line.startswith("#") and not self.quote:
                if not re.match(r'#\s*(line\s+)?\d+\s+"', line):
                    self.preprocessor.append(Span(starts[number], starts[number] + len(line)))
            elif bare.startswith("!") and not self.quote:
                if _SENTINEL.match(bare):
                    read, number = self._directive(lines, starts, number, _SENTINEL)
                    self.directives.append(read)
                    continue
                if _NEARLY.match(bare):
                    self.lookalikes.append(
                        Lookalike(bare.split()[0], Span(begin, begin + len(bare.split()[0])))
                    )
                elif (found := _PRAGMA.match(bare)) or _CONDITIONAL.match(bare):
                    word = found[1].lower() if found else ""
                    sentinel = re.compile(rf"!\${word}(?=[\s&(]|$)" if word else r"!\$(?=[ \t\d&])", re.I)
                    read, number = self._directive(lines, starts, number, sentinel)
                    self.pragmas.append(Pragma(word, not word, read._replace(text=read.text.lower())))
                    self._look(bare, begin)
                    continue
                else:
                    self._look(bare, begin)
            elif bare:
                self.line = number + 1
                self._line(line, starts[number])
            number += 1
        self._end()
        return Text(
            tuple(self.statements),
            tuple(self.directives),
            tuple(self.lookalikes),
            tuple(self.preprocessor),
            tuple(self.pragmas),
        )

    def _directive(
        self, lines: list[str], starts: list[int], number: int, sentinel: re.Pattern[str]
    ) -> tuple[Directive, int]:
        """The directive that begins on a line, and the number of the line behind it."""
        chars: list[str] = []
        places: list[int] = []
        first = number
        span_start = starts[number] + len(lines[number]) - len(lines[number].lstrip())
        end = span_start
        while number < len(lines):
            line = lines[number].rstrip("\r")
            bare = line.lstrip()
            found = sentinel.match(bare)
            if found is None:
                break
            column = len(line) - len(bare) + found.end()
            body = line[column:]
            stop, _ = comment_start(body)
            body = body[:stop].rstrip()
            # an '&' alone, behind a blank, continues the line
            if number > first and (lead := re.match(r"&|\s+&(?=.)", body)):
                column, body = column + lead.end(), body[lead.end() :]
            more = body.endswith("&")
            kept = body[:-1].rstrip() if more else body
            chars += kept + (" " if more else "")
            places += range(starts[number] + column, starts[number] + column + len(kept) + (1 if more else 0))
            end = starts[number] + column + len(body)
            number += 1
            if not more:
                break
        read = Directive(
            "".join(chars),
            tuple(places),
            Span(span_start, end),
            first + 1,
            number,
            self.continued,
            len(self.statements),
        )
        return read, number

    def _look(self, bare: str, begin: int) -> None:
        """Notice a comment whose first word is nearly the tool's name, and no prose."""
        found = _NEAR.match(bare)
        if found is None or not 9 <= len(found[1]) <= 16:
            return
        from difflib import SequenceMatcher

        word = found[1].lower()
        if SequenceMatcher(None, word, "pointerchain").ratio() < 0.85:
            return
        rest = bare[found.end() :].lstrip().lower()
        if "$" in found[0] or re.match(r"(deepcopy|policy|region|declare|types)\b", rest):
            self.lookalikes.append(Lookalike(found[0].strip(), Span(begin, begin + len(found[0].rstrip()))))

    def _trails(self, line: str, at: int, start: int) -> None:
        """Notice a directive in the comment behind a statement."""
        if _SENTINEL.match(line, at):
            self.lookalikes.append(Lookalike(SENTINEL, Span(start + at, start + len(line.rstrip())), True))

    def _line(self, line: str, start: int) -> None:
        at = 0
        if self.continued:
            bare = len(line) - len(line.lstrip())
            at = bare + 1 if line[bare : bare + 1] == "&" else (0 if self.quote else bare)
        self.continued = False
        while at < len(line):
            char = line[at]
            if self.quote:
                if char == "&" and not line[at + 1 :].strip():
                    self.continued = True
                    return
                if char == self.quote:
                    self.quote = ""
                self._put(char, char if not self.quote else "_", start + at)
            elif char in "'\"":
                self.quote = char
                self._put(char, char, start + at)
            elif char == "!":
                self._trails(line, at, start)
                break
            elif char == "&" and not line[at + 1 : at + 1 + comment_start(line[at + 1 :])[0]].strip():
                self.continued = True
                self._trails(line, at + 1 + comment_start(line[at + 1 :])[0], start)
                return
            elif char == ";":
                self._end()
            else:
                self._put(char, char.lower(), start + at)
            at += 1
        if not self.quote:
            self._end()
        else:
            self.quote = ""  # a literal that is not closed ends with its line
            self._end()

    def _put(self, char: str, mask: str, place: int) -> None:
        if not self.chars and char.isspace():
            return
        if not self.chars:
            self.first = self.line
        self.chars.append(char)
        self.masks.append(mask)
        self.places.append(place)

    def _end(self) -> None:
        while self.chars and self.chars[-1].isspace():
            self.chars.pop(), self.masks.pop(), self.places.pop()
        if self.chars:
            text, code = "".join(self.chars), "".join(self.masks)
            places, label = self.places, ""
            if found := _LABEL.match(text):
                label, cut = found[1], found.end()
                text, code, places = text[cut:], code[cut:], places[cut:]
            statement = Statement(text, code, tuple(places), self.first, self.line, label)
            held = self.resolve(text) if code.startswith("include") else None
            searched = held is not None and held.searched
            self.statements.append(statement._replace(resolved=held is not None, searched=searched))
            if held is not None:
                self._include(statement, held)
        self.chars, self.masks, self.places = [], [], []

    def _include(self, statement: Statement, held: Text) -> None:
        """Take what an included file holds in the place of its 'include'."""
        before = len(self.statements)
        for pragma in held.pragmas:
            source = pragma.source._replace(
                places=statement.places[:1] * len(pragma.source.places),
                span=statement.span,
                line=statement.line,
                last=statement.last,
                following=before + pragma.source.following,
            )
            self.pragmas.append(pragma._replace(source=source))
        for each in held.statements:
            self.statements.append(
                each._replace(
                    places=statement.places[:1] * len(each.places),
                    line=statement.line,
                    last=statement.last,
                    included=True,
                    searched=each.searched or held.searched,
                )
            )
