# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the launcher's two halves share: its options, a source that was looked into, standard input."""

from __future__ import annotations

import os

from pointerchain import files
from pointerchain.build.command_line import CommandLine, Source
from pointerchain.build.includes import File, Program
from pointerchain.cli.console import put_error, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from pointerchain.cli.settings import Settings

KEEP, FLAGS = "POINTERCHAIN_KEEP", "POINTERCHAIN_FLAGS"
# As a shell has it.
EXIT_NOT_EXECUTABLE, EXIT_NOT_FOUND = 126, 127


class Options:
    """The launcher's own options."""

    def __init__(self) -> None:
        self.keep = os.environ.get(KEEP) or None
        self.native: str | None = None
        self.shows = False
        self.verbose = False
        self.verify = True
        self.promises = False
        self.stale = False
        self.auto_given: bool | None = None
        """None where neither '--auto' nor '--no-auto' is given."""
        self.auto = False
        self.deep_given: bool | None = None
        """None where neither '--deep' nor '--no-deep' is given."""
        self.deep = False
        self.only = ""
        self.maps = False
        """Whether compute constructs get data clauses."""
        self.partial = False
        """Whether a source is compiled where some of its constructs get none."""
        self.remarks = False
        self.vouched: list[str] = []
        self.build_dir: str | None = None
        self.warnings: list[str] = []
        self.settings_given: str | None = None
        self.settings: Settings | None = None


class Found:
    """A source of the command line with what it includes."""

    def __init__(
        self, source: Source, main: File, program: Program, forced: list[File | None], macros: str
    ) -> None:
        """``macros`` is a file of '-imacros' that says the word, or nothing."""
        self.source, self.main, self.program, self.forced = source, main, program, forced
        self.macros = macros
        self.optional = False
        """Whether it has no directives, so that it may be compiled as it is."""
        self.maps = False
        """Whether its compute constructs get data clauses."""


def say_untouched(options: Options, found: list[Found], marked: list[Found]) -> None:
    """With '--verbose': which sources are compiled as they are."""
    if options.verbose:
        own = {id(each) for each in marked}
        for each in found:
            if id(each) not in own:
                say(f"'{each.main.path}': no directive, compiled as it is")


def runtime_words(command: CommandLine, texts: Iterable[bytes], options: Options) -> list[str] | None:
    """What links the runtime, where a command links and its objects or the ``texts`` of its sources use it.

    None where that cannot be built, which is said.
    """
    if "-c" in command.words:
        return []  # nearly every compile
    from pointerchain.build import linked
    from pointerchain.build.runtime_library import NotBuilt

    if not linked.links(command.words):
        return []
    own = {source.at for source in command.sources}
    objects = [command.words[at] for at in command.inputs if at not in own]
    objects += linked.named_libraries(command.words)
    needed = {*linked.needed_by_objects(objects), *linked.needed_by_texts(texts)}
    try:
        return linked.linked(
            linked.ordered(needed), command.compiler, command.words, builds=not options.shows
        )
    except NotBuilt as error:
        say(f"error: {error}: the runtime of deep copies, which this links")
        put_error(error.output or "")
        return None


def cannot_run(program: str, error: OSError) -> int:
    """Say that a compiler cannot be run, and why; the exit code that a shell would give."""
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        say(f"error: there is no compiler '{program}'")
        return EXIT_NOT_FOUND
    say(f"error: cannot run '{program}': {files.reason(error)}")
    return EXIT_NOT_EXECUTABLE


def give_standard_input(data: bytes) -> None:
    """Let the compiler read again what was read here."""
    from tempfile import TemporaryFile

    with TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        os.dup2(file.fileno(), 0)
