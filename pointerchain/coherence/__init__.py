# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Coherence: sources with data directives, as they are written -> what could not be shown of their copies.

It executes them abstractly, host and device, and shares no judgement with the room that writes directives.
"""
