# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Numbers that vendors print of their devices, for a machine whose device cannot be measured here.

Bytes, bytes/s, and operations/s in single precision. Of the link only its bandwidth in one direction is
printed; copies and zero-copy accesses are at most that fast.
"""

from __future__ import annotations

from pointerchain.lazy import NamedTuple


class Sheet(NamedTuple):
    """A device and its link."""

    device: str
    memory: float
    bandwidth: float
    peak: float
    link: float
    source: str


SHEETS = {
    "v100-pcie": Sheet(
        "V100 PCIe 16 GB", 16e9, 900e9, 14e12, 15.75e9, "NVIDIA V100 data sheet; PCIe 3.0 x16"
    ),
    "v100-sxm2": Sheet(
        "V100 SXM2 16 GB", 16e9, 900e9, 15.7e12, 15.75e9, "NVIDIA V100 data sheet; PCIe 3.0 x16"
    ),
    "a100-pcie": Sheet(
        "A100 PCIe 80 GB", 80e9, 1935e9, 19.5e12, 31.5e9, "NVIDIA A100 data sheet; PCIe 4.0 x16"
    ),
    "h100-sxm": Sheet("H100 SXM 80 GB", 80e9, 3350e9, 67e12, 63e9, "NVIDIA H100 data sheet; PCIe 5.0 x16"),
    "h200-sxm": Sheet("H200 SXM 141 GB", 141e9, 4800e9, 67e12, 63e9, "NVIDIA H200 data sheet; PCIe 5.0 x16"),
}
