# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clauses: the texts of acc and omp directives in regions -> the chains they name, and what they do to them.

``#pragma omp parallel for reduction(+:s->a->n)`` in a region that hoists ``s->a->n``  ->  an occurrence
that changes the chain. Clang does not read these texts here: paths are compared by their tokens, with the
declarations of the region telling which variable a name is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pointerchain.dialects import Role, without_literals
from pointerchain.source import Span
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Mention, Occurrence
from pointerchain.translator.facts.standing import OBSERVERS
from pointerchain.translator.text.clauses import clause_at, mention_at
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.mentions import Mention as TextMention
from pointerchain.translator.text.mentions import mentions
from pointerchain.translator.text.paths import Path, canonical, implicit_this
from pointerchain.translator.text.roles import EVALUATED, Part, parts_of

_OBSERVED = re.compile(rb"\s*\.\s*(?:" + "|".join(sorted(OBSERVERS)).encode() + rb")\s*\(\s*\)")


class ClauseReader:
    """Finds the chains in the directives of a source's regions."""

    def __init__(self, context: Context, active: Mapping[int, Sequence[Chain]]) -> None:
        self.context, self.active = context, active
        self.found: list[Occurrence] = []
        self.others: list[Mention] = []
        self._read()

    def _read(self) -> None:
        for region in self.context.outermost:
            family = self.context.families[region.number]
            roots = self._roots([chain for each in family for chain in self.active[each.number]])
            if not roots:
                continue
            for construct in self.context.constructs_in(region):
                inner = self.context.region_at(construct.pragma.span.start) or region
                for part in parts_of(construct):
                    if part.role in EVALUATED or part.role is Role.UNKNOWN:
                        self._part(part, roots, inner.number, construct)

    def _part(self, part: Part, roots: frozenset[bytes], region: int, construct: Construct) -> None:
        base, text = construct.pragma.body.start, without_literals(construct.pragma.text)
        names = {text[each.start - base : each.end - base].split()[-1] for each in part.defined}
        for mention in mentions(text, part.span.start - base, part.span.end - base, roots, base):
            if mention.path.root not in names:
                self._place(mention, region, construct, part.role is Role.UNKNOWN)

    def _roots(self, chains: Sequence[Chain]) -> frozenset[bytes]:
        roots: set[bytes] = set()
        for chain in chains:
            path = chain.item.path
            roots |= {path.root, path.root.rpartition(b"::")[2]}
            if self.context.cxx:
                roots.add(implicit_this(path).root if path.root == b"this" else b"this")
        return frozenset(roots)

    def _path(self, path: Path) -> Path:
        path = implicit_this(path) if self.context.cxx else path
        return Path(path.root, canonical(path.ops))

    def _place(self, mention: TextMention, region: int, construct: Construct, unknown: bool) -> None:
        path = self._path(mention.path)
        shift = len(mention.path.ops) - len(path.ops)
        best: tuple[int, Chain] | None = None
        for chain in self.active[region]:
            own = self._path(chain.item.path)
            size = len(own.ops)
            if own.root == path.root and path.ops[:size] == own.ops and (best is None or size > best[0]):
                if self.is_same_root(chain, mention):
                    best = size, chain
        clause = clause_at(construct, mention.span.start)
        if best is None or unknown:
            chain_ = best[1].number if best is not None else -1
            self.others.append(Mention(construct, clause, mention.span, region, path, mention, chain_))
            return
        chain, span = best[1], mention.spans[best[0] + shift]
        left = "observer" if self._asks(chain, construct, span) else ""
        self.found.append(Occurrence(chain.number, span, region, construct=construct, left=left))

    def _asks(self, chain: Chain, construct: Construct, span: Span) -> bool:
        """Whether an expression on the host asks a container: ``[0:s->r.size()]``."""
        if chain.shape is not Shape.CONTAINER or self.context.in_compute(construct.pragma.span.start):
            return False
        named = mention_at(construct, span)
        after = construct.pragma.text[span.end - construct.pragma.body.start :]
        return named is not None and not named.item and _OBSERVED.match(after) is not None

    def is_same_root(self, chain: Chain, mention: TextMention) -> bool:
        """Whether a path's root, and its subscripts' variables, are the chain's own declarations."""
        context = self.context
        if not context.declared:
            return True
        at = mention.spans[0].start
        begin = context.regions[chain.region].span.start
        names = [self._path(mention.path).root, *(w.path.root for w in chain.item.watched)]
        return all(context.declaration_at(n, at) == context.declaration_at(n, begin) for n in names)

    def mentioned(self) -> frozenset[int]:
        """The chains without a meaning that a region's text names, by their tokens."""
        out: set[int] = set()
        code = self.context.lexed.code
        for region in self.context.layout.regions:
            lost = [chain for chain in self.active[region.number] if not chain.access.known]
            roots = self._roots(lost)
            for mention in mentions(code, *region.span, roots) if lost else ():
                path = self._path(mention.path)
                for chain in lost:
                    own = self._path(chain.item.path)
                    if own.root == path.root and path.ops[: len(own.ops)] == own.ops:
                        out.add(chain.number)
        return frozenset(out)


def changes_by_clause(row: Occurrence, chain: Chain) -> bool:
    """Whether a clause changes what a chain's local holds; of a const object comes back what went out."""
    named = mention_at(row.construct, row.span) if row.construct is not None else None
    if named is None or not named.item or named.section or chain.const:
        return False
    if chain.shape is Shape.POINTER:
        return named.effect.writes and named.effect.private  # else what it points to is meant
    return named.effect.writes and chain.shape in (Shape.SCALAR, Shape.RECORD, Shape.DEPENDENT)
