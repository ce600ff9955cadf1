# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Translates a file of functions for a device with ``--auto``, builds it before and after, and compares what runs print.

On ``x86_64``, clang's device that is the host's processor with its own copies of data, OpenACC runs as the same
in OpenMP. On ``nvidia`` clang builds OpenMP and gcc OpenACC. gcc 12 fails on a data region that lists what a
pointer leads to: the original has such a region as directives that enter and leave it there, and a translation
counts where none is left.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from testlib import Built, build
from testlib.compilers import linker

from pointerchain.suggest.auto import Result, translate_auto
from pointerchain.toolchain import Clang, Gcc, Installation, Missing
from progen.counts import Counts
from progen.placed.generate import Placed, source
from progen.placed.spoken import in_openmp
from progen.placed.world import VARIANTS, header, world

FLAG = {"acc": "-fopenacc", "omp": "-fopenmp"}
STANDARD = "-std=gnu11"
_REGION = re.compile(r"#pragma acc data[^\n]*->")
_RULES = {
    "by a clause of the construct": re.compile(r"#pragma (?:acc|omp target) ?(?!data|enter)[^\n]*\bpc_\w+\["),
    "by a region around it": re.compile(r"#pragma (?:acc|omp target) data[^\n]*\bpc_\w+\["),
    "by a directive that stays": re.compile(
        r"#pragma omp target(?! data| enter| exit| update)(?![^\n]*pc_)[^\n]*\n[^#]*\bpc_"
    ),
}
"""What a translated function holds where a rule hoisted something."""
Auto = Callable[..., Result]
Row = tuple[str, ...]


class Device(NamedTuple):
    """A compiler for each dialect, with its options."""

    name: str
    commands: dict[str, tuple[str, ...]]
    speaks_acc: bool
    """Whether OpenACC runs as such."""


def device(name: str) -> Device | str:
    """The device by that name, ``x86_64`` or that of a GPU, as ``sm_90``; or why there is none."""
    is_host = name == "x86_64"
    clang = Clang() if is_host else Clang(triple="nvptx64-nvidia-cuda", arch=name)
    found = clang.find()
    if isinstance(found, Missing):
        return found.reason
    if not found.links:
        return found.why_not_links
    words = (found.commands["c"], STANDARD, "-w", "-O1", *clang.offload(found, "openmp", "separate"))
    if is_host:
        words = (*words, *linker())
        return Device(name, {"omp": words, "acc": words}, False)
    gcc = Gcc(needs_offload=True)
    has = gcc.find()
    if not isinstance(has, Installation):
        return has.reason
    own = (has.commands["c"], STANDARD, "-w", "-O2", *gcc.offload(has, "openacc", "separate"))
    return Device(name, {"omp": words, "acc": own}, True)


@dataclass(frozen=True)
class Failure:
    """What went wrong with a function."""

    function: Placed
    made: str
    detail: str

    def __str__(self) -> str:
        return f"function {self.function.number}: {self.detail}"


@dataclass
class Report(Counts):
    """What checks found."""

    functions: int = 0
    translated: int = 0
    """Those in which something is hoisted, and that the compiler takes."""
    compared: int = 0
    faulty: int = 0
    """Runs of originals that did not end."""
    failures: list[Failure] = field(default_factory=list)
    rules: Counter[str] = field(default_factory=Counter)
    written: Counter[str] = field(default_factory=Counter)
    hoisted: Counter[str] = field(default_factory=Counter)


def parts(text: str) -> dict[int, str]:
    """The functions of a source, by number."""
    out = {}
    for each in text.split("/* end */", maxsplit=1)[0].split("/* begin ")[1:]:
        number, _, rest = each.partition(" */\n")
        out[int(number)] = f"/* begin {number} */\n{rest}"
    return out


def compiles(text: str) -> bool:
    """Whether gcc 12 takes a function."""
    return _REGION.search(text) is None


def write(
    functions: Sequence[Placed], folder: Path, on: Device, auto: Auto = translate_auto
) -> tuple[list[Placed], Report]:
    """Write ``before.c``, ``after.c`` and the world; the functions that are in them, in which something is hoisted."""
    dialect, report = functions[0].dialect, Report(functions=len(functions))
    given = source(list(functions), [each.text for each in functions])
    (folder / "world.h").write_text(header(dialect))
    (folder / "input.c").write_text(given)
    made = auto(given.encode(), str(folder / "input.c"), [STANDARD, "-O2", FLAG[dialect]]).translation
    if made.text is None:
        raise RuntimeError(str(made.diagnostics[:2]))
    was, now = parts(given), parts(made.text.decode())
    kept = []
    for each in functions:
        report.written.update(each.tags)
        text = now[each.number]
        if was[each.number] == text or (dialect == "acc" and on.speaks_acc and not compiles(text)):
            continue
        kept.append(each)
        report.hoisted.update(each.tags)
        report.rules.update(f"{dialect}: {name}" for name, sign in _RULES.items() if sign.search(text))
    report.translated = len(kept)
    speaks = on.speaks_acc or dialect == "omp"
    say: Callable[[str], str] = str if speaks else in_openmp
    spoken = dialect if speaks else "omp"
    (folder / "world.h").write_text(header(spoken))
    (folder / "world.c").write_text(world(spoken))
    before = [each.reference if speaks else each.text for each in kept]
    (folder / "before.c").write_text(say(source(kept, before)))
    (folder / "after.c").write_text(say(source(kept, [now[each.number] for each in kept])))
    return kept, report


def judge(functions: Sequence[Placed], on: Device, auto: Auto = translate_auto) -> Report:
    """Check functions of one dialect in one file."""
    with tempfile.TemporaryDirectory(prefix="placed-") as made:
        folder = Path(made)
        kept, report = write(functions, folder, on, auto)
        if not kept:
            return report
        programs: dict[str, Built] = {}
        for name in ("before", "after"):
            command = [*on.commands[kept[0].dialect], f"{name}.c", "world.c", "-o", name]
            programs[name] = build(command, folder)
            if programs[name].returncode:
                report.failures.append(
                    Failure(kept[0], name, f"'{name}.c' does not compile: {programs[name].errors[:1500]}")
                )
                return report
        before = ran(programs["before"], kept, folder)
        # What another translator makes may do something else each time.
        after = ran(programs["after"], kept, folder, deterministic=auto is translate_auto)
        now = parts((folder / "after.c").read_text())
    for each in kept:
        for variant in range(VARIANTS):
            key = each.number, variant
            if key not in before:
                report.faulty += 1
                continue
            report.compared += 1
            if before[key] != after.get(key):
                detail = f"run {variant}: {before[key]} became {after.get(key, 'a fault')}"
                report.failures.append(Failure(each, now[each.number], detail))
                break
    return report


def ran(
    program: Built, functions: Sequence[Placed], folder: Path, *, deterministic: bool = True
) -> dict[tuple[int, int], Row]:
    """What each run of each function printed; behind one that faults the program begins again."""
    rows: dict[tuple[int, int], Row] = {}
    found = Clang().find()
    own = found.environment if isinstance(found, Installation) else {}
    environment = {**own, "TMPDIR": str(folder), "OMP_NUM_THREADS": "2"}
    environment["ACC_DEVICE_TYPE"] = os.environ.get("ACC_DEVICE_TYPE", "nvidia")
    first = 0
    while True:
        done = program.run(str(first), env=environment, timeout=600, deterministic=deterministic)
        for line in done.output.splitlines():
            words = line.split()
            if len(words) == 4:
                rows[int(words[0]), int(words[1])] = tuple(words[2:])
        if done.output.endswith("end\n"):
            return rows
        left = [
            each.number
            for each in functions
            if each.number >= first and (each.number, VARIANTS - 1) not in rows
        ]
        later = [each.number for each in functions if left and each.number > left[0]]
        if not later:
            return rows
        first = later[0]
