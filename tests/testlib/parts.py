# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Parts of what takes too long for a run: 'today/7' -> the part whose turn it is; whether a name is in it."""

from __future__ import annotations

import datetime
import hashlib
import re
from typing import NamedTuple


class Part(NamedTuple):
    """The K-th of N parts; which things are in it, their names alone decide."""

    number: int
    of: int

    @classmethod
    def read(cls, text: str, today: datetime.date | None = None) -> Part:
        """K/N, or today/N, which is another part each day; a ValueError says what is wrong with the text."""
        match = re.fullmatch(r"(\d+|today)/([1-9]\d*)", text)
        if match is None:
            raise ValueError(f"--part is K/N or today/N, and not '{text}'")
        of = int(match[2])
        day = (today or datetime.date.today()).toordinal()
        number = day % of + 1 if match[1] == "today" else int(match[1])
        if not 1 <= number <= of:
            raise ValueError(f"--part: there is no part {number} of {of}")
        return cls(number, of)

    def has(self, name: str) -> bool:
        """Whether what is called so is in the part."""
        return int(hashlib.sha256(name.encode()).hexdigest(), 16) % self.of + 1 == self.number
