# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What all tests share: compiling and running, commands that start quickly (``warm``), tables of rows."""

from testlib.compiling import Built, Ran, build
from testlib.runtime import SANITIZED, runtime, shared_libraries
from testlib.table import check_rows, table

__all__ = ["SANITIZED", "Built", "Ran", "build", "check_rows", "runtime", "shared_libraries", "table"]
