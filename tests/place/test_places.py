# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""place apply: objects whose address is kept in variables of file scope and in members of records."""

import re
from pathlib import Path

import pytest
from devices import NEEDS_CLANG
from kept import program
from test_sources import PLACES, placed, same, twice
from testlib import check_rows

HEADER = """\
#ifndef SIM_H
#define SIM_H
typedef struct {
  int n;
  double *x, *f;
} Atoms;
struct sim {
  Atoms *atoms;
  int steps;
};
extern double *table;
struct sim *make_sim(int n);
void compute(struct sim *s);
void push(struct sim *s);
double energy(const struct sim *s);
void free_sim(struct sim *s);
void make_table(int n);
#endif
"""
SETUP = """\
#include <stdlib.h>
#include "sim.h"

double *table;

struct sim *make_sim(int n) {
  struct sim *s = malloc(sizeof *s);
  s->atoms = malloc(sizeof *s->atoms);
  s->atoms->n = n;
  s->atoms->x = malloc(n * sizeof(double));
  s->atoms->f = calloc(n, sizeof(double));
  for (int i = 0; i < s->atoms->n; i++) s->atoms->x[i] = i % 7;
  s->steps = 3;
  return s;
}

void make_table(int n) {
  table = malloc(n * sizeof *table);
  for (int i = 0; i < n; i++) table[i] = i;
}

void free_sim(struct sim *s) {
  free(s->atoms->x);
  free(s->atoms->f);
  free(s->atoms);
  free(s);
  free(table);
}
"""
STEP = """\
#include "sim.h"

void compute(struct sim *s) {
  Atoms *at = s->atoms;
  int n = at->n;
#pragma omp target teams distribute parallel for map(to: at->x[0:n], table[0:n]) map(tofrom: at->f[0:n])
  for (int i = 0; i < n; i++) at->f[i] += 0.5 * at->x[n - 1 - i] + table[i];
}

void push(struct sim *s) {
  int n = s->atoms->n;
  double *x = s->atoms->x, *f = s->atoms->f;
#pragma omp target teams distribute parallel for map(tofrom: x[0:n]) map(to: f[0:n])
  for (int i = 0; i < n; i++) x[i] += 0.25 * f[i];
}

double energy(const struct sim *s) {
  double e = 0;
  for (int i = 0; i < s->atoms->n; i++) e += s->atoms->x[i] * (i % 3);
  return e;
}
"""
MAIN = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sim.h"

int main(int argc, char **argv) {
  struct sim *s = make_sim(200);
  make_table(200);
  for (int t = 0; t < s->steps; t++) {
    compute(s);
    if (t == 1) s->atoms->x[3] = 2;
    push(s);
  }
  printf("%.15g\\n", energy(s));
  table[1] = s->atoms->f[2];
  printf("%.15g\\n", table[1]);
  free_sim(s);
  return 0;
}
"""
FILES = {"main.c": MAIN, "setup.c": SETUP, "step.c": STEP, "sim.h": HEADER}
NAMES = ["main.c", "setup.c", "step.c"]


def changed(**texts):
    """The files with pieces of their text replaced: ``main={old: new}``; what is to be replaced is there."""
    files = dict(FILES)
    for name, rows in texts.items():
        path = {"header": "sim.h"}.get(name, f"{name}.c")
        for old, new in rows.items():
            assert old in files[path], old
            files[path] = files[path].replace(old, new)
    return files


def everywhere(where, names=("x", "f", "table")):
    return {"setup.c": dict.fromkeys(names, where)}


@NEEDS_CLANG
def test_members_and_variables_of_file_scope(tmp_path, monkeypatch, capfd, programs):
    for where in PLACES:
        assert placed(tmp_path, monkeypatch, FILES, everywhere(where), out=where) == 0
        note, objects = capfd.readouterr().err.splitlines()
        assert note.startswith(
            "setup.c:10:17: note: 'x' is placed; its address is kept outside of functions, so these"
        )
        assert objects == "pointerchain: objects: 3 as the advice says, 0 left where they are", where
        once = {name: Path(where, name).read_text() for name in NAMES}
        assert all(once[name].count("\n") == FILES[name].count("\n") for name in NAMES)
        if where == "device":
            assert "pc_place_host(s->atoms->x, PC_PLACE_WRITE); for (int i" in once["setup.c"]
            assert "pc_place_device(at->x, PC_PLACE_READ)" in once["step.c"]
            assert "{pc_place_host(s->atoms->x, PC_PLACE_WRITE); s->atoms->x[3] = 2;}" in once["main.c"]
        else:
            assert "pc_place_host" not in "".join(once.values())
        twice(tmp_path, monkeypatch, once, where, "sim.h")
        capfd.readouterr()
    same(programs, FILES, *PLACES)


FOLLOWED = {
    "swapped members": changed(
        main={
            "    push(s);": "    push(s);\n    double *kept = s->atoms->x;\n    s->atoms->x = s->atoms->f;\n"
            "    s->atoms->f = kept;\n    s->atoms->f[t] = 1;\n"
        }
    ),
    "swapped in a loop of the host": changed(
        main={
            "    push(s);": "    push(s);\n    Atoms *at = s->atoms;\n    for (int k = 0; k < 3; k++) {\n"
            "      double *kept = at->x;\n      at->x = at->f;\n      at->f = kept;\n"
            "      at->x[k] += 1;\n    }\n"
        }
    ),
    "swapped by a function in a loop of the host": changed(
        main={
            "    push(s);": "    push(s);\n    for (int k = 0; k < 3; k++) {\n      turn(s);\n"
            "      s->atoms->x[k] += 1;\n    }\n",
            "int main": "static void turn(struct sim *s) {\n  double *kept = s->atoms->x;\n"
            "  s->atoms->x = s->atoms->f;\n  s->atoms->f = kept;\n}\n\nint main",
        }
    ),
    "swapped variables": changed(
        main={
            "    push(s);": "    push(s);\n    double *kept = table;\n    table = s->atoms->f;\n"
            "    s->atoms->f = kept;\n    table[t] = 1;\n"
        },
    ),
    "two of each": changed(
        main={
            "  make_table(200);": "  make_table(200);\n  struct sim *other = make_sim(200);\n"
            "  other->atoms->x[0] = 9;\n  compute(other);",
            "energy(s));": "energy(s) + energy(other));",
        }
    ),
    "two that share": changed(
        main={
            "  make_table(200);": "  make_table(200);\n  struct sim *other = make_sim(200);\n"
            "  free(other->atoms->x);\n  other->atoms->x = s->atoms->x;\n  compute(other);\n  push(other);\n"
            "  other->atoms->x[1] = 4;",
            "energy(s));": "energy(s) + energy(other));",
        }
    ),
    "record copied": changed(
        main={
            "  make_table(200);": "  make_table(200);\n  Atoms copied = *s->atoms;\n  copied.x[5] = 3;",
            "energy(s));": "energy(s) + copied.x[7] + copied.f[3]);",
        }
    ),
    "record copied by a function": changed(
        main={
            "  make_table(200);": "  make_table(200);\n  Atoms copied;\n"
            "  memcpy(&copied, s->atoms, sizeof copied);\n  copied.x[5] = 3;",
            "energy(s));": "energy(s) + copied.x[7] + copied.f[3]);",
        }
    ),
    "record over another one": changed(
        main={
            "    push(s);": "    push(s);\n    *other->atoms = *s->atoms;\n    other->atoms->x[t] += 1;\n"
            "    other->atoms->f[t] += 1;",
            "  make_table(200);": "  make_table(200);\n  struct sim *other = make_sim(10);",
        }
    ),
    "record by value": changed(
        main={
            "int main": "static double middle(Atoms a) {\n  a.x[2] += 1;\n"
            "  return a.x[a.n / 2];\n}\n\nint main",
            "energy(s));": "energy(s) + middle(*s->atoms));",
        }
    ),
    "null record": changed(
        main={
            "    push(s);": "    push(s);\n    struct sim *none = t > 5 ? s : NULL;\n"
            "    if (none) none->atoms->x[1] = 1;\n"
            "    for (int k = 0; k < 3 && none; k++) none->atoms->x[k]++;\n"
            "    none && (none->atoms->x[0] = 1);"
        }
    ),
    "record without a value yet": changed(
        main={
            "    push(s);": "    push(s);\n    struct sim *later;\n    for (int k = 0; k < 3; k++) {\n"
            "      if (k == 0) later = s;\n      later->atoms->x[k]++;\n    }"
        }
    ),
    "records in a list": changed(
        header={"  int steps;": "  int steps;\n  struct sim *next;"},
        setup={"  s->steps = 3;": "  s->steps = 3;\n  s->next = NULL;"},
        main={
            "  make_table(200);": "  make_table(200);\n  s->next = make_sim(200);\n"
            "  for (struct sim *at = s; at; at = at->next) at->atoms->x[2] += at->steps;\n"
            "  compute(s->next);",
            "energy(s));": "energy(s) + energy(s->next));",
        },
    ),
    "records in an array": changed(
        main={
            "  make_table(200);": "  make_table(200);\n  struct sim *all[3];\n"
            "  for (int k = 0; k < 3; k++) all[k] = make_sim(200);\n"
            "  for (int k = 0; k < 3; k++) {\n    struct sim *one = all[k];\n    one->atoms->x[k] = k;\n"
            "    compute(one);\n    push(one);\n  }",
            "energy(s));": "energy(s) + energy(all[0]) + energy(all[2]));",
        },
    ),
    "from a local variable": changed(
        setup={
            "  s->atoms->x = malloc(n * sizeof(double));": "  double *x = malloc(n * sizeof(double));\n"
            "  x[0] = 4;\n  s->atoms->x = x;"
        }
    ),
    "a table of its own": changed(
        main={
            "  table[1] =": "  double *own = table;\n  own[2] = 4;\n  compute(s);\n"
            "  own[3] = own[2];\n  table[1] ="
        }
    ),
    "renewed": changed(
        main={"  table[1] =": "  free(table);\n  make_table(200);\n  compute(s);\n  table[1] ="},
    ),
    "memory from a function": changed(
        setup={
            "struct sim *make_sim": "static void *get(size_t bytes) {\n  void *p = malloc(bytes);\n"
            "  if (!p) exit(1);\n  return p;\n}\n\nstruct sim *make_sim",
            "malloc(sizeof *s->atoms)": "get(sizeof *s->atoms)",
        }
    ),
    "a name that others have": changed(
        main={
            "int main": "struct other {\n  double *x;\n};\n\nint main",
            "  make_table(200);": "  make_table(200);\n  double mine[3] = {1, 2, 3};\n"
            "  struct other o = {mine}, *p = &o;\n  p->x[1] = 5;",
            "energy(s));": "energy(s) + o.x[1]);",
        },
    ),
    "a parallel loop of the host": changed(
        step={
            "  for (int i = 0; i < s->": "#pragma omp parallel for reduction(+: e)\n  for (int i = 0; i < s->"
        }
    ),
    "many accesses of a number": changed(
        main={
            "int main": "static double at(const struct sim *s, int i) {\n"
            "  return s->atoms->x[i];\n}\n\nint main",
            "energy(s));": "energy(s) + at(s, 1) + (argc > 7 ? at(s, 2) : at(s, 3)));",
        }
    ),
    "a word in a comment": changed(main={"    push(s);": "    push(s); /* an alias, not asm */"}),
    "a static variable of each source": changed(
        setup={
            "double *table;": "double *table;\nstatic double *kept;",
            "  s->steps": "  kept = s->atoms->x;\n  s->steps",
        },
        main={
            "int main": "static double *kept;\n\nint main",
            "  make_table(200);": "  make_table(200);\n  kept = malloc(64);\n"
            "#pragma omp target teams distribute parallel for map(from: kept[0:8])\n"
            "  for (int i = 0; i < 8; i++) kept[i] = i;",
            "energy(s));": "energy(s) + kept[3]);",
        },
    ),
    "a static variable of a function": changed(
        main={
            "  make_table(200);": "  make_table(200);\n  static double *kept;\n  kept = s->atoms->x;\n"
            "  kept[4] = 8;",
            "energy(s));": "energy(s) + kept[4] + kept[5]);",
        }
    ),
}


@NEEDS_CLANG
@pytest.mark.parametrize("case", FOLLOWED)
def test_what_is_followed_prints_the_same(tmp_path, monkeypatch, capfd, programs, case):
    """Whether all is placed or some is left: what is written is right."""
    for where in ("pinned", "device"):
        assert placed(tmp_path, monkeypatch, FOLLOWED[case], everywhere(where), out=where) == 0
        said = capfd.readouterr().err
        count = int(re.search(r"objects: (\d+) as the advice", said)[1])
        assert count == 3 or (where == "device" and count >= 1), said
    same(programs, FOLLOWED[case], "pinned", "device")


@NEEDS_CLANG
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))])
def test_a_random_program_prints_the_same(tmp_path, monkeypatch, capfd, programs, seed):
    """``scripts/fuzz_apply.py`` tries more of them."""
    files, wanted = program(seed)
    assert placed(tmp_path, monkeypatch, files, wanted) == 0
    said = capfd.readouterr().err
    assert int(re.search(r"objects: (\d+) as the advice", said)[1]) >= 2, said
    # It may mean two copies: on the host alone it is another program.
    flags = [f"-O{seed % 2}"]
    same(programs, files, "once", flags=flags, expected=programs.on_device(files, *flags))


def left(text, **texts):
    return text, changed(**texts)


BESIDE = "    push(s);"
LEFT = {
    "address of a member": left(
        "'x' has its address taken",
        main={BESIDE: "    push(s);\n    double **p = &s->atoms->x;\n    (*p)[1] = 5;"},
    ),
    "address as void **": left(
        "'x' has its address taken",
        setup={
            "struct sim *make_sim": "static void get(void **p, int n) {\n  *p = realloc(*p, n);\n}\n\n"
            "struct sim *make_sim",
            "  s->steps": "  get((void **)&s->atoms->x, n * 8);\n  s->steps",
        },
    ),
    "realloc": left(
        "'x' is moved by 'realloc'",
        main={BESIDE: "    push(s);\n    s->atoms->x = realloc(s->atoms->x, 300 * sizeof(double));"},
    ),
    "to the middle": left(
        "'x' may point beside it",
        main={BESIDE: "    push(s);\n    s->atoms->x++;\n    s->atoms->x[1] = 4;\n    s->atoms->x--;"},
    ),
    "to a place before it": left(
        "'x' may point beside it",
        main={
            BESIDE: "    push(s);\n    double *before = s->atoms->x;\n    before--;\n"
            "    s->atoms->x = before;\n    s->atoms->x[2] = 4;\n    s->atoms->x = before + 1;"
        },
    ),
    "before it by an argument": left(
        "'x' may point beside it",
        main={
            "int main": "static void keep(struct sim *s, double *p) {\n  s->atoms->x = p;\n}\n\nint main",
            BESIDE: "    push(s);\n    keep(s, s->atoms->x - 1);\n    s->atoms->x[2] = 4;\n"
            "    keep(s, s->atoms->x + 1);",
        },
    ),
    "as bytes": left(
        "'Atoms*' becomes 'char*' there",
        main={BESIDE: "    push(s);\n    char *raw = (char *)s->atoms;\n    if (raw[0] == 77) return 3;"},
    ),
    "as another record": left(
        "becomes 'struct raw*' there",
        main={
            "int main": "struct raw {\n  long n;\n  double *p;\n};\n\nint main",
            BESIDE: "    push(s);\n    ((struct raw *)s->atoms)->p[2] = 3;",
        },
    ),
    "as a number": left(
        "becomes 'unsigned long' there",
        main={BESIDE: "    push(s);\n    if ((unsigned long)s->atoms % 2) return 3;"},
    ),
    "in a file": left(
        "'Atoms*' becomes 'void*' there",
        main={BESIDE: "    push(s);\n    fwrite(s->atoms, sizeof(Atoms), 1, stderr);"},
    ),
    "sorted": left(
        "'void*' becomes 'Atoms*' there",
        main={
            "int main": "static int less(const void *a, const void *b) {\n"
            "  return ((const Atoms *)a)->x[0] < ((const Atoms *)b)->x[0];\n}\n\nint main",
            BESIDE: "    push(s);\n    qsort(s->atoms, 1, sizeof(Atoms), less);",
        },
    ),
    "in a union": left(
        "'union both' holds its record",
        main={"int main": "union both {\n  Atoms a;\n  double *p[3];\n};\n\nint main"},
    ),
    "its pointer in a union": left(
        "a union has a 'Atoms*' in it",
        main={"int main": "union both {\n  Atoms *a;\n  double **p;\n};\n\nint main"},
    ),
    "called back": left(
        "'show' uses it, and may be called by what is not followed",
        main={
            "int main": "static struct sim *the;\nstatic void show(void) {\n"
            "  the->atoms->x[0] = 1;\n}\n\nint main",
            BESIDE: "    push(s);\n    the = s;\n    if (t == 0) atexit(show);",
        },
    ),
    "called through a pointer": left(
        "'push' uses it, and may be called by what is not followed",
        main={BESIDE: "    void (*f)(struct sim *) = push;\n    f(s);"},
    ),
    "called in a clause": left(
        "'count' uses it, and may be called by what is not followed",
        step={
            "void compute": "static int count(const Atoms *a) {\n"
            "  return a->x[0] > 1 ? 200 : 100;\n}\n\nvoid compute",
            "map(tofrom: at->f[0:n])": "map(tofrom: at->f[0:n]) num_teams(count(at))",
        },
    ),
    "as an argument of any type": left(
        "a 'Atoms*' is an argument without a parameter",
        main={
            "int main": "static void any(int n, ...) {}\n\nint main",
            BESIDE: "    push(s);\n    any(1, s->atoms);",
        },
    ),
    "two calls in a statement": left(
        "it is also accessed in the statement that calls its kernels",
        main={
            "int main": "static int pushed(struct sim *s) {\n  push(s);\n  return 1;\n}\n\nint main",
            BESIDE: "    if (energy(s) + pushed(s) > 1e9) return 1;",
        },
    ),
    "stale in a function of the host": left(
        "the host reads here what the device may have changed",
        main={
            "int main": "static void scratch(struct sim *s) {\n  int n = s->atoms->n;\n"
            "#pragma omp target teams distribute parallel for map(to: s->atoms->x[0:n])\n"
            "  for (int i = 0; i < n; i++) s->atoms->x[i] = 1;\n}\n\nint main",
            '  printf("%.15g\\n", energy(s));': '  scratch(s);\n  printf("%.15g\\n", energy(s));',
        },
    ),
    "given on": left(
        "what 'x' gets there is given on in the same expression",
        setup={"  s->atoms->x = malloc": "  double *also;\n  also = s->atoms->x = malloc"},
    ),
    "returned": left(
        "'x' is returned",
        main={
            "int main": "static double *of(struct sim *s) {\n  return s->atoms->x;\n}\n\nint main",
            BESIDE: "    push(s);\n    of(s)[1] = 2;",
        },
    ),
    "a kernel assigns it": left(
        "'x' is assigned in a kernel",
        step={"  for (int i = 0; i < n; i++) at->f": "  for (int i = 0; i < n; i++) at->x = at->x, at->f"},
    ),
    "by a macro": left(
        "the macro 'POS' names 'x'|'x' is used in the body of a macro",
        main={
            "int main": "#define POS(s) (s)->atoms->x\n\nint main",
            BESIDE: "    push(s);\n    POS(s)[1] = 2;",
        },
    ),
    "in code that is left out": left(
        "'x' is also named in code that the preprocessor leaves out here",
        main={BESIDE: "    push(s);\n#ifdef MORE\n    s->atoms->x[1] = 2;\n#endif"},
    ),
    "by a header's function": left(
        "'x' is used in a header",
        header={"#endif\n": "static inline double first(const Atoms *a) {\n  return a->x[0];\n}\n#endif\n"},
    ),
    "by assembly": left(
        "assembly may do anything",
        main={BESIDE: '    push(s);\n    __asm__ volatile("" : : "r"(s) : "memory");'},
    ),
    "in an array": left(
        "'x' is stored in 'rows[0]'",
        main={BESIDE: "    double *rows[2];\n    rows[0] = s->atoms->x;\n    push(s);\n    rows[0][1] = 2;"},
    ),
    "two records of a name": left(
        "there are several records|which 'step.c' defines|no header",
        step={"void compute(": "struct sim;\nvoid compute("},
        main={
            "int main": "static void inner(void) {\n  typedef struct {\n    double *x;\n  } Atoms;\n"
            "  Atoms a = {0};\n  (void)a;\n}\n\nint main"
        },
    ),
    "kept on the device and changed there": left(
        "'x' may be another object here",
        step={
            "void push(": "void enter(struct sim *s) {\n  int n = s->atoms->n;\n"
            "#pragma omp target enter data map(to: s->atoms->x[0:n])\n}\n\nvoid push(",
            "  double *x = s->atoms->x, *f = s->atoms->f;": "",
            "map(tofrom: x[0:n]) map(to: f[0:n])": "map(tofrom: s->atoms->x[0:n]) map(to: s->atoms->f[0:n])",
            "x[i] += 0.25 * f[i]": "s->atoms->x[i] += 0.25 * s->atoms->f[i]",
        },
        header={"void push(": "void enter(struct sim *s);\nvoid push("},
        main={"  make_table(200);": "  make_table(200);\n  enter(s);"},
    ),
    "another section": left(
        "reads an element to find a section|which is no section",
        step={"at->x[0:n], table": "at->x[(int)at->x[0]:n], table"},
    ),
    "through an index": left(
        "which is no section",
        step={"at->x[0:n], table": "at[0].x[0:n], table"},
    ),
    "a function that is not given": left(
        "'helper', which is not in these sources, may lead to other code",
        main={
            "int main": "void helper(void);\n\nint main",
            BESIDE: "    push(s);\n    if (argc > 9) helper();",
        },
    ),
    "a function that no header declares": left(
        "'look', which 'step.c' defines, and no header declares it to both, may lead to other code",
        main={"int main": "int look(void);\n\nint main", BESIDE: "    push(s);\n    look();"},
        step={"void push(": "int look(void) {\n  return 1;\n}\n\nvoid push("},
    ),
    "a library that is loaded": left(
        "'dlsym' may lead to code",
        main={
            "int main": "#include <dlfcn.h>\n\nint main",
            BESIDE: "    push(s);\n    if (argc > 9) dlsym(0, argv[0]);",
        },
    ),
    "stale on the host": left(
        "its kernel reads what the host may not have",
        step={"map(tofrom: x[0:n])": "map(to: x[0:n])"},
    ),
    "another type by what a function returns": left(
        "'Atoms*' becomes 'void*' there",
        main={BESIDE: "    push(s);\n    double **p = memset(s->atoms, 0, 0);\n    p[1][2] = 3;"},
    ),
    "another type by what is moved": left(
        "'Atoms*' becomes 'void*' there",
        main={
            BESIDE: "    push(s);\n    double **p = memmove(s->atoms, s->atoms, sizeof(Atoms));\n"
            "    p[1][2] = 3;"
        },
    ),
    "a combiner reads it": left(
        "'peek' uses it, and may be called by what is not followed",
        main={
            "int main": "static struct sim *the;\n"
            "static double peek(double v) {\n  return v + the->atoms->x[0];\n}\n"
            "#pragma omp declare reduction(peeking: double: omp_out += peek(omp_in))\n\nint main",
            BESIDE: "    push(s);\n    the = s;",
        },
    ),
    "a function whose place another takes": left(
        "'rate', whose place another one may take, may lead to other code",
        main={
            "int main": "inline double rate(int n) {\n  return n;\n}\n\nint main",
            BESIDE: "    push(s);\n    if (rate(argc) > 8) return 3;",
        },
    ),
    "own memory for records": left(
        "'char*' becomes 'Atoms*' there",
        setup={
            "  s->atoms = malloc(sizeof *s->atoms);": "  static char pool[64];\n  s->atoms = (Atoms *)pool;"
        },
    ),
    "a second name": left(
        "assembly may do anything, and give names to what has others",
        main={"int main": 'extern double *alias_of __asm__("table");\n\nint main'},
    ),
}


def test_what_cannot_be_followed_is_left_in_all_sources(tmp_path, monkeypatch, capfd):
    def check(case, folder):
        why, files = LEFT[case]
        where = "device" if "beside" in why else "pinned"
        assert placed(folder, monkeypatch, files, everywhere(where, ["x"])) == 0
        err = capfd.readouterr().err
        expected = f"warning: 'x' is left where it is: .*({why})"
        assert re.search(expected.replace("*'", r"\*'").replace("[0]", r"\[0\]"), err), err
        for name in NAMES:
            assert Path("once", name).read_text() == files[name]

    check_rows(LEFT, check, tmp_path)


IN = "#pragma omp target enter data map(to: SECTION)"
OUT = "#pragma omp target exit data map(release: SECTION)"
VARIABLES = {
    "by a macro of a directive": left(
        "a macro in 'omp target enter data' names what it is kept in",
        main={
            "int main": f"#define SECTION table[0:200]\nstatic void begin(void) {{\n{IN}\n}}\n"
            f"static void end(void) {{\n{OUT}\n}}\n\nint main",
            "  make_table(200);": "  make_table(200);\n  begin();",
            "  table[1] =": "  end();\n  table[1] =",
        },
    ),
    "of the device, with a comment": left(
        "may be a variable of the device",
        header={
            "extern double *table;": "#pragma omp begin /* all */ declare target\n"
            "extern double *table;\n#pragma omp end declare target"
        },
    ),
    "address": left(
        "'table' has its address taken",
        main={BESIDE: "    push(s);\n    double **p = &table;\n    (*p)[1] = 5;"},
    ),
    "of each thread": left(
        "'table' is a variable of each thread",
        setup={"double *table;": "_Thread_local double *table;"},
        header={"extern double *table;": "extern _Thread_local double *table;"},
    ),
    "of the device": left(
        "may be a variable of the device",
        header={
            "extern double *table;": "#pragma omp begin declare target\n"
            "extern double *table;\n#pragma omp end declare target"
        },
    ),
    "defined elsewhere": left(
        "'table' is not defined in these sources", setup={"double *table;": "extern double *table;"}
    ),
    "of another type": left(
        "'table' is not defined in these sources, or with several types",
        setup={
            '#include "sim.h"\n\ndouble *table;': '#define table hidden\n#include "sim.h"\n'
            "#undef table\n\nlong *table;",
            "table[i] = i": "((double *)table)[i] = i",
        },
    ),
    "of each source": left(
        "each source has a 'table' of its own, by a header",
        header={"extern double *table;": "static double *table;"},
        setup={"double *table;\n": ""},
    ),
    "of a function as well": left(
        "'main' has another variable 'table', too",
        main={BESIDE: "    push(s);\n    {\n      double *table = s->atoms->x;\n      table[0] = 1;\n    }"},
    ),
    "changed by a loop's function": left(
        "it is not known which object 'table' leads to where this statement begins",
        main={
            "int main": "static void again(void) {\n  free(table);\n  make_table(200);\n}\n"
            "static void turn(struct sim *s) {\n  double *kept = table;\n  table = s->atoms->f;\n"
            "  s->atoms->f = kept;\n}\n\nint main",
            BESIDE: "    push(s);\n    for (int k = 0; k < 3; k++) turn(s), table[k] = 1;\n"
            "    if (argc > 8) again();",
        },
    ),
}


def test_variables_that_cannot_be_followed_are_left(tmp_path, monkeypatch, capfd):
    def check(case, folder):
        why, files = VARIABLES[case]
        where = "device" if "not known which" in why else "pinned"
        assert placed(folder, monkeypatch, files, everywhere(where, ["table"])) == 0
        err = capfd.readouterr().err
        assert re.search(f"warning: 'table' is left where it is: .*({why})", err), err
        for name in NAMES:
            assert Path("once", name).read_text() == files[name]

    check_rows(VARIABLES, check, tmp_path)


def test_a_source_that_is_not_given(tmp_path, monkeypatch, capfd):
    assert placed(tmp_path, monkeypatch, FILES, everywhere("pinned"), given=["main.c", "setup.c"]) == 0
    err = capfd.readouterr().err
    assert err.count("'compute', which is not in these sources, may lead to other code (main.c:") == 3
    assert Path("once/main.c").read_text() == MAIN
    assert placed(tmp_path, monkeypatch, FILES, everywhere("pinned"), given=["step.c", "setup.c"]) == 0
    assert capfd.readouterr().err.count("that is followed where one of these sources defines 'main'") == 3


@NEEDS_CLANG
def test_a_variable_that_the_program_keeps_on_the_device(tmp_path, monkeypatch, capfd, programs):
    """One object at a time: the program's own directives may keep it there, and the advice may pin it."""
    files = changed(
        main={
            "  make_table(200);": "  make_table(200);\n#pragma omp target enter data map(to: table[0:200])",
            "  table[1] =": "#pragma omp target exit data map(release: table[0:200])\n  table[1] =",
        },
        step={"map(to: at->x[0:n], table[0:n])": "map(to: at->x[0:n]) map(present, to: table[0:n])"},
    )
    for where in ("pinned", "device"):
        assert placed(tmp_path, monkeypatch, files, everywhere(where, ["table"]), out=where) == 0
        err = capfd.readouterr().err
        if where == "device":
            assert "'table' stays as it is: the program's own 'omp target enter data' keeps it" in err
        else:
            assert "1 as the advice says" in err
    same(programs, files, "pinned", "device", flags=["-O0", "-fopenmp-version=51"])


def test_functions_of_the_device_get_no_calls(tmp_path, monkeypatch, capfd):
    """What kernels call finds the member itself, on either side."""
    files = changed(
        step={
            "void compute": "#pragma omp begin declare target\nstatic double one(const Atoms *a, int i) {\n"
            "  return a->x[i];\n}\n#pragma omp end declare target\n\nvoid compute",
            "at->x[n - 1 - i]": "one(at, n - 1 - i)",
            "e += s->atoms->x[i]": "e += one(s->atoms, i)",
        }
    )
    assert placed(tmp_path, monkeypatch, files, everywhere("device", ["x"])) == 0
    assert "', which finds it itself, may run on the device, too" in capfd.readouterr().err
    assert placed(tmp_path, monkeypatch, files, everywhere("pinned", ["x"])) == 0
    assert "1 as the advice says" in capfd.readouterr().err


NULL = {
    name: text.replace("\n    none && (none->atoms->x[0] = 1);", "")
    for name, text in FOLLOWED["null record"].items()
}
PRINTED = (
    "    push(s);\n    for (int k = 0; k < s->atoms->n && k < 2; k++) {\n"
    '      printf("%d\\n", k);\n      s->atoms->x[k] = 1;\n    }'
)
CALLS = {
    "printed in a loop": (
        changed(main={BESIDE: PRINTED}),
        "main.c",
        "pc_place_host(s->atoms->x, PC_PLACE_WRITE); for (int k = 0; k < s->atoms->n && k < 2; k++) {",
    ),
    "printed into memory of the program": (
        changed(
            main={
                BESIDE: PRINTED,
                "  make_table(200);": "  make_table(200);\n  setvbuf(stdout, (char *)s, _IOFBF, sizeof *s);",
            }
        ),
        "main.c",
        "\n      pc_place_host(s->atoms->x, PC_PLACE_WRITE); s->atoms->x[k] = 1;",
    ),
    "before a function's loop": (FILES, "step.c", "pc_place_host(s->atoms->x, PC_PLACE_READ); for (int i"),
    "null": (
        NULL,
        "main.c",
        "if (none) {pc_place_host(none->atoms->x, PC_PLACE_WRITE); none",
    ),
    "null in a loop": (
        NULL,
        "main.c",
        "&& none; k++) {pc_place_host(none->atoms->x, PC_PLACE_READ | PC_PLACE_WRITE); none",
    ),
    "no value yet": (
        FOLLOWED["record without a value yet"],
        "main.c",
        "\n      pc_place_host(later->atoms->x, PC_PLACE_READ | PC_PLACE_WRITE); later",
    ),
    "each record of a list": (
        FOLLOWED["records in a list"],
        "main.c",
        "at = at->next) {pc_place_host(at->atoms->x, PC_PLACE_READ | PC_PLACE_WRITE); at->",
    ),
    "another object by a function": (
        FOLLOWED["swapped by a function in a loop of the host"],
        "main.c",
        "turn(s);\n      pc_place_host(s->atoms->x, PC_PLACE_READ | PC_PLACE_WRITE); s->atoms->x[k] += 1;",
    ),
    "another object by a record": (
        changed(
            main={
                BESIDE: "    push(s);\n    s->atoms->x[1] = 1;\n    *s->atoms = *other->atoms;\n"
                "    s->atoms->x[1] = 1;",
                "  make_table(200);": "  make_table(200);\n  struct sim *other = make_sim(200);",
            }
        ),
        "main.c",
        "*s->atoms = *other->atoms;\n    pc_place_host(s->atoms->x, PC_PLACE_WRITE); s->atoms->x[1] = 1;",
    ),
    "another object by a record in a loop": (
        changed(
            main={
                BESIDE: "    push(s);\n    for (int k = 0; k < s->atoms->n; k++) {\n"
                "      *s->atoms = *other->atoms;\n      s->atoms->x[k] = 1;\n    }",
                "  make_table(200);": "  make_table(200);\n  struct sim *other = make_sim(200);",
            }
        ),
        "main.c",
        "*other->atoms;\n      pc_place_host(s->atoms->x, PC_PLACE_WRITE); s->atoms->x[k] = 1;",
    ),
    "another record by an assignment": (
        changed(
            main={
                BESIDE: "    push(s);\n    for (int k = 0; k < s->atoms->n && k < 2; k++) {\n"
                "      s->atoms = other->atoms;\n      s->atoms->x[k] = 1;\n    }",
                "  make_table(200);": "  make_table(200);\n  struct sim *other = make_sim(200);",
            }
        ),
        "main.c",
        "other->atoms;\n      pc_place_host(s->atoms->x, PC_PLACE_WRITE); s->atoms->x[k] = 1;",
    ),
    "another record by a pointer": (
        changed(
            main={
                BESIDE: "    push(s);\n    Atoms **to = &s->atoms;\n"
                "    for (int k = 0; k < s->atoms->n && k < 2; k++) {\n"
                "      *to = other->atoms;\n      s->atoms->x[k] = 1;\n    }",
                "  make_table(200);": "  make_table(200);\n  struct sim *other = make_sim(200);",
            }
        ),
        "main.c",
        "*to = other->atoms;\n      pc_place_host(s->atoms->x, PC_PLACE_WRITE); s->atoms->x[k] = 1;",
    ),
    "another root by a pointer": (
        changed(
            main={
                BESIDE: "    push(s);\n    struct sim **to = &s;\n"
                "    for (int k = 0; k < s->atoms->n && k < 2; k++) {\n"
                "      *to = other;\n      s->atoms->x[k] = 1;\n    }",
                "  make_table(200);": "  make_table(200);\n  struct sim *other = make_sim(200);",
            }
        ),
        "main.c",
        "*to = other;\n      pc_place_host(s->atoms->x, PC_PLACE_WRITE); s->atoms->x[k] = 1;",
    ),
    "null since it was followed": (
        changed(
            main={
                BESIDE: "    push(s);\n    int m = s->atoms->n;\n    Atoms *kept = s->atoms;\n"
                "    if (t == 1) {\n      s->atoms = NULL;\n      m = 0;\n    }\n"
                "    for (int k = 0; k < m; k++) s->atoms->x[k] = 1;\n    s->atoms = kept;",
            }
        ),
        "main.c",
        "for (int k = 0; k < m; k++) {pc_place_host(s->atoms->x, PC_PLACE_WRITE); s->atoms->x[k] = 1;}",
    ),
    "another record in a clause": (
        changed(
            main={
                "int main": "static int turned(struct sim *s, struct sim *t) {\n"
                "  s->atoms = t->atoms;\n  return 2;\n}\n\nint main",
                BESIDE: "    push(s);\n    for (int k = 0; k < s->atoms->n && k < 2; k++) {\n"
                "#pragma omp parallel num_threads(turned(s, other))\n"
                "      {\n        s->atoms->x[k] = 1;\n      }\n    }",
                "  make_table(200);": "  make_table(200);\n  struct sim *other = make_sim(200);",
            }
        ),
        "main.c",
        "{\n        pc_place_host(s->atoms->x, PC_PLACE_WRITE); s->atoms->x[k] = 1;",
    ),
    "a function that only computes": (
        changed(
            main={
                "int main": "static int twice(const struct sim *s, int k) {\n"
                "  return s->steps + k;\n}\n\nint main",
                BESIDE: "    push(s);\n    for (int k = 0; k < s->atoms->n && k < 2; k++)\n"
                "      s->atoms->x[k] = twice(s, k);",
            }
        ),
        "main.c",
        "pc_place_host(s->atoms->x, PC_PLACE_WRITE); for (int k = 0; k < s->atoms->n && k < 2; k++)",
    ),
    "another record by a function": (
        changed(
            main={
                "int main": "static void turn(struct sim *s, struct sim *t) {\n  Atoms *kept = s->atoms;\n"
                "  s->atoms = t->atoms;\n  t->atoms = kept;\n}\n\nint main",
                BESIDE: "    push(s);\n    for (int k = 0; k < s->atoms->n && k < 2; k++) {\n"
                "      turn(s, other);\n      s->atoms->x[k] = 1;\n    }",
                "  make_table(200);": "  make_table(200);\n  struct sim *other = make_sim(200);",
            }
        ),
        "main.c",
        "turn(s, other);\n      pc_place_host(s->atoms->x, PC_PLACE_WRITE); s->atoms->x[k] = 1;",
    ),
}


def test_where_the_calls_stand(tmp_path, monkeypatch, capfd):
    """Behind what decides which object is accessed, and where the program itself follows the pointer."""

    def check(case, folder):
        files, name, text = CALLS[case]
        assert placed(folder, monkeypatch, files, everywhere("device", ["x"])) == 0
        assert text in Path("once", name).read_text(), capfd.readouterr().err

    check_rows(CALLS, check, tmp_path)


def test_a_function_of_another_source_in_a_loop(tmp_path, monkeypatch, capfd):
    """It stores numbers: no pointers, by C's types or where no record is accessed as numbers."""
    files = changed(
        header={"void push(": "void halve(double *p);\nvoid push("},
        step={"void push(": "void halve(double *p) {\n  p[0] *= 0.5;\n}\n\nvoid push("},
        main={
            BESIDE: "    push(s);\n    double v[2] = {1, 2};\n"
            "    for (int k = 0; k < s->atoms->n && k < 2; k++) {\n"
            "      halve(v);\n      s->atoms->x[k] = 1;\n    }",
        },
    )
    loose = ("--", "-fno-strict-aliasing")
    text = "pc_place_host(s->atoms->x, PC_PLACE_WRITE); for (int k = 0; k < s->atoms->n && k < 2; k++) {"
    for words in ((), loose):
        assert placed(tmp_path, monkeypatch, files, everywhere("device", ["x"]), words=words) == 0
        assert text in Path("once/main.c").read_text(), capfd.readouterr().err
    files["main.c"] = files["main.c"].replace("halve(v);", "halve((double *)s);")
    assert placed(tmp_path, monkeypatch, files, everywhere("device", ["x"]), words=loose) == 0
    assert "it is not known which object 'x' leads to where this statement begins" in capfd.readouterr().err


def test_a_record_that_is_assigned_beside_an_access_of_another_object(tmp_path, monkeypatch, capfd):
    files = changed(
        main={
            BESIDE: "    push(s);\n    s->atoms->x[1] = 1;\n    table[0] = 1, *s->atoms = *other->atoms;\n"
            "    s->atoms->x[1] = 1;",
            "  make_table(200);": "  make_table(200);\n  struct sim *other = make_sim(200);",
        }
    )
    assert placed(tmp_path, monkeypatch, files, everywhere("device", ["x", "table"])) == 0
    text = "= *other->atoms;\n    pc_place_host(s->atoms->x, PC_PLACE_WRITE); s->atoms->x[1] = 1;"
    assert text in Path("once/main.c").read_text(), capfd.readouterr().err
