# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Parameters: a function -> the members that it stores, for certain, of what a parameter leads to.

``void link(struct sim *s) { s->a = s->b; }``  ->  of its first parameter the path ``a``.
"""

from __future__ import annotations

from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.libclang import EXPRESSIONS, INCREMENTS, Binary, Kind, Unary
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node

_THIS = "this"
Path = tuple[str, ...]
"""Members, by their names in all sources."""


def stored_paths(key: str, number: int, callees: Callees, storage: Storage) -> tuple[Path, ...]:
    """The paths that a function that is seen stores itself from a parameter; -1 is its object.

    None of a parameter that is assigned: it may lead elsewhere then.
    """
    parameters = callees.parameters(key)
    wanted = _THIS if number < 0 else parameters[number] if number < len(parameters) else ""
    found: list[Path] = []
    for node in callees.tree(key).nodes:
        target = _assigned(node)
        root, path = _path_of(target, storage) if target is not None else ("", ())
        if wanted and root == wanted:
            if not path:
                return ()
            found.append(path)
    return tuple(found)


def _assigned(node: Node) -> Node | None:
    """The expression that an expression assigns."""
    assigns = node.kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN
    assigns = assigns or (node.kind == Kind.UNARY and node.unary_operator in INCREMENTS)
    inside = _inside(node) if assigns or node.kind == Kind.COMPOUND_ASSIGN else []
    return inside[0] if inside else None


def _path_of(node: Node, storage: Storage) -> tuple[str, Path]:
    """The variable that an expression begins at, '' for an unknown one, and the members from there."""
    members: list[str] = []
    while True:
        inside = _inside(node)
        if node.kind == Kind.DECL_REF:
            return storage.name(node), tuple(reversed(members))
        if node.kind == Kind.MEMBER:
            member = storage.member_of(node)
            if not member:
                return "", ()
            members.append(member)
            if not inside or inside[0].kind == Kind.THIS:
                return _THIS, tuple(reversed(members))
        elif node.kind == Kind.UNARY and node.unary_operator != Unary.DEREFERENCE:
            return "", ()
        elif node.kind not in (Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.UNARY) or not inside:
            return "", ()
        node = inside[0]


def _inside(node: Node) -> list[Node]:
    return [each for each in node.below if each.kind in EXPRESSIONS]
