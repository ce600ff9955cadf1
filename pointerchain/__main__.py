# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``python -m pointerchain``."""

import sys

from pointerchain.cli import main

if __name__ == "__main__":
    sys.exit(main())
