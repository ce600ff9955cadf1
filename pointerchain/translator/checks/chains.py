# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chains: those that cannot be hoisted, that mean another variable, or that nobody uses."""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.diagnostics import Note, Place
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.lex import IDENT, line_text
from pointerchain.translator.text.regions import in_function

_NAME = lazy_pattern(IDENT)
_MOVING = frozenset(("__LINE__", "__COUNTER__", "__INCLUDE_LEVEL__"))
_KEPT_MACRO = lazy_pattern(rb"(?:#|%:)\s*pragma\s+(?:push|pop)_macro\s*\(\s*\"([^\"]*)\"")


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Say what is wrong with the chains themselves."""
    findings = Findings(context)
    # a list at file scope may name what only some of its regions see
    idle = [chain for chain in facts.idle if in_function(context.lexed, chain.declared.pragma.start)]
    for finding in _problems(context, [*facts.chains.values(), *(c for c in idle if _is_unused(facts, c))]):
        findings.rows.setdefault((finding.diagnostic.code, finding.diagnostic.place.span, None), finding)
    for chain in facts.chains.values():
        if not chain.problems:
            _hidden(context, chain, findings)
    _redefined(context, facts, findings)
    _counted(context, facts, findings)
    return findings.all


def _problems(context: Context, chains: Sequence[Chain]) -> list[Finding]:
    """What is wrong with some chains; a name that a region does not see is said once, with notes."""
    blamed: dict[tuple[int, Span | None, str], list[Chain]] = {}
    for chain in chains:
        if chain.undeclared:
            blamed.setdefault(_blame(chain), []).append(chain)
    out = []
    for chain in chains:
        same = blamed.get(_blame(chain), [chain])
        for problem in chain.problems if chain is same[0] else ():
            notes = [
                Note(
                    f"chain '{other.text}' names '{other.undeclared}', too",
                    Place(context.file, other.item.span),
                )
                for other in same[1:]
            ]
            out.append(Finding(chain.number, problem._replace(notes=(*problem.notes, *notes))))
    return out


def _blame(chain: Chain) -> tuple[int, Span | None, str]:
    """The region, or where none sees it the directive, in which a chain's undeclared name is to be said."""
    return chain.region, chain.declared.pragma if chain.region < 0 else None, chain.undeclared


def _is_unused(facts: Facts, chain: Chain) -> bool:
    """Whether no region uses what an item declares."""
    return not any(other.item is chain.item for other in facts.chains.values())


def _hidden(context: Context, chain: Chain, findings: Findings) -> None:
    """A declare means the variable that it sees: one declared in between hides it."""
    root, declared = chain.root, chain.declared
    if root is None or not root.main:
        return
    at = context.named_at(root)
    if at < declared.pragma.start or declared.block == 0:
        return
    if context.lexed.blocks.block(at) == declared.block:
        return
    place = Place(context.file, Span(at, at + len(root.name.encode())))
    notes = (Note("another variable of the name is declared here", place),)
    root_text = chain.item.path.root.decode("utf-8", "replace")
    keyword = context.regions[chain.region].keyword
    findings.say("root-not-visible", keyword, chain, notes, "hidden", root=root_text)


def _redefined(context: Context, facts: Facts, findings: Findings) -> None:
    """Macros that spell a part of a chain must mean the same wherever its text is written."""
    lines = _redefinitions(context)
    for chain in facts.chains.values():
        part = context.probe.spans.get(("chain", chain.number))
        if part is None or chain.problems:
            continue
        names = set(_NAME.findall(chain.item.text))
        for expansion in context.parsed.expansions(part):
            names |= set(_NAME.findall(context.transitive(expansion)))
            if expansion.name in _MOVING:
                notes = context.definition_note(expansion)
                fields = {"macro": expansion.name}
                findings.say("unstable-macro", chain.item.span, chain, notes, "value", **fields)
        region = context.regions[chain.region]
        for name, place in lines:
            if name in names and region.span.start <= place.start < region.span.end:
                shown = name.decode("utf-8", "replace")
                findings.say("unstable-macro", place, chain, macro=shown)


def _counted(context: Context, facts: Facts, findings: Findings) -> None:
    """A use of a chain that counts: without it, all that counts behind it has another number."""
    if not context.parsed.mentions(b"__COUNTER__"):
        return
    for row in facts.standing:
        span = Span(context.in_probe(row.span.start), context.in_probe(row.span.end))
        for expansion in context.parsed.expansions(span):
            if expansion.name == "__COUNTER__" or b"__COUNTER__" in context.transitive(expansion):
                chain = facts.chains[row.chain]
                findings.say("unstable-macro", row.span, chain, (), "value", macro="__COUNTER__")
                break


def _redefinitions(context: Context) -> list[tuple[bytes, Span]]:
    """The macros that lines in regions define, undefine or bring back."""
    lexed = context.lexed
    out = []
    for line in lexed.lines:
        if line.keyword not in (b"define", b"undef", b"pragma"):
            continue
        if context.region_at(line.span.start) is None:
            continue
        text = line_text(lexed.data, line)
        if line.keyword == b"pragma":
            kept = _KEPT_MACRO.match(text)
            name = kept.group(1) if kept else b""
        else:
            found = _NAME.search(text, text.index(line.keyword) + len(line.keyword))
            name = found.group() if found else b""
        if name:
            out.append((name, Span(line.span.start, line.trailing_comment)))
    return out
