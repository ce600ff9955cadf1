# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The bytes behind the places that diagnostics name, for whoever prints them."""

from __future__ import annotations

from collections.abc import Mapping

from pointerchain import files
from pointerchain.diagnostics import Place
from pointerchain.source import Source, Span

# The place of what concerns a file as a whole: it cannot be read, or not written.
WHOLE_FILE = Span(-1, -1)


class SourceFiles:
    """Sources by name: those given, and others (headers that notes point into) read when asked for."""

    def __init__(self, known: Mapping[str, bytes]) -> None:
        self._sources: dict[str, Source | None] = {name: Source(name, data) for name, data in known.items()}

    def behind(self, place: Place) -> Source | None:
        """The source that ``place`` lies in; None for a whole file or one that cannot be read (any more)."""
        if place.span.start < 0:
            return None
        if place.file not in self._sources:
            try:
                self._sources[place.file] = Source(place.file, files.read(place.file))
            except (OSError, ValueError):
                self._sources[place.file] = None
        source = self._sources[place.file]
        # A file that changed since may be too short: better no line than a wrong one.
        return source if source is not None and place.span.end <= len(source.data) else None
