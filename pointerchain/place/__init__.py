# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where the data objects of an offloaded program should live.

``equations`` has the equations of MemMap (paper 004), as printed and corrected.
docs/place.md says what is built.
"""
