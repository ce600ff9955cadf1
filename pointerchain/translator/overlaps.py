# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Overlaps: chains whose objects share memory with another chain's, or with what the region names.

``s->v.x = 1; w = s->v;`` in a region that hoists ``s->v.x``  ->  error: the struct in memory does not
have the local's value yet.

Other than an alias, which the user promises not to use, an overlap shows in the spelling: one path is
the beginning of the other, or they part at the members of one union.
"""

from __future__ import annotations

import re

from pointerchain.diagnostics import Note, Place
from pointerchain.translator import semantics
from pointerchain.translator.analysis import Analysis
from pointerchain.translator.chains import Shape
from pointerchain.translator.checks import UseChecks, show
from pointerchain.translator.lex import before_space, closing, skip_space
from pointerchain.translator.libclang import ARRAYS
from pointerchain.translator.nodes import Declaration
from pointerchain.translator.paths import DEREF, canonical
from pointerchain.translator.scan import Hoist, Occurrence, Other
from pointerchain.translator.usage import Use, access_node, usage

_IN_UNION = re.compile(r"\Aunion\b|\((?:anonymous|unnamed)\b")
"""What a member's struct may be called where it is, or lies in, a union: Clang is asked then."""
_NUMBER = re.compile(rb"\[\d+\]")
_MEMBER = re.compile(rb"\.\s*[\w$]+\s*")
_CHANGED = re.compile(rb"(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--")


class OverlapChecks:
    """Refuses two locals, or a local and memory, for one object."""

    def __init__(self, analysis: Analysis, uses: UseChecks) -> None:
        self.analysis, self.uses = analysis, uses

    def run(self) -> None:
        """Ask everything."""
        hoists = [hoist for hoist in self.analysis.scan.hoists if hoist.number in self.uses.resolved]
        for hoist in hoists:
            for other in self.uses.active(hoist.region):
                if other.number in self.uses.resolved and other is not hoist:
                    self._within(hoist, other)
        if not self.analysis.cxx:
            self._unions(hoists)

    # --- one chain in another ------------------------------------------------------------------------

    def _within(self, inner: Hoist, outer: Hoist) -> None:
        """A chain that names a part of what another chain names."""
        own, around = canonical(inner.path.ops), canonical(outer.path.ops)
        if inner.path.root != outer.path.root or own[: len(around)] != around or len(own) == len(around):
            return
        shape = self.uses.resolved[outer.number].shape
        rest, spelled = own[len(around) :], inner.path.ops[len(around) :]
        written = self.uses.findings.written
        if shape is Shape.RECORD:
            if any(op == DEREF for op in spelled):
                return  # it leads out of the struct
            in_memory = self.uses.resolved[inner.number].shape is Shape.ARRAY
            if not in_memory and inner.number not in written and outer.number not in written:
                return
            why = "while the struct that it is a part of is hoisted, too, and one of them changes"
        elif shape in (Shape.ARRAY, Shape.POINTER) and len(rest) == 1 and spelled[0].startswith(b"["):
            if self.uses.resolved[inner.number].shape is Shape.ARRAY:
                return  # both are addresses of the memory itself
            self._elements(inner, outer)
            return
        else:
            return
        place = Place(self.analysis.file, outer.declared.item.span)
        note = Note(f"chain '{show(outer.declared.item.text)}' is declared here", place)
        chain = show(inner.declared.item.text)
        self.uses.complain("unsupported-use", inner.declared.item.span, None, (note,), chain=chain, why=why)

    def _elements(self, inner: Hoist, outer: Hoist) -> None:
        """Doubt an array's use under another subscript, which may be the element's, where one changes."""
        written = inner.number in self.uses.findings.written
        index = inner.path.ops[len(outer.path.ops)]
        fields = self.uses.resolved[outer.number].fields
        for row in self.uses.findings.replaced:
            if row.hoist != outer.number:
                continue
            used, changed = self._element(row) if row.construct is None else (b"[...]", False)
            if not (written or changed) or not used:
                continue  # without a subscript it is another pointer, which the user promises not to use
            if not (_NUMBER.fullmatch(used) and _NUMBER.fullmatch(index)):
                text = show(self.analysis.lexed.data[slice(*row.span)] + used)
                code = "aliased-write" if changed else "aliased-read"
                member = fields[-1].name if fields else text
                self.uses.complain(code, row.span, inner, text=text, member=member)

    def _element(self, row: Occurrence) -> tuple[bytes, bool]:
        """The subscript that follows an array, nothing where none does, and whether the element changes."""
        code = self.analysis.lexed.code
        before, at = before_space(code, row.span.start), skip_space(code, row.span.end)
        index = b""
        if code[before - 1 : before] == b"[" and code[at : at + 1] == b"]":  # '3[array]'
            at = skip_space(code, at + 1)
        elif code[at : at + 1] == b"[" and (close := closing(code, at)) >= 0:
            index = b"[" + code[at + 1 : close].strip() + b"]"
        while code[at : at + 1] in (b"[", b"."):
            if code[at : at + 1] == b"[":
                close = closing(code, at)
                at = skip_space(code, close + 1) if close >= 0 else len(code)
            else:
                word = _MEMBER.match(code, at)
                at = word.end() if word else len(code)
        changed = bool(_CHANGED.match(code, at)) or code[before - 2 : before] in (b"++", b"--")
        return index, changed or code[before - 1 : before] in (b"&", b"*")

    # --- unions ------------------------------------------------------------------------------------------

    def _unions(self, hoists: list[Hoist]) -> None:
        """Two members of one union share its memory: a change of either changes both."""
        analysis = self.analysis
        rows: list[tuple[Hoist, int, Declaration, Occurrence | Other]] = []
        every: list[Occurrence | Other] = [*analysis.scan.occurrences, *analysis.scan.others]
        for hoist in hoists:
            ops = canonical(hoist.path.ops)
            members = [k for k, op in enumerate(ops) if op.startswith(b".")]
            fields = self.uses.resolved[hoist.number].fields
            found = dict(zip(members, fields, strict=False)) if len(members) == len(fields) else {}
            found = {k: field for k, field in found.items() if _IN_UNION.search(field.record)}
            region = analysis.regions[hoist.region]
            for row in every if found else ():
                mention = row.mention
                inside = region.span.start <= mention.span.start < region.span.end
                if mention.path.root != hoist.path.root or not inside or row.construct is not None:
                    continue
                pairs = enumerate(zip(canonical(mention.path.ops), ops, strict=False))
                parted = next((k for k, (one, two) in pairs if one != two), -1)
                if parted in found and mention.path.ops[parted].startswith(b"."):
                    rows.append((hoist, parted, found[parted], row))
        if not rows:
            return
        probe = analysis.probe
        points = sorted({probe.forward(row.mention.upto(0).start) for _, _, _, row in rows})
        tree = analysis.unit.tree(points, lambda node: False)
        for hoist, parted, field, row in rows:
            mention = row.mention
            members_of = tree.at(probe.span(mention.upto(parted + 1)))
            shared = any(semantics.shares_union(node, field) for node in members_of)
            if not shared or not self.uses.is_same_root(hoist, mention):
                continue
            nodes = access_node(tree.at(probe.span(mention.span)))
            written = self.uses.findings.written
            changes = hoist.number in written or (isinstance(row, Occurrence) and row.hoist in written)
            kinds = {usage(node, False).use for node in nodes} - {Use.UNEVALUATED}
            reads = kinds <= {Use.READ} and not any(node.type.kind in ARRAYS for node in nodes)
            if kinds and (changes or not reads):
                text = show(b" ".join(analysis.lexed.data[mention.span.start : mention.span.end].split()))
                why = f"while '{text}' names another member of its union, and one of them changes"
                self.uses.complain("unsupported-use", mention.span, hoist, why=why)
