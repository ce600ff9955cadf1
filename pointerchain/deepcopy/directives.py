# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep-copy directives: pragma text -> what it says (tokens only, no Clang).

``#pragma pointerchain shape(Mesh: cells[n * 3], name[1])``  ->
``Shape(type=b"Mesh", entries=(ShapeEntry(("cells",), (n * 3,)), ShapeEntry(("name",), (1,))))``
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pointerchain.deepcopy.expressions import (
    CLOSING,
    OPENING,
    Expression,
    Section,
    closing,
    either,
    in_angles,
    in_argument,
    incomplete,
    named,
    path_end,
    read_expression,
    read_lengths,
    read_path,
    read_section,
    read_type,
    show,
    span_of,
    with_characters,
)
from pointerchain.diagnostics import Diagnostic, Fixit, Place, diagnostic
from pointerchain.lazy import NamedTuple
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
DIRECTIONS = ("to", "from", "tofrom", "alloc")
WHEN = "when"
DYNAMIC = "dynamic"
CUSTOM = "custom"
HOST = "host"
"""A member that the host owns: it goes to the device and never comes back."""
MUTABLE = "mutable"
"""A pointer, or a number that a length reads, which kernels change."""
_OPTIONS = {
    "enter": ("technique", "if", "device", "async", "nowait"),
    "begin": ("technique", "if", "device"),
    "exit": ("delete", "if", "async", "nowait"),
    "update": ("if", "async", "nowait"),
    "write": ("to", "if"),
    "read": ("from", "separate", "trusted", "if"),
    "send": ("to", "tag", "comm", "buffered", "unbuffered", "request", "if"),
    "recv": ("from", "tag", "comm", "request", "separate", "if"),
    "bcast": ("root", "comm", "buffered", "unbuffered", "request", "separate", "if"),
}
"""What may follow the sections, each once."""
FILES = {"write": "to", "read": "from"}
"""The clause that names the file, by the directive."""
MESSAGES = {"send": "to", "recv": "from", "bcast": "root"}
"""The clause that names the rank, by the directive of MPI."""
TRANSFERS = {**FILES, **MESSAGES}
ARRIVING = ("read", "recv", "bcast")
"""The directives whose sections are pointers that new objects are given to."""
_ONE_OF = ({"async", "nowait"}, {"buffered", "unbuffered"})
"""Options that do not stand together."""
VIRTUAL = "virtual"
"""What ``skip(virtual)`` names: the pointer to a class's virtual functions."""


def _outside(toks: Sequence[Token]) -> Iterator[Token]:
    """The tokens that stand in no brackets."""
    depth = 0
    for token in toks:
        depth += (token.text in OPENING) - (token.text in CLOSING)
        if not depth:
            yield token


class ShapeEntry(NamedTuple):
    """``traits.rows[n][m]``: a member by its path, and a length for each pointer on the way."""

    path: tuple[str, ...]
    span: Span
    lengths: tuple[Expression, ...]
    """None where they cannot be read, which is said."""
    target: Expression | None = None
    """The type of what a ``void *`` points at: ``as double``."""
    size: str = ""
    """Of ``data()[size()]``, a container: the member function that gives the number of its elements; the path
    is that which gives the first one."""
    condition: Expression | None = None
    """Of one of several shapes of a member: where it is this one, ``when(tag == 1)``."""


class Shape(NamedTuple):
    """``shape(Type as name: entry, ...)``; the name is empty for the plain shape."""

    pragma: Pragma
    type: bytes
    type_span: Span
    entries: tuple[ShapeEntry, ...]
    name: str = ""


class PolicyEntry(NamedTuple):
    """``skip(member)``: one member with what is to be done with it, or which way its target travels."""

    kind: str
    path: tuple[str, ...]
    span: Span
    condition: Expression | None = None
    """Of ``when``: where the member is alive. Of ``dynamic``: where an object is of the type."""
    target: Expression | None = None
    """Of ``dynamic``: a type that derives from the one that the policy is about."""
    functions: tuple[str, ...] = ()
    """Of ``custom``: what makes of the member what travels, and, if there is one, what takes what came."""


class Policy(NamedTuple):
    """``policy(Type as name: kind(member, ...), ...)``."""

    pragma: Pragma
    type: bytes
    type_span: Span
    entries: tuple[PolicyEntry, ...]
    name: str = ""


class Action(NamedTuple):
    """``enter``, ``exit``, ``update``, ``begin``, or one of ``TRANSFERS``: what is done to which objects.

    ``wait`` names none.

    ``clauses`` holds the objects with 'host', 'device' or 'structure' for an update, with '' else.
    """

    pragma: Pragma
    keyword: Span
    verb: str
    clauses: tuple[tuple[str, tuple[Section, ...]], ...]
    technique: str = "PC_AUTO"
    delete: bool = False
    condition: Expression | None = None
    device: Expression | None = None
    background: bool = False
    """Whether it returns before it is done: ``async`` or ``nowait``."""
    queue: Expression | None = None
    """Of ``async(q)`` and ``wait(q)``."""
    peer: Expression | None = None
    """Of ``TRANSFERS``: the file, or the rank."""
    separate: bool = False
    trusted: bool = False
    tag: Expression | None = None
    comm: Expression | None = None
    request: Expression | None = None
    buffering: str = ""
    """``buffered`` or ``unbuffered``."""
    most: Expression | None = None
    """Of ``buffered(bytes)``."""

    @property
    def sections(self) -> tuple[Section, ...]:
        """All its objects; none where their list cannot be read, which is said."""
        return tuple(section for _, listed in self.clauses for section in listed)

    @property
    def asked(self) -> list[tuple[str, Expression]]:
        """The expressions of its clauses, each with the clause's name."""
        queue = ("wait" if self.verb == "wait" else "async", self.queue)
        found = (
            *(("if", self.condition), ("device", self.device), queue),
            *((TRANSFERS.get(self.verb, ""), self.peer), ("tag", self.tag), ("comm", self.comm)),
            *(("buffered", self.most), ("request", self.request)),
        )
        return [(name, expression) for name, expression in found if expression is not None]


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


def _kind(part: Sequence[Token]) -> PolicyEntry:
    """``Circle: kind == 1``, or ``Circle`` alone."""
    colon = next((at for at, token in enumerate(part) if token.text == b":"), len(part))
    target, _ = read_type(part[:colon], 0)
    condition = None
    if colon + 1 < len(part):
        condition = read_expression(part[colon + 1 :], length=True, what="condition")
    elif colon < len(part):
        raise ChainError("bad-entry", span_of(part[colon]), "no_condition", type=target.text)
    return PolicyEntry(DYNAMIC, (), Span(part[0].start, part[-1].end), condition, target)


def _when_at(part: Sequence[Token], at: int) -> int:
    """Where ``when(condition)`` stands behind lengths, or the end."""
    while at < len(part) and part[at].text == b"[":
        at = closing(part, at) + 1
    return at if at < len(part) and part[at].text == WHEN.encode() else len(part)


def _accessors(part: Sequence[Token], at: int) -> str:
    """The name in the brackets of ``data()[size()]``; ``part[at]`` is the first bracket."""
    texts = [token.text for token in part[at:]]
    shape = [b"(", b")", b"[", None, b"(", b")", b"]"]
    for index, expected in enumerate(shape):
        found = part[at + index] if index < len(texts) else part[-1]
        fits = index < len(texts) and (found.kind == "name" if expected is None else found.text == expected)
        if not fits:
            raise ChainError("bad-entry", span_of(found), "accessors", word=show(found))
    if len(texts) > len(shape):
        raise ChainError("trailing-text", span_of(part[at + len(shape)]), word=show(part[at + len(shape)]))
    return show(part[at + 3])


def _function(part: Sequence[Token]) -> str:
    """The name of a function, ``codec::pack``."""
    names = part[1:] if part[0].text == b"::" else part
    for at, token in enumerate(names):
        if token.text != b"::" if at % 2 else token.kind != "name":
            raise ChainError("bad-entry", span_of(token), "functions", word=show(token))
    if len(names) % 2 == 0:
        raise ChainError("bad-entry", span_of(part[-1]), "functions", word=show(part[-1]))
    return "".join(show(token) for token in part)


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
        base = pragma.body.start
        toks = with_characters(tokens(pragma.text, base), pragma.text, base)
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

    def _about_type(self, toks: Sequence[Token]) -> tuple[Sequence[Token], str, list[Sequence[Token]]]:
        """The type, the name of the shape and the entries of ``word(Type as name: entry, ...)``."""
        word = toks[1].text.decode()
        parts, end = self._list(toks, 2, word)
        self._end(toks, end)
        first = parts[0]
        colon = next((i for i, token in enumerate(first) if token.text == b":"), None)
        if not colon:
            place = first[0] if first else toks[2]
            raise ChainError("bad-entry", span_of(place), "type", word=word)
        kind, name = named(first[:colon])
        for at, token in enumerate(kind):
            argument = any(each.text == b"<" for each in kind[:at])
            allowed = token.text in (b"::", b"<", b">", b">>", b",")
            if token.kind != "name" and not allowed and not (argument and in_argument(token)):
                raise ChainError("bad-entry", span_of(token), "type_name", word=show(token))
        return kind, show(name) if name is not None else "", [first[colon + 1 :], *parts[1:]]

    def _shape(self, pragma: Pragma, toks: Sequence[Token]) -> Shape:
        kind, name, parts = self._about_type(toks)
        entries = []
        for part in parts:
            try:
                entries.append(self._shape_entry(part, toks))
            except ChainError as error:
                self.complain(error)
        return Shape(pragma, joined(kind), Span(kind[0].start, kind[-1].end), tuple(entries), name)

    def _shape_entry(self, part: Sequence[Token], toks: Sequence[Token]) -> ShapeEntry:
        path, at = read_path(part, toks)
        entry = ShapeEntry(path, Span(part[0].start, path_end(part, path)), ())
        try:
            if at < len(part) and part[at].text == b"(":
                return entry._replace(size=_accessors(part, at))
            if at < len(part) and part[at].text == b"as":
                target, at = read_type(part, at + 1)
                entry = entry._replace(target=target)
            if at == len(part):
                raise ChainError("bad-entry", span_of(part[-1]), "no_length", member=".".join(path))
            inside = next((token for token in _outside(part[at:]) if token.text == b"in"), None)
            if inside is not None:
                raise ChainError("bad-entry", span_of(inside), "inside", member=".".join(path))
            when = _when_at(part, at)
            if when < len(part):
                conditions, end = self._list(part, when + 1, WHEN, types=False)
                self._end(part, end)
                if len(conditions) > 1:
                    raise ChainError("trailing-text", span_of(conditions[1][0]), word=show(conditions[1][0]))
                condition = read_expression(conditions[0], length=True, what="condition")
                entry = entry._replace(condition=condition)
            return entry._replace(lengths=read_lengths(part[:when], at))
        except ChainError as error:
            self.complain(error)
            return entry

    def _policy(self, pragma: Pragma, toks: Sequence[Token]) -> Policy:
        kind, name, parts = self._about_type(toks)
        entries: list[PolicyEntry] = []
        for part in parts:
            try:
                entries += self._policy_entries(part, toks)
            except ChainError as error:
                self.complain(error)
        return Policy(pragma, joined(kind), Span(kind[0].start, kind[-1].end), tuple(entries), name)

    def _policy_entries(self, part: Sequence[Token], toks: Sequence[Token]) -> list[PolicyEntry]:
        if not part:
            raise ChainError("empty-entry", span_of(toks[-1]), "entry", word="policy")
        word = self._word(
            part[0], (*POLICIES, *DIRECTIONS, WHEN, DYNAMIC, CUSTOM, HOST, MUTABLE), "policy(Type:"
        )
        if word == DYNAMIC:
            kinds, end = self._list(part, 1, word)
            self._end(part, end)
            return [_kind(each) for each in kinds]
        members, end = self._list(part, 1, word, types=False)
        self._end(part, end)
        entries = []
        condition = None
        functions: tuple[str, ...] = ()
        if word == CUSTOM:
            if not 2 <= len(members) <= 3:
                span = Span(members[0][0].start, members[-1][-1].end)
                shown = ", ".join("".join(map(show, member)) for member in members)
                raise ChainError("bad-entry", span, "functions", word=shown)
            functions = tuple(_function(member) for member in members[1:])
            del members[1:]
        if word == WHEN:
            condition = read_expression(members.pop(0), length=True, what="condition")
            if not members:
                raise ChainError("bad-entry", condition.span, "no_members", condition=condition.text)
        for member in members:
            path, at = read_path(member, part)
            if at < len(member):
                given = {"word": show(member[at]), "list": word}
                raise ChainError("bad-entry", span_of(member[at]), "after_member", **given)
            span = Span(member[0].start, member[-1].end)
            entries.append(PolicyEntry(word, path, span, condition, None, functions))
        return entries

    # --- deepcopy -------------------------------------------------------------------------------------

    def _deepcopy(self, pragma: Pragma, toks: Sequence[Token]) -> Deep | None:
        verbs = ("enter", "update", "exit", "region", "wait", *TRANSFERS)
        if len(toks) < 3:
            raise incomplete("deepcopy", verbs, toks[1])
        verb = self._word(toks[2], verbs, "deepcopy")
        first, at = toks[2], 2
        if verb == "region":
            if len(toks) < 4:
                raise incomplete("region", ("begin", "end"), toks[2])
            verb, at = self._word(toks[3], ("begin", "end"), "region"), 3
        keyword = Span(first.start, toks[at].end)
        if verb == "end":
            self._end(toks, at + 1)
            return RegionEnd(pragma, keyword)
        action = Action(pragma, keyword, verb, ())
        try:
            if verb == "update":
                return self._update(action, toks, at + 1)
            if verb == "wait":
                action, at = self._queue(action, verb, toks, at)
                self._end(toks, at)
                return action
            sections, at = self._sections(toks, at, verb, verb)
            action = self._options(action._replace(clauses=(("", sections),)), toks, at)
            return self._transfer(action) if verb in TRANSFERS else action
        except ChainError as error:
            self.complain(error)
            # the region is there all the same, so that its end is not a second error
            return action if verb == "begin" else None

    def _transfer(self, action: Action) -> Action | None:
        """Look whether the clauses of a transfer are all there, and go together."""
        if action.peer is None:
            if not self._failed(action.pragma):
                form = "file" if action.verb in FILES else "rank"
                given = {"verb": action.verb, "clause": TRANSFERS[action.verb]}
                raise ChainError("incomplete-directive", action.keyword, form, **given)
            return None
        if action.request is not None and action.buffering == "unbuffered":
            raise ChainError("bad-entry", action.request.span, "unbuffered", word="request")
        return action

    def _update(self, action: Action, toks: Sequence[Token], at: int) -> Action:
        clauses: list[tuple[str, tuple[Section, ...]]] = []
        words = ("host", "device", "structure")
        while at < len(toks):
            if toks[at].text == b"," and clauses:
                at += 1
                continue
            options = _OPTIONS["update"]
            if clauses and show(toks[at]) in options:
                break
            word = self._word(toks[at], (*words, *options) if clauses else words, "update")
            sections, at = self._sections(toks, at, "update", word)
            clauses.append((word, sections))
        if not clauses:
            raise incomplete("update", words, toks[-1])
        return self._options(action._replace(clauses=tuple(clauses)), toks, at)

    def _options(self, action: Action, toks: Sequence[Token], at: int) -> Action:
        """What may follow the list: ``technique(name)``, ``if(condition)``, ``async(n)``, ``delete``."""
        given: set[str] = set()
        try:
            while at < len(toks):
                words = _OPTIONS[action.verb]
                word = self._word(toks[at], words, f"{action.verb}(...)")
                if word in given or any(len(given & both | {word} & both) > 1 for both in _ONE_OF):
                    self._end(toks, at)
                given.add(word)
                action, at = self._option(action, word, toks, at)
        except ChainError as error:
            self.complain(error)
        return action

    def _option(self, action: Action, word: str, toks: Sequence[Token], at: int) -> tuple[Action, int]:
        if word == "delete":
            return action._replace(delete=True), at + 1
        if word == "nowait":
            return action._replace(background=True), at + 1
        if word == "async":
            return self._queue(action._replace(background=True), word, toks, at)
        if word == "separate":
            return action._replace(separate=True), at + 1
        if word == "trusted":
            return action._replace(trusted=True), at + 1
        opens = at + 1 < len(toks) and toks[at + 1].text == b"("
        if word == "unbuffered" or (word == "buffered" and (action.verb != "send" or not opens)):
            return action._replace(buffering=word), at + 1
        parts, end = self._list(toks, at + 1, word, types=False)
        if word == "technique":
            name = b"".join(token.text for token in parts[0]).decode("utf-8", "replace")
            if len(parts) != 1 or name not in TECHNIQUES:
                names = either([name for name in TECHNIQUES if name != "base_plus"])
                span = Span(parts[0][0].start, parts[-1][-1].end)
                raise ChainError("unknown-word", span, "technique", word=name, expected=names)
            return action._replace(technique=TECHNIQUES[name]), end
        if len(parts) > 1:
            raise ChainError("bad-entry", Span(parts[1][0].start, parts[-1][-1].end), "several", clause=word)
        expression = read_expression(parts[0], length=False, calls=True, what="clause")
        if word == "if":
            return action._replace(condition=expression), end
        if word == TRANSFERS.get(action.verb):
            return action._replace(peer=expression), end
        if word == "buffered":
            return action._replace(buffering=word, most=expression), end
        if word == "tag":
            return action._replace(tag=expression), end
        if word == "comm":
            return action._replace(comm=expression), end
        if word == "request":
            return action._replace(request=expression), end
        return action._replace(device=expression), end

    def _queue(self, action: Action, word: str, toks: Sequence[Token], at: int) -> tuple[Action, int]:
        """``async`` or ``async(q)``."""
        if at + 1 == len(toks) or toks[at + 1].text != b"(":
            return action, at + 1
        parts, end = self._list(toks, at + 1, word, types=False)
        if len(parts) > 1:
            raise ChainError("bad-entry", Span(parts[1][0].start, parts[-1][-1].end), "several", clause=word)
        queue = read_expression(parts[0], length=False, calls=True, what="clause")
        return action._replace(queue=queue), end

    def _sections(
        self, toks: Sequence[Token], at: int, verb: str, word: str
    ) -> tuple[tuple[Section, ...], int]:
        """The sections of a list; a direction holds for those behind it until the next one."""
        parts, end = self._list(toks, at + 1, word)
        sections = []
        direction = "tofrom"
        for part in parts:
            try:
                directed = len(part) > 1 and part[0].kind == "name" and part[1].text == b":"
                if directed:
                    direction = self._direction(part, verb, word)
                section = read_section(part[2:] if directed else part)
                sections.append(section._replace(direction=direction))
            except ChainError as error:
                self.complain(error)
        return tuple(sections), end

    def _direction(self, part: Sequence[Token], verb: str, word: str) -> str:
        """The word before the colon of ``to: p``."""
        if verb in ("exit", "update", *TRANSFERS):
            given = {"word": show(part[0]), "verb": verb}
            raise ChainError("bad-entry", span_of(part[0]), "direction", **given)
        direction = self._word(part[0], DIRECTIONS, f"{word}(")
        if len(part) == 2:
            raise ChainError("bad-entry", span_of(part[1]), "no_section", word=direction)
        return direction

    # --- pieces ---------------------------------------------------------------------------------------

    def _failed(self, pragma: Pragma) -> bool:
        """Whether an error of this directive is said already."""
        span = pragma.span
        return any(span.start <= each.place.span.start < span.end for each in self.diagnostics)

    def _word(self, token: Token, words: Sequence[str], after: str) -> str:
        """The word that is expected here; one that is nearly right is said and taken for it."""
        text = show(token)
        if text in words:
            return text
        import difflib

        near = difflib.get_close_matches(text.lower(), words, 1, 0.7)
        if not near:
            given = {"expected": either(words), "after": after, "word": text}
            raise ChainError("unknown-word", span_of(token), "expected", **given)
        given = {"word": text, "after": after, "near": near[0]}
        self.complain(ChainError("unknown-word", span_of(token), "word", **given), near[0])
        return near[0]

    @staticmethod
    def _end(toks: Sequence[Token], at: int) -> None:
        if at < len(toks):
            raise ChainError("trailing-text", span_of(toks[at]), word=show(toks[at]))

    @staticmethod
    def _list(
        toks: Sequence[Token], at: int, word: str, *, types: bool = True
    ) -> tuple[list[Sequence[Token]], int]:
        """The entries of the ``( ... )`` that is expected at ``toks[at]``, and what follows it.

        With ``types`` a comma may separate a type's template arguments.
        """
        if at >= len(toks) or toks[at].text != b"(":
            place = toks[at] if at < len(toks) else toks[-1]
            raise ChainError("incomplete-directive", span_of(place), "list", after=word)
        close = closing(toks, at)
        parts: list[Sequence[Token]] = []
        first, depth = at + 1, 0
        for index in range(at, close + 1):
            text = toks[index].text
            depth += (text in OPENING) - (text in CLOSING)
            angle = types and text == b"," and in_angles(toks[first:index])
            if (text == b"," and depth == 1 and not angle) or index == close:
                parts.append(toks[first:index])
                first = index + 1
        for part in parts:
            if not part:
                form = "list" if len(parts) == 1 else "entry"
                raise ChainError("empty-entry", Span(toks[at].start, toks[close].end), form, word=word)
        return parts, close + 1
