# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where clang's OpenMP libraries are, for the tests that run on its separate-memory device."""

from __future__ import annotations

from pathlib import Path

import pytest
from testlib.compilers import separate_memory


@pytest.fixture(scope="session")
def libraries() -> Path:
    """The folder of clang's OpenMP libraries."""
    return separate_memory()
