# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Calls through pointers to functions: which functions are looked into, and what lets others be called."""

from __future__ import annotations

from pathlib import Path

import pytest

from pointerchain.suggest.auto import look
from pointerchain.suggest.program import Program, Summary, summary_of, together
from pointerchain.suggest.report import state_of

HEADER = """\
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <signal.h>
#include <math.h>
struct atoms { double *x; int n; };
struct sim;
typedef double (*law_t)(double);
struct ops { law_t law; void (*on)(int); int (*pick)(struct sim *); };
struct sim { struct atoms *a, *b; struct ops *ops; };
extern struct sim *all;
double run(struct sim *s);
void setup(struct sim *s);
"""
GOOD = "static double good(double r) { return 2 * r; }\n"
EVIL = "static double evil(double r) { static int k; if (++k == 3) all->a = all->b; return r; }\n"
MAIN = "struct sim *all; int main(void) { setup(all); return run(all) > 0; }\n"


def state(text: str, name: str = "one.c", program: Program | None = None) -> str:
    """What becomes of 's->a->n' in a source."""
    found = look(text.encode(), name, elsewhere=program.does if program is not None else lambda _: None)
    return next(state_of(row) if row.chosen else row.code for row in found if row.text == "s->a->n")


def run(call: str) -> str:
    """A function whose loop does a call."""
    return f"double run(struct sim *s) {{ double t = 0; for (int i = 0; i < s->a->n; i++) t += {call}; return t; }}\n"


OWN = {
    # of one source alone
    "a static variable": ("static law_t f = good;", "f(i)", "", "hoisted"),
    "nothing stored": ("static law_t f;", "f(i)", "", "hoisted"),
    "two functions": ("static law_t f = good;", "f(i)", "f = s ? evil : good;", "assigned"),
    "a function of the library": ("static law_t f = sqrt;", "f(i)", "f = &cos;", "hoisted"),
    "one that nobody knows": ("double who(double); static law_t f = who;", "f(i)", "", "opaque"),
    "one of the library that calls": (
        "static void (*f)(void *, size_t, size_t, int (*)(const void *, const void *)) = qsort;",
        "(f(s, 1, 1, 0), 1)",
        "",
        "opaque",
    ),
    "a table": ("static law_t const f[] = {good, sqrt};", "f[i & 1](i)", "", "hoisted"),
    "a table with another": ("static law_t f[] = {good, evil};", "(*f[i & 1])(i)", "", "assigned"),
    "a table with designators": ("static law_t f[] = {[1] = evil, [0] = good};", "f[i & 1](i)", "", "opaque"),
    "a table of a literal": ("static law_t f[2] = (law_t[2]){evil, evil};", "f[i & 1](i)", "", "opaque"),
    "a table of rows": ("static law_t f[2][2] = {{good, good}, {good, evil}};", "f[1][i & 1](i)", "", "opaque"),
    "a table that is stored to": ("static law_t f[2];", "f[i & 1](i)", "f[1] = evil;", "assigned"),
    "a table by its address": ("static law_t f[2];", "f[i & 1](i)", "*(f + 1) = evil;", "opaque"),
    "a table the other way round": ("static law_t f[2];", "f[i & 1](i)", "1 [f] = evil;", "opaque"),
    "a table's bytes": ("static law_t f[2], g[2] = {evil};", "f[i & 1](i)", "memcpy(f, g, sizeof f);", "opaque"),
    "its address": ("static law_t f; static law_t *p = &f;", "f(i)", "*p = evil;", "opaque"),
    "another variable": ("static law_t f, g = evil;", "f(i)", "f = g;", "assigned"),
    "each other": ("static law_t f = good, g;", "f(i)", "f = g; g = f;", "hoisted"),
    "a chain of assignments": ("static law_t f, g;", "f(i)", "f = g = evil;", "opaque"),
    "a comma": ("static law_t f;", "f(i)", "f = (good(1), evil);", "opaque"),
    "a parameter": ("static law_t f; static void set(law_t p) { f = p; }", "f(i)", "set(evil);", "opaque"),
    "a member": ("static law_t f;", "f(i)", "f = s->ops->law;", "opaque"),
    "a number": ("static law_t f;", "f(i)", "f = (law_t)(size_t)s;", "opaque"),
    "a null pointer": ("static law_t f = good;", "f(i)", "f = (law_t)0; f = NULL;", "hoisted"),
    "declared again": ("static law_t f;", "f(i)", "} static law_t f = evil; void more(void) {", "assigned"),
    "one for others": ("law_t f = good;", "f(i)", "", "opaque"),
    "assembly": ("static law_t f = good;", "f(i)", '__asm__("" : "=r"(f));', "opaque"),
    "an attribute": ("static void (*f)(int) __attribute__((alias(\"good\")));", "(f(i), 1)", "", "opaque"),
    "a local variable": ("", "({ law_t f = i ? good : sqrt; f(i); })", "", "hoisted"),
    "a local one of both": ("", "({ law_t f = good, *p = &f; *p = evil; f(i); })", "", "opaque"),
    "a literal": ("", "((law_t[]){good, evil})[i & 1](i)", "", "opaque"),
}  # fmt: skip


@pytest.mark.parametrize(("first", "call", "later", "expected"), list(OWN.values()), ids=[*OWN])
def test_what_one_source_stores_in_a_variable(first: str, call: str, later: str, expected: str) -> None:
    text = f"{HEADER}{GOOD}{EVIL}{first}\n{run(call)}void setup(struct sim *s) {{ {later} }}\n"
    assert state(text) == expected


LAW, ON = "s->ops->law(i)", "(s->ops->on(i), 1)"
OTHERS = {
    # one source has the loop, the other one the functions
    "one function": (LAW, f"{GOOD}void setup(struct sim *s) {{ s->ops->law = good; }}", "hoisted"),
    "of the library": (LAW, "void setup(struct sim *s) { s->ops->law = sqrt; }", "hoisted"),
    "another type": (LAW, f"{GOOD}{EVIL}double (*f)(void) = (void *)0;"
                     "static void worse(int k) { if (k) all->a = 0; }"
                     "void setup(struct sim *s) { s->ops->law = good; s->ops->on = worse; }", "hoisted"),
    "it stores": (LAW, f"{GOOD}{EVIL}void setup(struct sim *s) {{ s->ops->law = s ? evil : good; }}", "assigned"),
    "taken and not stored": (LAW, f"{GOOD}{EVIL}law_t g = evil; void setup(struct sim *s) {{ s->ops->law = good; }}",
                             "assigned"),
    "without a prototype": (LAW, f"{GOOD}static double worse(k) double k; {{ all->a = 0; return k; }}\n"
                            "double (*f)() = worse; void setup(struct sim *s) { s->ops->law = good; }", "assigned"),
    "a parameter of an enumeration": (ON, "enum e { A, B }; static void worse(enum e k) { all->a = 0; }\n"
                                      "static void fine(int k) { (void)k; } void (*f)(enum e) = worse;"
                                      "void setup(struct sim *s) { s->ops->on = fine; }", "assigned"),
    "no such function": (LAW, "void setup(struct sim *s) { s->ops->law = 0; }", "opaque"),
    "from a library": (ON, "static void fine(int k) { (void)k; }"
                       "void setup(struct sim *s) { s->ops->on = signal(SIGINT, fine); }", "opaque"),
    "by a name": (LAW, f"#include <dlfcn.h>\n{GOOD}"
                  "void setup(struct sim *s) { void *p = dlsym(0, \"x\"); s->ops->law = good; "
                  "memcpy(s->ops, &p, sizeof p); }", "opaque"),
    "a conversion": (LAW, f"{GOOD}void setup(struct sim *s) {{ s->ops->law = good; s->ops->law = (law_t)(size_t)s; }}",
                     "opaque"),
    "a function of another type": (ON, "static void fine(int k) { (void)k; } static void worse(struct sim *k) { k->a = 0; }"
                                   "void setup(struct sim *s) { s->ops->on = fine; s->ops->on = (void (*)(int))worse; }",
                                   "opaque"),
    "a conversion of bytes": (LAW, f"{GOOD}void setup(struct sim *s) {{ s->ops->law = good; *(void **)&s->ops->law = s; }}",
                              "opaque"),
    "given as bytes": (LAW, f"{GOOD}void setup(struct sim *s) {{ s->ops->law = good; memcpy(&s->ops->law, s, 8); }}",
                       "opaque"),
    "another pointer's": (LAW, f"{GOOD}void (*g)(void); void setup(struct sim *s) {{ s->ops->law = good; "
                          "s->ops->law = (law_t)g; }", "opaque"),
    "cast and back": (LAW, f"{GOOD}void (*g)(void); void setup(struct sim *s) {{ g = (void (*)(void))good; "
                      "s->ops->law = good; }", "hoisted"),
    "a union": (LAW, f"{GOOD}union u {{ void *p; law_t f; }}; void setup(struct sim *s) {{ union u u; u.f = good; "
                "s->ops->law = u.f; }", "opaque"),
    "a list of arguments": (LAW, f"{GOOD}static law_t pick(int k, ...) {{ va_list a; va_start(a, k); "
                            "law_t f = va_arg(a, law_t); va_end(a); return f; } "
                            "void setup(struct sim *s) { s->ops->law = pick(1, good); }", "opaque"),
    "a system's member": (ON, "static void fine(int k) { (void)k; } void setup(struct sim *s) { struct sigaction a; "
                          "sigaction(SIGINT, 0, &a); s->ops->on = fine; s->ops->on = a.sa_handler; }", "opaque"),
    "a function from outside": (LAW, f"{GOOD}void fill(void *); void setup(struct sim *s) {{ s->ops->law = good; "
                                "fill(s->ops); }", "opaque"),
    "a variable from outside": (LAW, f"{GOOD}extern struct ops other; void setup(struct sim *s) {{ s->ops->law = good; "
                                "*s->ops = other; }", "opaque"),
    "assembly": (LAW, f"{GOOD}void setup(struct sim *s) {{ s->ops->law = good; __asm__(\"\" : : : \"memory\"); }}",
                 "opaque"),
    "given by who calls": (LAW, f"{GOOD}static void take(law_t f) {{ all->ops->law = f; }} void (*t)(law_t) = take;"
                           "void setup(struct sim *s) { s->ops->law = good; }", "opaque"),
    "a second name": (LAW, "double evil(double r) { all->a = 0; return r; } "
                      "double nice(double) __attribute__((alias(\"evil\")));"
                      "void setup(struct sim *s) { s->ops->law = nice; }", "opaque"),
    "it calls the next": (LAW, f"{EVIL}static int next(struct sim *s) {{ s->ops->law = evil; return 1; }}\n"
                          "static double first(double r) { return all->ops->pick(all) * r; }"
                          "void setup(struct sim *s) { s->ops->law = first; s->ops->pick = next; }", "assigned"),
}  # fmt: skip


def program(folder: Path, *sources: str) -> Program:
    """What some sources say."""
    return Program([together([summary(folder, f"{number}.c", text) for number, text in enumerate(sources)])])


def summary(folder: Path, name: str, text: str) -> Summary:
    """What a source says, which is written to a folder."""
    (folder / name).write_text(HEADER + text)
    return summary_of(str(folder / name), [], None)


def test_what_a_program_lets_a_pointer_lead_to(tmp_path: Path) -> None:
    """All rows have the same 'main'; one source that calls is the same for many."""
    calls = {call: run(call) for call, _, _ in OTHERS.values()}
    callers = {call: summary(tmp_path, "0.c", text) for call, text in calls.items()}
    assert {call: state(HEADER + text) for call, text in calls.items()} == dict.fromkeys(calls, "opaque")
    main = summary(tmp_path, "1.c", MAIN)
    wrong = {}
    for name, (call, other, expected) in OTHERS.items():
        known = Program([together([callers[call], main, summary(tmp_path, "2.c", other)])])
        found = state(HEADER + calls[call], program=known)
        if found != expected:
            wrong[name] = f"{found}, expected {expected}"
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())


SETUP = f"{GOOD}void setup(struct sim *s) {{ s->ops->law = good; }}"


def test_a_program_is_whole(tmp_path: Path) -> None:
    text = run(LAW)
    assert state(HEADER + text, program=program(tmp_path, text, MAIN, SETUP)) == "hoisted"
    assert state(HEADER + text, program=program(tmp_path, text, SETUP)) == "opaque"  # no 'main'
    unread = program(tmp_path, text, MAIN, SETUP, "#include <none.h>\n")
    assert state(HEADER + text, program=unread) == "opaque"
    missing = [summary_of(str(tmp_path / name), [], None) for name in ("0.c", "1.c", "2.c", "none.c")]
    assert state(HEADER + text, program=Program([together(missing)])) == "opaque"
    (tmp_path / "4.cpp").write_text("int f(int k) { return k; }\n")
    mixed = [summary_of(str(tmp_path / name), [], None) for name in ("0.c", "1.c", "2.c", "4.cpp")]
    assert state(HEADER + text, program=Program([together(mixed)])) == "opaque"


def test_a_source_that_is_not_listed_counts(tmp_path: Path) -> None:
    listed = program(tmp_path, run(LAW), MAIN, SETUP)
    assert state(HEADER + GOOD + run(LAW) + "law_t g = good;", program=listed) == "hoisted"
    assert state(HEADER + EVIL + run(LAW) + "law_t g = evil;", program=listed) == "assigned"
    assert state(HEADER + run(LAW) + "law_t g = (law_t)1;", program=listed) == "opaque"
    old = "static double worse(k) double k; { all->a = 0; return k; }\ndouble (*g)() = worse;"
    assert state(HEADER + run(LAW) + old, program=listed) == "assigned"


def test_static_functions_of_one_name_are_several(tmp_path: Path) -> None:
    """Clang's name for a static function has the source's, without its folder."""
    own = f"static double law(double r) {{ return r; }}\nlaw_t keep = law;\n{run(LAW)}"
    (tmp_path / "sub").mkdir()
    (tmp_path / "0.c").write_text(HEADER + own)
    (tmp_path / "1.c").write_text(HEADER + MAIN)
    other = "static double law(double r) { all->a = 0; return r; }\nvoid setup(struct sim *s) { s->ops->law = law; }"
    (tmp_path / "sub/0.c").write_text(HEADER + other)
    read = [summary_of(str(tmp_path / name), [], None) for name in ("0.c", "1.c", "sub/0.c")]
    known = Program([together(read)])
    assert state(HEADER + own, str(tmp_path / "0.c"), known) == "assigned"
