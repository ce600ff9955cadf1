# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What build systems ask: ``pointerchain --cmake-dir``, ``--includes`` and ``--libs``."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def answer(question: str) -> str:
    """The line that answers one of them; nothing is linked, the runtime is headers only."""
    return {
        "--cmake-dir": str(_PACKAGE / "cmake"),
        "--includes": f"-I{_PACKAGE / 'include'}",
        "--libs": "",
    }[question]
