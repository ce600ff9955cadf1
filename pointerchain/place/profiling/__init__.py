# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Profiles: how often a program accesses each of its data objects, from the host and from the device.

The row of stages, from a compiler's command to a profile:

    command.read_command(["clang-19", "-O2", "prog.c"])   -> what is compiled and linked
    marks.marked(b"...", "prog.c", ...)                   -> the source with marks of lanes and phases
    build.build(command, ...)                             -> a program with ``runtime/`` linked to it
    uncounted.uncounted(ir)                               -> the accesses that clang does not instrument
    launch.launch(program, words)                         -> what the runtime left, as JSON
    document.document(raw, ...)                           -> the profile, with places in the sources
"""
