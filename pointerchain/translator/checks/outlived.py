# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Outlived: constructs that use a chain's local without naming it, and may run when that is gone.

``#pragma omp task default(shared)`` with ``s->n``, in a region that ends before the ``taskwait``  ->  error
``local-outlived``: the task shares the local (OpenMP 5.2, 5.1.1). So does a kernel that is not waited for and
maps a local struct (OpenMP 5.2, 5.8.7; OpenACC 3.3, 2.6.2).
"""

from __future__ import annotations

from pointerchain.dialects import default_effect
from pointerchain.lazy import lazy_pattern
from pointerchain.translator.checks.findings import Finding, Findings, hoisted
from pointerchain.translator.checks.waits import asynchronous, ends_in
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.clauses import argument_of, default_of, mention_at
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.regions import is_compute

_CATEGORIES = {
    Shape.RECORD: (b"aggregate",),
    Shape.SCALAR: (b"scalar",),
    Shape.DEPENDENT: (b"scalar", b"pointer"),
}
"""What ``defaultmap`` calls a local; all others are pointers (OpenMP 5.2, 5.8.7)."""
_AT_ONCE = lazy_pattern(rb"(?:task\s*:)?\s*(?:0|false)")
_MAY_BE_LATE = lazy_pattern(rb"\b(?:task|taskloop|nowait|async)\b")


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge the constructs of all regions that use a local and may run later."""
    judge = _Judge(context, facts)
    for region in context.outermost:
        for construct in context.constructs_in(region):
            judge.construct(construct)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)

    def construct(self, construct: Construct) -> None:
        """Refuse the first chain of each region whose local a construct may use too late."""
        form = _form(construct)
        for chain in self._used_in(construct) if form else ():
            region = self.context.regions[chain.region]
            if not region.span.start <= construct.pragma.span.start < region.span.end:
                continue
            if form == "mapped" and not self._is_mapped(chain, construct):
                continue
            if not ends_in(self.context, construct, region):
                code = "unknown-construct" if form == "late" else "local-outlived"
                named = {"construct": construct.spelling}
                self.findings.say(code, construct.pragma.span, chain, (), form, **named)

    def _used_in(self, construct: Construct) -> list[Chain]:
        """The chains whose locals a construct's statement uses."""
        span = self.context.statement(construct)
        used = {
            row.chain
            for row in self.facts.standing
            if span is not None and row.construct is not construct and span.start <= row.span.start < span.end
        }
        return [chain for number in sorted(used) if (chain := hoisted(self.facts, number)) is not None]

    def _is_mapped(self, chain: Chain, construct: Construct) -> bool:
        """Whether a compute construct gives the device the local's address, though no clause names it."""
        if self._is_listed(chain, construct) or construct.directive is None:
            return False  # which is judged where it is named
        struct = chain.shape is Shape.RECORD
        if construct.dialect == "acc":
            return struct or b"kernels" in construct.directive.name  # a scalar is copied back there
        own = _CATEGORIES.get(chain.shape, (b"pointer",))
        for clause in construct.clauses:
            if clause.name != b"defaultmap":
                continue
            text = argument_of(construct, clause)
            word, _, category = (part.strip() for part in text.partition(b":"))
            if word != b"default" and category in (b"", b"all", *own):
                effect = default_effect(construct.directive, b"defaultmap", text)
                return effect is None or effect.storage
        return struct

    def _is_listed(self, chain: Chain, construct: Construct) -> bool:
        """Whether a clause of a construct lists a chain, so that nothing is left to a default."""
        for row in self.facts.standing:
            if row.chain == chain.number and row.construct is construct:
                found = mention_at(construct, row.span)
                if found is not None and found.item and not found.effect.orders:
                    return True
        return False


def _form(construct: Construct) -> str:
    """How a construct may use a local too late, as the form of the message; '' where it cannot."""
    row = construct.directive
    if row is None:
        return ""
    if row.association == "meta":
        return "late" if _MAY_BE_LATE.search(construct.pragma.text) else ""
    later = asynchronous(construct) is not None
    if is_compute(construct):
        return "mapped" if later else ""
    if not row.task or b"parallel" in row.leaves or (row.asynchronous and not later):
        return ""
    effect = default_of(construct)
    return "shared" if effect is not None and effect.shares and not _is_at_once(construct) else ""


def _is_at_once(construct: Construct) -> bool:
    """Whether a task surely runs where it stands: ``if(0)`` (OpenMP 5.2, 12.5)."""
    given = (argument_of(construct, clause) for clause in construct.clauses if clause.name == b"if")
    return (
        construct.directive is not None
        and construct.directive.leaves == (b"task",)
        and any(_AT_ONCE.fullmatch(text) for text in given)
    )
