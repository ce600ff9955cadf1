# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""How many bytes a tree has: Equations 1 to 3 of Ghane et al. 2019, and their Tables 1 and 2.

Elements are doubles of 8 bytes, structs have 24. The structs of Dense's last level count as 12 bytes, as
in the paper; a compiler gives them 16 (4 bytes of padding).
"""

from __future__ import annotations

STRUCT, LAST_STRUCT, ELEMENT = 24, 12, 8
KIB, MIB, GIB = 2**10, 2**20, 2**30

TABLE_1_LEVELS = tuple(range(2, 11))
TABLE_1_ELEMENTS = tuple(10**power for power in range(2, 9))
TABLE_2_FANOUTS = tuple(range(2, 17, 2))
TABLE_2_ELEMENTS = tuple(10**power for power in range(1, 6))


def linear(levels: int, elements: int, arrays: int) -> int:
    """Bytes of a Linear tree of ``levels`` structs, ``arrays`` of which have an array.

    Equation 1 with as many arrays as levels (the layouts allinit-allused and allinit-LLused), Equation 2
    with one (LLinit-LLused).
    """
    return STRUCT * levels + ELEMENT * elements * arrays


def dense(depth: int, elements: int, fanout: int) -> int:
    """Bytes of a Dense tree: Equation 3."""
    if depth == 0:
        return LAST_STRUCT + ELEMENT * elements
    return STRUCT + ELEMENT * elements + fanout * dense(depth - 1, elements, fanout)


def dense_last_structs(depth: int, fanout: int) -> int:
    """How many structs the last level of a Dense tree has."""
    return int(fanout**depth)


def table_1_cell(levels: int, elements: int) -> str:
    """A cell of Table 1: the row of 100 elements in KB, the others in MB (2**10 and 2**20 bytes)."""
    size = linear(levels, elements, levels)
    return f"{size / KIB:.2f} KB" if elements == 100 else f"{size / MIB:.2f} MB"


def table_2_cell(elements: int, fanout: int, depth: int = 3) -> str:
    """A cell of Table 2: less than 10 KB in KB, less than 10 MB in MB, else in GB."""
    size = dense(depth, elements, fanout)
    if size < 10 * KIB:
        return f"{size / KIB:.2f} KB"
    return f"{size / MIB:.2f} MB" if size < 10 * MIB else f"{size / GIB:.2f} GB"


def table_1() -> list[list[str]]:
    """Table 1 with its headings: elements down, levels across."""
    head = ["n", *(str(levels) for levels in TABLE_1_LEVELS)]
    return [
        head,
        *(
            [str(elements), *(table_1_cell(levels, elements) for levels in TABLE_1_LEVELS)]
            for elements in TABLE_1_ELEMENTS
        ),
    ]


def table_2() -> list[list[str]]:
    """Table 2 with its headings: elements down, fan-out across."""
    head = ["n", *(str(fanout) for fanout in TABLE_2_FANOUTS)]
    return [
        head,
        *(
            [str(elements), *(table_2_cell(elements, fanout) for fanout in TABLE_2_FANOUTS)]
            for elements in TABLE_2_ELEMENTS
        ),
    ]
