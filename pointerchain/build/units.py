# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""From one source of a command line to the overlay that is compiled in its place.

``prepare`` gives a :class:`Unit`: the directory of the overlay and what its files stand for; or the
diagnostics that refuse it. The overlay comes from the cache where everything it was made of is as it was.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from pointerchain.build import cache as caches
from pointerchain.build.cache import Entry
from pointerchain.build.command_line import Source
from pointerchain.build.includes import File, Program
from pointerchain.build.job import Context, Job, Refusal, StoredRecord, translator_arguments
from pointerchain.lazy import NamedTuple

ONCE = b"POINTERCHAIN_ONCE_"
"""How the macros begin that keep a file of an overlay from being read twice."""


class Unit(NamedTuple):
    """A source that is compiled from an overlay."""

    source: Source
    directory: str
    record: StoredRecord
    entry: Entry | None
    fresh: bool
    """Whether the overlay was made just now, so that the cache does not know its system headers yet."""
    shared: bool = False
    """Whether only the source's beginning was looked at: what follows may instantiate its templates."""
    elsewhere: tuple[str, ...] = ()
    """The files beside its own on which what is hoisted, or mapped, depends."""
    said: str = ""
    """What is said of constructs without data clauses."""

    @property
    def path(self) -> str:
        """The file that the compiler is given."""
        return os.path.join(self.directory, self.record.names[0][0])

    def readable(self, name: str, called: str) -> bytes:
        """One file of the overlay as a reader wants it: with the user's include lines; raises ``OSError``."""
        with open(os.path.join(self.directory, name), "rb") as file:
            text = file.read()
        before, _, text = text.partition(b"#line ")
        if ONCE in before:
            text = text.removesuffix(b"\n#endif\n")
        lines = text.partition(b"\n")[2].split(b"\n")
        places = [os.fsencode(self.directory), *(os.fsencode(old) for old, _ in self.record.directories)]
        try:
            with open(called, "rb") as file:
                given = file.read().split(b"\n")
        except OSError:
            given = []
        own, number = set(given), 0
        for at, line in enumerate(lines):
            if line.startswith(b"#line ") and line[6:].isdigit() and line not in own:
                number = int(line[6:]) - 1  # of lines that were added
                continue
            if line.lstrip().startswith(b"#") and any(place in line for place in places):
                lines[at] = given[number] if number < len(given) else line
            number += 1
        return b"\n".join(lines)


def user_names(units: Sequence[Unit]) -> dict[str, str]:
    """What the files of overlays are called: the user's names."""
    return {
        os.path.join(unit.directory, name): called for unit in units for name, called in unit.record.names
    }


def prepare(
    context: Context,
    source: Source,
    main: File,
    program: Program,
    forced: Sequence[File | None],
    maps: bool = False,
) -> Unit | Refusal:
    """Translate one source, or find its translation; raises ``OSError`` where it cannot be put anywhere.

    ``maps``: whether its compute constructs get data clauses before.
    """
    compiler = context.compiler(source.language)
    arguments = translator_arguments(context.command, compiler, program.search.unquoted)
    job = Job(context, source, main, program, forced, arguments, compiler)
    said = ""
    if maps:
        from pointerchain.build.mapped import clauses_of

        mapped = clauses_of(job)
        if isinstance(mapped, Refusal):
            return mapped
        job, said = mapped
    key = job.key()
    found = context.cache.find(key)
    if found is not None:
        record = StoredRecord(*found.record)
        if _is_as_it_was(context, record):
            return Unit(source, found.directory, record, found, False, False, _elsewhere(job, record), said)
    # What is found in the cache needs none of this.
    from pointerchain.build.translation import translate

    if context.known is not None and context.auto:
        context.known.prepare()
    made = translate(job)
    if isinstance(made, Refusal):
        return made
    directory = context.cache.path(key)
    texts = made.texts(directory)
    record = made.record(texts)
    entry = context.cache.store(key, texts, tuple(record))
    if entry is None:
        directory = context.scratch()
        texts = made.texts(directory)
        caches.write_entry(directory, texts, tuple(record))
    return Unit(source, directory, record, entry, True, made.shared, _elsewhere(job, record), said)


def _is_as_it_was(context: Context, record: StoredRecord) -> bool:
    """Whether the functions of other sources do what they did when a source was translated."""
    known = context.known
    return known is None or all(known.state(key) == state for key, state in record.used)


def _elsewhere(job: Job, record: StoredRecord) -> tuple[str, ...]:
    context = job.context
    settings = (context.settings,) if context.settings else ()
    if job.mapping is not None:
        settings = tuple(dict.fromkeys((*settings, *job.mapping.elsewhere)))
    if context.known is None or not record.relies:
        return settings
    return (*settings, *context.known.files(key for key, state in record.used if state))
