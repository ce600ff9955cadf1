# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What ``translate --auto`` finds in a program, what its compiler makes of that, and what it costs.

    python scripts/bench_auto.py -p BUILD [--compiler gcc]

For each source of a compile database: the chains by verdict; of those with a use in an innermost loop how
many are hoisted, hoisted with reloads, there at all, and another in each iteration; the instructions in the
innermost loops that read memory, with and without hoisting, as the compiler leaves them at the options of the
database (at -O2 where they have no level); and the time of a translation against ``clang -fsyntax-only`` of
the source, medians.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT)]

from pointerchain.build import find  # noqa: E402
from pointerchain.build.compdb import Database  # noqa: E402
from pointerchain.cli.program import functions_of_build  # noqa: E402
from pointerchain.loads import assembly as loadcount  # noqa: E402
from pointerchain.source import Span  # noqa: E402
from pointerchain.suggest.auto import translate_auto  # noqa: E402
from pointerchain.suggest.choose import Found  # noqa: E402
from pointerchain.suggest.loops import loops_of  # noqa: E402
from pointerchain.suggest.program import Program  # noqa: E402
from pointerchain.suggest.report import state_of  # noqa: E402
from pointerchain.translator.clang.arguments import clang_arguments  # noqa: E402
from pointerchain.translator.clang.session import Session  # noqa: E402
from pointerchain.translator.clang.stack import start  # noqa: E402
from pointerchain.translator.clang.tree import tops  # noqa: E402
from pointerchain.translator.pipeline import read_source  # noqa: E402


class Row(NamedTuple):
    """One source: chains of two and more links by verdict, loads before and after, seconds."""

    name: str
    verdicts: Counter[str]
    inner: Counter[str]
    """The verdicts of those with a use in an innermost loop, "reloaded" where the local is loaded again."""
    before: int
    after: int
    translation: float
    syntax: float


def innermost(source: bytes, filename: str, arguments: tuple[str, ...], language: str | None) -> list[Span]:
    """The loops of a source in which no other loop stands."""
    clang = clang_arguments(filename, arguments, language)

    def spans() -> list[Span]:
        parsed = Session(filename, clang.args).parse_all(source)
        lexed, _, _ = read_source(source, filename, clang)
        found = [each for tree in tops(parsed) for each in loops_of(tree, lexed)]
        parsed.close()
        return [each.span for each in found]

    every = start(spans)()
    return [
        each
        for each in every
        if not any(each.start <= other.start < each.end and other != each for other in every)
    ]


def in_innermost(found: Sequence[Found], inner: list[Span]) -> Counter[str]:
    """The verdicts of chains of two and more links that innermost loops use."""
    verdicts: Counter[str] = Counter()
    for row in found:
        if row.links > 1 and any(loop.start <= use.start < loop.end for use in row.uses for loop in inner):
            reloaded = row.chosen is not None and bool(row.chosen.reloads)
            verdicts["reloaded" if reloaded else row.code if row.chosen is None else state_of(row)] += 1
    return verdicts


def inner_loads(assembly: str) -> int:
    """The instructions of all innermost loops that read memory."""
    found = 0
    for name in re.findall(r"^\s*\.type\s+([\w.$]+),\s*[@%]function", assembly, re.MULTILINE):
        blocks = loadcount.blocks_of(loadcount.function_body(assembly, name))
        loops = loadcount.natural_loops(blocks)
        for loop in loops:
            if not any(other < loop for other in loops):
                found += sum(loadcount.loads_of(each).all for at in loop for each in blocks[at].lines)
    return found


def assembly(compiler: str, source: Path, arguments: tuple[str, ...], text: bytes, work: Path) -> str:
    """What the compiler makes of a text in a source's place."""
    changed = work / source.name
    changed.write_bytes(text)
    words = [compiler, "-w", *arguments, "-iquote", str(source.parent), "-S", "-o", "-", str(changed)]
    return subprocess.run(words, cwd=source.parent, capture_output=True, text=True, check=True).stdout


def median(times: int, work: Callable[[], object]) -> float:
    """The median of some runs, in seconds."""
    out = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        out.append(time.perf_counter() - begun)
    return statistics.median(out)


def measured(
    source: Path, arguments: tuple[str, ...], language: str | None, program: Program, compiler: str
) -> Row:
    """One source."""
    data = source.read_bytes()
    # As 'cc --auto' does, which asks the compiler for its macros.
    made = translate_auto(
        data, str(source), arguments, language=language, compiled=True, elsewhere=program.does
    )
    text = made.translation.text
    assert text is not None
    verdicts = Counter(
        row.code if row.chosen is None else state_of(row) for row in made.found if row.links > 1
    )
    with tempfile.TemporaryDirectory() as work:
        level = () if any(word.startswith("-O") for word in arguments) else ("-O2",)
        loads = [
            inner_loads(assembly(compiler, source, (*arguments, *level), each, Path(work)))
            for each in (data, text)
        ]
    syntax = ["clang-19", "-w", "-fsyntax-only", *arguments, str(source)]
    costs = 0.0
    if shutil.which("clang-19"):
        costs = median(3, lambda: subprocess.run(syntax, cwd=source.parent, capture_output=True))
    own = [
        sys.executable,
        "-m",
        "pointerchain",
        "translate",
        "--auto",
        str(source),
        "--check",
        "--",
        *arguments,
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    ours = median(3, lambda: subprocess.run(own, cwd=source.parent, capture_output=True, env=environment))
    inner = in_innermost(made.found, innermost(data, str(source), arguments, language))
    return Row(source.name, verdicts, inner, loads[0], loads[1], ours, costs)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-p", dest="build", required=True, help="the folder of compile_commands.json")
    parser.add_argument("--compiler", default="gcc", help="whose loads are counted (default gcc)")
    given = parser.parse_args()
    database = Database(find.named(given.build))
    flags = {file: database.flags(file) for file in database.files}
    program = Program([functions_of_build(given.build, 1, ())])
    print(
        f"{'source':24} {'chains >= 2':>11} {'hoisted':>8} {'in innermost':>20} {'loads':>14}",
        f"{'seconds':>16}",
        " left",
    )
    rows: list[Row] = []
    for file, each in flags.items():
        if each is None:
            continue
        try:
            rows.append(measured(Path(file), each.arguments, each.language, program, given.compiler))
        except subprocess.CalledProcessError as error:
            reason = next((line for line in error.stderr.splitlines() if "error" in line), "")
            print(f"{Path(file).name:24} {given.compiler} does not compile it: {reason}", flush=True)
            continue
        show(rows[-1])
    show(total(rows))
    return 0


def show(row: Row) -> None:
    """A line of the table."""
    hoisted = row.verdicts["hoisted"] + row.verdicts["guarded"]
    left = {code: n for code, n in row.verdicts.most_common() if code not in ("hoisted", "guarded")}
    words = ", ".join(f"{code} {count}" for code, count in left.items())
    loads = f"{row.before} -> {row.after}"
    inner = row.inner.total()
    vary = row.inner["varies"] + row.inner["inside"]
    out = row.inner["hoisted"] + row.inner["guarded"]
    innermost = f"{out}+{row.inner['reloaded']} of {inner}-{vary}"
    seconds = f"{row.translation:.2f} ({row.translation / row.syntax:.1f} x)" if row.syntax else ""
    print(
        f"{row.name:24} {row.verdicts.total():11} {hoisted:8} {innermost:>20} {loads:>14} {seconds:>16} ",
        words,
        flush=True,
    )


def total(rows: list[Row]) -> Row:
    """All sources together."""
    verdicts: Counter[str] = Counter()
    inner: Counter[str] = Counter()
    for row in rows:
        verdicts.update(row.verdicts)
        inner.update(row.inner)
    sums = [sum(values) for values in zip(*(row[3:] for row in rows), strict=True)] or [0, 0, 0, 0]
    return Row("all", verdicts, inner, *sums)


if __name__ == "__main__":
    sys.exit(main())
