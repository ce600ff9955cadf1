# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What every test module shares: the ``--update`` flag."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the .expected files of tests/cases")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether ``--update`` was given."""
    return bool(request.config.getoption("--update"))
