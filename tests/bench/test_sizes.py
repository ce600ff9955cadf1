# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Tables 1 and 2 of Ghane et al. 2019, digit for digit."""

from __future__ import annotations

from pointerchain.bench import sizes
from pointerchain.bench.model import Variant

TABLE_1 = """
100 1.61 KB, 2.41 KB, 3.22 KB, 4.02 KB, 4.83 KB, 5.63 KB, 6.44 KB, 7.24 KB, 8.05 KB
1000 0.02 MB, 0.02 MB, 0.03 MB, 0.04 MB, 0.05 MB, 0.05 MB, 0.06 MB, 0.07 MB, 0.08 MB
10000 0.15 MB, 0.23 MB, 0.31 MB, 0.38 MB, 0.46 MB, 0.53 MB, 0.61 MB, 0.69 MB, 0.76 MB
100000 1.53 MB, 2.29 MB, 3.05 MB, 3.81 MB, 4.58 MB, 5.34 MB, 6.10 MB, 6.87 MB, 7.63 MB
1000000 15.26 MB, 22.89 MB, 30.52 MB, 38.15 MB, 45.78 MB, 53.41 MB, 61.04 MB, 68.66 MB, 76.29 MB
10000000 152.59 MB, 228.88 MB, 305.18 MB, 381.47 MB, 457.76 MB, 534.06 MB, 610.35 MB, 686.65 MB, 762.94 MB
100000000 1525.88 MB, 2288.82 MB, 3051.76 MB, 3814.70 MB, 4577.64 MB, 5340.58 MB, 6103.52 MB, 6866.46 MB, 7629.39 MB
"""  # noqa: E501 -- as it is printed

TABLE_2 = """
10 1.43 KB, 7.88 KB, 0.02 MB, 0.05 MB, 0.10 MB, 0.17 MB, 0.26 MB, 0.39 MB
100 0.01 MB, 0.07 MB, 0.20 MB, 0.45 MB, 0.86 MB, 1.46 MB, 2.29 MB, 3.39 MB
1000 0.11 MB, 0.65 MB, 1.98 MB, 4.47 MB, 8.49 MB, 0.01 GB, 0.02 GB, 0.03 GB
10000 1.14 MB, 6.49 MB, 0.02 GB, 0.04 GB, 0.08 GB, 0.14 GB, 0.22 GB, 0.33 GB
100000 0.01 GB, 0.06 GB, 0.19 GB, 0.44 GB, 0.83 GB, 1.40 GB, 2.20 GB, 3.26 GB
"""


def parsed(text: str) -> list[list[str]]:
    return [
        [n, *rest.split(", ")] for line in text.strip().splitlines() for n, _, rest in [line.partition(" ")]
    ]


def test_table_1() -> None:
    assert sizes.table_1() == [["n", *map(str, range(2, 11))], *parsed(TABLE_1)]


def test_table_2() -> None:
    assert sizes.table_2() == [["n", *map(str, range(2, 17, 2))], *parsed(TABLE_2)]


def test_equation_2_has_one_array() -> None:
    variant = Variant("linear", 5, "LLinit-LLused", "uvm", "openacc")
    assert variant.data_size(1000, 1) == 24 * 5 + 8 * 1000


def test_equation_3_by_hand() -> None:
    last = 12 + 8 * 10
    assert sizes.dense(1, 10, 3) == 24 + 80 + 3 * last
    assert sizes.dense(2, 10, 3) == 24 + 80 + 3 * (24 + 80 + 3 * last)
