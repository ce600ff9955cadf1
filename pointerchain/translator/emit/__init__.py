# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Emit: what was decided -> edits -> text. No analysis."""
