# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives: source bytes -> what the pragmas say (tokens only, no Clang).

``#pragma pointerchain declare(s->x{double*:restrict})``  ->
``Declare(items=(Item(path=s * .x, type=b"double*", qualifier="restrict"),))``

A pragma that is misspelled or malformed gives a diagnostic and no directive.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pointerchain import dialects
from pointerchain.diagnostics import Diagnostic, Fixit, Place, diagnostic
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.text.lex import COMMENT, SPLIT_WORD, Lexed, Token, lex, line_text, tokens
from pointerchain.translator.text.lists import closing_token, entries, expanded, span_of
from pointerchain.translator.text.paths import ChainError, Path, Watched, joined, parse_chain

DEEP_WORDS = (b"deepcopy", b"shape", b"policy")
"""What the directives of the ``deepcopy`` package begin with."""
QUALIFIERS = {b"restrict": "restrict", b"restrictconst": "restrictconst"}


class Item(NamedTuple):
    """One ``variable`` of a list: the chain as it was written, its path, type and qualifier."""

    text: bytes
    """The chain on one line."""
    span: Span
    path: Path
    watched: tuple[Watched, ...]
    type: bytes | None = None
    type_span: Span | None = None
    qualifier: str | None = None
    qualifier_span: Span | None = None
    data: str = ""
    """For an object of a class: the member, or ``data()``, that gives its elements."""
    every: bool = False
    """Whether it stands for every chain of its root that a region uses, or, without a root, of any."""


class Pragma(NamedTuple):
    """A pragma's place. ``text`` has the length of ``body``, comments and continuations blanked."""

    span: Span
    """What a translation replaces: the line from its ``#``, or the whole ``_Pragma(...)``."""
    body: Span
    """The text after ``#pragma``, or between the quotes."""
    text: bytes
    operator: bool
    split: bool = False
    """Whether a continuation stands inside a word, so that places in the text are not the source's."""


class Declare(NamedTuple):
    """``#pragma pointerchain declare(list)``."""

    pragma: Pragma
    items: tuple[Item, ...]


class Begin(NamedTuple):
    """``#pragma pointerchain region begin [declare(list)]``."""

    pragma: Pragma
    items: tuple[Item, ...]
    keyword: Span


class End(NamedTuple):
    """``#pragma pointerchain region end``; ``refused`` where more stands behind it, which is said already."""

    pragma: Pragma
    keyword: Span
    refused: bool = False


class Promise(NamedTuple):
    """``#pragma pointerchain promise(reads(f, ...), unaliased(v, ...))``: names, as they are written."""

    pragma: Pragma
    reads: tuple[bytes, ...]
    unaliased: tuple[bytes, ...]


class Reload(NamedTuple):
    """``#pragma pointerchain reload(list)``: the locals of chains of the region are loaded again there."""

    pragma: Pragma
    items: tuple[Item, ...]


class Clause(NamedTuple):
    """A clause of an acc or omp directive: its name and the text between its parentheses."""

    name: bytes
    span: Span
    argument: Span | None


class Construct(NamedTuple):
    """An ``acc`` or ``omp`` directive: dialect, the words of its name, and its clauses.

    ``items`` and ``clause`` are set where it carries a ``pointerchain`` clause. One that the dialect does not
    know has no name. ``#pragma pointerchain region declare(list)``, whose statement is the region, is one of
    the dialect 'pointerchain'.
    """

    pragma: Pragma
    dialect: str
    name: tuple[bytes, ...]
    clauses: tuple[Clause, ...]
    items: tuple[Item, ...] = ()
    clause: Span | None = None
    directive: dialects.Directive | None = None
    """What the dialect says of it."""
    argument: Span | None = None
    """The text between the parentheses directly behind its name."""

    @property
    def own(self) -> bool:
        """Whether it is none of OpenACC's or OpenMP's, but a region that is one statement."""
        return self.dialect == "pointerchain"

    @property
    def spelling(self) -> str:
        """The directive's name as it is written in messages."""
        return " ".join([self.dialect, *(word.decode() for word in self.name)])


Directive = Declare | Begin | End | Construct | Promise | Reload


def read_directives(
    lexed: Lexed, file: str, cxx: bool
) -> tuple[tuple[Directive, ...], tuple[Diagnostic, ...]]:
    """All directives of a source in the order of their places, and what is wrong with the others."""
    reader = _Reader(lexed, file, cxx)
    directives: list[Directive] = []
    for pragma in pragmas_of(lexed):
        directive = reader.read(pragma)
        if directive is not None:
            directives.append(directive)
    reader.check_defines()
    reader.check_attributes()
    reader.check_macros()
    return tuple(directives), tuple(reader.diagnostics)


def read_construct(text: bytes, span: Span, cxx: bool) -> Construct | None:
    """The directive in a pragma that a macro at ``span`` makes; None for what is none of acc or omp.

    The spans of its clauses are in ``text``, behind the word ``pragma``.
    """
    pragma = Pragma(span, Span(0, len(text)), text, True)
    found = _Reader(lex(b"", cxx), "", cxx).read(pragma)
    return found if isinstance(found, Construct) else None


_STRING = lazy_pattern(rb'\\"((?:[^"\\]|\\[^"])*)\\"')
"""A string in an operator's text."""
_PRAGMA_HEAD = lazy_pattern(rb"#\s*pragma(?![\w$])")


def pragmas_of(lexed: Lexed) -> list[Pragma]:
    """Every pragma of a source, as a line or an operator."""
    data = lexed.data
    found = []
    for line in lexed.lines:
        if line.keyword != b"pragma":
            continue
        text = line_text(data, line)
        head = _PRAGMA_HEAD.match(text)
        if head is None:
            continue
        body = Span(line.span.start + head.end(), line.span.end)
        span = Span(line.span.start, line.trailing_comment)
        text = text[head.end() :]
        raw = data[body.start : body.end]
        split = bool(SPLIT_WORD.search(raw))
        if split:  # a word goes on after a continuation: its end moves up, the blanks behind it
            text = SPLIT_WORD.sub(lambda m: m.group(2) + b" " * len(m.group(1)), raw).replace(b"\\\n", b"  ")
        found.append(Pragma(span, body, text, False, split))
    for operator in lexed.operators:
        raw = data[operator.text.start : operator.text.end]
        text = _STRING.sub(rb' "\1" ', raw.replace(b"\\\\", b" \\")).replace(b'\\"', b' "')
        text = COMMENT.sub(lambda m: b" " * len(m.group()), text)
        found.append(Pragma(operator.span, operator.text, text, True))
    return sorted(found, key=lambda pragma: pragma.span)


_MADE = lazy_pattern(
    rb"\b([A-Za-z_]\w*)\s*\(\s*(?:pointerchain\s+(?:declare|region|promise|reload|shape|policy|deepcopy)\b"
    rb"|(?:acc|omp)\s+\w[^;{}]*\bpointerchain\s*\()"
)
_CLAUSE_IN_ATTRIBUTE = lazy_pattern(
    rb"(?:\[|<:)\s*(?:\[|<:)\s*(?:using\s+)?omp\b[^;{}]*?\b(pointerchain)\s*\("
)
_CLAUSE_OF_MACRO = lazy_pattern(rb'"(?:[^"\\\n]|\\.)*"|(?<![\w$])(pointerchain\s*\()')
_NEAR = lazy_pattern(rb"\s*([A-Za-z_]\w*)\s+(declare|region)\b")


class _Reader:
    def __init__(self, lexed: Lexed, file: str, cxx: bool) -> None:
        self.lexed, self.file, self.cxx = lexed, file, cxx
        self.diagnostics: list[Diagnostic] = []
        self.known: dict[bytes, Directive] = {}

    def complain(self, code: str, span: Span, form: str, **fields: str) -> None:
        self.diagnostics.append(diagnostic(code, self.file, span, (), None, form, **fields))

    def misspelled(self, span: Span, form: str, word: bytes, near: bytes, after: str = "") -> None:
        """Say a word that is nearly one that is known, which replaces it."""
        fixit = Fixit(Place(self.file, span), near.decode())
        fields = {"word": word.decode("utf-8", "replace"), "near": near.decode(), "after": after}
        self.diagnostics.append(diagnostic("unknown-word", self.file, span, (), fixit, form, **fields))

    def read(self, pragma: Pragma) -> Directive | None:
        text = pragma.text
        head = re.match(rb"\s*([A-Za-z_]\w*)", text)
        if head is None:
            return None
        word = head.group(1)
        if word in (b"acc", b"omp"):
            return self._construct(pragma, word.decode())
        if word == b"pointerchain" and not pragma.split:
            return self._remembered(pragma)
        if word != b"pointerchain":
            near = _NEAR.match(text)
            if near and _closest(near.group(1), (b"pointerchain",)):
                span = self._at(pragma, near.span(1))
                self.misspelled(span, "pragma", near.group(1), b"pointerchain")
            return None
        return self._read(pragma)

    def _remembered(self, pragma: Pragma) -> Directive | None:
        """Codes repeat their declares in function after function: the same text is read once."""
        known = self.known.get(pragma.text)
        if known is not None:
            return _moved(known, pragma)
        before = len(self.diagnostics)
        directive = self._read(pragma)
        if directive is not None and len(self.diagnostics) == before:
            self.known[pragma.text] = directive
        return directive

    def _read(self, pragma: Pragma) -> Directive | None:
        toks = tokens(pragma.text, pragma.body.start)
        try:
            return self._pointerchain(pragma, toks)
        except ChainError as error:
            self._refuse(error, toks)
            return None

    def _refuse(self, error: ChainError, toks: Sequence[Token]) -> None:
        fields = error.fields
        if error.code in ("call-in-chain", "side-effect-in-chain"):
            fields = {"chain": _chain_shown(toks)}
        self.complain(error.code, error.span, error.form, **fields)

    @staticmethod
    def _at(pragma: Pragma, span: tuple[int, int]) -> Span:
        return Span(pragma.body.start + span[0], pragma.body.start + span[1])

    def _pointerchain(self, pragma: Pragma, toks: Sequence[Token]) -> Directive | None:
        items: tuple[Item, ...]
        if len(toks) < 2:
            raise _incomplete("pointerchain", (b"declare", b"region"), toks[0])
        words = (b"declare", b"region", b"promise", b"reload", *DEEP_WORDS)
        if toks[1].text in (b"begin", b"end"):
            # read as 'region begin' and 'region end', so that the other one is not a second error
            near = b"region " + toks[1].text
            self.misspelled(span_of(toks[1]), "word", toks[1].text, near, "pointerchain")
            alone = toks[1]
            toks = [toks[0], alone._replace(text=b"region", end=alone.start), *toks[1:]]
        word = self._word(toks[1], words, (b"declare", b"region"), "pointerchain")
        if word in DEEP_WORDS:  # lowered before this reading: only one that is skipped or misspelled is left
            if word == toks[1].text:
                raise ChainError("misplaced-directive", span_of(toks[1]), "unread", word=word.decode())
            return None
        if word == b"declare":
            items, at = self._list(toks, 2, "declare")
            self._end_of_directive(toks, at)
            return Declare(pragma, items)
        if word == b"promise":
            return self._promise(pragma, toks)
        if word == b"reload":
            items, at = self._list(toks, 2, "reload")
            self._end_of_directive(toks, at)
            return Reload(pragma, items)
        if len(toks) < 3:
            raise _incomplete("region", (b"begin", b"end", b"declare"), toks[1])
        edges = (b"begin", b"end", b"declare")
        edge = self._word(toks[2], edges, edges, "region")
        keyword = Span(toks[1].start, toks[2].end)
        if edge == b"declare":
            items, at = self._list(toks, 3, "declare")
            self._end_of_directive(toks, at)
            return Construct(pragma, "pointerchain", (b"region",), (), items, span_of(toks[1]))
        if edge == b"end":
            try:
                self._end_of_directive(toks, 3)
            except ChainError as error:
                # the region ends all the same, so that its begin is not a second error
                self._refuse(error, toks)
                return End(pragma, keyword, True)
            return End(pragma, keyword)
        items = ()
        try:
            at = 3
            if at < len(toks):
                self._word(toks[at], (b"declare",), (b"declare",), "begin", "expected_or_end")
                items, at = self._list(toks, at + 1, "declare")
            self._end_of_directive(toks, at)
        except ChainError as error:
            # the region is there all the same, so that its end is not a second error
            self._refuse(error, toks)
        return Begin(pragma, items, keyword)

    def _word(
        self,
        token: Token,
        words: tuple[bytes, ...],
        expected: tuple[bytes, ...],
        after: str,
        form: str = "expected",
    ) -> bytes:
        """The word that is expected here; one that is nearly right is said and taken for it."""
        if token.text in words:
            return token.text
        near = _closest(token.text, words)
        if near is None:
            given = {"expected": either(expected), "after": after, "word": _show(token)}
            raise ChainError("unknown-word", span_of(token), form, **given)
        self.misspelled(span_of(token), "word", token.text, near, after)
        return near

    def _end_of_directive(self, toks: Sequence[Token], at: int) -> None:
        if at < len(toks):
            raise ChainError("trailing-text", span_of(toks[at]), word=_show(toks[at]))

    def _promise(self, pragma: Pragma, toks: Sequence[Token]) -> Promise:
        """``promise(reads(f, ...), unaliased(v, ...))``, in any order and as often as one likes."""
        names: dict[bytes, list[bytes]] = {b"reads": [], b"unaliased": []}
        kinds = tuple(names)
        parts, end = entries(toks, 2, "promise")
        for part in parts:
            kind = self._word(part[0], kinds, kinds, "promise(")
            given_names, close = entries(part, 1, kind.decode())
            self._end_of_directive(part, close + 1)
            for entry in given_names:
                if len(entry) > 1 or entry[0].kind != "name":
                    wrong = entry[0] if entry[0].kind != "name" else entry[1]
                    given = {"expected": "a name alone", "after": f"{kind.decode()}(", "word": _show(wrong)}
                    raise ChainError("unknown-word", span_of(wrong), "expected", **given)
                names[kind].append(entry[0].text)
        self._end_of_directive(toks, end + 1)
        return Promise(pragma, tuple(names[b"reads"]), tuple(names[b"unaliased"]))

    def _list(self, toks: Sequence[Token], at: int, name: str) -> tuple[tuple[Item, ...], int]:
        """The items of ``( ... )`` whose parenthesis is expected at ``toks[at]``, and what follows."""
        parts, end = entries(toks, at, name)
        items: list[Item] = []
        for part in parts:
            said: set[tuple[str, Span]] = set()
            try:
                for entry in expanded(part):
                    try:
                        items.append(self._item(entry.toks, entry.own))
                    except ChainError as error:
                        if (error.code, error.span) not in said:  # of what stands before the braces, once
                            said.add((error.code, error.span))
                            self._refuse(error, entry.toks)
            except ChainError as error:
                self._refuse(error, part)
        return tuple(items), end + 1

    def _item(self, toks: Sequence[Token], own: int) -> Item:
        """The entry of a list; what it says itself begins at ``toks[own]``."""
        brace = next((i for i, token in enumerate(toks) if token.text == b"{"), len(toks))
        chain = toks[:brace]
        if not chain:
            raise ChainError("bad-chain", span_of(toks[0]), "before_type")
        span = Span(chain[own].start, chain[-1].end)
        every = _is_every(chain)
        path, watched = _root_of(chain) if every else parse_chain(chain, self.cxx)
        if brace == len(toks):
            return Item(joined(chain), span, path, watched, every=every)
        depth, close = 0, -1
        for index in range(brace, len(toks)):
            depth += {b"{": 1, b"}": -1}.get(toks[index].text, 0)
            if depth == 0:
                close = index
                break
        if close < 0:
            raise ChainError("bad-type", span_of(toks[brace]), "open")
        if close + 1 < len(toks):
            after = toks[close + 1]
            raise ChainError("bad-type", span_of(after), "after", word=_show(after))
        inner = toks[brace + 1 : close]
        data, inner = _data(inner)
        if data and every:
            raise ChainError("bad-type", span_of(toks[brace]), "every", word=f"data: {data}")
        colon = next((i for i in range(len(inner) - 1, -1, -1) if inner[i].text == b":"), None)
        kind = inner if colon is None else inner[:colon]
        qualifier: str | None = None
        qualifier_span: Span | None = None
        if colon is not None:
            words = inner[colon + 1 :]
            if len(words) != 1 or words[0].text not in QUALIFIERS:
                place = span_of(words[0]) if words else span_of(inner[colon])
                given = {"expected": either(QUALIFIERS), "word": joined(words).decode("utf-8", "replace")}
                raise ChainError("unknown-word", place, "qualifier", **given)
            qualifier, qualifier_span = QUALIFIERS[words[0].text], span_of(words[0])
        if len(kind) == 1 and kind[0].text in (*QUALIFIERS, b"__restrict", b"__restrict__"):
            word, bare = kind[0].text.decode(), kind[0].text.strip(b"_").decode()
            raise ChainError("bad-type", span_of(kind[0]), "qualifier", word=word, bare=bare)
        if every and kind:
            raise ChainError(
                "bad-type", span_of(kind[0]), "every", word=joined(kind).decode("utf-8", "replace")
            )
        if not kind:
            if colon is None and not data:
                raise ChainError("bad-type", span_of(toks[brace]), "empty")
            return Item(
                joined(chain),
                span,
                path,
                watched,
                qualifier=qualifier,
                qualifier_span=qualifier_span,
                data=data,
                every=every,
            )
        _check_type(kind)
        return Item(
            joined(chain),
            span,
            path,
            watched,
            _type_text(kind),
            Span(kind[0].start, kind[-1].end),
            qualifier,
            qualifier_span,
        )

    def _construct(self, pragma: Pragma, dialect: str) -> Construct | None:
        if pragma.split:
            self.complain("unreadable-token", pragma.span, "directive", word=dialect)
            return None
        toks = tokens(dialects.without_literals(pragma.text), pragma.body.start)
        found = dialects.read_name(dialect, [token.text for token in toks[1 : 1 + dialects.LONGEST]])
        directive, count = found if found is not None else (None, 0)
        name, at = directive.name if directive is not None else (), 1 + count
        own: Span | None = None
        if directive is not None and directive.argument and at < len(toks) and toks[at].text == b"(":
            end = closing_token(toks, at)
            if end >= 0:
                own, at = Span(toks[at].end, toks[end].start), end + 1
        clauses: list[Clause] = []
        items: tuple[Item, ...] = ()
        clause: Span | None = None
        while at < len(toks):
            token = toks[at]
            argument: Span | None = None
            end = at
            if at + 1 < len(toks) and toks[at + 1].text == b"(":
                end = closing_token(toks, at + 1)
                if end < 0:
                    if token.text == b"pointerchain":
                        given = {"bracket": "(", "word": "pointerchain"}
                        self.complain("unclosed-bracket", span_of(toks[at + 1]), "list", **given)
                        return None
                    end = len(toks) - 1
                argument = Span(toks[at + 1].end, toks[end].start)
            if token.text == b"pointerchain":
                try:
                    more, _ = self._list(toks, at + 1, "pointerchain")
                except ChainError as error:
                    self._refuse(error, toks)
                    return None
                if clause is not None:
                    self.complain("repeated-clause", span_of(token), "")
                    return None
                items, clause = more, Span(token.start, toks[end].end)
                if not items:
                    return None
            elif (
                argument
                and token.text[:1] in b"pP"
                and len(token.text) > 8
                and _closest(token.text, (b"pointerchain",))
            ):
                self.misspelled(span_of(token), "clause", token.text, b"pointerchain")
            elif token.kind == "name":
                clauses.append(Clause(token.text, Span(token.start, toks[end].end), argument))
            at = end + 1
        return Construct(pragma, dialect, name, tuple(clauses), items, clause, directive, own)

    def check_defines(self) -> None:
        """A directive in a macro's body would be expanded where this tool does not look."""
        for line in self.lexed.lines:
            if line.keyword != b"define":
                continue
            text = self.lexed.data[line.span.start : line.span.end]
            found = re.search(
                rb'_Pragma\s*\(\s*"\s*(pointerchain\b|(?:acc|omp)\b[^"\n]*\bpointerchain\s*\()', text
            )
            clauses = (each for each in _CLAUSE_OF_MACRO.finditer(text) if each[1])
            found = found or next(clauses, None)
            if found:
                span = Span(line.span.start + found.start(), line.span.start + found.end())
                self.complain("misplaced-directive", span, "macro")

    def check_attributes(self) -> None:
        """``[[omp::directive(parallel pointerchain(s->a))]]``: what an attribute says is not read."""
        for found in _CLAUSE_IN_ATTRIBUTE.finditer(self.lexed.code):
            self.complain("misplaced-directive", Span(*found.span(1)), "attribute")

    def check_macros(self) -> None:
        """``PC(pointerchain region end)``: a macro's argument that becomes a pragma is not read."""
        defines = [line.span for line in self.lexed.lines if line.keyword == b"define"]
        texts = [
            (0, self.lexed.code),
            *((span.start, self.lexed.data[span.start : span.end]) for span in defines),
        ]
        for start, text in texts:
            for found in _MADE.finditer(text):
                macro = found.group(1).decode("utf-8", "replace")
                place = Span(start + found.start(1), start + found.end())
                self.complain("misplaced-directive", place, "made", macro=macro)


def _moved(directive: Directive, pragma: Pragma) -> Directive:
    """A directive as it reads at the place of another pragma of the same text."""
    by = pragma.body.start - directive.pragma.body.start

    def shifted(span: Span | None) -> Span | None:
        return Span(span.start + by, span.end + by) if span is not None else None

    if isinstance(directive, Promise):
        return directive._replace(pragma=pragma)
    if isinstance(directive, End):
        return directive._replace(
            pragma=pragma, keyword=Span(directive.keyword.start + by, directive.keyword.end + by)
        )
    items = tuple(
        item._replace(
            span=Span(item.span.start + by, item.span.end + by),
            type_span=shifted(item.type_span),
            qualifier_span=shifted(item.qualifier_span),
        )
        for item in directive.items
    )
    if isinstance(directive, (Declare, Reload)):
        return directive._replace(pragma=pragma, items=items)
    if isinstance(directive, Construct):
        return directive._replace(pragma=pragma, items=items, clause=shifted(directive.clause))
    return Begin(pragma, items, Span(directive.keyword.start + by, directive.keyword.end + by))


def _data(toks: Sequence[Token]) -> tuple[str, Sequence[Token]]:
    """What ``data: member`` or ``data: data()`` names in an entry's braces, and what stands behind it."""
    words = [token.text for token in toks]
    if words[:2] != [b"data", b":"] or len(words) < 3 or words[2] in QUALIFIERS or toks[2].kind != "name":
        return "", toks
    end = 5 if words[3:5] == [b"(", b")"] else 3
    if words[end : end + 1] not in ([], [b":"]):
        raise ChainError("bad-type", span_of(toks[end]), "data", word=_show(toks[end]))
    return b"".join(words[2:end]).decode("utf-8", "replace"), toks[end:]


def _is_every(toks: Sequence[Token]) -> bool:
    """Whether a list's entry is ``root->*``, ``root.*`` or ``*``."""
    if toks[-1].text != b"*":
        return False
    return len(toks) == 1 or (len(toks) == 3 and toks[0].kind == "name" and toks[1].text in (b"->", b"."))


def _root_of(toks: Sequence[Token]) -> tuple[Path, tuple[Watched, ...]]:
    """The root that an entry names every chain of, none where it is ``*``."""
    return Path(toks[0].text if len(toks) > 1 else b"", ()), ()


def _chain_shown(toks: Sequence[Token]) -> str:
    """The chain of a list entry, for a message."""
    brace = next((i for i, token in enumerate(toks) if token.text == b"{"), len(toks))
    return joined(toks[:brace]).decode("utf-8", "replace")


def _show(token: Token) -> str:
    return token.text.decode("utf-8", "replace")


def either(words: Iterable[bytes]) -> str:
    """Words as a message offers them."""
    *others, last = (f"'{word.decode()}'" for word in words)
    return f"{', '.join(others)} or {last}" if others else last


def _incomplete(after: str, words: tuple[bytes, ...], last: Token) -> ChainError:
    """That a directive ends where one of some words is expected."""
    return ChainError("incomplete-directive", span_of(last), "word", expected=either(words), after=after)


def _closest(word: bytes, words: tuple[bytes, ...]) -> bytes | None:
    import difflib

    text = word.decode("utf-8", "replace").lower()
    near = difflib.get_close_matches(text, [w.decode() for w in words], 1, 0.7)
    return near[0].encode() if near else None


def _type_text(toks: Sequence[Token]) -> bytes:
    """A type as its user wrote it, on one line."""
    out = b""
    for index, token in enumerate(toks):
        if out and (token.start > toks[index - 1].end):
            out += b" "
        out += token.text
    return out


_LONGEST_TYPE = 400
_TYPE_PUNCTUATION = frozenset((b"*", b"&", b"(", b")", b"[", b"]", b"<", b">", b">>", b",", b"::", b"..."))


def _check_type(toks: Sequence[Token]) -> None:
    """Refuse what cannot be a type's text, before it is handed to Clang as one."""
    if len(toks) > _LONGEST_TYPE:
        raise ChainError("bad-type", Span(toks[0].start, toks[-1].end), "long")
    depth: list[bytes] = []
    pairs = {b"(": b")", b"[": b"]"}
    for token in toks:
        if token.kind == "punct" and token.text not in _TYPE_PUNCTUATION:
            raise ChainError("bad-type", span_of(token), "word", word=_show(token))
        if token.text in pairs:
            depth.append(pairs[token.text])
        elif token.text in (b")", b"]") and (not depth or depth.pop() != token.text):
            raise ChainError("bad-type", span_of(token), "not_opened", word=_show(token))
    if depth:
        raise ChainError("bad-type", span_of(toks[-1]), "expected", expected=depth[-1].decode())
    if toks[0].kind == "number":
        raise ChainError("bad-type", span_of(toks[0]), "number", word=joined(toks).decode())
