# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""How each source is compiled: the words behind '--', and what a compile database lists."""

from __future__ import annotations

import os

from pointerchain.build import find
from pointerchain.cli.console import InputError
from pointerchain.cli.inputs import STDIN_NAME
from pointerchain.cli.settings_file import settings_for
from pointerchain.lazy import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.build.compdb import Database
    from pointerchain.cli.settings import Settings


class Flags(NamedTuple):
    """What Clang is told about one source; ``remark`` is worth a note."""

    arguments: tuple[str, ...]
    language: str | None
    remark: str = ""


class NoFlags(Exception):
    """Nothing says how a source is compiled, though something should; the message is fit for the user."""


def check_build_dir(build_dir: str, settings: Settings | None = None) -> None:
    """Raise :class:`InputError` where '-p', or the settings, name nothing that holds a compile database."""
    if settings is not None and build_dir == settings.build_dir:
        if not os.path.exists(find.named(build_dir)):
            raise settings.wrong("build-dir", f"there is no '{find.NAME}' in '{build_dir}'")
        return
    if not os.path.exists(build_dir):
        raise InputError(f"'{build_dir}' of '-p' does not exist")
    if not os.path.exists(find.named(build_dir)):
        raise InputError(f"directory '{build_dir}' of '-p' holds no '{find.NAME}'")


class Given(NamedTuple):
    """What says how sources are compiled, by the command line and the settings of their project."""

    build_dir: str | None
    clang_args: list[str] | None
    settings: Settings | None


def given_flags(
    inputs: list[str], build_dir: str | None, clang_args: list[str] | None, settings_given: str | None
) -> Given:
    """What '-p' and the words behind '--' say, and the settings where they say nothing.

    Raises what ``settings_for`` does.
    """
    settings = settings_for(inputs, settings_given) if inputs else None
    if settings is not None:
        build_dir, clang_args = settings.flags(inputs, build_dir, clang_args)
    return Given(build_dir, clang_args, settings)


def _expanded(given: list[str] | None) -> list[str] | None:
    """Words with those of response files; raises :class:`InputError` for one that cannot be read."""
    if given is None or not any(word.startswith("@") for word in given):
        return given
    from pointerchain.build.response import expand

    try:
        return expand(given)[0]
    except (OSError, ValueError) as error:
        raise InputError(f"a response file behind '--' cannot be read: {error}") from None


class CompileFlags:
    """Finds the flags of one source after another.

    ``given`` are the words behind '--', None where there is no '--'; ``language`` is what '--language' says.
    """

    def __init__(self, build_dir: str | None, given: list[str] | None, language: str | None) -> None:
        self._build_dir = build_dir
        self._given = _expanded(given)
        self._language = language
        # By path, so that a database that many files share is read once.
        self._databases: dict[str, Database] = {}
        self._found: dict[str, str | None] = {}

    def of(self, file: str) -> Flags:
        """The flags of ``file``; raises :class:`NoFlags`."""
        given = tuple(self._given or ())
        path = self._database_path(file)
        if path is None:
            return Flags(given, self._language)
        from pointerchain.build.compdb import Database, DatabaseError

        try:
            if path not in self._databases:
                self._databases[path] = Database(path)
            listed = self._databases[path].flags(file)
        except DatabaseError as error:
            raise NoFlags(str(error)) from None
        if listed is None:
            if self._build_dir is None:
                return Flags(given, self._language)
            raise NoFlags(f"not in '{path}', and nothing near it is: give its flags after '--' without '-p'")
        remark = ""
        if listed.lender is not None and self._build_dir is not None:
            remark = f"'{file}' is not in '{path}': compiled as '{listed.lender}' is"
        return Flags((*listed.arguments, *given), self._language or listed.language, remark)

    def lists(self, file: str) -> bool:
        """Whether ``-p``'s database has a command for ``file``; so it is where there is no ``-p``."""
        try:
            return self._build_dir is None or not self.of(file).remark
        except NoFlags:
            return False

    def spells(self, file: str) -> bool:
        """Whether that database, which was read, lists the file by this very path."""
        path = self._database_path(file) if self._build_dir is not None else None
        return path is None or self._databases[path].spells(file)

    def _database_path(self, file: str) -> str | None:
        """``-p`` if given; none where '--' gives the flags; else the nearest upwards of the file."""
        if self._build_dir is not None:
            return find.named(self._build_dir)
        if self._given is not None or file == STDIN_NAME:
            return None
        directory = os.path.dirname(file)
        if directory not in self._found:
            self._found[directory] = find.upwards(directory)
        return self._found[directory]
