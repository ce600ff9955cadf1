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


def built_of(folder: Path, source: str) -> Built:
    """A C++ program of a source with directives, on the counting device."""
    (folder / "source.cpp").write_text(source)
    done = warm.run(["translate", "source.cpp", "-o", "out.cpp", "--", f"-I{INCLUDE}"], cwd=folder)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    flags = ["-DPC_DEEPCOPY_DEVICE_HOST", "-D_GNU_SOURCE", f"-I{INCLUDE}"]
    built = testlib.build(["g++", "-w", *flags, "out.cpp", "-o", "program", *testlib.runtime("g++")], folder)
    assert built.returncode == 0, built.errors
    return built


def test_strings_changed_in_place(tmp_path: Path) -> None:
    """The zero that ended it would come back over what the host has added."""
    said = built_of(tmp_path, STRING).run(deterministic=True).output.splitlines()
    lengths = [LENGTH.format("'text' of 'Log'", 29, now) for now in (32, 5)]
    assert [length in line for length, line in zip(lengths, said, strict=False)] == [True, True], said
    assert said[2:] == ["tiny"]


KERNELS = """
#include <pointerchain/deepcopy.h>
#include <cstdio>
#include <optional>
#include <string>
struct Field {
  double *values; int n; int version;
  const double *data() const { return values; }
  int size() const { return n; }
};
struct All { std::string text, tiny; Field field; std::optional<std::string> none; };
#pragma pointerchain shape(Field: data()[size()])
static int status;
static void told(int s, const char *message, void *) { status = s; std::printf("%s\\n", message); }
int main() {
  double numbers[4] = {1, 2, 3, 4};
  All all = {"a text that lies on the heap", "tiny", {numbers, 4, 0}, {}}, *at = &all;
  pc_set_error_handler(told, nullptr);
#pragma pointerchain deepcopy enter(at)
  All *device = (All *)pc_deepcopy_device_pointer(at);
  /* In itself, and its length comes back. */
  device->tiny.resize(2);
  /* Of the host's own words the device has the old one, or what an update has brought. */
  all.field.version = 1, device->field.values[0] = 10;
#pragma pointerchain deepcopy update host(at)
  std::printf("%s %g %d\\n", all.tiny.c_str(), numbers[0], all.field.version);
  all.field.version = 2;
#pragma pointerchain deepcopy update device(at)
  std::printf("%d\\n", device->field.version);
  device->text.resize(6), device->field.values[0] = 20;
#pragma pointerchain deepcopy update host(at)
  std::printf("%d %s %g\\n", status, all.text.c_str(), numbers[0]);
  device->text.resize(28, 'p');
  device->field.n = 0;
#pragma pointerchain deepcopy exit(at)
  std::printf("%s %g\\n", all.text.c_str(), numbers[0]);
  device->field.n = 4;
#pragma pointerchain deepcopy exit(at)
  std::printf("%s %g %d\\n", all.text.c_str(), numbers[0], all.field.version);
}
"""


def test_containers_that_a_kernel_changed(tmp_path: Path) -> None:
    """Their lengths do not come back: a text was cut by its zero, and had its old length."""
    itself = "a kernel changed '{}' of 'All' itself, its length for instance"
    said = built_of(tmp_path, KERNELS).run(deterministic=True).output.splitlines()
    errors = [line.partition("deepcopy ")[2] for line in said if "error: " in line]
    assert [error.partition(": ")[2].partition(": ")[0] for error in errors] == [
        itself.format(name) for name in ("text", "field")
    ]
    assert [line for line in said if "error: " not in line] == [
        "ti 10 1",
        "2",
        "7 a text that lies on the heap 10",
        "a text that lies on the heap 10",
        "a textpppppppppppppppppppppp 20 2",
    ]
