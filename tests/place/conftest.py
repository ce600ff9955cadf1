# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The programs that tests of placements run."""

import pytest
from devices import Programs


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    """Programs, of which what they have in common is compiled once."""
    return Programs(tmp_path_factory.mktemp("programs"))
