# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What functions of other sources do, as ``-p`` has them read: what they store, whether they return."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pointerchain.build.compdb import Database
from pointerchain.cli.program import functions_of_build
from pointerchain.suggest.auto import look
from pointerchain.suggest.program import Program, functions_of, summary_of, together

WORLD = """\
#include <stdio.h>
#include <stdlib.h>
struct atoms { int n; double *x; };
struct sim { struct atoms *a; struct atoms *spare; struct atoms *rows[4]; int n, m; };
union both { struct atoms *one; struct atoms *other; };
struct holder { union both u; int n; };
extern struct sim *all;
"""
OTHER = """\
void grow(struct atoms **p, int *n, int m)
{
  if (*n >= m) {
    *p = realloc(*p, 100);
    if (!*p) { fprintf(stderr, "no memory"); all = 0; exit(1); }
  }
  (*p)->n++;
}
void perhaps(int k) { if (k) { all = 0; if (k > 1) return; exit(1); } }
void jumps(int k) { if (k) { all = 0; if (k > 1) goto out; exit(1); } out:; }
void breaks(int k) { while (k) { all = 0; if (k > 1) break; exit(1); } }
void dies(void) { all = 0; printf("left"); abort(); }
void fill(int *p, int k) { for (int i = 0; i < k; i++) p[i] = k; }
void lies(int *p) { *(struct atoms **)p = 0; }
void clear(struct atoms **p, int k) { p[k] = 0; }
int by_value(const void *a, const void *b) { const int *p = a, *q = b; return *p < *q ? -1 : *p > *q; }
static const void *last;
int by_last(const void *a, const void *b) { last = a; return a < b; }
"""
DECLARED = """\
void grow(struct atoms **, int *, int); void perhaps(int); void jumps(int); void breaks(int); void dies(void);
void fill(int *, int); void lies(int *); void clear(struct atoms **, int);
int by_value(const void *, const void *); int by_last(const void *, const void *);
"""

LOOPS = {
    "ends the program": ("grow(&s->spare, &s->m, m);", "s->a->n", "assigned"),
    "ends the program, and the link is apart": ("grow(&s->spare, &s->m, m);", "s->a", "guarded"),
    "the link": ("grow(&s->a, &s->m, m);", "s->a", "assigned"),
    "an element beside": ("grow(&s->rows[i & 1], &s->m, m);", "s->a", "guarded"),
    "may return": ("perhaps(i);", "all->a", "assigned"),
    "may jump behind it": ("jumps(i);", "all->a", "assigned"),
    "may break behind it": ("breaks(i);", "all->a", "assigned"),
    "never comes back": ("if (i > 9) dies();", "all->a", "guarded"),
    "goes beyond the member": ("fill(&s->n, 1);", "s->m", "alias"),
    "stays in the array": ("clear(s->rows, i);", "s->a", "guarded"),
    "the array's element": ("clear(s->rows, i);", "s->rows[1]", "assigned"),
    "beyond another member": ("clear(&s->spare, i);", "s->a", "alias"),
    "a member of another type": ("lies(&s->n);", "s->a", "alias"),
    "what lies over it": ("grow(&h->u.other, &h->n, m);", "h->u.one", "assigned"),
    "sorted": ("int *v = malloc(80); v[i] = 1; qsort(v, 9, 4, by_value);", "s->a->n", "guarded"),
    "sorted and kept": ("int *v = malloc(80); v[i] = 1; qsort(v, 9, 4, by_last);", "s->a->n", "alias"),
}


@pytest.mark.parametrize(("body", "chain", "state"), list(LOOPS.values()), ids=[*LOOPS])
def test_what_a_function_of_another_source_does(tmp_path: Path, body: str, chain: str, state: str) -> None:
    other = tmp_path / "other.c"
    other.write_text(WORLD + OTHER)
    use = f"m += {chain};" if chain.endswith(("n", "m")) else f"m += {chain}->n;"
    text = f"{WORLD}{DECLARED}int f(struct sim *s, struct holder *h, int k, int m)\n"
    text += f"{{ for (int i = 0; i < k; i++) {{ {use} {body} }} return m; }}\n"
    program = Program([functions_of(str(other), [], None)])
    rows = look(text.encode(), "one.c", elsewhere=program.does)
    words = {
        row.text: row.code or ("guarded" if row.chosen and row.chosen.guard else "hoisted") for row in rows
    }
    assert words.get(chain, words.get(f"{chain}->n")) == state, words


PUNNED = """\
typedef float{} lax;
void punned(float *p) {{ *(lax *)p = 1; }}
"""


@pytest.mark.parametrize(
    ("attribute", "args", "state"),
    [
        ("", [], "hoisted"),
        ("", ["-fno-strict-aliasing"], "alias"),
        (" __attribute__((may_alias))", [], "alias"),
    ],
)
def test_what_a_compile_says_of_aliasing_holds_for_its_stores(
    tmp_path: Path, attribute: str, args: list[str], state: str
) -> None:
    """A store to a ``float`` may be to an ``int`` where the function is, whatever holds for its callers."""
    other = tmp_path / "other.c"
    other.write_text(PUNNED.format(attribute))
    text = f"{WORLD}void punned(float *);\nvoid f(struct sim *s, float *p)\n"
    text += "{ for (int i = 0; i < s->a->n; i++) punned(p); }\n"
    program = Program([functions_of(str(other), args, None)])
    rows = look(text.encode(), "one.c", elsewhere=program.does)
    assert {row.text: row.code or "hoisted" for row in rows}["s->a->n"] == state


def test_what_a_source_may_define_that_cannot_be_read_may_do_anything(tmp_path: Path) -> None:
    (tmp_path / "good.c").write_text("void step(int *p) { *p = 1; }\nvoid other(int *p) { *p = 1; }\n")
    (tmp_path / "bad.c").write_text("#include <none.h>\nvoid step(int *p) { all->a = 0; }\n")
    found = together(summary_of(str(tmp_path / name), [], None) for name in ("good.c", "bad.c", "none.c"))
    opaque = {key: bool(row.unknown) for key, row in found.items()}
    device = {"device:data": False, "device:kernels": False}
    assert opaque == {"c:@F@step": True, "c:@F@other": False, "pointer:?": True, "streams:": True, **device}


def test_a_function_that_a_linker_may_wrap_may_do_anything(tmp_path: Path) -> None:
    (tmp_path / "b.c").write_text("void quiet(void) {}\nvoid still(void) {}\n")
    (tmp_path / "c.c").write_text("extern int *all; void __wrap_quiet(void) { all = 0; }\n")
    found = together(summary_of(str(tmp_path / name), [], None) for name in ("b.c", "c.c"))
    assert [bool(found[f"c:@F@{name}"].unknown) for name in ("quiet", "still")] == [True, False]


def test_each_way_in_which_a_source_is_compiled_counts(tmp_path: Path) -> None:
    source = tmp_path / "step.c"
    source.write_text("int *kept; void step(int *p) {\n#ifdef KEEP\nkept = p;\n#endif\n}\n")
    rows = [
        {"directory": str(tmp_path), "file": "step.c", "command": f"gcc {option} -c step.c"}
        for option in ("-O2", "-DKEEP", "-O2")
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(rows))
    database = Database(str(tmp_path / "compile_commands.json"))
    assert [flags.arguments for _, _, flags in database.commands()] == [("-O2",), ("-DKEEP",)]
    found = functions_of_build(str(tmp_path), 1, ())
    assert found["c:@F@step"].mod.variables == {("c:@kept", "")}


INLINE = "inline void tidy(struct sim *s) { s->n++; }\nvoid turn(struct sim *s) { tidy(s); }\n"
DEFINES = {
    "the same": ("extern inline void tidy(struct sim *);\n", "hoisted"),
    "another": ("void tidy(struct sim *s) { s->a = s->spare; }\n", "assigned"),
    "none is seen": (None, "opaque"),
}


@pytest.mark.parametrize("call", ["tidy(s);", "turn(s);"])
@pytest.mark.parametrize(("defines", "state"), list(DEFINES.values()), ids=[*DEFINES])
def test_a_call_of_an_inline_function_may_run_the_body_of_another_source(
    tmp_path: Path, defines: str | None, state: str, call: str
) -> None:
    """In C it is unspecified which body runs (C11 6.7.4 paragraph 7)."""
    (tmp_path / "tidy.h").write_text(WORLD + INLINE.replace("void turn", "static inline void turn"))
    other = tmp_path / "other.c"
    own = "void tidy(struct sim *);\n" if defines and "spare" in defines else ""
    header = WORLD if own else '#include "tidy.h"\n'
    other.write_text(header + own + (defines or ""))
    text = f'#include "tidy.h"\nvoid f(struct sim *s) {{ for (int i = 0; i < s->a->n; i++) {call} }}\n'
    (tmp_path / "one.c").write_text(text)
    sources = [str(other), str(tmp_path / "one.c")] if defines else []
    program = Program([functions_of(each, [], None) for each in sources])
    rows = look(text.encode(), str(tmp_path / "one.c"), elsewhere=program.does)
    assert {row.text: row.code or "hoisted" for row in rows}["s->a->n"] == state


def test_an_inline_function_of_cpp_has_one_body() -> None:
    text = f"{WORLD}{INLINE}void f(struct sim *s) {{ for (int i = 0; i < s->a->n; i++) tidy(s); }}\n"
    rows = look(text.encode(), "one.cpp")
    assert {row.text: row.code or "hoisted" for row in rows}["s->a->n"] == "hoisted"


def test_a_sort_by_an_inline_function_may_compare_by_that_of_another_source() -> None:
    compares = "by(const void *p, const void *q) { return *(const int *)p < *(const int *)q; }\n"
    states = []
    for kind in ("static inline int ", "inline int "):
        text = f"{WORLD}{kind}{compares}void f(struct sim *s, int k) {{ int *v = malloc(80);\n"
        text += "if (!v) return;\nfor (int i = 0; i < k; i++) { v[i] = s->a->n; qsort(v, 9, 4, by); } }\n"
        found = {row.text: row.code or "hoisted" for row in look(text.encode(), "one.c")}
        states.append(found["s->a->n"])
    assert states == ["hoisted", "opaque"]


def test_what_a_function_of_a_header_does_is_seen(tmp_path: Path) -> None:
    """Also where the loop's checks, which read no bodies of headers, would have to doubt it."""
    (tmp_path / "get.h").write_text(
        f"{WORLD}static inline double get(struct sim *s, int i) {{ s->n++; return s->a->x[i]; }}\n"
        "static inline void put(struct sim *s) { s->a = 0; }\n"
    )
    text = '#include "get.h"\ndouble f(struct sim *s) { double r = 0;\n'
    text += "for (int i = 0; i < s->a->n; i++) r += get(s, i);\n"
    text += "for (int i = 0; i < s->a->n; i++) put(s);\nreturn r; }\n"
    rows = look(text.encode(), str(tmp_path / "one.c"))
    assert [row.code or "hoisted" for row in rows if row.text == "s->a->n"] == ["hoisted", "assigned"]


CLASSES = """\
struct atoms { int n, m; };
struct sim { atoms *a; };
struct base { base(); ~base(); };
struct ends : base { int k; ends(); ~ends(); };
struct begins { int k; begins(); };
struct calm { int k; calm(); ~calm(); };
extern sim *all;
"""
OF_CLASSES = """\
base::base() {}
base::~base() { all->a->n++; }
ends::ends() : k(1) {}
ends::~ends() {}
begins::begins() : k(all->a->n++) {}
calm::calm() : k(1) {}
calm::~calm() { all->a->m++; }
"""


@pytest.mark.parametrize(
    ("made", "state"), [("ends", "assigned"), ("begins", "assigned"), ("calm", "guarded")]
)
def test_what_begins_and_ends_an_object_in_another_source_is_seen(
    tmp_path: Path, made: str, state: str
) -> None:
    other = tmp_path / "other.cpp"
    other.write_text(CLASSES + OF_CLASSES)
    text = f"{CLASSES}int f(sim *s, int k, int m)\n"
    text += f"{{ for (int i = 0; i < k; i++) {{ m += s->a->n; {made} o; m += o.k; }} return m; }}\n"
    rows = look(text.encode(), "one.cpp", elsewhere=Program([functions_of(str(other), [], None)]).does)
    words = {
        row.text: row.code or ("guarded" if row.chosen and row.chosen.guard else "hoisted") for row in rows
    }
    assert words["s->a->n"] == state, words
