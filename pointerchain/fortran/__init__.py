# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Fortran: automatic deep copy of derived types.

``pipeline.translate(data, name, directories)`` is the way in. The source is read by lines (``lines``) and by
program units (``units``); fparser2 reads declarations (``declarations``); ``names`` says what a name means
where it stands, across the modules that ``modules`` finds. Sizes, offsets and bounds are asked of the user's
compiler when the program runs, so nothing here knows how a compiler lays out a dope vector.
"""
