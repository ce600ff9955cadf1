# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Structures that ``deepcopy`` directives copy: profiled, decided and applied as one object."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from placelib import MACHINE
from profiled import NEEDS_CLANG, OFFLOAD, cells, command, profile

from pointerchain.cli import main
from pointerchain.place.advice import advise
from pointerchain.place.profile import profile_of

ADVICE = json.loads(
    (Path(__file__).parents[2] / "pointerchain/place/schemas/advice.schema.json").read_text(encoding="utf-8")
)
NODES, VALUES = 7, 40
TECHNIQUES = ("base", "pcpy", "arena")
LIST = """\
#include <stdio.h>
#include <stdlib.h>
typedef struct node { double *x; long n; struct node *next; } node;
#pragma pointerchain shape(node: x[n], next[1])
"""
COPIED = f"""\
static node *made_TECHNIQUE(long n, node *next) {{
  node *p = malloc(sizeof *p);
  p->x = calloc(n, sizeof *p->x);
  p->n = n;
  p->next = next;
  return p;
}}
static int copied_TECHNIQUE(void) {{
  node *in_TECHNIQUE = NULL;
  double sum = 0, *by_TECHNIQUE = calloc(100, sizeof *by_TECHNIQUE);
  for (int i = 0; i < {NODES}; i++) in_TECHNIQUE = made_TECHNIQUE({VALUES}, in_TECHNIQUE);
#pragma pointerchain deepcopy enter(in_TECHNIQUE[0:1]) technique(TECHNIQUE)
#pragma omp target map(tofrom: by_TECHNIQUE[0:100])
  for (node *p = in_TECHNIQUE; p; p = p->next) {{
    for (long i = 0; i < {VALUES}; i++) p->x[i] += 1;
    by_TECHNIQUE[0] += 1;
  }}
#pragma pointerchain deepcopy update host(in_TECHNIQUE->x[3:2])
#pragma pointerchain deepcopy exit(in_TECHNIQUE[0:1])
  for (node *p = in_TECHNIQUE; p; p = p->next) sum += p->x[2];
  return sum != {NODES} || by_TECHNIQUE[0] != {NODES};
}}
"""


@NEEDS_CLANG
def test_a_structure_is_an_object_of_all_that_it_leads_to(tmp_path: Path) -> None:
    """Whichever way it is copied."""
    functions = [COPIED.replace("TECHNIQUE", each) for each in TECHNIQUES]
    calls = " || ".join(f"copied_{each}()" for each in TECHNIQUES)
    text = "".join([LIST, *functions, f"int main(void) {{ return {calls}; }}\n"])
    made = profile(tmp_path, text, "-O1", *OFFLOAD)
    assert made["accesses"]["unknown"] == 0
    named = {each["name"]: each for each in made["objects"]}
    assert set(named) == {f"{role}_{each}" for role in ("in", "by") for each in TECHNIQUES}
    for number, technique in enumerate(TECHNIQUES):
        check_structure(made, named, technique, text[: text.index(functions[number])].count("\n"))


def check_structure(
    made: dict[str, Any], named: dict[str, dict[str, Any]], technique: str, line: int
) -> None:
    """Check what is said of one of the structures, whose functions begin behind a line."""
    first, second = named[f"in_{technique}"], named[f"by_{technique}"]
    assert (first["kind"], first["site"]["line"], first["now"]) == ("structure", line + 12, "device")
    assert [(part["name"], part["site"]["line"], part["bytes"]) for part in first["parts"]] == [
        ("p", line + 2, NODES * 24),
        ("p->x", line + 3, NODES * VALUES * 8),
    ]
    whole = NODES * (24 + VALUES * 8)
    assert (first["bytes"], first["allocations"]) == (whole, 2 * NODES)
    assert "parts" not in second
    (kernel,) = cells(made, first["name"], "device")
    # Each node's 'next', and its array's address at least once; each value is loaded and stored.
    assert kernel["stores"] == NODES * VALUES
    assert NODES * (VALUES + 2) <= kernel["loads"] <= NODES * (2 * VALUES + 1)
    # A node takes one sector, its array ten; each is stored where the kernel changes it.
    assert (kernel["sectors"], kernel["stored_sectors"]) == (NODES * 11, NODES * 10)
    copies = [each for each in made["copies"] if each["object"] == first["id"]]
    assert sum(each["to_device"] for each in copies) == whole
    assert sum(each["to_host"] for each in copies) == whole + 16
    # The copies themselves are none of the program's accesses, but for the lengths that are asked: where they
    # begin, and where they end, since the host may have changed them.
    host = cells(made, first["name"], "host")[-1]
    assert host["loads"] <= 5 * NODES + 2


TWO = """\
#include <stdlib.h>
typedef struct { double *x; long n; } part;
typedef struct { part *first, *second; } whole;
#pragma pointerchain shape(part: x[n])
#pragma pointerchain shape(whole: first[1], second[1])
static part *made(long n) {
  part *p = malloc(sizeof *p);
  p->x = calloc(n, 8);
  p->n = n;
  return p;
}
int main(void) {
  part *shared = made(50);
  part *alone = malloc(sizeof *alone);
  alone->x = calloc(9, 8);
  alone->n = 9;
  whole a = {shared, shared}, b = {shared, shared};
#pragma pointerchain deepcopy region begin(a)
#pragma omp target
  a.first->x[3] = 1;
#pragma pointerchain deepcopy region end
#pragma pointerchain deepcopy region begin(b)
#pragma omp target
  b.second->x[4] = 1;
#pragma pointerchain deepcopy region end
#pragma pointerchain deepcopy region begin(alone[0:1])
#pragma omp target
  alone->x[4] = 1;
#pragma pointerchain deepcopy region end
  return shared->x[3] + shared->x[4] != 2 || alone->x[4] != 1;
}
"""


@NEEDS_CLANG
def test_structures_that_share_an_object_are_one(tmp_path: Path) -> None:
    made = profile(tmp_path, TWO, "-O0", *OFFLOAD)
    found = {each["name"]: (each["site"]["line"], len(each["parts"])) for each in made["objects"]}
    assert found == {"a": (18, 4), "alone": (26, 2)}
    assert len(cells(made, "a", "device")) == 2
    assert made["accesses"]["unknown"] == 0


BOTH = TWO.replace(
    "#pragma pointerchain deepcopy region begin(a)\n",
    "#pragma pointerchain deepcopy enter(b)\n#pragma pointerchain deepcopy region begin(a)\n",
).replace("  return shared", "#pragma pointerchain deepcopy exit(b)\n  return shared")


@NEEDS_CLANG
def test_a_structure_that_reaches_what_is_there_already_is_one_with_it(tmp_path: Path) -> None:
    made = profile(tmp_path, BOTH, "-O0", *OFFLOAD)
    assert [(each["name"], len(each["parts"])) for each in made["objects"]] == [("b", 4), ("alone", 2)]


REGION = """\
#include <stdlib.h>
typedef struct { double *x; int n; } atoms;
typedef struct { atoms *atoms; } sim;
int main(void) {
  sim s = {malloc(sizeof(atoms))};
  s.atoms->n = 64;
  s.atoms->x = calloc(64, 8);
#pragma pointerchain region begin declare(s.atoms->x, s.atoms->n)
#pragma omp target teams distribute parallel for map(tofrom: s.atoms->x[0:s.atoms->n])
  for (int i = 0; i < s.atoms->n; i++) s.atoms->x[i] += 1;
#pragma pointerchain region end
  return s.atoms->x[3] != 1;
}
"""


@NEEDS_CLANG
def test_regions_are_translated_first(tmp_path: Path) -> None:
    made = profile(tmp_path, REGION, "-O1", *OFFLOAD)
    (object_,) = [each for each in made["objects"] if each["bytes"] == 64 * 8]
    assert object_["site"]["line"] == 7
    (kernel,) = [each for each in made["phases"] if each["side"] == "device"]
    assert kernel["place"]["line"] == 9
    (cell,) = [each for each in made["cells"] if each["object"] == object_["id"] and each["side"] == "device"]
    assert (cell["loads"], cell["stores"], cell["warp_sectors"]) == (64, 64, 2 * 64 * 8 // 32)


@NEEDS_CLANG
def test_what_is_not_translated_is_refused(tmp_path: Path) -> None:
    wrong = REGION.replace("s.atoms->x, s.atoms->n", "s.atoms->y")
    done = command(tmp_path, wrong, *OFFLOAD)
    assert done.returncode == 1
    assert "program.c:8:" in done.stderr
    assert "'program.c' is not translated" in done.stderr
    lines = REGION.splitlines(keepends=True)
    (tmp_path / "sim.h").write_text(
        "".join(lines[1:3]) + "static void run(sim s) {\n" + "".join(lines[7:11]) + "}\n"
    )
    text = "".join([lines[0], '#include "sim.h"\n', *lines[3:7], "  run(s);\n", *lines[11:]])
    done = command(tmp_path, text, *OFFLOAD)
    assert done.returncode == 1
    assert "sim.h:4: this directive is not translated" in done.stderr
    assert not (tmp_path / "profile.json").exists()


def structured(**more: Any) -> dict[str, Any]:
    """A profile of one structure, which a kernel reads once, and its source."""
    count = dict.fromkeys(("atomics", "atomic_bytes", "stores", "store_bytes", "stored_sectors"), 0)
    part = {"name": "p", "site": None, "bytes": 32000, "kind": "heap", "allocations": 1000}
    return {
        "format": "pointerchain-place-profile-1",
        "program": {"command": ["a.out"]},
        "units": {"sector": 32, "page": 65536, "warp": 32},
        "accesses": {"total": 1000, "objects": 1000, "stack": 0, "unknown": 0},
        "objects": [
            {
                **{"id": 0, "name": "head", "site": {"file": "prog.c", "line": 2}, "bytes": 32000},
                **{"kind": "structure", "now": "device", "parts": [part]},
            }
        ],
        "phases": [{"id": 0, "side": "device", "place": None, "repeat": 1}],
        "cells": [
            {
                **{"object": 0, "phase": 0, "side": "device", "loads": 1000, "load_bytes": 8000, **count},
                **{"sectors": 1000, "pages": 1, "page_visits": 1, "warp_sectors": 40, "strides": []},
                **{"first": "load", **more},
            }
        ],
    }


SOURCE = "int main(void) {\n#pragma pointerchain deepcopy enter(head[0:1])\n  return 0;\n}\n"


@pytest.mark.parametrize("capacity", [None, 1000])
def test_advice_of_a_structure_is_said_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], capacity: int | None
) -> None:
    profiled = profile_of(structured(warp_sectors=40 if capacity else 100_000))
    made = advise(MACHINE, profiled, capacity=capacity, managed=False)
    Draft202012Validator(ADVICE).validate(made)
    (object_,) = made["objects"]
    assert object_["parts"] == 1
    assert object_["allocation"] == ("device" if capacity is None else "pinned")
    monkeypatch.chdir(tmp_path)
    Path("prog.c").write_text(SOURCE)
    Path("advice.json").write_text(json.dumps(made))
    assert main(["place", "apply", "advice.json", "prog.c", "--dialect", "openmp"]) == 0
    out, err = capfd.readouterr()
    assert out == SOURCE
    if capacity is None:
        assert "prog.c:2:1: note: 'head' stays as it is: 'deepcopy' keeps it in device memory\n" in err
        assert "0 as the advice says, 1 as the program has them" in err
    else:
        assert "prog.c:2:1: warning: 'head' is left where it is: it is a structure; where all" in err
        assert "1 left where they are" in err
