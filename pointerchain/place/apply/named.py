# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A mention of a place -> the text by which a call right before a statement can name the same pointer.

``for (...) s->x[i] = 0;`` -> ``s->x`` before the loop, where ``s`` stays what it is in it and where ``s->``
is evaluated whenever the statement is reached, or was before: a pointer that the program does not follow, as
in ``if (s) s->x[0] = 1;``, is followed by no call of ours.
"""

from __future__ import annotations

from pointerchain.place.apply.frame import Frame
from pointerchain.place.apply.known import VALUES
from pointerchain.place.apply.places import path_of, plain_type, root_of
from pointerchain.place.apply.shared import World
from pointerchain.translator.clang.conversions import ignoring_parens_and_casts
from pointerchain.translator.clang.libclang import ARRAY_TYPES, LOOPS, POINTER_TYPE, Binary, Kind, Unary
from pointerchain.translator.clang.tree import Node

_RECORD_TYPE = 105


def text_before(world: World, frame: Frame, mention: Node, piece: Node, statement: Node) -> str | None:
    """The text by which a mention in ``piece``, the statement or a part of it, is named before it."""
    text = path_of(frame.unit, mention)
    root = root_of(mention)
    declared = root.declaration() if root is not None else None
    if text is None or root is None or declared is None:
        return None
    if not _is_seen(frame, root, statement):
        return None
    inside = [piece, *piece.inside]
    if any(each in frame.calls for each in inside):
        return None
    if mention.kind == Kind.MEMBER and any(_moves_records(world, each) for each in inside):
        return None
    before, arrow, _ = text.rpartition(b"->")
    if arrow:
        if world.may_change(frame.unit, piece, mention):
            return None
        if not _is_followed(world, frame, before, mention, piece, statement):
            return None
    return text.decode()


def innermost(mention: Node, statement: Node) -> Node | None:
    """The statement in another one that computes a mention whenever it is executed."""
    node = mention
    while node is not statement and node.parent is not None:
        parent = node.parent
        if parent.kind in (Kind.COMPOUND, Kind.IF, Kind.CASE, Kind.DEFAULT, *LOOPS):
            if node.kind not in VALUES and node.kind not in (Kind.DECL_STMT, Kind.RETURN):
                return None
            if parent.kind == Kind.COMPOUND:
                return node
            # In the head of a statement, or its body: that is behind the parentheses.
            return (
                node if parent.kind != Kind.SWITCH and node.ordinal > 0 and _is_body(node, parent) else None
            )
        if not _is_always(node, parent):
            return None
        node = parent
    return None


def _is_body(node: Node, parent: Node) -> bool:
    if parent.kind == Kind.DO:
        return node.ordinal == 0
    if parent.kind == Kind.FOR:
        return node.index == parent.below[-1].index
    return parent.kind in (Kind.IF, Kind.WHILE)


def _is_seen(frame: Frame, root: Node, statement: Node) -> bool:
    """Whether a name means the same variable where a statement begins."""
    declared = root.declaration()
    if declared is None or declared.kind not in (Kind.VARIABLE, Kind.PARAMETER):
        return False
    count = frame.declared.count(declared.name)
    function = frame.function.node
    if not declared.main or not function.start <= declared.offset < function.end:
        return count == 0
    blocks = frame.unit.lexed.blocks
    if declared.kind == Kind.PARAMETER:
        return count == 1
    inside = blocks.contains(blocks.block(declared.offset), blocks.block(statement.start))
    return count == 1 and inside and declared.offset < statement.start


def _moves_records(world: World, node: Node) -> bool:
    """Whether members may get other values without being named."""
    if node.kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN:
        return node.type_kind == _RECORD_TYPE
    row = world.program.library(node) if node.kind == Kind.CALL else None
    if row is None or not (row.stores or (row.frees and node.type_kind == POINTER_TYPE)):
        return False
    for each in node.below[1:]:
        kind = plain_type(ignoring_parens_and_casts(each).type.canonical).rstrip("*")
        if kind.startswith(("struct ", "union ")) or not _is_scalar(kind):
            return True
    return False


_SCALARS = frozenset(
    "char short int long float double void _Bool unsigned signed __int128 size_t _Complex".split()
)


def _is_scalar(kind: str) -> bool:
    return all(word in _SCALARS for word in kind.split())


# --- whether the program follows a pointer itself -----------------------------------------------------------


def _is_followed(
    world: World, frame: Frame, before: bytes, mention: Node, piece: Node, statement: Node
) -> bool:
    """Whether the program follows the pointer ``before`` in ``piece`` for certain, or did before a statement.

    What it did counts while nothing that runs since then may change what leads there, or free it.
    """
    unit, tree = frame.unit, mention.tree
    cfg = world.stores.control(unit, tree).of(mention.index)
    first = cfg.before.get(statement.index, cfg.vertex(statement.index))
    end = tree.after[piece.index]
    anticipated = [tree.node(index) for index in cfg.anticipated(first) if piece.index <= index < end]
    if any(_follows(frame, before, node, piece) for node in anticipated):
        return True
    if world.may_call_in_clauses(unit, frame.function.node):
        return False
    for dominator, run in cfg.backwards(first):
        nodes = [tree.node(index) for index in cfg.held((*run, dominator))]
        if world.stores.may_free(unit, nodes) or world.may_be_changed(unit, nodes, mention):
            return False
        if any(_follows(frame, before, tree.node(index), statement) for index in cfg.nodes[dominator]):
            return True
    return False


def _follows(frame: Frame, before: bytes, node: Node, statement: Node) -> bool:
    """Whether a node that is evaluated follows a pointer, on the host and where each thread does."""
    # An array's or a record's address is computed without a look at what is there.
    if node.kind != Kind.MEMBER or node.type_kind == _RECORD_TYPE or node.type_kind in ARRAY_TYPES:
        return False
    text = path_of(frame.unit, node)
    if text is None or not text.startswith(before + b"->"):
        return False
    around = {each.index for each in (statement, *statement.ancestors())}
    apart = (each for each in node.ancestors() if each.index not in around)
    return not any(_takes_address(each) or frame.unit.governing(each) for each in apart)


def _takes_address(node: Node) -> bool:
    return node.kind == Kind.UNARY and node.unary_operator == Unary.ADDRESS_OF


def _is_always(node: Node, parent: Node) -> bool:
    """Whether a part of an expression is computed whenever that is."""
    if parent.kind == Kind.CONDITIONAL:
        return node.ordinal == 0
    if parent.kind == Kind.BINARY and parent.binary_operator in (Binary.LOGICAL_AND, Binary.LOGICAL_OR):
        return node.ordinal == 0
    if _takes_address(parent):
        return False
    return parent.kind in VALUES - {Kind.SIZEOF, Kind.STATEMENT_EXPR} or parent.kind in (
        Kind.DECL_STMT,
        Kind.VARIABLE,
        Kind.RETURN,
    )
