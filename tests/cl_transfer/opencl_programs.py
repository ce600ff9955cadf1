# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where the programs of these tests are, whether they can run, and how they are built."""

from __future__ import annotations

import shutil
from pathlib import Path

import testlib

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(__file__).parent / "programs"
HEADERS = ROOT / "pointerchain/include/pointerchain"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-function")
SANITIZERS = ("-std=gnu99", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")


def build(folder: Path, name: str, *flags: str, compiler: str = "gcc") -> testlib.Built:
    """Builds one of ``programs/`` in a folder, with every warning an error."""
    own = (*WARNINGS, *flags, f"-I{HEADERS.parent}", PROGRAMS / f"{name}.c")
    built = testlib.build([compiler, *own, "-o", name, "-lOpenCL", "-pthread"], folder)
    assert built.returncode == 0, built.errors
    return built


def has_opencl() -> bool:
    """Whether there are headers, a loader and PoCL."""
    vendors = Path("/etc/OpenCL/vendors")
    headers = any(Path(top, "include/CL/cl.h").exists() for top in ("/usr", "/usr/local"))
    return headers and shutil.which("gcc") is not None and any(vendors.glob("*pocl*.icd"))
