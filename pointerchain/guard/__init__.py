# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A program that is watched while it runs on clang's device on the host.

With the host's pages closed while a kernel runs, a forgotten chain faults as on a GPU: ``guard.c`` is loaded
in front of the program, ``report`` reads what it left. And reads of older copies are told: ``stale/`` is
linked to the program, ``older`` reads what it left. ``launch`` builds both and starts the program.
"""
