# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deliberate breakages of the translator, as data, and who notices them: ``make mutants``.

``*.rows`` hold the breakages, :mod:`rows` reads them, :mod:`judge` translates the inputs with one of them in
a process of its own, ``scripts/mutants.py`` asks for them all and says what was noticed.
"""
