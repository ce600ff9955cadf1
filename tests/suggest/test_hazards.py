# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Ways to change what a chain reads that do not look like an assignment: no chain leaves such a loop."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pointerchain.suggest.auto import look

HERE = Path(__file__).parent


@pytest.mark.parametrize(("name", "standard"), [("hazards.c", "gnu11"), ("hazards.cpp", "c++20")])
def test_nothing_is_hoisted(name: str, standard: str) -> None:
    source = (HERE / name).read_bytes()
    rows = look(source, name, [f"-std={standard}"])
    assert [(row.function, row.text) for row in rows if row.chosen is not None] == []
    functions = set(re.findall(rb"int (f\d+)\((?:const )?(?:struct )?sim ?[*&]", source))
    looked_at = {row.function.encode() for row in rows if row.links}
    # a container's operator and a member function of an object make no chain, and one loop is a template's
    assert functions - looked_at <= {b"f14", b"f15", b"f17", b"f24"}


def test_what_only_looks_like_one_is_no_hazard() -> None:
    source = (HERE / "hazards.c").read_bytes().replace(b"*(&s->a) = &s->own;", b"m = m;")
    assert {row.function for row in look(source, "hazards.c", ["-std=gnu11"]) if row.chosen} == {"f7"}
