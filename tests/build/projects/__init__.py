# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random small projects, built plainly and with the launcher, and what differs between the two builds.

``generate`` makes a plan of numbers (``progen.choices``), ``compare`` carries it out on both sides, ``session``
counts, shrinks and keeps what it finds.
"""
