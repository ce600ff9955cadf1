# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chains without annotations: a source without directives -> the chains that are proved to be hoistable."""
