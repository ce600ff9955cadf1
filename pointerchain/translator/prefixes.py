# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Prefixes: what the regions do with the links and the subscripts of their chains.

``s->atoms = t`` in a region that hoists ``s->atoms->n``  ->  error ``prefix-assigned``;
``f(s->atoms)``  ->  warning ``aliased-call``.
"""

from __future__ import annotations

from pointerchain.source import Span
from pointerchain.translator import semantics
from pointerchain.translator.analysis import Analysis, could_meet
from pointerchain.translator.checks import UseChecks, show
from pointerchain.translator.lex import before_space
from pointerchain.translator.libclang import Kind, TypeKind
from pointerchain.translator.mentions import Mention
from pointerchain.translator.nodes import Node
from pointerchain.translator.paths import DEREF, Path, canonical
from pointerchain.translator.scan import Hoist, Other, implicit_this, next_char
from pointerchain.translator.usage import ARRAYS, CASTS, Usage, Use, access_node, passed_to_call, usage

_NULL_TESTS = frozenset((15, 16, 20, 21))  # ==, !=, &&, ||
_DEREFERENCE, _LOGICAL_NOT = 6, 10
_REARRANGING = frozenset(
    "append assign clear emplace emplace_back emplace_front erase extract fill insert insert_or_assign merge "
    "pop_back pop_front push_back push_front remove remove_if reserve reset resize reverse shrink_to_fit "
    "sort splice swap try_emplace unique".split()
)
"""Member functions of the library's classes after which an element is elsewhere, another or gone."""
_CHANGING = frozenset(("swap", "exchange", "move", "iter_swap"))


class PrefixChecks:
    """Judges every mention of a prefix or a subscript's variable."""

    def __init__(self, analysis: Analysis, uses: UseChecks) -> None:
        self.analysis, self.uses = analysis, uses

    def run(self) -> None:
        """Judge all of them, now that all writes are known."""
        for other in self.analysis.scan.others:
            if other.construct is None:
                self.other(other)
        for occurrence in self.analysis.scan.occurrences:
            mention = occurrence.mention
            if occurrence.construct is None and mention.span == occurrence.span:
                self.other(Other(mention, occurrence.region))  # a chain may be another's prefix
        self.subscripts()

    def other(self, other: Other) -> None:
        """A mention of a chain's root that is none of the chains: a prefix, or another member."""
        mention = other.mention
        nodes: list[Node] | None = None
        path = self.uses.path_of(mention.path)
        if self.analysis.cxx and path.ops and next_char(self.analysis.lexed.code, mention.span.end) == b"(":
            path = Path(path.root, path.ops[:-1])  # a member function called on what comes before
        size = len(path.ops)
        for hoist in self.uses.active(other.region):
            if hoist.number not in self.uses.resolved:
                continue
            root = self.uses.resolved[hoist.number].root
            if mention.path.root == b"this" and root is not None and root.kind != Kind.FIELD:
                continue  # a variable that hides the member
            own = self.uses.path_of(hoist.path)
            if path.root == b"this" and size <= 1 and own.root != b"this":
                self._whole_object(hoist, mention)
                continue
            if size >= len(own.ops):
                continue
            if own.root != path.root and not self.uses.is_same_name(hoist, own.root, path.root, mention):
                continue
            alike = path.ops == own.ops[:size]
            equal = alike or self._is_equal(hoist, mention)
            if equal is False or not self.uses.is_same_root(hoist, mention):
                continue
            if nodes is None:
                nodes = access_node(self.analysis.nodes(mention.span))
            if not alike:
                for node in nodes:
                    if usage(node, self.analysis.cxx).use is Use.WRITE:
                        self._assigned(hoist, mention, bool(equal))
                continue
            for node in nodes:
                if path.ops != self.uses.path_of(mention.path).ops:
                    self._called_on(hoist, node, mention, own.ops[size] == DEREF)
                    continue
                self._prefix(hoist, mention, node, own.ops[size] == DEREF)

    def _whole_object(self, hoist: Hoist, mention: Mention) -> None:
        """``this`` where chains begin at members of it."""
        resolved = self.uses.resolved[hoist.number]
        if resolved.root is not None and resolved.root.kind != Kind.FIELD:
            return
        span = mention.upto(0)
        for node in self.analysis.nodes(span):
            if node.kind != Kind.THIS:
                continue
            if self._ends_life(node) or (self._pointee_written(node) and not self._calls_operator(node)):
                self.uses.complain("prefix-assigned", span, hoist, prefix="*this")
            elif self._read_whole(hoist, implicit_this(hoist.path).ops, node, True):
                why = "in an object that is read as a whole by '*this' while the region changes it"
                self.uses.complain("unsupported-use", span, hoist, why=why)

    def _ends_life(self, node: Node) -> bool:
        """Whether what a pointer points to is destroyed, or another object is made in its place."""
        above = node.parent
        while above is not None and above.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, *CASTS):
            above = above.parent
        if above is not None and above.kind == Kind.MEMBER:
            return above.name().startswith("~")
        return above is not None and above.kind in (Kind.DELETE, Kind.NEW)

    def _calls_operator(self, node: Node) -> bool:
        """Whether ``*this`` is the object of an operator that does not assign: a doubt of AliasChecks."""
        call = node.within(frozenset((Kind.CALL,)))
        return call is not None and semantics.own_method(call) is not None

    def _is_equal(self, hoist: Hoist, mention: Mention) -> bool | None:
        """Whether a mention is a prefix under other subscripts, in C; None where those may be equal."""
        ops, own = mention.path.ops, hoist.path.ops
        if self.analysis.cxx or not could_meet(ops, own):
            return False
        values = dict(self.uses.resolved[hoist.number].constants)
        equal: bool | None = True
        for k, (op, mine) in enumerate(zip(ops, own, strict=False)):
            if op == mine:
                continue
            one = 0 if mine == DEREF else values.get(k)
            other = 0 if op == DEREF else self.uses.subscript_value(mention, k)
            if one is None or other is None:
                equal = None
            elif one != other:
                return False
        return equal

    def _assigned(self, hoist: Hoist, mention: Mention, certain: bool, star: str = "") -> None:
        """Say that a prefix is assigned, or that something is which may be one."""
        text = star + show(b" ".join(self.analysis.lexed.data[slice(*mention.span)].split()))
        if certain:
            self.uses.complain("prefix-assigned", mention.span, hoist, prefix=text)
            return
        names = [op[1:] for op in mention.path.ops if op.startswith(b".")] or [mention.path.root]
        self.uses.complain("aliased-write", mention.span, hoist, text=text, member=show(names[-1]))

    def _called_on(self, hoist: Hoist, member: Node, mention: Mention, followed: bool) -> None:
        """A member function called on a prefix, or on what a prefix points to."""
        declared = member.declaration() if member.kind == Kind.MEMBER else None
        if declared is None or declared.kind == Kind.FIELD:
            return  # a pointer to a function is called through, which changes nothing here
        code = self.analysis.lexed.code
        object_end = before_space(code, mention.span.end - len(member.name().encode()))
        arrow = code[object_end - 2 : object_end] == b"->"
        text = show(self.analysis.lexed.data[mention.span.start : object_end - (2 if arrow else 1)].strip())
        const = semantics.is_const_method(member)
        moves = not const and not arrow and member.name() in _REARRANGING and semantics.is_library(member)
        if (followed and not arrow and not const) or moves:
            self.uses.complain("prefix-assigned", mention.span, hoist, prefix=text)
        else:
            self._method(hoist, member, mention.span, text)

    def _prefix(self, hoist: Hoist, mention: Mention, node: Node, followed: bool) -> None:
        span = mention.span
        use = usage(node, self.analysis.cxx)
        text = show(b" ".join(self.analysis.lexed.data[span.start : span.end].split()))
        call = passed_to_call(node)
        bound = use.use is Use.WRITE and use.node.kind == Kind.CALL
        if bound and (use.node.name() in _CHANGING or use.node.name().startswith("operator")):
            bound = False  # the object itself is changed
        ops = hoist.path.ops
        size = len(mention.path.ops)
        subscripted = size + 1 < len(ops) and ops[size].startswith(b"[")
        subscripted = subscripted and not dict(self.uses.resolved[hoist.number].constants).get(size)
        if use.use is Use.WRITE and (followed or not bound):
            self.uses.complain("prefix-assigned", span, hoist, prefix=text)
        elif followed and self.analysis.cxx and self._ends_life(node):
            self.uses.complain("prefix-assigned", span, hoist, prefix=f"*{text}")
        elif use.use is Use.ADDRESS and followed:
            self.uses.complain("address-taken", span, hoist, chain=text)
        elif use.use is Use.READ and hoist.number in self.uses.findings.written and _decays(node):
            self.uses.complain("address-taken", span, hoist, chain=text)
        elif use.use is Use.READ and (followed or subscripted) and self._pointee_written(node):
            self._assigned(hoist, mention, followed, "*")
        elif use.use is Use.OTHER and node.within(frozenset((Kind.ASM,))) and self._is_output(span):
            self.uses.complain("prefix-assigned", span, hoist, prefix=text)
        elif use.use is Use.READ and self._read_whole(
            hoist, canonical(hoist.path.ops)[len(mention.path.ops) + followed :], node, followed
        ):
            whole = f"{'*' if followed else ''}{text}"
            why = f"in a struct that is read as a whole by '{whole}' while the region changes it"
            self.uses.complain("unsupported-use", span, hoist, why=why)
        elif call is not None and use.use in (Use.WRITE, Use.ADDRESS, Use.READ):
            self._passed(hoist, node, call, span, text, use)
        elif use.use is Use.READ and followed and _is_tested(node):
            self.uses.complain("guarded-chain", span, hoist, link=text)

    def _is_output(self, span: Span) -> bool:
        """Whether an asm operand's constraint says that it is written."""
        data = self.analysis.lexed.data
        head = data[max(0, span.start - 200) : span.start].rstrip(b" \t\r\n(")
        constraint = head[head.rfind(b'"', 0, len(head) - 1) :] if head.endswith(b'"') else b"="
        return b"=" in constraint or b"+" in constraint

    def _read_whole(self, hoist: Hoist, rest: tuple[bytes, ...], node: Node, followed: bool) -> bool:
        """Whether a struct in which a changed chain lies is copied: memory has not its new value yet.

        ``rest`` leads from the struct to the chain.
        """
        if hoist.number not in self.uses.findings.written:
            return False
        if DEREF in rest:
            return False  # a further link leads out of the struct
        cxx = self.analysis.cxx
        if not followed:
            return bool(node.type.kind == TypeKind.RECORD) and _is_copied(usage(node, cxx))
        expr = node
        while expr.parent is not None and expr.parent.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
            expr = expr.parent
        above = expr.parent
        if above is None or above.kind != Kind.UNARY or above.unary_operator != _DEREFERENCE:
            return False
        return bool(above.type.kind == TypeKind.RECORD) and _is_copied(usage(above, cxx))

    def _pointee_written(self, node: Node) -> bool:
        """Whether the whole object that a link points to is assigned: ``*s->a = b``."""
        expr = node
        while expr.parent is not None and expr.parent.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
            expr = expr.parent
        parent = expr.parent
        if parent is None or parent.kind not in (Kind.UNARY, Kind.SUBSCRIPT, Kind.CALL):
            return False
        if parent.kind == Kind.UNARY and parent.unary_operator != _DEREFERENCE:
            return False
        if parent.kind == Kind.SUBSCRIPT and expr.ordinal != 0:
            return False
        if parent.kind == Kind.CALL and parent.name() not in ("operator*", "operator[]"):
            return False
        return usage(parent, self.analysis.cxx).use is Use.WRITE

    def _passed(
        self, hoist: Hoist, node: Node, call: tuple[Node, Node], span: Span, text: str, use: Usage
    ) -> None:
        """A prefix given to a function, which may then change what the local stands for."""
        function, argument = call
        pointee_const = semantics.pointee(argument).const
        by_value = argument.type.kind != TypeKind.POINTER and use.use is Use.READ
        written = hoist.number in self.uses.findings.written
        if by_value or function.kind != Kind.CALL:
            return
        name = self.called(function)
        if pointee_const and not written:
            return
        verb, chain = ("read" if pointee_const else "change"), show(hoist.declared.item.text)
        tail = ", which the region changes" if written and pointee_const else ""
        self.uses.complain(
            "aliased-call",
            span,
            hoist,
            what=f"'{text}' is passed to '{name}', which could {verb} '{chain}'{tail}",
        )

    def _method(self, hoist: Hoist, member: Node, span: Span, text: str) -> None:
        """A member function called on a prefix."""
        const = semantics.is_const_method(member)
        written = hoist.number in self.uses.findings.written
        if const and not written:
            return
        verb, chain = ("read" if const else "change"), show(hoist.declared.item.text)
        self.uses.complain(
            "aliased-call",
            span,
            hoist,
            what=f"member function '{member.name()}' of '{text}' could {verb} '{chain}'",
        )

    def called(self, call: Node) -> str:
        """The name of the function that a call calls."""
        return call.name() or "a function"

    def subscripts(self) -> None:
        """Variables in a chain's subscripts must keep their values."""
        for row in self.analysis.watched:
            hoist = self.analysis.scan.hoists[row.hoist]
            if hoist.number not in self.uses.resolved:
                continue
            begin = self.analysis.regions[hoist.region].span.start
            name = row.watched.path.root
            at = row.mention.upto(0).start
            if self.analysis.declaration_at(name, at) != self.analysis.declaration_at(name, begin):
                continue
            size = len(row.watched.path.ops)
            if len(row.mention.path.ops) > size:
                followed = self.analysis.nodes(row.mention.upto(size))
                if not any(node.type.kind in (TypeKind.POINTER, *ARRAYS) for node in followed):
                    continue  # 'k[array]', where nothing is read through 'k'
            for node in access_node(self.analysis.nodes(row.mention.span)):
                use = usage(node, self.analysis.cxx)
                changed = use.use in (Use.WRITE, Use.ADDRESS, Use.OTHER)
                if node.type.kind in (TypeKind.POINTER, *ARRAYS):
                    changed = changed or self._pointee_written(node)  # '*p = 1' where '*p' is read
                if changed:
                    variable = show(row.watched.text)
                    self.uses.complain("subscript-changed", row.mention.span, hoist, variable=variable)


def _is_copied(use: Usage) -> bool:
    """Whether an object is read there and then, and not given to a function by reference."""
    if use.use is not Use.READ:
        return False
    return use.node.kind != Kind.CALL or semantics.is_constructor(use.node) or use.node.name() == "operator="


def _decays(node: Node) -> bool:
    """Whether an array turns into a pointer that is more than subscripted at once."""
    if node.type.kind not in ARRAYS:
        return False
    expr = node
    while expr.parent is not None and expr.parent.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
        expr = expr.parent
    return expr.parent is None or expr.parent.kind != Kind.SUBSCRIPT


def _is_tested(node: Node) -> bool:
    """Whether a value is compared with null or used as a condition."""
    expr = node
    while expr.parent is not None and expr.parent.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
        expr = expr.parent
    parent = expr.parent
    if parent is None:
        return False
    if parent.kind in (Kind.IF, Kind.WHILE, Kind.FOR, Kind.DO):
        return True
    if parent.kind == Kind.CONDITIONAL:
        return expr.ordinal == 0
    if parent.kind == Kind.UNARY:
        return parent.unary_operator == _LOGICAL_NOT
    return parent.kind == Kind.BINARY and parent.binary_operator in _NULL_TESTS
