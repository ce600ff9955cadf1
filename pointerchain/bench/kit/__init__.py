# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Build here, run there: an archive that measures on a machine with a driver and nothing else.

The road: ``cells`` (what is run, and in which order) and ``extras`` (programs beside the suite's) ->
``libraries`` (what they load) -> ``pack`` (the archive); on the node ``microbench/kit/runner.c`` runs it;
``returned`` reads what came back, and ``sections`` are its part of the report.
"""
