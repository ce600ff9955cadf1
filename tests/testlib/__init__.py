# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What all rooms of tests share: compiling and running (``build``), and commands of pointerchain that start quickly (``warm``)."""

from testlib.compiling import Built, Ran, build

__all__ = ["Built", "Ran", "build"]
