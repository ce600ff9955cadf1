# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""One test for all rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

Row = TypeVar("Row")


def check_rows(
    rows: Iterable[Row], check: Callable[[Row, Path], None], folder: Path, name: Callable[[Row], object] = str
) -> None:
    """Check each row in a folder of its own; all that fail are told, by their names."""
    failing = []
    for number, row in enumerate(rows):
        own = folder / str(number)
        own.mkdir()
        try:
            check(row, own)
        except Exception as error:
            failing.append(f"{name(row)!r}: {type(error).__name__}: {error}")
    assert not failing, f"{len(failing)} rows fail\n" + "\n\n".join(failing)
