# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Reading, counting and comparing the PTX that compilers generate.

``reader`` turns text into functions, ``counts`` functions into numbers,
``match`` and ``compare`` put two files side by side. docs/ptx.md has the definitions.
"""
