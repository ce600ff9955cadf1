# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random functions without directives, whose loops hold chains and all that could change one.

``world`` has the objects, ``chains`` the chains through them, ``hazards`` what changes a link and what only
looks like it, ``shields`` what keeps a null link from being followed, ``skeletons`` the loops around both,
``generate`` a function of it all, ``judge`` what becomes of files of them.
"""
