# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Translates files of functions for a device with ``--auto``, builds both, and compares what the runs print.

gcc 12 fails on a data region of OpenACC that lists what a pointer leads to: the original that is compiled has
the region as directives that enter and leave it, and a translation counts where no such region is left in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pointerchain.suggest.auto import translate_auto
from progen.placed.generate import Placed, source
from progen.placed.world import header, world

FLAG = {"acc": "-fopenacc", "omp": "-fopenmp"}
_REGION = re.compile(r"#pragma acc data[^\n]*->")
_KERNEL = re.compile(r"#pragma acc (?:parallel loop|serial|parallel|kernels)([^\n]*)\n(?:\s*\{\n)?(?:\s*#pragma[^\n]*\n)?\s*for [^\n]*\n(.*?)\n\s*\}", re.S)


def parts(text: str) -> dict[int, str]:
    """The functions of a source, by number."""
    out = {}
    for each in text.split("/* end */")[0].split("/* begin ")[1:]:
        number, _, rest = each.partition(" */\n")
        out[int(number)] = f"/* begin {number} */\n{rest}"
    return out


def compiles(text: str) -> bool:
    """Whether a translated function of OpenACC has no data region that gcc 12 fails on, and no kernel without its roots."""
    if _REGION.search(text):
        return False
    for clauses, body in _KERNEL.findall(text):
        for root in set(re.findall(r"\b([sutqh])->", body)) | set(re.findall(r"at_\w\((\w),", body)):
            if f"{root}->" not in clauses and f"{root}[0:1]" not in clauses:
                return False
    return True


def pair(functions: Sequence[Placed], folder: Path, every: bool = False) -> list[Placed]:
    """Write ``before.c``, ``after.c`` and the world; the functions that are in them.

    Those that the translation leaves as they are stay away, unless ``every`` is set.
    """
    dialect = functions[0].dialect
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "world.h").write_text(header(dialect))
    (folder / "world.c").write_text(world(dialect))
    given = source(list(functions), [each.text for each in functions])
    (folder / "input.c").write_text(given)
    made = translate_auto(given.encode(), str(folder / "input.c"), ["-std=gnu11", "-O2", FLAG[dialect]])
    if made.translation.text is None:
        raise RuntimeError(str(made.translation.diagnostics[:2]))
    was, now = parts(given), parts(made.translation.text.decode())
    kept = [
        each
        for each in functions
        if (every or was[each.number] != now[each.number]) and (dialect == "omp" or compiles(now[each.number]))
    ]
    (folder / "before.c").write_text(source(kept, [each.reference for each in kept]))
    (folder / "after.c").write_text(source(kept, [now[each.number] for each in kept]))
    return kept
