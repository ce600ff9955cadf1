# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Facts: what Clang says of the regions, collected once and frozen before anything is judged."""
