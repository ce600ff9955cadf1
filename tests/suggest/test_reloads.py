# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Locals that are loaded again behind what may change their chain: where that is right and worth it."""

from __future__ import annotations

import pytest

from pointerchain.suggest.auto import look, translate_auto

WORLD = """\
#include <stdlib.h>
struct atoms { double *x; int n, cap; _Bool full; int row[4]; };
struct sim { struct atoms *a, *b; struct atoms *rows[4]; int n; };
extern struct sim *all; extern int limit; extern void unseen(struct sim *); extern int ask(struct sim *);
extern volatile int flag;
static void grow(struct sim *s) { s->a->cap *= 2; s->a->x = realloc(s->a->x, (size_t)s->a->cap); }
static void move(struct sim *s) { s->a = s->b; }
"""
LOAD = " pc_a_x = s->a->x;"
USE = "s->a->x[i] = i;"

AGAIN = {
    "a call in a branch": ("if (i == 3) { unseen(s); } " + USE, "unseen(s);" + LOAD),
    "a branch without braces": ("if (i == 3) unseen(s); " + USE, "{ unseen(s);" + LOAD + " }"),
    "the other branch": ("if (i == 3) limit++; else unseen(s); " + USE, "{ unseen(s);" + LOAD + " }"),
    "a branch in a branch": ("if (i > 3) { if (i == 5) unseen(s); } " + USE, "{ unseen(s);" + LOAD + " }"),
    "a body that is seen": ("if (i == 3) { grow(s); } " + USE, "grow(s);" + LOAD),
    "a link that a body stores": ("if (i == 3) { move(s); } " + USE, "move(s);" + LOAD),
    "a store through a pointer": ("if (i == 3) { *p = 0; } " + USE, "*p = 0;" + LOAD),
    "two changes, one behind the other": (
        "if (i == 3) { *p = 0; } limit += (int)s->a->x[0]; if (i == 4) { move(s); } " + USE,
        f"*p = 0;{LOAD} }} limit += (int)pc_a_x[0]; if (i == 4) {{ move(s);{LOAD} }}",
    ),
    "a call before an inner loop": (
        "unseen(s); limit += s->a->n; for (int j = 0; j < m; j++) { if (j == k) continue; s->a->x[j] = j; }",
        None,
    ),
    "behind a label": (
        "if (i == 3) { unseen(s); } again: " + USE + " if (limit) goto again;",
        "unseen(s);" + LOAD,
    ),
    "before a label": (
        USE + " if (i == 3) { *p = 0; } " + USE + " again: if (limit--) goto again;",
        "*p = 0;" + LOAD,
    ),
    "the chain in the call's arguments": (
        "if (i == 3) { unseen(s + s->a->n); } limit += s->a->n;",
        "unseen(s + pc_a_n); pc_a_n = s->a->n;",
    ),
}
LEFT = {
    "two calls in a row": "if (i == 3) { unseen(s); unseen(s); } " + USE,
    "a value that is thrown away": "if (i == 3) { (void)ask(s); } " + USE,
    "in every iteration": "unseen(s); " + USE,
    "where nothing follows": "if (i > 3) { limit += (int)s->a->x[i]; } else { unseen(s); }",
    "where the loop goes on": USE + " if (i == 3) { unseen(s); continue; } limit += (int)s->a->x[i];",
    "where a test follows": USE + " if (i == 3) { unseen(s); } if (limit) limit += (int)s->a->x[i];",
    "before a call that may end all": USE + " if (i == 3) { unseen(s); exit(i); }"
    " if (i == 4) { unseen(s); abs(ask(s)); } limit += (int)s->a->x[i];",
    "in a condition": "if (i == 3 && ask(s)) limit++; " + USE,
    "in an initialisation": "if (i == 3) { int v = ask(s); limit += v; } " + USE,
    "with the chain in one statement": "if (i == 3) { limit = ask(s) + (int)s->a->x[0]; } " + USE,
    "with the root in one statement": "if (i == 3) { limit = (unseen(s), s != 0); } " + USE,
    "by the chain's own name": "if (i == 3) { s->a = s->b; } " + USE,
    "in the loop's head": "for (int j = 0; j < ask(s); j++) { " + USE + " }",
    "jumped over": USE + " if (i == 3) { unseen(s); goto next; } limit += (int)s->a->x[i]; next: ;",
    "in a statement expression": "if (i == 3) { limit += ({ unseen(s); 1; }); } " + USE,
    "with threads": "if (i == 3) { unseen(s); }\n#pragma omp parallel\n{ " + USE + " }",
    "of a switch": "switch (i) { case 3: unseen(s); } " + USE,
}


def source(body: str) -> bytes:
    head = "void f(struct sim *s, double **p, int k, int m)\n{ limit = s->a->n; "
    return f"{WORLD}{head}for (int i = 0; i < m; i++) {{ {body} }} }}\n".encode()


@pytest.mark.parametrize(("body", "text"), list(AGAIN.values()), ids=[*AGAIN])
def test_a_local_is_loaded_again(body: str, text: str | None) -> None:
    made = translate_auto(source(body), "f.c", ["-std=gnu11"]).translation.text
    assert made is not None
    rows = [row for row in look(source(body), "f.c", ["-std=gnu11"]) if row.chosen and row.chosen.reloads]
    assert bool(rows) == (text is not None)
    assert text is None or text.encode() in made, made.decode()


@pytest.mark.parametrize("body", list(LEFT.values()), ids=[*LEFT])
def test_a_local_is_not_loaded_again(body: str) -> None:
    rows = look(source(body), "f.c", ["-std=gnu11"])
    assert [row.text for row in rows if row.chosen is not None and row.chosen.reloads] == []


def test_a_value_alone_is_loaded_where_its_object_stays() -> None:
    """Whether it is used again or not: the pointers lead where they led."""
    text = translate_auto(
        source("if (s->a->n > i) limit++; if (i == 3) { k = *(int *)p; ((int *)p)[1] = i; }"), "f.c"
    ).translation.text
    assert text is not None and b"((int *)p)[1] = i; pc_a_n = s->a->n;" in text
    freed = source("if (s->a->n > i) limit++; if (i == 3) { ((int *)p)[1] = i; free(s->b); }")
    assert b"; pc_a_n =" not in (translate_auto(freed, "f.c").translation.text or b"")


@pytest.mark.parametrize("change", ["unseen(s);", "*p = 0;", "move(s);"])
def test_what_is_used_behind_a_change_alone_is_not_evaluated_before_it(change: str) -> None:
    """What changes it may set the pointer that is followed then."""
    made = translate_auto(source(f"if (i == 0) {{ {change} }} all->a->x[i] = i;"), "f.c").translation.text
    assert made is not None and b"pc_a_x = all->a->x" not in made


def test_directives_do_not_say_it() -> None:
    from pointerchain.suggest.patch import patched

    text = source(AGAIN["a call in a branch"][0])
    assert patched(text, False, look(text, "f.c"), True) == text
