# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where the data objects of an offloaded program should live.

``equations`` has the equations of MemMap (PACT 2020), as printed and corrected.
docs/place.md says what is built.
"""
