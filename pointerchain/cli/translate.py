# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain translate``: what is printed, and the exit code. The work is ``translate_run``'s."""

from __future__ import annotations

from pointerchain import files
from pointerchain.cli.console import (
    EXIT_CLEAN,
    EXIT_ERRORS,
    EXIT_FAULT,
    asks_for_help,
    encoded,
    put,
    put_error,
    say,
    shows_colour,
)
from pointerchain.cli.translate_options import STDOUT, parse_translate
from pointerchain.cli.translate_reports import Reporter, Tally
from pointerchain.cli.translate_run import FAULTY, REFUSED, deliver, prepare


def run(words: list[str]) -> int:
    """Translate what ``words`` name; the exit code."""
    if asks_for_help(words):
        from pointerchain.cli.help_texts import TRANSLATE

        put(TRANSLATE)
        return EXIT_CLEAN
    options = parse_translate(words)
    controls = None
    if options.warnings:
        from pointerchain.cli.warning_options import controls_of

        controls = controls_of(options.warnings, options.settings)
    prepared = prepare(options, controls)
    reporter, tally = Reporter(options, colour=shows_colour(2)), Tally()
    reports = deliver(prepared, colour=shows_colour(1))
    try:
        for report in reports:
            tally.add(report)
            put_error(reporter.add(report))
            put(report.stdout)
    finally:
        # Ends the workers at once, also where an interrupt or a closed pipe ends the run.
        reports.close()
    code = EXIT_FAULT if tally.outcomes[FAULTY] else EXIT_ERRORS if tally.outcomes[REFUSED] else EXIT_CLEAN
    rest = reporter.finish()
    if options.diagnostics_output is None:
        put_error(rest)
    elif options.diagnostics_output == STDOUT:
        put(rest)
    else:
        try:
            files.write_whole(options.diagnostics_output, encoded(rest))
        except OSError as error:
            say(f"error: cannot write '{options.diagnostics_output}': {files.reason(error)}")
            code = max(code, EXIT_ERRORS)
    if options.diagnostics_format == "text" or options.diagnostics_output is not None:
        put_error(tally.text(prepared))
    return code
