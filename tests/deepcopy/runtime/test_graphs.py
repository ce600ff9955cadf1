# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random object graphs on the counting device, against the model of programs/graph.c, under sanitizers.

At length: ``GRAPHS=50000 pytest --hypothesis-profile=random tests/deepcopy/runtime/test_graphs.py``.
"""

from __future__ import annotations

import os

import pytest
from deepcopy_programs import build
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from testlib import SANITIZED, Built

pytestmark = pytest.mark.xdist_group("graphs")  # what they share is built once


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build("graph.c", tmp_path_factory.mktemp("graph"), *SANITIZED)


@st.composite
def graphs(draw: st.DrawFn, largest_pool: int, inner_views: bool) -> str:
    """A graph and what is done with it; objects stand alone where ``largest_pool`` is 1."""
    pools = draw(st.lists(st.integers(1, largest_pool), min_size=1, max_size=8))
    blocks = draw(st.lists(st.integers(1, 6), min_size=1, max_size=3))
    tables = draw(st.lists(st.integers(1, 4), min_size=1, max_size=2))
    lines = [f"technique {draw(st.integers(0, 5))}"]
    lines += ["mutable"] * draw(st.booleans())
    lines += [f"pool {n}" for n in pools]
    lines += [f"doubles {n}" for n in blocks]
    lines += [f"table {n}" for n in tables]
    rows = draw(st.lists(st.integers(1, 4), min_size=1, max_size=2))
    lines += [f"rows {n}" for n in rows]
    # A line leads to a block of numbers; a grid's lines are as long as the shortest of them.
    room = []
    for index in range(sum(rows)):
        which = draw(st.integers(-1, len(blocks) - 1))
        room.append(blocks[which] if which >= 0 else max(blocks))
        if which >= 0:
            lines.append(f"line {index} {sum(blocks[:which])}")
    objects = sum(pools)
    an_object = st.integers(0, objects - 1)

    def section(sizes: list[int], whole: bool) -> tuple[int, int]:
        """First index and number of some neighbours of one allocation."""
        which = draw(st.integers(0, len(sizes) - 1))
        start = sum(sizes[:which])
        if whole:
            return start, sizes[which]
        first = draw(st.integers(0, sizes[which] - 1))
        return start + first, draw(st.integers(0, sizes[which] - first))

    single = ["left", "right", "watch", "hidden"] + (["value"] if inner_views else [])
    for _ in range(draw(st.integers(0, 25))):
        kind = draw(st.sampled_from([*single, "cells", "row", "sub0", "sub1", "entries", "entry", "grid"]))
        owner = draw(an_object)
        if kind in single:
            lines.append(f"{kind} {owner} {draw(an_object)}")
        elif kind == "grid":
            first, n = section(rows, whole=not inner_views)
            least = min(room[first : first + n], default=0)
            lines.append(f"grid {owner} {first} {n} {draw(st.integers(0, least)) if inner_views else least}")
        elif kind == "entry":
            lines.append(f"entry {draw(st.integers(0, sum(tables) - 1))} {draw(an_object)}")
        else:
            sizes = pools if kind == "cells" else tables if kind == "entries" else blocks
            first, n = section(sizes, whole=not inner_views)
            lines.append(f"{kind} {owner} {first} {n}")
    roots = draw(st.integers(1, 4))
    for _ in range(roots):
        first, n = section(pools, whole=not inner_views)
        lines.append(f"{draw(st.sampled_from(['root', 'root', 'thin']))} {first} {max(n, 1)}")
    a_root = st.integers(0, roots - 1)
    updates = ["update_host", "update_device", "longer", "shorter", "repoint", "link", "link"]
    for _ in range(draw(st.integers(1, 12))):
        action = draw(st.sampled_from(["enter", "enter", "exit", "exit", "change", "verify", *updates]))
        if action == "change":
            lines.append(action)
        elif action in ("enter", "exit"):
            some = draw(st.lists(a_root, min_size=1, max_size=3))
            lines.append(f"{action} {' '.join(map(str, some))} .")
        elif action in ("longer", "shorter"):
            lines.append(f"{action} {draw(a_root)} {draw(an_object)}")
        elif action in ("repoint", "link"):
            lines.append(f"{action} {draw(a_root)} {draw(an_object)} {draw(an_object)}")
        else:
            lines.append(f"{action} {draw(a_root)}")
    return "\n".join(lines) + "\n"


def run(program: Built, text: str) -> int:
    """Runs a graph; how many enters were refused because they overlap what is mapped otherwise."""
    ran = program.run(stdin=text.encode(), deterministic=True)
    assert ran.returncode == 0, f"{text}\n{ran.output}{ran.errors}"
    assert ran.output.startswith("ok "), f"{text}\n{ran.output}{ran.errors}"
    return int(ran.output.split()[1])


SETTINGS = settings(
    max_examples=int(os.environ.get("GRAPHS", "150")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@SETTINGS
@given(text=graphs(largest_pool=1, inner_views=False))
def test_separate_objects(graph: Built, text: str) -> None:
    """Nothing overlaps, so nothing may be refused, whatever is entered and exited in whatever order."""
    assert run(graph, text) == 0


@SETTINGS
@given(text=graphs(largest_pool=5, inner_views=True))
def test_pools_and_views(graph: Built, text: str) -> None:
    """Arrays of objects with pointers into them: merged, or refused with everything as it was."""
    run(graph, text)


def test_target_comes_back(graph: Built) -> None:
    """Object 3 stays with object 2 while what it points to leaves the device and comes back elsewhere."""
    for technique in range(6):
        text = f"technique {technique}\npool 4\nleft 1 3\nleft 3 0\nroot 0 2\nroot 2 2\nroot 2 1\n"
        assert run(graph, text + "enter 1 .\nenter 2 .\nexit 1 .\nenter 0 .\nverify 0\n") == 0


def test_harness_can_fail(graph: Built) -> None:
    """A graph whose roots were never entered: the model disagrees with an exit that succeeds."""
    ran = graph.run(stdin=b"pool 1\nroot 0 1\nexit 0 .\n", deterministic=True)
    assert ran.returncode == 0
    assert "was not entered" in ran.errors
