# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random functions with compute constructs that have no data clauses, for ``pointerchain map``."""
