# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Result: what a translation gives back."""

from __future__ import annotations

from typing import NamedTuple

from pointerchain.diagnostics import Diagnostic


class Translation(NamedTuple):
    """What :func:`translate` gives back: the text, or None where an error refused it.

    ``changed`` says whether the text differs from the source; ``chains_hoisted`` counts the locals
    that were introduced, one a chain and region. ``headers`` are the included files whose shapes and
    policies hold here, as Clang names them, or None where Clang could not read the source. ``complete``
    says that text behind the source could not change what it means: it is C, or no region stands in a
    template or a lambda, which later code may instantiate.
    """

    text: bytes | None
    diagnostics: tuple[Diagnostic, ...]
    changed: bool = False
    chains_hoisted: int = 0
    headers: tuple[str, ...] | None = ()
    complete: bool = False
