# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Values that loops store, in locals that are written back: where no one can tell, and where it stays."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from testlib import build

from pointerchain.analysis.effects import Accesses, MemoryEffects
from pointerchain.suggest.auto import look, translate_auto
from pointerchain.suggest.patch import patched

WORLD = """\
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <setjmp.h>
struct leaf { int n, k; double e; float g; unsigned b : 3; signed char c; unsigned short h; long v[4]; int *q;
  volatile int w; unsigned char full; };
struct sim { struct leaf *a; int n; struct leaf own; };
union both { struct leaf leaf; int raw[64]; };
union bits { struct { int n, k; }; float real; };
struct holder { union bits u; };
extern struct sim *all; extern int G, *GP; extern union both U; extern jmp_buf out;
extern void unseen(void);
__attribute__((pure)) extern int measure(int);
__attribute__((const)) extern int thrice(int);
static int reads(void) { return all->a->n; }
static int deeper(int k) { return k ? deeper(k - 1) : reads(); }
static int reads_of(const struct leaf *l) { return l->n; }
static int reads_other(const struct leaf *l) { return l->k; }
static int first_of(const int *p) { return *p; }
static void stores(void) { all->a->n = 1; }
static int copied(struct leaf l) { return l.n; }
static int twice(int x) { return 2 * x; }
static void begin(struct leaf *l) { l->e = 1; }
static void fail(int c) { if (c) exit(1); }
"""
EACH = "for (int i = 0; i < m; i++) "
KEPT = {
    "a function of its argument's value": EACH + "{ s->a->n++; G += thrice(i); }",
    "counts": EACH + "s->a->n++;",
    "sums": EACH + "s->a->e += y[i];",
    "another type is read": EACH + "{ s->a->n += 2; G += (int)x[i]; }",
    "leaves by break": EACH + "{ s->a->n++; if (i == 3) break; }",
    "leaves by return": EACH + "{ s->a->n++; if (i == 3) return s->a->n; }",
    "leaves by goto": EACH + "{ s->a->n++; if (i == 3) goto end; }",
    "goes on": EACH + "{ s->a->n++; if (i == 3) continue; s->a->n *= 2; }",
    "in its test": "while (s->a->n-- > 0) m++;",
    "in its head": "for (s->a->n = 0; s->a->n < m; s->a->n++) G++;",
    "do": "int i = 0; do s->a->n += i; while (++i < m);",
    "twice at once": EACH + "s->a->k = s->a->n = i;",
    "a function that computes": EACH + "s->a->n += twice(i);",
    "a function that reads another": EACH + "{ s->a->n += i; G += reads_other(t->a); }",
    "a library's function": EACH + "{ s->a->n += i; y[i] = sqrt(2.0); }",
    "a short one": EACH + "{ s->a->h -= 1; G += s->a->h > 3; }",
    "a float": EACH + "{ s->a->g += 0.1f; }",
    "another member": EACH + "{ s->a->n++; G += t->a->k; }",
    "a variable": EACH + "{ s->a->n++; G = s->a->n; }",
    "its value is used": EACH + "G += s->a->n++;",
    "behind threads": "\n#pragma omp parallel for\n" + EACH + "y[i] = i;\n" + EACH + "s->a->n++;",
    "behind a barrier of threads": "\n#pragma omp parallel\n{\n#pragma omp barrier\nm++; }"
    + EACH
    + "s->a->n++;",
    "behind a device": "\n#pragma omp target map(from: y[0:m])\ny[0] = 1;\n" + EACH + "s->a->n++;",
    "restrict": EACH + "s->a->n += z[i];",
    "another member of its own struct": EACH + "{ s->a->n++; s->a->k = i; s->a->v[1] = i; }",
    "an object is read and stored": EACH + "{ s->a->n++; r[i]--; l[i].e += 1; l[i].k++; }",
}
"""What becomes of a value is stored once the loop is over; all are 's->a->', and the last member's."""
LEFT = {
    "second root": (EACH + "{ s->a->n++; G += t->a->n; }", "written"),
    "second root in a condition": (EACH + "{ s->a->n++; if (t->a->n > 2) break; }", "written"),
    "by a pointer": (EACH + "{ s->a->n++; G += *p; }", "written"),
    "by a global pointer": (EACH + "{ s->a->n++; G += *GP; }", "written"),
    "by characters": (EACH + "{ s->a->n++; G += text[i]; }", "written"),
    "as a struct": (EACH + "{ s->a->n++; struct leaf own = *t->a; G += own.k; }", "written"),
    "as an argument": (EACH + "{ s->a->n++; G += copied(*t->a); }", "written"),
    "by memcpy": (EACH + "{ char own[8]; s->a->n++; memcpy(own, t->a, 8); G += own[0]; }", "written"),
    "by memcmp": (EACH + "{ s->a->n++; G += memcmp(y, t->a, 4); }", "written"),
    "by a union": (EACH + "{ s->a->n++; G += U.raw[i]; }", "written"),
    "a function": (EACH + "{ s->a->n++; G += reads(); }", "written"),
    "a deeper function": (EACH + "{ s->a->n++; G += deeper(3); }", "written"),
    "a function by its argument": (EACH + "{ s->a->n++; G += reads_of(t->a); }", "written"),
    "a function by its plain argument": (EACH + "{ s->a->n++; G += first_of(p); }", "written"),
    "a pure function": (EACH + "{ s->a->n++; G += measure(i); }", "written"),
    "a function that stores": (EACH + "{ s->a->n++; stores(); }", "written"),
    "no one's function": (EACH + "{ s->a->n++; unseen(); }", "opaque"),
    "by a function's pointer": (EACH + "{ s->a->n++; G += f(i); }", "opaque"),
    "the program may end": (EACH + "{ s->a->n++; fail(i == 4); }", "written"),
    "exit": (EACH + "{ s->a->n++; if (i == 4) exit(1); }", "written"),
    "longjmp": (EACH + "{ s->a->n++; if (i == 4) longjmp(out, 1); }", "opaque"),
    "volatile beside it": ("volatile int w = 0; " + EACH + "{ s->a->n++; w++; }", "opaque"),
    "its object ends": (EACH + "{ s->a->n++; if (i == 4) { free(s->a); break; } }", "written"),
    "its pointer is another at the end": (
        EACH + "{ s->a->n++; if (i == 4) { t->a = 0; return 1; } }",
        "written",
    ),
    "its root is another at the end": (EACH + "{ s->a->n++; if (i == 4) { s = t; break; } }", "varies"),
    "a jump into it": (
        "int i = 0; if (m) goto in; for (i = 0; i < m; i++) { s->a->n++; in: s->a->n++; }",
        "written",
    ),
    "its address": (EACH + "{ s->a->n++; GP = &s->a->n; }", "written"),
    "its address by another": (EACH + "{ s->a->n++; GP = &t->a->n; }", "written"),
    "at times": (EACH + "{ if (i > 9) s->a->n = 1; }", "unstored"),
    "at times, and read in any case": (EACH + "{ G += s->a->n; if (i > 9) s->a->n = 1; }", "unstored"),
    "before it in any case": ("s->a->n = 0; " + EACH + "{ if (i > 9) s->a->n = 1; }", "unstored"),
    "behind and": (EACH + "{ G += i > 2 && s->a->n++; }", "unstored"),
    "in one branch": (EACH + "{ i & 1 ? s->a->n++ : G++; }", "unstored"),
    "behind a way out": (EACH + "{ if (i == 2) break; s->a->n++; }", "unstored"),
    "behind the next one": (EACH + "{ if (i == 2) continue; s->a->n++; }", "unstored"),
    "not evaluated": (EACH + "G += sizeof(s->a->n++);", "unstored"),
    "in a switch": (EACH + "switch (i) { case 0: s->a->n++; }", "unstored"),
    "another type by a pointer": (EACH + "{ s->a->n++; r[i] = 1; }", "written"),
    "another type by a member": (EACH + "{ s->a->n++; l[i].e = 1; }", "written"),
    "another type in a function": (EACH + "{ s->a->n++; begin(t->a); }", "written"),
    "another struct of the same type": (EACH + "{ s->a->n++; l[i].k = 1; }", "written"),
    "a bit-field": (EACH + "s->a->b += 3;", "written"),
    "a product": (EACH + "s->a->e *= 1.5;", "written"),
    "a value that may be a product": (EACH + "s->a->e = x[i];", "written"),
    "a pointer": (EACH + "*s->a->q++ = i;", None),
    "an array of doubles": (EACH + "s->a->e += x[i];", "written"),
    "directives": ("\n#pragma omp parallel for\n" + EACH + "s->a->n++;", None),
    "a directive around": ("\n#pragma omp parallel\n{" + EACH + "s->a->n++; }", "threads"),
    "behind a device that goes on": (
        "\n#pragma omp target map(from: y[0:m]) nowait\ny[0] = 1;\n" + EACH + "s->a->n++;",
        "threads",
    ),
    "behind a task": ("\n#pragma omp task\n{ y[0] = 1; }\n" + EACH + "s->a->n++;", "threads"),
    "behind a barrier": ("\n#pragma omp barrier\nm++; " + EACH + "s->a->n++;", "threads"),
    "a directive inside": (EACH + "{\n#pragma omp atomic\ns->a->n++; }", None),
    "a member of a union": ("struct holder *h = all->a->v ? 0 : 0; " + EACH + "h->u.n++;", None),
}
HEAD = (
    "int f(struct sim *s, struct sim *t, int m, const double *x, double *restrict y, const int *p, "
    "const int *restrict z, double *r, struct leaf *l, const char *text, int (*f)(int)) {\n"
)
MEMBER = re.compile(r"->a->(\w+)")


Rows = dict[str, tuple[str, bool]]


def rows(body: str, *args: str) -> Rows:
    return rows_of([body], *args)[0]


def rows_of(bodies: Sequence[str], *args: str) -> list[Rows]:
    """By function of one source and by chain: the reason in a word, and whether the value is written back."""
    functions = [
        f"{HEAD.replace('int f(', f'int f{number}(', 1)}{body}\nend: return G;\n}}\n"
        for number, body in enumerate(bodies)
    ]
    found = look((WORLD + "".join(functions)).encode(), "f.c", ["-fopenmp", *args])
    return [
        {
            row.text: (row.code, bool(row.chosen and row.chosen.written))
            for row in found
            if row.function == f"f{number}"
        }
        for number in range(len(bodies))
    ]


@cache
def found_in_tables() -> tuple[dict[str, Rows], dict[str, Rows]]:
    """What is said of the rows of ``KEPT`` and of ``LEFT``.

    They share a source, but for those with directives, and those of ``LEFT`` that name a member which no row
    of ``KEPT`` names: nothing would show that the other rows are not what keeps it.
    """
    kept = {name: rows(body) for name, body in KEPT.items() if "#" in body}
    left = {}
    together = [body for body in KEPT.values() if "#" not in body]
    members = set(MEMBER.findall(" ".join(together)))
    for name, (body, _) in LEFT.items():
        if "#" in body or not members.issuperset(MEMBER.findall(body)):
            left[name] = rows(body)
    apart = {name: body for name, (body, _) in LEFT.items() if name not in left}
    names = [*(name for name in KEPT if name not in kept), *apart]
    for at, (name, found) in enumerate(zip(names, rows_of([*together, *apart.values()]), strict=True)):
        (kept if at < len(together) else left)[name] = found
    assert (kept.keys(), left.keys()) == (KEPT.keys(), LEFT.keys())
    return kept, left


def test_values_are_kept() -> None:
    kept, _ = found_in_tables()
    wrong = {
        name: found
        for name, found in kept.items()
        if not any(row[1] for row in found.values()) or ("written", False) in found.values()
    }
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())


def test_values_stay() -> None:
    _, left = found_in_tables()
    wrong = {
        name: found
        for name, found in left.items()
        if any(row[1] for row in found.values())
        or LEFT[name][1] not in (None, *(row[0] for row in found.values()))
    }
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("its object ends", "'n' is stored, and a call of 'free' may end its life"),
        ("exit", "'n' is stored, and a call of 'exit' may end the program"),
        ("its pointer is another at the end", "'n' is stored, and what leads to it changes before the end"),
    ],
)
def test_it_says_why_a_value_stays(name: str, why: str) -> None:
    found = look(f"{WORLD}{HEAD}{LEFT[name][0]}\nend: return G;\n}}\n".encode(), "f.c")
    assert [row.why for row in found if row.text == "s->a->n"] == [why]


@pytest.mark.parametrize("flag", ["-ffast-math", "-Ofast", "-mfpmath=387"])
def test_rounding_that_depends_on_the_compile(flag: str) -> None:
    assert rows(KEPT["sums"])["s->a->e"] == ("", True)
    assert rows(KEPT["sums"], flag)["s->a->e"] == ("written", False)
    assert rows(KEPT["counts"], flag)["s->a->n"] == ("", True)


@pytest.mark.parametrize(
    "said",
    [
        "#pragma float_control(precise, off)",
        '#pragma GCC target("fpmath=387")',
        '#pragma GCC optimize("unsafe-math-optimizations")',
        '#include "fast.h"',
    ],
)
def test_rounding_that_the_source_says(said: str, tmp_path: Path) -> None:
    (tmp_path / "fast.h").write_text('#define FAST __attribute__((optimize("fast-math")))\n')
    source = f"{said}\n{WORLD}{HEAD}{KEPT['sums']}\nend: return G;\n}}\n".encode()
    kept = [row.chosen for row in look(source, str(tmp_path / "f.c"), ["-fopenmp"]) if row.text == "s->a->e"]
    assert not any(each and each.written for each in kept)


def test_types_that_do_not_tell_objects_apart() -> None:
    body = KEPT["another type is read"]
    assert rows(body)["s->a->n"] == ("", True)
    assert rows(body, "-fno-strict-aliasing")["s->a->n"][1] is False


def test_a_function_of_another_source() -> None:
    source = f"{WORLD}int there(int);\n{HEAD}{EACH}{{ s->a->n++; G += there(i); }}\nreturn 0;\n}}\n"

    def verdicts(effects: MemoryEffects) -> list[tuple[str, str]]:
        rows = look(source.encode(), "f.c", elsewhere=lambda key: effects if "there" in key else None)
        return [(row.text, row.code) for row in rows if row.links == 2]

    member = Accesses(members=frozenset(("c:@S@leaf@FI@n",)))
    assert verdicts(MemoryEffects(ref=member)) == [("s->a->n", "written")]
    assert verdicts(MemoryEffects(reads=frozenset(("a call",)))) == [("s->a->n", "written")]
    assert verdicts(MemoryEffects()) == [("s->a->n", "")]


CXX = """\
#include <vector>
struct leaf { int n; int k; int get() const { return n; } };
struct sim { leaf *a; int n; std::vector<int> v; void run(int m); };
int G;
void sim::run(int m) { for (int i = 0; i < m; i++) { a->n++; n += i; } }
void kept(sim &s, int m) { for (int i = 0; i < m; i++) s.a->n++; }
int returned(sim *s, int m) {
  int i = 0; do { s->a->n += i; if (i > 3) return s->a->n; } while (++i < m); return 0; }
int caught(sim *s, int m) { try { for (int i = 0; i < m; i++) s->a->n++; } catch (...) { } return s->a->n; }
void thrown(sim *s, int m) { for (int i = 0; i < m; i++) { s->a->n++; if (i == 4) throw 3; } }
void method(sim *s, sim *t, int m) { for (int i = 0; i < m; i++) { s->a->n++; G += t->a->get(); } }
void bound(sim *s, int m) { for (int i = 0; i < m; i++) { int &q = ++s->a->n; q++; } }
void reference(sim *s, sim *t, int m) { int &q = t->a->n; for (int i = 0; i < m; i++) { s->a->n++; G += q; } }
void again(sim *s, int m) { for (int i = 0; i < m; i++) (s->a->n += 1) += 2; }
int &given(sim *s, int m) { for (int i = 0; i < m; i++) { s->a->n++; if (i == 3) return s->a->n; } return G; }
void ranged(sim *s) { for (int x : s->v) s->a->n += x; }
void lambda(sim *s, int m) {
  for (int i = 0; i < m; i++) { s->a->n++; auto f = [s] { return s->a->n; }; G += f(); } }
struct ender { int t; ~ender() { G += s_all->a->n; } static sim *s_all; };
struct reader { int t = ender::s_all->a->n; };
struct plainly { int t = 3; double d{}; };
thread_local int one = 1; thread_local int first = ender::s_all->a->n;
void ended(sim *s, int m) { for (int i = 0; i < m; i++) { s->a->n++; ender{i}; } }
void begun(sim *s, int m) { for (int i = 0; i < m; i++) { s->a->n++; reader r{}; G += r.t; } }
void threads(sim *s, int m) { for (int i = 0; i < m; i++) { s->a->n++; G += first; } }
void tested(sim *s, int m) { for (int i = 0; ender{i}.t < m; i++) s->a->n++; }
void literal(sim *s, int m) { for (int i = 0; i < m; i++) { s->a->n++; plainly p{}; G += p.t + one; } }
void fresh(sim *s, int m) { for (int i = 0; i < m; i++) delete new int(s->a->n++); }
"""


def test_of_cxx() -> None:
    found = look(CXX.encode(), "f.cpp", ["-std=c++17"])
    kept = {(row.function, row.text) for row in found if row.chosen is not None and row.chosen.written}
    assert kept == {
        *(("run", "a->n"), ("run", "n"), ("kept", "s.a->n"), ("returned", "s->a->n"), ("caught", "s->a->n")),
        ("literal", "s->a->n"),
    }
    codes = {row.function: row.code for row in found if row.text == "s->a->n"}
    assert {name: codes[name] for name in ("bound", "again", "given")} == dict.fromkeys(
        ("bound", "again", "given"), "bound"
    )


CONSTANT = """\
#define QUICK constexpr
struct leaf { long n, k; }; struct sim { leaf *a; };
constexpr long says(sim *s, int m) { for (int i = 0; i < m; i++) s->a->n += s->a->k; return m; }
consteval long must(sim *s, int m) { for (int i = 0; i < m; i++) s->a->n += s->a->k; return m; }
template <class T> QUICK T made(sim *s, int m) { for (int i = 0; i < m; i++) s->a->n += s->a->k; return m; }
struct of { QUICK long its(sim *s, int m) { for (int i = 0; i < m; i++) s->a->n += s->a->k; return m; } };
long total = [](sim *s, int m) { for (int i = 0; i < m; i++) s->a->n += s->a->k; return m; }(nullptr, 0);
static long held() {
  auto f = [] { leaf l{0, 2}; sim t{&l}, *s = &t; for (int i = 0; i < 3; i++) s->a->n += i; return l.n; };
  static long once = f();
  return once;
}
long plain(sim *s) { constexpr int m = 3; for (int i = 0; i < m; i++) s->a->n += s->a->k; return 1; }
"""


def test_what_may_run_when_it_is_compiled_is_not_written_back() -> None:
    """An object with a destructor does not, so that a variable would begin later than it did."""
    found = look(CONSTANT.encode(), "f.cpp", ["-std=c++20"])
    written = {row.function for row in found if row.chosen is not None and row.chosen.written}
    read = {row.function for row in found if row.chosen is not None and row.text == "s->a->k"}
    assert written == {"plain"}
    assert read >= {"says", "must", "made", "of", "plain"}


def test_no_directive_stores_where_the_loop_is_not_entered() -> None:
    body = f"\n  {KEPT['counts']}\n  int i = 0;\n  do s->a->k += i; while (++i < m);\n  return 0;\n"
    source = f"{WORLD}{HEAD}{body}}}\n"
    found = look(source.encode(), "f.c")
    for entered in (False, True):
        text = patched(source.encode(), False, found, entered)
        assert b"declare(s->a->k)" in text
        assert b"declare(s->a->n)" not in text


@pytest.mark.parametrize(
    "body",
    ["s->a->n = 0; {loop}", "s->a->n = 0; G = s->a->k; {loop}", "if (s->a->n++ < m) {loop}"],
)
def test_a_store_before_the_loop_is_none_in_it(body: str) -> None:
    """Where it is not stored in any case a write-back would be a store more, that another thread may see."""
    for inside, kept in (("{ if (i > 9) s->a->n = 1; }", False), ("{ s->a->n += 1; }", True)):
        text = body.format(loop=EACH + inside)
        found = look(f"{WORLD}int f(struct sim *s, int m) {{ {text} return 0; }}\n".encode(), "f.c")
        assert any(row.chosen and row.chosen.written for row in found) is kept


RUN = """\
int main(void) {
  struct leaf one = {0}, two = {0}, many[8] = {{0}};
  struct sim a = {&one}, b = {&two};
  double x[8] = {1, 2}, y[8] = {.5, .25};
  int p[8] = {1}, z[8] = {3, 1, 4};
  for (int m = 0; m < 6; m++)
    for (int n = 0; n < 3; n++) {
      struct sim *t = n == 2 ? &a : &b;
      one.q = two.q = 0;
      printf("%d", f(&a, t, m, x, y, n ? p : &one.n, z, y, many, "abcdefgh", twice));
      printf(" %d %d %g %g %d %d\\n", one.n, one.k, one.e, one.g, one.h, two.n);
    }
  return 0;
}
struct sim *all; int G, *GP = &G; union both U; jmp_buf out; void unseen(void) {}
int measure(int x) { return x; }
"""


REUSED = """\
#include <stdio.h>
#include <stdlib.h>
struct leaf { int n; };
struct sim { struct leaf *a; };
void f(struct sim *s, float *x, int m) {
  for (int i = 0; i < m; i++) { s->a->n += i; x[i] = 1.5f; }
}
int main(void) {
  void *memory = malloc(16);
  struct sim s = {memory};
  s.a->n = 1;
  f(&s, memory, 1);
  printf("%g\\n", *(float *)memory);
  return 0;
}
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_memory_that_holds_another_object_where_the_loop_ends(tmp_path: Path) -> None:
    """Its last store is the one of the other type, which a write-back must not undo."""
    text = translate_auto(REUSED.encode(), "f.c").translation.text or b""
    assert b"pc_a->n += i" in text
    (tmp_path / "f.c").write_bytes(text)
    done = build(["gcc", "-w", "-O2", "f.c", "-o", "f"], tmp_path).run(deterministic=True)
    assert (done.returncode, done.stdout) == (0, b"1.5\n")


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
@pytest.mark.parametrize(
    "name", ["leaves by break", "leaves by return", "leaves by goto", "twice at once", "do"]
)
def test_what_is_computed(name: str, tmp_path: Path) -> None:
    source = f"{WORLD}{HEAD}{KEPT[name]}\nend: return G;\n}}\n{RUN}".encode()
    result = translate_auto(source, "f.c").translation
    assert result.text is not None
    assert b"= pc_a_" in result.text
    said = []
    for number, text in enumerate((source, result.text)):
        (tmp_path / f"{number}.c").write_bytes(text)
        program = build(["gcc", "-w", "-O2", f"{number}.c", "-o", str(number), "-lm"], tmp_path)
        done = program.run(deterministic=True)
        assert done.returncode == 0, done.errors
        said.append(done.stdout)
    assert said[0] == said[1] != b""
