# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lengths: the expressions of shapes -> C that computes them, once Clang has judged them.

``shape(Mesh: cells[n * dims.m])``  ->  ``(0LL + pc_self->n) * (0LL + pc_self->dims.m)``

Each is compiled in a function at its shape's place, so that macros and constants are those of there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile

from pointerchain.deepcopy.expressions import Expression
from pointerchain.deepcopy.rows import Length
from pointerchain.deepcopy.scopes import OWN_NAMES, Meaning, meaning
from pointerchain.deepcopy.undefined import Test, UntestableError, measured, tests_of
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.libclang import INTEGER_TYPES, Kind, TypeKind
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.records import ARRAY, POINTER, RECORD, SCALAR, Reader, Record, innermost
from pointerchain.translator.clang.scopes import names_in
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.tree import Node, Tree, whole
from pointerchain.translator.text.lex import Token
from pointerchain.translator.text.mapped import Change, MappedText, Piece

ROW = b"pc_row"
"""In a length: the number of the pointer, from 0, in the array of pointers that holds it."""
STRLEN = b"strlen"
"""In a length, and no call: that of the string which the pointer points at."""
VIEW = "pc_view"
"""The name of a class with the members of another one that a length reads."""
_ERROR = 3
_READ = frozenset((Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY))
_OF_TYPES = frozenset((b"sizeof", b"_Alignof", b"alignof", b"__alignof__", b"__typeof__"))
_UNDECLARED = lazy_pattern(r"use of undeclared identifier '(\w+)'")
_NO_INTEGER = lazy_pattern(
    r"(?:returning|cannot initialize return object of type 'long long' with an [lr]value of type"
    r"|invalid operands to binary expression \('long long' and) '([^']+)'"
)
_WORD_TOKEN = lazy_pattern(rb"[A-Za-z_]\w*\Z")


class Entry(NamedTuple):
    """The lengths that a shape says of one member; ``pragma`` is None for a shape of an included file.

    With ``condition`` it is one expression that says whether the member is alive.

    Such a one is asked about at the source's end, in the ``scope`` of its place.
    """

    record: Record
    lengths: tuple[Expression, ...]
    file: str
    pragma: Span | None
    scope: tuple[bytes, ...]
    path: tuple[str, ...] = ()
    condition: bool = False

    @property
    def word(self) -> str:
        """What messages call an expression of it."""
        return "condition" if self.condition else "length"


class Lengths:
    """Asks Clang about the expressions of shapes, each in a function at its shape's place."""

    def __init__(self, session: Session, blanked: bytes, entries: Sequence[Entry], reader: Reader) -> None:
        self.session, self.blanked, self.entries, self.reader = session, blanked, entries, reader
        self.diagnostics: list[Diagnostic] = []
        self.expressions: list[tuple[Entry, Expression]] = []
        self.names = {entry.record.key: reader.names(entry.record) for entry in entries}
        self.meanings: dict[int, Meaning] = {}
        self.qualified: dict[int, dict[int, str]] = {}
        """By the number of an expression and the place of a token: the name that any place understands."""
        self.enumerations: set[int] = set()
        """The numbers of expressions that read enumerations."""
        self.tests: dict[int, tuple[Test, ...]] = {}
        """By the number of an expression: what leaves it without a value."""
        self.measured: dict[int, str] = {}
        """By the number of an expression with ``strlen`` in branches only: C for whether it is evaluated."""
        self.views: dict[int, str] = {}
        """By the number of an expression: the class by which it reads members that are not public."""

    def read(self) -> list[tuple[Length, ...] | None]:
        """The lengths of each entry; None where one of them was refused."""
        first: list[int] = []
        for entry in self.entries:
            first.append(len(self.expressions))
            self.expressions += [(entry, expression) for expression in entry.lengths]
        asked = [n for n, (_, expression) in enumerate(self.expressions) if not _is_number(expression)]
        bad = self._ask(asked) if asked else set()
        out: list[tuple[Length, ...] | None] = []
        for start, entry in zip(first, self.entries, strict=True):
            numbers = range(start, start + len(entry.lengths))
            if any(number in bad for number in numbers):
                out.append(None)
                continue
            out.append(tuple(map(self._length, numbers)))
        return out

    def _length(self, number: int) -> Length:
        entry, expression = self.expressions[number]
        pieces = self.pieces(entry.record, expression, self.qualified.get(number))
        code = b"".join(piece.text for piece in pieces).decode("utf-8", "surrogateescape")
        place = Place(entry.file, expression.span)
        meaning = self.meanings.get(number)
        by_row = any(token.text == ROW for token in expression.toks)
        tests = self.tests.get(number, ())
        string = "pc_strlen" in code
        # of the strings that an array of pointers leads to each has its own length
        by_row = by_row or (string and expression is not entry.lengths[0])
        reads = "pc_self->" in code or string
        return Length(
            *(expression.text, code, expression.is_one, reads, by_row, meaning, place, tests, string),
            word=entry.word,
            measured=self.measured.get(number, ""),
            view=self.views.get(number, ""),
            members=frozenset(self._members(entry, expression.toks)),
            enumerations=number in self.enumerations,
        )

    def _view(self, entry: Entry, expression: Expression) -> tuple[str, str]:
        """A class in whose objects the members lie that an expression names, or why there is none.

        Nothing where all of them are public.
        """
        toks = expression.toks
        names = {
            token.text.decode("utf-8", "replace") for token in toks if self._is_sibling(entry, toks, token)
        }
        if any(token.text == STRLEN and not called(expression, token) for token in toks):
            names.add(entry.path[0])
        found = {name: self.reader.locate(entry.record, name) for name in names}
        if all(each is None or each.public for each in found.values()):
            return "", ""
        text, checks, end = "", "", 0
        for name, each in sorted(found.items(), key=lambda item: item[1].offset if item[1] else 0):
            if each is None:
                continue
            kind = each.member.type
            held = innermost(kind)
            readable = held.kind in (SCALAR, POINTER, RECORD) and not self.reader.nameless(held)
            if each.member.bit_field or not readable or each.offset < 8 * end:
                return "", f"'{name}' is not public, and no other place can read it"
            gap = each.offset // 8 - end
            text += f"char pc_before_{name}[{gap}]; " if gap else ""
            text += f"__typeof__({kind.spelling}) {name}; "
            end = each.offset // 8 + kind.size
        places = sorted((name, each.offset // 8) for name, each in found.items() if each is not None)
        for name, at in places:
            same = f"__builtin_offsetof({VIEW}, {name}) == {at}"
            checks += f' static_assert({same}, "Clang lays it out in another way");'
        return f"struct __attribute__((may_alias)) {VIEW} {{ {text}}};{checks}", ""

    def _members(self, entry: Entry, toks: Sequence[Token]) -> Iterator[tuple[str, ...]]:
        """The members of the record that an expression names, by their paths."""
        for index, token in enumerate(toks):
            if self._is_sibling(entry, toks, token):
                rest = toks[index + 1 : _postfix_end(toks, index)]
                dots = zip(rest[::2], rest[1::2], strict=False)
                path = (after for _, after in takewhile(lambda two: two[0].text == b".", dots))
                yield tuple(each.text.decode("utf-8", "replace") for each in (token, *path))

    def _is_sibling(self, entry: Entry, toks: Sequence[Token], token: Token) -> bool:
        """Whether a token names a member of the record itself."""
        at = toks.index(token)
        before = toks[at - 1].text if at else b""
        after = toks[at + 1].text if at + 1 < len(toks) else b""
        return (
            token.kind == "name"
            and token.text.decode("utf-8", "replace") in self.names[entry.record.key]
            and before not in (b".", b"->", b"::")
            and after != b"::"
        )

    def pieces(
        self, record: Record, expression: Expression, qualified: dict[int, str] | None = None
    ) -> list[Piece]:
        """The expression with its siblings read through ``pc_self``.

        Each sibling is widened to 64 bits, so that a product of two counts does not overflow; in
        ``sizeof`` and behind ``&`` it is left as it is, and so is a pointer.
        """
        toks = expression.toks
        out: list[Piece] = []
        names = self.names[record.key]
        index = 0
        while index < len(toks):
            token = toks[index]
            before = toks[index - 1].text if index else b""
            after = toks[index + 1].text if index + 1 < len(toks) else b""
            space = b" " if index and _needs_space(toks[index - 1], token) else b""
            sibling = (
                token.kind == "name"
                and token.text.decode("utf-8", "replace") in names
                and before not in (b".", b"->", b"::")
                and after != b"::"
            )
            if not sibling:
                text = (qualified or {}).get(token.start, "").encode() or token.text
                if token.text == STRLEN and not called(expression, token):
                    text = b"pc_strlen"
                out.append(Piece(space + text, source=token.start - len(space)))
                index += 1
                continue
            end = _postfix_end(toks, index)
            found = self.reader.find(record, token.text.decode("utf-8", "replace"))
            scoped = found is not None and found.type.spelling in self.reader.scoped_enums
            address = found is not None and found.type.kind in (ARRAY, POINTER) and end == index + 1
            wide = not scoped and not address and not _unwidened(toks, index)
            out.append(Piece(space + (b"(0LL + " if wide else b"")))
            out.append(Piece(b"pc_self->"))
            out.append(Piece(token.text, source=token.start))
            inner = Expression(toks[index + 1 : end])
            for piece in self.pieces(record, inner, qualified) if inner.toks else ():
                out.append(piece)
            out.append(Piece(b")" if wide else b""))
            index = end
        return out

    def _ask(self, asked: Sequence[int]) -> set[int]:
        changes: dict[Span, list[Piece]] = {}
        end = Span(len(self.blanked), len(self.blanked))
        bad: set[int] = set()
        for number in asked:
            entry, expression = self.expressions[number]
            self.views[number], why = self._view(entry, expression)
            if why:
                bad.add(number)
                self._refuse(number, why, -1)
        asked = [number for number in asked if number not in bad]
        for number in asked:
            entry, expression = self.expressions[number]
            span = entry.pragma or end
            pieces = changes.setdefault(span, [] if entry.pragma else [Piece(b"\n")])
            kind = entry.record.spelling.encode()
            more = b"" if entry.condition else b", long long pc_strlen"
            head = b"static __inline long long pc_shape_%d(const %s *pc_self, long long %s%s) { return "
            if view := self.views[number]:
                head = b"static inline long long pc_shape_%d(const %s *pc_owner, long long %s%s) { "
                head += b"%s const %s *pc_self = reinterpret_cast<const %s *>(pc_owner); return "
                head %= (number, kind, ROW, more, view.encode(), VIEW.encode(), VIEW.encode())
            else:
                head %= (number, kind, ROW, more)
            pieces.append(Piece(b" ".join(entry.scope) + head))
            text = b"(" + b"".join(piece.text for piece in self.pieces(entry.record, expression)) + b")"
            pieces.append(Piece(text, ("length", number)))
            pieces.append(Piece(b"; }" + b"}" * len(entry.scope)))
        composed = MappedText(self.blanked, [Change(span, pieces) for span, pieces in changes.items()])
        unit = self.session.parse(composed.text)
        for message in unit.messages(_ERROR):
            part = composed.part_at(message.where.offset) if message.where.main else None
            if part is not None and part[1] not in bad:
                bad.add(part[1])
                span = composed.spans[part]
                why = self._reason(unit, message.where.message, part[1], span)
                self._refuse(part[1], why, message.where.offset - span.start)
        points = sorted(composed.spans[("length", number)].start for number in asked)
        tree = whole(unit, points)
        for number in asked:
            if number not in bad:
                span = composed.spans[("length", number)]
                why = self._judge(tree, span, number) or self._understand(tree.at(span)[-1], number, span)
                if why:
                    bad.add(number)
                    self._refuse(number, why, -1)
        unit.close()
        return bad

    def _reason(self, unit: Parsed, message: str, number: int, span: Span) -> str:
        """Why Clang cannot read a length, said of the text as its user wrote it."""
        entry, expression = self.expressions[number]
        hidden = [each.name for each in unit.expansions(span) if each.name in self.names[entry.record.key]]
        if hidden:
            return f"'{hidden[0]}' is a macro here, so that it does not name the member"
        unknown = _UNDECLARED.fullmatch(message)
        if unknown and re.search(rf"\b{unknown.group(1)}\s*\(", expression.text):
            return self._no_call(number)
        if unknown and unknown.group(1) == "pc_strlen":
            return "'strlen' stands in lengths only"
        if unknown and unknown.group(1) in self.names[entry.record.key]:
            return f"a macro stands for '{unknown.group(1)}': members are named in the length itself"
        if unknown and self.reader.scoped(entry.record, unknown.group(1)):
            return f"{message}: of the class, it is '{entry.record.spelling}::{unknown.group(1)}'"
        if unknown and entry.pragma is None:
            return f"{message} at the source's end, where a shape of an included file is read"
        if no_integer := _NO_INTEGER.search(message):
            return f"a {entry.word} is an integer, not '{no_integer.group(1)}'"
        several = message == "expected ')'" or message.startswith("called object type")
        return "it is not one expression" if several else message

    def _understand(self, node: Node, number: int, span: Span) -> str:
        """Note what the names of a length mean, how any place can name the same, and what it dereferences.

        Returns why it cannot be a length after all.
        """
        entry, expression = self.expressions[number]
        function = next(n for n in node.ancestors() if n.kind == Kind.FUNCTION)
        self.meanings[number] = meaning(function)
        pieces = self.pieces(entry.record, expression)
        starts = list(accumulate((len(piece.text) for piece in pieces), initial=span.start + 1))
        places = {}
        for start, piece in zip(starts, pieces, strict=False):
            space = len(piece.text) - len(piece.text.lstrip())
            if piece.source >= 0:
                places[start + space] = (piece.source + space, piece.text[space:])
        named = names_in(node)
        names = self.qualified[number] = {}
        for found in named if self.reader.cxx else ():
            at, text = places.get(found.offset, (-1, b""))
            known = found.qualified and text == found.name.encode() and found.spelling not in OWN_NAMES
            if known and _before(expression.toks, at) not in (b"::", b".", b"->"):
                names[at] = found.qualified
        code = [piece.text for piece in self.pieces(entry.record, expression, names)]

        def written(part: Span) -> str:
            inside = (
                text
                for start, piece, text in zip(starts, pieces, code, strict=False)
                if part.start <= start + len(piece.text) - len(piece.text.lstrip())
                and start + len(piece.text) <= part.end
            )
            return b"".join(inside).decode("utf-8", "surrogateescape").strip()

        def name(part: Node) -> str:
            target = part.declaration()
            local = target is None or (target.main and function.start <= target.offset < function.end)
            if local and part.name() not in OWN_NAMES:
                return ""
            full = (each.qualified for each in named if each.spelling == part.name() and self.reader.cxx)
            return next(full, "") or part.name()

        read = (each for each in node.inside if each.kind in _READ)
        if self.reader.cxx and any(each.type.kind == TypeKind.ENUM for each in read):
            self.enumerations.add(number)
        try:
            self.tests[number] = tests_of(node, written, name)
            self.measured[number] = measured(node, written, name)
        except UntestableError as error:
            return str(error)
        unguarded = (test.follows for test in self.tests[number] if test.follows and not test.guarded)
        if entry.condition and (pointer := next(unguarded, "")):
            return f"it follows '{pointer}', which may be null: a condition guards what it follows"
        if entry.condition and any(token.text == ROW for token in expression.toks):
            return "'pc_row' stands in lengths only"
        return ""

    def _no_call(self, number: int) -> str:
        entry, expression = self.expressions[number]
        hint = ", and 'strlen' stands without parentheses" if _calls_strlen(expression) else ""
        return f"a {entry.word} holds no call{hint}"

    def _judge(self, tree: Tree, span: Span, number: int) -> str:
        """Why a length that Clang accepts is none."""
        word = self.expressions[number][0].word
        nodes = [node for node in tree.at(span) if node.kind == Kind.PAREN]
        if not nodes:
            return "it is no expression"
        if nodes[-1].type_kind not in INTEGER_TYPES:
            return f"a {word} is an integer, not '{nodes[-1].type.canonical}'"
        if semantics.holds_call(nodes[-1]):
            return self._no_call(number)
        value = semantics.integer_value(nodes[-1])
        if word == "length" and value is not None and value < 0:
            return f"it is {value}, and a length is not negative"
        return ""

    def _refuse(self, number: int, why: str, offset: int) -> None:
        entry, expression = self.expressions[number]
        record = entry.record
        at = expression.span
        if offset >= 0:
            place = 1
            for piece in self.pieces(record, expression):
                if piece.source >= 0 and place <= offset < place + len(piece.text):
                    start = piece.source + len(piece.text) - len(piece.text.lstrip())
                    at = Span(start, start + len(piece.text.strip()))
                place += len(piece.text)
        why = why.replace("pc_self->", "").replace("pc_strlen", "strlen")
        notes = (Note(f"'{record.shown}' is defined here", record.place),)
        what = f"{entry.word} '{expression.text}' of '{record.shown}': {why}"
        self.diagnostics.append(diagnostic("bad-shape", entry.file, at, notes, what=what))


def _before(toks: Sequence[Token], at: int) -> bytes:
    """The token before the one that starts at an offset."""
    return next((token.text for token in reversed(toks) if token.start < at), b"")


def called(expression: Expression, token: Token) -> bool:
    """Whether a name in an expression is called, or is a part of another name."""
    at = expression.toks.index(token)
    before = expression.toks[at - 1].text if at else b""
    after = expression.toks[at + 1].text if at + 1 < len(expression.toks) else b""
    return after == b"(" or before in (b".", b"->", b"::")


def _calls_strlen(expression: Expression) -> bool:
    return any(token.text == STRLEN and called(expression, token) for token in expression.toks)


def _is_number(expression: Expression) -> bool:
    return len(expression.toks) == 1 and expression.toks[0].text.isdigit()


def _needs_space(left: Token, right: Token) -> bool:
    return left.end < right.start or bool(_WORD_TOKEN.match(left.text) and _WORD_TOKEN.match(right.text))


def _postfix_end(toks: Sequence[Token], at: int) -> int:
    """Past the members and subscripts that follow a sibling's name."""
    index = at + 1
    while index < len(toks):
        if toks[index].text in (b".", b"->") and index + 1 < len(toks):
            index += 2
        elif toks[index].text == b"[":
            depth = 0
            while index < len(toks):
                depth += (toks[index].text == b"[") - (toks[index].text == b"]")
                index += 1
                if depth == 0:
                    break
        else:
            break
    return index


def _unwidened(toks: Sequence[Token], at: int) -> bool:
    """Whether a sibling stands in ``sizeof`` or its kind, where its own type counts, or behind ``&``."""
    index = at - 1
    while index >= 0 and toks[index].text in (b"(", b"&", b"*"):
        if toks[index].text == b"&" and (index == 0 or not _ends_operand(toks[index - 1])):
            return True
        index -= 1
    return index >= 0 and toks[index].text in _OF_TYPES


def _ends_operand(token: Token) -> bool:
    """Whether an '&' behind a token is the operator between two operands."""
    return token.text in (b")", b"]") or (token.kind != "punct" and token.text not in _OF_TYPES)
