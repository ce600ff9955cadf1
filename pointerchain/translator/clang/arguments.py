# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Compiler arguments -> the arguments that libclang is given.

Only what changes the reading of a source is kept (include paths, macros, language, dialect); the
rest of gcc's, nvc's or icx's options mean nothing to Clang and would stop it.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Sequence
from functools import lru_cache

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.long_options import ALIASING, SHORT

CXX_SUFFIXES = frozenset(
    (".cc", ".cpp", ".cxx", ".c++", ".cp", ".C", ".CPP", ".hh", ".hpp", ".hxx", ".h++", ".H", ".ipp", ".tpp")
) | {".inl", ".cu", ".cuh"}

_WITH_VALUE = (
    "-I",
    "-D",
    "-U",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-F",
    "-iframework",
    "--sysroot",
    "-target",
    "-x",
)
_KEPT = lazy_pattern(
    r"-std=|--std=|-stdlib=|-nostdinc|-m(32|64|x32|arch=|cpu=|tune=|avx|sse|fma|f16c|bmi)|--target=|--gcc-toolchain=|"
    r"--sysroot=|-f(no-)?(exceptions|rtti|char8_t|signed-char|unsigned-char|short-enums|gnu-keywords|"
    r"coroutines|concepts|ms-extensions|delayed-template-parsing|permissive|declspec|strict-aliasing|"
    r"pic|PIC|pie|PIE|semantic-interposition)$|-fvisibility=|"
    r"-ansi$|-trigraphs$|-fsigned-char$|-funsigned-char$|-pthread$|-fms-extensions$|-fno-builtin|-ffreestanding$"
)
_OPENMP = lazy_pattern(r"-f?openmp(?:=|$)|-fno-openmp$|-mp(?:=|$)|-qopenmp|-fiopenmp|-xopenmp")
_OPENACC = lazy_pattern(r"-fopenacc(?:=|$)|-acc(?:=|$)")
_TRANSLATING = "-D__pointerchain=1"
_HEEDED = {"omp": "-D_OPENMP=201811", "acc": "-D_OPENACC=201711"}
"""The macros of a dialect that is heeded; they stand behind our own, before all others."""
_HANDED = ("-D", "-U", "-I", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-std=", "-f")
"""What counts of the words that ``-Xclang`` hands on."""
_TAKES_NEXT = frozenset(
    (
        "-o",
        "-MF",
        "-MT",
        "-MQ",
        "-arch",
        "-Xlinker",
        "-Xassembler",
        "-Xcompiler",
        "-mllvm",
        "-L",
        "-l",
        "-u",
        "-z",
        "-T",
    )
)

# Their next word is an option of the device's compile, of a tool behind it, or of the host's alone.
_FOR_ONE_SIDE = ("-Xopenmp-target", "-Xarch_", "-Xcuda-", "-Xptxas", "-Xoffload-linker")

# It is always defined, whatever the compile is told.
_OWN_MACRO = lazy_pattern(r"-[UD]__pointerchain(=|$)")
_HEADERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "headers")

# gcc and nvc only warn about these; Clang's stricter default would refuse what they compile
_LENIENT = (
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
    "-Wno-unknown-warning-option",
    "-Wno-pragma-once-outside-header",
    "-Wno-unused-value",
    "-ferror-limit=0",
)


class ClangArguments(NamedTuple):
    """What libclang is called with, and whether the source is C++."""

    args: tuple[str, ...]
    cxx: bool


def is_cxx(filename: str, args: Sequence[str], language: str | None) -> bool:
    """Whether a source is C++: by ``language``, by ``-x`` and ``-std``, else by its suffix."""
    if language is not None:
        return language in ("c++", "cxx")
    by_flags: bool | None = None
    for index, arg in enumerate(args):
        value = args[index + 1] if arg == "-x" and index + 1 < len(args) else arg[2:]
        if arg.startswith("-x") and value != "none":
            by_flags = "++" in value or value == "cuda"
        elif arg.startswith(("-std=", "--std=")) and by_flags is None:
            by_flags = "++" in arg
    if by_flags is not None:
        return by_flags
    return os.path.splitext(filename)[1] in CXX_SUFFIXES


def keeps_types_apart(args: Sequence[str]) -> bool:
    """Whether objects of different types are different objects to a compile (``-fstrict-aliasing``)."""
    said = [arg for arg in args if arg in ALIASING]
    return not said or "no-" not in said[-1]


def heeded_dialects(clang_args: Sequence[str]) -> frozenset[str]:
    """The dialects whose directives the compile heeds: what users define of their macros tells nothing."""
    first = clang_args.index(_TRANSLATING)
    own = clang_args[first : first + 1 + len(_HEEDED)]
    return frozenset(name for name, define in _HEEDED.items() if define in own)


def clang_arguments(filename: str, args: Sequence[str], language: str | None) -> ClangArguments:
    """Keep what changes the reading of the source; add our macro and the built-in headers."""
    cxx = is_cxx(filename, args, language)
    kept: list[str] = []
    openmp = openacc = False
    args = _unwrapped(args)
    index = 0
    while index < len(args):
        arg = args[index]
        index += 1
        if _OPENMP.match(arg):
            openmp = not arg.startswith("-fno-")
        elif _OPENACC.match(arg):
            openacc = True
        elif arg in ("-x", "--std"):
            if arg == "--std" and index < len(args):
                kept.append("-std=" + args[index])
            index += 1
        elif arg in _WITH_VALUE:
            if index < len(args) and not _OWN_MACRO.match(arg + args[index]):
                kept += [arg, args[index]]
            index += 1
        elif arg in _TAKES_NEXT or arg.startswith(_FOR_ONE_SIDE):
            index += 1
        elif arg.startswith("-x") or _OWN_MACRO.match(arg):
            continue
        elif arg.startswith(_WITH_VALUE) or _KEPT.match(arg):
            kept.append(arg)
    defines = [_TRANSLATING]
    if openmp:
        defines.append(_HEEDED["omp"])
    if openacc:
        defines.append(_HEEDED["acc"])
    own = ["-isystem", _HEADERS] if openmp else []
    own += [] if cxx else [f"-isystem{os.path.join(_HEADERS, 'c')}"]
    out = ["-x", "c++" if cxx else "c", *defines, *_LENIENT, *own, *kept]
    if "-nostdinc" not in kept:
        out += builtin_headers()
    return ClangArguments(tuple(out), cxx)


def _unwrapped(args: Sequence[str]) -> list[str]:
    """The arguments in their short forms, those for a part of the compiler as if they were given directly."""
    out: list[str] = []
    handed = takes = False
    for arg in args:
        if arg == "-Xclang":
            handed = True
            continue
        if handed or arg.startswith("-Xclang="):
            word, handed = arg.removeprefix("-Xclang="), False
            if takes or word.startswith(_HANDED):
                out.append(word)
                takes = not takes and word in _WITH_VALUE
            continue
        long, equals, value = arg.partition("=")
        if arg.startswith("-Wp,"):
            out += arg[4:].split(",")
        elif long in SHORT:
            out += [SHORT[long], value] if equals else [SHORT[long]]
        elif arg != "-Xpreprocessor":
            out.append(arg)
    return out


@lru_cache(maxsize=1)
def builtin_headers() -> tuple[str, ...]:
    """Options that let libclang find the compiler's own headers (``stddef.h`` and its kind).

    The wheel of libclang ships none. A Clang of the same version serves best, then another Clang,
    then gcc, whose plain C headers Clang reads; gcc's directory comes last in any case, for
    ``openacc.h`` and ``omp.h``.
    """
    given = os.environ.get("POINTERCHAIN_RESOURCE_DIR")
    gcc = _newest(("/usr/lib/gcc", "/usr/lib64/gcc", "/opt/rh"), "*/*/include/stddef.h")
    found = [given] if given else _clang_resources()
    out: list[str] = []
    if found:
        out += ["-resource-dir", found[0]]
    if gcc:
        out += ["-idirafter" if found else "-isystem", gcc]
    if not found and not gcc:
        out += _ask_compiler()
    return tuple(out)


def _clang_resources() -> list[str]:
    candidates = []
    for root in ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/opt/llvm/lib"):
        for pattern in ("llvm-*/lib/clang/*", "llvm*/lib*/clang/*", "clang/*"):
            for header in glob.glob(os.path.join(root, pattern, "include", "stddef.h")):
                path = os.path.dirname(os.path.dirname(header))
                version = re.match(r"\d+", os.path.basename(path))
                candidates.append((_distance(int(version.group())) if version else 99, path))
    return [path for _, path in sorted(candidates)]


def _distance(version: int) -> int:
    """How far a Clang's headers are from libclang 18's: newer ones first, they are compatible longer."""
    return 2 * (version - 18) if version >= 18 else 2 * (18 - version) + 7


def _newest(roots: tuple[str, ...], pattern: str) -> str | None:
    found = [os.path.dirname(path) for root in roots for path in glob.glob(os.path.join(root, pattern))]
    return max(found, key=lambda path: _numbers(os.path.basename(os.path.dirname(path)))) if found else None


def _numbers(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", name))


def _ask_compiler() -> list[str]:
    """The include directory that the machine's C compiler names, for unusual installations."""
    import subprocess

    for compiler in (os.environ.get("CC", "cc"), "gcc", "clang"):
        try:
            done = subprocess.run(
                [*compiler.split(), "-print-file-name=include"],
                capture_output=True,
                text=True,
                timeout=10,
                check=True,
            )
        except (OSError, subprocess.SubprocessError):
            continue
        path = done.stdout.strip()
        if os.path.isabs(path):
            return ["-isystem", path]
    return []
