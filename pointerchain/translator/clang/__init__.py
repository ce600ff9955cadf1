# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clang: the only room that knows libclang: parses, trees of nodes, and typed questions about them."""
