# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the checks of random programs have in common: counts that are added up, and a function that failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol


class Counts:
    """A dataclass of numbers, lists and counters."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def add(self, other: Counts) -> None:
        """Count in what another check found."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Function(Protocol):
    """A random function."""

    @property
    def number(self) -> int:
        """The number that it is made of."""

    @property
    def text(self) -> str:
        """Its text."""


@dataclass(frozen=True)
class FailedFunction:
    """What went wrong with a function."""

    function: Function
    kind: str
    detail: str

    def __str__(self) -> str:
        return f"function {self.function.number}: {self.kind}: {self.detail}\n{self.function.text}"
