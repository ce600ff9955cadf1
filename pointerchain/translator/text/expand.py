# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Expand: macro expansion of short texts that Clang does not show: pragmas that macros make, and clauses.

``DO(acc wait)`` with ``#define DO(x) _Pragma(#x)``  ->  ``_Pragma("acc wait")``

C's rules (C11, 6.10.3): arguments are expanded before they are put in, but not for ``#`` and ``##``; a
macro is not expanded in its own expansion. A macro with several definitions in a source is not understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pointerchain.lazy import lazy_pattern

Definitions = Callable[[str], Sequence[bytes]]
"""The texts that define a macro, from its name on; none for what is no macro."""

_TOKEN = lazy_pattern(
    rb"(?P<space>(?:\s|\\\r?\n|/\*[\s\S]*?\*/|//[^\n]*)+)|(?P<name>[A-Za-z_$\x80-\xff][\w$\x80-\xff]*)|"
    rb"(?P<string>(?:u8|[uUL])?\"(?:[^\"\\\n]|\\.)*\"|(?:[uUL])?'(?:[^'\\\n]|\\.)*')|"
    rb"(?P<number>\.?\d(?:[eEpP][-+]|[\w.'])*)|(?P<punct>##|->|::|\+\+|--|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||\.\.\.|[\s\S])"
)
_HEAD = lazy_pattern(rb"([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)(\(([^()]*)\))?")
_WORD = lazy_pattern(rb"[A-Za-z_$][\w$]*")
_AT_MOST = 20_000  # tokens: more is not understood


class NotUnderstood(Exception):
    """The text cannot be expanded for certain; never leaves this module."""


def _tokens(text: bytes) -> list[bytes]:
    """The tokens of a text, white space and comments as one blank."""
    return [b" " if found.lastgroup == "space" else found.group() for found in _TOKEN.finditer(text)]


def expand(text: bytes, definitions: Definitions) -> bytes | None:
    """A text with its macros expanded; None where that cannot be told."""
    try:
        return b"".join(_Expander(definitions).expand(_tokens(text), frozenset()))
    except (NotUnderstood, RecursionError):
        return None


def reached(texts: Iterable[bytes], definitions: Definitions, but: str = "") -> list[bytes]:
    """Texts, and the definitions of the macros that they name, and so on; of those ``but`` one."""
    found, seen, at = list(texts), {but}, 0
    while at < len(found):
        words = {word.decode("utf-8", "replace") for word in _WORD.findall(found[at])}
        at += 1
        for word in sorted(words - seen):
            found += definitions(word)
        seen |= words
    return found


def pragmas_in(text: bytes, definitions: Definitions) -> list[bytes] | None:
    """The texts of the ``_Pragma`` operators that a text expands to; None where they cannot be told."""
    found = _pragmas(text, definitions)
    return found[0] if found is not None else None


def pragmas_alone(text: bytes, definitions: Definitions) -> list[bytes] | None:
    """The same where a text expands to such operators and nothing else; None otherwise."""
    found = _pragmas(text, definitions)
    return found[0] if found is not None and not found[1] else None


def _pragmas(text: bytes, definitions: Definitions) -> tuple[list[bytes], list[bytes]] | None:
    """The texts of the operators, and the tokens that are none of theirs."""
    try:
        tokens = [t for t in _Expander(definitions).expand(_tokens(text), frozenset()) if t != b" "]
    except (NotUnderstood, RecursionError):
        return None
    found: list[bytes] = []
    rest: list[bytes] = []
    at = 0
    while at < len(tokens):
        if tokens[at] != b"_Pragma":
            rest.append(tokens[at])
            at += 1
            continue
        string = tokens[at + 2] if at + 2 < len(tokens) and tokens[at + 1] == b"(" else b""
        start = string.find(b'"')
        if start < 0:
            return None
        found.append(string[start + 1 : -1].replace(b'\\"', b'"').replace(b"\\\\", b"\\"))
        at += 4
    return found, rest


class _Macro:
    def __init__(self, definition: bytes) -> None:
        head = _HEAD.match(definition)
        if head is None:
            raise NotUnderstood
        self.parameters: list[bytes] | None = None
        if head.group(2) is not None:
            self.parameters = [name.strip() for name in head.group(3).split(b",") if name.strip()]
        body = _tokens(definition[head.end() :])
        while body and body[0] == b" ":
            body.pop(0)
        while body and body[-1] == b" ":
            body.pop()
        self.body = body
        self.variadic = bool(self.parameters) and self.parameters[-1].endswith(b"...")  # type: ignore[index]
        if self.variadic and self.parameters is not None:
            self.parameters[-1] = self.parameters[-1].removesuffix(b"...").strip() or b"__VA_ARGS__"


class _Expander:
    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.macros: dict[bytes, _Macro | None] = {}
        self.count = 0

    def _macro(self, name: bytes) -> _Macro | None:
        if name not in self.macros:
            found = {b" ".join(text.split()) for text in self.definitions(name.decode("utf-8", "replace"))}
            if len(found) > 1:
                raise NotUnderstood
            self.macros[name] = (
                _Macro(next(iter(self.definitions(name.decode("utf-8", "replace"))))) if found else None
            )
        return self.macros[name]

    def expand(self, tokens: list[bytes], hidden: frozenset[bytes]) -> list[bytes]:
        out: list[bytes] = []
        at = 0
        while at < len(tokens):
            self.count += 1
            if self.count > _AT_MOST:
                raise NotUnderstood
            token = tokens[at]
            at += 1
            if not (token[:1].isalpha() or token[:1] in b"_$") or token in hidden or not self._macro(token):
                out.append(token)
                continue
            made, used = [token], frozenset[bytes]()
            while (last := self._last_name(made)) >= 0 and made[last] not in hidden | used:
                # what was made is read again with what follows: it may end with the name of a macro
                if used and not self._has_parameters(made[last]):
                    break
                expanded, at = self._use(made[last], tokens, at, hidden | used)
                if expanded is None:
                    break
                used |= {made[last]}
                made[last:] = expanded
            out += made
        return out

    @staticmethod
    def _last_name(tokens: list[bytes]) -> int:
        """The number of the last token, where that is a name; else -1."""
        last = next((at for at in range(len(tokens) - 1, -1, -1) if tokens[at] != b" "), -1)
        return last if last >= 0 and (tokens[last][:1].isalpha() or tokens[last][:1] in b"_$") else -1

    def _has_parameters(self, name: bytes) -> bool:
        macro = self._macro(name)
        return macro is not None and macro.parameters is not None

    def _use(
        self, name: bytes, tokens: list[bytes], at: int, hidden: frozenset[bytes]
    ) -> tuple[list[bytes] | None, int]:
        """What a name is expanded to, None if it is no macro's use; and where what it is used with ends."""
        macro = self._macro(name)
        if macro is None:
            return None, at
        if macro.parameters is None:
            return self.expand(self._pasted(macro.body), hidden | {name}), at
        start = at
        while start < len(tokens) and tokens[start] == b" ":
            start += 1
        if start >= len(tokens) or tokens[start] != b"(":
            return None, at
        arguments, at = self._arguments(tokens, start)
        return self.expand(self._put_in(macro, arguments, hidden), hidden | {name}), at

    @staticmethod
    def _arguments(tokens: list[bytes], start: int) -> tuple[list[list[bytes]], int]:
        arguments: list[list[bytes]] = [[]]
        depth = 0
        for at in range(start, len(tokens)):
            token = tokens[at]
            if token == b"(":
                depth += 1
                if depth == 1:
                    continue
            elif token == b")":
                depth -= 1
                if depth == 0:
                    return [_stripped(each) for each in arguments], at + 1
            elif token == b"," and depth == 1:
                arguments.append([])
                continue
            arguments[-1].append(token)
        raise NotUnderstood

    def _put_in(self, macro: _Macro, arguments: list[list[bytes]], hidden: frozenset[bytes]) -> list[bytes]:
        names = macro.parameters or []
        if macro.variadic and len(arguments) > len(names):
            rest: list[bytes] = []
            for each in arguments[len(names) - 1 :]:
                rest += [*([b",", b" "] if rest else []), *each]
            arguments = [*arguments[: len(names) - 1], rest]
        if len(arguments) < len(names):
            arguments = [*arguments, *([[]] * (len(names) - len(arguments)))]
        given = dict(zip(names, arguments, strict=False))
        rest_of_arguments = names[-1] if macro.variadic else b""
        out: list[bytes] = []
        body = macro.body
        for at, token in enumerate(body):
            before = next((t for t in reversed(body[:at]) if t != b" "), b"")
            after = next((t for t in body[at + 1 :] if t != b" "), b"")
            if token == b"#" and after in given:
                continue
            if token in given and before == b"#":
                text = b"".join(given[token]).strip()
                out.append(b'"' + text.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"')
            elif token == rest_of_arguments and before == b"##" and self._is_behind_comma(out):
                if not given[token]:
                    out.pop()
                out += given[token]
            elif token in given and b"##" in (before, after):
                out += given[token]
            elif token in given:
                out += self.expand(given[token], hidden)
            else:
                out.append(token)
        return self._pasted(out)

    @staticmethod
    def _is_behind_comma(tokens: list[bytes]) -> bool:
        """Whether tokens end with ``, ##``, behind which nothing is joined; ``##`` is taken away."""
        rest = b"".join(tokens).rstrip().removesuffix(b"##").rstrip()
        if not rest.endswith(b","):
            return False
        while tokens[-1] != b",":
            tokens.pop()
        return True

    @staticmethod
    def _pasted(tokens: list[bytes]) -> list[bytes]:
        if b"##" not in tokens:
            return list(tokens)
        out: list[bytes] = []
        paste = False
        for token in tokens:
            if token == b"##":
                while out and out[-1] == b" ":
                    out.pop()
                paste = True
            elif token == b" " and paste:
                continue
            elif paste and out:
                out[-1] += token
                paste = False
            else:
                out.append(token)
                paste = False
        return out


def _stripped(tokens: list[bytes]) -> list[bytes]:
    start, end = 0, len(tokens)
    while start < end and tokens[start] == b" ":
        start += 1
    while end > start and tokens[end - 1] == b" ":
        end -= 1
    return tokens[start:end]
