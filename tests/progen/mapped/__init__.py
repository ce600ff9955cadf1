# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""C functions that map whole structs before, around and in regions, for a device with its own data."""
