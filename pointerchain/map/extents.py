# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Extents: a chain -> how many elements it has, as far as the source says it.

``#pragma pointerchain shape(Field: t[n])``  ->  ``s->f->t`` has ``s->f->n``; ``double *x = malloc(n * sizeof
*x);`` before, in the same function or in all that call it  ->  ``x`` has ``n``.
"""

from __future__ import annotations

from pointerchain.analysis.chains import Chain
from pointerchain.analysis.sections import Polynomial
from pointerchain.map.allocations import in_elements
from pointerchain.map.changes import member_key
from pointerchain.map.source import Unit
from pointerchain.translator.clang.conversions import ignoring_parens_and_implicit_casts
from pointerchain.translator.clang.extents import (
    element_size,
    extents,
    is_array,
    member_names,
    record_names,
)
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node

_SIGNS = frozenset(("+", "-", "*", "/", "(", ")"))


def extents_of(unit: Unit, chain: Chain, node: Node, at: int) -> list[Polynomial | str]:
    """How many elements a chain has at a place of the source, as polynomials or as C: all ways to say it.

    ``node`` is an expression that spells the chain. The first one is the plainest.
    """
    if is_array(node):
        count = extents(node)[0]
        return [Polynomial.of(count)] if count is not None else []
    if chain.members:
        said = _by_shape(unit, chain, node)
        if said is not None:
            return [said]
        known = unit.lengths(chain.members[-1].key, element_size(node))
        if known is not None:
            return [by_members(chain, known)]
    else:
        known = unit.variable_length(ignoring_parens_and_implicit_casts(node), element_size(node), at)
        if known is not None:
            return [known]
    variable = member_key(chain) if chain.members else chain.root
    if variable is None:
        return []
    sizes = (in_elements(size, element_size(node)) for size in unit.sizes(variable, at))
    return [each for each in sizes if each is not None]


def _by_shape(unit: Unit, chain: Chain, node: Node) -> str | None:
    """What a shape of the structure says, with the names of its members as they are here."""
    below = [
        each for each in ignoring_parens_and_implicit_casts(node).below if each.kind >= Kind.UNEXPOSED_EXPR
    ]
    names = record_names(below[0]) if below else frozenset()
    last = chain.members[-1]
    before = Chain(chain.root, chain.members[:-1]).text + last.sign
    rows = [each for each in unit.shapes if each.member == last.key.name and each.type in names]
    if len(rows) != 1:
        return None
    out, members = "", member_names(below[0])
    for word, is_name in rows[0].words:
        if is_name and word not in members:
            return None  # a macro, or a variable, which may have another meaning here
        if not is_name and not (word in _SIGNS or word.isdigit()):
            return None
        out += before + word if is_name else f" {word} " if word in "+-*/" else word
    return out


def by_members(chain: Chain, length: Polynomial) -> Polynomial:
    """A length by the names of a structure's members, with these as they are where a chain leads to one."""
    last = chain.members[-1]
    before = Chain(chain.root, chain.members[:-1]).text + last.sign
    return Polynomial(
        tuple(
            (tuple(sorted(each._replace(text=before + each.text) for each in symbols)), factor)
            for symbols, factor in length.terms
        )
    )
