# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Constants: regions that write back in functions which may run when the program is compiled.

``constexpr long f() { ... s->a->n++; ... }``  ->  error ``constant-function``: what writes back in C++ is an
object with a destructor, and with that ``long v = f();`` is no longer initialised before all else runs
([basic.start.static]).
"""

from __future__ import annotations

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.libclang import FUNCTIONS, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts

_AROUND = frozenset((*FUNCTIONS, Kind.LAMBDA))
_LASTS = lazy_pattern(rb"(?<![\w$])(?:static|thread_local|__thread|constexpr|constinit)(?![\w$])")
_SAYS_SO = lazy_pattern(rb"(?<![\w$])const(?:expr|eval)(?![\w$])")


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Refuse the first chain of each such region that is changed."""
    findings = Findings(context)
    written: dict[int, Chain] = {}
    for number in facts.written if context.cxx else ():
        written.setdefault(facts.chains[number].region, facts.chains[number])
    for region, chain in written.items():
        at = context.regions[region].begin
        for node in context.tree.of_kinds(_AROUND):
            span = context.source_span(node)
            if span.start <= at.start < span.end and _may_be_constant(context, node):
                findings.say("constant-function", facts.written[chain.number][0], chain)
                break
    return findings.all


def _may_be_constant(context: Context, function: Node) -> bool:
    """Whether a function may run when the program is compiled, and its result then be of use."""
    if function.kind != Kind.LAMBDA:
        return semantics.is_constant(function)
    span, code = context.source_span(function), context.lexed.code
    above = list(function.ancestors())
    if _SAYS_SO.search(code[span.start : span.end].partition(b"{")[0]):
        return True
    if not any(each.kind in FUNCTIONS for each in above):
        return True
    holder = next((each for each in above if each.kind == Kind.VARIABLE), None)
    return holder is not None and _LASTS.search(code, context.starts_at(holder), span.start) is not None
