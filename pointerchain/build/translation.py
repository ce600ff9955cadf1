# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The translation of one source with its headers, as the files of an overlay.

Loaded where the cache does not hold it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from traceback import format_exc

from pointerchain import files, translator
from pointerchain.build import depfile, shared
from pointerchain.build.command_line import CXX, MACRO
from pointerchain.build.compiler import GCC
from pointerchain.build.includes import OWN_HEADERS, STANDARD_INPUT, File
from pointerchain.build.indentation import suspect
from pointerchain.build.job import Job, Refusal, StoredRecord, reached
from pointerchain.build.macros import NO_ALIASES, Aliases, aliases
from pointerchain.build.mapping import in_source, numbered
from pointerchain.build.overlay import Joined, OverlayError, Piece, line_marker, moved, named
from pointerchain.build.patterns import holds_directive
from pointerchain.build.reserved import Unknown
from pointerchain.deepcopy.headers import runtime_options
from pointerchain.diagnostics import Diagnostic, Severity, diagnostic
from pointerchain.locations import WHOLE_FILE, SourceFiles
from pointerchain.render import generated, render
from pointerchain.translator import Translation
from pointerchain.translator.clang.unsaved import reading
from pointerchain.translator.text.lex import lex, line_text
from pointerchain.translator.text.regions import in_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.analysis.effects import MemoryEffects, Resolver
    from pointerchain.build.summaries import Known


class Overlay:
    """The files of a translation, not yet written anywhere."""

    def __init__(
        self,
        joined: Joined,
        parts: list[list[bytes | int | None]],
        main: int,
        warnings: tuple[str, str],
        shared: bool,
        reached: Sequence[File],
        system_from: int,
        doubt: str,
    ) -> None:
        """``system_from``: from which place on the files that are ``reached`` are the system's.

        ``doubt`` is why a directive may be read otherwise than it was here, or nothing.
        """
        self._known_doubt = doubt
        self._joined, self._parts, self._main, self._warnings = joined, parts, main, warnings
        self._reached, self._system_from = reached, system_from
        self.shared = shared
        self.forced: tuple[tuple[int, int], ...] = ()
        self.used: tuple[tuple[str, str], ...] = ()
        self.relies = False

    def _name(self, number: int) -> str:
        called = self._joined.pieces[number].name
        # Compilers name what they write after the source.
        return f"{number}/{'-' if called == STANDARD_INPUT else os.path.basename(called)}"

    def texts(self, directory: str) -> dict[str, bytes]:
        """The files of the overlay, as they are written below ``directory``."""
        return {self._name(piece.number): self._text(piece, directory) for piece in self._joined.pieces}

    def _text(self, piece: Piece, directory: str) -> bytes:
        out = [line_marker(piece.name, piece.system)]
        if piece.guard:
            out.insert(0, piece.guard)
        for at, part in enumerate(self._parts[piece.number]):
            if isinstance(part, int):
                path = os.path.join(directory, self._name(part))
                name = named(path)
                if name is None:
                    raise OSError(22, f"a path with a quote cannot stand in an include line: '{path}'")
                out.append((b"#import " if at in piece.imports else b"#include ") + name)
            elif part is not None:
                out.append(part)
        if piece.guard:
            out.append(b"\n#endif\n")
        return b"".join(out)

    def record(self, texts: dict[str, bytes]) -> StoredRecord:
        """What is stored with them."""
        order = [self._main, *(piece.number for piece in self._joined.pieces if piece.number != self._main)]
        return StoredRecord(
            tuple((self._name(number), self._joined.pieces[number].name) for number in order),
            tuple((at, self._name(number)) for at, number in self.forced),
            tuple(self._joined.directories.items()),
            runtime_options(texts.values(), OWN_HEADERS),
            self._warnings,
            self._doubt(texts),
            any(suspect(file.data) for file in self._reached if file.place < self._system_from),
            tuple(self._name(piece.number) for piece in self._joined.pieces if piece.system),
            tuple((self._name(p.number), *each) for p in self._joined.pieces for each in sorted(p.also)),
            tuple((self._name(p.number), at) for p, at in self._joined.copies()),
            tuple(sorted(self._joined.only_asked)),
            self.used,
            self.relies,
        )

    def _doubt(self, texts: dict[str, bytes]) -> str:
        """Why the compiler may still read a directive, or nothing."""
        if self._known_doubt:
            return self._known_doubt
        if self._joined.raw:
            return f"'{self._joined.raw}' is included within itself"
        own = {piece.file.identity for piece in self._joined.pieces}
        for file in self._reached:
            if file.marked and file.identity not in own and not self._joined.stands_for(file):
                return f"the line that includes '{file.path}' is not understood"
        left = any(holds_directive(text) and holds_directive(_read(text)) for text in texts.values())
        return "it is not read here" if left else ""


def translate(job: Job) -> Overlay | Refusal:
    """Translate a source and those of its headers that lead to directives."""
    given, written = job.main, job.mapping.written(job.main.data) if job.mapping is not None else None
    if written is not None:
        job = _with_clauses(job, written.text)
    context, main = job.context, job.main
    certain = not context.command.macro_files
    files_read = reached([main, *filter(None, job.forced), *job.program.precompiled])
    doubt, asked, hoisted = "", _Asked(context.known, context.auto), False
    while True:
        names = NO_ALIASES
        try:
            joined = _joined(job, main, certain)
            names = aliases(job, files_read, [piece.file for piece in joined.pieces])
        except Unknown:
            doubt = "what macros the compiler has of its own is not known"
        except OverlayError as error:
            problem = diagnostic("source-error", main.path, WHOLE_FILE, what=str(error))
            return Refusal(_rendered((problem,), {})[context.colour], why=problem.message)
        diagnostics: tuple[Diagnostic, ...] = ()
        text = _by_head(job, joined, names)
        by_head = text is not None
        if text is None:
            try:
                made = _translated(job, joined.text, names, asked)
                if asked.is_to_be_answered():
                    made = _translated(job, joined.text, names, asked)
                hoisted = bool(made.chains_hoisted)
                text, diagnostics = made.text, _said(made, joined, main.path)
            except Exception as error:
                what = f"{type(error).__name__}: {error}"[:300]
                return Refusal("", what, format_exc(), why=f"an error in pointerchain itself, {what}")
        if written is not None:
            diagnostics = moved(diagnostics, partial(in_source, written, main.path))
        if context.controls is not None:
            diagnostics = context.controls.apply(diagnostics)
        known = {piece.name: piece.file.data for piece in joined.pieces} | {main.path: given.data}
        if text is None or any(each.severity is Severity.ERROR for each in diagnostics):
            codes = frozenset(each.code for each in diagnostics)
            errors = (each for each in diagnostics if each.severity is Severity.ERROR)
            why = next((f"{each.place.file}: {each.message}" for each in errors), "")
            shown = _rendered(diagnostics, known)[context.colour]
            return Refusal(shown, codes=codes, unread=_unread(diagnostics, known), why=why)
        parts = joined.part(text)
        if parts is not None:
            break
        certain = False
    number = {id(piece.file): piece.number for piece in reversed(joined.pieces)}
    if written is not None:
        parts[number[id(main)]] = numbered(parts[number[id(main)]], written)
    overlay = Overlay(
        joined,
        parts,
        number[id(main)],
        _rendered(diagnostics, known),
        by_head,
        files_read,
        job.program.search.system_from,
        doubt,
    )
    overlay.used = asked.answers()
    overlay.relies = (hoisted or not context.auto) and any(state for _, state in overlay.used)
    overlay.forced = tuple(
        (at, number[id(file)])
        for at, file in zip(context.command.forced, job.forced, strict=True)
        if file is not None and file.has_directives
    )
    return overlay


def _with_clauses(job: Job, text: bytes) -> Job:
    """The job with another text of its source; all else is as it was."""
    program, main = job.program.with_text(job.main, text)
    forced = [program.add(each.path, None, each.place) if each is not None else None for each in job.forced]
    if job.context.auto:
        program.lead_to_loops(job.source.language == CXX)
    return job._replace(main=main, program=program, forced=forced)


def _unread(diagnostics: Sequence[Diagnostic], known: dict[str, bytes]) -> str:
    """The first error, where every one of them says that Clang cannot read the source."""
    errors = [each for each in diagnostics if each.severity is Severity.ERROR]
    if not errors or any(each.code != "source-error" for each in errors):
        return ""
    return render(errors[0]._replace(notes=(), fixit=None), SourceFiles(known)).partition("\n")[0]


def _joined(job: Job, main: File, certain: bool) -> Joined:
    """``main`` with its headers in place; raises ``OverlayError``."""
    command = job.context.command
    joined = Joined(
        *(job.program, job.source.language == CXX, job.compiler.directories, certain),
        *(job.compiler.family == GCC, job.context.wraps),
    )
    joined.join(
        main, [(command.words[at], file) for at, file in zip(command.forced, job.forced, strict=True)]
    )
    return joined


class _Asked:
    """Asks what functions of other sources do, and keeps which.

    ``answers`` at once, or where a first translation has asked for one that a source defines: else none of
    them is read.
    """

    def __init__(self, known: Known | None, answers: bool = True) -> None:
        self._known, self._answers = known, answers
        self._keys: set[str] = set()

    @property
    def resolver(self) -> Resolver | None:
        """What is asked; None where no build is given."""
        return self._does if self._known is not None else None

    def _does(self, key: str) -> MemoryEffects | None:
        assert self._known is not None
        self._keys.add(key)
        return self._known.does(key) if self._answers else None

    def is_to_be_answered(self) -> bool:
        """Whether a source defines what was asked for and not answered; it is answered from here on."""
        known = self._known
        if known is None or self._answers or not any(known.state(key) for key in self._keys):
            return False
        known.prepare()
        self._answers = True
        return True

    def answers(self) -> tuple[tuple[str, str], ...]:
        """The functions that were asked for, and what they do."""
        return tuple((key, self._known.state(key)) for key in sorted(self._keys)) if self._known else ()


def _translated(job: Job, text: bytes, names: Aliases, asked: _Asked | None = None) -> Translation:
    """What the translator makes of a joined text."""
    given = names.put(text)
    arguments = (*job.arguments, *names.options)

    def plain(source: bytes) -> Translation:
        return _translated_as_said(job, source, arguments, asked or _Asked(None))

    with reading(names.headers):
        if job.context.deep:
            from pointerchain.deepcopy.lower import translate_by_default

            made = translate_by_default(given, job.main.path, arguments, job.source.language, plain)
        else:
            made = plain(given)
    return made if made.text is None else made._replace(text=names.take(made.text))


def _translated_as_said(job: Job, given: bytes, arguments: tuple[str, ...], asked: _Asked) -> Translation:
    """What it makes of a text all of whose deep clauses are written."""
    if not job.context.auto:
        return translator.translate(
            given,
            job.main.path,
            arguments,
            language=job.source.language,
            verify=job.context.verify,
            check_promises=job.context.promises,
            compiled=True,
            elsewhere=asked.resolver,
        )
    from pointerchain.suggest.auto import translate_auto
    from pointerchain.suggest.promise_options import promises_of

    return translate_auto(
        given,
        job.main.path,
        (*arguments, *job.of_level),
        language=job.source.language,
        compiled=True,
        elsewhere=asked.resolver,
        promises=promises_of(job.context.vouched),
        only=job.context.only,
        remarks=job.context.remarks,
    ).translation


def _by_head(job: Job, joined: Joined, names: Aliases) -> bytes | None:
    """The translation by what sources share, where it is so; nothing is to be said then."""
    context = job.context
    if context.auto or context.deep or not (context.shares and context.cache.keeps):
        return None
    if context.known is not None:
        return None  # calls are to be asked about, also where nothing is doubted without that
    head = shared.head(joined, job.main, job.source.language == CXX)
    if head is None:
        return None
    included = job.program.add(job.main.path, head.text, job.main.place).includes
    before = reached(included)
    kept = {id(file) for file in before} | {id(piece.file) for piece in joined.pieces}
    later = [file.data for file in reached([job.main]) if id(file) not in kept]
    if head.needs_rest([file.data for file in before], later):
        return None

    def translated(text: bytes) -> bytes | None:
        try:
            made = _translated(job, text, names)
        except Exception:
            return None  # the whole source will show it
        code = lex(text, True)
        said = [
            each
            for each in made.diagnostics
            if each.code != "unused-declare" or in_function(code, each.place.span.start)
        ]
        return None if said else made.text

    def read(text: bytes) -> list[str] | None:
        try:
            path = os.path.join(context.scratch(), os.path.basename(job.main.path))
            files.write_whole(path, text)
        except OSError:
            return None
        every = (*context.command.forced, *context.command.precompiled)
        forced = {number: None for at in every for number in context.command.words_of(at)}
        found = depfile.asked(context.command, path, (MACRO,), forced)
        return None if found is None else [each for each in found if each != path]

    return head.spread(context.cache, job.digest(included, "head", head.text), translated, read)


def _said(made: Translation, joined: Joined, main: str) -> tuple[Diagnostic, ...]:
    """What is said of a joined text, at its files' places."""
    said = moved(made.diagnostics, joined.places(main))
    if not any(each.code == "unused-declare" for each in said):
        return said
    texts = {piece.name: piece.file.data for piece in joined.pieces}
    return tuple(each for each in said if not _is_for_others(each, texts, main))


def _is_for_others(each: Diagnostic, texts: dict[str, bytes], main: str) -> bool:
    """Whether a list at a header's file scope names a chain that this source does not use: another may."""
    text = texts.get(each.place.file)
    if each.code != "unused-declare" or each.place.file == main or text is None:
        return False
    return not in_function(lex(text, True), each.place.span.start)


def _rendered(diagnostics: Sequence[Diagnostic], known: dict[str, bytes]) -> tuple[str, str]:
    """Diagnostics as text, plain and coloured, with Clang's count at the end."""
    if not diagnostics:
        return "", ""
    sources = SourceFiles(known)
    errors = sum(each.severity is Severity.ERROR for each in diagnostics)
    warnings = sum(each.severity is Severity.WARNING for each in diagnostics)
    count = generated(errors, warnings)
    plain, coloured = (
        "".join(render(each, sources, colour=colour) for each in diagnostics) + count
        for colour in (False, True)
    )
    return plain, coloured


def _read(text: bytes) -> bytes:
    """What a preprocessor reads of a text: no comments, and no strings but those of '_Pragma'."""
    lexed = lex(text, True)
    lines = (line_text(text, line) for line in lexed.lines if line.keyword != b"include")
    operators = (text[each.text.start : each.text.end] for each in lexed.operators)
    return b"\n".join((lexed.code, *lines, *operators))
