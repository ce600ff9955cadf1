# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Called back: the headers of a source -> the functions of the source that theirs may run, by their words.

``static inline void visit(struct sim *s) { push(s); }`` in a header, where the source defines ``push``  ->
``visit`` runs ``push``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.text.lex import Lexed, lex

_WORD = lazy_pattern(rb"(?<![\w$])[A-Za-z_$][\w$]*")
_NAME = lazy_pattern(rb"(~?)\s*(?<![\w$])([A-Za-z_$][\w$]*)\s*\(")
_DEFINE = lazy_pattern(rb"#[ \t]*define\b")
_HEAD = lazy_pattern(rb"[^;{}]*\Z")
_CALL = lazy_pattern(rb"\s*\(")
_NO_NAMES = frozenset(("if", "for", "while", "switch", "catch", "sizeof", "decltype", "noexcept", "alignas"))


class CalledBack(NamedTuple):
    """What functions of headers may run of a source's."""

    by: dict[str, frozenset[str]]
    """By the name of a function of a header; that of each destructor is ``~``."""
    taken: frozenset[str]
    """Those whose addresses are taken there."""


NOTHING = CalledBack({}, frozenset())


def called_back(
    texts: Sequence[bytes], own: Collection[str], macros: Callable[[], Collection[str]], cxx: bool
) -> CalledBack:
    """``own`` are the functions of the source; ``macros`` gives those whose text may come to one of them."""
    functions = {name.encode() for name in own}
    makers = frozenset(macros()) if any(map(_DEFINE.search, texts)) else frozenset[str]()
    wanted = functions.union(name.encode() for name in makers)
    told = [lex(text, cxx) for text in texts if not wanted.isdisjoint(_WORD.findall(text))]
    if not any(wanted & words for lexed in told for _, words in _functions(lexed)):
        return NOTHING  # they declare them, and no more
    named: dict[str, set[str]] = {}
    for lexed in (lex(text, cxx) for text in texts):
        for names, words in _functions(lexed):
            inside = {word.decode("utf-8", "replace") for word in words}
            for name in names:
                named.setdefault(name, set()).update(own if inside & makers else (), inside)
    taken = {name for lexed in told for name in _taken(lexed, own)}
    return CalledBack({name: _reached(name, named, own) for name in named}, frozenset(taken))


def _functions(lexed: Lexed) -> Iterator[tuple[list[str], frozenset[bytes]]]:
    """The names by which what stands in braces may be called, and the words in them."""
    blocks, code = lexed.blocks, lexed.code
    for number in range(1, len(blocks.starts)):
        start = blocks.starts[number]
        before = blocks.starts[blocks.enclosing[number]]
        head = _HEAD.search(code, before, start - 1)
        found = _NAME.findall(head.group()) if head is not None else []
        names = ["~" if ends else name.decode("utf-8", "replace") for ends, name in found]
        names = [name for name in names if name not in _NO_NAMES]
        if names:
            yield names, frozenset(_WORD.findall(code, start, blocks.ends[number]))


def _taken(lexed: Lexed, own: Collection[str]) -> Iterator[str]:
    """The functions that a text names without a call or a declaration."""
    for found in _WORD.finditer(lexed.code):
        name = found.group().decode("utf-8", "replace")
        if name in own and _CALL.match(lexed.code, found.end()) is None:
            yield name


def _reached(name: str, named: dict[str, set[str]], own: Collection[str]) -> frozenset[str]:
    """The functions of the source that one of a header may run, by those of headers that it names."""
    seen, waiting = {name}, [name]
    while waiting:
        for word in named.get(waiting.pop(), ()):
            if word not in seen:
                seen.add(word)
                waiting.append(word)
    return frozenset(word for word in seen - {name} if word in own)
