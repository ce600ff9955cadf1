# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Small programs: one function each, all of a file over one world, each with some hostile kinds in it.

``progen.program`` makes large programs whose types and objects are random. A
small one has the types of ``world.py``, so that hundreds of them are
translated, compiled and run in one file, and what is random is what the issue
is about: which chains overlap, and what is done to them by macros, included
text, templates, other names and other spellings.

=================  ==============================================================
world.py           the types, objects and helpers that all programs of a file share
chains.py          random paths through the types
writer.py          a function in the making: expressions, statements, regions
kinds.py           the registry of kinds, and how an effect is delivered
kinds_chains.py    overlapping chains, nested regions, spellings, effects on what a chain is made of
kinds_text.py      macros, included text, directives from macros, keyword macros, clauses
kinds_types.py     unions, bit-fields, hidden tags, prototypes, argument lists
kinds_cxx.py       templates, using, mutable members, lambdas
kinds_objects.py   objects of classes, and the pointers to their elements
kinds_calls.py     functions with bodies, and what leads to a chain from before its region
generate.py        whole programs
judge.py           translate, compile, run and compare a file; the table of kinds
=================  ==============================================================
"""
