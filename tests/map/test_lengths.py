# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""How many elements pointers have by numbers that last as long: members, and variables of a file."""

from __future__ import annotations

from progen.kernels.judge import mapped
from testlib import table

from pointerchain.map.mapping import Input, map_sources
from pointerchain.map.report import remarks_of

HEAD = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int n, m; double *t, *u; } Field;
static double *g, *h;
static int gn = 7, gm;
static int at[9];
static double out[9];
void *xmalloc(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }
"""
STEP = """\
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 9; i++) out[i] = %s[at[i]];
"""
MEMBER = HEAD + "%s\nvoid step(Field *f) {\n" + STEP % "f->t" + "}\n%s"
VARIABLE = HEAD + "void step(void);\n%s\nvoid step(void) {\n" + STEP % "g" + "}\n%s"
MAIN = "int main(int argc, char **argv) { Field one, *f = &one, two; int n = argc, m = argc + 2;\n%s\nreturn 0; }\n"
ALLOCATES = "void setup(void) { g = malloc(gn * sizeof *g); }"


def said(text: str) -> str:
    """The section of the array that a kernel reads by subscripts, or what is asked."""
    [result] = map_sources([Input("prog.c", text.encode())])
    rows = [row.text for each in result.decisions for row in each.objects]
    found = [each for each in rows if each.startswith(("g[", "f->t["))]
    return found[0] if found else " ".join(remarks_of(result))


@table(
    "functions, main, section",
    [
        (ALLOCATES, "setup(); step();", "g[0:gn]"),
        (ALLOCATES, "gn = atoi(argv[1]); setup(); step();", "g[0:gn]"),
        (ALLOCATES, 'if (argc > 1) scanf("%d", &gn); setup(); step();', "g[0:gn]"),
        (ALLOCATES, "if (argc > 1) gn *= 2; else gn++; setup(); step(); step();", "g[0:gn]"),
        (ALLOCATES + "void read(void) { gn = 9; }", "read(); setup(); step(); free(g);", "g[0:gn]"),
        ("void setup(void) { gn = 9; g = xmalloc(gn * 8); }", "setup(); step();", "g[0:gn]"),
        (
            "void setup(int n) { g = malloc(n * 8); gn = n; }",
            "setup(n); step(); setup(m); step();",
            "g[0:gn]",
        ),
        (
            "void setup(void) { int all = gn * gm; g = malloc(all * 8); }",
            "gm = n; setup(); step();",
            "g[0:gm * gn]",
        ),
        ("", "gn = n; for (int i = 0; i < 3; i++) { g = malloc(gn * 8); step(); free(g); }", "g[0:gn]"),
        (
            "void grow(void) { free(g); gn = gn + 1; g = malloc(gn * 8); }",
            "grow(); for (int i = 0; i < 3; i++) { grow(); step(); }",
            "g[0:gn]",
        ),
        ("", "g = malloc(gn * 8); h = malloc(gn * 8); double *p = g; g = h; h = p; step();", "g[0:gn]"),
        ("", "gn = n; h = xmalloc(gn * 8); g = xmalloc(gn * 8); step();", "g[0:gn]"),
        ("", "g = malloc(800); step();", "g[0:100]"),
        (
            "void all(int k) { if (k) { gn = k; all(k - 1); } else g = malloc(gn * 8); }",
            "all(3); step();",
            "g[0:gn]",
        ),
        ("", "if (argc > 7) { free(g); g = NULL; } g = malloc(gn * 8); step();", "g[0:gn]"),
    ],
)
def test_variables_of_a_file(functions: str, main: str, section: str) -> None:
    assert said(VARIABLE % (functions, MAIN % main)) == section


ASKED = "how many elements has 'g'?"


@table(
    "functions, main",
    [
        (ALLOCATES, "setup(); gn = 9; step();"),
        (ALLOCATES, "setup(); gn++; step();"),
        (ALLOCATES, 'setup(); scanf("%d", &gn); step();'),
        (ALLOCATES, "for (int i = 0; i < 3; i++) { gn = i; if (!i) setup(); step(); }"),
        (ALLOCATES, "int *p = &gn; setup(); *p = 900; step();"),
        (ALLOCATES + "void read(void) { gn = 9; }", "setup(); read(); step();"),
        (
            ALLOCATES + "void read(void) { gn = 9; }",
            "for (int i = 0; i < 2; i++) { read(); setup(); } step();",
        ),
        (ALLOCATES + "void read(void) { gn = 9; }", "void (*p)(void) = read; setup(); p(); step();"),
        (ALLOCATES + "void all(void) { setup(); gn = 9; }", "all(); step();"),
        (ALLOCATES + "int all(void) { setup(); return 900; }", "gn = all(); step();"),
        (
            "void all(int k) { all(k - 1); if (k) gn = k; else g = malloc(gn * 8); }",
            "all(3); step();",
        ),
        (ALLOCATES + "void at_exit(void) { gn = 9; step(); }", "atexit(at_exit); setup();"),
        ("void setup(void) { int k = gn; gn = 900; g = malloc(k * 8); }", "setup(); step();"),
        ("void setup(void) { g = malloc(gn * 8); gn = 900; }", "setup(); step();"),
        ("void setup(int n) { gn = n; g = malloc(n * 8); gn = 900; }", "setup(n); step();"),
        ("void setup(int n) { gn = n; step(); g = malloc(n * 8); }", "setup(n); setup(m); step();"),
        ("void setup(int n) { if (n) gn = n; g = malloc(n * 8); }", "setup(n); setup(m); step();"),
        (
            "void resize(int n) { gn = n; g = malloc(n * 8); }",
            "int k = gn; resize(900); g = malloc(k * 8); step();",
        ),
        ("", "g = malloc(gn * 8); h = malloc(8); double *p = g; g = h; h = p; step();"),
        ("", "g = malloc(gn * 8); double *p = g; g = h; h = p; step();"),
        (
            "void grow(void) { gn = gn + 1; g = malloc(gn * 8); double *p = g; g = h; h = p; }",
            "g = malloc(gn * 8); h = malloc(gn * 8); grow(); step();",
        ),
        ("", "g = malloc(gn * 8); g = out; step();"),
        ("", "g = malloc(gn * 8); g++; step();"),
        ("", "double **p = &g; g = malloc(gn * 8); *p = malloc(8); step();"),
        (ALLOCATES + "\n#ifdef MORE\nvoid more(void) { gn = 9; }\n#endif\n", "setup(); step();"),
        ("", "g = malloc((short)gn * 8); step();"),
        ("\n#pragma omp threadprivate(at, gn)\n" + ALLOCATES, "setup(); step();"),
        ("__attribute__((constructor)) void first(void) { gn = 9; }" + ALLOCATES, "setup(); step();"),
        (ALLOCATES, "int k = 0; again: setup(); gn++; if (k++ < 2) goto again; step();"),
    ],
)
def test_what_is_not_certain_of_variables(functions: str, main: str) -> None:
    assert ASKED in said(VARIABLE % (functions, MAIN % main))


def test_names_have_to_mean_the_same() -> None:
    """A kernel's function may have another variable of the name."""
    text = VARIABLE % (ALLOCATES, MAIN % "setup(); step();")
    assert ASKED in said(text.replace("void step(void) {", "void step(void) { int gn = 1; (void)gn;"))
    one = Input("one.c", text.replace("int main", "int run").encode())
    main = "%sint run(int, char **);\nint main(int argc, char **argv) { return run(argc, argv)%s; }\n"
    known, _ = map_sources([one, Input("two.c", (main % ("", "")).encode())])
    assert b"g[0:gn]" in known.text
    asked, _ = map_sources([one, Input("two.c", (main % ("static int gn = 3;\n", " + gn")).encode())])
    assert ASKED in " ".join(remarks_of(asked))


def test_calls_are_given_them() -> None:
    text = HEAD + "void step(double *restrict x, int n) {\n" + STEP % "x" + "}\n"
    main = MAIN % "gn = n; g = malloc(gn * 8); step(g, gn);"
    assert b"x[0:n]" in mapped(text + main).text


@table(
    "between",
    ["set(f->n);", "int &r = f->n; r = 20;", "(f->m ? f->n : f->m) = 20;", "auto *p = &f->n; *p = 20;"],
)
def test_references_may_set_a_number(between: str) -> None:
    text = (
        "#include <cstdlib>\nstruct Field { int n, m; double *t; };\nstatic void set(int &n) { n = 20; }\n"
        "static int at[9];\nint main() {\nField one, *f = &one; double out[9];\nf->n = 10; f->m = 1;\n"
        f"f->t = (double *)malloc(f->n * sizeof(double));\n%s\n{STEP % 'f->t'}return out[0] > 1;\n}}\n"
    )
    known, asked = (map_sources([Input("prog.cpp", (text % each).encode())])[0] for each in ("", between))
    assert b"f->t[0:f->n]" in known.text
    assert "how many elements has 'f->t'?" in " ".join(remarks_of(asked))


def test_members_of_unions_may_be_set_by_others() -> None:
    head, main = (
        HEAD.replace("{ int n, m; double *t", "{ union { int n, m; }; double *t"),
        "f->n = n; f->t = malloc(n * 8);",
    )
    assert head != HEAD
    text = MEMBER.replace(HEAD, head) % ("", MAIN % f"{main} f->m = m; step(f);")
    assert "how many elements has 'f->t'?" in said(text)


@table(
    "functions, main, section",
    [
        ("", "f->n = n; f->t = malloc(n * 8); step(f);", "f->t[0:f->n]"),
        ("", "f->t = malloc(n * 8); f->n = n; step(f);", "f->t[0:f->n]"),
        ("", "f->n = 10; f->t = malloc(f->n * 8); step(f);", "f->t[0:f->n]"),
        ("", "f->n = 10; int k = f->n; f->t = malloc(k * 8); step(f);", "f->t[0:f->n]"),
        ("void setup(Field *f) { f->t = malloc(f->n * 8); }", "f->n = n; setup(f); step(f);", "f->t[0:f->n]"),
        (
            "static void setup(Field *f) { f->t = malloc(f->n * 8); }\n"
            "static void end(Field *f) { free(f->t); f->n = 0; f->t = NULL; }",
            "f->t = NULL; f->n = n; setup(f); two.n = m; two.t = NULL; setup(&two); step(f); end(f); end(&two);",
            "f->t[0:f->n]",
        ),
        (
            "static void setup(Field *f) { f->t = malloc(f->n * 8); }"
            "static void end(Field *f) { free(f->t); f->n = 0; }",
            "f->t = NULL; f->n = n; setup(f); step(f); end(f);",
            "",
        ),
        ("", "f->n = n; f->t = malloc(n * 8); f->n = m; step(f); f->t = NULL;", ""),
        ("", "f->n = n; int k = f->n; f->t = NULL; f->n = 900; f->t = malloc(k * 8); step(f);", ""),
        ("", "f->n = n; f->t = NULL; f->t = malloc(f->n * 8); f->n = 900; step(f);", ""),
        ("", "f->n = n; f->t = malloc(n * 8); two.t = NULL; f->n = m; step(f);", ""),
        ("", "f->n = 10; f->t = malloc(f->n * 8); f->n = 20; step(f);", ""),
        ("", "f->n = 10; int k = f->n; f->n = 20; f->t = malloc(k * 8); step(f);", ""),
        ("", "f->n = n; f->t = malloc(n * 8); f->n = m; step(f);", ""),
        ("", "Field *e = f; f->n = n; e->n = m; e->t = malloc(m * 8); f->t = malloc(n * 8); step(f);", ""),
        (
            "void setup(Field *f) { f->t = malloc(f->n * 8); }",
            "f->n = n; setup(f); two.n = m; setup(&two); step(f);",
            "",
        ),
        (
            "void grow(Field *f, int n) { f->n = n; f->t = malloc(n * 8); double *p = f->t; f->t = f->u; f->u = p; }",
            "f->n = n; f->t = malloc(n * 8); f->u = malloc(n * 8); grow(f, m); step(f);",
            "",
        ),
    ],
)
def test_members(functions: str, main: str, section: str) -> None:
    assert said(MEMBER % (functions, MAIN % main)) == (section or said(MEMBER % ("", MAIN % "step(f);")))
