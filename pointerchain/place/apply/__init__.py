# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""An advice and the sources of its program -> the same sources with the advice in them.

``reading`` reads a source by Clang and its directives, ``sites`` finds the allocation of each object,
``uses`` says what a mention of a pointer does, ``frames`` which variables point to the object, and ``flow``
proves that one copy of it does what the program's two do; ``edits`` writes. An object that cannot be followed
is left alone, and it is said why and where.
"""
