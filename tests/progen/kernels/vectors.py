# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs in C++ whose kernels get pointers to the elements of vectors, which grow, change places and have other names.

What a kernel accesses is told by variables of file scope, so that only the vectors tell how much is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from progen.choices import Choices

HEAD = """\
#include <cstdio>
#include <utility>
#include <vector>
struct Box { std::vector<double> v, w; };
static long told;
static int have[2];
static void more(Box *box) { box->v.resize(box->v.size() + 2); }
static void turn(std::vector<double> &one, std::vector<double> &other) { one.swap(other); }
static double last(const std::vector<double> &v) { return v.back(); }
"""
PRAGMA = "#pragma omp target teams distribute parallel for"
VECTORS = ("x", "y", "b->w", "b->v")


class _Case:
    def __init__(self, choices: Choices, number: int) -> None:
        self.choices, self.number = choices, number

    def change(self, taken: frozenset[str] = frozenset()) -> str:
        """A change of vectors that leaves those valid to whose elements pointers lead."""
        choices = self.choices
        rest = [each for each in VECTORS if each not in taken] or ["z"]
        vector, other = choices.pick(rest), choices.pick(("n", "m", "n + m", "5"))
        moves = [
            (2, "n = m + 1;"),
            (2 if taken else 1, "x.swap(y);"),
            (1, "std::swap(b->v, b->w);"),
            (1, "turn(x, y);"),
            (1, f"told += (long)last({choices.pick(VECTORS)});"),
            (2, "if (told % 2) m = 6;"),
        ]
        grows = [
            (3, f"{vector}.resize({other});"),
            (2, f"{vector}.assign({other}, 2.0);"),
            (1, f"{vector}.push_back(3);"),
            (1, f"{{ std::vector<double> &r = {vector}; r.resize(9); }}"),
            (1, f"if (told % 3 == 1) {vector}.resize(4);"),
            (1, f"{vector} = z;"),
        ]
        if not taken:
            grows += [(1, "more(b);"), (1, "y = std::move(x); x.assign(n, 3.0);")]
        return choices.weighted((*moves, *grows))

    def body(self) -> list[str]:
        choices = self.choices
        lines = [
            f"static void case{self.number}(int n, int m) {{",
            "  std::vector<double> x(n), y(m, 1.0), z(7, 4.0); Box *b = new Box; double out[8] = {0};",
            "  b->v.assign(n + 1, 1.0); b->w.resize(m);",
        ]
        lines += [f"  {self.change()}" for _ in range(choices.integer(0, 2))]
        p, q = choices.pick(VECTORS), choices.pick(VECTORS)
        way = choices.pick((".data()", "[0]", ".front()"))
        first = f"{p}{way}" if way == ".data()" else f"&{p}{way}"
        lines.append(f"  double *p = {first}, *q = {q}.data();")
        lines.append(f"  have[0] = {p}.size(); have[1] = {q}.size();")
        lines += [f"  {self.change(frozenset((p, q)))}" for _ in range(choices.integer(0, 1))]
        lines += ["  int h = have[0], g = have[1];", PRAGMA]
        if choices.chance(70):
            lines.append("  for (int i = 0; i < 8; i++) out[i] += p[(i * 5) % h];")
        else:
            lines.append("  for (int i = 0; i < g; i++) q[i] = p[(i * 5) % h] + 1;")
        return [
            *lines,
            "  for (int i = 0; i < 8; i++) told += (long)out[i] + (long)q[i % g];",
            "  delete b;",
            "}",
        ]


def case(choices: Choices, number: int) -> str:
    """The function of one case."""
    return "\n".join(_Case(choices, number).body()) + "\n"


def program(cases: Sequence[str], numbers: Iterable[int]) -> str:
    """A program of some cases, each with two pairs of numbers."""
    calls = "".join(
        f'  case{each}(6, 3); case{each}(4, 4); printf("{each} %ld\\n", told);\n' for each in numbers
    )
    return f"{HEAD}{''.join(cases)}int main() {{\n{calls}  return 0;\n}}\n"
