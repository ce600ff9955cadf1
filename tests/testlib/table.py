# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``table``: rows of a table as one test that judges them all and names each that fails."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import pytest


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
            assert values, "the table has no row"
            failures = []
            for number, row in enumerate(values):
                given = dict(fixtures)
                if isinstance(folder := fixtures.get("tmp_path"), Path):
                    given["tmp_path"] = folder / str(number)
                    (folder / str(number)).mkdir()
                try:
                    test(**dict(zip(arguments, row, strict=True)), **given)
                except Exception as error:
                    name = ids(row[0]) if ids else ", ".join(map(repr, row))
                    told = str(error) if isinstance(error, AssertionError) else repr(error)
                    failures.append(f"{name}: {told}")
                if isinstance(patch := fixtures.get("monkeypatch"), pytest.MonkeyPatch):
                    patch.undo()
            if failures:
                raise AssertionError(f"{len(failures)} of {len(values)} rows fail\n" + "\n\n".join(failures))

        signature = inspect.signature(test)
        kept = [each for name, each in signature.parameters.items() if name not in arguments]
        judge_all.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        del judge_all.__wrapped__  # type: ignore[attr-defined]
        return judge_all

    return decorate
