# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Decisions scored on runs that others measured: ``table`` -> ``calibrate``, ``programs`` -> ``score``."""
