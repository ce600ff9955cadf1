# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Aliases: reasons to doubt that only a chain's own spelling changes what it evaluates to.

``other->n = 1`` in a region that keeps ``s->atoms->n`` in a local  ->  warning ``aliased-write``.

The user promises that it is so; what is said here are warnings, which ``-Werror=CODE`` makes strict.
"""

from __future__ import annotations

from bisect import bisect_right

from pointerchain.source import Span
from pointerchain.translator import semantics
from pointerchain.translator.analysis import Analysis
from pointerchain.translator.chains import Resolved, same_declaration
from pointerchain.translator.checks import UseChecks, show
from pointerchain.translator.lex import before_space
from pointerchain.translator.libclang import Kind, TypeKind
from pointerchain.translator.nodes import Node
from pointerchain.translator.scan import Hoist
from pointerchain.translator.usage import ASSIGN, Use, usage


class AliasChecks:
    """Looks for the same members by other paths, and for functions that could reach them."""

    def __init__(self, analysis: Analysis, uses: UseChecks) -> None:
        self.analysis, self.uses = analysis, uses
        self.judged = sorted({occurrence.span for occurrence in uses.findings.replaced})

    def run(self) -> None:
        """Say every doubt."""
        self.members()
        self.records()
        self.calls()
        self.own_methods()

    def members(self) -> None:
        """The same members by another path: written, or read while the region changes them."""
        for number, tokens in self.analysis.members.items():
            family = self.analysis.families[number]
            fields: dict[tuple[str, int], list[tuple[Hoist, bool]]] = {}
            for hoist in family:
                resolved = self.uses.resolved.get(hoist.number)
                for index, declared in enumerate(resolved.fields if resolved else ()):
                    last = index == len(resolved.fields) - 1 if resolved else False
                    fields.setdefault((declared.file, declared.offset), []).append((hoist, last))
            for token in tokens:
                self._member(token, fields)

    def _member(self, token: Span, fields: dict[tuple[str, int], list[tuple[Hoist, bool]]]) -> None:
        analysis = self.analysis
        end = analysis.probe.forward(token.end)
        start = analysis.probe.forward(token.start)
        for node in analysis.tree.ending(end):
            if node.kind != Kind.MEMBER or node.start > start or node.body:
                continue
            declared = node.declaration()
            rows = fields.get((declared.file, declared.offset), ()) if declared else ()
            if not rows or declared is None:
                continue
            use = usage(node, analysis.cxx)
            span = analysis.source_span(node)
            if self._is_judged(span):
                continue  # part of an occurrence, which was judged as one
            text = show(b" ".join(analysis.lexed.data[span.start : span.end].split()))
            for hoist, last in rows:
                region = analysis.regions[hoist.region]
                if not region.span.start <= token.start < region.span.end:
                    continue
                if self._is_own_prefix(hoist, node) or self._is_known(hoist, node):
                    continue
                if use.use is not Use.UNEVALUATED and self._is_same_path(hoist, node):
                    why = f"as '{text}', where the chain's own spelling is not recognised"
                    self.uses.complain("unsupported-use", span, hoist, why=why)
                elif use.use is Use.WRITE:
                    self.uses.complain("aliased-write", span, hoist, text=text, member=declared.name)
                elif use.use is Use.READ and last and hoist.number in self.uses.findings.written:
                    self.uses.complain("aliased-read", span, hoist, text=text, member=declared.name)

    def _is_judged(self, span: Span) -> bool:
        """Whether a span lies in an occurrence; the last to begin before it is the one that could hold it."""
        index = bisect_right(self.judged, (span.start, len(self.analysis.lexed.data) + 1)) - 1
        return index >= 0 and span.end <= self.judged[index].end

    def _is_known(self, hoist: Hoist, node: Node) -> bool:
        """The same path with constant subscripts is another object, or an occurrence judged already."""
        values = [value for _, value in self.uses.resolved[hoist.number].constants]
        if not values:
            return False
        root, path = semantics.path_of(node)
        own = tuple(declared.name for declared in self.uses.resolved[hoist.number].fields)
        if not same_declaration(root, self.uses.resolved[hoist.number].root) or path != own:
            return False
        found = semantics.subscript_values(node)
        return len(found) == len(values) and None not in found

    def _is_same_path(self, hoist: Hoist, node: Node) -> bool:
        """The very chain in C, spelled as the scan does not follow it: a macro between, ``(&s)->n``."""
        resolved = self.uses.resolved[hoist.number]
        if self.analysis.cxx or resolved.root is None:
            return False
        root, path = semantics.path_of(node)
        own = tuple(declared.name for declared in resolved.fields)
        if not same_declaration(root, resolved.root) or path != own:
            return False
        return not any(op.startswith(b"[") for op in hoist.path.ops) and not semantics.subscript_values(node)

    def _is_own_prefix(self, hoist: Hoist, node: Node) -> bool:
        """A prefix of the chain itself, which has its own check."""
        resolved = self.uses.resolved[hoist.number]
        root, path = semantics.path_of(node)
        own = tuple(declared.name for declared in resolved.fields)
        return same_declaration(root, resolved.root) and own[: len(path)] == path and len(path) < len(own)

    def records(self) -> None:
        """Whole structs that are assigned: ``*a = b`` where a chain goes through such a struct."""
        holders: dict[str, list[Hoist]] = {}
        for hoist in self.analysis.scan.hoists:
            resolved = self.uses.resolved.get(hoist.number)
            for declared in resolved.fields if resolved else ():
                holders.setdefault(declared.record, []).append(hoist)
        for node in self.analysis.tree.nodes:
            assigned = node.kind == Kind.BINARY and node.binary_operator == ASSIGN
            assigned = assigned or (node.kind == Kind.CALL and node.name() == "operator=")
            if not assigned or node.type.kind != TypeKind.RECORD:
                continue
            at = self.analysis.source_span(node)
            for hoist in holders.get(node.type.canonical, ()):
                region = self.analysis.regions[hoist.region]
                code = self.analysis.lexed.code
                if (
                    not region.span.start <= at.start < region.span.end
                    or code[at.start : at.start + 1] != b"*"
                ):
                    continue
                member = next(
                    d for d in self.uses.resolved[hoist.number].fields if d.record == node.type.canonical
                )
                end = code.find(b"=", at.start)
                span = Span(at.start, before_space(code, end))
                text = show(b" ".join(self.analysis.lexed.data[span.start : span.end].split()))
                if not any(
                    d.place.span.start <= span.end and span.start <= d.place.span.start
                    for d in self.uses.findings.diagnostics
                ):
                    self.uses.complain("aliased-write", span, hoist, text=text, member=member.name)

    def own_methods(self) -> None:
        """Member functions of ``this`` in a region whose chains begin there."""
        owned = [
            hoist
            for hoist in self.analysis.scan.hoists
            if hoist.number in self.uses.resolved and _is_member(self.uses.resolved[hoist.number])
        ]
        for node in self.analysis.tree.nodes if owned else ():
            const = semantics.own_method(node) if node.kind == Kind.CALL else None
            if const is None:
                continue
            at = self.analysis.probe.back(node.start)
            for hoist in owned:
                region = self.analysis.regions[hoist.region]
                written = hoist.number in self.uses.findings.written
                if not region.span.start <= at < region.span.end or (const and not written):
                    continue
                span = self.analysis.source_span(node)
                verb, chain = "read" if const else "change", show(hoist.declared.item.text)
                what = f"member function '{node.name()}' could {verb} '{chain}'"
                self.uses.complain("aliased-call", span, hoist, what=what)

    def calls(self) -> None:
        """Functions that reach the root by themselves: through a global or a static."""
        lasting = [
            hoist
            for hoist in self.analysis.scan.hoists
            if hoist.number in self.uses.resolved
            and self.uses.resolved[hoist.number].file_scope
            and not _is_member(self.uses.resolved[hoist.number])
            and hoist.number in self.uses.findings.written
        ]
        if not lasting:
            return
        told: set[tuple[int, str]] = set()  # once a function is enough
        for node in self.analysis.tree.nodes:
            if node.kind != Kind.CALL or node.macro:
                continue
            at = self.analysis.probe.back(node.start)
            for hoist in lasting:
                region = self.analysis.regions[hoist.region]
                if (hoist.number, node.name()) in told:
                    continue
                if region.span.start <= at < region.span.end and semantics.is_user_function(node):
                    told.add((hoist.number, node.name()))
                    span = Span(at, at + len(node.name().encode()))
                    chain = show(hoist.declared.item.text)
                    what = f"'{node.name()}' could read or change '{chain}', which the region changes"
                    self.uses.complain("aliased-call", span, hoist, what=what)


def _is_member(resolved: Resolved) -> bool:
    """Whether a chain begins at ``this`` or a member of it."""
    return resolved.file_scope and (resolved.root is None or resolved.root.kind == Kind.FIELD)
