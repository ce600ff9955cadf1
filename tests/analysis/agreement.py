# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What two analyses say of one call: ``clang/effects`` for regions, ``analysis/modref`` for proofs.

A difference is a line of text. :data:`KNOWN` holds those of today; one analysis is to answer both in the end,
and until then a line comes in only where regions learn what proofs do not know yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pointerchain.analysis import library
from pointerchain.analysis.effects import NOTHING, MemoryEffects
from pointerchain.analysis.summaries import Summaries
from pointerchain.suggest.clauses import Clauses, makers_of
from pointerchain.translator.clang.actions import Effect
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.effects import Effects
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.stack import start
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.targets import Targets
from pointerchain.translator.clang.tree import Node, tops

KNOWN = Path(__file__).parent / "differences.txt"
_IN_QUOTES = re.compile(r"'(.*)'")
_ERROR = 3


def differences(path: Path, source: bytes, args: Sequence[str], language: str) -> Iterator[str]:
    """The kinds of differences between both answers for the calls of a source, a line each.

    Raises ``ValueError`` with Clang's first error where it has one.
    """
    return iter(start(lambda: sorted(set(_of_source(path, source, args, language))))())


def _of_source(path: Path, source: bytes, args: Sequence[str], language: str) -> Iterator[str]:
    clang = clang_arguments(str(path), args, language)
    parsed = Session(str(path), clang.args).parse_all(source)
    for message in parsed.messages():
        if message.severity >= _ERROR:
            raise ValueError(message)
    callees, storage = Callees(parsed), Storage(clang.cxx)
    targets = None if clang.cxx else Targets(parsed, callees)
    plain = not library.gives_streams_memory(text for _, text in parsed.own_texts)
    known = {library.STREAMS: NOTHING} if plain else {}
    summaries = Summaries(
        callees, storage, clang.cxx, known.get, targets, makers_of(Clauses(parsed, clang.cxx))
    )
    for tree in tops(parsed):
        references = References(tree)
        effects = Effects(references, clang.cxx, library)
        direct = summaries.body(tree)
        for node in tree.nodes:
            if node.kind == Kind.CALL:
                changes = summaries.whole(direct.at(node.index), direct.known)
                yield from _of_call(node, effects.of_call(node), changes, references)
    parsed.close()


def _of_call(call: Node, effect: Effect, changes: MemoryEffects, references: References) -> Iterator[str]:
    if effect.unseen and changes.unknown:
        return
    if changes.unknown:
        yield from (f"only proofs doubt: {_reason(reason, call)}" for reason in changes.unknown)
    elif effect.unseen:
        yield from (f"only regions doubt: {_reason(reason, call)}" for reason in effect.unseen)
    else:
        name = call.name() or "a call"
        members = {str(references.fact(key).name) for key in effect.changes}
        stored = {_last(key) for key in changes.mod.members}
        stored |= {_last(member or variable) for variable, member in changes.mod.variables}
        if members - stored:
            yield f"only regions store members: {name}"
        if stored - members:
            yield f"only proofs store members: {name}"
        through = changes.mod.by_pointers() | {alias for _, alias in changes.mod.restricted}
        if effect.through - through:
            yield f"only regions store through pointers: {name}"
        if through - effect.through:
            yield f"only proofs store through pointers: {name}"


def _last(key: str) -> str:
    """The name at the end of Clang's name of a member or variable."""
    return re.split(r"[@#]", key)[-1]


def _reason(text: str, call: Node) -> str:
    """A reason without the names that one source alone has."""
    named = _IN_QUOTES.search(text)
    if named is None or not text.startswith("a call of"):
        return _IN_QUOTES.sub("'...'", text)
    if named[1].startswith("~"):
        return "a destructor"
    if named[1].startswith("(lambda"):
        return "a lambda's constructor"
    is_made = call.type.canonical.split("<")[0].split("::")[-1].split(" ")[-1] == named[1]
    return "a constructor" if is_made else text
