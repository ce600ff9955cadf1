# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep-copy directives: pragma text -> what it says (tokens only, no Clang).

``#pragma pointerchain shape(Mesh: cells[n * 3], name[1])``  ->
``Shape(type=b"Mesh", entries=(ShapeEntry(("cells",), (n * 3,)), ShapeEntry(("name",), (1,))))``
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pointerchain.diagnostics import Diagnostic, Fixit, Place, diagnostic
from pointerchain.source import Span
from pointerchain.translator.text.directives import DEEP_WORDS, Pragma
from pointerchain.translator.text.lex import Lexed, Token, tokens
from pointerchain.translator.text.paths import ChainError, joined

TECHNIQUES = {
    "auto": "PC_AUTO",
    "base": "PC_BASE",
    "base+": "PC_BASE_PLUS",
    "base_plus": "PC_BASE_PLUS",
    "tcpy": "PC_TCPY",
    "pcpy": "PC_PCPY",
    "arena": "PC_ARENA",
}
POLICIES = ("owned", "shared", "observer", "interior", "skip")
VIRTUAL = "virtual"
"""What ``skip(virtual)`` names: the pointer to a class's virtual functions."""

_EFFECTS = frozenset(
    (b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>=", b"++", b"--")
)
_NOT_IN_EXPRESSION = frozenset((b";", b"{", b"}", b"#", b"\\", b"@", b"`"))
_NOT_CALLED = frozenset(
    b"sizeof alignof _Alignof static_cast reinterpret_cast const_cast dynamic_cast decltype".split()
)


class Expression(NamedTuple):
    """A length or bound as it was written."""

    toks: tuple[Token, ...]

    @property
    def text(self) -> str:
        """On one line, spaced as it was."""
        return _text(self.toks)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.toks[0].start, self.toks[-1].end)

    @property
    def is_one(self) -> bool:
        """Whether it says 'a single object'."""
        return len(self.toks) == 1 and self.toks[0].text == b"1"


class ShapeEntry(NamedTuple):
    """``traits.rows[n][m]``: a member by its path, and a length for each pointer on the way."""

    path: tuple[str, ...]
    span: Span
    lengths: tuple[Expression, ...]
    """None where they cannot be read, which is said."""


class Shape(NamedTuple):
    """``shape(Type: entry, ...)``."""

    pragma: Pragma
    type: bytes
    type_span: Span
    entries: tuple[ShapeEntry, ...]


class PolicyEntry(NamedTuple):
    """``skip(member)``: one member with what is to be done with it."""

    kind: str
    path: tuple[str, ...]
    span: Span


class Policy(NamedTuple):
    """``policy(Type: kind(member, ...), ...)``."""

    pragma: Pragma
    type: bytes
    type_span: Span
    entries: tuple[PolicyEntry, ...]


class Section(NamedTuple):
    """``chain[start:length][:length of a row]``; without a section ``length`` is None."""

    chain: Expression
    start: Expression | None
    length: Expression | None
    span: Span
    text: str
    rows: tuple[Expression, ...] = ()
    """Where the elements are pointers: how many elements each of those points at, level by level."""

    @property
    def bounds(self) -> list[tuple[str, Expression]]:
        """The expressions in its brackets, each with a name."""
        out = [("start", self.start), ("count", self.length)]
        out += [(f"row{level}", row) for level, row in enumerate(self.rows)]
        return [(name, bound) for name, bound in out if bound is not None]


class Action(NamedTuple):
    """``enter``, ``exit``, ``update`` or ``begin``: what is done to which objects.

    ``clauses`` holds the objects with 'host' or 'device' for an update, with '' else.
    """

    pragma: Pragma
    keyword: Span
    verb: str
    clauses: tuple[tuple[str, tuple[Section, ...]], ...]
    technique: str = "PC_AUTO"
    delete: bool = False


class RegionEnd(NamedTuple):
    """``deepcopy region end``."""

    pragma: Pragma
    keyword: Span


Deep = Shape | Policy | Action | RegionEnd


def read_deep(pragmas: Sequence[Pragma], file: str) -> tuple[tuple[Deep, ...], tuple[Diagnostic, ...]]:
    """The deep-copy directives among a source's pragmas, and what is wrong with the others."""
    reader = _Reader(file)
    found = [reader.read(pragma) for pragma in pragmas]
    return tuple(item for item in found if item is not None), tuple(reader.diagnostics)


def is_deep(pragma: Pragma) -> bool:
    """Whether a pragma is one of deep copy."""
    toks = pragma.text.split(None, 1)
    if len(toks) < 2 or toks[0] != b"pointerchain":
        return False
    first = tokens(toks[1][:40])
    return bool(first) and first[0].text in DEEP_WORDS


def deep_pragmas(pragmas: Sequence[Pragma]) -> list[Pragma]:
    """The pragmas of deep copy."""
    return [pragma for pragma in pragmas if is_deep(pragma)]


def without_pragmas(lexed: Lexed, pragmas: Sequence[Pragma]) -> bytes:
    """The source with pragmas blanked, every offset kept."""
    data = bytearray(lexed.data)
    for pragma in pragmas:
        for at in range(pragma.span.start, pragma.span.end):
            if data[at] not in b"\r\n":
                data[at] = 0x20
        if pragma.operator:
            data[pragma.span.start] = 0x20
    return bytes(data)


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.diagnostics: list[Diagnostic] = []

    def complain(self, error: ChainError, suggestion: str | None = None) -> None:
        fixit = Fixit(Place(self.file, error.span), suggestion) if suggestion else None
        found = diagnostic(error.code, self.file, error.span, (), fixit, error.form, **error.fields)
        self.diagnostics.append(found)

    def read(self, pragma: Pragma) -> Deep | None:
        toks = tokens(pragma.text, pragma.body.start)
        try:
            if pragma.split:
                raise ChainError("unreadable-token", pragma.span, "directive", word="pointerchain")
            word = toks[1].text
            if word == b"shape":
                return self._shape(pragma, toks)
            if word == b"policy":
                return self._policy(pragma, toks)
            return self._deepcopy(pragma, toks)
        except ChainError as error:
            self.complain(error)
            return None

    # --- shape and policy -----------------------------------------------------------------------------

    def _about_type(self, toks: Sequence[Token]) -> tuple[Sequence[Token], list[Sequence[Token]]]:
        """The type and the entries of ``word(Type: entry, ...)``."""
        word = toks[1].text.decode()
        parts, end = self._list(toks, 2, word)
        self._end(toks, end)
        first = parts[0]
        colon = next((i for i, token in enumerate(first) if token.text == b":"), None)
        if not colon:
            place = first[0] if first else toks[2]
            raise ChainError("bad-entry", _span(place), "type", word=word)
        kind = first[:colon]
        for at, token in enumerate(kind):
            argument = any(each.text == b"<" for each in kind[:at])
            allowed = token.text in (b"::", b"<", b">", b">>", b",")
            if token.kind != "name" and not allowed and not (argument and _in_argument(token)):
                raise ChainError("bad-entry", _span(token), "type_name", word=_show(token))
        return kind, [first[colon + 1 :], *parts[1:]]

    def _shape(self, pragma: Pragma, toks: Sequence[Token]) -> Shape:
        kind, parts = self._about_type(toks)
        entries = []
        for part in parts:
            try:
                entries.append(self._shape_entry(part, toks))
            except ChainError as error:
                self.complain(error)
        return Shape(pragma, joined(kind), Span(kind[0].start, kind[-1].end), tuple(entries))

    def _shape_entry(self, part: Sequence[Token], toks: Sequence[Token]) -> ShapeEntry:
        path, at = _path(part, toks)
        entry = ShapeEntry(path, Span(part[0].start, _path_end(part, path)), ())
        try:
            if at == len(part):
                raise ChainError("bad-entry", _span(part[-1]), "no_length", member=".".join(path))
            return entry._replace(lengths=_lengths(part, at))
        except ChainError as error:
            self.complain(error)
            return entry

    def _policy(self, pragma: Pragma, toks: Sequence[Token]) -> Policy:
        kind, parts = self._about_type(toks)
        entries: list[PolicyEntry] = []
        for part in parts:
            try:
                entries += self._policy_entries(part, toks)
            except ChainError as error:
                self.complain(error)
        return Policy(pragma, joined(kind), Span(kind[0].start, kind[-1].end), tuple(entries))

    def _policy_entries(self, part: Sequence[Token], toks: Sequence[Token]) -> list[PolicyEntry]:
        if not part:
            raise ChainError("empty-entry", _span(toks[-1]), "entry", word="policy")
        word = self._word(part[0], POLICIES, "policy(Type:")
        members, end = self._list(part, 1, word)
        self._end(part, end)
        entries = []
        for member in members:
            path, at = _path(member, part)
            if at < len(member):
                given = {"word": _show(member[at]), "list": word}
                raise ChainError("bad-entry", _span(member[at]), "after_member", **given)
            entries.append(PolicyEntry(word, path, Span(member[0].start, member[-1].end)))
        return entries

    # --- deepcopy -------------------------------------------------------------------------------------

    def _deepcopy(self, pragma: Pragma, toks: Sequence[Token]) -> Deep | None:
        verbs = ("enter", "update", "exit", "region")
        if len(toks) < 3:
            raise _incomplete("deepcopy", verbs, toks[1])
        verb = self._word(toks[2], verbs, "deepcopy")
        first, at = toks[2], 2
        if verb == "region":
            if len(toks) < 4:
                raise _incomplete("region", ("begin", "end"), toks[2])
            verb, at = self._word(toks[3], ("begin", "end"), "region"), 3
        keyword = Span(first.start, toks[at].end)
        if verb == "end":
            self._end(toks, at + 1)
            return RegionEnd(pragma, keyword)
        action = Action(pragma, keyword, verb, ())
        try:
            if verb == "update":
                return self._update(action, toks, at + 1)
            sections, at = self._sections(toks, at, verb)
            return self._options(action._replace(clauses=(("", sections),)), toks, at)
        except ChainError as error:
            self.complain(error)
            # the region is there all the same, so that its end is not a second error
            return action if verb == "begin" else None

    def _update(self, action: Action, toks: Sequence[Token], at: int) -> Action:
        clauses: list[tuple[str, tuple[Section, ...]]] = []
        while at < len(toks):
            if toks[at].text == b"," and clauses:
                at += 1
                continue
            word = self._word(toks[at], ("host", "device"), "update")
            sections, at = self._sections(toks, at, word)
            clauses.append((word, sections))
        if not clauses:
            raise _incomplete("update", ("host", "device"), toks[-1])
        return action._replace(clauses=tuple(clauses))

    def _options(self, action: Action, toks: Sequence[Token], at: int) -> Action:
        """What may follow the list: ``technique(name)`` or ``delete``."""
        try:
            return self._read_options(action, toks, at)
        except ChainError as error:
            self.complain(error)
            return action

    def _read_options(self, action: Action, toks: Sequence[Token], at: int) -> Action:
        while at < len(toks):
            if action.delete or action.technique != "PC_AUTO":
                self._end(toks, at)
            if action.verb == "exit":
                self._word(toks[at], ("delete",), "exit(...)")
                action, at = action._replace(delete=True), at + 1
                continue
            self._word(toks[at], ("technique",), f"{action.verb}(...)")
            parts, end = self._list(toks, at + 1, "technique")
            name = b"".join(token.text for token in parts[0]).decode("utf-8", "replace")
            if len(parts) != 1 or name not in TECHNIQUES:
                names = _either([name for name in TECHNIQUES if name != "base_plus"])
                span = Span(parts[0][0].start, parts[-1][-1].end) if parts[0] else _span(toks[at])
                raise ChainError("unknown-word", span, "technique", word=name, expected=names)
            action, at = action._replace(technique=TECHNIQUES[name]), end
        return action

    def _sections(self, toks: Sequence[Token], at: int, word: str) -> tuple[tuple[Section, ...], int]:
        parts, end = self._list(toks, at + 1, word)
        sections = []
        for part in parts:
            try:
                sections.append(_section(part))
            except ChainError as error:
                self.complain(error)
        return tuple(sections), end

    # --- pieces ---------------------------------------------------------------------------------------

    def _word(self, token: Token, words: Sequence[str], after: str) -> str:
        """The word that is expected here; one that is nearly right is said and taken for it."""
        text = _show(token)
        if text in words:
            return text
        import difflib

        near = difflib.get_close_matches(text.lower(), words, 1, 0.7)
        if not near:
            given = {"expected": _either(words), "after": after, "word": text}
            raise ChainError("unknown-word", _span(token), "expected", **given)
        given = {"word": text, "after": after, "near": near[0]}
        self.complain(ChainError("unknown-word", _span(token), "word", **given), near[0])
        return near[0]

    @staticmethod
    def _end(toks: Sequence[Token], at: int) -> None:
        if at < len(toks):
            raise ChainError("trailing-text", _span(toks[at]), word=_show(toks[at]))

    @staticmethod
    def _list(toks: Sequence[Token], at: int, word: str) -> tuple[list[Sequence[Token]], int]:
        """The entries of the ``( ... )`` that is expected at ``toks[at]``, and what follows it."""
        if at >= len(toks) or toks[at].text != b"(":
            place = toks[at] if at < len(toks) else toks[-1]
            raise ChainError("incomplete-directive", _span(place), "list", after=word)
        close = _closing(toks, at)
        parts: list[Sequence[Token]] = []
        first, depth = at + 1, 0
        for index in range(at, close + 1):
            text = toks[index].text
            depth += (text in _OPEN) - (text in _CLOSE)
            angle = text == b"," and _in_angles(toks[first:index])
            if (text == b"," and depth == 1 and not angle) or index == close:
                parts.append(toks[first:index])
                first = index + 1
        for part in parts:
            if not part:
                form = "list" if len(parts) == 1 else "entry"
                raise ChainError("empty-entry", Span(toks[at].start, toks[close].end), form, word=word)
        return parts, close + 1


_OPEN, _CLOSE = frozenset((b"(", b"[", b"{")), frozenset((b")", b"]", b"}"))
_PAIRS = {b"(": b")", b"[": b"]", b"{": b"}"}


def _in_angles(toks: Sequence[Token]) -> bool:
    """Whether a comma after these tokens separates a type's template arguments."""
    texts = [token.text for token in toks]
    return b":" not in texts and texts.count(b"<") > texts.count(b">") + 2 * texts.count(b">>")


def _in_argument(token: Token) -> bool:
    """Whether a token that is no name can be of a template's argument: ``Array<double *, 3>``."""
    return token.kind == "number" or token.text in (b"*", b"&", b"&&", b"(", b")", b"[", b"]", b"-")


def _closing(toks: Sequence[Token], at: int) -> int:
    stack: list[bytes] = []
    for index in range(at, len(toks)):
        text = toks[index].text
        if text in _PAIRS:
            stack.append(_PAIRS[text])
        elif text in _CLOSE:
            if not stack or stack.pop() != text:
                break
            if not stack:
                return index
    raise ChainError("unclosed-bracket", _span(toks[at]), bracket=_show(toks[at]))


def _path(part: Sequence[Token], around: Sequence[Token]) -> tuple[tuple[str, ...], int]:
    """A member's dotted name at the start of an entry, and what follows it."""
    if not part:
        raise ChainError("empty-entry", _span(around[-1]), "nameless")
    names: list[str] = []
    at = 0
    while True:
        if at >= len(part) or part[at].kind != "name":
            place = part[min(at, len(part) - 1)]
            raise ChainError("bad-entry", _span(place), "member", word=_show(place))
        names.append(_show(part[at]))
        at += 1
        if at >= len(part) or part[at].text != b".":
            return tuple(names), at
        at += 1


def _lengths(part: Sequence[Token], at: int) -> tuple[Expression, ...]:
    """What the brackets behind a member hold."""
    lengths = []
    while at < len(part):
        if part[at].text != b"[":
            raise ChainError("bad-entry", _span(part[at]), "bracket", word=_show(part[at]))
        close = _closing(part, at)
        if close == at + 1:
            raise ChainError("bad-entry", Span(part[at].start, part[close].end), "empty_length")
        colon = _section_colon(part[:close], at)
        if colon is not None:
            raise ChainError("bad-entry", _span(part[colon]), "section", word=_text(part[at : close + 1]))
        lengths.append(_expression(part[at + 1 : close], length=True))
        at = close + 1
    return tuple(lengths)


def _path_end(part: Sequence[Token], path: tuple[str, ...]) -> int:
    return part[2 * len(path) - 2].end


def _expression(toks: Sequence[Token], *, length: bool, calls: bool = False) -> Expression:
    """A length, a chain or a bound that can stand in generated code; Clang judges the rest of it."""
    shown = _text(toks)
    for index, token in enumerate(toks):
        if token.text in _EFFECTS:
            if length:
                raise ChainError("bad-shape", _span(token), "effect", length=shown)
            raise ChainError("side-effect-in-chain", _span(token), chain=shown)
        if token.text in _NOT_IN_EXPRESSION or token.text[:1] in (b'"', b"'"):
            raise ChainError("bad-entry", _span(token), "expression", word=_show(token))
        after = toks[index + 1].text if index + 1 < len(toks) else b""
        called = token.kind == "name" and after == b"(" and token.text not in _NOT_CALLED
        if called and not calls and not length:  # of a length Clang knows whether a macro is called
            raise ChainError("call-in-chain", _span(token), chain=shown)
    return Expression(tuple(toks))


def _section(part: Sequence[Token]) -> Section:
    """``chain[start:count]``, with more such brackets where the elements are pointers."""
    brackets: list[tuple[Sequence[Token], Sequence[Token]]] = []
    end = len(part)
    while end and part[end - 1].text == b"]":
        at = opening(part, end - 1)
        colon = _section_colon(part[:end], at)
        if colon is None:
            break
        if at <= 0:
            raise ChainError("bad-entry", _span(part[0]), "chain")
        start, count = part[at + 1 : colon], part[colon + 1 : end - 1]
        stride = _section_colon(part[: end - 1], colon)
        if stride is not None:
            raise ChainError("bad-entry", _span(part[stride]), "stride")
        if not count:
            raise ChainError("bad-entry", _span(part[colon]), "count")
        brackets.insert(0, (start, count))
        end = at
    for at in (at for at in range(end) if part[at].text == b"["):
        inner = _section_colon(part[: _closing(part, at)], at)
        if inner is not None:
            raise ChainError(
                "bad-entry", _span(part[inner]), "inner", text=_text(part[: _closing(part, at) + 1])
            )
    chain = _expression(part[:end], length=False)
    span, text = Span(part[0].start, part[-1].end), _text(part)
    if not brackets:
        return Section(chain, None, None, span, text)
    for start, _ in brackets[1:]:
        if start and _text(start) != "0":
            raise ChainError("bad-entry", Span(start[0].start, start[-1].end), "row")
    first = brackets[0][0]
    length, *rows = (_expression(count, length=False, calls=True) for _, count in brackets)
    start_of = _expression(first, length=False, calls=True) if first else None
    return Section(chain, start_of, length, span, text, tuple(rows))


def opening(part: Sequence[Token], close: int) -> int:
    """The bracket that one at ``part[close]`` closes."""
    depth = 0
    for at in range(close, -1, -1):
        depth += (part[at].text in _CLOSE) - (part[at].text in _OPEN)
        if depth == 0:
            return at
    return 0


def _section_colon(part: Sequence[Token], at: int) -> int | None:
    """The colon of ``[start:count]``, apart from those of conditional expressions."""
    depth = questions = 0
    for index in range(at + 1, len(part)):
        text = part[index].text
        depth += (text in _OPEN) - (text in _CLOSE)
        if depth == 0 and text == b"?":
            questions += 1
        elif depth == 0 and text == b":":
            if questions == 0:
                return index
            questions -= 1
    return None


def _text(toks: Sequence[Token]) -> str:
    """Tokens on one line, with a space where there was any white space."""
    out = b""
    for index, token in enumerate(toks):
        out += b" " * bool(index and toks[index - 1].end < token.start) + token.text
    return out.decode("utf-8", "surrogateescape")


def _either(words: Sequence[str]) -> str:
    *others, last = (f"'{word}'" for word in words)
    return f"{', '.join(others)} or {last}" if others else last


def _incomplete(after: str, words: Sequence[str], last: Token) -> ChainError:
    """That a directive ends where one of some words is expected."""
    return ChainError("incomplete-directive", _span(last), "word", expected=_either(words), after=after)


def _show(token: Token) -> str:
    return token.text.decode("utf-8", "replace")


def _span(token: Token) -> Span:
    return Span(token.start, token.end)
