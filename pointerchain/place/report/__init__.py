# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""advice.json as a page to look at: ``figures`` draws, ``page`` writes."""
