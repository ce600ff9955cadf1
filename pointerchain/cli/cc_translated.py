# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The second half of ``pointerchain cc``, for sources with directives, or where there may be some.

They are translated, what is left of directives is looked for, and the compiler is run as a child.
"""

from __future__ import annotations

import os
import signal

from pointerchain import files
from pointerchain.build.command_line import CommandLine
from pointerchain.cli.cc_common import Found, Options, cannot_run, give_standard_input, runtime_words
from pointerchain.cli.console import (
    EXIT_CLEAN,
    EXIT_ERRORS,
    put,
    put_error,
    say,
    shows_colour,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointerchain.build.compiler import Compiler
    from pointerchain.build.job import Context
    from pointerchain.build.leftover import Preprocessed
    from pointerchain.build.options import Call
    from pointerchain.build.summaries import Known, Table
    from pointerchain.build.units import Unit
    from pointerchain.suggest.program import Summary

# What Clang's messages on a template's instances become.
_OF_INSTANCES = frozenset(("unsupported-type", "verification"))


class _Scratch:
    """A temporary directory, made when it is needed."""

    def __init__(self) -> None:
        self.directory: str | None = None
        self._count = 0

    def make(self) -> str:
        """A new directory below it."""
        if self.directory is None:
            from tempfile import mkdtemp

            self.directory = mkdtemp(prefix="pointerchain-")
            for number in (signal.SIGTERM, signal.SIGHUP):
                if signal.getsignal(number) is signal.SIG_DFL:
                    signal.signal(number, self._end)
        self._count += 1
        path = os.path.join(self.directory, str(self._count))
        os.mkdir(path)
        return path

    def _end(self, number: int, _: object) -> None:
        """Leave nothing behind where this process is told to end."""
        self.remove()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def remove(self) -> None:
        """Remove it with all that is in it."""
        if self.directory is not None:
            from shutil import rmtree

            rmtree(self.directory, ignore_errors=True)
            self.directory = None


def compile_translated(
    command: CommandLine, options: Options, marked: list[Found], doubt: str, stdin: bytes | None
) -> int:
    """Translate ``marked`` sources and compile; ``doubt`` says why others may hold directives, too."""
    from pointerchain.build import child, launch, preprocessed
    from pointerchain.build.cache import Cache
    from pointerchain.build.command_line import MACRO
    from pointerchain.build.compiler import NoCompiler, ask
    from pointerchain.build.diverted import divert
    from pointerchain.build.job import Context
    from pointerchain.build.relayed import Relay
    from pointerchain.cli import cc_errors

    try:
        os.getcwd()
    except OSError:
        # Clang's library ends in a crash.
        say(f"error: the working directory was removed: '{marked[0].main.path}' cannot be translated")
        return EXIT_ERRORS
    controls = None
    if options.warnings:
        from pointerchain.cli.warning_options import controls_of

        controls = controls_of(options.warnings, options.settings)
    cache = Cache()
    known: dict[str, Compiler] = {}

    def compiler(language: str) -> Compiler:
        if language not in known:
            options = command.own_options if command.more_options else ()
            known[language] = ask(command.compiler, language, cache.directory, options)
        return known[language]

    scratch = _Scratch()
    context = Context(
        command,
        compiler,
        cache,
        controls,
        tuple(options.warnings),
        options.verify,
        options.promises,
        shows_colour(2),
        scratch.make,
        auto=options.auto,
        deep=options.deep,
        only=options.only,
        remarks=options.remarks,
        vouched=tuple(options.vouched),
        known=_known(command, options),
        settings=options.settings.path if options.settings is not None else "",
        partial=options.partial,
    )
    try:
        for attempt in (1, 2):
            units = _prepare(context, marked, options, quiet=attempt > 1)
            if isinstance(units, int):
                code = units
                break
            if not units:
                plain = [] if command.macro is not None else [MACRO]
                code = child.run([*command.compiler, *plain, *command.given], scratch.make)
                break
            call = launch.translated_call(command, units, compiler(marked[0].source.language))
            linked = runtime_words(command, _texts(marked, units), options)
            if linked is None:
                return EXIT_ERRORS
            words = [*call.line, *linked]
            if attempt == 1 and any(word in launch.SARIF and word not in words for word in command.words):
                say("warning: Clang's messages are text here: its SARIF cannot name translated sources")
            if options.shows:
                _show(words, units)
                return EXIT_CLEAN
            why = doubt or next((unit.record.doubt for unit in units if unit.record.doubt), "")
            looked = None
            elsewhere = bool(command.more_options) or _may_lie_elsewhere(context, marked)
            if why or elsewhere or any(unit.fresh for unit in units):
                looked = look_for_directives(command, call, stdin, marked)
                if looked is not None and are_left(looked, why):
                    return EXIT_ERRORS
                if looked is not None and elsewhere and _reads_others(context, marked, units, looked, stdin):
                    return EXIT_ERRORS
            launch.give_times(units)
            if attempt == 1:
                code = cc_errors.misleads(context, units, stdin or b"")
                if code:
                    break
            before = _states(units)
            if attempt == 1 and None in before:
                context = context._replace(cache=Cache(cache.directory, 0))
                continue
            words, environment, diverted = divert(
                command.dependency_file, words, scratch.make, several=len(command.sources) > 1
            )
            given = {name: os.environ[name] for name in environment}
            os.environ.update(environment)
            relay = Relay([unit.directory for unit in units])
            try:
                with relay, preprocessed.printing(command, units, scratch.make):
                    code = child.run(words, scratch.make)
            except preprocessed.PrintError as error:
                say(f"error: cannot write what '{words[0]}' printed: {error}")
                return EXIT_ERRORS
            except OSError as error:
                return cannot_run(words[0], error)
            os.environ.update(given)
            after = _states(units)
            if code != 0 and attempt == 1 and (None in after or after != before):
                # Someone cleared the cache under the compiler; another compile may have filled it since.
                say("note: the translated source was removed; translating it again")
                context = context._replace(cache=Cache(cache.directory, 0))
                continue
            relay.deliver(lambda before, text: preprocessed.told(before, text, units))  # noqa: B023 -- called at once
            try:
                preprocessed.settle(command, units)
                own = compiler(marked[0].source.language)
                read = launch.settle_dependencies(command, own, units, diverted)
            except OSError as error:
                say(f"error: cannot write a file of the compile: {files.reason(error)}")
                return max(code, EXIT_ERRORS)
            if code > 0 and any(unit.shared for unit in units):
                _explain(context, marked)
            if why and looked is None:
                return _unanswered(command, code)
            if code == 0:
                launch.note_system_headers(cache, command, units, read, looked)
            break
    except NoCompiler as error:
        return cannot_run(str(error), FileNotFoundError())
    finally:
        scratch.remove()
    if code < 0:
        child.die_by(-code)
    return code


def _texts(marked: list[Found], units: list[Unit]) -> Iterator[bytes]:
    """What tells which headers of the runtime sources include: their own, and what translations need."""
    for each in marked:
        yield from (file.data for file in each.program.files.values())
    for unit in units:
        yield from (f"<{word}>".encode() for word in unit.record.runtime)
        for name, _ in unit.record.names:
            try:
                text = files.read(os.path.join(unit.directory, name))
            except OSError:
                continue  # the cache was removed: the compiler does not find it either, and all begins anew
            yield text


def _known(command: CommandLine, options: Options) -> Known | None:
    """What the functions of other sources do; None where that is not asked for, or cannot be relied on.

    An object is made anew only where its dependency file names the sources from which that is known.
    """
    if options.build_dir is None:
        return None
    from pointerchain.build import find, summaries

    if not command.dependencies or (len(command.sources) > 1 and command.output is not None):
        which = "no dependency file ('-MMD')" if not command.dependencies else "no dependency file a source"
        _not_heeded(f"the compile writes {which}, so that 'make' does not know of other sources")
        return None
    paths = [os.path.realpath(each.path) for each in command.sources]
    build = _Build(os.path.abspath(find.named(options.build_dir)), options.vouched)

    def table() -> Table | None:
        made = build.table()
        if made is not None and made.listed.issuperset(paths):
            return made
        if options.verbose and not build.failed:
            say(f"'-p' is not heeded: '{options.build_dir}' lists no command for it")
        return None

    if not options.auto:
        return summaries.Known(build.database, table, build.summaries, paths)
    now = table()
    return summaries.Known(build.database, lambda: now, build.summaries, paths) if now is not None else None


def _not_heeded(why: str) -> None:
    say(f"warning: '-p' is not heeded: {why}")


class _Build:
    """The sources of a compile database, read when that is asked for."""

    def __init__(self, database: str, promises: list[str]) -> None:
        self.database, self._promises = database, promises
        self._read: list[Summary] | None = None
        self.failed = False

    def table(self) -> Table | None:
        """What its functions do, in words; None where it cannot be read, which is said.

        A build that is just being set up has no database yet, of which nothing is said.
        """
        from pointerchain.build import summaries
        from pointerchain.build.cache import Cache
        from pointerchain.cli.console import InputError

        try:
            data = files.read(self.database)
        except OSError:
            return None
        cache = Cache()
        key = summaries.table_key(self.database, data, self._promises)
        table = summaries.kept_table(cache, key)
        if table is not None:
            return table
        from pointerchain.cli.program import sources_of_compiles, table_now

        try:
            table, self._read = table_now(cache, key, sources_of_compiles(self.database, self._promises))
        except InputError as error:
            self.failed = True
            _not_heeded(str(error))
            return None
        return table

    def summaries(self) -> list[Summary]:
        """What the functions of each source do."""
        if self._read is None:
            from pointerchain.cli.program import sources_of_compiles, summaries_of

            sources = sources_of_compiles(self.database, self._promises)
            self._read = summaries_of(sources, len(os.sched_getaffinity(0)))
        return self._read


def _explain(context: Context, marked: list[Found]) -> None:
    """Say why instances of templates did not compile, where that is for what a translation made of them."""
    from pointerchain.build.cache import Cache
    from pointerchain.build.job import Refusal
    from pointerchain.build.units import prepare

    whole = context._replace(cache=Cache(context.cache.directory, 0), shares=False)
    for each in marked:
        try:
            unit = prepare(whole, each.source, each.main, each.program, each.forced, each.maps)
        except OSError:
            return
        if isinstance(unit, Refusal) and not unit.codes.isdisjoint(_OF_INSTANCES):
            put_error(unit.text)


def _states(units: list[Unit]) -> list[tuple[int, int] | None]:
    """Which files stand under the names of overlays."""
    out: list[tuple[int, int] | None] = []
    for unit in units:
        for name, _ in unit.record.names:
            try:
                status = os.stat(os.path.join(unit.directory, name))
            except OSError:
                out.append(None)
            else:
                out.append((status.st_ino, status.st_mtime_ns))
    return out


def _prepare(context: Context, marked: list[Found], options: Options, *, quiet: bool) -> list[Unit] | int:
    """Translate all; the exit code where one is refused. Every problem is shown, not the first one only."""
    from pointerchain.build.job import Refusal
    from pointerchain.build.units import prepare
    from pointerchain.cli.cc_errors import Refused, refuse

    units: list[Unit] = []
    refused: list[Refused] = []
    for each in marked:
        try:
            unit = prepare(context, each.source, each.main, each.program, each.forced, each.maps)
        except OSError as error:
            say(f"error: cannot write the translation of '{each.main.path}': {files.reason(error)}")
            return EXIT_ERRORS
        if isinstance(unit, Refusal) and each.optional:
            if options.verbose or options.remarks:
                why = f": {unit.why}" if unit.why else ""
                say(f"'{each.main.path}': not translated, compiled as it is{why}")
            continue
        if isinstance(unit, Refusal):
            refused.append(Refused(each.source, each.main, unit))
            continue
        units.append(unit)
        if options.verbose:
            _say_translated(unit)
        if not quiet:
            put_error(unit.said + unit.record.warnings[context.colour])
        if options.keep is not None:
            _keep(unit, options.keep)
    if refused:
        return refuse(context, refused, asks=not options.shows, give_input=give_standard_input)
    return units


def _say_translated(unit: Unit) -> None:
    """Which files stand for a source, and where they come from."""
    first, *headers = (called for _, called in unit.record.names)
    names = "', '".join(headers)
    also = f", with '{names}'" if headers else ""
    how = "translated" if unit.fresh else "translation from the cache"
    say(f"'{first}': {how}{also}")


def _keep(unit: Unit, top: str) -> None:
    """Leave a unit's files for reading; the compile does not hang on it."""
    for name, called in unit.record.names:
        place = os.path.normpath(called).lstrip("/")
        while place.startswith("../"):
            place = place[3:]
        path = os.path.join(top, place)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            files.write_whole(path, unit.readable(name, called))
        except OSError as error:
            say(f"warning: cannot keep '{path}': {files.reason(error)}")
            return


def _show(words: list[str], units: list[Unit]) -> None:
    from shlex import join

    lines = [
        f"# {called} -> {os.path.join(unit.directory, name)}\n"
        for unit in units
        for name, called in unit.record.names
    ]
    put("".join(lines) + join(words) + "\n")


def look_for_directives(
    command: CommandLine, call: Call, stdin: bytes | None, found: list[Found]
) -> Preprocessed | None:
    """What the compiler's preprocessor makes of the sources that were ``found``; None where it fails."""
    from pointerchain.build.leftover import Unanswered, preprocessed

    try:
        macros = {name for each in found for name in each.program.clause_macros()}
        return preprocessed(command, call, stdin, macros)
    except Unanswered:
        return None


def are_left(looked: Preprocessed, why: str) -> bool:
    """Whether directives are left that the compiler would read, which is said then."""
    from pointerchain.build.leftover import refusal

    if looked.left:
        put_error(refusal(looked.left, why, colour=shows_colour(2)))
    return bool(looked.left)


def _may_lie_elsewhere(context: Context, marked: list[Found]) -> bool:
    """Whether a header's name stands in a directory of the compiler's own, too, which it may search first.

    Or whether which files a header of several names includes hangs on the compiler.
    """
    for each in marked:
        if each.program.leads_to_others():
            return True
        own = context.compiler(each.source.language).extra_directories()
        names = [name for _, name in each.program.by_directories()] if own else []
        if any(os.path.exists(os.path.join(directory, name)) for directory in own for name in names):
            return True
    return False


def _reads_others(
    context: Context, marked: list[Found], units: list[Unit], looked: Preprocessed, stdin: bytes | None
) -> bool:
    """Whether the compiler reads other headers for the command than were translated, which is said then."""
    from pointerchain.build.command_line import MACRO
    from pointerchain.build.leftover import read_instead
    from pointerchain.build.options import Call
    from pointerchain.build.units import user_names

    command = context.command
    given = look_for_directives(
        command, Call([*command.compiler, MACRO], command.words, [], 0), stdin, marked
    )
    if given is None:
        say(f"error: '{command.compiler[-1]} -E' fails: which headers it reads cannot be told")
        return True
    names = user_names(units)
    for each in marked:
        name = read_instead(given, looked, names, each.program, each.source.at)
        if name:
            through = f", for '{command.more_options}'" if command.more_options else ""
            say(
                f"error: '{name}' was translated, and the compiler reads another header in its place{through}"
            )
            return True
    return False


def compile_doubted(command: CommandLine, words: list[str], stdin: bytes | None) -> int:
    """Compile what could not be preprocessed: it is to fail, and to say why."""
    from pointerchain.build import child

    if stdin is not None:
        give_standard_input(stdin)
    scratch = _Scratch()
    try:
        code = child.run(words, scratch.make)
    except OSError as error:
        return cannot_run(words[0], error)
    finally:
        scratch.remove()
    return _unanswered(command, code)


def _unanswered(command: CommandLine, code: int) -> int:
    """The exit code of a compile of which the compiler did not say whether directives are left in it."""
    from pointerchain.build import child, launch

    if code < 0:
        child.die_by(-code)
    if code == 0:
        launch.remove_outputs(command)
        say(f"error: '{command.compiler[-1]} -E' fails: whether directives are left cannot be told")
    return code or EXIT_ERRORS
