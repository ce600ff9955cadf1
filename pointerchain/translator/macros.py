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
from pointerchain.translator.directives import Construct
from pointerchain.translator.facts import Expansion
from pointerchain.translator.lex import statement_end
from pointerchain.translator.libclang import Kind
from pointerchain.translator.nodes import Node
from pointerchain.translator.regions import Region, construct_span
from pointerchain.translator.scan import Hoist
from pointerchain.translator.usage import Use, usage

if TYPE_CHECKING:
    from pointerchain.translator.checks import UseChecks


_WORD = re.compile(rb"(?<![\w.>$])[A-Za-z_]\w*")
_DEFINE = re.compile(rb"#[ \t]*define[ \t]+([A-Za-z_]\w*)")
_FORKS = re.compile(rb"\b(?:parallel|kernels|serial|target|teams|task|taskloop|for|sections|loop)\b")
_OWN_DATA = re.compile(rb"\b(?:acc|target|task|taskloop|default)\b")
"""What in a directive's text gives its statement data of its own."""
_TEAM = re.compile(rb"\bparallel\b")


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


def is_system(file: str) -> bool:
    """Whether a file is the system's or the compiler's, which name no member of a user's struct."""
    return file.startswith(("/usr/include/", "/usr/lib/", "/usr/local/lib/", "/opt/"))


class MacroChecks:
    """Refuses chains that macros' bodies spell."""

    def __init__(self, analysis: Analysis, uses: UseChecks) -> None:
        self.analysis, self.uses, self.macros = analysis, uses, uses.macros

    def run(self) -> None:
        """Access expressions that a macro's body wrote, though they name a chain or change a prefix."""
        self._pragmas_in_macros()
        self._hidden_constructs()
        self._macros_in_directives()
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

    def _hidden_constructs(self) -> None:
        """A directive that a macro spells is no construct to the checks: where it matters, it is refused."""
        written: dict[int, list[Hoist]] = {}
        for number in self.uses.findings.written:
            hoist = self.analysis.scan.hoists[number]
            written.setdefault(hoist.region, []).append(hoist)
        probe = self.analysis.probe
        for number, hoists in written.items():
            region = self.analysis.regions[number]
            start = self.analysis.outermost_start(region)
            for expansion in self.analysis.unit.expansions(probe.span(Span(start, region.span.end))):
                directive = self._directive(expansion)
                if directive is None:
                    continue
                at = probe.back(expansion.span.start)
                statement = Span(at, self._statement_end(expansion))
                if at < region.span.start:
                    around = statement.end >= region.span.end and _FORKS.search(directive)
                    changed = hoists if around else []
                elif not _OWN_DATA.search(directive) and (
                    _TEAM.search(directive) or self._in_team(region, at)
                ):
                    continue  # the local is shared as the member was
                else:
                    places = self.uses.findings.written
                    changed = [
                        h
                        for h in hoists
                        if any(statement.start <= p.start < statement.end for p in places[h.number])
                    ]
                for hoist in changed[:1]:
                    self._complain(expansion, hoist)

    def _in_team(self, region: Region, at: int) -> bool:
        """Whether a directive that can be seen starts the threads for a place in a region."""
        for construct in self.analysis.scan.inside[region.number]:
            span = construct_span(self.analysis.lexed, construct)
            if b"parallel" in construct.name and span is not None and span.start <= at < span.end:
                return True
        return False

    def _statement_end(self, expansion: Expansion) -> int:
        """Where what follows a macro's directive ends, at the latest."""
        code, back = self.analysis.lexed.code, self.analysis.probe.back
        first, after = back(expansion.span.start), back(expansion.span.end)
        ends = (statement_end(code, first), statement_end(code, after))
        blocks = self.analysis.lexed.blocks
        return max(ends) if min(ends) >= 0 else blocks.ends[blocks.block(first)]

    def _complain(self, expansion: Expansion, hoist: Hoist) -> None:
        start = self.analysis.probe.back(expansion.span.start)
        span = Span(start, start + len(expansion.name.encode()))
        notes = self.macros.definition(expansion)
        if any(
            d.code == "chain-in-macro" and d.place.span.start == start for d in self.uses.findings.diagnostics
        ):
            return
        why = f"and changed under a directive that macro '{expansion.name}' spells: write a '#pragma'"
        self.uses.complain("unsupported-use", span, hoist, notes, why=why)

    def _directive(self, expansion: Expansion) -> bytes | None:
        """The text of the acc or omp directive that a macro's expansion holds, or None."""
        if expansion.body is None:
            return None
        text = self.macros.transitive(expansion)
        if b"_Pragma" not in text:
            return None
        given = self.analysis.probe.text[expansion.span.start : expansion.span.end].partition(b"(")[2]
        for found in re.finditer(rb'_Pragma\s*\(\s*(?:L|u8|u|U)?("(?:[^"\\\n]|\\.)*")?', text):
            words = found.group(1)[1:-1] if found.group(1) else given + b" " + text
            directive = re.search(rb"\b(?:acc|omp)\s+\w[^\n]*", words)
            if directive and not re.match(rb"omp\s+simd\b", directive.group()):
                return directive.group()
        return None

    def _macros_in_directives(self) -> None:
        """Compilers expand macros in a directive's text: one whose body names a chain hides its use."""
        rows: list[tuple[Hoist, bytes, tuple[Construct, ...]]] = []
        for hoist in self.analysis.scan.hoists:
            constructs = self.analysis.scan.inside[hoist.region]
            last = next((op[1:] for op in reversed(hoist.path.ops) if op.startswith(b".")), b"")
            if constructs and last and hoist.number in self.uses.resolved:
                rows.append((hoist, last, constructs))
        names = self._defined(frozenset(last for _, last, _ in rows)) if rows else frozenset()
        for hoist, last, constructs in rows if names else ():
            for construct in constructs:
                for found in _WORD.finditer(construct.pragma.text):
                    if found.group() in names:
                        self._in_directive(hoist, construct, found.group(), found.start(), last)

    def _defined(self, members: frozenset[bytes]) -> frozenset[bytes]:
        """The macros of the user's files, where any of those files defines some and names a member."""
        named = re.compile(rb"(?<![\w$])(?:" + b"|".join(map(re.escape, sorted(members))) + rb")(?![\w$])")
        unit = self.analysis.unit
        texts = [self.analysis.lexed.data, *(unit.text_of(f) for f in unit.included if not is_system(f))]
        texts = [text for text in texts if b"define" in text]
        if not any(named.search(text) for text in texts):
            return frozenset()
        return frozenset(found.group(1) for text in texts for found in _DEFINE.finditer(text))

    def _in_directive(self, hoist: Hoist, construct: Construct, word: bytes, at: int, last: bytes) -> None:
        name = word.decode("utf-8", "replace")
        bodies = b"\n".join(self.analysis.macro_definitions(name))
        whole = Expansion(Span(0, 0), name, bodies, "", Span(0, 0))
        body = re.sub(re.escape(word), b"", bodies) + self.macros.transitive(whole)[len(bodies) :]
        if re.search(rb"(?<![\w$])" + re.escape(last) + rb"(?![\w$])", body):
            at += construct.pragma.body.start
            self.uses.complain("chain-in-macro", Span(at, at + len(word)), hoist, macro=name)

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
