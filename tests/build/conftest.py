# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The project of each test."""

from __future__ import annotations

from pathlib import Path

import pytest
from buildlib import FORCE, MAIN, PLAIN, TYPES, Project


@pytest.fixture
def empty(tmp_path: Path) -> Project:
    """A project without files."""
    return Project(tmp_path)


@pytest.fixture
def project(empty: Project) -> Project:
    """A program of two sources and two headers; 'src/a.c' and 'inc/force.h' hold directives."""
    empty.write({"src/types.h": TYPES, "inc/force.h": FORCE, "src/a.c": MAIN, "src/plain.c": PLAIN})
    return empty
