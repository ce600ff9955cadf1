# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs whose loads and stores call a runtime: the options for clang, and what such a runtime includes.

Clang's ThreadSanitizer instruments each source when it is compiled; at the link its own runtime is left out,
and another takes its place. Loops are neither vectorized nor unrolled: an instruction is one of the source's.
"""

from __future__ import annotations

from pathlib import Path


def _of_llvm(*words: str) -> list[str]:
    """Options of LLVM's, for the compile alone: '-mllvm' by itself goes to the device's linker, too."""
    return [each for word in words for each in ("-Xclang", "-mllvm", "-Xclang", word)]


INSTRUMENT = (
    "-fsanitize=thread",
    *_of_llvm("-tsan-instrument-read-before-write"),
    # Simd directives are heeded by the vectorizer whatever else it is told, but for its width.
    *_of_llvm("-force-vector-width=1", "-force-vector-interleave=1"),
    *("-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"),
    # Places of objects and kernels come from the debug information.
    *("-g", "-Qunused-arguments"),
)
HOOKS = tuple(Path(__file__).with_name(name) for name in ("hooks.h", "constructs.h"))
"""What a runtime written in C includes: what instrumented code calls, and what constructs call."""
INCLUDES = f"-I{Path(__file__).parent}"
