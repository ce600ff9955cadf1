# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the host or a kernel changes while a structure is mapped: refused by name, or right."""

from __future__ import annotations

from pathlib import Path

import pytest
import testlib
from support import INCLUDE
from testlib import Built, warm

PROGRAM = Path(__file__).parent / "changes.c"
LENGTH = (
    "the length of {} was {} when it was entered, and is {} on the host now; nothing was copied or released"
)
CHANGED = 7
SAID = {
    0: LENGTH.format("'x' of 'struct Array'", 100, 10),
    1: LENGTH.format("'x' of 'struct Array'", 100, 10),
    2: LENGTH.format("an element of 'r[]'", 100, 5),
    3: LENGTH.format("'s' of 'struct Text'", 12, 6),
    4: LENGTH.format("'a' of 'struct Outer'", 3, 2),
    5: LENGTH.format("'[]' of 'struct Tail'", 10, 2),
    6: LENGTH.format("'x' of 'struct Array'", 10, 20),
    7: "which is not aligned as 'struct Node' is (8 bytes)",
    8: "was changed on the device, from 0x",
    9: "",
    10: "",
    11: "a kernel made the length of 'x' of 'struct Array', of which 10 elements were entered, 11",
    12: LENGTH.format("'[]' of 'struct Page'", 2, 1),
    13: "leads to more than what is mapped there already",
    14: "",
    15: "",
}
"""By number of the case, what is said; nothing of what ends well."""
OTHER = {7: 2, 13: 3}
"""Other statuses than that something was changed."""


@pytest.fixture(scope="module")
def changes(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("changes")
    done = warm.run(["translate", PROGRAM, "-o", "out.c", "--", f"-I{INCLUDE}"], cwd=folder)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    flags = ["-DPC_DEEPCOPY_DEVICE_HOST", "-D_GNU_SOURCE", f"-I{INCLUDE}"]
    built = testlib.build(["gcc", "-w", *flags, "out.c", "-o", "program", *testlib.runtime("gcc")], folder)
    assert built.returncode == 0, built.errors
    return built


@pytest.mark.parametrize("number", SAID)
def test_nothing_is_overwritten_in_silence(changes: Built, number: int) -> None:
    ran = changes.run(str(number))  # which may say addresses
    status, _, rest = ran.output.partition("\n")
    if SAID[number]:
        assert status == f"{OTHER.get(number, CHANGED)} kept"
        assert SAID[number] in rest
    else:
        assert status == "0 kept nothing"
