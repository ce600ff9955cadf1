# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Facts of programs, and no judgement: what functions read and store, and what leads where."""
