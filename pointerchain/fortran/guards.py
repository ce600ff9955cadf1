# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Tests in a region -> chains that are evaluated before them.

``if (associated(s%a)) s%a%n = 1`` never reads ``s%a%n`` where ``s%a`` is null, but the chain's local is made
where the region begins. So it is with ``allocated``, with ``present`` of the root, and where a variable in a
chain's subscripts is tested around its use.
"""

from __future__ import annotations

from pointerchain.diagnostics import Diagnostic, diagnostic
from pointerchain.fortran.chains import Chain, same
from pointerchain.fortran.designators import Use
from pointerchain.fortran.events import Effects
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.units import Scope
from pointerchain.lazy import lazy_pattern

_TESTS = frozenset({"allocated", "associated", "present"})
_CONDITION = lazy_pattern(r"(?:\w+\s*:\s*)?(?:else\s*)?(?:if|do\s*(?:\d+\s*,?)?\s*while|select\s*case)\s*\(")


def guarded(
    file: SourceFile, chains: tuple[Chain, ...], read: dict[int, Effects], uses: dict[int, list[int]]
) -> list[Diagnostic]:
    """What to say of the chains that a region tests.

    ``read`` is by the number of the statement, ``uses`` are the statements that use a chain, by the chain.
    """
    out: list[Diagnostic] = []
    for at, chain in enumerate(chains):
        numbers = uses.get(at)
        if not numbers:
            continue
        for number, effects in read.items():
            if number > numbers[0]:
                break
            found = _test(file, chain, number, effects, numbers[0])
            if found is not None:
                statement = file.text.statements[number]
                span = statement.part(found.start, found.end)
                link = statement.text[found.start : found.end]
                fields = {"chain": chain.text, "link": link}
                out.append(diagnostic("guarded-chain", file.name, span, (), None, "", **fields))
                break
    return out


def _test(file: SourceFile, chain: Chain, number: int, effects: Effects, first: int) -> Use | None:
    """What a statement tests of a chain: a link, the root, or a variable in its subscripts."""
    condition = _CONDITION.match(file.text.statements[number].code)
    for index, use in enumerate(effects.uses):
        meaning = effects.meanings[index]
        if meaning.root is None:
            continue
        holder = effects.uses[use.holder] if use.holder >= 0 else None
        if holder is not None and holder.name in _TESTS and len(holder.parts) == 1:
            length = len(meaning.steps)
            if (
                same(meaning.root, chain.variable)
                and length <= len(chain.steps)
                and _links(chain, use, length)
            ):
                return use
        elif condition is not None and not meaning.steps and number != first and _holds(file, number, first):
            if any(same(meaning.root, each) for each in chain.subscripts):
                return use
        elif condition is not None and number == first and not meaning.steps:
            # 'if (k > 0) x = s%list(k)%n': what stands in the chain itself is no test
            inside = use.holder >= 0 and same(
                effects.meanings[use.holder].root or meaning.root, chain.variable
            )
            if not inside and any(same(meaning.root, each) for each in chain.subscripts):
                return use
    return None


def _links(chain: Chain, use: Use, length: int) -> bool:
    """Whether a designator is a link of a chain, or a copied chain itself; an array's local may be null."""
    names = [step.entity.name for step in chain.steps[:length]]
    if [part.name for part in use.parts[1:]] != names:
        return False
    return length < len(chain.steps) or chain.copied


def _holds(file: SourceFile, number: int, first: int) -> bool:
    """Whether a statement stands in the construct that another one begins."""
    at: Scope | None = file.scopes[first]
    while at is not None:
        if at.first == number:
            return True
        at = at.parent
    return False
