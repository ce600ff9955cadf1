# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Offsets that the runtime finds in objects of random types, against what their compiler tells of its layout."""

from __future__ import annotations

from pathlib import Path

import fortranlib
import pytest
import random_types


@pytest.mark.parametrize("seed", (0, 2))
def test_offsets_are_those_of_the_debug_information(seed: int, tmp_path: Path) -> None:
    fortranlib.need("gfortran")
    fortranlib.need("readelf")
    random_types.compare(seed, 20, tmp_path, "gfortran")


@pytest.mark.parametrize("seed", (0, 2))
def test_offsets_are_those_of_flangs_symbols(seed: int, tmp_path: Path) -> None:
    fortranlib.need("flang-new-19")
    random_types.compare(seed, 20, tmp_path, "flang-new-19")
