# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Reloads: a ``reload`` directive -> the chains of the regions around it that it names."""

from __future__ import annotations

from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.directives import Item
from pointerchain.translator.text.paths import canonical
from pointerchain.translator.text.regions import Reloading


def reloaded(reload: Reloading, facts: Facts) -> list[Chain]:
    """The chains, those of outer regions first."""
    found = [chain for item in reload.items for chain in named(item, reload, facts)]
    return sorted(dict.fromkeys(found), key=lambda chain: chain.region)


def named(item: Item, reload: Reloading, facts: Facts) -> list[Chain]:
    """The chains that one entry of its list names, by their text: what that means, the proof asks Clang."""
    path = item.path
    return [
        chain
        for chain in facts.chains.values()
        if chain.region in reload.regions
        and chain.item.path.root == path.root
        and canonical(chain.item.path.ops) == canonical(path.ops)
    ]
