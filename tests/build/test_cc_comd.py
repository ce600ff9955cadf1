# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""CoMD's OpenACC port, which is not ours to ship: POINTERCHAIN_COMD names the directory of its sources.

``POINTERCHAIN_COMD=.../src-acc/v10 pytest tests/build/test_cc_comd.py``
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest
from buildlib import CC, Project, needs

COMD = os.environ.get("POINTERCHAIN_COMD", "")
ENERGIES = ["-1.166063303478", "-1.166048585439"]


@needs("make")
@pytest.mark.skipif(not COMD, reason="needs POINTERCHAIN_COMD, the directory of CoMD's OpenACC port")
def test_comd_gives_the_same_energies(empty: Project) -> None:
    shutil.copytree(COMD, empty.top, dirs_exist_ok=True, symlinks=True)
    pots = empty.top / "pots"
    if not pots.exists():
        pots.unlink(missing_ok=True)
        pots.symlink_to(Path(COMD).resolve().parents[1] / "pots")
    names = (
        "VARIANT",
        "HOSTNAME",
        "KERNEL_NAME",
        "KERNEL_RELEASE",
        "PROCESSOR",
        "COMPILER",
        "COMPILER_VERSION",
        "CFLAGS",
        "LDFLAGS",
    )
    info = "".join(f'#define CoMD_{name} "none"\n' for name in names)
    empty.write(
        {
            "CoMD_info.h": info,
            "makefile": "comd: $(patsubst %.c,%.o,$(wildcard *.c))\n\t$(CC) $^ -lm -lgomp -o $@\n"
            "%.o: %.c\n\t$(CC) -std=gnu99 -O2 -w -DDOUBLE -c $< -o $@\n",
        }
    )
    energies = []
    for compiler in ("gcc", shlex.join([*CC, "gcc"])):
        empty.must("make", "-B", "-j2", f"CC={compiler}")
        run = ["./comd", "-x", "10", "-y", "10", "-z", "10", "-N", "20"]
        out = empty.must(*run, COMD_GANG_COUNT="1", COMD_VECTOR_COUNT="32")
        energies.append(re.findall(r"(?:Initial|Final) energy +: (\S+)", out)[-2:])
    assert energies == [ENERGIES, ENERGIES]
    assert empty.hits_and_misses() == (0, 3)
