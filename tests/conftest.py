# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What every test module shares: the ``--update`` flag, and signals as a terminal leaves them."""

from __future__ import annotations

import signal

import pytest

# A shell that runs the tests in the background has them, and what they start, ignore an interruption.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the .expected files of tests/cases")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether ``--update`` was given."""
    return bool(request.config.getoption("--update"))
