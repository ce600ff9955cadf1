# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain place``: where the data of an offloaded program should live."""

from __future__ import annotations

from pointerchain.cli import place_profile
from pointerchain.cli.option_parser import run_action

_HELP = """\
usage: pointerchain place profile ...

Where the data objects of an offloaded program should live.

commands ('pointerchain place COMMAND --help' for each):
  profile                 count a program's accesses by object, phase and side
"""


def run(words: list[str]) -> int:
    """Run the action; the exit code."""
    return run_action("place", _HELP, {"profile": place_profile.run}, words)
