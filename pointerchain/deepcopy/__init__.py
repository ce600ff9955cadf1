# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep copy: the user's types as descriptors, and the directives that copy whole structures.

Loaded only for a source that holds a ``shape``, ``policy`` or ``deepcopy`` directive.
"""
