# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Additions: the clauses that directives need because a local stands in their statements.

``#pragma acc parallel loop`` over a body that changes a hoisted ``s->n``  ->  ``copy(pc_n)`` is
missing: without it the scalar would be firstprivate and its new value lost (OpenACC 3.3, 2.5.1;
OpenMP 5.2, 5.8.3).
"""

from __future__ import annotations

from pointerchain.dialects import Role, default_effect
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.clauses import argument_of, clause_at, mention_at, row_of
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.regions import is_compute
from pointerchain.translator.text.roles import part_at


class Addition(NamedTuple):
    """A clause to add to a directive for a chain, with ``{}`` for the local's name."""

    construct: Construct
    chain: int
    clause: str


def additions(context: Context, facts: Facts) -> tuple[Addition, ...]:
    """The clauses that are missing."""
    named: dict[int, set[int]] = {}
    shared: dict[int, set[int]] = {}
    for row in facts.standing:
        found = mention_at(row.construct, row.span) if row.construct is not None else None
        if row.construct is not None and found is not None and found.item and not found.effect.orders:
            key = row.construct.pragma.span.start
            given = clause_at(row.construct, row.span.start)
            kind = row_of(row.construct, given) if given is not None else None
            rows = shared if kind is not None and kind.shares_data else named
            rows.setdefault(key, set()).add(row.chain)
    out: list[Addition] = []
    written: dict[int, list[Chain]] = {}
    used: dict[int, list[tuple[int, int]]] = {}
    for number in facts.written:
        top = context.lineage(facts.chains[number].region)[-1].number
        written.setdefault(top, []).append(facts.chains[number])
    for row in facts.standing:
        used.setdefault(context.lineage(row.region)[-1].number, []).append((row.span.start, row.chain))
    for region in context.outermost:
        for construct in context.constructs_in(region):
            span = context.statement(construct)
            if span is None:
                continue
            key = construct.pragma.span.start
            mentioned = named.get(key, set()) | shared.get(key, set())
            for chain in written.get(region.number, ()) if is_compute(construct) else ():
                if chain.number in mentioned or not _inside(context, chain, construct):
                    continue
                if any(key <= place.start < span.end for place in facts.written[chain.number]):
                    clause = "copy({})" if construct.dialect == "acc" else "map(tofrom: {})"
                    out.append(Addition(construct, chain.number, clause))
            known = shared.get(key, set()) if construct.dialect == "omp" else mentioned
            inside = {c for at, c in used.get(region.number, ()) if _is_inside(construct, span, at)}
            out += _default_none(context, facts, construct, inside - known)
    return tuple(out)


def _is_inside(construct: Construct, statement: Span, at: int) -> bool:
    """Whether a place lies in a directive's statement, or where an inner leaf of it evaluates that."""
    if statement.start <= at < statement.end:
        return True
    leaves = construct.directive.leaves if construct.directive is not None else ()
    part = part_at(construct, at) if len(leaves) > 1 else None
    return part is not None and part.role is Role.EXPRESSION


def _inside(context: Context, chain: Chain, construct: Construct) -> bool:
    span = context.regions[chain.region].span
    return span.start <= construct.pragma.span.start < span.end


def _default_none(context: Context, facts: Facts, construct: Construct, used: set[int]) -> list[Addition]:
    """With ``default(none)`` a local must be listed as the chain's root was.

    So with OpenMP's ``private`` and ``firstprivate``: the chain is no variable and has no copy.
    """
    row = construct.directive
    given = [argument_of(construct, clause) for clause in construct.clauses if clause.name == b"default"]
    if row is None or row.association == "meta" or not given:  # a metadirective's 'default' is a directive
        return []
    effect = default_effect(row, b"default", given[0])
    if effect is not None and not effect.private:
        return []
    out: list[Addition] = []
    for number in sorted(used):
        chain = facts.chains[number]
        if not _inside(context, chain, construct):
            continue
        if construct.dialect == "omp":
            # a task may run when the local is gone
            late = row.task and b"parallel" not in row.leaves
            out.append(Addition(construct, number, "firstprivate({})" if late else "shared({})"))
        elif number not in facts.written and chain.shape is Shape.SCALAR:
            kernels = construct.name[:1] == (b"kernels",)  # which have no private variables of their own
            out.append(Addition(construct, number, "copyin({})" if kernels else "firstprivate({})"))
    return out
