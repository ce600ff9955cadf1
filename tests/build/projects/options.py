# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The grammar of options: what may stand in a command, for which compiler and language."""

from __future__ import annotations

from typing import NamedTuple


class Option(NamedTuple):
    """Words of a command; ``only`` are the compilers ('gcc', 'clang') and languages ('c', 'c++') that know them."""

    words: tuple[str, ...]
    only: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called in the table."""
        return "option: " + " ".join(self.words)

    def fits(self, family: str, language: str) -> bool:
        """Whether a compiler knows it for a language."""
        families = [each for each in self.only if each in ("gcc", "clang")]
        languages = [each for each in self.only if each in ("c", "c++")]
        return (not families or family in families) and (not languages or language in languages)


def _each(text: str, *only: str) -> list[Option]:
    """One option a line; blanks part its words."""
    return [Option(tuple(line.split()), only) for line in text.strip().splitlines()]


def _singles(text: str, *only: str) -> list[Option]:
    """Options of one word."""
    return [Option((word,), only) for word in text.split()]


GROUPS: dict[str, list[Option]] = {
    # One of each group at most: the last one of them would count.
    "standard": [
        *_singles("-std=gnu11 -std=c99 -std=c11 -std=c17 -std=gnu99 -std=gnu17 -std=c2x --std=gnu11", "c"),
        *_each("--std gnu17", "c", "clang"),
        *_singles("-std=c++17 -std=c++11 -std=c++14 -std=c++20 -std=gnu++17 -std=gnu++14 -std=c++2b", "c++"),
    ],
    "optimisation": _singles("-O0 -O -O1 -O2 -O3 -Os -Og -Ofast --optimize=1"),
    "debug": [
        *_singles("-g -g0 -g1 -g2 -g3 -ggdb -gdwarf-4 -gdwarf-5 -gdwarf-3 -gz -gsplit-dwarf --debug"),
        *_singles("-gno-column-info -gcolumn-info -grecord-gcc-switches"),
        *_singles("-gline-tables-only -gembed-source", "clang"),
        *_singles("-gstabs+ -gas-loc-support -gno-as-loc-support -gno-variable-location-views", "gcc"),
    ],
    "position": _singles("-fPIC -fpic -fPIE -fpie"),
    "prefixes": [
        *_singles("-ffile-prefix-map={top}=/x -fdebug-prefix-map={top}=. -fmacro-prefix-map=src=elsewhere"),
        *_singles("-ffile-prefix-map=src=renamed -ffile-prefix-map={top}/= -fdebug-prefix-map=inc=headers"),
        *_singles("-fdebug-compilation-dir=/y -ffile-compilation-dir=.", "clang"),
    ],
}

LOOSE: list[Option] = [
    Option(('-DTEXT="a b"',)),
    Option(("-D", "G(a, b)=a + b")),
    *_each(
        """
        -DX1
        -D X2=3
        -DF(x)=x
        -UX1
        -U X2
        -D_GNU_SOURCE
        --define-macro=X3=1
        --undefine-macro=X4
        --define-macro X5
        -Iempty
        -I empty
        -Iabsent
        -iquote empty
        -iquoteempty
        -isystem empty
        -isystemempty
        -idirafter empty
        --include-directory=empty
        --include-directory empty
        -L.
        -L empty
        -Wl,--as-needed
        -Xlinker --as-needed
        -Wp,-DX6
        -Xpreprocessor -DX7
        """
    ),
    *_singles(
        "-fno-inline -fwrapv -fno-strict-aliasing -fstrict-aliasing -funroll-loops -fvisibility=hidden "
        "-ffunction-sections -fdata-sections -fstack-protector-strong -fno-omit-frame-pointer "
        "-fomit-frame-pointer -fno-asynchronous-unwind-tables -fverbose-asm -fno-common -fcommon -fsigned-char "
        "-funsigned-char -fno-builtin -ffast-math -fno-plt -fno-math-errno -ftrapv -fno-ident -frandom-seed=1 "
        "-fno-semantic-interposition -fno-tree-vectorize -fshort-enums -ftls-model=initial-exec -fno-lto "
        "-fstack-clash-protection -fcf-protection=none -fno-delete-null-pointer-checks -fopenmp -fopenmp-simd"
    ),
    *_singles("-m64 -msse4.2 -march=x86-64 -mtune=generic -mno-red-zone -pthread -pipe"),
    *_singles(
        "-fdiagnostics-color=never -fno-diagnostics-color -fdiagnostics-show-option -fmessage-length=0 "
        "-fno-diagnostics-show-option -ftabstop=4 -finput-charset=UTF-8 -fdiagnostics-color=auto"
    ),
    *_singles("-fmax-errors=3 -fno-diagnostics-show-caret -fno-diagnostics-show-line-numbers", "gcc"),
    *_singles("-fdiagnostics-plain-output -ftrack-macro-expansion=0 -fno-tree-sra -fipa-pta", "gcc"),
    *_singles("-ferror-limit=3 -fno-caret-diagnostics -fno-spell-checking -fcolor-diagnostics", "clang"),
    *_singles("-fno-show-column -fansi-escape-codes -Qunused-arguments -fno-integrated-as", "clang"),
    *_singles("-rdynamic -Wl,-O1 -Wa,--noexecstack"),
    *_singles(
        "-Wall -Wextra -Wpedantic -Wshadow -Wundef -Wconversion -Wsign-compare -Wunused -Wunused-variable "
        "-Wunused-macros -Wno-unused-function -Wfloat-equal -Wcast-qual -Wpointer-arith -Wfatal-errors "
        "-Wformat=2 -Wredundant-decls -Wmissing-declarations -Wvla -Wuninitialized -Wswitch -Wmissing-include-dirs "
        "-Wno-error -Werror=return-type -Wmisleading-indentation -Wempty-body -Winvalid-pch -Wcomment -Wtrigraphs"
    ),
    *_singles("-Wstrict-prototypes -Wmissing-prototypes -Wdeclaration-after-statement", "c"),
    *_singles("-Wold-style-cast -Wnon-virtual-dtor -fno-exceptions -fno-rtti -Woverloaded-virtual", "c++"),
]

DEPENDENCIES: dict[str, tuple[tuple[str, ...], str]] = {
    # The words for an object '{o}', and the name of the file.
    "deps: none": ((), ""),
    "deps: -MD": (("-MD",), ""),
    "deps: -MMD": (("-MMD",), ""),
    "deps: -MD -MF": (("-MD", "-MF", "{o}.dep"), "{o}.dep"),
    "deps: -MMD -MF joined": (("-MMD", "-MF{o}.dep"), "{o}.dep"),
    "deps: -MD -MP": (("-MD", "-MP"), ""),
    "deps: -MMD -MP -MT": (("-MMD", "-MP", "-MT", "target", "-MF", ".deps.{o}.d"), ""),
    "deps: -MQ": (("-MD", "-MQ", "a$b c", "-MFdeps.d"), ""),
    "deps: two -MT": (("-MD", "-MT", "one", "-MTtwo"), ""),
    "deps: -Wp,-MD": (("-Wp,-MD,{o}.dep",), "{o}.dep"),
    "deps: -Wp,-MMD,-MT": (("-Wp,-MMD,{o}.dep,-MT,{o}",), "{o}.dep"),
    "deps: -MF before -MMD": (("-MF", "{o}.dep", "-MMD"), "{o}.dep"),
    "deps: long": (("--write-dependencies",), ""),
    "deps: long user": (("--write-user-dependencies",), ""),
    "deps: -MD -MMD": (("-MD", "-MMD"), ""),
    "deps: two -MF": (("-MD", "-MF", "other.dep", "-MF", "{o}.dep"), "{o}.dep"),
    "deps: -MF -": (("-MD", "-MF", "-"), ""),
    "deps: -Xpreprocessor": (
        ("-Xpreprocessor", "-MMD", "-Xpreprocessor", "-MF", "-Xpreprocessor", "{o}.dep"),
        "{o}.dep",
    ),
    "deps: -Xclang": (
        ("-Xclang", "-dependency-file", "-Xclang", "{o}.dep", "-Xclang", "-MT", "-Xclang", "x"),
        "{o}.dep",
    ),
    "deps: DEPENDENCIES_OUTPUT": ((), "{o}.dep"),
    "deps: SUNPRO_DEPENDENCIES": ((), "{o}.dep"),
}

SEARCHES: dict[str, tuple[str, ...]] = {
    # How the directory of headers is given.
    "search: -I": ("-Iinc",),
    "search: -I apart": ("-I", "inc"),
    "search: -I with a dot": ("-I./inc/",),
    "search: -I absolute": ("-I{top}/inc",),
    "search: -I through a link": ("-Ilinked",),
    "search: -I up": ("-Isrc/../inc",),
    "search: -iquote": ("-iquote", "inc"),
    "search: -iquote joined": ("-iquoteinc",),
    "search: -isystem": ("-isystem", "inc"),
    "search: -isystem joined": ("-isysteminc",),
    "search: -idirafter": ("-idirafter", "inc"),
    "search: --include-directory": ("--include-directory=inc",),
    "search: -Wp,-I": ("-Wp,-Iinc",),
    "search: CPATH": (),
    "search: twice": ("-Iinc", "-isystem", "inc"),
    "search: -iprefix": ("-iprefix", "./", "-iwithprefix", "inc"),
    "search: -Xpreprocessor": ("-Xpreprocessor", "-Iinc"),
}

QUOTED_ONLY = frozenset(("search: -iquote", "search: -iquote joined"))

OF_FAMILY = {"deps: -Xclang": "clang"}


def count() -> int:
    """How many ways there are to give an option."""
    every = {option.words for group in (*GROUPS.values(), LOOSE) for option in group}
    every |= {words for words, _ in DEPENDENCIES.values()} | set(SEARCHES.values())
    return len(every)
