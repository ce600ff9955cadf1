# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""How far a long task is, on standard error."""

from __future__ import annotations

import os
import sys
import time

from pointerchain.cli.console import put_error, say


class Meter:
    """How far a long task is: a bar that moves on a terminal, else a line each tenth."""

    WIDTH = 24

    def __init__(self, title: str) -> None:
        self.title = title
        self.bar = sys.stderr is not None and os.isatty(2)
        self.tenth = 0
        self.shown = False
        self.last = 0.0

    def show(self, done: int, total: int, seconds_left: float | None = None, what: str = "") -> None:
        """Say that ``done`` of ``total`` are done."""
        left = "" if seconds_left is None or done == total else f", {_duration(seconds_left)} left"
        if self.bar:
            # A terminal far away should not have to keep up with a build that does nothing.
            if done < total and time.monotonic() - self.last < 0.05:
                return
            self.last = time.monotonic()
            full = self.WIDTH * done // total
            text = f"{self.title} [{'#' * full}{'.' * (self.WIDTH - full)}] {done}/{total}{left}  {what}"
            try:
                columns = os.get_terminal_size(2).columns
            except OSError:
                columns = 80
            put_error(f"\r\x1b[K{text[: columns - 1]}")
            self.shown = True
        elif done * 10 // total > self.tenth or done == total:
            self.tenth = done * 10 // total
            say(f"{self.title}: {done} of {total}{left}")

    def interrupt(self, message: str) -> None:
        """Say something else; the bar goes on below it."""
        if self.shown:
            put_error("\r\x1b[K")
        say(message)

    def end(self) -> None:
        """Leave the line of the bar."""
        if self.shown:
            put_error("\n")
            self.shown = False


def _duration(seconds: float) -> str:
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02} min"
    return f"{whole // 3600}:{whole % 3600 // 60:02} h"
