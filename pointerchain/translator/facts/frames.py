# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Frames: Clang's tree -> the block that each region is a run of statements of, and whether it can be one.

``int last = s->r[0];`` in a region and ``return last;`` after it  ->  the region is not put in braces.

A block ends the scope of the names and the life of the objects that its statements declare. The life
could be missed by another name too: a pointer to the object, or to an unnamed one (a compound literal).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    DECLARATIONS,
    EXPRESSIONS,
    LABELS,
    POINTER_TYPE,
    Kind,
    Unary,
)
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.lambdas import captures, kept
from pointerchain.translator.facts.uses import ADDRESS_OF, IMAG, RANGE, REAL, Use, usage
from pointerchain.translator.text.clauses import loops_of
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import skip_space
from pointerchain.translator.text.regions import Region, is_declarative, is_standalone

_UNQUALIFIED = lazy_pattern(rb"(?<![\w$.:])(?<!->)[A-Za-z_$][\w$]*")
_STATEMENT_WORDS = frozenset(b"return if else for while do switch case default break continue this".split())
_NAMING = frozenset(
    (
        *(Kind.DECL_REF, Kind.TYPE_REF, Kind.MEMBER),
        *(Kind.TEMPLATE_REF, Kind.NAMESPACE_REF, Kind.OVERLOADED_REF),
    )
)


_NO_FIELDS: Mapping[str, str] = {}


class Frame(NamedTuple):
    """A region's block, and what the plan must know of it.

    The labels are those directly before its edges, which need a statement there; ``used_after`` is what the
    region declares and what is needed after it, as a message names it.
    """

    block: Node
    label_before: bool
    label_at_end: bool
    used_after: str | None


class Misfit(NamedTuple):
    """Why a region is no run of statements: what a message is made of, with the other end of the problem."""

    region: int
    code: str
    form: str = ""
    fields: Mapping[str, str] = _NO_FIELDS
    note: tuple[str, Span] | None = None


def frames(context: Context) -> tuple[dict[int, Frame], tuple[Misfit, ...]]:
    """The frame of each well-formed region, and what is wrong with the others."""
    out: dict[int, Frame] = {}
    misfits: list[Misfit] = []
    for region in context.layout.regions:
        found = _frame(context, region)
        if isinstance(found, Misfit):
            misfits.append(found)
        else:
            out[region.number] = found
    for number, frame in out.items():
        region = context.regions[number]
        if region.construct is not None:
            continue
        later = _Lifetimes(context, region, frame.block).needed_later()
        if later is not None:
            out[number] = frame._replace(used_after=later)
        if _is_a_value(context, region, frame.block):
            misfits.append(Misfit(number, "split-statement", "value"))
    return out, tuple(misfits)


# --- shape -------------------------------------------------------------------------------------------------


_FOR = lazy_pattern(rb"(?<![\w$])for(?![\w$])")


def _frame(context: Context, region: Region) -> Frame | Misfit:
    number = region.number
    begin, end = (block_of(context.markers[word, number]) for word in ("begin", "end"))
    for form, parted in (("", _parted(context, region)), ("target", _under_target(context, region))):
        if parted is not None:
            note = (f"the statement of '{parted.spelling}' follows", parted.pragma.span)
            return Misfit(number, "split-construct", form, {"construct": parted.spelling}, note)
    around = _between_loops(context, region)
    if around is not None:
        note = (f"'{around.spelling}' begins here", around.pragma.span)
        return Misfit(number, "split-construct", "loops", {"construct": around.spelling}, note)
    inner = _torn(context, region)
    if inner is not None:
        note = (f"'{inner.spelling}' stands here", inner.pragma.span)
        return Misfit(number, "split-construct", "directly", {"inner": inner.spelling}, note)
    within = _in_atomic(context, region)
    if within is not None:
        note = (f"'{within.spelling}' begins here", within.pragma.span)
        return Misfit(number, "split-construct", "inside", {"construct": within.spelling}, note)
    if begin is None or end is None:
        return Misfit(number, "split-statement")
    if begin[0].kind != Kind.COMPOUND:
        return Misfit(number, "missing-braces")
    if begin[0] is not end[0]:
        return Misfit(number, "unbalanced-region", "macro_blocks", {"region": "region"})
    if region.construct is None:
        return Frame(begin[0], begin[1], end[1], None)
    # the probe's braces are the region's: what Clang found between them is one statement
    if not _is_one_statement(context, region, begin[0]):
        fields = {"construct": region.construct.spelling}
        return Misfit(number, "missing-statement", "several", fields)
    return Frame(begin[0], False, False, None)


def block_of(marker: Node | None) -> tuple[Node, bool] | None:
    """The statement, as a rule a block, that an edge's own stands in, and whether a label is before it."""
    parent = marker.parent if marker is not None else None
    labelled = parent is not None and parent.kind in LABELS
    while parent is not None and parent.kind in LABELS:
        parent = parent.parent
    return (parent, labelled) if parent is not None else None


def declaring(block: Node, first: Node, last: Node) -> list[Node]:
    """The statements of a block, between two, that declare something."""
    rows = (each for each in block.below if first.index < each.index < last.index)
    return [each for each in rows if each.kind == Kind.DECL_STMT]


def _parted(context: Context, region: Region) -> Construct | None:
    """A directive whose statement the region's beginning would take away from it."""
    if region.construct is not None and not region.construct.own:
        return None
    block_start = context.lexed.blocks.starts[region.block]
    before = next(reversed(context.constructs(Span(block_start, region.begin.start))), None)
    if before is None or is_standalone(before) or is_declarative(before):
        return None
    at = skip_space(context.lexed.code, before.pragma.span.end)
    return before if at >= region.begin.start else None


def _between_loops(context: Context, region: Region) -> Construct | None:
    """A directive for several loops, as ``collapse(2)``, between which the region's block would stand."""
    at, code = region.begin.start, context.lexed.code
    block = context.outermost_start(region)
    for construct in context.constructs(Span(block, at)):
        depth = loops_of(construct, context.macro_definitions)
        span = context.statement(construct) if depth > 1 else None
        if span is None or not span.start < at < span.end:
            continue
        inner = span.start
        for _ in range(depth - 1):
            found = _FOR.search(code, inner + 1, span.end)
            inner = found.start() if found is not None else inner
        if at < inner:
            return construct
    return None


def _torn(context: Context, region: Region) -> Construct | None:
    """A directive in the region's own block that has to stand in that of the construct around the region.

    ``section`` and ``scan``, and ``teams`` in a ``target`` (OpenMP 5.2, 5.6, 10.2, 11.3).
    """
    blocks = context.lexed.blocks
    for inner in context.constructs_in(region):
        leaf = inner.directive.leaves[0] if inner.directive is not None else b""
        at = inner.pragma.span.start
        if leaf not in (b"section", b"scan", b"teams") or blocks.block(at) != region.block:
            continue
        if leaf != b"teams" or any(_holds(context, each, region) for each in _before(context, region)):
            return inner
    return None


def _before(context: Context, region: Region) -> Iterator[Construct]:
    around = context.constructs(Span(context.outermost_start(region), region.begin.start))
    return (c for c in around if c.directive is not None and c.directive.leaves[-1] == b"target")


def _holds(context: Context, construct: Construct, region: Region) -> bool:
    """Whether a region stands in a construct's statement."""
    span = context.statement(construct)
    return span is not None and span.start <= region.begin.start < span.end


def _in_atomic(context: Context, region: Region) -> Construct | None:
    """The ``atomic`` in whose statement, which has a form of its own, a region's block would stand."""
    around = context.constructs(Span(context.outermost_start(region), region.begin.start))
    atomic = (c for c in around if c.directive is not None and c.directive.atomic)
    return next((each for each in atomic if _holds(context, each, region)), None)


def _under_target(context: Context, region: Region) -> Construct | None:
    """The ``target`` whose ``teams`` the region's block would not be the next statement of."""
    own = region.construct
    if own is None or own.directive is None or own.directive.leaves[0] != b"teams":
        return None
    for construct in reversed(context.constructs(Span(0, own.pragma.span.start))):
        if skip_space(context.lexed.code, construct.pragma.span.end) < own.pragma.span.start:
            return None
        if construct.directive is not None and construct.directive.leaves[-1] == b"target":
            return construct
    return None


def _is_one_statement(context: Context, region: Region, block: Node) -> bool:
    assert region.construct is not None
    end = context.probe.spans["end", region.number]
    start = context.probe.forward(region.construct.pragma.span.end)
    inside = [child for child in block.below if start <= child.start < end.start]
    return block.end == end.end + 1 and len(inside) <= 1


def _is_a_value(context: Context, region: Region, block: Node) -> bool:
    """Whether a region's last expression is the value of a statement expression, ``({ ... })``."""
    if block.parent is None or block.parent.kind != Kind.STATEMENT_EXPR:
        return False
    end = context.markers["end", region.number]
    assert end is not None
    before = [each for each in block.below if each.index < end.index]
    after = [each for each in block.below if each.index > end.index]
    return not after and bool(before) and before[-1].kind in EXPRESSIONS


# --- lifetimes ---------------------------------------------------------------------------------------------


class _Lifetimes:
    """What one region's own statements declare, and who needs it after the region."""

    def __init__(self, context: Context, region: Region, block: Node) -> None:
        self.context, self.region, self.block = context, region, block
        begin, end = (context.markers[word, region.number] for word in ("begin", "end"))
        assert begin is not None and end is not None
        self.first, self.last = begin.index, end.index
        rows = (each for statement in declaring(block, begin, end) for each in statement.below)
        self.declared = [named for each in rows for named in self._with_inner(each)]

    def _with_inner(self, node: Node) -> list[Node]:
        """A declaration and what it brings into its scope: enumerators, the names of a binding."""
        inner = node.below if node.kind in (Kind.ENUM, Kind.UNEXPOSED_DECL) else []
        return [node, *(each for each in inner if each.kind in DECLARATIONS)]

    def needed_later(self) -> str | None:
        if not self.context.cxx and self._literal_pointed_to():
            return "a compound literal"
        if not self.declared:
            return None
        return self._named_later() or self._living_on()

    def _named_later(self) -> str | None:
        """A name that text after the region, a macro's or an included file's too, means by the region's."""
        context, tree, references = self.context, self.context.tree, self.context.references
        names = {}
        for node in self.declared:
            known = references.declared(node.index)
            if known is not None:
                names[known.key] = node.name()
        end = tree.after[self.block.index]
        for index in range(self.last + 1, end):
            if tree.kinds[index] in _NAMING or tree.kinds[index] == Kind.UNEXPOSED_EXPR:
                target = references.of(index) if tree.kinds[index] in _NAMING else None
                if target is not None and target.key in names:
                    return f"'{names[target.key] or 'a name'}'"
        after = Span(self.region.end.end, max(self.region.end.end, context.probe.back(self.block.end)))
        pragmas = b" ".join(construct.pragma.text for construct in context.constructs(after))
        text = context.lexed.code[after.start : after.end]
        for node in self.declared:
            if node.kind == Kind.USING_DIRECTIVE:
                if self._looks_up(after):
                    return f"'{node.name() or 'a name'}'"
                continue
            if not node.name():
                continue
            word = re.compile(rb"(?<![\w$.])(?<!->)" + re.escape(node.name().encode()) + rb"(?![\w$])")
            by_name = node.kind in (Kind.NAMESPACE_ALIAS, Kind.USING_DECLARATION) and word.search(text)
            if word.search(pragmas) or by_name:
                return f"'{node.name()}'"
        return None

    def _looks_up(self, after: Span) -> bool:
        """Whether a later name could be found in a namespace: one that is called, or not seen before."""
        code = self.context.lexed.code
        start = self.context.outermost_start(self.region)
        known = set(_UNQUALIFIED.findall(code, start, self.region.begin.start)) | _STATEMENT_WORDS
        for found in _UNQUALIFIED.finditer(code, after.start, after.end):
            at = skip_space(code, found.end())
            if code[at : at + 2] == b"::" or found.group() in _STATEMENT_WORDS:
                continue
            if found.group() not in known or code[at : at + 1] == b"(":
                return True
        return False

    def _living_on(self) -> str | None:
        """A variable that could be used by another name after the region, or whose end be noticed there."""
        variables = {}
        references = self.context.references
        for node in self.declared:
            known = references.declared(node.index) if node.kind == Kind.VARIABLE else None
            if known is None or semantics.is_static(node):
                continue
            if types.has_destructor(node):
                return f"'{node.name()}'"
            if types.is_variable_array(node) and b"alloca" in self.context.lexed.code:
                return f"'{node.name()}'"  # its end would free what alloca gave
            variables[known.key] = node
        tree = self.context.tree
        for index in range(self.first + 1, self.last) if variables else ():
            if tree.kinds[index] == Kind.DECL_REF:
                target = references.of(index)
                declared = variables.get(target.key) if target is not None else None
                if declared is not None and self._escapes(tree.node(index)):
                    return f"'{declared.name()}'"
        return None

    def _escapes(self, node: Node) -> bool:
        if _address_leaves(node):
            return True
        if not self.context.cxx:
            return False
        use = usage(node, True)
        if use.use in (Use.ADDRESS, Use.OTHER):
            return use.detail != RANGE
        if use.use is Use.METHOD and not semantics.is_library(use.node):
            return True
        for above in node.ancestors():
            if above.kind == Kind.LAMBDA and above.index > self.first:
                listed = captures(self.context, above)
                by_reference = listed.text.startswith(b"&") or b"&" + node.name().encode() in listed.items()
                if by_reference and kept(self.context, self.region, above):
                    return True
        return False

    def _literal_pointed_to(self) -> bool:
        """Whether a compound literal in the region's own block could be pointed to after the region.

        In C it lives as long as the block (C11, 6.5.2.5).
        """
        tree = self.context.tree
        for index in range(self.first + 1, self.last):
            if tree.kinds[index] != Kind.COMPOUND_LITERAL:
                continue
            node = tree.node(index)
            around = node.within(frozenset((Kind.COMPOUND,)))
            if around is self.block and (node.type_kind in ARRAY_TYPES or _address_leaves(node)):
                return True
        return False


def _address_leaves(node: Node) -> bool:
    """Whether an object's address, or that of a part of it, is more than followed at once."""
    expr = node
    while True:
        parent = expr.parent
        if parent is None:
            return False
        kind = parent.kind
        if kind == Kind.PAREN:
            expr = parent
        elif kind == Kind.MEMBER:
            if expr.type_kind == POINTER_TYPE:
                return False
            expr = parent
        elif kind == Kind.SUBSCRIPT:
            expr = parent
        elif kind == Kind.UNEXPOSED_EXPR:
            if expr.type_kind not in ARRAY_TYPES or parent.type_kind in ARRAY_TYPES:
                return False
            above = parent.parent
            while above is not None and above.kind == Kind.PAREN:
                parent, above = above, above.parent
            followed = above is not None and (
                (above.kind == Kind.SUBSCRIPT and parent.ordinal == 0)
                or (above.kind == Kind.UNARY and above.unary_operator == Unary.DEREFERENCE)
            )
            if above is None or not followed:
                return True
            expr = above
        elif kind == Kind.UNARY:
            operator = parent.unary_operator
            if operator in (REAL, IMAG):
                expr = parent
                continue
            return operator == ADDRESS_OF
        else:
            return False
