# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``table`` and ``check_rows``: rows of a table in one test, which judges all and names each that fails."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import pytest

Row = TypeVar("Row")


def table(
    names: str | Sequence[str], rows: Iterable[Any], ids: Callable[[Any], str] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """In the place of ``pytest.mark.parametrize``, where a test of its own would cost more than a row.

    The test fails where a row does, with the failures of all rows. ``ids`` names a row by its first value.
    Each row has a ``tmp_path`` of its own, where the test asks for one; its ``monkeypatch`` is undone.
    """
    arguments = tuple(names.split(",")) if isinstance(names, str) else tuple(names)
    arguments = tuple(name.strip() for name in arguments)
    values = [row if len(arguments) > 1 else (row,) for row in rows]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def judge_all(**fixtures: object) -> None:
            __tracebackhide__ = True

            def judge(row: Sequence[Any], folder: Path | None) -> None:
                own = {"tmp_path": folder} if folder else {}
                try:
                    test(**dict(zip(arguments, row, strict=True)), **{**fixtures, **own})
                finally:
                    if isinstance(patch := fixtures.get("monkeypatch"), pytest.MonkeyPatch):
                        patch.undo()

            def name(row: Sequence[Any]) -> object:
                return ids(row[0]) if ids else ", ".join(map(repr, row))

            folder = fixtures.get("tmp_path")
            check_rows(values, judge, folder if isinstance(folder, Path) else None, name)

        signature = inspect.signature(test)
        kept = [each for name, each in signature.parameters.items() if name not in arguments]
        judge_all.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        del judge_all.__wrapped__  # type: ignore[attr-defined]
        return judge_all

    return decorate


def check_rows(
    rows: Iterable[Row],
    check: Callable[[Row, Any], None],
    folder: Path | None,
    name: Callable[[Row], object] = str,
) -> None:
    """Check each row, in a folder of its own below ``folder``; all that fail are told, by their names."""
    __tracebackhide__ = True
    failures, count = [], 0
    for row in rows:
        own = folder / str(count) if folder else None
        count += 1
        if own:
            own.mkdir()
        try:
            check(row, own)
        except Exception as error:
            told = str(error) if isinstance(error, AssertionError) else repr(error)
            failures.append(f"{name(row)}: {told}")
    assert count, "the table has no row"
    if failures:
        raise AssertionError(f"{len(failures)} of {count} rows fail\n" + "\n\n".join(failures))
