# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Verdict: the stages that follow the parse, in a row: facts, chains, checks, plan, verification.

Loaded while libclang parses (:mod:`judge`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pointerchain.diagnostics import Diagnostic, Note, Place, Severity, diagnostic
from pointerchain.source import Source, Span
from pointerchain.translator.aliases import AliasChecks
from pointerchain.translator.analysis import Analysis, interesting
from pointerchain.translator.chains import Resolver
from pointerchain.translator.checks import Findings, UseChecks
from pointerchain.translator.constructs import ConstructChecks
from pointerchain.translator.control import ControlChecks
from pointerchain.translator.directives import Directive, Item
from pointerchain.translator.environment import EnvironmentChecks
from pointerchain.translator.facts import ClangMessage, Session, Unit
from pointerchain.translator.lex import Lexed, word_at
from pointerchain.translator.libclang import FUNCTIONS, TEMPLATES, Kind
from pointerchain.translator.macros import MacroChecks
from pointerchain.translator.nodes import Node
from pointerchain.translator.overlaps import OverlapChecks
from pointerchain.translator.plan import Decisions, Plan, plan
from pointerchain.translator.prefixes import PrefixChecks
from pointerchain.translator.probe import Probe
from pointerchain.translator.regions import Layout
from pointerchain.translator.scan import Scan
from pointerchain.translator.spelling import SpellingChecks

_ERROR, _FATAL = 3, 4
_DEPENDENT = re.compile(
    r"(?:has incompatible initializer of type|no viable conversion from|"
    r"cannot bind to a value of unrelated type) "
    r"'(.*?)'(?: \(aka .*?\))?(?: to .*)?\Z|"
    r"(?:address of (?=bit-field requested\Z)|reference cannot bind to )(bit-field)\b"
)
"""What Clang says where a template's argument makes a member something else than its text let expect."""
_CLAIM = re.compile(rb"pc_same_type\w*\[__builtin_types_compatible_p\((?:__typeof__\((\w+)\))?")
_HARMLESS = frozenset(("-Wtautological-compare", "-Wself-assign", "-Wconstant-logical-operand"))
"""What Clang says of two equal names but not of two equal chains."""


class Verdict(NamedTuple):
    """What Clang and the checks say: diagnostics, the plan unless refused, and the last check.

    ``settled`` as in :class:`~pointerchain.translator.pipeline.Translation`.
    """

    diagnostics: tuple[Diagnostic, ...]
    plan: Plan | None
    verify: Callable[[bytes], tuple[Diagnostic, ...]]
    settled: bool = False


def refusal(*problems: Diagnostic) -> Verdict:
    """The verdict on a source that is refused."""
    return Verdict(problems, None, _unverified)


def _unverified(text: bytes) -> tuple[Diagnostic, ...]:
    raise AssertionError("a refused source has no text to verify")


def reach(
    lexed: Lexed,
    directives: Sequence[Directive],
    layout: Layout,
    scan: Scan,
    probe: Probe,
    unit: Unit,
    cxx: bool,
) -> Verdict:
    """Ask Clang about the parsed probe, check everything, and plan the edits where nothing is refused."""
    session, file = unit.session, unit.session.filename
    messages = unit.messages()
    failed, problems = _sort_errors(messages, lexed, probe, layout, scan, session, file)
    if problems:
        return refusal(*problems)
    analysis = Analysis(file, cxx, lexed, layout, scan, probe, unit)
    block_starts = _region_blocks(analysis)

    def spread(node: Node) -> bool:
        if node.kind == Kind.COMPOUND:
            return node.start in block_starts
        return node.kind == Kind.DECL_STMT and node.parent is not None and node.parent.start in block_starts

    analysis.tree = unit.tree(interesting(analysis), spread)
    keywords = {region.number: region.keyword for region in layout.regions}
    resolver = Resolver(scan, probe, unit, file, cxx, failed, lexed, keywords)
    resolved = resolver.resolve(analysis.tree, lambda spans: unit.tree(spans, lambda node: False))
    findings = Findings(list(resolver.diagnostics))
    uses = UseChecks(analysis, resolved, findings)
    constructs = ConstructChecks(analysis, resolved, findings, uses)
    control = ControlChecks(analysis, findings, uses)
    uses.occurrences()
    constructs.clauses()
    PrefixChecks(analysis, uses).run()
    uses.rest()
    SpellingChecks(analysis, uses).run()
    OverlapChecks(analysis, uses).run()
    MacroChecks(analysis, uses).run()
    EnvironmentChecks(analysis, uses).run()
    AliasChecks(analysis, uses).run()
    frames = control.frames()
    exits = control.exits()
    additions = constructs.additions()
    if any(d.severity is Severity.ERROR for d in findings.diagnostics):
        return refusal(*findings.diagnostics)
    made = plan(analysis, directives, Decisions(resolved, findings, frames, exits, additions))
    before = _signature(messages, probe.text)
    settled = not cxx or not any(map(_may_be_instantiated, analysis.tree.nodes))
    return Verdict(
        tuple(findings.diagnostics),
        made,
        lambda text: _verify(unit, text, before, lexed, layout, file, made),
        settled,
    )


def _may_be_instantiated(node: Node) -> bool:
    """Whether a node makes what it holds mean something else by what comes later."""
    if node.kind in TEMPLATES or node.kind == Kind.LAMBDA:
        return True
    if node.kind not in FUNCTIONS:
        return False
    # A member that is defined outside of its class stands in it all the same.
    owner = node.cursor.semantic_parent
    while owner is not None and owner._kind_id != Kind.TRANSLATION_UNIT:
        if owner._kind_id in TEMPLATES:
            return True
        owner = owner.semantic_parent
    return False


def _region_blocks(analysis: Analysis) -> frozenset[int]:
    """Where the blocks of the regions begin in the probe, to see what the regions declare."""
    blocks, forward = analysis.lexed.blocks, analysis.probe.forward
    return frozenset(forward(blocks.starts[r.block] - 1) for r in analysis.layout.regions if r.block)


# --- errors of the probe ---------------------------------------------------------------------------------


def _sort_errors(
    messages: Sequence[ClangMessage],
    lexed: Lexed,
    probe: Probe,
    layout: Layout,
    scan: Scan,
    session: Session,
    file: str,
) -> tuple[dict[int, str], list[Diagnostic]]:
    """Clang's errors in the probe: those of chains by hoist, and those that refuse the source."""
    failed: dict[int, str] = {}
    rest: list[ClangMessage] = []
    for message in messages:
        if message.severity < _ERROR:
            continue
        part = probe.part_at(message.where.offset) if message.where.main else None
        if part is not None and part.kind in ("root", "chain", "type"):
            text = message.where.message
            failed.setdefault(part.number, f"type: {text}" if part.kind == "type" else text)
        else:
            rest.append(message)
    every = (*scan.hoists, *scan.idle)
    for hoist in every:
        # chains with the root of a failed probe fail with it
        for number, why in list(failed.items()):
            other = every[number]
            if "undeclared identifier" in why and other.region == hoist.region:
                same = other.region >= 0 or other.declared.pragma == hoist.declared.pragma
                if same and other.path.root == hoist.path.root:
                    failed.setdefault(hoist.number, why)
    if not rest:
        return failed, []
    own = session.parse(lexed.data)
    theirs = own.messages(_ERROR)
    if theirs:
        # what comes after a header that is not there is its consequence
        last = next((at for at, message in enumerate(theirs) if message.severity == _FATAL), len(theirs))
        shown = [m for at, m in enumerate(theirs) if at <= last or m.severity == _FATAL]
        return failed, [_source_error(message, file) for message in shown]
    problems = []
    for message in rest:
        at = probe.back(message.where.offset) if message.where.main else 0
        region = next((r for r in reversed(layout.regions) if r.begin.start <= at), None)
        place = region.keyword if region is not None else Span(at, at)
        note = Note(message.where.message, Place(file, Span(at, at)))
        what = "the region is no run of statements in a function"
        problems.append(diagnostic("region-shape", file, place, (note,), what=what))
        break
    return failed, problems


def _source_error(message: ClangMessage, file: str) -> Diagnostic:
    where = message.where
    place = where.file if where.file and not where.main else file
    notes = tuple(
        Note(note.message, Place(note.file if not note.main else file, Span(note.offset, note.offset)))
        for note in message.notes
        if note.file
    )
    return diagnostic("source-error", place, Span(where.offset, where.offset), notes, what=where.message)


# --- verification ----------------------------------------------------------------------------------------


def _signature(messages: Sequence[ClangMessage], text: bytes) -> Counter[tuple[int, str, int]]:
    """Messages as they are compared: kind and line, for line N is line N."""
    return Counter((m.severity, m.option, m.where.line) for m in messages if m.where.main)


def _verify(
    unit: Unit,
    text: bytes,
    before: Counter[tuple[int, str, int]],
    lexed: Lexed,
    layout: Layout,
    file: str,
    made: Plan,
) -> tuple[Diagnostic, ...]:
    """Parse the translation; what Clang says now and did not say before refuses it."""
    for said, checked in made.claims:
        text = text.replace(said, checked)
    unit.reparse(text)
    messages = unit.messages()
    seen: Counter[tuple[int, str, int]] = Counter()
    problems: list[Diagnostic] = []
    source = Source(file, lexed.data)
    for message in messages:
        key = (message.severity, message.option, message.where.line)
        seen[key] += 1
        if message.where.main and seen[key] > before[key] and message.option not in _HARMLESS:
            start = source.line_starts[min(message.where.line, len(source.line_starts)) - 1]
            end = start + len(source.line_text(min(message.where.line, len(source.line_starts))))
            first = start + len(lexed.data[start:end]) - len(lexed.data[start:end].lstrip())
            what = message.where.message
            claim = _CLAIM.match(text, text.rfind(b"pc_same_type", 0, message.where.offset + 1))
            if claim and claim.end() > message.where.offset:
                problems.append(_hidden_type(claim, made, file, start, end, first))
                continue
            dependent = _DEPENDENT.search(what)
            item = _item_at(text, message.where.offset, made, start, end) if dependent else None
            if dependent and item is not None:
                chain = item.text.decode("utf-8", "replace")
                why = "its type depends on a template's argument, and only pointers and numbers can be"
                kind = dependent.group(1) or dependent.group(2)
                problem = diagnostic("unsupported-type", file, item.span, chain=chain, type=kind, why=why)
                if problem not in problems:
                    problems.append(problem)
                continue
            region = next((r for r in reversed(layout.regions) if r.begin.start <= end), None)
            begin = Note("the region begins here", Place(file, region.keyword)) if region else None
            notes = (begin,) if begin is not None else ()
            problems.append(diagnostic("verification", file, Span(first, max(first, end)), notes, what=what))
    return tuple(problems)


def _hidden_type(
    claim: re.Match[bytes], made: Plan, file: str, start: int, end: int, first: int
) -> Diagnostic:
    """A type's name that means another type where a local is declared with it."""
    name = (claim.group(1) or b"").decode("utf-8", "replace")
    for local, place, item in made.locals:
        if local == name and start <= place <= end:
            chain = item.text.decode("utf-8", "replace")
            word = re.compile(rb"\b%s\b" % claim.group(1))
            said = next(said for said, _ in made.claims if word.search(said))
            shown = said[: said.index(claim.group(1))].decode("utf-8", "replace").strip()
            why = "that name means another type where the region begins"
            return diagnostic("unsupported-type", file, item.span, chain=chain, type=shown, why=why)
    what = "the name of the function's result type means something else here"
    return diagnostic("verification", file, Span(first, max(first, end)), what=what)


def _item_at(text: bytes, offset: int, made: Plan, start: int, end: int) -> Item | None:
    """The chain of whose local, or of whose own text, Clang speaks at an offset of the translation.

    ``start`` and ``end`` bound the line in the source.
    """
    name = word_at(text, offset).decode("utf-8", "replace")
    named = text[offset:].lstrip(b"& ")
    for local, place, item in made.locals:
        spelled = re.match(re.escape(item.text) + rb"(?![\w$])", named)
        if start <= place <= end and (local == name or spelled):
            return item
    return None
