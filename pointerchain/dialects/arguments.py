# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a clause does to a name in its text.

``map(present, to: s->a[0:n])`` on ``target``: ``s->a`` is an item, a section that is read and copied in;
``n`` stands in an expression and is read.
"""

# Without the future's annotations, as in 'table'.
from functools import lru_cache
from typing import NamedTuple

from pointerchain.dialects.table import FIND, READ, Clause, Directive, Effect

_OPENING, _CLOSING = b"([{", b")]}"
_KINDS_OF_LINEAR = (b"val", b"ref", b"uval")


class Argument(NamedTuple):
    """The text between a clause's parentheses, apart. Places are offsets in that text."""

    words: tuple[bytes, ...]
    """The modifiers and the type, without the parentheses of those that have some."""
    items: tuple[tuple[int, int], ...]
    """Where the listed objects stand."""


class Mention(NamedTuple):
    """What a clause does to what a name in it stands for."""

    effect: Effect
    item: bool
    """Whether the clause lists it. If not, it is a part of an expression, or of no object at all."""
    section: bool = False
    """Whether a subscript or an array section of it is listed, not it alone."""


def read_argument(clause: Clause, text: bytes) -> Argument:
    """Split what stands between a clause's parentheses (OpenMP 5.2, 3.2.1; OpenACC 3.3, 2.7.1)."""
    if clause.form not in ("list", "tailed"):
        return Argument((), ())
    return _split(clause.form, text)


@lru_cache(1024)
def _split(form: str, text: bytes) -> Argument:
    """Codes repeat their clauses, and several stages ask of one."""
    colons = _separators(text, b":")
    words: tuple[bytes, ...] = ()
    first, last = 0, len(text)
    if colons and form == "tailed":
        last = colons[0]
        words = _words(text[last + 1 :])
    elif colons:
        # a reduction's operator may be any text, a modifier is a word
        first = colons[-1] + 1
        words = _words(text[:first])
    items = _items(text, first, last)
    if form == "tailed":
        items = [inner for start, end in items for inner in _unwrapped(text, start, end)]
    return Argument(words, tuple(items))


def effect_of(directive: Directive, clause: Clause, text: bytes = b"") -> Effect:
    """What a clause with this argument does to each object that it lists.

    Types of ``map`` count as the directive takes them: ``enter data`` copies nothing back, ``exit data``
    nothing in (OpenMP 5.2, 5.8.3, 13.6, 13.7; OpenACC 3.3, 2.6.6).
    """
    effect = clause.effect
    if clause.form == "list":
        words = read_argument(clause, text).words
        if directive.dialect == "omp":
            effect = _by_words(directive, clause, words)
    if directive.data and directive.enters and not directive.exits:
        effect = effect._replace(writes=False, from_device=False, deletes=False)
    elif directive.data and directive.exits and not directive.enters:
        effect = effect._replace(reads=False, to_device=False, creates=False)
    return effect


def mention(directive: Directive, clause: Clause, text: bytes, start: int, end: int) -> Mention:
    """What a clause does to the chain or name that stands at ``text[start:end]`` of its argument."""
    if clause.form in ("none", "expression"):
        return Mention(READ, False)
    if clause.form not in ("list", "tailed"):
        return Mention(Effect(), False)
    for first, last in read_argument(clause, text).items:
        if first <= start < last:
            before = text[first:start]
            if before.count(b"[") > before.count(b"]"):
                break
            section = text[end:last].lstrip().startswith(b"[")
            return Mention(effect_of(directive, clause, text), True, section)
    return Mention(READ, False)


def default_effect(directive: Directive, name: bytes, text: bytes) -> Effect | None:
    """What ``default`` or ``defaultmap`` does to variables that no clause names, None where one has to.

    A word that is not known, a compiler's own, has no effect that could be told: it answers None too.
    """
    word = text.partition(b":")[0].strip()
    if directive.dialect == "acc":
        from pointerchain.dialects import openacc

        return openacc.DEFAULTS.get(word)
    from pointerchain.dialects import openmp

    if name == b"defaultmap":
        return Effect() if word == b"default" else openmp.DEFAULT_MAPS.get(word)
    return openmp.DEFAULTS.get(word)


def _by_words(directive: Directive, clause: Clause, words: tuple[bytes, ...]) -> Effect:
    """The effect of an OpenMP clause whose words change it."""
    effect = clause.effect
    if clause.name == b"map":
        from pointerchain.dialects import openmp

        kinds = [word for word in words if word in openmp.MAP_TYPES]
        # without a type, and with one that is not known, it is the widest
        effect = openmp.MAP_TYPES[kinds[-1] if kinds else b"tofrom"]
    elif clause.name == b"depend":
        if b"depobj" in words:
            effect = READ  # it lists objects that stand for dependences (15.9.5)
        elif b"sink" in words or b"source" in words:
            effect = READ  # it lists iterations, as 'doacross' does (15.9.6)
    if b"present" in words and (clause.name == b"map" or directive.updates):
        effect |= FIND
    return effect


def _separators(text: bytes, which: bytes) -> list[int]:
    """Where a separator stands outside of all brackets; ``::`` is none."""
    found: list[int] = []
    depth, at = 0, 0
    while at < len(text):
        char = text[at : at + 1]
        if char == b'"':
            end = text.find(b'"', at + 1)
            at = end if end >= 0 else len(text)
        elif char in _OPENING:
            depth += 1
        elif char in _CLOSING:
            depth -= 1
        elif depth == 0 and char == which:
            if char == b":" and text[at : at + 2] == b"::":
                at += 1
            else:
                found.append(at)
        at += 1
    return found


def _items(text: bytes, first: int, last: int) -> list[tuple[int, int]]:
    commas = [at + first for at in _separators(text[first:last], b",")]
    items = []
    for start, end in zip([first, *(at + 1 for at in commas)], [*commas, last], strict=True):
        part = text[start:end]
        if part.strip():
            items.append((end - len(part.lstrip()), start + len(part.rstrip())))
    return items


def _unwrapped(text: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """The items of ``val(x, y)``, as OpenMP 5.1 and older write ``linear``."""
    head, opening, _ = text[start:end].partition(b"(")
    if opening and head.strip() in _KINDS_OF_LINEAR and text[end - 1 : end] == b")":
        return _items(text, start + len(head) + 1, end - 1)
    return [(start, end)]


def _words(text: bytes) -> tuple[bytes, ...]:
    """The words outside of all brackets."""
    words: list[bytes] = []
    word = b""
    depth = 0
    for at in range(len(text)):
        char = text[at : at + 1]
        depth += (char in _OPENING) - (char in _CLOSING)
        if depth == 0 and (char.isalnum() or char == b"_"):
            word += char
            continue
        if word:
            words.append(word)
        word = b""
    return (*words, word) if word else tuple(words)
