# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain cc``: a compiler launcher that translates what holds directives.

A compile in which nothing does becomes the compiler's process; only the word was looked for, and
nothing heavy was loaded.
"""

from __future__ import annotations

import os

from pointerchain import files
from pointerchain.build.command_line import CXX, MACRO, CommandLine, Source, split_compiler
from pointerchain.build.includes import STANDARD_INPUT, File, Program, Search, is_file, joined
from pointerchain.cli.cc_common import (
    FLAGS,
    Found,
    Options,
    cannot_run,
    give_standard_input,
    runtime_words,
    say_untouched,
)
from pointerchain.cli.console import EXIT_CLEAN, EXIT_ERRORS, REMARKS, UsageError, put, say
from pointerchain.cli.settings_file import settings_for


def run(words: list[str]) -> int:
    """Launch the compiler that ``words`` name; the exit code, unless this process becomes the compiler."""
    options = Options()
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
    _check_options(options)
    if options.native is not None:
        return _make_front(options.native, rest)
    compiler, arguments = split_compiler(rest)
    if "clang-cl" in os.path.basename(compiler[-1]) or "--driver-mode=cl" in arguments:
        raise UsageError(
            "commands in the form of Microsoft's 'cl' are not understood: use 'clang' and its options"
        )
    try:
        command = CommandLine(compiler, arguments)
    except (OSError, ValueError) as error:
        raise UsageError(str(error)) from None
    if options.promises and command.sources:
        command = _checking(command)
    if options.stale:
        from pointerchain.cli.cc_stale import watching

        command = watching(command)
    arguments = command.given  # a response file that is a pipe is not read again
    compiles = (command.sources or command.others) and command.macro != "" and not command.dependencies_only
    if compiles and not command.more_options and not command.is_gcc:
        command.more_options = _options_file(command)
    if (command.others or command.module_maps) and command.macro != "" and not command.dependencies_only:
        from pointerchain.cli.cc_others import refused, say_unmapped

        code = refused(command)
        if code:
            return code
        if options.maps:
            say_unmapped(command)
    sources = [source for source in command.sources if command.macro != ""]
    if not sources and (options.remarks or options.build_dir is not None or options.vouched):
        _take_settings(options, [])
    if not sources or command.dependencies_only:
        linked = runtime_words(command, (), options)
        if linked is None:
            return EXIT_ERRORS
        return _become([*compiler, *_defined(command), *arguments, *linked], options)
    if command.macro not in (None, "1"):
        raise UsageError(f"'__pointerchain' has to be 1, not '{command.macro}': leave the option out")
    _take_settings(options, sources)
    return _compile(command, options)


def _read_options(words: list[str], options: Options, where: str) -> list[str]:
    """Take the launcher's options off the front of ``words``; what is left."""
    at = 0
    while at < len(words) and words[at].startswith("-"):
        word = words[at]
        at += 1
        if word == "--":
            break
        if word in ("-h", "--help"):
            return ["--help"]
        name, equals, value = word.partition("=")
        if name in _VALUED:
            if word == name:
                value = words[at] if at < len(words) else ""
                at += 1
            if not value:
                raise UsageError(f"'{name}' needs {_VALUED[name]}")
            if name == "--keep":
                options.keep = value
            elif name == "--promise":
                options.vouched.append(value)
            elif name == "-p":
                options.build_dir = value
            elif name == "--settings":
                options.settings_given = value
            else:
                options.native = value
        elif word == "--print":
            options.shows = True
        elif word == "--verbose":
            options.verbose = True
        elif word == "--no-verify":
            options.verify = False
        elif word == "--check-promises":
            options.promises = True
        elif word == "--stale-check":
            options.stale = True
        elif name == "--auto":
            options.auto_given = options.auto = True
            options.only = value
            if equals and value not in ("constructs", "loops"):
                raise UsageError(f"'--auto' takes 'constructs' or 'loops', not '{value}'")
        elif name == "--map":
            options.maps, options.partial = True, value == "partial"
            if equals and not options.partial:
                raise UsageError(f"'--map' takes 'partial', not '{value}'")
        elif word == "--no-auto":
            options.auto_given = options.auto = False
        elif word in ("--deep", "--no-deep"):
            options.deep_given = options.deep = word == "--deep"
        elif word == REMARKS:
            options.remarks = True
        elif word == "-w" or word.startswith("-W"):
            options.warnings.append(word)
        else:
            place = f" {where}" if where else ""
            raise UsageError(f"unknown option '{word}'{place}; the compiler comes before its own options")
    return words[at:]


def _check_options(options: Options) -> None:
    """Refuse what does not go together; the settings may have the rest of what '--auto' needs."""
    if options.auto and (options.promises or options.native is not None or not options.verify):
        other = "--check-promises" if options.promises else "--native" if options.native else "--no-verify"
        raise UsageError(f"'--auto' and '{other}' exclude each other")
    if options.stale and (options.promises or options.native is not None):
        other = "--check-promises" if options.promises else "--native"
        raise UsageError(f"'--stale-check' and '{other}' exclude each other")
    if options.maps and (options.promises or options.native is not None):
        other = "--check-promises" if options.promises else "--native"
        raise UsageError(f"'--map' and '{other}' exclude each other")
    if options.vouched:
        from pointerchain.cli.promised import promises_given

        promises_given(options.vouched)


def _take_settings(options: Options, sources: list[Source]) -> None:
    """Fill in what the command line leaves to the settings of the sources' project, and check the whole."""
    options.settings = settings = settings_for(
        [each.path for each in sources] or ["-"], options.settings_given
    )
    if settings is not None:
        options.warnings[:0] = settings.warnings
        options.keep = options.keep or settings.keep
        if options.auto_given is None:
            options.auto = settings.auto and not options.promises and options.verify
        if options.deep_given is None:
            options.deep = settings.deep
        if options.auto:
            options.vouched[:0] = settings.promises
        if options.auto or options.maps:
            if options.build_dir is None and settings.build_dir and os.path.exists(settings.build_dir):
                options.build_dir = settings.build_dir
        if options.verbose:
            say(f"settings of '{settings.path}'")
    if not options.auto:
        wants = {REMARKS: options.remarks, "--promise": options.vouched}
        name = next((name for name, given in wants.items() if given), "")
        if name:
            raise UsageError(f"'{name}' is about chains without directives: it needs '--auto'")
    if options.build_dir is not None and not os.path.exists(options.build_dir):
        raise UsageError(f"there is no '{options.build_dir}', which '-p' names")


_VALUED = {
    "--keep": "a directory",
    "--native": "a file",
    "--promise": "clauses, as in 'reads(printf)'",
    "-p": "a directory with a compile database",
    "--settings": "a file, or 'none'",
}
"""The options with a value, and what that is."""


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


def _become(words: list[str], options: Options) -> int:
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
        return cannot_run(words[0], error)


def _look(command: CommandLine) -> tuple[list[Found], bytes | None]:
    """The sources with what they include, as far as they can be read, and what came from standard input."""
    stdin: bytes | None = None
    found: list[Found] = []
    programs: dict[str, Program] = {}
    for source in command.sources:
        program = programs.get(source.language)
        if program is None:
            program = Program(Search(command, source.language), command.defines)
            programs[source.language] = program
        path, data = source.path, None
        if path == "-":
            data = stdin = files.read_standard_input()
            path = STANDARD_INPUT
        try:
            main = program.add(path, data)
        except OSError:
            continue  # the compiler says it better
        forced = _forced(command, program)
        found.append(Found(source, main, program, forced, _speaking_macros(command, program)))
    return found, stdin


def _speaking_macros(command: CommandLine, program: Program) -> str:
    """A file of '-imacros' that says the word, or includes one that does; or nothing. All are noted."""
    program.macro_files.clear()
    speaking = ""
    for name in command.macro_files:
        place = (os.path.join(".", name), -1) if is_file(name) else program.find_forced(name)
        try:
            file = program.add(place[0], None, place[1]) if place is not None else None
        except OSError:
            continue  # the compiler says it better
        if file is not None:
            program.macro_files.append(file)
            if file.speaks or file.has_directives:
                speaking = speaking or name
    return speaking


def _doubt(command: CommandLine, found: list[Found]) -> str:
    """Why there may be directives that were not seen, or nothing."""
    if command.directive_macro:
        return f"macro '{command.directive_macro}' of the command line may spell a directive"
    if command.unknown_search:
        return f"where headers are is not followed through '{command.unknown_search}'"
    if command.more_options:
        return f"'{command.more_options}' may lead the compiler to more than is seen here"
    if len(found) < len(command.sources):
        read = {each.source.at for each in found}
        missed = next(source.path for source in command.sources if source.at not in read)
        return f"'{missed}' is not found here"
    said = next((each.macros for each in found if each.macros), "")
    if said:
        return f"macros of '{said}' may spell a directive"
    return next(filter(None, (each.program.unsure() for each in found)), "")


def _compile(command: CommandLine, options: Options) -> int:
    """Look into the sources, and translate before the compiler is run where that is needed."""
    found, stdin = _look(command)
    if options.maps:
        for each in found:
            each.maps = each.program.leads_to_constructs([each.main, *filter(None, each.forced)])
    marked = [
        each
        for each in found
        if each.maps
        or each.main.has_directives
        or any(f is not None and f.has_directives for f in each.forced)
    ]
    unknown = next(filter(None, (_unknown_precompiled(command, each) for each in marked)), "")
    if unknown:
        remedy = "give its header, too, by '-include'"
        if unknown.endswith(".gch"):
            remedy = "have its header beside it"
        say(
            f"error: '{marked[0].main.path}' leads to directives, and what the precompiled '{unknown}' holds "
            f"is not known: {remedy}"
        )
        return EXIT_ERRORS
    hidden = "" if marked else _precompiled_directives(command, found)
    if hidden:
        say(
            f"error: the precompiled '{hidden}' was made of a header with directives, and not by "
            "'pointerchain cc', so that they are not translated: make it anew"
        )
        return EXIT_ERRORS
    if command.assembler and (header := _of_assembler(command, found)):
        say(
            f"error: '{header}' is found in a directory for the assembler ('-Wa,-I'), where Clang looks "
            "for headers, too, but not when it preprocesses: give the directory by '-I', before the others"
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
    if command.makes_modules:
        from pointerchain.cli.cc_others import imports_are_refused

        if imports_are_refused(command, [file for each in found for file in each.program.files.values()]):
            return EXIT_ERRORS
    doubt = _doubt(command, found)
    if options.auto and _can_be_looked_into(command):
        own = {id(each) for each in marked}
        for each in found:
            if each.source.path.endswith(_SOURCES):
                each.program.lead_to_loops(each.source.language == CXX)
                each.optional = id(each) not in own
                marked += [each] if each.optional and each.main.has_directives else []
    say_untouched(options, found, marked)
    if marked:
        from pointerchain.cli.cc_translated import compile_translated

        return compile_translated(command, options, marked, doubt, stdin)
    read = (file.data for each in found for file in each.program.files.values())
    linked = runtime_words(command, read, options)
    if linked is None:
        return EXIT_ERRORS
    words = [*command.compiler, *_defined(command), *command.given, *linked]
    if doubt and not options.shows:
        from pointerchain.build.options import Call
        from pointerchain.cli.cc_translated import are_left, compile_doubted, look_for_directives

        call = Call([*command.compiler, *_defined(command)], command.words, [], 0)
        looked = look_for_directives(command, call, stdin, found)
        if looked is None:
            return compile_doubted(command, words, stdin)
        if are_left(looked, doubt):
            return EXIT_ERRORS
    if stdin is not None:
        give_standard_input(stdin)
    return _become(words, options)


_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".c++", ".C")


def _can_be_looked_into(command: CommandLine) -> bool:
    """Whether a compile of sources without directives is one that '--auto' has something to do in."""
    unusual = command.unknown_search or command.precompiled or command.makes_modules or command.more_options
    return not unusual and "-E" not in command.words


def _of_assembler(command: CommandLine, found: list[Found]) -> str:
    """A header that a directory for the assembler leads Clang to, or nothing."""
    from pointerchain.build.assembler import header_found

    return next(
        filter(None, (header_found(each.program, command, each.source.language) for each in found)), ""
    )


def _options_file(command: CommandLine) -> str:
    """A file of options that the compiler reads by itself, as Clang may, or nothing."""
    from pointerchain.build.asked import may_be_clang

    if not may_be_clang(command.compiler):
        return ""
    from pointerchain.build.own import options_file

    return options_file(command, command.sources[0].language if command.sources else CXX)


def _unknown_precompiled(command: CommandLine, found: Found) -> str:
    """A precompiled header of which it is not known what it holds, or nothing.

    It is known where the command includes the header, too, and where 'a.h.pch' lies beside an 'a.h' without
    directives, which is read in its place then.
    """
    program = found.program
    for at, file in zip(command.forced, found.forced, strict=True):
        if file is None:
            # gcc takes 'a.h.gch' where there is no 'a.h'.
            name = command.words[at] + ".gch"
            for directory in (".", *program.search.directories):
                if os.path.exists(joined(directory, name)):
                    return joined(directory, name)
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


def _precompiled_directives(command: CommandLine, found: list[Found]) -> str:
    """A precompiled header without its text that was made of directives as they stand, or nothing."""
    texts = {os.path.realpath(command.words[at]) for at in command.forced}
    given = [command.words[at] for at in command.precompiled]
    paths = [path for path in given if os.path.realpath(path.removesuffix(".pch")) not in texts]
    for each in found:
        files = zip(command.forced, each.forced, strict=True)
        paths += each.program.without_text([command.words[at] for at, file in files if file is None])
    if not paths:
        return ""
    from pointerchain.build.precompiled import may_hold_directives

    return next(filter(may_hold_directives, dict.fromkeys(paths)), "")


def _forced(command: CommandLine, program: Program) -> list[File | None]:
    """The files of '-include', as far as they are found beside the build or along the quoted directories."""
    out: list[File | None] = []
    for at in command.forced:
        name = command.words[at]
        # Compilers find it in the working directory, and say so.
        place = (os.path.join(".", name), -1) if is_file(name) else program.find_forced(name)
        try:
            out.append(program.add(place[0], None, place[1]) if place is not None else None)
        except OSError:
            out.append(None)
    return out
