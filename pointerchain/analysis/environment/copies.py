# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Copies: an object's two copies, and what data directives and accesses do to them, one after the other.

``enter data map(to: s[0:1])``, a store on the host, ``exit data map(from: s[0:1])``  ->  the reference count
goes from 0 to 1 and back, and the host's copy has lost the store. Whether a way leads there, and which object
a directive lists, is not asked here (OpenMP 5.2, 5.8.3; OpenACC 3.3, 2.6.7).
"""

from __future__ import annotations

from pointerchain.dialects import Effect
from pointerchain.lazy import NamedTuple


class Copies(NamedTuple):
    """What is known of both copies at a place."""

    host: bool = True
    """Whether the host's copy is certainly what it would be if there were one copy alone."""
    device: bool = True
    """The same of the device's."""
    references: int = 0
    """The reference count: in how many data environments the object is."""

    def entered(self) -> Copies:
        """Where a data environment begins that has the object: the first one makes the device's copy.

        One that is not copied has no value, which nothing may read: it counts as the host's.
        """
        device = self.device if self.references else self.host
        return self._replace(references=self.references + 1, device=device)

    def left(self, effect: Effect, whole: bool) -> Copies:
        """Where one ends: the last one takes the device's copy away, and may copy it or a part back."""
        if self.references > 1:
            return self._replace(references=self.references - 1)
        copied = self.device and (whole or self.host)
        return self._replace(references=0, host=copied if effect.from_device else self.host)

    def updated(self, effect: Effect, whole: bool) -> Copies:
        """Behind an update, of all that is mapped or of a part; it moves nothing that is not there."""
        if not self.references:
            return self
        if effect.to_device:
            return self._replace(device=self.host and (whole or self.device))
        return self._replace(host=self.device and (whole or self.host))

    def stored(self, on_device: bool) -> Copies:
        """Behind a store on one side, which the other side's copy does not get."""
        return self._replace(host=False) if on_device else self._replace(device=False)

    def joined(self, other: Copies) -> Copies | None:
        """Where two ways meet; None where the object is present on one of them and not on the other."""
        if self.references != other.references:
            return None
        return Copies(self.host and other.host, self.device and other.device, self.references)
