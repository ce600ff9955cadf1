# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The row of checks. Their order means nothing but which of two equal findings is shown."""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.diagnostics import Diagnostic, Severity
from pointerchain.source import Span
from pointerchain.translator.checks import (
    aliases,
    chains,
    clauses,
    control,
    environment,
    functions,
    hidden,
    insides,
    keywords,
    lambdas,
    links,
    loops,
    macros,
    names,
    occurrences,
    operators,
    overlaps,
    parallel,
    pending,
    pointers,
    text,
    unused,
    wholes,
)
from pointerchain.translator.checks.findings import Check, Finding
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts

CHECKS: tuple[Check, ...] = (
    chains.check,
    occurrences.check,
    lambdas.check,
    clauses.check,
    links.check,
    text.check,
    overlaps.check,
    macros.check,
    environment.check,
    keywords.check,
    aliases.check,
    operators.check,
    functions.check,
    names.check,
    wholes.check,
    hidden.check,
    insides.check,
    pointers.check,
    control.check,
    parallel.check,
    pending.check,
    loops.check,
    unused.check,
)


def run(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """What all checks find; one code is said once of a place."""
    out: dict[tuple[str, str, Span], Finding] = {}
    for check in CHECKS:
        for finding in check(context, facts):
            said = finding.diagnostic
            out.setdefault((said.code, said.place.file, said.place.span), finding)
    return tuple(out.values())


def diagnostics(findings: Sequence[Finding]) -> tuple[Diagnostic, ...]:
    """What is said of a source's regions; of one that is refused not what does nothing."""
    said = tuple(finding.diagnostic for finding in findings)
    if any(each.severity is Severity.ERROR for each in said):
        return tuple(each for each in said if each.code not in ("unused-declare", "empty-region"))
    return said
