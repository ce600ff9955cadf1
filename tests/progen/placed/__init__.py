# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random functions whose loops run on a device with its own memory, where each pointer that they follow leads there.

``world`` is what they work on, ``generate`` makes them, ``judge`` compares them before and after ``--auto``.
"""
