# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A statement's text -> the designators in it, each with its parts and with what stands around it.

``call f(sim%list(i)%x(2:), n=k)`` holds ``f(...)`` and, as its arguments, ``sim%list(...)%x(...)`` and ``k``,
and in the former's subscripts ``i``. Whether parentheses hold subscripts or arguments is not known here.
"""

from __future__ import annotations

from pointerchain.fortran.declarations import closing, split
from pointerchain.lazy import NamedTuple, lazy_pattern

_NUMBER = lazy_pattern(r"(?:\d+\.(?![a-z]+\.)\d*|\d+|\.\d+)(?:[ed][+-]?\d+)?(?:_\w+)?")
_OPERATOR = lazy_pattern(r"\.([a-z]+)\.(?:_\w+)?")
_OPERATORS = frozenset("and or not eq ne lt le gt ge eqv neqv true false".split())
_NAME = lazy_pattern(r"[a-z]\w*")
_KEYWORD = lazy_pattern(r"\s*([a-z]\w*)\s*=(?![=>])")
_SPACE = lazy_pattern(r"\s*")


class Part(NamedTuple):
    """A name of a designator, the parentheses behind it and the end of both."""

    name: str
    inside: tuple[int, int] | None
    end: int
    begin: int
    """Where the name begins."""


class Use(NamedTuple):
    """A designator in a statement.

    ``holder`` is the index of the designator in whose parentheses it stands directly, -1 where there is none;
    ``part`` which of its parts they belong to, ``argument`` the number of the item there, ``keyword`` its
    keyword, and ``alone`` says that it is the whole item. ``assigned`` is an implied loop's variable.
    """

    parts: tuple[Part, ...]
    start: int
    end: int
    holder: int = -1
    part: int = 0
    argument: int = 0
    keyword: str = ""
    alone: bool = False
    assigned: bool = False
    substring: bool = False

    @property
    def name(self) -> str:
        """Its first name."""
        return self.parts[0].name


class Read(NamedTuple):
    """The designators in the order of their beginnings; ``odd`` says what was met that nobody understands."""

    uses: tuple[Use, ...]
    odd: str


def designators(code: str, start: int = 0, end: int | None = None) -> Read:
    """Read ``code``, a statement's text in lower case with blanked literals, from ``start`` to ``end``."""
    reader = _Reader(code)
    reader.items(start, len(code) if end is None else end, -1, 0, listed=False)
    order = sorted(range(len(reader.uses)), key=lambda at: reader.uses[at].start)
    new = {old: at for at, old in enumerate(order)} | {-1: -1}
    uses = tuple(reader.uses[at]._replace(holder=new[reader.uses[at].holder]) for at in order)
    return Read(uses, reader.odd)


class _Reader:
    def __init__(self, code: str) -> None:
        self.code = code
        self.uses: list[Use] = []
        self.odd = ""

    def items(self, start: int, end: int, holder: int, part: int, *, listed: bool = True) -> None:
        """The items of a list, or one expression."""
        pieces = split(self.code[start:end]) if listed else [(0, end - start)]
        for number, (first, last) in enumerate(pieces):
            at, stop, keyword = start + first, start + last, ""
            found = _KEYWORD.match(self.code, at, stop) if listed else None
            if found is not None and holder >= 0:
                at, keyword = found.end(), found[1]
            elif found is not None:
                one = Part(found[1], None, found.end(1), found.start(1))
                self.uses.append(Use((one,), found.start(1), found.end(1), assigned=True))
                at = found.end()
            self.expression(at, stop, holder, part, number, keyword)

    def expression(self, at: int, end: int, holder: int, part: int, number: int, keyword: str) -> None:
        first, begin = len(self.uses), at + len(self.code[at:end]) - len(self.code[at:end].lstrip())
        finish = at + len(self.code[at:end].rstrip())
        while at < end:
            char = self.code[at]
            if char in "'\"":
                close = self.code.find(char, at + 1, end)
                at = end if close < 0 else close + 1
            elif char in "([":
                close = closing(self.code, at)
                if close < 0 or close > end:
                    self.odd = self.odd or char
                    return
                self.items(at + 1, close - 1, -1, 0)
                at = close
            elif char.isdigit() or (char == "." and self.code[at + 1 : at + 2].isdigit()):
                found = _NUMBER.match(self.code, at, end)
                assert found is not None
                at = found.end()
            elif char == ".":
                operator = _OPERATOR.match(self.code, at, end)
                if operator is None or operator[1] not in _OPERATORS:
                    self.odd = self.odd or (operator[0] if operator else char)
                at = operator.end() if operator else at + 1
            elif name := _NAME.match(self.code, at, end):
                if self.code[name.end() : name.end() + 1] in ("'", '"'):  # a kind, or a number's base
                    at = name.end()
                    continue
                at = self.designator(at, end, holder, part, number, keyword)
            elif char.isspace() or char in "+-*/<>=,:":
                at += 1
            else:
                self.odd = self.odd or char
                at += 1
        mine = [n for n in range(first, len(self.uses)) if self.uses[n].start == begin]
        if mine and self.uses[mine[0]].end == finish:
            self.uses[mine[0]] = self.uses[mine[0]]._replace(alone=True)

    def designator(self, at: int, end: int, holder: int, part: int, number: int, keyword: str) -> int:
        """Take the designator that begins at ``at``; where it ends."""
        start, index = at, len(self.uses)
        self.uses.append(Use((), start, start))
        parts: list[Part] = []
        substring = False
        while True:
            name = _NAME.match(self.code, at, end)
            if name is None:
                self.odd = self.odd or "%"
                break
            at, inside = name.end(), None
            gap = self.space(at, end)
            if self.code[gap : min(gap + 1, end)] == "(":
                close = closing(self.code, gap)
                if close < 0 or close > end:
                    self.odd = self.odd or "("
                    break
                inside = (gap + 1, close - 1)
                self.items(*inside, index, len(parts))
                at = close
                gap = self.space(at, end)
                if self.code[gap : min(gap + 1, end)] == "(":  # a substring of an element
                    close = closing(self.code, gap)
                    if close < 0 or close > end:
                        self.odd = self.odd or "("
                        break
                    self.items(gap + 1, close - 1, -1, 0)
                    at, substring = close, True
                    gap = self.space(at, end)
            parts.append(Part(name[0], inside, at, name.start()))
            if self.code[gap : min(gap + 1, end)] == "[":
                self.odd = self.odd or "["
            if self.code[gap : min(gap + 1, end)] != "%":
                break
            at = self.space(gap + 1, end)
        if not parts:
            parts.append(Part("", None, at, start))
        self.uses[index] = Use(
            tuple(parts), start, at, holder, part, number, keyword, False, False, substring
        )
        return at

    def space(self, at: int, end: int) -> int:
        found = _SPACE.match(self.code, at, end)
        assert found is not None
        return found.end()
