# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain fc``, where the command is not remembered: its sources are read, and translated."""

from __future__ import annotations

import os
from shlex import join

from pointerchain import __version__, files
from pointerchain.build.cache import Cache
from pointerchain.cli.console import EXIT_CLEAN, EXIT_ERRORS, InputError, UsageError, put, put_error
from pointerchain.cli.fc_common import Options, compile_with, remove_scratch, runtime_words, scratch
from pointerchain.cli.settings_file import settings_for
from pointerchain.fortran.fixed import FIXED_OPTIONS, Form, is_fixed, read_form
from pointerchain.fortran.includes import converted, included_directive, included_files
from pointerchain.fortran.launch import (
    Command,
    Refused,
    check_literals,
    check_not_lost,
    concerns,
    drops_directives,
    needs_preprocessor,
    preprocessed,
    read_command,
    support_directory,
)
from pointerchain.fortran.remembered import remember, tool
from pointerchain.fortran.sources import FIXED, signature
from pointerchain.lazy import NamedTuple


class _Made(NamedTuple):
    """A translation's text, what is said of its source, the files that were included, and the key of its
    entry in the cache, empty where it is not kept."""

    text: bytes
    said: str
    included: tuple[str, ...] = ()
    key: str = ""


def translate_and_compile(words: list[str], options: Options) -> int | list[str]:
    """Compile translations in the place of the sources that ``words`` name; the exit code, or the command
    that is to be run as it is."""
    try:
        command = read_command(words)
    except (OSError, ValueError) as error:
        raise UsageError(str(error)) from None
    if command.sources:
        paths = [command.arguments[at] for at in command.sources]
        options.settings = settings = settings_for(paths, options.settings_given)
        if settings is not None:
            options.warnings[:0] = settings.warnings
            options.keep = options.keep or settings.keep
    try:
        if command.preprocesses_only and not options.shows and _preprocess(command):
            return EXIT_CLEAN
        replaced = _replaced(command, options)
    except Refused as refused:
        put_error(f"pointerchain: error: {refused}\n")
        return EXIT_ERRORS
    if replaced is None:
        return EXIT_ERRORS
    return _compile(command, replaced, options) if replaced else [*command.compiler, *command.arguments]


def _replaced(command: Command, options: Options) -> dict[int, _Made] | None:
    """The translations by the place of their source in the command; None where one was refused."""
    out: dict[int, _Made] = {}
    refused = False
    for at in command.sources:
        path = command.arguments[at]
        try:
            data = files.read(path)
        except OSError:
            continue  # which the compiler tells
        held = included_directive(path, data, command.directories)
        if held and held != "?":
            raise Refused(
                f"'{path}' includes '{held}', whose directives are not translated: write them in the source"
            )
        check_not_lost(command, path, data)
        if not concerns(path, data, options.types) and not held:
            continue
        if command.preprocesses_only:
            continue
        text = data
        if needs_preprocessor(command, path, data) or held:
            text = preprocessed(command, path, data)
            if not concerns(path, text, options.types):
                continue
        check_literals(command, path, text)
        made = _translated(path, text, command, options)
        refused = refused or made is None
        if made is not None:
            out[at] = made
    return None if refused else out


def _preprocess(command: Command) -> bool:
    """Preprocess in the compiler's place where it would drop directives; whether that was done."""
    if "-E" not in command.arguments or len(command.sources) != 1:
        return False
    path = command.arguments[command.sources[0]]
    try:
        data = files.read(path)
    except OSError:
        return False  # which the compiler tells
    if not drops_directives(command, data):
        return False
    text = preprocessed(command, path, data)
    words = command.arguments
    target = next((words[at + 1] for at in range(len(words) - 2, -1, -1) if words[at] == "-o"), "-")
    try:
        if target == "-":
            put(text.decode("utf-8", "surrogateescape"))
        else:
            files.write_whole(target, text)
    except OSError as error:
        raise InputError(f"cannot write '{target}': {files.reason(error)}") from None
    return True


def _translated(path: str, text: bytes, command: Command, options: Options) -> _Made | None:
    """The translation of one source, from the cache where it is there; None where it is refused."""
    from pointerchain.build.asked import digest

    directories = (os.path.dirname(path), *command.directories)
    form = read_form(command.arguments)
    parts = (__version__, path, options.types, options.warnings, directories, signature(directories), form)
    key = digest(repr(parts).encode("utf-8", "surrogateescape") + b"\0" + text + tool().encode()).hex()
    cache = Cache()
    entry = cache.find(key)
    if entry is not None:
        try:
            text = files.read(os.path.join(entry.directory, "text.f90"))
            return _Made(text, str(entry.record[0]), (), key)
        except OSError:
            pass
    made = _translate(path, text, command.directories, form, options)
    if made is not None:
        stored = cache.store(key, {"text.f90": made.text}, (made.said,))
        if stored is not None:
            cache.note_system(stored, made.included)
            made = made._replace(key=key)
    return made


def _translate(
    path: str, text: bytes, directories: tuple[str, ...], form: Form, options: Options
) -> _Made | None:
    from pointerchain.cli.console import shows_colour
    from pointerchain.cli.fortran import need_fparser
    from pointerchain.cli.warning_options import controls_of
    from pointerchain.fortran import pipeline
    from pointerchain.locations import SourceFiles
    from pointerchain.render import generated, render

    need_fparser()
    all_ = pipeline.translate_with(text, path, pipeline.Options(directories, options.types, form, True))
    done = all_.translation
    found = controls_of(options.warnings, options.settings).apply(done.diagnostics)
    errors = sum(each.severity == "error" for each in found)
    sources = SourceFiles({path: text})
    said = "".join(render(each, sources, colour=shows_colour(2)) for each in found)
    said += generated(errors, sum(each.severity == "warning" for each in found))
    if errors or done.text is None:
        put_error(said)
        return None
    return _Made(done.text, said, all_.included)


def _compile(command: Command, replaced: dict[int, _Made], options: Options) -> int:
    """Run the compiler on the translations."""
    form = read_form(command.arguments)
    top = options.keep or scratch()
    words = list(command.arguments)
    before: list[str] = []
    remembered: list[tuple[int, str, bytes, str]] = []
    try:
        for number, (at, made) in enumerate(sorted(replaced.items())):
            put_error(made.said)
            source = words[at]
            # two sources of one name have two directories
            directory = "" if options.keep and len(replaced) == 1 else str(number)
            os.makedirs(os.path.join(top, directory), exist_ok=True)
            stem = os.path.splitext(os.path.basename(source))[0]
            name = os.path.join(directory, f"{stem}.f90")
            text = made.text
            if is_fixed(source, FIXED, form):
                text, others = converted(text, source, command.directories, form.width)
                for other, data in others.items():
                    files.write_whole(os.path.join(top, directory, other), data)
                before += [f"-I{os.path.join(top, directory)}"] if others else []
            elif made.key:
                remembered.append((at + len(command.compiler), name, _marker(source, text), made.key))
            words[at] = os.path.join(top, name)
            files.write_whole(words[at], _marker(source, text) + text)
        words = [*_in_free_form(words, command, replaced), *_named_by_markers(command, replaced)]
        before += [f"-I{os.path.dirname(command.arguments[at]) or '.'}" for at in sorted(replaced)]
        before.append(f"-I{support_directory(command.compiler)}")
        linked = runtime_words(command.compiler, command.arguments, options, translated=True)
        line = [*command.compiler, *words, *linked, *before]
        if options.shows:
            put(join(line) + "\n")
            return EXIT_CLEAN
        if options.key and len(remembered) == len(command.sources):
            _remember(command, line, remembered, options)
        return compile_with(line, top)
    except (Refused, ValueError) as refused:
        put_error(f"pointerchain: error: {refused}\n")
        return EXIT_ERRORS
    except OSError as error:
        raise InputError(f"cannot write below '{top}': {files.reason(error)}") from None
    finally:
        if options.keep is None:
            remove_scratch(top)


def _marker(source: str, text: bytes) -> bytes:
    """The line markers that a translation needs before its first line; gfortran takes the first one for the
    name of the file as a whole."""
    return b"" if text.startswith(b"# 1 ") else f'# 1 "{source}"\n'.encode("utf-8", "surrogateescape") * 2


def _named_by_markers(command: Command, replaced: dict[int, _Made]) -> list[str]:
    """What lets a compiler call the files as a whole by the names in their line markers, in debug information
    and in messages of the program, as gfortran does of what is preprocessed already."""
    name = os.path.basename(command.compiler[-1])
    if "gfortran" not in name or len(replaced) < len(command.sources) or "-cpp" in command.arguments:
        return []
    return ["-fpreprocessed", "-ffree-form"]


def _remember(
    command: Command, line: list[str], sources: list[tuple[int, str, bytes, str]], options: Options
) -> None:
    included: set[str] = set()
    spelled: set[tuple[str, str]] = set()
    for at in command.sources:
        path = command.arguments[at]
        unknown, found, names = included_files(path, files.read(path), command.directories)
        if unknown:
            return
        included.update(found)
        spelled.update(names)
    remember(options.key, command, line, sources, sorted(included), sorted(spelled))


def _in_free_form(words: list[str], command: Command, replaced: dict[int, _Made]) -> list[str]:
    """The arguments without those that say that each source is in fixed form: translations are not."""
    given = sorted(FIXED_OPTIONS.intersection(words))
    if given and len(replaced) < len(command.sources):
        raise Refused(
            f"'{given[0]}' goes for all sources of the command, of which the translations are in free form: "
            "compile them one by one"
        )
    return [word for word in words if word not in FIXED_OPTIONS]
