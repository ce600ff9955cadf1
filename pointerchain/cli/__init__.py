# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The command line: which command runs, and what its exceptions become.

A command is a module with ``run(words) -> exit code``, loaded when it is asked
for: no command pays for another's imports. It prints through ``console``, and
raises :class:`UsageError` and :class:`InputError` for what ends it.
"""

from __future__ import annotations

import os
import sys

from pointerchain.cli.console import (
    EXIT_BROKEN_PIPE,
    EXIT_CLEAN,
    EXIT_ERRORS,
    EXIT_FAULT,
    EXIT_INTERRUPTED,
    EXIT_USAGE,
    InputError,
    OutputError,
    UsageError,
    put,
    put_error,
    say,
)

# In the order of the help.
COMMANDS = {
    "translate": "pointerchain.cli.translate",
    "suggest": "pointerchain.cli.suggest",
    "map": "pointerchain.cli.map",
    "explain": "pointerchain.cli.explain",
    "cc": "pointerchain.cli.cc",
    "fc": "pointerchain.cli.fc",
    "cache": "pointerchain.cli.cache",
    "types": "pointerchain.cli.types",
    "bench": "pointerchain.cli.bench",
    "ptx": "pointerchain.cli.ptx",
    "loads": "pointerchain.cli.loads",
    "guard": "pointerchain.cli.guard",
    "place": "pointerchain.cli.place",
    "manual": "pointerchain.cli.manual",
}


def main(arguments: list[str] | None = None) -> int:
    """Run the command that ``arguments`` (those of the process by default) spell; the exit code."""
    try:
        return _command(sys.argv[1:] if arguments is None else arguments)
    except UsageError as error:
        place = getattr(error, "place", "")  # of a file of settings
        put_error(f"{place}: error: {error}\n" if place else f"pointerchain: error: {error}\n")
        return EXIT_USAGE
    except InputError as error:
        say(f"error: {error}")
        return EXIT_ERRORS
    except OutputError as error:
        if error.broken_pipe:
            return EXIT_BROKEN_PIPE
        say(f"error: cannot write to standard output: {error}")
        return EXIT_ERRORS
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as error:
        from traceback import format_exc

        from pointerchain.cli.fault import fault_text

        put_error(fault_text(None, f"{type(error).__name__}: {error}", format_exc()))
        return EXIT_FAULT


_QUESTIONS = ("--version", "--cmake-dir", "--includes", "--libs", "--pkg-config-dir")


def _command(arguments: list[str]) -> int:
    if not arguments:
        from pointerchain.cli.help_texts import MAIN

        put_error(MAIN)
        return EXIT_USAGE
    name, *rest = arguments
    question = name.partition("=")[0]
    if rest and question in _QUESTIONS:
        raise UsageError(f"'{name}' stands alone; '{rest[0]}' is too much")
    if name in ("-h", "--help", "--version"):
        from pointerchain import __version__
        from pointerchain.cli.help_texts import MAIN

        put(f"pointerchain {__version__}\n" if name == "--version" else MAIN)
        return EXIT_CLEAN
    if question in _QUESTIONS:
        from pointerchain.build.runtime_library import NotBuilt
        from pointerchain.build.where import ANSWERS

        if name not in ANSWERS:
            raise UsageError(f"'{question}' does not take '{name.partition('=')[2]}'")
        try:
            put(f"{ANSWERS[name]()}\n")
        except NotBuilt as error:
            raise InputError(f"{error}:\n{error.output.rstrip()}" if error.output else str(error)) from None
        return EXIT_CLEAN
    if name == "help":
        if len(rest) > 1:
            raise UsageError(f"'help' takes one command; '{rest[1]}' is too much")
        return _command([*rest, "--help"])
    module = COMMANDS.get(name)
    if module is None:
        raise UsageError(_unknown_command(name))
    __import__(module)
    code: int = sys.modules[module].run(rest)
    return code


def _unknown_command(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, COMMANDS, 1)
    if close:
        return f"unknown command '{name}'; did you mean '{close[0]}'?"
    if os.path.exists(name):
        return f"unknown command '{name}'; did you mean 'pointerchain translate {name}'?"
    *others, last = (f"'{each}'" for each in COMMANDS)
    return f"unknown command '{name}'; the commands are {', '.join(others)} and {last}"
