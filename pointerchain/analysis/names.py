# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Names: what a message calls a declaration that only Clang's name for it (USR) is known of."""

from __future__ import annotations

INDIRECT = "pointer:"
"""What the name of all functions that pointers of one type may lead to begins with."""

DEVICE_DATA, DEVICE_KERNELS = "device:data", "device:kernels"
"""The names of what the functions of sources put onto a device, and of what their kernels store there."""
OF_DEVICES = frozenset((DEVICE_DATA, DEVICE_KERNELS))


def name_of(key: str) -> str:
    """A function's name, of its USR: ``c:@F@bump``, in C++ with its parameters' types behind ``#``."""
    return key.rpartition("@")[2].partition("#")[0]
