# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain fc``: a launcher of Fortran compilers that translates what holds directives."""

from __future__ import annotations

import os
import subprocess
from shlex import join
from typing import NamedTuple

from pointerchain import __version__, files
from pointerchain.build.cache import Cache, remove_tree
from pointerchain.cli.cc_common import cannot_run
from pointerchain.cli.console import EXIT_CLEAN, EXIT_ERRORS, InputError, UsageError, put, put_error, say
from pointerchain.cli.settings_file import TYPE_CHECKING, settings_for
from pointerchain.fortran.fixed import FIXED_OPTIONS, Form, is_fixed, read_form
from pointerchain.fortran.includes import converted, included_directive
from pointerchain.fortran.launch import (
    MODULE,
    RUNTIME,
    Command,
    Refused,
    check_not_lost,
    concerns,
    drops_directives,
    needs_preprocessor,
    preprocessed,
    read_command,
    signature,
    support_directory,
)
from pointerchain.fortran.sources import FIXED

if TYPE_CHECKING:
    from pointerchain.cli.settings import Settings

HELP = """\
usage: pointerchain fc [options] COMPILER ARGS...
       pointerchain fc --runtime | --module

Runs COMPILER ARGS..., with each Fortran source that holds 'pointerchain' directives replaced by its
translation. Everything else is passed on as it is, and the exit code is the compiler's. Needs fparser2
(pip install 'pointerchain[fortran]').

options, which stand before COMPILER:
  --types                 describe the types of every module, not only of those whose source holds a directive
  --keep DIR              leave the translated sources below DIR, for reading
  --print                 show the command that would be run; nothing is compiled
  --runtime               show the path of the C source that a program with directives links
  --module                show the path of the Fortran source that translations use; 'fc' compiles it itself
  -WCODE, -Wno-CODE, -Werror[=CODE], -Wno-error[=CODE], -w
                          as in 'pointerchain translate'
  --settings FILE         take the project's settings ('warnings' and 'keep' count here) from FILE, 'none' for
                          no file; see 'pointerchain translate'
  -h, --help              show this help

environment:
  POINTERCHAIN_CACHE_DIR, POINTERCHAIN_CACHE_SIZE
                          as for 'pointerchain cc'

exit codes:
  1    an error in a directive; the compiler was not run
  2    wrong usage
  123  a fault of pointerchain itself
  126, 127  the compiler cannot be run, or is not there
  else the compiler's own

examples:
  pointerchain fc gfortran -fopenmp -c mesh.f90
  cmake -B build -DCMAKE_Fortran_COMPILER_LAUNCHER="pointerchain;fc"
  gcc -fopenmp $(pointerchain --includes) -c $(pointerchain fc --runtime)
"""


class _Options:
    def __init__(self) -> None:
        self.types = self.shows = False
        self.keep: str | None = None
        self.warnings: list[str] = []
        self.settings_given: str | None = None
        self.settings: Settings | None = None


class _Made(NamedTuple):
    """A translation's text, what is said of its source, and the files that were included."""

    text: bytes
    said: str
    included: tuple[str, ...] = ()


def run(words: list[str]) -> int:
    """Launch the compiler that ``words`` name; the exit code."""
    options, rest = _options(words)
    if options is None:
        return EXIT_CLEAN
    if not rest:
        raise UsageError(
            "no compiler; give it and its arguments, as in 'pointerchain fc gfortran -c mesh.f90'"
        )
    try:
        command = read_command(rest)
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
    if not replaced:
        return _become([*command.compiler, *command.arguments], options)
    return _compile(command, replaced, options)


def _options(words: list[str]) -> tuple[_Options | None, list[str]]:
    options, at = _Options(), 0
    while at < len(words) and words[at].startswith("-"):
        word = words[at]
        at += 1
        if word == "--":
            break
        if word in ("-h", "--help", "--runtime", "--module"):
            put({"--runtime": f"{RUNTIME}\n", "--module": f"{MODULE}\n"}.get(word, HELP))
            return None, []
        if word == "--types":
            options.types = True
        elif word == "--print":
            options.shows = True
        elif word.partition("=")[0] in ("--keep", "--settings"):
            name, equals, value = word.partition("=")
            if not equals:
                value = words[at] if at < len(words) else ""
                at += 1
            if not value:
                raise UsageError(f"'{name}' needs {'a directory' if name == '--keep' else 'a file'}")
            if name == "--keep":
                options.keep = value
            else:
                options.settings_given = value
        elif word == "-w" or word.startswith("-W"):
            options.warnings.append(word)
        else:
            raise UsageError(f"unknown option '{word}'; the compiler comes before its own options")
    return options, words[at:]


def _replaced(command: Command, options: _Options) -> dict[int, _Made] | None:
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


def _translated(path: str, text: bytes, command: Command, options: _Options) -> _Made | None:
    """The translation of one source, from the cache where it is there; None where it is refused."""
    from pointerchain.build.asked import digest

    directories = (os.path.dirname(path), *command.directories)
    form = read_form(command.arguments)
    parts = (__version__, path, options.types, options.warnings, directories, signature(directories), form)
    key = digest(repr(parts).encode("utf-8", "surrogateescape") + b"\0" + text + _tool()).hex()
    cache = Cache()
    entry = cache.find(key)
    if entry is not None:
        try:
            return _Made(files.read(os.path.join(entry.directory, "text.f90")), str(entry.record[0]))
        except OSError:
            pass
    made = _translate(path, text, command.directories, form, options)
    if made is not None:
        stored = cache.store(key, {"text.f90": made.text}, (made.said,))
        if stored is not None:
            cache.note_system(stored, made.included)
    return made


def _tool() -> bytes:
    """The state of the modules that make a translation, so that a changed tool uses no old one."""
    from pointerchain import fortran

    with os.scandir(os.path.dirname(fortran.__file__)) as entries:
        return repr(sorted((each.name, each.stat().st_mtime_ns) for each in entries)).encode()


def _translate(
    path: str, text: bytes, directories: tuple[str, ...], form: Form, options: _Options
) -> _Made | None:
    from pointerchain.cli.console import shows_colour
    from pointerchain.cli.fortran import need_fparser
    from pointerchain.cli.warning_options import controls_of
    from pointerchain.fortran.pipeline import Options, translate_with
    from pointerchain.locations import SourceFiles
    from pointerchain.render import generated, render

    need_fparser()
    all_ = translate_with(text, path, Options(directories, options.types, form, True))
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


def _compile(command: Command, replaced: dict[int, _Made], options: _Options) -> int:
    """Run the compiler on the translations."""
    form = read_form(command.arguments)
    top = options.keep or _temporary()
    words = list(command.arguments)
    try:
        for number, (at, made) in enumerate(sorted(replaced.items())):
            put_error(made.said)
            source = words[at]
            # two sources of one name have two directories
            directory = top if options.keep and len(replaced) == 1 else os.path.join(top, str(number))
            os.makedirs(directory, exist_ok=True)
            stem = os.path.splitext(os.path.basename(source))[0]
            target = os.path.join(directory, f"{stem}.f90")
            text = made.text
            if is_fixed(source, FIXED, form):
                text, others = converted(text, source, command.directories, form.width)
                for name, other in others.items():
                    files.write_whole(os.path.join(directory, name), other)
            marker = (
                b"" if text.startswith(b"# 1 ") else f'# 1 "{words[at]}"\n'.encode("utf-8", "surrogateescape")
            )
            files.write_whole(target, marker + text)
            words[at] = target
        words = _in_free_form(words, command, replaced)
        before = [f"-I{os.path.dirname(command.arguments[at]) or '.'}" for at in sorted(replaced)]
        before.append(f"-I{support_directory(command.compiler)}")
        line = [*command.compiler, *words, *before]
        if options.shows:
            put(join(line) + "\n")
            return EXIT_CLEAN
        try:
            return _code(subprocess.run(line, check=False).returncode)
        except OSError as error:
            return cannot_run(line[0], error)
    except (Refused, ValueError) as refused:
        put_error(f"pointerchain: error: {refused}\n")
        return EXIT_ERRORS
    except OSError as error:
        raise InputError(f"cannot write below '{top}': {files.reason(error)}") from None
    finally:
        if options.keep is None:
            remove_tree(top)


def _temporary() -> str:
    """A new directory; 'tempfile' takes as long to load as a translation from the cache."""
    name = f"pointerchain-{os.getpid()}-{os.urandom(6).hex()}"
    path = os.path.join(os.environ.get("TMPDIR") or "/tmp", name)
    os.mkdir(path, 0o700)
    return path


def _in_free_form(words: list[str], command: Command, replaced: dict[int, _Made]) -> list[str]:
    """The arguments without those that say that each source is in fixed form: translations are not."""
    given = sorted(FIXED_OPTIONS.intersection(words))
    if given and len(replaced) < len(command.sources):
        raise Refused(
            f"'{given[0]}' goes for all sources of the command, of which the translations are in free form: "
            "compile them one by one"
        )
    return [word for word in words if word not in FIXED_OPTIONS]


def _code(status: int) -> int:
    if status < 0:
        say(f"error: the compiler died of signal {-status}")
        return 128 - status
    return status


def _become(words: list[str], options: _Options) -> int:
    if options.shows:
        put(join(words) + "\n")
        return EXIT_CLEAN
    try:
        os.execvp(words[0], words)
    except OSError as error:
        return cannot_run(words[0], error)
