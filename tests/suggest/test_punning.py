# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""An array in a union of several types, or in a 'may_alias' struct, keeps its name; its pointer leaves."""

from __future__ import annotations

import pytest

from pointerchain.suggest.auto import look

TYPES = """\
#define MAYBE __attribute__((may_alias))
struct MAYBE over { int x[2]; int n; };
struct __attribute__((__may_alias__)) under { int x[2]; };
typedef struct under under_t; typedef under_t *under_p;
union two { int i[4]; float f[4]; };
union pointers { int *p[2]; double *q[2]; };
union same { double v[3]; struct { double x, y, z; }; };
union bytes { double v[3]; char raw[24]; };
struct deep { union { struct { int m[3][3]; int n; } in; long l; }; union two u; int own[3]; };
struct sim { struct over *m; under_p b; union two *t; union pointers *p; struct deep *d; union same *s;
  union bytes *y; };
int f(struct sim *s, int n) { int k = 0; for (int i = 0; i < n; i++) k += %s; return k; }
"""


def hoisted(use: str, name: str, *args: str) -> list[str]:
    return [row.text for row in look((TYPES % use).encode(), name, args) if row.chosen is not None]


@pytest.mark.parametrize("name", ["f.c", "f.cpp"])
@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("s->m->x[i]", "s->m"),
        ("s->b->x[i]", "s->b"),
        ("s->t->i[i]", "s->t"),
        ("*s->p->p[i]", "s->p"),
        ("s->d->in.m[1][i]", "s->d"),
        ("s->d->u.f[i]", "s->d"),
        ("s->d->own[i]", "s->d->own"),
        ("s->d->in.n", "s->d->in.n"),
        ("s->s->v[i]", "s->s->v"),
        ("s->y->v[i]", "s->y->v"),
        ("s->y->raw[i]", "s->y->raw"),
    ],
)
def test_an_array_keeps_its_name(use: str, expected: str, name: str) -> None:
    assert hoisted(use, name) == [expected]


def test_types_that_tell_nothing_apart_need_no_names() -> None:
    assert hoisted("s->t->i[i]", "f.c", "-fno-strict-aliasing") == ["s->t->i"]
    assert hoisted("s->t->i[i]", "f.c", "-fno-strict-aliasing", "-fstrict-aliasing") == ["s->t"]
