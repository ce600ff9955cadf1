# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The deep-copy microbenchmarks: which programs there are, and how they are made, built, run and reported.

The road: ``model`` (which variants) -> ``generate`` (sources) -> ``build`` (programs) -> ``run``
(measurements) -> ``results`` (what a file of them holds) -> ``report``. What is printed
meanwhile is ``cli/bench.py``'s.
"""
