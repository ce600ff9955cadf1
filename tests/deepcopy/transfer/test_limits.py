# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What an image says is a value of its type: a ``bool``, the flag of an optional, the number of a variant."""

from __future__ import annotations

from pathlib import Path

import pytest
from transfer_programs import PROGRAMS, answer, quick, translated

REFUSED = (14, 17)
C_SOURCE = """\
#include <pointerchain/transfer_file.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct leaf { double x; bool set; };
union word { long number; bool flag; };
struct tree { int n; bool *flags; struct leaf leaves[2]; union word either; struct tree *next; bool ends[]; };
#pragma pointerchain shape(tree: flags[n], next[1], ends[n])
static void tell(int status, const char *message, void *data) { (void)status, (void)data, puts(message); }
int main(int argc, char **argv) {
  const int at = argc > 1 ? atoi(argv[1]) : -1;
  bool flags[3] = {true, false, true};
  struct tree *tree = calloc(1, sizeof *tree + 3), *read = NULL;
  FILE *file = tmpfile();
  (void)argv;
  tree->n = 3;
  tree->flags = flags;
  tree->either.number = -1;
  memset(tree->ends, 1, 3);
  if (at >= 0) memset(at == 0 ? &flags[1] : at == 1 ? &tree->leaves[1].set : &tree->ends[2], 77, 1);
  pc_set_error_handler(tell, NULL);
#pragma pointerchain deepcopy write(tree) to(file)
  rewind(file);
#pragma pointerchain deepcopy read(read) from(file)
  printf("%d %d %d\\n", read->flags[1], read->leaves[1].set, read->ends[2]);
  pc_free(read);
  fclose(file);
  free(tree);
  return 0;
}
"""


@pytest.mark.parametrize("compiler", ["g++", "clang++-19"])
def test_each_byte_with_other_values(tmp_path: Path, compiler: str) -> None:
    program = translated(tmp_path, PROGRAMS / "limits.cpp", compiler, "-std=c++17", "-Wno-invalid-offsetof")
    for some in ((), ("some",)):
        ran = program.run(*some, deterministic=True)
        assert answer(ran) == (0, "")
        loaded, used, others, refused, written = map(int, ran.output.split())
        assert min(loaded, used, others) > 0
        # Of the values 2, 3 and 255 those that no flag, or no number of a variant, has. A flag that is set
        # over what nobody wrote may make one more.
        assert REFUSED[bool(some)] <= refused <= 17
        assert written == 0


def test_what_was_never_set_is_read_as_true(tmp_path: Path) -> None:
    (tmp_path / "use.c").write_text(C_SOURCE)
    program = translated(tmp_path, tmp_path / "use.c", quick(), "-std=c11")
    for at, values in ((-1, "0 0 1"), (0, "1 0 1"), (1, "0 1 1"), (2, "0 0 1")):
        ran = program.run(str(at), deterministic=True)
        assert (*answer(ran), ran.output) == (0, "", f"{values}\n"), at
