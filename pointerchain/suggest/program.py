# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Program: the sources of a compile database -> what their functions do, for those that call them.

``void bump(struct sim *s) { s->n++; }`` in one source  ->  in another, ``bump(s)`` changes the member ``n``
and nothing else. A function that two sources define does what either does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from pointerchain.analysis.effects import (
    ANYTHING,
    NOTHING,
    Functions,
    MemoryEffects,
    closure,
    stores,
    unknown,
)
from pointerchain.analysis.environment import elsewhere as device
from pointerchain.analysis.escape import only_computes
from pointerchain.analysis.indirect import closed, of_source, unseen_targets
from pointerchain.analysis.library import (
    LIBRARY,
    STREAMS,
    gives_streams_memory,
)
from pointerchain.analysis.names import DEVICE_DATA, DEVICE_KERNELS, INDIRECT, OF_DEVICES, name_of
from pointerchain.analysis.strict import is_strict
from pointerchain.analysis.summaries import Summaries, replaced
from pointerchain.files import read
from pointerchain.lazy import NamedTuple
from pointerchain.suggest.clauses import Clauses, makers_of
from pointerchain.translator.clang.arguments import ClangArguments, clang_arguments
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.parsed import Parsed, ParseFailure
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.stack import start
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.targets import Targets
from pointerchain.translator.clang.unsaved import reading
from pointerchain.translator.pipeline import read_source
from pointerchain.translator.text.directives import Promise
from pointerchain.translator.text.readers import depends_on_compiler
from pointerchain.translator.text.trust import Trust

_UNSEEN = MemoryEffects(keeps=True)
"""What stands for a function of another source while that is not read: what is called is named."""


class Summary(NamedTuple):
    """What the functions do that a source defines for others."""

    functions: Functions
    files: tuple[str, ...] = ()
    """The files that were read for it, the source first."""
    words: frozenset[str] = frozenset()
    """Of a source that Clang cannot read: its words, each of which may name a function that it defines."""


class Told(NamedTuple):
    """What Clang is to be given so that it reads files as another compiler does that was asked.

    Their texts by their paths, each line of the length that it has, and options.
    """

    texts: Mapping[str, bytes]
    options: tuple[str, ...]


Ask = Callable[[Sequence[tuple[str, bytes]]], Told | None]
"""Asks the compiler of a source about files, by their paths; None where it gives no answer."""
_ROUNDS = 4
"""A branch that only the compiler takes may include files that ask for more, as often as that."""


def functions_of(
    filename: str, args: Sequence[str], language: str | None, promises: Sequence[Promise] = ()
) -> Functions:
    """What the functions do that a source defines for others; nothing where Clang cannot read it."""
    found = summary_of(filename, args, language, promises).functions
    return {
        key: changes
        for key, changes in found.items()
        if not key.startswith((INDIRECT, STREAMS, LIBRARY)) and key not in OF_DEVICES
    }


def summary_of(
    filename: str,
    args: Sequence[str],
    language: str | None,
    promises: Sequence[Promise] = (),
    ask: Ask | None = None,
) -> Summary:
    """The same, with the files that were read; of a source that is not there nothing.

    Where what is read depends on the compiler, that is told by ``ask``.
    """
    try:
        data = read(filename)
    except OSError:
        return Summary({})
    return start(lambda: _summary_of(data, filename, args, language, promises, ask))()


def _summary_of(
    data: bytes,
    filename: str,
    args: Sequence[str],
    language: str | None,
    promises: Sequence[Promise],
    ask: Ask | None,
) -> Summary:
    known: dict[str, bytes] = {}
    told: Told | None = Told({}, ())
    files: tuple[str, ...] = (filename,)
    for _ in range(_ROUNDS):
        if told is None:
            break
        text = told.texts.get(filename, data)
        clang = clang_arguments(filename, (*args, *told.options), language)
        with reading({path: each for path, each in told.texts.items() if path != filename}):
            try:
                parsed = Session(filename, clang.args).parse_all(text)
            except ParseFailure:
                break
            files = tuple(dict.fromkeys((*files, *parsed.included)))
            if any(said.severity >= 3 for said in parsed.messages()):
                break
            own = {path: each for path, each in parsed.own_texts if path != filename}
            own[filename] = data
            if own.keys() <= known.keys() or not (known or depends_on_compiler(own.items())):
                return Summary(_functions(parsed, text, filename, clang, args, promises), files)
        parsed.close()
        known |= own
        unclear = ask is None or depends_on_compiler(known.items(), asked=True)
        told = None if ask is None or unclear else ask(tuple(known.items()))
    return Summary({}, files, _words(data))  # what compiles it may read another text


def _functions(
    parsed: Parsed,
    data: bytes,
    filename: str,
    clang: ClangArguments,
    args: Sequence[str],
    promises: Sequence[Promise],
) -> Functions:
    lexed, directives, _ = read_source(data, filename, clang)
    callees = Callees(parsed, Trust((*promises, *directives), lexed.blocks).reads)
    targets = None if clang.cxx else Targets(parsed, callees)
    makers = makers_of(Clauses(parsed, clang.cxx))
    summaries = Summaries(callees, Storage(clang.cxx), clang.cxx, lambda _: _UNSEEN, targets, makers, True)
    strict = is_strict(args, parsed)
    found: Functions = {}
    taken = targets.taken.functions.values() if targets is not None else ()
    given = {each.key for row in taken for each in row if callees.has_body(each.key)}

    def is_open(key: str) -> bool:
        return not callees.has_body(key) or (not clang.cxx and callees.is_shared(key))

    for key in sorted({*callees.offered(clang.cxx), *given}):
        whole = summaries.of(key)
        elsewhere = frozenset(each for each in whole.calls if is_open(each.key))
        found[key] = whole._replace(calls=elsewhere, keeps=not only_computes(key, callees))
        if parsed.has_second_names and (whole.mod.variables or whole.ref.variables):
            found[key] |= unknown(f"a call of '{name_of(key)}'")
        if not strict:  # its compile lets accesses be to objects of any type
            mod, ref = (each.by_any_type() for each in (whole.mod, whole.ref))
            found[key] |= MemoryEffects(mod, ref)
    found |= of_source(targets.taken) if targets is not None else unseen_targets()
    found |= device.of_source(filename, clang.args, data, clang.cxx, parsed)
    if gives_streams_memory(text for _, text in parsed.own_texts):
        found[STREAMS] = unknown("a stream that has memory of the program")
    found |= replaced(parsed)
    parsed.close()
    return found


def unread(filename: str) -> Summary:
    """What stands for a source that cannot be read."""
    try:
        return Summary({}, (filename,), _words(read(filename)))
    except OSError:
        return Summary({})


def _words(data: bytes) -> frozenset[str]:
    return frozenset(word.decode() for word in re.findall(rb"[A-Za-z_]\w*", data))


_DIRECTED = frozenset(("omp", "acc", "acc_copyin", "acc_create", "omp_target_associate_ptr"))
"""Words of which a source that cannot be read may make directives, or calls, that move data."""
_WRAP = "__wrap_"
"""A linker that is given ``--wrap=f`` calls ``__wrap_f`` where other sources call ``f``."""


def together(summaries: Iterable[Summary]) -> Functions:
    """The functions of many sources; what a source may define that cannot be read may do anything.

    With what calls through pointers do, by :func:`~pointerchain.analysis.indirect.closed`.
    """
    found: Functions = {}
    words: set[str] = set()
    complete = True
    for each in summaries:
        complete = complete and bool(each.files) and not each.words
        words |= each.words
        for key, changes in each.functions.items():
            found[key] = found.get(key, NOTHING) | changes
    if words & _DIRECTED:
        found[DEVICE_DATA] = found.get(DEVICE_DATA, NOTHING) | MemoryEffects(ref=ANYTHING)
        found[DEVICE_KERNELS] = found.get(DEVICE_KERNELS, NOTHING) | stores(ANYTHING)
    words |= {name_of(key).removeprefix(_WRAP) for key in found if name_of(key).startswith(_WRAP)}
    return {
        key: changes | unknown(f"a call of '{name_of(key)}'") if name_of(key) in words else changes
        for key, changes in closed(found, complete).items()
    }


class Program:
    """The functions of many sources."""

    def __init__(self, sources: Iterable[Mapping[str, MemoryEffects]]) -> None:
        self._own: Functions = {}
        self._whole: Functions = {}
        for functions in sources:
            for key, changes in functions.items():
                self._own[key] = self._own.get(key, NOTHING) | changes

    def does(self, key: str) -> MemoryEffects | None:
        """What a function and all that it calls do; None where no source defines it."""
        if key not in self._own:
            return None
        if key not in self._whole:
            self._whole[key] = closure(key, self._direct)._replace(calls=frozenset())
        return self._whole[key]

    def _direct(self, key: str) -> MemoryEffects:
        own = self._own.get(key)
        if own is None and key.startswith(LIBRARY):
            return NOTHING
        return own if own is not None else unknown(f"a call of '{name_of(key)}'")
