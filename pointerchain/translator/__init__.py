# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The main road: source bytes -> translated bytes and diagnostics, one module a stage.

``directives`` -> ``regions`` -> ``facts`` (Clang) -> ``chains`` -> ``checks`` -> ``plan`` -> ``rewrite``,
in a row in ``pipeline``.
"""

from pointerchain.translator.pipeline import translate
from pointerchain.translator.result import Translation

__all__ = ["Translation", "translate"]
