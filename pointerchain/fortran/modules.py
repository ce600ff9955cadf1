# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Modules by name: those of the source itself, and those of other sources in given directories.

A module is found by the text of its ``module`` statement. Only files of the directories themselves are
looked into, none of those below. Two files with a module of one name and other texts are a problem, not a
choice.
"""

from __future__ import annotations

import os
import re
from bisect import bisect
from collections.abc import Callable, Iterable

from pointerchain import files
from pointerchain.diagnostics import Place
from pointerchain.fortran.fixed import BY_SUFFIX, Form, Problem, free_form, in_source, is_fixed
from pointerchain.fortran.includes import Resolver
from pointerchain.fortran.lines import Text
from pointerchain.fortran.macros import NOTHING, hidden
from pointerchain.fortran.sources import FIXED, PREPROCESSED, listed
from pointerchain.fortran.units import UNITS, Scope, read_units
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span

# What each translation of a module with types holds: it is none of the program's sources.
_TRANSLATED = b"\n  use pointerchain_types\n"
_MODULE = lazy_pattern(
    rb"^(?:\xef\xbb\xbf)?[ \t]*module[ \t]+(\w+)[ \t]*(?:!.*)?\r?$", re.IGNORECASE | re.MULTILINE
)


class SourceFile:
    """A Fortran source, read: its text, its scopes and the scope of each of its statements.

    ``source`` is in free form; ``problems`` says what of a source in fixed form could not be written so, and
    ``hidden`` what a preprocessor may make of one that was not preprocessed.
    """

    def __init__(
        self,
        name: str,
        data: bytes,
        form: Form = BY_SUFFIX,
        directories: tuple[str, ...] = (),
    ) -> None:
        self.name, self.data, self.form = name, data, form
        self.source = data.decode("latin-1")
        self.fixed = is_fixed(name, FIXED, form)
        self.problems: tuple[Problem, ...] = ()
        if self.fixed:
            self.source, self.problems = free_form(self.source, form.width)
        resolver = Resolver((os.path.dirname(name), *directories), form, fixed=self.fixed)
        self.text: Text = resolver.text(self.source, name)
        self.included: frozenset[str] = frozenset(resolver.paths)
        self.root, self.scopes, self.broken = read_units(self.text)
        self.hidden = NOTHING
        if self.text.preprocessor or name.endswith(PREPROCESSED):
            self.hidden = hidden(self.source, name, resolver.directories)
        starts = [each.places[0] for each in self.text.statements]
        for offset in self.hidden.includes:
            unit = self.scopes[bisect(starts, offset) - 1].within(UNITS) if offset > starts[0] else None
            if unit is not None:
                unit.includes = True
        self.modules: dict[str, Scope] = {
            each.name: each for each in self.root.children if each.kind == "module"
        }

    def own_span(self, span: Span) -> Span:
        """A span of ``source`` as one of ``data``."""
        return in_source(span, self.source, self.data.decode("latin-1")) if self.fixed else span


class Modules:
    """Finds modules; ``own`` is the source that is translated, ``directories`` are those to look into."""

    def __init__(self, own: SourceFile, directories: Iterable[str]) -> None:
        self.own = own
        self.directories = tuple(dict.fromkeys(directories))
        self.ambiguous: dict[str, tuple[str, ...]] = {}
        self.looked = False
        """Whether other files were looked into."""
        self.on_read: Callable[[SourceFile], None] | None = None
        """What is told of each other source that is read."""
        self._files: dict[str, SourceFile | None] = {}
        self._index: dict[str, list[str]] | None = None

    @property
    def included(self) -> tuple[str, ...]:
        """The files that were included in what was read."""
        read = [self.own, *(each for each in self._files.values() if each is not None)]
        return tuple(sorted({path for each in read for path in each.included}))

    def own_place(self, place: Place) -> Place:
        """A place in the text that was read as one of the source itself, where that is in fixed form."""
        file = self.own if place.file == self.own.name else self._files.get(place.file)
        if file is None or not file.fixed or file.problems:
            return place
        return place._replace(span=file.own_span(place.span))

    def find(self, name: str) -> tuple[SourceFile, Scope] | None:
        """The module of that name and the file it stands in; None where none is found, or several are."""
        if name in self.own.modules:
            return self.own, self.own.modules[name]
        paths = self._paths(name)
        if not paths:
            return None
        if len(paths) > 1 and len({files.read(path) for path in paths}) > 1:
            self.ambiguous[name] = tuple(paths)
            return None
        file = self._file(paths[0])
        scope = file.modules.get(name) if file is not None else None
        return (file, scope) if file is not None and scope is not None else None

    def _paths(self, name: str) -> list[str]:
        if self._index is None:
            self.looked = True
            self._index = {}
            own = os.path.realpath(self.own.name)
            for path in listed(self.directories):
                if os.path.realpath(path) == own:
                    continue
                try:
                    data = files.read(path)
                except OSError:
                    continue
                if _TRANSLATED in data:
                    continue
                for found in _MODULE.findall(data):
                    self._index.setdefault(found.decode("latin-1").lower(), []).append(path)
        return self._index.get(name, [])

    def _file(self, path: str) -> SourceFile | None:
        if path not in self._files:
            try:
                read: SourceFile | None = SourceFile(path, files.read(path), self.own.form, self.directories)
            except OSError:
                read = None
            if read is not None and read.problems:
                read = None
            self._files[path] = read
            if read is not None and self.on_read is not None:
                self.on_read(read)
        return self._files[path]
