# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the tests of generated descriptors share: the stub runtime, compilers, and a walk in C.

``WALK`` makes the stub print every pointer that a descriptor tells of, one element a line.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import pointerchain

HERE = Path(__file__).parent
INCLUDE = Path(pointerchain.__file__).parent / "include"
STUB = HERE / "stub"
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unknown-pragmas")
INCLUDES = ("-I", str(STUB), "-I", str(INCLUDE))

WALK = r"""
#include <stdio.h>
#include <pointerchain/descriptor.h>
static const char *kinds_[] = {"owned", "shared", "observer", "skipped"};
static void pointer_(const char *type, const pc_pointer *p, const char *base, size_t i, size_t offset) {
  long long count = p->count ? p->count(base + p->owner + i * p->owner_stride) : 1;
  printf("seen %s %s %zu %s %s %lld\n", type, p->name, offset, kinds_[p->kind],
         p->target ? p->target()->name : "-", p->kind == PC_OWNED || p->kind == PC_SHARED ? count : 0);
  for (const pc_pointer *inner = p->inner; inner; inner = inner->inner)
    printf("seen %s %s %zu %s %s %lld\n", type, inner->name, inner->offset, kinds_[inner->kind],
           inner->target()->name, inner->count ? inner->count(base + p->owner + i * p->owner_stride) : 1);
}
static int walk_(const pc_type *type, const char *base) {
  printf("type %s %zu %zu\n", type->name, type->size, type->align);
  for (size_t k = 0; k < type->npointers; k++)
    for (size_t i = 0; i < type->pointers[k].repeat; i++)
      pointer_(type->name, &type->pointers[k], base, i,
               type->pointers[k].offset + i * type->pointers[k].stride);
  if (type->tail)
    printf("tail %s %zu %zu %lld\n", type->name, type->tail_offset, type->tail_size, type->tail(base));
  return 0;
}
#define PC_STUB_LOG(what, roots, nroots, option, line) \
  ((void)(nroots), (void)(option), (void)(line), walk_((roots)->type, (const char *)(roots)->base))
"""


def compiler(name: str) -> str:
    """A compiler's program; the test is skipped where it is not installed."""
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    return name


def translated(source: str, language: str = "c", args: tuple[str, ...] = ()) -> str:
    """The translation of a source that has to be fine."""
    result = pointerchain.translate(
        source, "program.cpp" if language == "c++" else "program.c", [*args, *INCLUDES], language=language
    )
    assert result.text is not None, "\n".join(d.message for d in result.diagnostics)
    assert not result.diagnostics
    text = result.text.decode()
    assert text.count("\n") == source.count("\n")
    assert "#pragma pointerchain" not in text
    again = pointerchain.translate(text, "program.c", [*args, *INCLUDES], language=language)
    assert (again.text, again.diagnostics, again.changed) == (result.text, (), False)
    return text


def compiled(text: str, name: str, standard: str, folder: Path, *flags: str) -> Path:
    """A program built of a translation, without a warning."""
    suffix = ".cpp" if standard.startswith(("c++", "gnu++")) else ".c"
    source, program = folder / f"program{suffix}", folder / "program"
    source.write_text(text)
    command = [
        compiler(name),
        f"-std={standard}",
        *STRICT,
        *flags,
        *INCLUDES,
        str(source),
        "-o",
        str(program),
    ]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return program


def output(program: Path) -> str:
    """What a program prints; it has to end well."""
    ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
