# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the two ways of ``pointerchain fc`` share: options, a place for translations, the compiler's run.

Loaded in every compile, so it imports next to nothing.
"""

from __future__ import annotations

import os

from pointerchain.build import child
from pointerchain.cli.cc_common import cannot_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointerchain.cli.settings import Settings


class Options:
    """The launcher's own options; ``key`` is the command's in the cache, empty where it has none."""

    def __init__(self) -> None:
        self.types = self.shows = False
        self.keep: str | None = None
        self.warnings: list[str] = []
        self.settings_given: str | None = None
        self.settings: Settings | None = None
        self.key = ""


def runtime_words(
    compiler: Sequence[str], words: Sequence[str], options: Options, *, translated: bool = False
) -> list[str]:
    """What links the runtime, where a command links and objects, or what was ``translated``, use it.

    Raises ``InputError`` where it cannot be built.
    """
    if "-c" in words:
        return []  # nearly every compile
    from pointerchain.build import linked
    from pointerchain.build.runtime_library import NotBuilt
    from pointerchain.cli.console import InputError

    if not linked.links(words):
        return []
    needed = set(linked.needed_by_objects(word for word in words if not word.startswith("-")))
    if translated:
        needed.add(linked.IN_FORTRAN)
    try:
        names, compiler = linked.ordered(needed), linked.in_c(compiler)
        return linked.linked(names, compiler, words, builds=not options.shows, as_files=True)
    except NotBuilt as error:
        said = f":\n{error.output.rstrip()}" if error.output else ""
        raise InputError(f"{error}, which this program links{said}") from None


def scratch() -> str:
    """A new directory; 'tempfile' takes as long to load as a translation from the cache."""
    name = f"pointerchain-{os.getpid()}-{os.urandom(6).hex()}"
    path = os.path.join(os.environ.get("TMPDIR") or "/tmp", name)
    os.mkdir(path, 0o700)
    return path


def remove_scratch(top: str) -> None:
    """Remove such a directory."""
    for directory, directories, names in os.walk(top, topdown=False):
        try:
            for name in names:
                os.unlink(os.path.join(directory, name))
            for name in directories:
                os.rmdir(os.path.join(directory, name))
        except OSError:
            continue
    try:
        os.rmdir(top)
    except OSError:
        return


def compile_with(words: list[str], top: str) -> int:
    """Run a compiler to its end; the exit code, or minus the signal that ended it. What does not fit into a
    command line is written below ``top``."""
    try:
        return child.run(words, lambda: top)
    except OSError as error:
        return cannot_run(words[0], error)
