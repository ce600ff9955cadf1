# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain cc``: a compiler launcher that translates what holds directives.

A compile in which nothing does becomes the compiler's process; only the word was looked for, and
nothing heavy was loaded.
"""

from __future__ import annotations

import os

from pointerchain import files
from pointerchain.build.command_line import MACRO, CommandLine, Source, split_compiler
from pointerchain.build.includes import File, Program, Search, is_file
from pointerchain.cli.console import (
    EXIT_CLEAN,
    EXIT_ERRORS,
    UsageError,
    put,
    put_error,
    say,
    shows_colour,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.build.compiler import Compiler
    from pointerchain.build.job import Context
    from pointerchain.build.leftover import Preprocessed
    from pointerchain.build.units import Unit

KEEP, FLAGS = "POINTERCHAIN_KEEP", "POINTERCHAIN_FLAGS"
# What Clang's messages on a template's instances become.
_OF_INSTANCES = frozenset(("unsupported-type", "verification"))
# As a shell has it.
EXIT_NOT_EXECUTABLE, EXIT_NOT_FOUND = 126, 127


class _Options:
    """The launcher's own options."""

    def __init__(self) -> None:
        self.keep = os.environ.get(KEEP) or None
        self.native: str | None = None
        self.shows = False
        self.verify = True
        self.promises = False
        self.warnings: list[str] = []


def run(words: list[str]) -> int:
    """Launch the compiler that ``words`` name; the exit code, unless this process becomes the compiler."""
    options = _Options()
    flags = os.environ.get(FLAGS, "").split()
    rest = _read_options(flags, options, f"in {FLAGS}")
    if rest:
        raise UsageError(f"'{rest[0]}' in {FLAGS} is no option")
    rest = _read_options(words, options, "")
    if rest == ["--help"]:
        from pointerchain.cli.help_texts import CC

        put(CC)
        return EXIT_CLEAN
    if not rest:
        raise UsageError("no compiler; give it and its arguments, as in 'pointerchain cc gcc -c force.c'")
    if options.native is not None:
        return _make_front(options.native, rest)
    compiler, arguments = split_compiler(rest)
    try:
        command = CommandLine(compiler, arguments)
    except (OSError, ValueError) as error:
        raise UsageError(str(error)) from None
    if options.promises and command.sources:
        command = _checking(command)
        arguments = command.given
    sources = [source for source in command.sources if command.macro != ""]
    if not command.sources or command.dependencies_only or not sources:
        return _become([*compiler, *_defined(command), *arguments], options)
    if command.macro not in (None, "1"):
        raise UsageError(f"'__pointerchain' has to be 1, not '{command.macro}': leave the option out")
    return _compile(command, options)


def _read_options(words: list[str], options: _Options, where: str) -> list[str]:
    """Take the launcher's options off the front of ``words``; what is left."""
    at = 0
    while at < len(words) and words[at].startswith("-"):
        word = words[at]
        at += 1
        if word == "--":
            break
        if word in ("-h", "--help"):
            return ["--help"]
        name, _, value = word.partition("=")
        if name in ("--keep", "--native"):
            if word == name:
                value = words[at] if at < len(words) else ""
                at += 1
            if not value:
                raise UsageError(f"'{name}' needs a {'directory' if name == '--keep' else 'file'}")
            if name == "--keep":
                options.keep = value
            else:
                options.native = value
        elif word == "--print":
            options.shows = True
        elif word == "--no-verify":
            options.verify = False
        elif word == "--check-promises":
            options.promises = True
        elif word == "-w" or word.startswith("-W"):
            options.warnings.append(word)
        else:
            place = f" {where}" if where else ""
            raise UsageError(f"unknown option '{word}'{place}; the compiler comes before its own options")
    return words[at:]


def _checking(command: CommandLine) -> CommandLine:
    """The command with the options of a compile that checks promises."""
    from pointerchain.build import promises
    from pointerchain.build.cache import Cache
    from pointerchain.build.compiler import NoCompiler, ask

    try:
        compiler = ask(command.compiler, command.sources[0].language, Cache().directory)
    except NoCompiler:
        return command  # which is told where it is run
    return CommandLine(command.compiler, promises.arguments(compiler.family, command.given))


def _make_front(path: str, compiler: list[str]) -> int:
    """Make the program that stands in for the launcher where there are no directives."""
    import sys

    from pointerchain.build.front import FrontError, launcher_of, make

    try:
        make(path, compiler, launcher_of(sys.argv[0]))
    except FrontError as error:
        say(f"error: cannot make '{path}': {error}")
        return EXIT_ERRORS
    except OSError as error:
        say(f"error: cannot write '{path}': {files.reason(error)}")
        return EXIT_ERRORS
    return EXIT_CLEAN


def _defined(command: CommandLine) -> list[str]:
    return [MACRO] if command.sources and command.macro is None else []


def _become(words: list[str], options: _Options) -> int:
    """Run what needs no translation: this process becomes the compiler."""
    if options.shows:
        from shlex import join

        put(join(words) + "\n")
        return EXIT_CLEAN
    try:
        # What 'signal' wraps in enumerations, whose loading takes longer than all else here.
        import _signal as signal  # type: ignore[import-not-found]
    except ImportError:
        import signal

    # Python ignores these two, and a program inherits that.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(words[0], words)
    except OSError as error:
        return _cannot_run(words[0], error)


def _cannot_run(program: str, error: OSError) -> int:
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        say(f"error: there is no compiler '{program}'")
        return EXIT_NOT_FOUND
    say(f"error: cannot run '{program}': {files.reason(error)}")
    return EXIT_NOT_EXECUTABLE


class _Found:
    """A source of the command line with what it includes."""

    def __init__(self, source: Source, main: File, program: Program, forced: list[File | None]) -> None:
        self.source, self.main, self.program, self.forced = source, main, program, forced


def _look(command: CommandLine) -> tuple[list[_Found], bytes | None]:
    """The sources with what they include, as far as they can be read, and what came from standard input."""
    stdin: bytes | None = None
    found: list[_Found] = []
    programs: dict[str, Program] = {}
    for source in command.sources:
        program = programs.get(source.language)
        if program is None:
            program = Program(Search(command, source.language), command.defines)
            programs[source.language] = program
        path, data = source.path, None
        if path == "-":
            data = stdin = files.read_standard_input()
            path = "<stdin>"
        try:
            main = program.add(path, data)
        except OSError:
            continue  # the compiler says it better
        found.append(_Found(source, main, program, _forced(command, program)))
    return found, stdin


def _doubt(command: CommandLine, found: list[_Found]) -> str:
    """Why there may be directives that were not seen, or nothing."""
    if command.directive_macro:
        return f"macro '{command.directive_macro}' of the command line may spell a directive"
    if command.unknown_search:
        return f"where headers are is not followed through '{command.unknown_search}'"
    return next((each.program.doubt for each in found if each.program.doubt), "")


def _compile(command: CommandLine, options: _Options) -> int:
    """Look into the sources, and translate before the compiler is run where that is needed."""
    found, stdin = _look(command)
    marked = [
        each
        for each in found
        if each.main.has_directives or any(f is not None and f.has_directives for f in each.forced)
    ]
    unknown = next(filter(None, (_unknown_precompiled(command, each.program) for each in marked)), "")
    if unknown:
        say(
            f"error: '{marked[0].main.path}' leads to directives, and what the precompiled '{unknown}' holds "
            "is not known: give its header, too, by '-include'"
        )
        return EXIT_ERRORS
    if marked and command.unknown_search:
        say(
            f"error: '{marked[0].main.path}' leads to directives, and where its headers are is not followed "
            f"through '{command.unknown_search}': give '-I', '-iquote', '-isystem' or '-idirafter'"
        )
        return EXIT_ERRORS
    if len(found) > 1 and any(
        file is not None and file.has_directives for each in found for file in each.forced
    ):
        say("error: a file of '-include' leads to directives: compile the sources one by one")
        return EXIT_ERRORS
    doubt = _doubt(command, found)
    if marked:
        return _compile_translated(command, options, marked, doubt, stdin)
    words = [*command.compiler, *_defined(command), *command.given]
    if doubt and not options.shows:
        plain = [*command.compiler, *_defined(command), *command.words]
        looked = _preprocessed(command, plain, stdin)
        if looked is None:
            return _compile_doubted(command, words, stdin)
        if _refused(looked, doubt):
            return EXIT_ERRORS
    if stdin is not None:
        _give_standard_input(stdin)
    return _become(words, options)


def _preprocessed(command: CommandLine, words: list[str], stdin: bytes | None) -> Preprocessed | None:
    """What the compiler's preprocessor makes of the sources; None where it fails."""
    from pointerchain.build.leftover import Unanswered, preprocessed

    try:
        return preprocessed(command, words, stdin)
    except Unanswered:
        return None


def _refused(looked: Preprocessed, why: str) -> bool:
    """Whether directives are left that the compiler would read, which is said then."""
    from pointerchain.build.leftover import refusal

    if looked.left:
        put_error(refusal(looked.left, why, colour=shows_colour(2)))
    return bool(looked.left)


def _compile_doubted(command: CommandLine, words: list[str], stdin: bytes | None) -> int:
    """Compile what could not be preprocessed: it is to fail, and to say why."""
    from pointerchain.build import launch

    if stdin is not None:
        _give_standard_input(stdin)
    scratch = _Scratch()
    try:
        code = launch.run(words, scratch.make)
    except OSError as error:
        return _cannot_run(words[0], error)
    finally:
        scratch.remove()
    return _unanswered(command, code)


def _unanswered(command: CommandLine, code: int) -> int:
    """The exit code of a compile of which the compiler did not say whether directives are left in it."""
    from pointerchain.build import launch

    if code < 0:
        launch.die_by(-code)
    if code == 0:
        launch.remove_outputs(command)
        say(f"error: '{command.compiler[-1]} -E' fails: whether directives are left cannot be told")
    return code or EXIT_ERRORS


def _unknown_precompiled(command: CommandLine, program: Program) -> str:
    """A precompiled header of which it is not known what it holds, or nothing.

    It is known where the command includes the header, too, and where 'a.h.pch' lies beside an 'a.h' without
    directives, which is read in its place then.
    """
    texts = {os.path.realpath(command.words[at]) for at in command.forced}
    program.precompiled.clear()
    for at in command.precompiled:
        name = command.words[at]
        header = name.removesuffix(".pch")
        if os.path.realpath(header) in texts:
            continue
        if header == name or not is_file(header):
            return name
        file = program.add(header)
        if file.has_directives:
            return name
        program.precompiled.append(file)
    return ""


def _forced(command: CommandLine, program: Program) -> list[File | None]:
    """The files of '-include', as far as they are found beside the build or along the quoted directories."""
    out: list[File | None] = []
    for at in command.forced:
        name = command.words[at]
        place = (name, -1) if is_file(name) else program.find_forced(name)
        try:
            out.append(program.add(place[0], None, place[1]) if place is not None else None)
        except OSError:
            out.append(None)
    return out


def _give_standard_input(data: bytes) -> None:
    """Let the compiler read again what was read here."""
    from tempfile import TemporaryFile

    with TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        os.dup2(file.fileno(), 0)


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
        self._count += 1
        path = os.path.join(self.directory, str(self._count))
        os.mkdir(path)
        return path

    def remove(self) -> None:
        """Remove it with all that is in it."""
        if self.directory is not None:
            from shutil import rmtree

            rmtree(self.directory, ignore_errors=True)
            self.directory = None


def _compile_translated(
    command: CommandLine, options: _Options, marked: list[_Found], doubt: str, stdin: bytes | None
) -> int:
    from pointerchain.build import launch, preprocessed
    from pointerchain.build.cache import Cache
    from pointerchain.build.compiler import NoCompiler, ask
    from pointerchain.build.diverted import divert
    from pointerchain.build.job import Context
    from pointerchain.cli import cc_errors

    controls = None
    if options.warnings:
        from pointerchain.cli.warning_options import warning_controls

        controls = warning_controls(options.warnings)
    cache = Cache()
    known: dict[str, Compiler] = {}

    def compiler(language: str) -> Compiler:
        if language not in known:
            known[language] = ask(command.compiler, language, cache.directory)
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
    )
    try:
        for attempt in (1, 2):
            units = _prepare(context, marked, options, quiet=attempt > 1)
            if isinstance(units, int):
                code = units
                break
            words = launch.command_words(command, units, compiler(marked[0].source.language))
            if attempt == 1 and any(word in launch.SARIF and word not in words for word in command.words):
                say("warning: Clang's messages are text here: its SARIF cannot name translated sources")
            if options.shows:
                _show(words, units)
                return EXIT_CLEAN
            why = doubt or next((unit.record.doubt for unit in units if unit.record.doubt), "")
            looked = None
            if why or any(unit.fresh for unit in units):
                looked = _preprocessed(command, words, stdin)
                if looked is not None and _refused(looked, why):
                    return EXIT_ERRORS
            launch.give_times(units)
            if attempt == 1:
                code = cc_errors.misleads(context, [(each.source, each.main) for each in marked])
                if code:
                    break
            before = [_state(unit.path) for unit in units]
            words, environment, diverted = divert(command.dependency_file, words, scratch.make)
            given = {name: os.environ[name] for name in environment}
            os.environ.update(environment)
            try:
                with preprocessed.printing(command, units, scratch.make):
                    code = launch.run(words, scratch.make)
            except preprocessed.PrintError as error:
                say(f"error: cannot write what '{words[0]}' printed: {error}")
                return EXIT_ERRORS
            except OSError as error:
                return _cannot_run(words[0], error)
            os.environ.update(given)
            after = [_state(unit.path) for unit in units]
            if code != 0 and attempt == 1 and (None in after or after != before):
                # Someone cleared the cache under the compiler; another compile may have filled it since.
                say("note: the translated source was removed; translating it again")
                context = context._replace(cache=Cache(cache.directory, 0))
                continue
            try:
                preprocessed.settle(command, units)
                read = launch.settle_dependencies(command, units, diverted)
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
        return _cannot_run(str(error), FileNotFoundError())
    finally:
        scratch.remove()
    if code < 0:
        launch.die_by(-code)
    return code


def _explain(context: Context, marked: list[_Found]) -> None:
    """Say why instances of templates did not compile, where that is for what a translation made of them."""
    from pointerchain.build.cache import Cache
    from pointerchain.build.job import Refusal
    from pointerchain.build.units import prepare

    whole = context._replace(cache=Cache(context.cache.directory, 0), shares=False)
    for each in marked:
        try:
            unit = prepare(whole, each.source, each.main, each.program, each.forced)
        except OSError:
            return
        if isinstance(unit, Refusal) and not unit.codes.isdisjoint(_OF_INSTANCES):
            put_error(unit.text)


def _state(path: str) -> tuple[int, int] | None:
    """Which file stands under a name."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def _prepare(context: Context, marked: list[_Found], options: _Options, *, quiet: bool) -> list[Unit] | int:
    """Translate all; the exit code where one is refused. Every problem is shown, not the first one only."""
    from pointerchain.build.job import Refusal
    from pointerchain.build.units import prepare
    from pointerchain.cli.cc_errors import Refused, refuse

    units: list[Unit] = []
    refused: list[Refused] = []
    for each in marked:
        try:
            unit = prepare(context, each.source, each.main, each.program, each.forced)
        except OSError as error:
            say(f"error: cannot write the translation of '{each.main.path}': {files.reason(error)}")
            return EXIT_ERRORS
        if isinstance(unit, Refusal):
            refused.append(Refused(each.source, each.main, unit))
            continue
        units.append(unit)
        if not quiet:
            put_error(unit.record.warnings[context.colour])
        if options.keep is not None:
            _keep(unit, options.keep)
    if refused:
        return refuse(context, refused, asks=not options.shows, give_input=_give_standard_input)
    return units


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
