# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Compiler arguments: what Clang's library gets of them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pointerchain.translator.clang import arguments
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.session import Session

HEADERS = str(Path(arguments.__file__).parent / "headers")


def read(*words: str, name: str = "a.c") -> tuple[str, ...]:
    """What is kept of ``words``, without what every parse gets."""
    always = clang_arguments(name, (), None).args
    return tuple(word for word in clang_arguments(name, words, None).args if word not in always)


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (("-DA=1", "-I", "include", "-iquote", "src"), ("-DA=1", "-I", "include", "-iquote", "src")),
        (("-O2", "-g", "-Wall", "-c", "-o", "a.o", "-MMD", "-MF", "a.d"), ()),
        (("-std=c99", "-fopenmp"), ("-D_OPENMP=201811", "-isystem", HEADERS, "-std=c99")),
        (("-fopenacc", "-foffload=nvptx-none"), ("-D_OPENACC=201711",)),
        (("-fno-openmp", "-fopenmp-targets=nvptx64", "-Xopenmp-target", "-march=sm_70"), ()),
        (("-Xopenmp-target=nvptx64", "-march=sm_70", "-DB"), ("-DB",)),
        (("-Xarch_device", "-DHOST=0", "-Xptxas", "-v", "-mllvm", "-inline"), ()),
        (("-Wp,-DA,-DB=2,-MD,a.d",), ("-DA", "-DB=2")),
        # No code that flags name is loaded: a compile database may be anybody's.
        (("-fplugin=x.so", "-fpass-plugin=x.so", "-Xclang", "-load", "-Xclang", "x.so"), ()),
        (("-Xclang=-add-plugin", "-Xclang=x", "-fplugin-arg-x-y"), ()),
        (("-Xpreprocessor", "-DA"), ("-DA",)),
        (
            ("-Xclang", "-DA", "-Xclang=-DB", "-Xclang", "-include", "-Xclang", "a.h"),
            ("-DA", "-DB", "-include", "a.h"),
        ),
        (("-Xclang", "-load", "-Xclang", "own.so", "-Xclang", "-target-feature", "-Xclang", "+avx"), ()),
        (("--define-macro=A=1", "--include-directory", "d"), ("-D", "A=1", "-I", "d")),
        (("-U__pointerchain", "-U", "__pointerchain", "-D__pointerchain=0", "-DB"), ("-DB",)),
        (("-D__pointerchain_x", "-U", "B"), ("-D__pointerchain_x", "-U", "B")),
    ],
)
def test_only_what_changes_the_reading_is_kept(words: tuple[str, ...], kept: tuple[str, ...]) -> None:
    assert read(*words) == kept


@pytest.mark.parametrize(
    ("name", "words", "cxx"),
    [
        ("a.c", (), False),
        ("a.cpp", (), True),
        ("a.h", (), False),
        ("a.h", ("-x", "c++"), True),
        ("a.c", ("-std=c++17",), True),
        ("a.cpp", ("-xc",), False),
    ],
)
def test_the_language(name: str, words: tuple[str, ...], cxx: bool) -> None:
    found = clang_arguments(name, words, None)
    assert found.cxx is cxx
    assert found.args[:2] == ("-x", "c++" if cxx else "c")


def test_every_name_of_the_compilers_stdatomic_is_read() -> None:
    """Ours stands before it: a name that ours lacks would make a source unreadable."""
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("gcc is not installed")
    ran = subprocess.run([gcc, "-print-file-name=include"], capture_output=True, text=True, check=True)
    text = (Path(ran.stdout.strip()) / "stdatomic.h").read_text()
    types = re.findall(r"^typedef [^;{]*?\b(atomic_\w+);", text, re.MULTILINE)
    macros = re.findall(r"^#define\s+((?:atomic|ATOMIC|kill|memory)_\w+)", text, re.MULTILINE)
    assert len(types) > 30 and len(macros) > 30
    source = ["#include <stdatomic.h>", "atomic_flag flag = ATOMIC_FLAG_INIT; memory_order order;"]
    source += [f"extern {name} value{number};" for number, name in enumerate(types)]
    source += [f"#ifndef {name}\n#error {name}\n#endif" for name in macros]
    source += [
        "int f(atomic_int *p) { int old = 0; atomic_store(p, 1); atomic_fetch_or_explicit(p, 2, order);"
    ]
    source += ["atomic_compare_exchange_strong(p, &old, 3); atomic_flag_clear(&flag);"]
    source += ["return atomic_fetch_add(p, 1) + atomic_flag_test_and_set(&flag) + atomic_is_lock_free(p); }"]
    found = Session("a.c", clang_arguments("a.c", (), None).args).parse_all("\n".join(source).encode())
    assert [said.where.message for said in found.messages() if said.severity >= 2] == []
    found.close()
