# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Text: what is checked. ``heat.c`` with its directives  ->  its bytes, and how it is compiled."""

from __future__ import annotations

from pointerchain.lazy import NamedTuple


class Text(NamedTuple):
    """A source as it is written, and how it is compiled."""

    path: str
    data: bytes
    args: tuple[str, ...] = ()
    language: str | None = None
    left: frozenset[int] = frozenset()
    """Where directives stand of which nothing is claimed."""
