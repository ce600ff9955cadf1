# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Source: what questions about the device ask of a source, whoever holds it: text, names and places.

``source.source_span(node)``  ->  where a node of Clang's tree stands in the text that the user wrote.
"""

from __future__ import annotations

from typing import Protocol

from pointerchain.analysis.access import Aside
from pointerchain.source import Span
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.text.lex import Lexed


class Source(Protocol):
    """A source and Clang's tree of its functions with regions."""

    tree: Tree
    references: References
    lexed: Lexed

    @property
    def aside(self) -> Aside:
        """The tree with directives' operands behind it."""

    def source_span(self, node: Node) -> Span:
        """A node's text in the source."""

    def starts_at(self, node: Node) -> int:
        """Where a node's text starts in the source."""
