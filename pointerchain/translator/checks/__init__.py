# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Checks: the facts of a source -> what is refused and what is doubted.

Each module is one pass, ``check(context, facts) -> findings``. No pass changes the facts or sees what
another found; they run in any order.
"""
