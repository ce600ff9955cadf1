# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain fc``: a launcher of Fortran compilers that translates what holds directives."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from shlex import join
from shutil import rmtree
from tempfile import mkdtemp
from typing import NamedTuple

from pointerchain import __version__, files
from pointerchain.cli.cc_common import cannot_run
from pointerchain.cli.console import EXIT_CLEAN, EXIT_ERRORS, InputError, UsageError, put, put_error, say
from pointerchain.cli.settings_file import TYPE_CHECKING, settings_for
from pointerchain.fortran.launch import (
    MODULE,
    RUNTIME,
    Command,
    Refused,
    check_kept,
    concerns,
    included_directive,
    needs_preprocessor,
    preprocessed,
    read_command,
    signature,
    support_directory,
)

if TYPE_CHECKING:
    from pointerchain.cli.settings import Settings

HELP = """\
usage: pointerchain fc [options] COMPILER ARGS...
       pointerchain fc --runtime | --module

Runs COMPILER ARGS..., with each free-form Fortran source that holds 'pointerchain' directives replaced by its
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
    """A translation's text, and what is said of its source."""

    text: bytes
    said: str


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
        if not concerns(path, data, options.types) and not held:
            continue
        if command.preprocesses_only:
            check_kept(command, path, data, b"")
            continue
        text = data
        if needs_preprocessor(command, path, data) or held:
            text = preprocessed(command, path)
            check_kept(command, path, data, text)
            if not concerns(path, text, options.types):
                continue
        made = _translated(path, text, command, options)
        refused = refused or made is None
        if made is not None:
            out[at] = made
    return None if refused else out


def _translated(path: str, text: bytes, command: Command, options: _Options) -> _Made | None:
    """The translation of one source, from the cache where it is there; None where it is refused."""
    from pointerchain.build.asked import digest
    from pointerchain.build.cache import Cache

    directories = (os.path.dirname(path), *command.directories)
    parts = (__version__, path, options.types, options.warnings, directories, signature(directories))
    key = digest(repr(parts).encode("utf-8", "surrogateescape") + b"\0" + text + _tool()).hex()
    cache = Cache()
    entry = cache.find(key)
    if entry is not None:
        try:
            return _Made(files.read(os.path.join(entry.directory, "text.f90")), str(entry.record[0]))
        except OSError:
            pass
    made = _translate(path, text, command.directories, options)
    if made is not None:
        cache.store(key, {"text.f90": made.text}, (made.said,))
    return made


def _tool() -> bytes:
    """The state of the modules that make a translation, so that a changed tool uses no old one."""
    from pointerchain import fortran

    top = Path(fortran.__file__).parent
    return repr([(each.name, each.stat().st_mtime_ns) for each in sorted(top.glob("*.py"))]).encode()


def _translate(path: str, text: bytes, directories: tuple[str, ...], options: _Options) -> _Made | None:
    from pointerchain.cli.console import shows_colour
    from pointerchain.cli.fortran import need_fparser
    from pointerchain.cli.warning_options import controls_of
    from pointerchain.fortran.pipeline import Options, translate_with
    from pointerchain.locations import SourceFiles
    from pointerchain.render import generated, render

    need_fparser()
    done = translate_with(text, path, Options(directories, options.types)).translation
    found = controls_of(options.warnings, options.settings).apply(done.diagnostics)
    errors = sum(each.severity == "error" for each in found)
    sources = SourceFiles({path: text})
    said = "".join(render(each, sources, colour=shows_colour(2)) for each in found)
    said += generated(errors, sum(each.severity == "warning" for each in found))
    if errors or done.text is None:
        put_error(said)
        return None
    return _Made(done.text, said)


def _compile(command: Command, replaced: dict[int, _Made], options: _Options) -> int:
    """Run the compiler on the translations."""
    top = options.keep or mkdtemp(prefix="pointerchain-")
    words = list(command.arguments)
    try:
        for number, (at, made) in enumerate(sorted(replaced.items())):
            put_error(made.said)
            source = Path(words[at])
            # two sources of one name have two directories
            directory = Path(top) if options.keep and len(replaced) == 1 else Path(top) / str(number)
            directory.mkdir(parents=True, exist_ok=True)
            target = directory / f"{source.stem}.f90"
            marker = (
                b""
                if made.text.startswith(b"# 1 ")
                else f'# 1 "{words[at]}"\n'.encode("utf-8", "surrogateescape")
            )
            target.write_bytes(marker + made.text)
            words[at] = str(target)
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
    except Refused as refused:
        put_error(f"pointerchain: error: {refused}\n")
        return EXIT_ERRORS
    except OSError as error:
        raise InputError(f"cannot write below '{top}': {files.reason(error)}") from None
    finally:
        if options.keep is None:
            rmtree(top, ignore_errors=True)


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
