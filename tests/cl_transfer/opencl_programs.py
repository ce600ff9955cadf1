# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where the programs of these tests are, and whether they can run."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(__file__).parent / "programs"
HEADERS = ROOT / "pointerchain/include/pointerchain"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-function")


def has_opencl() -> bool:
    """Whether there are headers, a loader and PoCL."""
    vendors = Path("/etc/OpenCL/vendors")
    headers = any(Path(top, "include/CL/cl.h").exists() for top in ("/usr", "/usr/local"))
    return headers and shutil.which("gcc") is not None and any(vendors.glob("*pocl*.icd"))
