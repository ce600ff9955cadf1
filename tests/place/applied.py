# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random programs whose objects are placed, and advices for a source's objects, for the tests of apply."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

FOR = "#pragma omp target teams distribute parallel for"
ALLOCATED = re.compile(
    r"\b(\w+)\s*=\s*(?:\([^()]*\)\s*|static_cast<[^>]*>\()?((?:std::)?\w*alloc\w*|new|make\w*)\b"
)
KERNEL = re.compile(r"\s*#pragma (?:omp target (?:teams|parallel)|acc parallel)")

HELPERS = """\
static void relax(const double *from, double *to, int n) {
#pragma omp target teams distribute parallel for map(to : from[0:n]) map(tofrom : to[0:n])
  for (int i = 1; i < n - 1; i++) to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
}

static void scale(double *p, int n, double by) {
#pragma omp target teams distribute parallel for map(tofrom : p[0:n])
  for (int i = 0; i < n; i++) p[i] *= by;
}

static double sum(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += p[i] * (i % 3 + 1);
  return s;
}

static void fill(double *p, int n, double first) {
  double *end = p + n;
  while (p < end) *p++ = first++;
}

static double stepped(double *p, int n) {
  if (n > 1) scale(p, n, 0.5);
  return sum(p, n);
}

static void drop(double *p) {
  if (p != NULL) free(p);
}
"""


def advice(path: str, text: str, wanted: Mapping[str, str]) -> dict[str, Any]:
    """An advice for the allocations of a source: ``wanted`` has an allocation by name, and maybe an advice.

    ``{"a": "pinned", "b": "managed:read-mostly"}``; a name with a number, ``a@12``, is the one of that line.
    """
    objects = []
    for name, given in wanted.items():
        allocation, _, hint = given.partition(":")
        bare, _, number = name.partition("@")
        line, column = next(
            (at, found.start(2) + 1)
            for at, row in enumerate(text.split("\n"), 1)
            for found in ALLOCATED.finditer(row)
            if found[1] == bare and (not number or int(number) == at)
        )
        objects.append(
            {
                "id": len(objects),
                "name": bare,
                "site": {"file": path, "line": line, "column": column},
                "bytes": 8,
                "sparsity": None,
                "remigration": None,
                "allocation": allocation,
                "advice": hint or "none",
                "seconds": 0,
                "actions": [],
                "residency": [],
                "alternatives": [],
                "why": "made for a test",
            }
        )
    phases: list[dict[str, Any]] = [{"id": 0, "side": "host", "place": None, "executions": 1}]
    for at, row in enumerate(text.split("\n"), 1):
        if KERNEL.match(row):
            place = {"file": path, "line": at}
            phases.append({"id": len(phases), "side": "device", "place": place, "executions": 1})
    numbers = ("peak", "device_bandwidth", "link", "copy_to_device", "copy_to_host")
    seconds = ("all_device", "all_pinned", "all_managed")
    return {
        "format": "pointerchain-place-advice-1",
        "program": ["made"],
        "machine": "made for a test",
        "attributes": dict.fromkeys(numbers),
        "options": {"capacity": None, "margin": 0.25, "managed": True},
        "method": "dynamic programming",
        "seconds": {"chosen": 0, **dict.fromkeys(seconds)},
        "peak_device_bytes": 0,
        "phases": phases,
        "objects": objects,
        "notes": [],
    }


def together(*rows: dict[str, Any]) -> dict[str, Any]:
    """The advice for a program of several sources, by the advice for each."""
    first = {**rows[0], "objects": [], "phases": rows[0]["phases"][:1]}
    for row in rows:
        first["objects"] += [
            {**each, "id": len(first["objects"]) + at} for at, each in enumerate(row["objects"])
        ]
        first["phases"] = first["phases"] + [
            {**each, "id": len(first["phases"]) + at} for at, each in enumerate(row["phases"][1:])
        ]
    return first


def programs(seed: int, count: int) -> tuple[str, dict[str, str]]:
    """A source of ``count`` random programs, each a function, and where their objects are to live."""
    chosen = random.Random(seed)
    lines = ["#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>", "", *HELPERS.split("\n")]
    wanted: dict[str, str] = {}
    for number in range(count):
        made = _Program(chosen, number)
        first = len(lines)
        lines += made.lines
        for at, row in enumerate(made.lines, first + 1):
            for found in ALLOCATED.finditer(row):
                wanted[f"{found[1]}@{at}"] = chosen.choice(("device", "device", "pinned", "managed"))
        lines.append("")
    lines += [
        "int main(void) {",
        *(f"  program_{number}();" for number in range(count)),
        "  return 0;",
        "}",
        "",
    ]
    return "\n".join(lines), wanted


def in_cxx(text: str) -> str:
    """A random program with ``new`` and ``delete[]``, on the same lines."""
    text = re.sub(r"(?:\(double \*\))?malloc\([^;]*\);", "new double[n];", text)
    text = re.sub(r"calloc\(n, [^;]*\);", "new double[n]();", text)
    return re.sub(r"\bfree\((\w+)\)", r"delete[] \1", text)


class _Program:
    def __init__(self, chosen: random.Random, number: int) -> None:
        self._random, self._number = chosen, number
        self.lines = [
            f"static void program_{number}(void) {{",
            f"  const int n = {chosen.randrange(40, 400)};",
        ]
        self._names = [f"v{index}" for index in range(chosen.randrange(2, 5))]
        self._turns = 0
        for name in self._names:
            self._allocate(name)
        for name in self._names:
            self._begin(name)
        for _ in range(chosen.randrange(3, 7)):
            self.lines += ["  " + row for row in self._step()]
        shown = ", ".join(f"sum({name}, n)" for name in self._names)
        self.lines.append(f'  printf("{number}:{" %.15g" * len(self._names)}\\n", {shown});')
        for name in self._names:
            self.lines.append(
                chosen.choice((f"  free({name});", f"  drop({name});", f"  if ({name}) free({name});"))
            )
        self.lines.append("}")

    def _allocate(self, name: str) -> None:
        way = self._random.randrange(4)
        if way == 0:
            self.lines.append(f"  double *{name} = calloc(n, sizeof *{name});")
        elif way == 1:
            self.lines += [f"  double *{name};", f"  {name} = (double *)malloc(n * sizeof *{name});"]
        else:
            self.lines.append(f"  double *{name} = malloc((size_t)n * sizeof(double));")

    def _begin(self, name: str) -> None:
        way = self._random.randrange(4)
        value = self._random.randrange(9)
        if way == 0:
            self.lines.append(f"  for (int i = 0; i < n; i++) {name}[i] = i % 7 + {value};")
        elif way == 1:
            self.lines.append(f"  fill({name}, n, {value});")
        elif way == 2:
            self.lines.append(f"  memset({name}, 0, n * sizeof *{name});")
        else:
            self.lines += [
                f"#pragma omp target teams distribute parallel for map(from : {name}[0:n])",
                f"  for (int i = 0; i < n; i++) {name}[i] = {value} - i % 5;",
            ]

    def _two(self) -> tuple[str, str]:
        one, other = self._random.sample(self._names, 2)
        return one, other

    def _step(self) -> list[str]:
        one, other = self._two()
        self._turns += 1
        turn = f"t{self._turns}"
        kinds = (
            self._kernel,
            lambda: [f"relax({one}, {other}, n);"],
            lambda: [f"scale({one}, n, 1.5);", f"{one}[n / 2] += 1;"],
            lambda: [f"if ({one}[3] > 2) {other}[1] = {one}[2];", f"else scale({other}, n, 0.75);"],
            lambda: [
                f"for (int {turn} = 0; {turn} < 4; {turn}++) {{",
                *("  " + row for row in self._kernel()),
                f"  if ({turn} % 2) {one}[{turn}] -= 0.5;",
                f"  if ({other}[0] > 1e6) break;",
                "}",
            ],
            lambda: [
                f"for (int {turn} = 0; {turn} < 5; {turn}++) {{",
                f"  relax({one}, {other}, n);",
                f"  double *swapped_{turn} = {one};",
                f"  {one} = {other};",
                f"  {other} = swapped_{turn};",
                "}",
            ],
            lambda: [
                f"while ({one}[5] > 4) {{",
                f"#pragma omp target teams distribute parallel for map(tofrom : {one}[0:n])",
                f"  for (int i = 0; i < n; i++) {one}[i] *= 0.5;",
                "}",
            ],
            lambda: [
                f"double *w_{turn} = {one} + 4;",
                f"for (int i = 0; i < 9; i++) w_{turn}[i] += {other}[i];",
                *self._kernel(),
                f"*w_{turn} = 3;",
            ],
            lambda: [
                f"#pragma omp target data map(tofrom : {one}[0:n]) map(to : {other}[0:n])",
                "{",
                f"  for (int {turn} = 0; {turn} < 3; {turn}++) {{",
                "#pragma omp target teams distribute parallel for",
                f"    for (int i = 0; i < n; i++) {one}[i] += 0.125 * {other}[i];",
                "  }",
                f"#pragma omp target update from({one}[0:n])",
                f'  printf("%.15g\\n", {one}[7]);',
                f"  {other}[7] = {one}[7];",
                f"#pragma omp target update to({other}[0:n])",
                "#pragma omp target teams distribute parallel for",
                f"  for (int i = 0; i < n; i++) {one}[i] -= {other}[i];",
                "}",
            ],
            lambda: [
                f"for (int {turn} = 0; {turn} < 3; {turn}++) {{",
                f"  double *own_{turn} = malloc(n * sizeof *own_{turn});",
                f"  memcpy(own_{turn}, {one}, n * sizeof *own_{turn});",
                f"  scale(own_{turn}, n, 3);",
                f"  relax(own_{turn}, {other}, n);",
                f"  free(own_{turn});",
                "}",
            ],
            lambda: [f"double got_{turn} = stepped({one}, n);", f"{other}[2] += got_{turn};"],
            lambda: [
                f"for (int {turn} = 0; {turn} < n; {turn}++) {{",
                f"  if ({turn} == 3) continue;",
                f"  {one}[{turn}] = {one}[{turn}] / 2 + {other}[n - 1 - {turn}];",
                "}",
            ],
            lambda: [
                f"struct {{ double *kept; }} box_{turn} = {{NULL}};",
                f"if (n < 80) box_{turn}.kept = {one};",
                f"if (box_{turn}.kept) box_{turn}.kept[1] = 2;",
                *self._kernel(),
            ],
        )
        weights = [3] * (len(kinds) - 1) + [1]
        return self._random.choices(kinds, weights)[0]()

    def _kernel(self) -> list[str]:
        one, other = self._two()
        return self._random.choice(
            (
                [
                    f"{FOR} map(to : {one}[0:n]) map(tofrom : {other}[0:n])",
                    f"for (int i = 0; i < n; i++) {other}[i] = {other}[i] * 0.5 + {one}[n - 1 - i];",
                ],
                [
                    f"{FOR} map(tofrom : {one}[0:n], {other}[0:n])",
                    "for (int i = 0; i < n; i++) {",
                    f"  {one}[i] += 1;",
                    f"  {other}[i] -= {one}[i] * 0.25;",
                    "}",
                ],
                [
                    f"{FOR} map(from : {other}[0:n]) map(to : {one}[:n])",
                    f"for (int i = 0; i < n; i++) {other}[i] = {one}[i] * 0.5;",
                ],
            )
        )
