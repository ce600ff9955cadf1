# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A text without loops, or without chains in them, is not looked into; whatever may be one is."""

from __future__ import annotations

import pytest

from pointerchain.build.patterns import may_hold_chains


@pytest.mark.parametrize(
    ("text", "c", "cxx"),
    [
        ("for (;;) s->n++;", True, True),
        ("while/* ever */(1) (*s) . n++;", True, True),
        ("do s[0].n++; while (1);", True, True),
        ("for (;;) s[0] /* of all */ .n++;", True, True),
        ("fo\\\nr (;;) s-\\\n>n++;", True, True),
        ("for (;;) s<:0:>.n++;", True, True),
        ("for // ever\n(;;) f()[0] // of all\n.n++;", True, True),
        ("for (;;) n++;", False, True),
        ("#include <a.h>\n/* this. */ // and. this\nfor (;;) f() /* n */;", False, True),
        ("for (;;) s.n++;", False, True),
        ('for (;;) puts("s->n // [1].n"); // see (1). Or s->n', False, True),
        ('for (;;) if (c == \'"\') s->n++; else puts("");', True, True),
        ('puts("/*"); for (;;) s->n++; puts("*/");', True, True),
        ("/* once for all */ s->n++;", False, False),
        ("int before; s->n = forward(1);", False, False),
    ],
)
def test_a_text_that_may_hold_chains(text: str, c: bool, cxx: bool) -> None:
    assert (may_hold_chains(text.encode(), False), may_hold_chains(text.encode(), True)) == (c, cxx)
