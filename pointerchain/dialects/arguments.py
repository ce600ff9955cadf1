# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a clause does to a name in its text.

``map(present, to: s->a[0:n])`` on ``target``: ``s->a`` is an item, a section that is read and copied in;
``n`` stands in an expression and is read.
"""

from __future__ import annotations

from pointerchain.dialects.parts import Role, read_argument
from pointerchain.dialects.table import NEED, READ, Clause, Directive, Effect
from pointerchain.lazy import NamedTuple


class Mention(NamedTuple):
    """What a clause does to what a name in it stands for."""

    effect: Effect
    item: bool
    """Whether the clause lists it. If not, it is a part of an expression, or of no object at all."""
    section: bool = False
    """Whether a subscript or an array section of it is listed, not it alone."""


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
    argument = read_argument(clause, text)
    role = next((each.role for each in argument.parts if each.start <= start < each.end), None)
    if role is Role.EXPRESSION:
        return Mention(READ, False)
    for first, last in argument.items if role is Role.ITEM else ():
        if first <= start < last:
            before = text[first:start]
            if before.count(b"[") > before.count(b"]"):
                return Mention(READ, False)
            section = text[end:last].lstrip().startswith(b"[")
            return Mention(effect_of(directive, clause, text), True, section)
    return Mention(Effect(), False)


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
        effect |= NEED
    return effect
