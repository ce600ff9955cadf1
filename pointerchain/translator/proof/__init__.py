# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The proof of each translation: Clang's tree before and after, compared by one that knows no check."""
