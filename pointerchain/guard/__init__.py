# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A program with the host's pages closed while a kernel runs: a forgotten chain faults as on a GPU.

``guard.c`` is loaded in front of the program, ``launch`` builds and starts it, ``report`` reads what it left.
"""
