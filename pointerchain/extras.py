# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The line that installs an extra of the package: "place" -> ``pip install '/home/me/pointerchain[place]'``.

No registry has the package, so the line names what it was installed from: the clone, or the wheel's file.
"""

from __future__ import annotations

from pathlib import Path

from pointerchain import __version__

_ABOVE = Path(__file__).resolve().parents[1]


def install_line(extra: str) -> str:
    """The command that adds what an extra of ``pyproject.toml`` needs."""
    wheel = f"pointerchain-{__version__}-py3-none-any.whl"
    source = _ABOVE if (_ABOVE / "pyproject.toml").exists() else wheel
    return f"pip install '{source}[{extra}]'"
