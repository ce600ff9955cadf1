# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What hoisting takes out of loops on the host: links walked in the source, loads in the compiler's assembly.

``source_loops`` (which loops a translation changed) and ``assembly`` (what a loop reads) -> ``compared``.
"""
