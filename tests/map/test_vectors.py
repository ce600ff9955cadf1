# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Kernels over the elements of vectors: how many there are, which lie apart, and what a region cannot hold."""

from __future__ import annotations

import re

from progen.kernels.judge import mapped
from testlib import table

from pointerchain.map.report import remarks_of

HEAD = """\
#include <cstdlib>
#include <utility>
#include <vector>
struct Rows { std::vector<double> t, tn; int n; };
void look(const std::vector<double> &v);
static void turn(std::vector<double> &v, std::vector<double> &w) { v.swap(w); }
static void more(Rows *r) { r->t.resize(99); r->n++; }
static double total(const std::vector<double> &v) { return v[0] + v.back(); }
%s
int main(int argc, char **argv) {
  int n = argc + 20;
  std::vector<int> index(n);
  std::vector<double> a(n), b, c(n, 2.0);
  b.resize(n + 1);
  Rows rows, *r = &rows;
  r->t.assign(n, 1.0);
  const int *at = index.data();
  %s
  return 0;
}
"""
FOR = "#pragma omp target teams distribute parallel for\n"
READ = f"double sum = 0;\n{FOR.strip()} reduction(+: sum)\nfor (int i = 0; i < 9; i++) sum += p[at[i]];\n"
WRITE = f"{FOR}for (int i = 0; i < n; i++) p[at[i]] = q[at[i]];\n"
PLACE = f"static void place(double *p, const int *at, int m, int k) {{\n{READ}}}\n"
ASKED = "how many elements has 'p'?"


def said_of(body: str, functions: str = "") -> str:
    """The sections of 'p', or what is said."""
    result = mapped(HEAD % (functions, body), "prog.cpp")
    sections = re.findall(rb"\bp\[0:[^\]]*\]", result.text)
    return sections[0].decode() if sections and result.is_whole else " ".join(remarks_of(result))


@table(
    "body, section",
    [
        (f"double *p = a.data();\n{READ}", "p[0:a.size()]"),
        (f"double *p = &a[0];\n{READ}", "p[0:a.size()]"),
        (f"const double *p = &a.front();\n{READ}", "p[0:a.size()]"),
        (f"double *p = a.data(); look(a); sum_of: ;\n{READ}".replace(" sum_of: ;", ""), "p[0:a.size()]"),
        (
            f"a = c; double *p = a.data(); a[3] = total(a); for (double &x : a) x += 1;\n{READ}",
            "p[0:a.size()]",
        ),
        (f"double *p = r->t.data();\n{READ}", "p[0:r->t.size()]"),
        (f"std::vector<double> v{{1, 2}}; double *p = v.data();\n{READ}", "p[0:v.size()]"),
        (f"std::vector<double> v(c.begin(), c.end()), w = v; double *p = w.data();\n{READ}", "p[0:w.size()]"),
        (f"double *q = a.data(), *p = q;\n{READ}", "p[0:a.size()]"),
        # what is no vector, or not its first element
        (f"double *p = &a[1];\n{READ}", ASKED),
        (f"double *p = a.data() + 1;\n{READ}", ASKED),
        (f"double *p = &*a.begin();\n{READ}", ASKED),
        (f"std::vector<std::vector<double>> v(3, a); double *p = v[1].data();\n{READ}", ASKED),
        (f"static std::vector<double> v(9); double *p = v.data();\n{READ}", ASKED),
        # its memory may have another name, or become another vector's
        (f"double *p = a.data(); a.swap(c);\n{READ}", ASKED),
        (f"double *p = a.data(); turn(a, c);\n{READ}", ASKED),
        (f"double *p = a.data(); std::swap(a, c);\n{READ}", ASKED),
        (f"double *p = a.data(); c = std::move(a);\n{READ}", ASKED),
        (f"double *p = a.data(); std::vector<double> &v = a; v.clear();\n{READ}", ASKED),
        (f"double *p = a.data(); std::vector<double> *v = &a; v->clear();\n{READ}", ASKED),
        (f"double *p = a.data(); auto f = [&]() {{ a.clear(); }}; f();\n{READ}", ASKED),
        (f"double *p = r->t.data(); turn(r->t, r->tn);\n{READ}", ASKED),
        # it may have other elements, elsewhere, or more of them where they are
        (f"double *p = a.data(); a.resize(3);\n{READ}", ASKED),
        (f"double *p = a.data(); if (argc > 2) a.push_back(1);\n{READ}", ASKED),
        (f"double *p = r->t.data(); more(r);\n{READ}", ASKED),
        (f"double *p = r->t.data(); Rows *s = r; s->t.clear();\n{READ}", ASKED),
        (f"double *p = r->t.data(); r = new Rows;\n{READ}", ASKED),
    ],
)
def test_how_many_elements(body: str, section: str) -> None:
    said = said_of(body)
    assert section in said, said


@table(
    "body, section",
    [
        ("place(a.data(), at, n, 0);", "p[0:m]"),
        ("place(b.data(), at, n, n + 1);", "p[0:k]"),
        ("place(a.data(), at, 0, a.size());", "p[0:k]"),
        ("int m = c.size(); place(&c[0], at, m, 3);", "p[0:m]"),
        ("place(r->t.data(), at, n, 1);", "p[0:m]"),
        ("a.assign(7, 1.0); place(a.data(), at, n, 7);", "p[0:k]"),
        ("a.reserve(n); place(a.data(), at, n, 1);", ASKED),
        ("a.push_back(3); place(a.data(), at, n, 1);", ASKED),
        ("if (argc > 2) a.resize(3); place(a.data(), at, n, 3);", ASKED),
        ("n = 3; place(a.data(), at, n, 1);", ASKED),
        ("more(r); place(r->t.data(), at, n, 1);", ASKED),
        ("std::vector<double> &v = a; v.resize(3); place(a.data(), at, n, 1);", ASKED),
        ("int m = c.size(); c.push_back(1); place(&c[0], at, m, 3);", ASKED),
    ],
)
def test_what_calls_say(body: str, section: str) -> None:
    said = said_of(body, PLACE)
    assert section in said, said


@table(
    "body, apart",
    [
        ("double *p = a.data(), *q = c.data();", True),
        ("double *p = a.data(), *q = r->t.data();", True),
        ("double *p = r->tn.data(), *q = r->t.data();", True),
        ("double box[9] = {0}; double *p = a.data(), *q = box;", True),
        ("double *p = a.data(), *q = &a[0];", False),
        ("double *p = r->t.data(); Rows *s = new Rows; double *q = s->t.data();", False),
        ("double *p = a.data(); a.swap(c); double *q = c.data();", False),
        ("double *p = a.data(); c = std::move(a); double *q = c.data();", False),
        ("double *p = a.data(); std::vector<double> &v = a; double *q = v.data();", False),
        ("double *p = a.data(), *q = &a[1];", False),
        ("double *p = a.data(), *q = &*a.begin();", False),
    ],
)
def test_which_lie_apart(body: str, apart: bool) -> None:
    said = said_of(f"{body}\n{WRITE}")
    assert ("lead to different memory" in said) != apart, said


TWICE = f"double *p = a.data();\nfor (int k = 0; k < 3; k++) {{\n{FOR}for (int i = 0; i < n; i++) p[i] += 1;\n%s\n}}\n"


@table(
    "host, stays",
    [
        ("", True),
        ("n += argc > 99;", False),
        ("a.resize(n); p = a.data();", False),
        ("a.clear();", False),
    ],
)
def test_a_region_holds_no_change_of_a_vector(host: str, stays: bool) -> None:
    result = mapped(HEAD % ("", TWICE % host), "prog.cpp")
    assert result.is_whole and (len(result.regions) == 1) == stays, result.stays


def test_what_the_host_does_with_elements() -> None:
    """The host's reads and stores of a vector's elements are ones of what the pointer leads to."""
    result = mapped(HEAD % ("", TWICE % "a[0] = k; if (k == 1) c[0] = a[1];"), "prog.cpp")
    text = result.text.decode()
    assert result.is_whole and (
        not result.regions or {"update to(p", "update from(p"} <= set(re.findall(r"update \w+\(p", text))
    )
