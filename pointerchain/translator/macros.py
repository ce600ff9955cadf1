# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Macros: what their expansions in the regions hide.

``#define COUNT s->atoms->n`` and ``COUNT += 1`` in a region  ->  error ``chain-in-macro``: a body
cannot be rewritten for one region alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pointerchain.diagnostics import Note, Place
from pointerchain.source import Span
from pointerchain.translator import semantics
from pointerchain.translator.analysis import Analysis
from pointerchain.translator.chains import same_declaration
from pointerchain.translator.facts import Expansion
from pointerchain.translator.libclang import Kind
from pointerchain.translator.nodes import Node
from pointerchain.translator.scan import Hoist
from pointerchain.translator.usage import Use, usage

if TYPE_CHECKING:
    from pointerchain.translator.checks import UseChecks


class Macros:
    """Answers questions about macros' definitions."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    def stringizes(self, expansion: Expansion) -> bool:
        """Whether a macro, or one that its body uses, makes a string of an argument."""
        return bool(re.search(rb"(?<!#)#\s*[A-Za-z_]", self.transitive(expansion)))

    def transitive(self, expansion: Expansion) -> bytes:
        """A macro's body with the bodies of the macros that it names, and so on."""
        if expansion.body is None:
            return b""
        bodies, seen, at = [expansion.body], {expansion.name}, 0
        while at < len(bodies):
            words = {word.decode("utf-8", "replace") for word in re.findall(rb"[A-Za-z_]\w*", bodies[at])}
            at += 1
            for word in sorted(words - seen):
                bodies += self.analysis.macro_definitions(word)
            seen |= words
        return b"\n".join(bodies)

    def definition(self, expansion: Expansion | None) -> tuple[Note, ...]:
        """A note where a macro is defined; in the translated file itself its place is the source's."""
        if expansion is None or not expansion.file:
            return ()
        span = expansion.body_span
        if expansion.file == self.analysis.unit.session.filename:
            span = Span(self.analysis.probe.back(span.start), self.analysis.probe.back(span.end))
        return (Note(f"macro '{expansion.name}' is defined here", Place(expansion.file, span)),)


class MacroChecks:
    """Refuses chains that macros' bodies spell."""

    def __init__(self, analysis: Analysis, uses: UseChecks) -> None:
        self.analysis, self.uses, self.macros = analysis, uses, uses.macros

    def run(self) -> None:
        """Access expressions that a macro's body wrote, though they name a chain or change a prefix."""
        self._pragmas_in_macros()
        names: dict[str, list[Hoist]] = {}
        for hoist in (*self.analysis.scan.hoists, *self.analysis.scan.idle):
            resolved = self.uses.resolved.get(hoist.number)
            if resolved is not None:
                for declared in resolved.fields:
                    names.setdefault(declared.name, []).append(hoist)
        spelled = {occurrence.span for occurrence in self.analysis.scan.occurrences}
        for node in self.analysis.tree.nodes:
            if not node.body or node.kind != Kind.MEMBER or self.analysis.source_span(node) in spelled:
                continue
            candidates = names.get(node.name())
            if candidates:
                self._macro_member(node, candidates)

    def _pragmas_in_macros(self) -> None:
        """A macro's body that holds a directive which names a chain."""
        for number, expansions in self.analysis.expansions.items():
            for expansion in expansions:
                text = self.macros.transitive(expansion)
                if b"_Pragma" not in text:
                    continue
                for hoist in self.analysis.families[number]:
                    words = [op[1:] for op in hoist.path.ops if op.startswith(b".")]
                    if words and re.search(rb"_Pragma[^\n]*\b" + re.escape(words[-1]) + rb"\b", text):
                        span = Span(*map(self.analysis.probe.back, expansion.span))
                        if self._is_seen(hoist, span.start):
                            self.uses.complain(
                                "chain-in-macro",
                                span,
                                hoist,
                                self.macros.definition(expansion),
                                macro=expansion.name,
                            )

    def _macro_member(self, node: Node, candidates: list[Hoist]) -> None:
        analysis = self.analysis
        root, path = semantics.path_of(node)
        at = analysis.source_span(node)
        for hoist in candidates:
            resolved = self.uses.resolved[hoist.number]
            if not self._is_seen(hoist, at.start):
                continue
            if not same_declaration(root, resolved.root):
                continue
            own = tuple(op[1:].decode("utf-8", "replace") for op in hoist.path.ops if op.startswith(b"."))
            if resolved.root is not None and resolved.root.kind == Kind.FIELD:
                own = (resolved.root.name, *own)
            expansion = analysis.expansion_at(at.start) or analysis.expansion_at(at.end - 1)
            macro = expansion.name if expansion else "?"
            notes = self.macros.definition(expansion)
            if path == own:
                use = usage(node, analysis.cxx)
                if use.use is not Use.UNEVALUATED:
                    self.uses.complain("chain-in-macro", at, hoist, notes, macro=macro)
            elif own[: len(path)] == path and usage(node, analysis.cxx).use is Use.WRITE:
                self.uses.complain("prefix-assigned", at, hoist, notes, prefix=".".join(path))

    def _is_seen(self, hoist: Hoist, at: int) -> bool:
        """Whether a place lies in a region that sees a declared chain, used there or not."""
        region = self.analysis.region_at(at)
        around = self.analysis.lineage(region.number) if region is not None else []
        return any(row.item is hoist.declared.item for region in around for row in region.chains)
