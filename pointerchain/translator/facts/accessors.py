# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Accessors: an expression that a macro spells from its first to its last token -> the macro's use.

``#define Data(v) ((v)->data)``, ``Data(x)[i]``  ->  ``Data(x)``, all of which is ``x->data``.

The local stands in the place of the whole use. So nothing of the macro may be beside the expression: no cast,
no other operand, no operator whose other operand stands behind the use.
"""

from __future__ import annotations

from pointerchain.source import Span
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.parsed import Expansion
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.context import Context
from pointerchain.translator.text.expand import expand
from pointerchain.translator.text.paths import is_primary

_WRAPPERS = frozenset((Kind.PAREN, Kind.UNEXPOSED_EXPR))


def use_of_macro(context: Context, node: Node) -> Span | None:
    """The place in the source of the use of a macro that expands to an expression and no more; else None."""
    if not node.body or node.foreign or _depends(node):
        return None
    rows = context.expansions_at(context.probe.back(node.start))
    around = next((row for row in rows if _holds(row.span, node)), None)
    if around is None or not is_operand(context, around):
        return None
    return None if spells_more(around.span, node) else context.expansion_span(around)


def spells_more(span: Span, node: Node) -> bool:
    """Whether a text that holds a node holds one around it, too, but for parentheses and conversions."""
    above = node.parent
    while above is not None and above.kind in _WRAPPERS and _holds(span, above):
        above = above.parent
    return above is None or _holds(span, above)


def is_operand(context: Context, expansion: Expansion) -> bool:
    """Whether a macro expands to one operand: a name or parentheses, and what is applied to it."""
    text = context.probe.text[expansion.span.start : expansion.span.end]
    expanded = expand(text, expansion.definitions(context.macro_definitions))
    if expanded is None or not is_primary(expanded):
        return False
    return not _awaits_arguments(context, expanded.strip())


def _awaits_arguments(context: Context, expanded: bytes) -> bool:
    """Whether an expansion names a macro with parameters: ``ID(Data)``, behind which ``(v)`` stands."""
    rows = context.macro_definitions(expanded.decode("utf-8", "replace"))
    return any(row.startswith(expanded + b"(") for row in rows)


def _depends(node: Node) -> bool:
    """Whether a template's argument decides which member is meant: Clang tells its name by the text alone."""
    return any(each.kind == Kind.MEMBER and each.declaration() is None for each in (node, *node.inside))


def _holds(span: Span, node: Node) -> bool:
    return span.start <= node.start and node.end <= span.end
