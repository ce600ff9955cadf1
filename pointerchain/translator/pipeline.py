# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The stages in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pointerchain.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Translation:
    """What :func:`translate` gives back: the text, or None where an error refused it."""

    text: bytes | None
    diagnostics: tuple[Diagnostic, ...]
    changed: bool = False
    chains_hoisted: int = 0


def translate(
    source: bytes | str,
    filename: str,
    args: Sequence[str] = (),
    *,
    language: str | None = None,
    verify: bool = True,
) -> Translation:
    """Translate one source (not written yet)."""
    raise NotImplementedError
