# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Compiler arguments: what Clang's library gets of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pointerchain.translator.clang import arguments
from pointerchain.translator.clang.arguments import clang_arguments

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
        (("-Xpreprocessor", "-DA"), ("-DA",)),
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
