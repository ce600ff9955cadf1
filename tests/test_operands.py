# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What Clang is asked about directives: which parts it reads, and where the question can stand."""

from __future__ import annotations

from testlib import table

from pointerchain import Translation, translate
from pointerchain.suggest.auto import translate_auto

HEAD = """\
struct atoms { int n, *x; double d; };
struct sim { atoms *a; int k; int run(int n, int m, int *y); };
int sim::run(int n, int m, int *y)
{
    int t = 0;
#pragma pointerchain region begin declare(a->n, a->x, k)
    t += k + a->n + a->x[0];
"""
TAIL = """
    t += y[0] + n + m;
#pragma pointerchain region end
    return t;
}
"""


def made(body: str) -> Translation:
    """A source whose region holds some code, translated."""
    return translate(f"{HEAD}{body}{TAIL}", "operands.cpp")


UNREAD = {
    "a lambda in a clause": "#pragma omp parallel num_threads([&] { return a->n; }())\n    t++;",
    "a name that nothing declares": "#pragma omp parallel num_threads(a->n + nothing)\n    t++;",
    "a function that nothing declares": "#pragma omp parallel num_threads(nothing(a->n))\n    t++;",
    "a section within a chain": "#pragma omp target map(to: y[0:n].a->n)\n    t++;",
    "an unknown clause": "#pragma omp parallel vendor(a->n)\n    t++;",
    "an unknown directive": "#pragma omp frobnicate if(a->n)\n    t++;",
    "a modifier of another version": "#pragma omp target map(to(a->n): y[0:n])\n    t++;",
    "a declared reduction": "#pragma omp declare reduction(r : int : omp_out += omp_in + a->n)\n    t++;",
    "a standalone directive below an if": "if (n)\n#pragma omp flush(k)\n    t++;",
    "a local class": "struct L {\n#pragma omp declare simd uniform(k)\n void g(int k) {} };",
}
"""Texts that no operand stands for, or that libclang 18 does not read: a chain in them is refused."""


@table("what", list(UNREAD))
def test_what_is_not_read_is_refused(what: str) -> None:
    result = made(UNREAD[what])
    codes = [problem.code for problem in result.diagnostics if problem.severity.value == "error"]
    assert result.text is None
    assert "unknown-construct" in codes, result.diagnostics


@table(
    ("body", "line"),
    [
        ("#pragma omp parallel num_threads(nothing)\n t++;", "#pragma omp parallel num_threads(nothing)"),
        (
            "#pragma omp parallel num_threads(n) private(m)\n t++;",
            "#pragma omp parallel num_threads(n) private(m)",
        ),
        (
            "if (n)\n#pragma omp parallel num_threads(k)\n t++;\n else t--;",
            "#pragma omp parallel num_threads(pc_k)",
        ),
        ("for (int k = 0; k < 2; k++)\n#pragma omp parallel if(k)\n t++;", "#pragma omp parallel if(k)"),
        ("for (;;)\n#pragma omp parallel if(k)\n { t++; }", "#pragma omp parallel if(pc_k)"),
        ("do\n#pragma omp parallel if(k)\n t++;\n while (n);", "#pragma omp parallel if(pc_k)"),
        ("here:\n#pragma omp parallel if(k)\n t++;\n if (t < n) goto here;", "#pragma omp parallel if(pc_k)"),
        (
            "#pragma omp parallel if(k)\n#pragma omp for ordered\n for (int i = 0; i < n; i++) t++;",
            "#pragma omp parallel if(pc_k)",
        ),
        ("auto f = [&](int k) {\n#pragma omp parallel if(k)\n t++; };\n f(n);", "#pragma omp parallel if(k)"),
        (
            "auto f = [&] {\n#pragma omp parallel if(this->k)\n t++; };\n f();",
            "#pragma omp parallel if(pc_k)",
        ),
        (
            "#pragma omp task depend(iterator(k = 0:n), in: y[k])\n t++;",
            "#pragma omp task depend(iterator(k = 0:n), in: y[k])",
        ),
        (
            "#pragma omp task depend(iterator(i = 0:k), in: y[i])\n t++;",
            "#pragma omp task depend(iterator(i = 0:pc_k), in: y[i])",
        ),
        (
            "#pragma omp target map(to: a->x[0:a->n][k ? 1 : 2])\n t++;",
            "#pragma omp target map(to: pc_x[0:pc_n][pc_k ? 1 : 2])",
        ),
        (
            "#pragma acc parallel loop gang(num: k, static: *) \n for (int i = 0; i < n; i++) ;",
            "#pragma acc parallel loop gang(num: pc_k, static: *)",
        ),
        ('_Pragma("omp parallel num_threads(k)") t++;', '_Pragma("omp parallel num_threads(pc_k)") t++;'),
        ("#pragma omp barrier\n#pragma omp flush(m)\n#pragma omp taskyield", "#pragma omp flush(m)"),
    ],
)
def test_what_is_read(body: str, line: str) -> None:
    result = made(f"    {body}")
    assert result.text is not None, result.diagnostics
    assert line in [each.strip() for each in result.text.decode().splitlines()]


HIDDEN = b"""\
struct grid {
    double *x; int n; double *data;
    void scale(int n) {
        for (int j = 0; j < 2; j++) {
#pragma omp parallel for num_threads(n)
            for (int i = 0; i < this->n; i++) x[i] += data[i];
        }
    }
};
"""


def test_what_a_parameter_hides_without_directives() -> None:
    made = translate_auto(HIDDEN, "hidden.cpp", ["-fopenmp"]).translation
    assert made.text is not None
    assert b"num_threads(n)" in made.text
    assert b"i < pc_n" in made.text
