# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The command line: which command, what is printed, and the exit code.

Everything below returns what is to be said. Both standard streams are written
through their descriptors, at once and unbuffered, so that a full disk or a
closed pipe is met here and not while the interpreter shuts down.
"""

from __future__ import annotations

import errno
import os
import sys

from pointerchain import files
from pointerchain.options import STDOUT, UsageError, parse_translate
from pointerchain.reporting import Reporter, Tally, fault_text
from pointerchain.translate_command import FAULTY, REFUSED, InputError, plan, run

EXIT_CLEAN, EXIT_ERRORS, EXIT_USAGE, EXIT_FAULT = 0, 1, 2, 123
EXIT_INTERRUPTED = 128 + 2
EXIT_BROKEN_PIPE = 128 + 13
COMMANDS = ("translate", "explain")


class _OutputError(Exception):
    """Standard output cannot be written to."""

    def __init__(self, error: OSError) -> None:
        super().__init__(files.reason(error))
        self.broken_pipe = isinstance(error, BrokenPipeError)


def main(arguments: list[str] | None = None) -> int:
    """Run the command that ``arguments`` (those of the process by default) spell; the exit code."""
    try:
        return _command(sys.argv[1:] if arguments is None else arguments)
    except UsageError as error:
        _say(f"error: {error}")
        return EXIT_USAGE
    except InputError as error:
        _say(f"error: {error}")
        return EXIT_ERRORS
    except _OutputError as error:
        if error.broken_pipe:
            return EXIT_BROKEN_PIPE
        _say(f"error: cannot write to standard output: {error}")
        return EXIT_ERRORS
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as error:
        from traceback import format_exc

        _put_error(fault_text(None, f"{type(error).__name__}: {error}", format_exc()))
        return EXIT_FAULT


def _command(arguments: list[str]) -> int:
    if not arguments:
        from pointerchain.usage import MAIN

        _put_error(MAIN)
        return EXIT_USAGE
    name, *rest = arguments
    if name in ("-h", "--help", "--version"):
        from pointerchain import __version__
        from pointerchain.usage import MAIN

        _put(f"pointerchain {__version__}\n" if name == "--version" else MAIN)
        return EXIT_CLEAN
    if name == "translate":
        return _translate(rest)
    if name == "explain":
        return _explain(rest)
    raise UsageError(_unknown_command(name))


def _unknown_command(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, COMMANDS, 1)
    if close:
        return f"unknown command '{name}'; did you mean '{close[0]}'?"
    if os.path.exists(name):  # noqa: PTH110 -- see files.py
        return f"unknown command '{name}'; did you mean 'pointerchain translate {name}'?"
    return f"unknown command '{name}'; the commands are {' and '.join(repr(each) for each in COMMANDS)}"


def _asks_for_help(words: list[str]) -> bool:
    own = words[: words.index("--")] if "--" in words else words
    return "-h" in own or "--help" in own


def _explain(words: list[str]) -> int:
    from pointerchain.usage import EXPLAIN

    if _asks_for_help(words):
        _put(EXPLAIN)
        return EXIT_CLEAN
    from pointerchain.diagnostics import CATALOGUE
    from pointerchain.explain import explain, listing, nearest_code

    if words == ["--list"]:
        _put(listing())
        return EXIT_CLEAN
    # A code may be copied from a message as it stands there.
    codes = [word.strip("[]").removeprefix("-Werror,").removeprefix("-W") for word in words]
    if not codes:
        raise UsageError("no code; 'pointerchain explain --list' shows them all")
    for word, code in zip(words, codes, strict=True):
        if code not in CATALOGUE:
            close = nearest_code(code)
            hint = f"did you mean '{close}'?" if close else "'pointerchain explain --list' shows them all"
            raise UsageError(f"unknown code '{word}'; {hint}")
    _put("\n".join(explain(code) for code in codes))
    return EXIT_CLEAN


def _translate(words: list[str]) -> int:
    if _asks_for_help(words):
        from pointerchain.usage import TRANSLATE

        _put(TRANSLATE)
        return EXIT_CLEAN
    options = parse_translate(words)
    controls = None
    if options.warnings:
        from pointerchain.warning_options import warning_controls

        controls = warning_controls(options.warnings)
    settled = plan(options, controls)
    reporter, tally = Reporter(options, colour=_shows_colour(2)), Tally()
    reports = run(settled, colour=_shows_colour(1))
    try:
        for report in reports:
            tally.add(report)
            _put_error(reporter.add(report))
            _put(report.stdout)
    finally:
        # Ends the workers at once, also where an interrupt or a closed pipe ends the run.
        reports.close()
    code = EXIT_FAULT if tally.outcomes[FAULTY] else EXIT_ERRORS if tally.outcomes[REFUSED] else EXIT_CLEAN
    rest = reporter.finish()
    if options.diagnostics_output is None:
        _put_error(rest)
    elif options.diagnostics_output == STDOUT:
        _put(rest)
    else:
        try:
            files.write_whole(options.diagnostics_output, _encoded(rest))
        except OSError as error:
            _say(f"error: cannot write '{options.diagnostics_output}': {files.reason(error)}")
            code = max(code, EXIT_ERRORS)
    if options.diagnostics_format == "text" or options.diagnostics_output is not None:
        _put_error(tally.text(settled))
    return code


def _shows_colour(descriptor: int) -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return os.isatty(descriptor)


def _encoded(text: str) -> bytes:
    """The bytes of a text that may hold a file name, whatever that is made of."""
    return text.encode("utf-8", "surrogateescape")


def _say(message: str) -> None:
    _put_error(f"pointerchain: {message}\n")


def _put(output: str | bytes) -> None:
    """Write to standard output; raises :class:`_OutputError`."""
    data = output if isinstance(output, bytes) else _encoded(output)
    try:
        if data and sys.stdout is None:
            # The descriptor is closed, or by now another file's.
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        files.write(1, data)
    except OSError as error:
        raise _OutputError(error) from None


def _put_error(text: str) -> None:
    """Write to standard error; where that cannot be there is nobody to tell."""
    if sys.stderr is not None:
        try:  # noqa: SIM105 -- contextlib is not loaded yet
            files.write(2, _encoded(text))
        except OSError:
            pass
