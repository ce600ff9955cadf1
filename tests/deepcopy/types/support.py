# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the tests of generated descriptors share: the stub runtime, compilers, and a walk in C.

``WALK`` makes the stub print every pointer that a descriptor tells of, one element a line.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import testlib
from testlib import Built, Ran

import pointerchain

HERE = Path(__file__).parent
INCLUDE = Path(pointerchain.__file__).parent / "include"
STUB = HERE / "stub"
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unknown-pragmas")
INCLUDES = ("-I", str(STUB), "-I", str(INCLUDE))
GUARD = HERE.parent.parent / "separate_memory"
DEVICE = ("-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu")

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


def compiled(text: str, name: str, standard: str, folder: Path, *flags: str) -> Built:
    """A program built of a translation, without a warning."""
    suffix = ".cpp" if standard.startswith(("c++", "gnu++")) else ".c"
    source = folder / f"program{suffix}"
    source.write_text(text)
    command = [compiler(name), f"-std={standard}", *STRICT, *flags, *INCLUDES, source, "-o", "program"]
    built = testlib.build(command, folder)
    assert built.returncode == 0, built.errors
    return built


def output(program: Built) -> str:
    """What a program prints; it has to end well."""
    ran = program.run(deterministic=True)
    assert ran.returncode == 0, ran.errors
    return ran.output


def language(source: Path) -> list[str]:
    """Which language clang is to take a source of the device's for."""
    return ["-x", "c++", "-std=c++17"] if source.suffix == ".cpp" else ["-x", "c", "-std=c99"]


def build(source: Path, folder: Path, *flags: str) -> Built:
    """A program for clang's separate-memory device, or without ``DEVICE`` for none."""
    link = ["-lstdc++"] if source.suffix == ".cpp" else []
    command = ["clang-19", *language(source), "-O0", "-w", "-fuse-ld=lld", "-I", GUARD, "-I", INCLUDE, *flags]
    built = testlib.build([*command, source, "-o", "program", *link, *testlib.runtime("clang-19")], folder)
    assert built.returncode == 0, built.errors
    return built


def run(program: Built, libraries: Path) -> Ran:
    """What a program does on the device, which it has to use where it was built for it."""
    environment = {
        "LD_LIBRARY_PATH": str(libraries),
        "OMP_TARGET_OFFLOAD": "MANDATORY",
        "KMP_WARNINGS": "off",
    }
    return program.run(env=environment, timeout=120, deterministic=True)
