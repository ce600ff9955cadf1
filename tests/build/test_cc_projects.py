# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random small projects are the same with the launcher as without; ``make build-fuzz`` builds more of them.

The projects are those of ``projects``, a fixed row of numbers. What is known to differ is in ``projects.known``.
"""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest
from buildlib import needs
from progen.choices import Recorded
from projects import options, session
from projects.compare import compare
from projects.generate import plan
from projects.known import KNOWN
from projects.model import Difference, Plan

SEED = 2111
PROJECTS = 48
BATCH = 8
MARKS = [needs(program) for program in ("gcc", "g++", "clang-19", "clang++-19", "ccache", "readelf")]
pytestmark = MARKS


@pytest.mark.parametrize(
    "first",
    [0, *(pytest.param(at, marks=pytest.mark.long) for at in range(BATCH, PROJECTS, BATCH))],
)
def test_projects_are_built_alike(first: int, tmp_path: Path) -> None:
    counts: Counter[str] = Counter()
    for number in range(first, first + BATCH):
        result = session.run(SEED, number)
        if result.differences:
            made = session.generated(SEED, number, tuple(KNOWN))[0]
            kept = session.keep(tmp_path, f"project-{number}", made, result.differences)
            shown = "\n\n".join(f"{each.kind}: {each.detail[:1500]}" for each in result.differences[:3])
            pytest.fail(f"project {number} of seed {SEED}, kept as {kept}\n{shown}")
        counts += result.counts
    assert counts["builds"] >= BATCH
    assert counts["programs compared"] > 0


def test_the_grammar_is_large_and_every_part_of_it_is_drawn() -> None:
    assert options.count() >= 200
    drawn: set[str] = set()
    for number in range(2500):
        drawn.update(plan(Recorded(seed=number), number, ()).features)
    assert {name for name in KNOWN if ": " in name} - _kinds() <= drawn
    loose = {option.name for group in (*options.GROUPS.values(), options.LOOSE) for option in group}
    assert loose - drawn == set()


def _kinds() -> set[str]:
    """The rows of what is known that are kinds of differences."""
    rows = list(KNOWN)
    return set(itertools.dropwhile(lambda name: name != "assembler with checksums", rows))


# --- that it notices ------------------------------------------------------------------------------

BREAK = """
import pointerchain.build.{module} as module
{code}
"""
BROKEN = {
    # How the launcher is broken: the module, the code, what is to be noticed, and in which project it is.
    "dependencies are not renamed": (
        "launch",
        "module.settle_dependencies = lambda *_: None",
        {"dependencies", "the cache in *.d", "the cache in *.dep"},
        0,
    ),
    "headers are not translated": (
        "includes",
        "module.include_lines = lambda data: []",
        {"left in", "refused"},
        0,
    ),
    "a stale translation is used": (
        "job",
        "module.Job.key = lambda self: module.digest(self.main.path.encode()).hex()",
        {"results", "fails", "messages", "left in", "debug names, gcc"},
        6,
    ),
    "no names for debug information": (
        "compiler",
        "module.Compiler.maps_names = False",
        {"the cache in *.o", "the cache in *", "debug names, gcc", "results"},
        0,
    ),
    "the exit code is lost": (
        "child",
        "run = module.run\nmodule.run = lambda words, scratch: run(words, scratch) and 0",
        {"compiles what the compiler does not"},
        4,
    ),
    "an option is left out": (
        "launch",
        "call = module.translated_call\n"
        "def kept(word):\n"
        "    return ',' in word or not word.startswith('-W')\n"
        "def wrong(*given):\n"
        "    made = call(*given)\n"
        "    return made._replace(words=[word if kept(word) else module.MACRO for word in made.words])\n"
        "module.translated_call = wrong",
        {"messages"},
        17,
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_launcher_is_noticed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the project that is named; in another of the first ones where what is generated has changed."""
    module, code, kinds, known = BROKEN[name]
    (tmp_path / "sitecustomize.py").write_text(BREAK.format(module=module, code=code))
    monkeypatch.setattr("buildlib.ROOT", f"{tmp_path}:{Path(__file__).parents[2]}")
    for number in dict.fromkeys((known, *range(60))):
        found = compare(session.generated(SEED, number, tuple(KNOWN))[0], tmp_path / str(number)).differences
        if found:
            assert {each.kind for each in found} & kinds, found[0]
            return
    pytest.fail("not noticed in 60 projects")


def test_a_difference_is_made_small_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        BREAK.format(module="includes", code="module.include_lines = lambda data: []")
    )
    monkeypatch.setattr("buildlib.ROOT", f"{tmp_path}:{Path(__file__).parents[2]}")
    # The second project is large: a few attempts make it smaller.
    numbers = dict.fromkeys((2, *range(60)))
    found = next(each for each in (session.run(SEED, number) for number in numbers) if each.differences)
    made, difference = session.smallest(SEED, found, tuple(KNOWN), 4)
    assert difference.kind == found.differences[0].kind
    before = session.generated(SEED, found.number, tuple(KNOWN))[0]
    assert _size(made) < _size(before)
    kept = session.keep(tmp_path, "kept", made, (Difference("left in", "text"),))
    script = (kept / "build.sh").read_text()
    assert made.steps[0].commands[0].words[0] in script
    assert (kept / "step0/inc/types.h").is_file()


def _size(made: Plan) -> int:
    return sum(len(text or "") for step in made.steps for _, text in step.files) + 50 * len(made.features)
