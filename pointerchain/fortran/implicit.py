# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Names of a region that nothing declares -> those that would be variables of its ``block`` alone.

Without ``implicit none`` a name is declared where it is first used. gfortran 12 makes one that is first used
in a ``block`` a variable of the block, and flang 19 one of the procedure, as the standard has it: its value
is lost behind the region.
"""

from __future__ import annotations

import re

from pointerchain.fortran.meanings import CALL, INTRINSIC, VARIABLE, Meaning
from pointerchain.fortran.modules import Modules
from pointerchain.fortran.names import INTRINSIC_MODULES, Found, Where, variable_of_name
from pointerchain.fortran.units import SCOPING, UNITS, Scope
from pointerchain.lazy import lazy_pattern

# what the modules whose sources are not read declare
_THEIRS = lazy_pattern(
    r"mpi_|omp_|acc_|c_|ieee_|h5|nf90_|pc_|cuda|int\d+$|real\d+$|(input|output|error)_unit$|iostat_|"
    r"(numeric|character|file)_storage_size$|stat_|(integer|real|logical|character)_kinds$|atomic_|lock_|team_"
)


def is_implicit(modules: Modules, where: Where, name: str, meaning: Meaning) -> bool:
    """Whether a name of a scope may be a variable that nothing declares."""
    if meaning.kind in (VARIABLE, CALL, INTRINSIC):
        return False
    if isinstance(variable_of_name(modules, where, name), Found):
        return False
    at: Scope | None = where.scope
    file, typing = where.file, ""
    while at is not None:
        if name in at.names or name in at.variables or name in at.unreadable or name in at.storage:
            return False
        if at.kind in SCOPING:
            first = at.first
            end = at.executable if at.executable >= 0 else at.last
            for number in range(max(first, 0), max(end, 0)):
                mine = number == first or file.scopes[number] is at
                if mine and at.kind != "file" and _mentions(file.text.statements[number].code, name):
                    return False
            for use in at.uses:
                if name in use.names:
                    return False
            if is_of_unread(at, name):
                return False
        if at.kind in UNITS and not typing:
            typing = at.typing
        if at.kind == "submodule":
            parent = modules.find(at.text_ancestor)
            if parent is None:
                break
            file, at = parent
            continue
        at = at.parent
    return typing != "none"


def is_of_unread(scope: Scope, name: str) -> bool:
    """Whether a name may come from a module that a scope uses, or one around it, and whose source is not
    read."""
    at: Scope | None = scope
    while at is not None:
        unread = [each for each in at.uses if each.intrinsic or each.module in INTRINSIC_MODULES]
        if any(name in each.names or (not each.only and _THEIRS.match(name)) for each in unread):
            return True
        at = at.parent
    return False


def _mentions(code: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", code) is not None
