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


STRING = """
#include <pointerchain/deepcopy.h>
#include <cstdio>
#include <string>
struct Log { std::string text; };
static void told(int status, const char *message, void *) { std::printf("%d %s\\n", status, message); }
int main() {
  pc_set_error_handler(told, nullptr);
  Log log;
  log.text = "a text that lies on the heap";
  log.text.reserve(100);
  Log *at = &log;
#pragma pointerchain deepcopy enter(at)
  log.text += "!!!";
#pragma pointerchain deepcopy exit(at)
  log.text = "tiny";
#pragma pointerchain deepcopy exit(at)
  return std::printf("%s\\n", log.text.c_str()) < 0;
}
"""


def test_strings_changed_in_place(tmp_path: Path) -> None:
    """The zero that ended it would come back over what the host has added."""
    (tmp_path / "log.cpp").write_text(STRING)
    done = warm.run(["translate", "log.cpp", "-o", "out.cpp", "--", f"-I{INCLUDE}"], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    flags = ["-DPC_DEEPCOPY_DEVICE_HOST", "-D_GNU_SOURCE", f"-I{INCLUDE}"]
    built = testlib.build(
        ["g++", "-w", *flags, "out.cpp", "-o", "program", *testlib.runtime("g++")], tmp_path
    )
    assert built.returncode == 0, built.errors
    said = built.run(deterministic=True).output.splitlines()
    lengths = [LENGTH.format("'text' of 'Log'", 29, now) for now in (32, 5)]
    assert [length in line for length, line in zip(lengths, said, strict=False)] == [True, True], said
    assert said[2:] == ["tiny"]
