# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random programs with regions, and what must hold of their translations.

``program.generate`` makes a program out of :class:`choices.Choices`;
``check.check`` translates a batch of them, compiles and runs both versions
and says what went wrong. hypothesis (``test_properties.py``) and the long run
(``scripts/fuzz.py``) use the same two.

=================  ==============================================================
choices.py         decisions from a seed, a script or hypothesis; shrinking
model.py           struct types, objects, and paths with the locations they touch
lists.py           how entries stand in a directive's list
expressions.py     scopes, what open regions allow, expressions
statements.py      statements, ways out, regions
forbidden.py       what must be refused
program.py         whole programs and their drivers
check.py           translate, compile, run, compare
small/             small programs: many in a file, each with hostile kinds of things
worded/            C++ functions whose members are named as directives' words, and hidden
=================  ==============================================================
"""
