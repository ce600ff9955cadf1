# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Standing: for which occurrences a local stands, and which keep the chain's own spelling.

``sizeof(s->a->box) + s->a->box[0]``  ->  the first is left as it is, the second becomes the local.

A text has one spelling: where a macro expands its argument several times the expansions agree, or the
strictest of them decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.libclang import EXPRESSIONS, Kind
from pointerchain.translator.clang.parsed import Expansion
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.accessors import is_operand, spells_more, use_of_macro
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Occurrence
from pointerchain.translator.facts.uses import CASTS, RANGE, Usage, Use, outside_wrappers, shows_type
from pointerchain.translator.text.lex import before_space, opening, word_before

OBSERVERS = frozenset(("size", "empty", "capacity", "max_size", "get", "length", "size_bytes"))
"""What a container or a smart pointer tells without a change."""


HANDS = frozenset(
    ("data", "front", "back", "at", "begin", "end", "cbegin", "cend", "rbegin", "rend", "crbegin", "crend")
)
"""The functions of the library's containers that lead to elements and leave the container as it is."""


def asks(chain: Chain, use: Usage) -> bool:
    """Whether a member function tells something of a container or smart pointer without a change."""
    if chain.open:
        return semantics.is_const_method(use.node) and not chain.changes_in_const
    known = not chain.stated or (use.node.below and semantics.standard_class(use.node.below[0]))
    return use.detail in OBSERVERS and bool(known)  # else it is not what the declare says that it is


def hands(chain: Chain, use: Usage, node: Node) -> str:
    """How the elements of a container are reached beside its subscripts, which leaves it as it is.

    By a function (``data``) or what a loop runs over (``for``); '' where that is not so.
    """
    if chain.shape is not Shape.CONTAINER or chain.open or not semantics.is_library_template(node):
        return ""
    over, _ = outside_wrappers(node)
    if use.use is Use.METHOD:  # one that is called on 'which ? s->a : s->b' is another container's, too
        direct = over is not None and over.index == use.node.index
        return use.detail if direct and use.detail in HANDS else ""
    runs = over is not None and over.kind == Kind.FOR_RANGE
    return "for" if runs and use.use is Use.OTHER and use.detail == RANGE else ""


UNEVALUATED_WORDS = frozenset(
    b"sizeof alignof _Alignof __alignof__ typeof __typeof__ __typeof decltype noexcept "
    b"__builtin_types_compatible_p __builtin_offsetof offsetof typeof_unqual".split()
)
_UNEVALUATED = lazy_pattern(rb"(?<![\w$])(?:" + b"|".join(sorted(UNEVALUATED_WORDS)) + rb")(?![\w$])")


def settle(
    context: Context, chains: Mapping[int, Chain], occurrences: Sequence[Occurrence]
) -> list[Occurrence]:
    """The occurrences in code, each with the reason for which it is left alone, if any."""
    by_text: dict[tuple[int, int, int], list[Occurrence]] = {}
    for row in occurrences:
        by_text.setdefault((row.chain, *row.span), []).append(row)
    settler = _Settler(context)
    out: list[Occurrence] = []
    for rows in by_text.values():
        out += settler.rows(rows, chains[rows[0].chain])
    return out


_SIZES = frozenset(("__builtin_object_size", "__builtin_dynamic_object_size"))
"""What tells how large an object is, of which a pointer to its first element may tell no more."""


def _asks_size(node: Node) -> bool:
    """Whether the size of an array is asked for, or a function's parameter is given that with it."""
    above, _ = outside_wrappers(node)
    while above is not None and above.kind in CASTS:
        above, _ = outside_wrappers(above)
    return above is not None and above.kind == Kind.CALL and above.name() in _SIZES


class _Settler:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.words: dict[int, bool] = {}

    def rows(self, rows: list[Occurrence], chain: Chain) -> list[Occurrence]:
        reasons = [self._own(row, chain) for row in rows]
        evaluated = [why for why in reasons if why != "unevaluated"]
        if chain.shape is Shape.ARRAY and len(evaluated) < len(reasons):
            evaluated = ["array" if why == "" else why for why in evaluated]
        if not evaluated:
            why = "unevaluated"
        else:
            order = ("included", "body", "array", "type", "observer")
            why = next((reason for reason in order if reason in evaluated), "")
            if not why and self._stringized(rows[0]):
                why = "stringized"
        return [row._replace(left=why or "") for row in rows]

    def _own(self, row: Occurrence, chain: Chain) -> str:
        node = row.node
        assert node is not None and row.use is not None
        if self._is_operand(row, node):
            return "unevaluated"
        if chain.shape is Shape.OBJECT and self._keeps_name(row, node):
            return "observer"
        if row.use.use is Use.UNEVALUATED or (not self.context.cxx and _is_length(node)):
            return "unevaluated"
        if node.foreign:
            return "included"
        if node.body and not self._is_whole(node):
            return "body"
        if chain.bit_field and row.use.use is Use.READ and shows_type(node, self.context.cxx):
            return "type"
        if chain.shape is Shape.ARRAY and ("va_list" in chain.shown or self._initialises_static(node)):
            return "array"
        if chain.shape is Shape.ARRAY and not row.followed and row.use.use in (Use.OTHER, Use.ADDRESS):
            return "array"
        if chain.shape is Shape.ARRAY and not row.followed and _asks_size(node):
            return "array"
        asked = row.use.use is Use.METHOD and asks(chain, row.use)
        if asked and chain.shape not in (Shape.RECORD, Shape.OBJECT):
            return "observer"
        if hands(chain, row.use, node) and chain.item.qualifier is None:
            return "" if self.context.in_compute(row.span.start) else "observer"
        return ""

    def _keeps_name(self, row: Occurrence, node: Node) -> bool:
        """Whether an object is named where its reference cannot be: either name will do."""
        if node.foreign or (node.body and not self._is_whole(node)):
            return True
        if row.use is not None and row.use.use is Use.OTHER:
            return True
        return types.shows_reference(node) or node.within(frozenset((Kind.PARAMETER,))) is not None

    def _initialises_static(self, node: Node) -> bool:
        """Whether an array's address initialises a static variable of C's, which takes constants only."""
        above = node.parent
        while above is not None and above.kind in EXPRESSIONS:
            above = above.parent
        variable = above is not None and above.kind == Kind.VARIABLE
        return variable and not self.context.cxx and above is not None and semantics.is_static(above)

    def _is_whole(self, node: Node) -> bool:
        """Whether a text can be replaced though macros begin or end it: they spell nothing beside it."""
        if use_of_macro(self.context, node) is not None:
            return True
        if node.joined:
            return False  # what the macro spells has more than that
        parsed = self.context.parsed
        rows = parsed.expansions(Span(node.start, node.end))
        first = next((row for row in rows if row.span.start == node.start), None)
        if node.opened:
            if first is None or first.span.end >= node.end or not is_operand(self.context, first):
                return False
        elif any(row.span.start < node.start < row.span.end for row in self._around(node)):
            return False  # it begins in a macro's argument and goes on behind it
        last = [row for row in rows if row.span.end == node.end and row.span.start > node.start]
        if any(row.span.end > node.end for row in rows):
            return False
        if last and spells_more(node.span, node):
            return False  # 'v->ROW' with 'row[k]': the macro goes on behind the chain
        return all(is_operand(self.context, row) for row in last[:1])

    def _around(self, node: Node) -> list[Expansion]:
        at = self.context.probe.back(node.start)
        return [row for row in self.context.expansions_at(at) if row.span.end <= node.end]

    def _stringized(self, row: Occurrence) -> bool:
        rows = self.context.expansions_at(row.span.start)
        return any(self.context.stringizes(each, row.span) for each in rows)

    def _is_operand(self, row: Occurrence, node: Node) -> bool:
        """Whether the occurrence lies in an operand that is not evaluated as a rule."""
        if node.macro:
            above = node.parent
            while above is not None and above.kind in EXPRESSIONS:
                if above.kind == Kind.SIZEOF:
                    return True
                above = above.parent
        if row.region not in self.words:
            span = self.context.regions[row.region].span
            self.words[row.region] = bool(_UNEVALUATED.search(self.context.lexed.code, *span))
        return self.words[row.region] and self._in_operand(row.span.start)

    def _in_operand(self, at: int) -> bool:
        lexed = self.context.lexed
        code, start = lexed.code, lexed.blocks.starts[lexed.blocks.block(at)]
        position = at
        while position > start:
            position -= 1
            char = code[position : position + 1]
            if char in (b";", b"{", b"}"):
                return False
            if char == b")":
                position = opening(code, position, start)
            elif char == b"(" and word_before(code, before_space(code, position)) in UNEVALUATED_WORDS:
                return True
        return False


def _is_length(node: Node) -> bool:
    """Whether an expression is a part of the length of an array in a prototype."""
    above = node.parent
    while above is not None and above.kind in EXPRESSIONS:
        above = above.parent
    return above is not None and above.kind == Kind.PARAMETER
