# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is said where the tool itself is at fault."""

from __future__ import annotations

import os

DEBUG = "POINTERCHAIN_DEBUG"


def fault_text(file: str | None, fault: str, trace: str) -> str:
    """What is said about a fault of the tool; the trace only to those who ask for it."""
    from importlib.metadata import PackageNotFoundError, version
    from platform import python_version

    from pointerchain import __version__

    try:
        libclang = f"libclang {version('libclang')}"
    except PackageNotFoundError:
        libclang = "no libclang"
    where = f" with '{file}'" if file is not None else ""
    text = f"pointerchain: error: internal fault{where}: {fault}\n" + (
        f"pointerchain: note: this is a mistake in pointerchain {__version__} (Python {python_version()}, "
        f"{libclang}), not in your source"
    )
    if os.environ.get(DEBUG):
        return f"{text}\n{trace}"
    return f"{text}; please report it with what the same command prints under {DEBUG}=1\n"
