# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Control: regions that are no run of statements, ways into one, ways out without a write-back.

``case 2:`` in a region whose ``switch`` begins before it  ->  error ``jump-into-region``.
"""

from __future__ import annotations

from pointerchain.diagnostics import Note, Place
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.exits import Escape, Exit
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.lex import word_at


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge every region's shape and every jump."""
    findings = Findings(context)
    for misfit in facts.misfits:
        notes = (Note(misfit.note[0], Place(context.file, misfit.note[1])),) if misfit.note else ()
        keyword = context.regions[misfit.region].keyword
        findings.say(misfit.code, keyword, None, notes, misfit.form, **misfit.fields)
    for entry in facts.ways.entries:
        notes = (Note(entry.note, Place(context.file, entry.other)),)
        fields = {"word": entry.word, "region": "region"}
        findings.say("jump-into-region", entry.span, None, notes, entry.form, **fields)
    writing = {facts.chains[number].region for number in facts.written}
    for leaving in facts.ways.exits:
        if any(number in writing for number in leaving.regions):
            _exit(context, facts, leaving, findings)
    for escape in facts.ways.escapes:
        _escape(context, facts, escape, writing, findings)
    return findings.all


def _chain(facts: Facts, regions: set[int]) -> Chain | None:
    """A chain that one of some regions writes back."""
    return next((facts.chains[n] for n in facts.written if facts.chains[n].region in regions), None)


def _exit(context: Context, facts: Facts, leaving: Exit, findings: Findings) -> None:
    """In C an exit gets its write-back where it stands; in C++ a guard's destructor does it."""
    if context.cxx:
        return
    start, code = leaving.span.start, context.lexed.code
    word = Span(start, start + max(1, len(word_at(code, start))))
    if leaving.node.foreign:
        place, notes = context.included_place(leaving.node, leaving.span)
        findings.say("included-text", place, None, notes, "exit", exit=leaving.kind)
        return
    if leaving.node.opened:
        expansion = context.expansion_at(start)
        macro = expansion.name if expansion else "?"
        notes = context.definition_note(expansion)
        findings.say("exit-in-macro", word, None, notes, exit=leaving.kind, macro=macro)
        return
    if not leaving.semicolon and (leaving.span.end < 0 or context.expansion_at(start) is None):
        chain = _chain(facts, set(leaving.regions))
        findings.say("unsupported-exit", word, chain, exit=leaving.kind)
        return
    for line in context.lexed.lines:
        if leaving.span.start < line.span.start < leaving.span.end:
            place = Span(line.span.start, line.trailing_comment)
            findings.say("preprocessor-line", place, None, form="exit", exit=leaving.kind)
            return


def _escape(context: Context, facts: Facts, escape: Escape, writing: set[int], findings: Findings) -> None:
    around = {region.number for region in context.lineage(escape.region)} & writing
    if not around:
        return
    notes: tuple[Note, ...] = ()
    if escape.may_return is not None:
        notes = (Note("it may jump here by 'longjmp'", Place(context.file, escape.may_return)),)
    findings.say("unsupported-exit", escape.span, _chain(facts, around), notes, exit=escape.name)
