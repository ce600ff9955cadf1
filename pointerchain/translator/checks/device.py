# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Device: regions beside which the device may have copies of structs.

``s->n += 1`` in a kernel while ``omp target data map(tofrom: s[0:1])`` keeps ``*s`` on the device  ->  error
``enclosing-data``: the local's new value goes to the host, and the device's old one over it at the end.

What judges that is loaded where directives list anything beside what the locals stand for: few sources do.
"""

from __future__ import annotations

from pointerchain.analysis.environment.listed import ROUTINE, items_of
from pointerchain.translator.checks.findings import Finding
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.clauses import mention_at, variants


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge the regions of a source with kernels, if anything tells what the device has."""
    rows = (each.directive for each in context.layout.constructs)
    made = bool(context.parsed.pragma_macros)
    if not made and not any(row is not None and (row.compute or row.data) for row in rows):
        return ()
    of_locals = {row.span.start: row for row in facts.standing if row.construct is not None}
    lists = pairs = False
    listing = (each for row in context.layout.constructs for each in (row, *variants(row)))
    for construct in listing:
        items = [item for item in items_of(construct) if item.effect.storage or item.effect.finds]
        own = [of_locals[item.span.start] for item in items if item.span.start in of_locals]
        lists = lists or len(own) < len(items)
        sections = (mention_at(construct, row.span) for row in own) if len(items) > 1 else ()
        pairs = pairs or any(named is not None and named.section for named in sections)
    here = lists or pairs or _declares(context) or ROUTINE.search(context.lexed.code) is not None
    here = here or b"pc_deepcopy_" in context.lexed.data
    if not (here or context.elsewhere is not None or _maps_elsewhere(context)):
        return ()
    from pointerchain.translator.checks.attached import attached
    from pointerchain.translator.checks.differing import differing

    return (*differing(context, facts), *attached(context, facts))


def _maps_elsewhere(context: Context) -> bool:
    """Whether headers may move data, or macros make directives that do."""
    parsed = context.parsed
    if parsed.pragma_macros or b"mapper" in parsed.data:
        return True
    return any(b"pragma" in text for name, text in parsed.own_texts if name != parsed.filename)


def _declares(context: Context) -> bool:
    """Whether directives of the source, or of its headers, may declare variables to be on the device."""
    if any(b"declare" in word for each in context.layout.constructs for word in each.name):
        return True
    own = context.parsed.filename
    return any(b"declare" in text for name, text in context.parsed.own_texts if name != own)
