# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The row of checks. Their order means nothing but which of two equal findings is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pointerchain.diagnostics import Diagnostic, Severity, diagnostic
from pointerchain.source import Span
from pointerchain.translator.checks import (
    aggregate_access,
    aliases,
    chains,
    clauses,
    conditional,
    constants,
    control,
    device,
    environment,
    functions,
    holders,
    keywords,
    lambdas,
    links,
    loops,
    macros,
    names,
    occurrences,
    operators,
    outlived,
    overlapping_members,
    overlaps,
    parallel,
    pending,
    pointers,
    reloads,
    text,
    unhoisted,
    unused,
)
from pointerchain.translator.checks.findings import OF_EACH_CHAIN, Check, Finding
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
    device.check,
    keywords.check,
    aliases.check,
    operators.check,
    functions.check,
    names.check,
    aggregate_access.check,
    overlapping_members.check,
    pointers.check,
    holders.check,
    control.check,
    parallel.check,
    constants.check,
    conditional.check,
    outlived.check,
    pending.check,
    loops.check,
    reloads.check,
    unhoisted.check,
    unused.check,
)


_READS = {
    "passed_changes": "passed_reads",
    "method_changes": "method_reads",
    "own_changes": "own_reads",
    "closure": "closure_reads",
}
"""By the form of a doubt that a function changes a chain: that of the doubt that it reads it."""


def run(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """What all checks find; one code is said once of a place, or of a place and a chain."""
    out: dict[tuple[str, str, Span, int | None], Finding] = {}
    again = reloads.Again(context, facts) if context.layout.reloads else None
    for check in CHECKS:
        for finding in check(context, facts):
            if again and again.follows(finding):
                continue
            if context.trust and _is_vouched(finding, context):
                if finding.chain not in facts.written:
                    continue
                finding = _as_reading(finding)  # noqa: PLW2901
            said = finding.diagnostic
            number = finding.chain if said.code in OF_EACH_CHAIN else None
            out.setdefault((said.code, said.place.file, said.place.span, number), finding)
    return tuple(row for row in out.values() if row.covers is None or not _is_said(row, out.values()))


def _is_vouched(finding: Finding, context: Context) -> bool:
    """Whether a promise says of the function that a doubt names that it changes nothing."""
    said, function = finding.diagnostic, dict(finding.fields).get("function")
    if said.code != "aliased-call" or function is None:
        return False
    return context.trust.reads(function, said.place.span.start)


def _as_reading(finding: Finding) -> Finding:
    """A doubt as it is of a function that changes nothing: it may read what a region has not written back."""
    said, form = finding.diagnostic, _READS.get(finding.form, finding.form)
    made = diagnostic(
        said.code, said.place.file, said.place.span, said.notes, said.fixit, form, **dict(finding.fields)
    )
    return finding._replace(diagnostic=made, form=form)


def _is_said(doubt: Finding, findings: Iterable[Finding]) -> bool:
    """Whether another finding about a chain lies where a doubt does."""
    assert doubt.covers is not None
    start, end = doubt.covers
    places = (
        each.diagnostic.place.span for each in findings if each.chain == doubt.chain and each.covers is None
    )
    return any(start <= place.start and place.end <= end for place in places)


def _merged(findings: Sequence[Finding]) -> Iterator[Diagnostic]:
    """The findings as diagnostics, those that differ in the chain alone as one that names them all."""
    rows: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        said = finding.diagnostic
        alike = tuple(each for each in finding.fields if each[0] != "chain")
        own = (finding.form, alike) if said.code in OF_EACH_CHAIN else id(finding)
        rows.setdefault((said.code, said.place, own), []).append(finding)
    for first, *others in rows.values():
        if not others:
            yield first.diagnostic
            continue
        said, fields = first.diagnostic, dict(first.fields)
        fields["chain"] = "', '".join(dict(each.fields)["chain"] for each in (first, *others))
        yield diagnostic(
            said.code, said.place.file, said.place.span, said.notes, said.fixit, first.form, **fields
        )


def diagnostics(findings: Sequence[Finding]) -> tuple[Diagnostic, ...]:
    """What is said of a source's regions; of one that is refused not what does nothing."""
    said = tuple(_merged(findings))
    if any(each.severity is Severity.ERROR for each in said):
        return tuple(each for each in said if each.code not in ("unused-declare", "empty-region"))
    return said
