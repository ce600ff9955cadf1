# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lambdas: one that uses a chain -> whether a copy of the local in it is the same, or why not.

``auto f = [&] { return s->a->n; };`` used after the region  ->  error ``lambda-capture``: the original
would read what the member is by then.
"""

from __future__ import annotations

from pointerchain.analysis.access import StepKind
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang import capture, semantics, types
from pointerchain.translator.clang.libclang import Kind, TypeKind, Unary
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.uses import ASSIGN, CASTS, COMMA
from pointerchain.translator.text.lex import closing, word_before
from pointerchain.translator.text.paths import implicit_this
from pointerchain.translator.text.regions import Region

_INTRODUCER = lazy_pattern(rb"\[([^\][]*)\]")
_PARAMETERS = lazy_pattern(rb"\s*[\w$]+\((?!\s*\.\.\.)")  # with names of their own
_HOLDERS = lazy_pattern(
    r"\(lambda|\b(?:function|move_only_function|packaged_task|future|shared_future|thread|jthread|any)\b"
)
_THROUGH = CASTS | {Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.INIT_LIST, Kind.NEW, Kind.MEMBER, Kind.LAMBDA}
_HELD = frozenset((TypeKind.RECORD, TypeKind.UNEXPOSED, TypeKind.DEPENDENT, TypeKind.AUTO, TypeKind.VOID))


class Captures(NamedTuple):
    """A lambda's captures: the text between its brackets, and where the ``]`` is.

    -1 where a macro's body wrote them.
    """

    text: bytes
    close: int

    start: int = -1

    @property
    def by_copy(self) -> bool:
        """Whether what is not listed is captured by copy."""
        return self.text.startswith(b"=")

    @property
    def by_reference(self) -> bool:
        """Whether what is not listed is captured by reference."""
        return self.text.startswith(b"&") and self.items()[0] == b"&"

    def covers(self, chain: Chain) -> bool:
        """Whether the default captures a chain's local as it has to be: by copy, an object by reference."""
        return self.by_reference if chain.shape is Shape.OBJECT else self.by_copy

    def reads_at_once(self, span: Span) -> bool:
        """Whether a place is an initialiser in the brackets, which is evaluated where the lambda is made."""
        return self.start >= 0 and self.start <= span.start and span.end <= self.close

    def items(self) -> list[bytes]:
        """The captures, one by one; commas in initialisers split them further, which does no harm."""
        return [item.strip() for item in self.text.split(b",")]


def captures(context: Context, node: Node) -> Captures:
    """What a lambda captures."""
    start = context.probe.back(node.start)
    code = context.lexed.code
    if code[start : start + 1] == b"[":
        close = closing(code, start)
        return Captures(code[start + 1 : close].strip(), close, start)
    for expansion in reversed(context.expansions_at(start)):
        found = _INTRODUCER.search(context.transitive(expansion))
        if found is not None:
            return Captures(found.group(1).strip(), -1)
    return Captures(b"", -1)


def needs_none(context: Context, node: Node, listed: Captures) -> bool:
    """Whether a lambda in a macro's argument has the local by ``[&]``, and is called where it stands."""
    if listed.text != b"&" or not context.expansions_at(context.probe.back(node.start)):
        return False
    expr, above = node, node.parent
    while above is not None and above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
        expr, above = above, above.parent
    return above is not None and above.kind == Kind.CALL and above.name() == "operator()" and not expr.ordinal


def splitting(context: Context, node: Node, chain: Chain, listed: Captures) -> str:
    """The macro that would see another argument if a lambda captured a local more: by the comma."""
    if listed.covers(chain):
        return ""
    alone = listed.text.strip(b"& ") in (b"", implicit_this(chain.item.path).root)
    if alone and (listed.text != b"&" or needs_none(context, node, listed)):
        return ""
    code, start = context.lexed.code, context.probe.back(node.start)
    for expansion in context.expansions_at(start):
        around = context.expansion_span(expansion)
        first = code.find(b"(", around.start)
        if around.start < start < closing(code, first) and _PARAMETERS.match(expansion.body or b""):
            depth = code.count(b"(", first, start) - code.count(b")", first, start)
            if depth == 1:
                return expansion.name
    return ""


def objection(chain: Chain, listed: Captures) -> str:
    """Why a lambda's captures keep it from having the local, a form of its message; '' where they do not."""
    if listed.close < 0 and not listed.covers(chain):
        return "macro"
    if _copies_object(chain, listed):
        return "copies"
    return ""


def _leads_out(chain: Chain) -> bool:
    """Whether a chain leads out of the object that its root is, or for a member out of ``*this``."""
    steps = chain.access.steps[1:] if chain.of_this else chain.access.steps
    return any(step.kind in (StepKind.DEREFERENCE, StepKind.OPERATOR) for step in steps)


def _copies_object(chain: Chain, listed: Captures) -> bool:
    """Whether the elements that a chain leads to are copied with a captured object."""
    own = chain.shape in (Shape.ARRAY, Shape.OBJECT) or (
        chain.shape is Shape.CONTAINER and not chain.shown.removeprefix("const ").startswith("std::span")
    )
    path = implicit_this(chain.item.path)
    if not own or _leads_out(chain):
        return False
    items = [item.replace(b" ", b"") for item in listed.items()]
    if chain.of_this:
        return b"*this" in items
    if chain.file_scope or b"&" + path.root in items:
        return False
    return listed.by_copy or path.root in items


class Keeping(NamedTuple):
    """How something could be called after a region, a form of the message; '' where it could not.

    ``function`` is one that keeps it, ``doubt`` one without a body that could.
    """

    form: str
    doubt: str = ""
    function: str = ""


_NOT_KEPT = Keeping("")


def kept(context: Context, region: Region, node: Node) -> str:
    """How a lambda, or what holds it, could be called after a region; '' where it is not."""
    return keeping(context, region, node).form


def keeping(context: Context, region: Region, node: Node, depth: int = 0) -> Keeping:
    """What becomes of a lambda, or of what holds it."""
    expr, doubt = node, ""
    while expr.parent is not None:
        parent = expr.parent
        kind = parent.kind
        if kind == Kind.CALL and not semantics.is_elided_copy(parent):
            found = _given(context, region, parent, expr)
            if found is not None and (found.form or not found.doubt):
                return found._replace(doubt=doubt)
            doubt = doubt or (found.doubt if found is not None else "")
            if not parent.name().startswith("operator ") and not _could_hold(parent):
                return Keeping("", doubt)
        elif kind in (Kind.RETURN, Kind.THROW):
            return Keeping("outlives")
        elif kind in (Kind.BINARY, Kind.COMPOUND_ASSIGN):
            if expr.ordinal == 1 and (kind == Kind.COMPOUND_ASSIGN or parent.binary_operator == ASSIGN):
                return Keeping("may_outlive")
            if not parent.type.dependent and parent.binary_operator != COMMA:
                return Keeping("", doubt)
            if parent.binary_operator != COMMA:
                doubt = doubt or f"operator{parent.operator_sign}"
        elif kind in (Kind.VARIABLE, Kind.FIELD):
            held = _held(context, region, parent, depth)
            return held if held.doubt else held._replace(doubt=doubt)
        elif not _passes_on(parent):
            return Keeping(_yielded(context, parent), doubt)
        expr = parent
    return Keeping("", doubt)


def _passes_on(around: Node) -> bool:
    """Whether an expression's value is, or holds, what is in it."""
    if around.kind == Kind.CALL:
        return semantics.is_elided_copy(around)
    if around.kind == Kind.UNARY:
        return around.unary_operator in (Unary.ADDRESS_OF, Unary.DEREFERENCE)
    if around.kind == Kind.COMPOUND:
        return around.parent is not None and around.parent.kind == Kind.STATEMENT_EXPR
    return around.kind in _THROUGH or around.kind in (Kind.CONDITIONAL, Kind.STATEMENT_EXPR)


def _given(context: Context, region: Region, call: Node, expr: Node) -> Keeping | None:
    """What a call does with what it is given; None where its value decides."""
    name = call.name()
    if name in ("operator=", "operator+="):
        return _NOT_KEPT if expr.ordinal == 0 else Keeping("may_outlive")
    if name.startswith("operator ") and types.points_to_function(call):
        return Keeping("converted")
    callee = not name.startswith("operator") and not semantics.is_constructor(call)
    if expr.ordinal == 0 and (name == "operator()" or callee):
        return _NOT_KEPT  # called at once
    if name in capture.CAPTURING and not _is_inside(context, region, semantics.callee_object(call)):
        return Keeping("may_outlive")
    converts = semantics.is_constructor(call) or name.startswith("operator ")
    if not converts and semantics.is_user_function(call):
        keeps = capture.captures(call, expr)
        if keeps:
            return Keeping("kept", function=name)
        return Keeping("", doubt=name) if keeps is None else None
    return None


def _yielded(context: Context, statement: Node) -> str:
    text = context.lexed.code
    word = word_before(text, context.probe.back(statement.start))
    return "outlives" if word in (b"co_return", b"co_yield") else ""


def _could_hold(call: Node) -> bool:
    """Whether a call's value could hold a lambda that the call was given."""
    fact = call.type
    if fact.dependent:
        return True
    if fact.kind != TypeKind.RECORD:
        return False
    return bool(_HOLDERS.search(fact.canonical)) or not types.is_library_type(call)


def _held(context: Context, region: Region, variable: Node, depth: int) -> Keeping:
    """What becomes of a variable that holds a lambda."""
    if types.innermost_kind(variable) not in _HELD:
        return _NOT_KEPT  # a value that was computed with it
    at = context.probe.back(variable.start)
    if at < region.span.start or semantics.is_static(variable):
        return Keeping("may_outlive")
    blocks = context.lexed.blocks
    own_block = region.construct is None and blocks.block(at) == region.block
    doubt = ""
    for use in _uses(context, variable):
        place = context.probe.back(use.start)
        if place >= region.span.end and own_block:
            return Keeping("after")
        for each in (use, *_capturing(use, variable)):
            found = keeping(context, region, each, depth + 1) if depth < 4 else Keeping("may_outlive")
            if found.form:
                return found if found.form != "destructor" else Keeping("may_outlive")
            doubt = doubt or found.doubt
    if types.has_own_destructor(variable):
        return Keeping("destructor")
    return Keeping("", doubt)


def _uses(context: Context, variable: Node) -> list[Node]:
    """Where a variable is named."""
    references, tree = context.references, context.tree
    declared = references.declared(variable.index)
    found = []
    for index in range(variable.index + 1, len(tree)):
        if tree.kinds[index] == Kind.DECL_REF:
            target = references.of(index)
            if target is not None and declared is not None and target.key == declared.key:
                found.append(tree.node(index))
    return found


def _capturing(use: Node, variable: Node) -> list[Node]:
    """The lambdas that capture a variable of which they hold a use."""
    return [n for n in use.ancestors() if n.kind == Kind.LAMBDA and n.index > variable.index]


def _is_inside(context: Context, region: Region, root: int | None) -> bool:
    """Whether an object is declared in the region of a hoist, in a block that ends in it."""
    if root is None:
        return False
    at = context.probe.back(root)
    inside = region.span.start <= at < region.span.end
    return inside and context.lexed.blocks.block(at) != region.block
