# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The options of commands that no build calls: read by ``argparse``, shown and refused in one way.

    parser = OptionParser("ptx count", "FILE... [options]", ABOUT, notes=NOTES)
    parser.format(("text", "json"), "the form of the report")
    parser.output("FILE", "write the report to FILE; '-' is standard output")
    given = parser.read(words)  # None where '--help' was asked for, and shown

What two commands have in common is a method here, so that it is spelled, read and refused alike.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pointerchain.cli.console import EXIT_CLEAN, EXIT_USAGE, UsageError, asks_for_help, put, put_error

# Compiler options that are often written before the '--' by mistake.
COMPILER_PREFIXES = ("-D", "-U", "-I", "-std", "-f", "-x", "-isystem", "-include", "-m", "-O", "-g")
LANGUAGES = ("c", "c++")
_COLUMN, _WIDTH = 26, 90

Reader = Callable[[str, str], Any]
"""From an option's name and the word that was given to its value; raises :class:`UsageError`."""


class OptionParser:
    """The command line of one command.

    ``usage`` and ``about`` begin its help, ``notes`` end it. ``passes`` is what stands before a compiler
    option that the command hands on, '' where it hands none on.
    """

    def __init__(self, command: str, usage: str, about: str, *, notes: str = "", passes: str = "") -> None:
        self._command = command
        self._usage, self._about, self._notes = usage, about, notes
        self._passes = passes
        self._parser = argparse.ArgumentParser(
            prog=f"pointerchain {command}", add_help=False, allow_abbrev=False, exit_on_error=False
        )
        self._inputs: list[tuple[str, str]] = []
        self._rows: list[tuple[str, str]] = []

    def input(self, name: str, help: str) -> None:
        """Say in the help what a word is that belongs to no option."""
        self._inputs.append((name, help))

    def value(
        self, name: str, metavar: str, help: str, reader: Reader | None = None, *, default: Any = None
    ) -> None:
        """An option with a value; ``help`` is wrapped unless it holds line ends of its own."""
        self._parser.add_argument(name, default=default, type=_reading(name, reader))
        self._rows.append((f"{name} {metavar}", help))

    def repeated(self, name: str, metavar: str, help: str) -> None:
        """An option whose values are gathered in a list."""
        self._parser.add_argument(name, action="append", default=[], type=_reading(name, None))
        self._rows.append((f"{name} {metavar}", help))

    def passed(self, metavar: str, help: str) -> None:
        """Say in the help what the words behind '--' are."""
        self._rows.append((f"-- {metavar}", help))

    def switch(self, name: str, help: str) -> None:
        """An option that is given or not."""
        self._parser.add_argument(name, action="store_true")
        self._rows.append((name, help))

    # --- what several commands have ------------------------------------------------------------

    def output(self, metavar: str, help: str) -> None:
        """``-o``, as ``output``."""
        self._parser.add_argument("-o", dest="output", type=_reading("-o", None))
        self._rows.append((f"-o {metavar}", help))

    def format(self, forms: Sequence[str], help: str) -> None:
        """``--format``; the first form is the default."""
        self.value("--format", "|".join(forms), help, one_of(forms), default=forms[0])

    def jobs(self, help: str) -> None:
        """``-j``, as ``jobs``; 0, which is the default, stands for one a processor."""
        self._parser.add_argument("-j", dest="jobs", default=0, type=_reading("-j", _jobs))
        self._rows.append(("-j N", help))

    def build_dir(self, help: str) -> None:
        """``-p``, as ``build_dir``."""
        self._parser.add_argument("-p", dest="build_dir", type=_reading("-p", None))
        self._rows.append(("-p BUILD_DIR", help))

    def language(self) -> None:
        """``--language``."""
        self.value("--language", "c|c++", "the language, where the name of the file does not tell", _language)

    def settings(self) -> None:
        """``--settings``."""
        self.value(
            "--settings",
            "FILE",
            "take the project's settings from FILE, 'none' from nowhere; without it they are looked for, see "
            "'pointerchain translate'",
        )

    # --- reading -------------------------------------------------------------------------------

    def read(self, words: list[str]) -> argparse.Namespace | None:
        """What the words say; None where they ask for the help, which is then shown.

        ``inputs`` are the words that belong to no option, ``passed`` those behind '--', None without one.
        """
        if asks_for_help(words):
            put(self.help())
            return None
        own, passed = words, None
        if "--" in words:
            cut = words.index("--")
            own, passed = words[:cut], words[cut + 1 :]
        try:
            given, others = self._parser.parse_known_args(own)
        except argparse.ArgumentError as error:
            # All that argparse itself finds wrong here is a value too few, or one too many.
            name = error.argument_name or ""
            takes = "takes no value" if (name, True) in self._names() else "needs a value"
            raise UsageError(f"'{name}' {takes}") from None
        for word in others:
            if word.startswith("-") and word != "-":
                raise UsageError(self._unknown(word))
        given.inputs, given.passed = others, passed
        if passed is not None and not self._passes:
            # Without a meaning of its own '--' ends the options, as everywhere.
            given.inputs, given.passed = [*others, *passed], None
        return given

    def _names(self) -> list[tuple[str, bool]]:
        """The options, and whether each is a switch."""
        return [(name, not metavar) for name, _, metavar in (row.partition(" ") for row, _ in self._rows)]

    def _unknown(self, word: str) -> str:
        hint = f"'pointerchain {self._command} --help' shows the options"
        return unknown_option(word, [name for name, _ in self._names()], passes=self._passes, hint=hint)

    # --- showing -------------------------------------------------------------------------------

    def help(self) -> str:
        """What ``--help`` shows."""
        rows = [*self._rows, ("-h, --help", "show this help")]
        lead = f"usage: pointerchain {self._command} "
        usage = f"\n{' ' * len('usage: ')}pointerchain {self._command} ".join(self._usage.splitlines())
        parts = [lead + usage + "\n", self._about]
        if self._inputs:
            parts.append(_listed(self._inputs))
        parts.append("options:\n" + _listed(rows))
        if self._notes:
            parts.append(self._notes)
        return "\n".join(parts)


def run_action(
    command: str, help: str, actions: Mapping[str, Callable[[list[str]], int]], words: list[str]
) -> int:
    """Run the action of ``command`` that ``words`` begin with; the exit code."""
    if not words:
        put_error(help)
        return EXIT_USAGE
    action, *rest = words
    if action in ("-h", "--help"):
        put(help)
        return EXIT_CLEAN
    if action not in actions:
        close = get_close_matches(action, actions, 1)
        hint = f"did you mean '{close[0]}'?" if close else f"it is {listed(actions, quote='')}"
        raise UsageError(f"unknown command '{command} {action}'; {hint}")
    return actions[action](rest)


def unknown_option(word: str, known: Iterable[str], *, passes: str = "", hint: str = "") -> str:
    """The message about an option that a command does not have; ``passes`` as in :class:`OptionParser`."""
    long = [name for name in (*known, "--help") if name.startswith("--")]
    close = get_close_matches(word.partition("=")[0], long, 1, 0.7) if word.startswith("--") else []
    if close:
        return f"unknown option '{word}'; did you mean '{close[0]}'?"
    if passes and word.startswith(COMPILER_PREFIXES):
        return f"'{word}' is a compiler option: give those after '--', as in '{passes} {word}'"
    return f"unknown option '{word}'" + (f"; {hint}" if hint else "")


# --- values ---------------------------------------------------------------------------------------


def listed(words: Iterable[str], *, quote: str = "'") -> str:
    """``'text', 'json' or 'c'``."""
    *others, last = (f"{quote}{word}{quote}" for word in words)
    return f"{', '.join(others)} or {last}" if others else last


def one_of(choices: Sequence[str]) -> Reader:
    """Reads one of some words."""

    def read(name: str, word: str) -> str:
        if word not in choices:
            raise UsageError(f"'{name}' takes {listed(choices)}, not '{word}'")
        return word

    return read


def numbers(least: int) -> Reader:
    """Reads the whole numbers of a list with commas; '1e6' is one too."""

    def read(name: str, text: str) -> tuple[int, ...]:
        out = []
        for word in text.split(","):
            try:
                number = float(word)
                whole = int(number) == number
            except (ValueError, OverflowError):
                whole = False
            if not whole or not least <= number <= 2**31 - 1:
                raise UsageError(f"'{name}' takes whole numbers of {least} to {2**31 - 1:,}, not '{word}'")
            out.append(int(number))
        return tuple(dict.fromkeys(out))

    return read


def number(least: int) -> Reader:
    """Reads one whole number."""

    def read(name: str, text: str) -> int:
        found: tuple[int, ...] = numbers(least)(name, text)
        if len(found) > 1 or "," in text:
            raise UsageError(f"'{name}' takes one number, not '{text}'")
        return found[0]

    return read


def _jobs(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise UsageError(f"'{name}' needs a number of processes, not '{text}'")
    return int(text)


def _language(name: str, text: str) -> str:
    word: str = one_of(LANGUAGES)(name, text.lower().replace("cxx", "c++"))
    return word


def _reading(name: str, reader: Reader | None) -> Callable[[str], Any]:
    def read(word: str) -> Any:
        if not word:
            raise UsageError(f"'{name}' needs a value")
        return word if reader is None else reader(name, word)

    return read


# --- layout ---------------------------------------------------------------------------------------


def _listed(rows: Iterable[tuple[str, str]]) -> str:
    """Names in one column, what they are in the next."""
    lines = []
    for name, help in rows:
        text = (
            help.splitlines()
            if "\n" in help
            else textwrap.wrap(help, _WIDTH - _COLUMN, break_on_hyphens=False)
        )
        left = f"  {name}"
        if len(left) > _COLUMN - 2:
            lines.append(left)
            left = ""
        for line in text:
            lines.append(f"{left:{_COLUMN}}{line}")
            left = ""
    return "\n".join(lines) + "\n"
