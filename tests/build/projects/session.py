# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Many projects: what was generated, compared and found; what differs is made small and kept."""

from __future__ import annotations

import shlex
import tempfile
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from progen.choices import Recorded, shrink

from projects.compare import compare, remove
from projects.generate import plan
from projects.known import KNOWN
from projects.model import FLAGS, Command, Difference, Plan


class Result(NamedTuple):
    """What came of one project."""

    number: int
    features: Counter[str]
    counts: Counter[str]
    differences: tuple[Difference, ...]


def run(seed: int, number: int, without: Collection[str] = KNOWN) -> Result:
    """Build one project on both sides, and compare."""
    made = generated(seed, number, without)[0]
    counts, differences = _compared(made, without)
    return Result(number, Counter(made.features), counts + Counter(projects=1), differences)


def generated(seed: int, number: int, without: Collection[str]) -> tuple[Plan, list[int]]:
    """A project, and the numbers that give it again."""
    choices = Recorded(seed=seed * 1_000_003 + number)
    return plan(choices, number, without), choices.given


def smallest(seed: int, found: Result, without: Collection[str], attempts: int) -> tuple[Plan, Difference]:
    """The simplest project found that differs in the same way, and how."""
    kind = found.differences[0].kind
    best = generated(seed, found.number, without)
    last = found.differences[0]

    def fails(script: list[int]) -> bool:
        nonlocal last
        differences = _compared(plan(Recorded(script), found.number, without), without)[1]
        same = [each for each in differences if each.kind == kind]
        if same:
            last = same[0]
        return bool(same)

    script = shrink(best[1], fails, attempts)
    return plan(Recorded(script), found.number, without), last


def _compared(made: Plan, without: Collection[str]) -> tuple[Counter[str], tuple[Difference, ...]]:
    top = Path(tempfile.mkdtemp(prefix="projects-"))
    try:
        report = compare(made, top, without)
    finally:
        remove(top)
    return report.counts, report.differences


def keep(folder: Path, name: str, made: Plan, differences: Sequence[Difference]) -> Path:
    """Write a project with a script that builds it: ``sh build.sh [LAUNCHER...]``."""
    top = folder / name
    remove(top)
    top.mkdir(parents=True)
    (top / "difference.txt").write_text(
        "\n\n".join(f"{each.kind} (step {each.step})\n{each.detail}" for each in differences)
    )
    lines = [
        "#!/bin/sh",
        "# sh build.sh: plainly; sh build.sh pointerchain cc: with the launcher",
        'here=$(cd "$(dirname "$0")" && pwd)',
    ]
    lines += [
        'work=$(mktemp -d) && cd "$work" && echo "in $work"',
        f"flags={FLAGS['plain']}; test $# -gt 0 && flags={FLAGS['launched']}",
        "set -x",
    ]
    for number, step in enumerate(made.steps):
        lines.append(f"# {step.what}")
        for path, text in step.files:
            if text is None:
                lines.append(f"rm {shlex.quote(path)}")
            elif text.startswith("-> "):
                lines += [_folder(path), f"ln -sfn {shlex.quote(text[3:])} {shlex.quote(path)}"]
            else:
                kept = top / f"step{number}" / path
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(text.encode())
                lines += [_folder(path), f'cp "$here"/step{number}/{shlex.quote(path)} {shlex.quote(path)}']
        lines += _shown(step.commands, top, number)
        lines += [f"./{program}" for program in step.programs]
    (top / "build.sh").write_text("\n".join(lines) + "\n")
    return top


def _folder(path: str) -> str:
    return f"mkdir -p {shlex.quote(path.rpartition('/')[0] or '.')}; rm -f {shlex.quote(path)}"


def _shown(commands: Sequence[Command], top: Path, step: int) -> list[str]:
    out = []
    for number, command in enumerate(commands):
        words = " ".join(shlex.quote(word).replace("{top}", "'\"$PWD\"'") for word in command.words[1:])
        environment = "".join(f"{key}={shlex.quote(value)} " for key, value in command.environment)
        line = f'{environment}"$@" {command.words[0]} {words} $flags'
        if command.stdin is not None:
            path = top / f"stdin{step}-{number}"
            path.write_bytes(command.stdin.encode())
            line += f' < "$here"/{path.name}'
        out.append(line)
    return out


def table(results: Sequence[Result]) -> list[str]:
    """What was generated and compared, as lines."""
    counts: Counter[str] = sum((each.counts for each in results), Counter())
    features: Counter[str] = sum((each.features for each in results), Counter())
    kinds = Counter(each.differences[0].kind for each in results if each.differences)
    lines = [f"{counts[name]:8} {name}" for name in sorted(counts)]
    options = {name: count for name, count in features.items() if name.startswith("option: ")}
    lines.append(f"{len(options):8} options of the grammar were used, {sum(options.values())} times")
    lines += [f"{count:8} {name}" for name, count in sorted(features.items()) if name not in options]
    lines.append(f"{sum(kinds.values()):8} projects with a difference")
    return lines + [f"{count:8}   {name}" for name, count in kinds.most_common()]
