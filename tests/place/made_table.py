# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Writes ``made-up.csv``, a table of placements on a machine that is not there: its times follow from lines.

python tests/place/made_table.py > tests/place/made-up.csv
"""

from __future__ import annotations

import sys

HEADER = "plat,bench,input,variant,kernel,h2d,d2h,d2d,um_h2d,um_h2d_b,um_d2h,um_d2h_b,fg,fgt,cpuf,thr"
GRIDS = (64, 256, 1024, 4096)
# Milliseconds of a grid of so many bytes.
COPY_IN = {n: 0.010 + 4 * n * n / 6e6 for n in GRIDS}
COPY_OUT = {n: 0.010 + 4 * n * n / 3e6 for n in GRIDS}
MIGRATE = {n: 0.500 + 4 * n * n / 4e6 for n in GRIDS}
POPULATE = {n: 0.250 + 4 * n * n / 8e6 for n in GRIDS}
TO_HOST = {n: 0.020 + 4 * n * n / 10e6 for n in GRIDS}
DUPLICATE = {n: 0.400 + 4 * n * n / 5e6 for n in GRIDS}
COLLAPSE = {n: 5.000 + 4 * n * n / 0.2e6 for n in GRIDS}
REMOTE = {n: 0.010 + 4 * n * n / 2e6 for n in GRIDS}
MAP = {n: 1.000 + 4 * n * n / 1e6 for n in GRIDS}
REMOTE_WRITE = {n: 4 * n * n / 1.5e6 for n in GRIDS}
KERNEL = 0.05


def hotspot(n: int, variant: str) -> str:
    temp = variant[0]
    kernel = KERNEL
    h2d = d2h = um_in = um_out = 0.0
    size = 4 * n * n
    faults = {"1": MIGRATE, "3": MIGRATE, "6": MIGRATE, "2": DUPLICATE, "4": REMOTE}
    for digit in variant:
        if digit == "0":
            h2d += COPY_IN[n]
        elif digit == "5":
            kernel += MAP[n] + REMOTE[n]
        else:
            kernel += faults[digit][n]
            um_in += size if digit != "4" else 0
    if temp == "0":
        d2h = COPY_OUT[n]
    elif temp == "5":
        kernel += REMOTE_WRITE[n]
    else:
        kernel += COLLAPSE[n] if temp == "2" else POPULATE[n]
        um_out = TO_HOST[n]
    return row("lab", "hotspot", str(n), variant, kernel, h2d, d2h, um_in, um_out, size if um_out else 0)


def row(plat, bench, name, variant, kernel, h2d, d2h, um_in, um_out, um_out_bytes):
    return (
        f"{plat},{bench},{name},{variant},{kernel:.6f},{h2d:.6f},{d2h:.6f},0,0,{um_in:.0f},"
        f"{um_out:.6f},{um_out_bytes:.0f},0,0,0,0"
    )


def gaussian(plat: str, n: int, kernel: float) -> list[str]:
    """Device memory is best, managed memory adds 5 %; in place, or read-mostly and written, it is 200 %."""
    rows = []
    for digits in ("000", "111", *(f"{x}00" for x in range(1, 7)), *(f"00{x}" for x in range(1, 7))):
        share = 0.05 * (digits != "000") + 1.95 * bool(set(digits) & set("245"))
        rows.append(row(plat, "gaussian", f"matrix{n}", digits, kernel * (1 + share), 0.1, 0.1, 0, 0, 0))
    return rows


def table() -> str:
    single = ["00", *(f"0{x}" for x in range(1, 7)), *(f"{x}0" for x in range(1, 7))]
    lines = [HEADER, *(hotspot(n, variant) for n in GRIDS for variant in single)]
    lines += gaussian("lab", 256, 4.0) + gaussian("lab2", 256, 5.0) + gaussian("lab", 16, 0.1)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table())
