# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Validator: the probe's tree, the output's tree and what was planned -> nothing, or why it is refused.

It judges by Clang's trees alone and shares nothing with the checks and the plan. Whole functions that hold a
region are compared. Accepted is:

- the same tree: kinds, shape, operators, literals, the declarations that references mean, and the types of
  variables and casts; Clang's own conversions only where they make the same type of a chain and its local;
- in the place of an access whose path is a hoisted chain's, the longest where several fit, a reference to
  that chain's own local; for a container or smart pointer the pointer's operator in the place of its own;
- an access left alone where nothing is evaluated, where the array itself is meant, where a macro makes a
  string of it or a sum is read through (``*(s + 0)``) and the region only reads the chain;
- at a region's begin each local once, with its chain as its value and its type, addresses of chains, the
  object that writes back, ``(void)local;``;
- at its end and, in C, before each way out of it, ``chain = local;`` once for each that is written back;
- in a lambda's captures locals more, references to objects as references, and roots less that it no longer
  names.

Refused beside all else, on the tree before: a write to a link, root or subscript variable of a hoisted chain,
or a way to write one (its address, a reference to it); the same of a chain that is not written back, in a
lambda of one that is; a change of the same storage under another name (a union's member, a hoisted object in
a hoisted object); ways into a region past its begin; an object that would end with the region's block. And on
the text: an edit that none of this explains.

Of acc and omp directives, which Clang does not read, the tokens are compared: a local may stand for tokens
that spell its chain, where names mean what they mean at the region's begin.

A pointer to what lies around a link (``f(s->a)``), an element under an index that may be equal, and another
path to the same object are the user's promise and pass.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.snapshot import Declarations, Snapshot
from pointerchain.translator.clang.tree import BODY, Tree, whole
from pointerchain.translator.emit.planned import Planned
from pointerchain.translator.emit.rewrite import Edit
from pointerchain.translator.proof.before import Before, Problem
from pointerchain.translator.proof.comparison import Comparison
from pointerchain.translator.proof.directives import Directives
from pointerchain.translator.proof.lockstep import compare
from pointerchain.translator.proof.moved import Moved
from pointerchain.translator.text.lex import Lexed
from pointerchain.translator.text.mapped import MappedText

_CAPTURE = lazy_pattern(rb"(?:&?\s*\w+)?")
_WORD = lazy_pattern(r"[^\s,]+")
_SEMICOLON = lazy_pattern(rb"\s*;")


class Validator:
    """The proof of one translation. Made while the probe's tree lives; :meth:`prove` needs it no more."""

    def __init__(
        self,
        lexed: Lexed,
        probe: Parsed,
        tree: Tree,
        mapped: MappedText,
        planned: Planned,
        cxx: bool,
    ) -> None:
        """``tree`` has all functions with regions; ``mapped`` leads from its text to the source."""
        self.source, self.back, self.planned, self.cxx = lexed.data, mapped.back, planned, cxx
        self.file = probe.filename
        self.declared = Declarations()
        marked = Snapshot(tree, probe.data, mapped.back, self.declared, cxx)
        self.before = Before(marked, planned, cxx)
        self.directives = Directives(lexed, marked, planned, mapped.back, cxx)
        accesses = ((node, _use_of_macro(probe, marked, node)) for node in self.before.accesses)
        self.uses = {node: use for node, use in accesses if use is not None}
        """By access that a macro's body spells: the use of the macro."""
        marked.freeze()

    def refusals(self) -> tuple[Diagnostic, ...]:
        """What refuses the source, whatever its translation is."""
        return tuple(dict.fromkeys(self._refusal(problem, None) for problem in self.before.problems))

    def prove(self, output: Parsed, edits: Sequence[Edit]) -> tuple[Diagnostic, ...]:
        """Compare the trees; what refuses the translation."""
        if self.before.problems:
            return self.refusals()
        moved = Moved(self.source, edits, output.data)
        if moved.differs >= 0:
            return (self._at(Span(moved.differs, moved.differs), "the text is not what the plan says"),)
        old = self.before.marked
        places = sorted(moved.forward(self._start(function)) for function in old.children(0))
        after = Snapshot(whole(output, places), output.data, moved.back, self.declared, self.cxx)
        comparison = Comparison(self.before, after, self.cxx)
        problems = compare(comparison)
        if problems:
            return tuple(dict.fromkeys(self._refusal(problem, (after, moved)) for problem in problems))
        directive = self.directives.problem(output.data)
        if directive is not None:
            return (self._at(Span(directive[0], directive[0]), directive[1]),)
        at = self._unexplained(comparison, edits)
        if at is not None:
            return (self._at(at, "this is changed for no reason that Clang's tree shows"),)
        return ()

    # --- edits -----------------------------------------------------------------------------------------

    def _unexplained(self, comparison: Comparison, edits: Sequence[Edit]) -> Span | None:
        """An edit that no replaced access, directive, region, way out or lambda's captures explain."""
        ends = comparison.old.ends
        reasons = [(span.start, span.end) for span in self.planned.directives]
        reasons += [(self.back(region.end.start),) * 2 for region in self.planned.regions]
        for node in comparison.matched:
            first, last = self.uses.get(node, (comparison.old.starts[node], ends[node]))
            end = self.back(last)
            semicolon = _SEMICOLON.match(self.source, end)
            reasons.append((self.back(first), semicolon.end() if semicolon else end))
        for node in comparison.left:  # 'return ID(s->n);' ends for Clang where the macro's argument does
            end = self.back(ends[node])
            reasons.append((self._start(node), max(end, self.source.find(b";", end) + 1)))
        lambdas = [(self._start(node), self.back(ends[node])) for node in comparison.lambdas]
        planned = (chain.planned for chain in comparison.locals.values())
        locals_ = {f"{'&' if each.reference else ''}{each.local}" for each in planned}
        reasons.sort()
        index, around = 0, list[tuple[int, int]]()
        for edit in sorted(edits):
            while index < len(reasons) and reasons[index][0] <= edit.start:
                around.append(reasons[index])
                index += 1
            around = [reason for reason in around if reason[1] >= edit.start]
            if not any(edit.end <= reason[1] for reason in around):
                words = set(_WORD.findall(edit.text.decode("utf-8", "replace")))
                captured = words <= locals_ and _CAPTURE.fullmatch(self.source, edit.start, edit.end)
                if not captured or not any(start < edit.start < end for start, end in lambdas):
                    return Span(edit.start, edit.end)
        return None

    def _start(self, node: int) -> int:
        return self.back(self.before.marked.starts[node])

    # --- messages ------------------------------------------------------------------------------------------

    def _refusal(self, problem: Problem, after: tuple[Snapshot, Moved] | None) -> Diagnostic:
        if problem.chain is not None and problem.type:
            why = "that name means another type where the region begins"
            return diagnostic(
                "unsupported-type",
                self.file,
                problem.chain.place,
                chain=problem.chain.text,
                type=problem.type,
                why=why,
            )
        if problem.after:
            assert after is not None
            tree, moved = after
            start, end = moved.near(tree.starts[problem.node]), moved.near(tree.ends[problem.node])
        else:
            old = self.before.marked
            start, end = self.back(old.starts[problem.node]), self.back(old.ends[problem.node])
        return self._at(Span(start, max(start, end)), problem.what)

    def _at(self, span: Span, what: str) -> Diagnostic:
        regions = [region for region in self.planned.regions if region.keyword.start <= span.start]
        notes: tuple[Note, ...] = ()
        if regions:
            keyword = max(region.keyword for region in regions)
            notes = (Note("the region begins here", Place(self.file, keyword)),)
        return diagnostic("verification", self.file, span, notes, what=what)


def _use_of_macro(probe: Parsed, marked: Snapshot, node: int) -> tuple[int, int] | None:
    """The innermost use of a macro that holds a node which the macro's body begins or ends."""
    if not marked.flags[node] & BODY:
        return None
    start, end = marked.starts[node], marked.ends[node]
    last = bisect_right(probe.expansion_starts, start) - 1
    rows = (probe.expansion_rows[index][:2] for index in range(last, -1, -1))
    return next((row for row in rows if row[1] >= end), None)
