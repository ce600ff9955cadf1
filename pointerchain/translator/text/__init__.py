# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Text: what is read of a source without Clang: tokens, pragmas, paths, regions."""
