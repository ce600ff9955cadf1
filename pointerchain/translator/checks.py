# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Checks: how the regions use their chains -> what is refused or doubted, and what is written.

``s->n++`` in a region that hoists ``s->n``  ->  hoist of ``s->n`` is written;
``&s->n`` in it  ->  error ``address-taken``.

Nothing is planned before everything here has been asked. What control flow asks is in ``control``,
what acc and omp directives ask in ``constructs``, what links and subscripts ask in ``prefixes``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.source import Span
from pointerchain.translator import semantics
from pointerchain.translator.analysis import Analysis
from pointerchain.translator.chains import Resolved, Shape, same_declaration
from pointerchain.translator.facts import Expansion
from pointerchain.translator.lambdas import captures, objection
from pointerchain.translator.lex import before_space, closing, opening, word_before
from pointerchain.translator.libclang import RECORDS, Kind
from pointerchain.translator.macros import Macros
from pointerchain.translator.mentions import Mention
from pointerchain.translator.nodes import Node
from pointerchain.translator.paths import Path, canonical
from pointerchain.translator.scan import Hoist, Occurrence, Other, implicit_this, is_plain_read
from pointerchain.translator.usage import Usage, Use, access_node, usage

_OBSERVERS = frozenset(("size", "empty", "capacity", "max_size", "get", "length", "size_bytes"))
_UNEVALUATED_WORDS = frozenset(
    b"sizeof alignof _Alignof __alignof__ typeof __typeof__ __typeof decltype noexcept "
    b"__builtin_types_compatible_p __builtin_offsetof offsetof typeof_unqual".split()
)
_UNEVALUATED = re.compile(rb"(?<![\w$])(?:" + b"|".join(sorted(_UNEVALUATED_WORDS)) + rb")(?![\w$])")
_EFFECT = re.compile(rb"\+\+|--|(?<![=!<>])=(?!=)|<<=|>>=")
_BEFORE_NULL = re.compile(rb"\s*[!=]=\s*nullptr\b")
_AFTER_NULL = re.compile(rb"(?<![\w$])nullptr\s*[!=]=\s*\Z")
_HANDLE_OPERATORS = frozenset(("operator*", "operator bool", "operator->", "operator[]"))


class Findings:
    """What the checks found: diagnostics, and per hoist whether and where it is written."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        self.written: dict[int, list[Span]] = {}
        self.replaced: list[Occurrence] = []
        """The occurrences for which the local stands, in code and in directives."""
        self.captures: dict[Span, set[int]] = {}
        """Per lambda, from its introducer's ``]`` to its end: the hoists that it must capture by copy."""


class UseChecks:
    """Judges every mention of a chain; what other checks say is said here, too."""

    def __init__(self, analysis: Analysis, resolved: dict[int, Resolved], findings: Findings) -> None:
        self.analysis, self.resolved, self.findings = analysis, resolved, findings
        self.said: set[tuple[str, Span]] = set()
        self.hoists_of: dict[int, list[Hoist]] = {}
        for hoist in analysis.scan.hoists:
            self.hoists_of.setdefault(hoist.region, []).append(hoist)
        self.macros = Macros(analysis)
        self.left_alone: list[tuple[Occurrence, Expansion]] = []
        self.arrays: list[Occurrence] = []
        self.unevaluated: dict[int, bool] = {}
        self.operands: list[Occurrence] = []
        """Occurrences in operands that are not evaluated as a rule."""
        self.in_lambdas: list[tuple[Hoist, Span]] = []

    def occurrences(self) -> None:
        """Judge the occurrences: what is replaced, and what the regions write."""
        for occurrence in self.analysis.scan.occurrences:
            self.occurrence(occurrence)
        for other in self.analysis.scan.others:
            if other.construct is None:
                self._by_value(other)

    def rest(self) -> None:
        """Judge everything else, now that all writes are known."""
        self.stringized()
        self.evaluated()

    def complain(
        self, code: str, span: Span, hoist: Hoist | None, notes: tuple[Note, ...] = (), **fields: str
    ) -> None:
        """Say a problem once, with a note where the chain is declared."""
        if (code, span) in self.said:
            return
        self.said.add((code, span))
        if hoist is not None:
            item = hoist.declared.item
            fields.setdefault("chain", show(item.text))
            place = Place(self.analysis.file, item.span)
            notes = (*notes, Note(f"chain '{show(item.text)}' is declared here", place))
        self.findings.diagnostics.append(diagnostic(code, self.analysis.file, span, notes, None, **fields))

    def write(self, hoist: int, span: Span) -> None:
        """Note that a region changes a hoisted value."""
        self.findings.written.setdefault(hoist, []).append(span)

    def active(self, region: int) -> Iterable[Hoist]:
        """The hoists whose locals are alive in a region."""
        for row in self.analysis.lineage(region):
            yield from self.hoists_of.get(row.number, ())

    # --- occurrences --------------------------------------------------------------------------------

    def is_same_root(self, hoist: Hoist, mention: Mention) -> bool:
        """Whether a mention's root, and its subscripts' variables, are the hoist's own declarations."""
        analysis = self.analysis
        if not analysis.declared:
            return True
        at = mention.upto(0).start
        begin = analysis.regions[hoist.region].span.start
        names = [self.path_of(mention.path).root, *(w.path.root for w in hoist.declared.item.watched)]
        return all(analysis.declaration_at(n, at) == analysis.declaration_at(n, begin) for n in names)

    def occurrence(self, occurrence: Occurrence) -> None:
        """Judge an occurrence: whether the local stands for it, and whether it is written."""
        hoist = self.analysis.scan.hoists[occurrence.hoist]
        resolved = self.resolved.get(hoist.number)
        if resolved is None or not self.is_same_root(hoist, occurrence.mention):
            return
        if (
            occurrence.confirm
            and occurrence.construct is None
            and not self._is_root(occurrence.mention, resolved)
        ):
            if occurrence.otherwise is not None:
                self.occurrence(occurrence.otherwise)
            elif not self.analysis.nodes(occurrence.mention.upto(0)):
                self._no_node(hoist, occurrence)
            return
        if occurrence.construct is not None:
            self.findings.replaced.append(occurrence)
            return
        span = occurrence.span
        if self._has_unevaluated(occurrence.region) and self._unevaluated(span.start):
            self.operands.append(occurrence)
            return  # nothing is read there, and the type is the member's own
        plain = is_plain_read(self.analysis.lexed, occurrence)
        settled = plain and not occurrence.mention.unsure and resolved.shape is not Shape.RECORD
        if settled and not self.analysis.cxx:
            self._keep(occurrence)  # Clang was not asked about it
            return
        nodes = access_node(self.analysis.nodes(span))
        if occurrence.mention.unsure and not nodes:
            return  # the parentheses were a call's: this is no occurrence
        if resolved.shape is Shape.ARRAY and not plain and nodes:
            kinds = {usage(node, self.analysis.cxx).use for node in nodes}
            if kinds == {Use.UNEVALUATED}:
                return
            if kinds & {Use.OTHER, Use.ADDRESS, Use.UNEVALUATED}:
                self.arrays.append(occurrence)  # the array itself is meant: the pointer is no stand-in
                return
        if plain and resolved.shape is not Shape.RECORD:
            self._lambdas(hoist, nodes, span)
            self._keep(occurrence)
            return
        if not nodes:
            self._no_node(hoist, occurrence)
            return
        if resolved.shape is Shape.HANDLE:
            # a pointer converts to bool where the handle does
            nodes = [node for node in nodes if node.kind != Kind.CALL or node.name() != "operator bool"]
        uses = [usage(node, self.analysis.cxx) for node in nodes]
        for use in uses:
            if not self._judge(hoist, resolved, use, span):
                return
        if resolved.bit_field and self.analysis.cxx and any(map(_is_argument, nodes)):
            why = "as an argument, where overloads could tell a bit-field from its promoted value"
            self.complain("unsupported-use", span, hoist, why=why)
            return
        self._lambdas(hoist, nodes, span)
        if all(use.use is Use.UNEVALUATED for use in uses):
            return
        if resolved.shape is not Shape.RECORD and all(u.detail in _OBSERVERS for u in uses):
            return  # an observer: the container itself is asked
        self._keep(occurrence)

    def is_same_name(self, hoist: Hoist, own: bytes, root: bytes, mention: Mention) -> bool:
        """Whether two roots of one name, one or both qualified, are the same variable."""
        if not self.analysis.cxx or b"::" not in own + root:
            return False
        if own.rpartition(b"::")[2] != root.rpartition(b"::")[2]:
            return False
        return self._is_root(mention, self.resolved[hoist.number])

    def _is_root(self, mention: Mention, resolved: Resolved) -> bool:
        """Whether a root that is spelled otherwise is the chain's own declaration all the same."""
        path = mention.path
        nodes = self.analysis.nodes(mention.upto(len(path.ops) - len(implicit_this(path).ops)))
        own = resolved.root
        if own is None and b"::" in implicit_this(path).root:
            own = next(iter(resolved.fields), None)
            if own is None:
                return False
        if own is None:
            return any(n.kind == Kind.MEMBER for n in nodes)
        kinds = (Kind.DECL_REF, Kind.MEMBER)
        return any(n.kind in kinds and same_declaration(n.declaration(), own) for n in nodes)

    def _keep(self, occurrence: Occurrence) -> None:
        """The local stands here, unless a macro would turn its name into a string."""
        for expansion in self.analysis.expansions_at(occurrence.span.start):
            if self.macros.stringizes(expansion):
                self.left_alone.append((occurrence, expansion))
                return
        self.findings.replaced.append(occurrence)

    def _judge(self, hoist: Hoist, resolved: Resolved, use: Usage, span: Span) -> bool:
        """Whether a use can be kept; says why not, and notes writes."""
        shape = resolved.shape
        if use.use is Use.UNEVALUATED:
            return True
        if use.use is Use.ADDRESS:
            self.complain("address-taken", span, hoist)
            return False
        if shape in (Shape.CONTAINER, Shape.HANDLE):
            if use.use is Use.METHOD and use.detail in _OBSERVERS:
                return True
            if use.use is Use.METHOD and shape is Shape.HANDLE and use.detail in _HANDLE_OPERATORS:
                return True
            operator = use.node.name() if use.node.kind == Kind.CALL else ""
            if shape is Shape.HANDLE and operator in _HANDLE_OPERATORS:
                return True
            if shape is Shape.HANDLE and use.use is Use.READ and self._is_compared_with_null(span):
                return True
            what = f"to call '{use.detail}'" if use.use is Use.METHOD else "other than by subscript"
            self.complain("unsupported-use", span, hoist, why=f"{what}, and is hoisted as a pointer")
            return False
        if use.use is Use.METHOD:
            if shape is not Shape.RECORD or semantics.method_escapes(use.node):
                why = f"to call its member function '{use.detail}', which could keep its address"
                self.complain("unsupported-use", span, hoist, why=why)
                return False
            if not semantics.is_const_method(use.node):
                self.write(hoist.number, span)
            return True
        if use.use is Use.OTHER:
            self.complain("unsupported-use", span, hoist, why=use.detail)
            return False
        if use.use is Use.WRITE and shape is Shape.DEPENDENT and resolved.const:
            return True  # a dependent call looks like a write, but through const nothing is written
        if use.use is Use.WRITE:
            if resolved.bit_field:
                self.complain("bit-field-written", span, hoist)
                return False
            if hoist.declared.item.qualifier == "restrictconst":
                self.complain(
                    "qualifier-mismatch",
                    hoist.declared.item.qualifier_span or hoist.declared.item.span,
                    None,
                    (Note("it is changed here", Place(self.analysis.file, span)),),
                    qualifier="restrictconst",
                    chain=show(hoist.declared.item.text),
                    why="which the region changes",
                )
                return False
            if shape is Shape.ARRAY:
                self.complain("unsupported-use", span, hoist, why="where its array type matters")
                return False
            if shape is Shape.RECORD and resolved.fixed:
                item = hoist.declared.item
                why = "the region changes it, and a const member keeps it from being assigned back"
                self.complain(
                    "unsupported-type", item.span, None, chain=show(item.text), type=resolved.shown, why=why
                )
                return False
            self.write(hoist.number, span)
        return True

    def _is_compared_with_null(self, span: Span) -> bool:
        code = self.analysis.lexed.code
        after, line = _BEFORE_NULL.match(code, span.end), code[max(0, span.start - 80) : span.start]
        return bool(after or _AFTER_NULL.search(line))

    def _no_node(self, hoist: Hoist, occurrence: Occurrence) -> None:
        """Clang shows no expression here: an argument that a macro drops, or an unevaluated operand."""
        span = occurrence.span
        if self.analysis.expansion_at(span.start) is not None or self._unevaluated(span.start):
            return
        self.complain("unsupported-use", span, hoist, why="where Clang sees no expression")

    def _has_unevaluated(self, number: int) -> bool:
        """Whether a region holds an operand that is not evaluated at all."""
        if number not in self.unevaluated:
            span = self.analysis.regions[number].span
            code = self.analysis.lexed.code
            self.unevaluated[number] = bool(_UNEVALUATED.search(code, span.start, span.end))
        return self.unevaluated[number]

    def _unevaluated(self, at: int) -> bool:
        code = self.analysis.lexed.code
        start = self.analysis.lexed.blocks.starts[self.analysis.lexed.blocks.block(at)]
        position = at
        while position > start:
            position -= 1
            char = code[position : position + 1]
            if char in (b";", b"{", b"}"):
                return False
            if char == b")":
                position = opening(code, position, start)
            elif char == b"(" and word_before(code, before_space(code, position)) in _UNEVALUATED_WORDS:
                return True
        return False

    def evaluated(self) -> None:
        """Operands of ``sizeof`` and its kind that are evaluated all the same: C's of variable length."""
        lexed = self.analysis.lexed
        for occurrence in self.operands if not self.analysis.cxx else ():
            hoist = self.analysis.scan.hoists[occurrence.hoist]
            start = lexed.blocks.starts[lexed.blocks.block(occurrence.span.start)]
            at, bracket = occurrence.span.start, False
            while True:  # outwards, to the operator
                at, bracket = _enclosing(lexed.code, at, start), bracket or lexed.code[at : at + 1] == b"["
                if at < 0 or word_before(lexed.code, before_space(lexed.code, at)) in _UNEVALUATED_WORDS:
                    break
            end = closing(lexed.code, at) if at >= 0 else -1
            changes = _EFFECT.search(lexed.code, at, end) if end >= 0 else None
            if changes or (bracket and hoist.number in self.findings.written):
                why = "in an operand that is evaluated if an array in it is of variable length"
                self.complain("unsupported-use", occurrence.span, hoist, why=why)

    def _lambdas(self, hoist: Hoist, nodes: list[Node], span: Span) -> None:
        begin = self.analysis.probe.forward(self.analysis.regions[hoist.region].span.start)
        for node in nodes[:1]:
            for above in node.ancestors():
                if above.kind == Kind.LAMBDA and above.start >= begin:
                    self._lambda(hoist, above, span)
                elif above.kind in RECORDS and above.start >= begin:
                    self.complain("unsupported-use", span, hoist, why="in a member function of a local class")

    def _lambda(self, hoist: Hoist, node: Node, span: Span) -> None:
        analysis = self.analysis
        listed = captures(analysis, self.macros, node)
        why = objection(analysis, hoist, self.resolved[hoist.number], node, listed)
        if why:
            self.complain("lambda-capture", span, hoist, why=why)
            return
        self.in_lambdas.append((hoist, span))
        if not listed.by_copy:
            # by copy, for the lambda may live longer than the local: a thread's, say
            end = analysis.probe.back(node.end)
            self.findings.captures.setdefault(Span(listed.close, end), set()).add(hoist.number)

    # --- macros --------------------------------------------------------------------------------------

    def stringized(self) -> None:
        """Occurrences that must keep their spelling may do so while the memory has the same value."""
        for occurrence, expansion in self.left_alone:
            hoist = self.analysis.scan.hoists[occurrence.hoist]
            memory = hoist.number not in self.findings.written
            memory = memory and not self.in_compute(occurrence.span.start, occurrence.region)
            if not memory or b"_Pragma" in self.macros.transitive(expansion):
                self.complain("stringized-chain", occurrence.span, hoist, macro=expansion.name)
        for occurrence in self.arrays:
            if self.in_compute(occurrence.span.start, occurrence.region):
                hoist = self.analysis.scan.hoists[occurrence.hoist]
                self.complain("unsupported-use", occurrence.span, hoist, why="where its array type matters")
        for hoist, span in self.in_lambdas:
            if hoist.number in self.findings.written:
                self.complain("lambda-capture", span, hoist, why="while the region changes it")

    def in_compute(self, at: int, region: int) -> bool:
        """Whether a place lies in a compute construct of its region; set by :mod:`constructs`."""
        return any(span.start <= at < span.end for span in self.compute_spans)

    compute_spans: tuple[Span, ...] = ()

    # --- prefixes, subscripts, other paths -------------------------------------------------------------

    def _by_value(self, other: Other) -> None:
        """A mention that is a chain once constant subscripts are compared by value is an occurrence."""
        mention = other.mention
        if not any(op.startswith(b"[") for op in mention.path.ops):
            return
        for hoist in self.active(other.region):
            if hoist.number not in self.resolved or not self._equal_by_value(hoist, other):
                continue
            own, root = hoist.path.root, mention.path.root
            if own == root or self.is_same_name(hoist, own, root, mention):
                span = mention.upto(len(hoist.path.ops))
                self.occurrence(Occurrence(hoist.number, span, mention, other.region))
                return

    def _equal_by_value(self, hoist: Hoist, other: Other) -> bool:
        """Whether a mention is the chain but for constant subscripts that are spelled otherwise."""
        ops, own = other.mention.path.ops, hoist.path.ops
        if len(ops) < len(own) or ops[: len(own)] == own:
            return False
        differing = [k for k in range(len(own)) if ops[k] != own[k]]
        if not all(ops[k].startswith(b"[") and own[k].startswith(b"[") for k in differing):
            return False
        values = dict(self.resolved[hoist.number].constants)
        for k in differing:
            one = values.get(k)
            if one is None or self.subscript_value(other.mention, k) != one:
                return False
        return True

    def subscript_value(self, mention: Mention, index: int) -> int | None:
        """The value of a mention's subscript where it is a constant."""
        for node in self.analysis.nodes(mention.upto(index + 1)):
            if node.kind == Kind.SUBSCRIPT:
                return semantics.subscript_value(node)
        return None

    def path_of(self, path: Path) -> Path:
        """A path as paths are compared."""
        path = implicit_this(path) if self.analysis.cxx else path
        return Path(path.root, canonical(path.ops))


def _enclosing(code: bytes, at: int, start: int) -> int:
    """Place of the bracket that is open at a place, or -1."""
    while at > start:
        at -= 1
        char = code[at : at + 1]
        if char in (b"(", b"["):
            return at
        if char in (b")", b"]", b"}"):
            at = opening(code, at, start)
        elif char in (b"{", b";"):
            break
    return -1


def _is_argument(node: Node) -> bool:
    """Whether a value is a call's argument itself, with no cast or operator between."""
    expr = node
    while expr.parent is not None and expr.parent.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
        expr = expr.parent
    return expr.parent is not None and expr.parent.kind == Kind.CALL


def show(text: bytes) -> str:
    """Source text as a message quotes it."""
    return text.decode("utf-8", "replace")
