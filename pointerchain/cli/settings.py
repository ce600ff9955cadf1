# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A project's settings: '[tool.pointerchain]' of a pyproject.toml, or all of a .pointerchain.toml.

    warnings = ["error=guarded-chain", "no-unused-declare"]    # as behind '-W'
    auto = true

What a file says is kept in the cache's directory by its content, since the library that reads TOML takes as
long to load as a source without directives may cost altogether.
"""
# For what PTH wants see pointerchain/files.py.
# ruff: noqa: PTH100, PTH103, PTH118, PTH120

from __future__ import annotations

import marshal
import os

from pointerchain import files
from pointerchain.build.asked import digest, make_place, place
from pointerchain.cli.console import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

WORDS = "a list of strings"
_KEYS = {"warnings": WORDS, "auto": "true or false", "deep": "true or false", "promises": WORDS}
_KEYS |= {"build-dir": "a string", "clang-args": WORDS, "keep": "a string"}
"""The keys, and what each takes."""
_KEPT = 1
"""Another number where files are read in another way, so that what was kept of them counts no more."""
_DIGEST = 20


class SettingsError(UsageError):
    """A file of settings that is not understood; ``place`` is its name with line and column."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(message)
        self.place = place


class Settings:
    """What a file says; what it does not name is empty.

    ``warnings`` are options of the command line. Paths are taken from the file's directory.
    """

    def __init__(self, path: str, data: bytes, is_own: bool, table: dict[str, Any]) -> None:
        self.path = path
        self._data, self._is_own = data, is_own
        self.warnings = ["-W" + word for word in table.get("warnings", ())]
        self.auto: bool = table.get("auto", False)
        self.deep: bool = table.get("deep", False)
        self.promises: list[str] = table.get("promises", [])
        self.build_dir = self._below(table.get("build-dir"))
        self.keep = self._below(table.get("keep"))
        self._clang_args: list[str] | None = table.get("clang-args")

    def _below(self, path: str | None) -> str | None:
        return None if path is None else os.path.join(os.path.dirname(self.path), path)

    def flags(
        self, inputs: Sequence[str], build_dir: str | None, clang_args: list[str] | None
    ) -> tuple[str | None, list[str] | None]:
        """How ``inputs`` are compiled: what '-p' and the words behind '--' say, or else this file.

        The words behind '--' stand for all of it, and no database lists standard input.
        """
        if clang_args is not None or "-" in inputs:
            return build_dir, clang_args
        if self._clang_args is not None:
            from pointerchain.build.compdb import absolute_paths

            clang_args = absolute_paths(self._clang_args, os.path.dirname(os.path.abspath(self.path)))
        return build_dir or self.build_dir, clang_args

    def checked(self, key: str, check: Callable[[], Any]) -> Any:
        """What ``check`` gives; its :class:`UsageError` becomes one with the place of ``key``."""
        try:
            return check()
        except UsageError as error:
            raise self.wrong(key, str(error)) from None

    def wrong(self, key: str, message: str) -> SettingsError:
        """The error about the value of ``key``."""
        return _wrong(self.path, self._data, self._is_own, key, message)


def has_table(path: str, data: bytes) -> bool:
    """Whether a pyproject.toml has settings of ours; raises :class:`SettingsError`."""
    return _table(path, data, is_own=False) is not None


def read(path: str, data: bytes, *, is_own: bool, is_named: bool) -> Settings | None:
    """The settings of a file; raises :class:`SettingsError`.

    ``is_own`` tells whether all of the file is ours, ``is_named`` whether the command line names it.
    """
    table = _table(path, data, is_own=is_own)
    if table is None:
        if is_named:
            raise UsageError(f"'{path}' of '--settings' has no '[tool.pointerchain]'")
        return None
    for key, value in table.items():
        _check(path, data, is_own, key, value)
    return Settings(path, data, is_own, table)


def _check(path: str, data: bytes, is_own: bool, key: str, value: object) -> None:
    takes = _KEYS.get(key)
    if takes is None:
        raise _wrong(path, data, is_own, key, _unknown(key, is_own))
    right = {
        WORDS: isinstance(value, list) and all(isinstance(each, str) for each in value),
        "true or false": isinstance(value, bool),
        "a string": isinstance(value, str),
    }[takes]
    if not right:
        raise _wrong(path, data, is_own, key, f"'{key}' takes {takes}, not {_kind(value, takes)}")
    if value == "" or (isinstance(value, list) and "" in value):
        raise _wrong(path, data, is_own, key, f"'{key}' has an empty string")
    if key == "warnings" and isinstance(value, list):
        wrong = next((each for each in value if each.startswith("-")), None)
        if wrong is not None:
            hint = f": write '{wrong[2:]}'" if wrong.startswith("-W") and len(wrong) > 2 else ""
            raise _wrong(path, data, is_own, key, f"'warnings' names what stands behind '-W'{hint}")


def _unknown(key: str, is_own: bool) -> str:
    if is_own and key in ("tool", "pointerchain"):
        return f"unknown key '{key}'; in this file keys stand at the top, without '[tool.pointerchain]'"
    from difflib import get_close_matches

    close = get_close_matches(key.replace("_", "-"), _KEYS, 1)
    if close:
        return f"unknown key '{key}'; did you mean '{close[0]}'?"
    *others, last = (f"'{each}'" for each in _KEYS)
    return f"unknown key '{key}'; the keys are {', '.join(others)} and {last}"


def _kind(value: object, takes: str) -> str:
    names = {bool: "true or false", str: "a string", int: "a number", float: "a number", dict: "a table"}
    if isinstance(value, list):
        other = next((each for each in value if not isinstance(each, str)), "")
        return f"one with {_kind(other, '')}" if takes == WORDS else "a list"
    return names.get(type(value), "a date or time")


# --- reading ---------------------------------------------------------------------------------------


def _table(path: str, data: bytes, *, is_own: bool) -> dict[str, Any] | None:
    """Our table in a file, None where it has none; from the cache where it is known."""
    kept = os.path.join(place(), "settings", digest(b"%d %d " % (_KEPT, is_own) + data).hex())
    try:
        body = files.read(kept)
        if digest(body[_DIGEST:]) == body[:_DIGEST]:
            known: dict[str, Any] | None = marshal.loads(body[_DIGEST:])
            return known
    except (OSError, ValueError, TypeError, EOFError):
        pass
    table = _parsed(path, data, is_own)
    _keep(kept, table)
    return table


def _keep(path: str, table: dict[str, Any] | None) -> None:
    from pointerchain.build.cache import Cache

    if not Cache().keeps:
        return
    try:
        body = marshal.dumps(table, 4)
        make_place(place())
        os.makedirs(os.path.dirname(path), exist_ok=True)
        files.write_whole(path, digest(body) + body)
    except (OSError, ValueError):
        pass  # read anew each time; a date, which marshal does not take, is no value of ours either


def _parsed(path: str, data: bytes, is_own: bool) -> dict[str, Any] | None:
    try:
        table = _table_of(data.decode(), is_own)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{path}:{line}:1", "settings are UTF-8, and this is not") from None
    except ValueError as error:
        raise _not_toml(path, data, str(error)) from None
    if table is not None and not isinstance(table, dict):
        message = f"'[tool.pointerchain]' is a table, not {_kind(table, '')}"
        raise _wrong(path, data, True, "tool", message)
    return table


def _table_of(text: str, is_own: bool) -> Any:
    """Our table in the text of a file; raises ``ValueError`` where that is no TOML."""
    import sys

    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    found: Any = tomllib.loads(text)
    if is_own:
        return found
    tool = found.get("tool")
    return tool.get("pointerchain") if isinstance(tool, dict) else None


def _not_toml(path: str, data: bytes, said: str) -> SettingsError:
    import re

    at = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", said)
    line, column = str(data.rstrip().count(b"\n") + 1), "1"
    if at is not None:
        said = said[: at.start()]
        line, column = at.group(1) or line, at.group(2) or column
    return SettingsError(f"{path}:{line}:{column}", f"not TOML: {said[:1].lower()}{said[1:]}")


# --- places ----------------------------------------------------------------------------------------


def _wrong(path: str, data: bytes, is_own: bool, key: str, message: str) -> SettingsError:
    lines = data.decode().split("\n")
    line = _line_of(lines, is_own, key)
    text = lines[line - 1]
    column = len(text) - len(text.lstrip()) + 1
    return SettingsError(f"{path}:{line}:{column}", message)


def _line_of(lines: Sequence[str], is_own: bool, key: str) -> int:
    """The line in which a key's value begins: what stands before is TOML without the key.

    No place is kept by the library, and a key has several spellings, so beginnings of the text are read:
    those of whole statements are TOML, others are not.
    """
    before = 0
    for count in range(1, len(lines) + 1):
        if key not in "\n".join(lines[:count]) and "\\" not in "\n".join(lines[:count]):
            before = count
            continue
        try:
            table = _table_of("\n".join(lines[:count]) + "\n", is_own)
        except ValueError:
            continue
        if isinstance(table, dict) and key in table:
            return before + 1
        before = count
    return 1
