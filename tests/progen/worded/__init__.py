# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""C++ functions whose members, parameters and locals have names that directives have words of."""
