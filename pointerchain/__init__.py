# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""pointerchain: hoist pointer chains out of OpenACC and OpenMP regions.

>>> import pointerchain
>>> result = pointerchain.translate(text, "md.c", ["-I", "include"])
>>> result.text, result.diagnostics
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.suggest.auto import translate_auto as translate_auto
    from pointerchain.translator import Translation as Translation
    from pointerchain.translator import translate as translate

__version__ = "0.1.0"
__all__ = ["Translation", "translate", "translate_auto", "__version__"]


def __getattr__(name: str) -> object:
    """Load the translator only when it is asked for: a source without directives never needs it."""
    if name == "translate_auto":
        from pointerchain.suggest.auto import translate_auto

        return translate_auto
    if name in ("translate", "Translation"):
        from pointerchain import translator

        return getattr(translator, name)
    raise AttributeError(f"module 'pointerchain' has no attribute {name!r}")
