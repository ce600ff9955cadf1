# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The one place where tests compile programs and run them, or learn what came of the same before.

    program = build(["gcc", "-O2", source, "-lm", "-o", "program"], folder)
    assert program.returncode == 0, program.errors
    assert program.run("3", deterministic=True).stdout == b"9\\n"

``build`` asks the compiler's preprocessor for the text that it would compile. Where that text, the command,
the environment and the machine are those of a former run, nothing is compiled: what the compiler said is
known. ``run`` needs the program only where its outcome is not known. Whoever needs the file itself has it as
soon as its path is asked for (``os.fspath``).

What is kept, and by which key: ``_Command._key`` and ``Built._run_key``. The test says what cannot be known
from outside: that a program does the same each time (``deterministic``; none is that has races, signals,
times or addresses in what it prints), and which files it reads that are neither in its folder nor named in
its command or environment (``reads``).
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from testlib import machine
from testlib.outcomes import Outcome, Outcomes, key_of

ROOT = str(Path(__file__).resolve().parents[2])
MOST_WRITTEN = 1 << 20
MOST_READ = 64 << 20
MOST_BUILT = 16 << 20

outcomes = Outcomes()
"""Where outcomes are kept: nowhere, but in a run of pytest that says so (``plugin.py``)."""

_made: dict[str, Built] = {}
"""What was built, or would have been, by the path of its file."""

MARKER = re.compile(rb'^# \d+ "((?:[^"\\\n]|\\.)*)"', re.M)
# The words of a command of which it is known what they depend on. Others may read files that the preprocessed
# text does not show, or write further ones: what comes of those is not kept. No value below is a path.
UNDERSTOOD = re.compile(
    r"-O(?:[0-3sgz]|fast)?|-g(?:[0-3]|gdb\d?|dwarf(?:-\d)?|line-tables-only)?|-std=[\w+:]+|-ansi|-pedantic(?:-errors)?"
    r"|-w|-v|-c|-S|-s|-pthread|-shared|-r|-static(?:-lib\w+)?|-pie|-no-pie|-rdynamic|-nostdlib|-nostdinc|-cpp"
    r"|-W(?![alp],)[\w=+-]*|-m[\w=.,+-]+|--target=[\w-]+|--param=[\w=-]+|-D.+|-U.+|-Qunused-arguments|-xf95"
    r"|-f(?!plugin|modules?\b|modules?-|profile|test-cov|dump|time-|cs-profile|auto-profile|branch-prob|opt-info"
    r"|save-opt|pre-include|stack-usage|callgraph|sanitize-\w*list|embed|intrinsic)[\w=.:,+-]+"
    r"|-Wl,(?:-z,\w+|--(?:no-)?as-needed|-[EsS]|--gc-sections|--export-dynamic|--wrap=\w+|--wrap,\w+|--no-warn[\w-]+)"
    r"|-(?:I|L|isystem|iquote|idirafter|include|imacros|J).+|-l[\w+.-]+"
)
VALUED = "-o -x -D -U -I -L -isystem -iquote -idirafter -include -imacros -J -l -mllvm --param".split()
"""Options whose value is the next word."""
# By these a compiler or linker finds its own parts and libraries.
FINDING = ("COMPILER_PATH", "GCC_EXEC_PREFIX", "LIBRARY_PATH", "LD_RUN_PATH")
LINKERS = "as ld ld.bfd ld.gold ld.lld mold".split()
BINARY = (b"\x7fELF", b"!<arch>\n", b"!<thin>\n", b"BC\xc0\xde")
"""How objects and libraries begin; a text in the place of one is a linker's script."""
ENDS_EARLY = ("-c", "-S", "-fsyntax-only", "-v")
SOURCE = (".c", ".cpp", ".cc", ".cu", ".S")
FORTRAN = re.compile(r".*\.(?:f|for|f90|f95|f03|f08|F|F90|F95|F03|F08)")
ADDRESS = re.compile(rb"0x[0-9a-f]{9,}")
FORTRAN_COMPILERS = ("gfortran", "flang-new-19", "mpif90", "mpifort")
_BEFORE = ("-I", "-isystem", "-iquote", "-idirafter")
# Options by which files are looked for in other folders than those.
ELSEWHERE = re.compile(r"-iprefix|-iwithprefix|--include|--sysroot|-isysroot|-F|-iframework|-I-")
ABOVE = re.compile(rb'^[ \t]*#[^\n]*["<]([^">\n]*\.\.[/\\][^">\n]*)[">]', re.M)
LIBRARY = re.compile(r".*\.(?:o|a|so[.\d]*)")
# A macro of the assembler's may spell a directive.
OUTSIDE = re.compile(
    rb"\.(?i:inc(?:bin|lude)|macro|irpc?|altmacro)\b|^\s*#\s*embed\b|\b__(?:DATE|TIME|TIMESTAMP)__\b", re.M
)
BETWEEN = re.compile(rb'"\s*"')
"""What stands between two strings that are one."""


@dataclass(frozen=True)
class Ran:
    """How a program ended, and what it printed."""

    returncode: int
    stdout: bytes
    stderr: bytes

    @property
    def output(self) -> str:
        """Standard output as text."""
        return self.stdout.decode(errors="replace")

    @property
    def errors(self) -> str:
        """Standard error as text."""
        return self.stderr.decode(errors="replace")


class Built:
    """What a compiler said; ``os.fspath`` makes sure that the file it wrote is there."""

    def __init__(self, command: _Command, outcome: Outcome) -> None:
        self._command = command
        self.returncode, self.stdout, self.stderr = outcome.returncode, outcome.stdout, outcome.stderr

    @property
    def errors(self) -> str:
        """Standard error as text."""
        return self.stderr.decode(errors="replace")

    @property
    def key(self) -> str | None:
        """The key of what was built; ``None`` where it is not known what that depends on."""
        return self._command.key

    @property
    def name(self) -> str:
        """The path of the file, which may not be there."""
        return self._command.output

    def __fspath__(self) -> str:
        self.put_there()
        self._command.keep()
        return self.name

    def put_there(self) -> None:
        """Make sure that the file is there, and is this one: another command may write the same path."""
        if not self._command.lies_there() and not self._command.restore():
            assert self._command.is_what_it_was(), (
                f"{self._command}\nhas other sources than when it was built"
            )
            made = self._command.run()
            assert (made.returncode, made.stderr) == (self.returncode, self.stderr), (
                f"{self._command}\nsaid {self.errors}\nand now {made.stderr.decode(errors='replace')}"
            )
        if self.name:
            _made[os.path.realpath(self.name)] = self

    def __str__(self) -> str:
        return os.fspath(self)

    def run(
        self,
        *words: str | os.PathLike[str],
        deterministic: bool = False,
        stdin: bytes = b"",
        env: Mapping[str, str] | None = None,
        prefix: Sequence[str] = (),
        reads: Iterable[str | os.PathLike[str]] = (),
        timeout: float = 60,
    ) -> Ran:
        """Run the program in its folder; raises ``subprocess.TimeoutExpired``.

        ``env`` is put into the environment that all programs of tests have (``machine.environment``).
        ``prefix`` is the command that runs it, such as ``mpirun -n 2``.
        """
        assert self.returncode == 0, f"{self._command}\n{self.errors}"
        folder, environment = self._command.folder, machine.environment(env)
        arguments = [word.name if isinstance(word, Built) else os.fspath(word) for word in words]
        read = [each.name if isinstance(each, Built) else os.fspath(each) for each in reads]
        # What variables name, such as a library that is loaded first, is read like what words name.
        given = {name: value for name, value in environment.items() if name.startswith("LD_")} | dict(
            env or {}
        )
        settings = [part for value in given.values() for part in re.split("[:; ]", value)]
        named = sorted({*_named([*prefix, *arguments, *settings], folder), *read})
        leaves = any(_holds(word, folder) for word in (*arguments, *settings))
        command = [*prefix, self.name, *arguments]
        elsewhere = [word for word in arguments if word.startswith("/") and not _is_below(word, folder)]

        def make() -> Outcome:
            self.put_there()
            _settle(os.path.join(folder, each) for each in named)
            _settle(path for path in _made_below(folder) if LIBRARY.fullmatch(path))
            if key is None:
                self._command.keep()
            before, outside = _contents(folder), [machine.stamp(path) for path in elsewhere]
            done = subprocess.run(
                command, cwd=folder, env=environment, input=stdin, capture_output=True, timeout=timeout
            )
            after = _contents(folder)
            changed = [name for name, stamp in after.items() if before.get(name) != stamp]
            size = sum(after[name][0] for name in changed)
            paths = [Path(folder, name) for name in changed]
            # What it removed, or did in other folders, cannot be told again, nor its own path, which it may
            # print, nor addresses; and what is large need not be.
            whole = (
                not ADDRESS.search(done.stdout + done.stderr)
                and not _names(folder, done.stdout, done.stderr)
                and before.keys() <= after.keys()
                and size <= MOST_WRITTEN
                and outside == [machine.stamp(path) for path in elsewhere]
                and not any(
                    path.is_dir() or path.is_symlink() or path.stat().st_mode & 0o111 for path in paths
                )
            )
            files = {name: Path(folder, name).read_bytes() for name in changed} if whole else {}
            whole = whole and not _names(folder, *files.values())
            return Outcome(done.returncode, done.stdout, done.stderr, files, whole)

        is_known = deterministic and outcomes.are_kept and not leaves
        key = self._run_key(arguments, stdin, environment, prefix, named) if is_known else None
        done = outcomes.outcome("ran", key, make, shlex.join(command))
        for name, data in done.files.items():
            path = Path(folder, name)
            if not path.exists() or path.read_bytes() != data:
                path.write_bytes(data)
        return Ran(done.returncode, done.stdout, done.stderr)

    def _run_key(
        self,
        arguments: Sequence[str],
        stdin: bytes,
        environment: Mapping[str, str],
        prefix: Sequence[str],
        named: Sequence[str],
    ) -> str | None:
        """The key of a run; ``None`` where it cannot be known.

        It holds the program's own key, arguments, input, environment, the command that runs it, and what its
        folder and all files and folders hold that these name.
        """
        folder, portable = self._command.folder, self._command.portable
        inputs = [(portable(each), _digest(os.path.join(folder, each))) for each in named]
        inputs.append(("", _digest(folder, but=self.name)))
        if self.key is None or any(digest is None for _, digest in inputs):
            return None
        return key_of(
            "ran",
            self.key,
            [portable(word) for word in arguments],
            stdin.decode("latin-1"),
            sorted((name, portable(value)) for name, value in environment.items()),
            [machine.identity(prefix[0], environment.get("PATH", "")), *map(portable, prefix)]
            if prefix
            else [],
            inputs,
        )


def build(
    command: Sequence[str | os.PathLike[str]],
    folder: str | os.PathLike[str],
    *,
    env: Mapping[str, str] | None = None,
    timeout: float = 300,
) -> Built:
    """Compile in ``folder`` by a command of gcc's form: the compiler, options, sources, ``-o`` and a file.

    Words may be what was ``Built`` before. Files below ``folder`` are named from there.
    """
    row = _Command(command, os.fspath(folder), machine.environment(env), timeout)
    built = Built(row, outcomes.outcome("built", row.key, row.run, str(row)))
    if row.output:
        _made[os.path.realpath(row.output)] = built
    return built


class _Command:
    """A compiler's command, and what the outcome depends on."""

    def __init__(
        self,
        command: Sequence[str | os.PathLike[str]],
        folder: str,
        environment: Mapping[str, str],
        timeout: float,
    ) -> None:
        self.folder, self._environment, self._timeout = folder, environment, timeout
        words = [word.name if isinstance(word, Built) else os.fspath(word) for word in command]
        self.words = [self._here(word) for word in words]
        at = self.words.index("-o") + 1 if "-o" in self.words[:-1] else 0
        self.output = os.path.join(folder, self.words[at]) if at else ""
        self._inputs = self.words[1 : at - 1] + self.words[at + 1 :] if at else self.words[1:]
        self.key = self._key() if outcomes.are_kept else None
        self._written: tuple[int, ...] | None = None
        """The stamp of the file that this command wrote, or that lies there in its place."""

    def run(self) -> Outcome:
        """Compile."""
        _settle(os.path.join(self.folder, word) for word in self._inputs)
        _settle(path for top in self._library_folders() for path in _made_below(top))
        done = subprocess.run(
            self.words,
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=self._timeout,
        )
        self._written = _stamp(self.output)
        is_whole = not _names(self.folder, done.stdout, done.stderr)
        return Outcome(done.returncode, done.stdout, done.stderr, is_whole=is_whole)

    def lies_there(self) -> bool:
        """Whether the file at the path is the one that this command wrote."""
        return self._written is not None and self._written == _stamp(self.output)

    def is_what_it_was(self) -> bool:
        """Whether the sources are those of the key: a run is kept by it."""
        return self.key is None or self._key() == self.key

    def keep(self) -> None:
        """Keep the file that was written, unless it names its folder: runs that are not kept need it."""
        if not self._file_key or not os.path.isfile(self.output) or not self.lies_there():
            return
        if os.path.getsize(self.output) <= MOST_BUILT and not outcomes.has_file(self._file_key):
            data = Path(self.output).read_bytes()
            if not _names(self.folder, data):
                outcomes.keep_file(self._file_key, os.stat(self.output).st_mode & 0o777, data)

    def restore(self) -> bool:
        """Put the file there that the same command wrote in another run; whether it is kept."""
        kept = outcomes.file(self._file_key) if self._file_key else None
        if kept is None:
            return False
        Path(self.output).write_bytes(kept[1])
        os.chmod(self.output, kept[0])
        self._written = _stamp(self.output)
        return True

    @cached_property
    def _file_key(self) -> str | None:
        """The key of the file: what was built in this checkout, without the names of the folder of a run.

        A Fortran compiler writes modules beside it.
        """
        if self.key is None or not self.output or self._is_fortran():
            return None
        return key_of("file", self.key, ROOT, [word for word in self.words if self.folder in word])

    def portable(self, text: str) -> str:
        """A text without the names of the folder of this run and of this checkout."""
        return text.replace(self.folder, "\0folder").replace(ROOT, "\0root")

    def __str__(self) -> str:
        return f"cd {shlex.quote(self.folder)} && {shlex.join(self.words)}"

    def _here(self, word: str) -> str:
        """A word that names a file of the folder, as one does who is there."""
        return word.removeprefix(self.folder + os.sep)

    def _key(self) -> str | None:
        """The key of what is built; ``None`` where it cannot be known.

        It holds the compiler (file, stamp, version), all that is installed (``machine.state``), the command,
        the environment, the preprocessed text, and the bytes of every file of the project's that this is made
        of, or that the command names: there are comments that compilers heed.
        """
        if not self._is_understood():
            return None
        text = b""
        read = {*_named(self._inputs, self.folder, folders=False), *self._library_folders()}
        shallow = self._shallow_key(sorted(read))
        if shallow is None or (known := self._known_key(shallow)):
            return known if shallow else None
        if self._is_fortran():
            # No preprocessor says what it reads: modules and included files are in these folders.
            folders = [".", *(word[2:] for word in self._inputs if word[:2] in ("-I", "-J"))]
            read.update(each for each in folders if not self._is_system(each))
        elif "-x" in self._inputs or any(word.endswith(SOURCE) for word in self._inputs):
            done = subprocess.run(
                self._preprocessing(),
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
            )
            text = done.stdout
            if done.returncode != 0 or _reaches_outside(text):
                return None
            for quoted in {match[1] for match in MARKER.finditer(text)}:
                name = self._here(os.fsdecode(re.sub(rb"\\(.)", rb"\1", quoted)))
                if os.path.isfile(os.path.join(self.folder, name)) and not self._is_system(name):
                    if _reaches_outside(Path(self.folder, name).read_bytes()):
                        return None
                    read.add(name)
        inputs = self._digests(sorted(read))
        if inputs is None:
            return None
        key = key_of(
            "built", self._base, key_of(_portable_markers(text, self.folder).decode("latin-1")), inputs
        )
        if text and self._are_searched(read):
            outcomes.note_reading(shallow, inputs, key)
        return key

    def _is_understood(self) -> bool:
        """Whether the words, the variables and the files of the command are such as a key can speak of."""
        found = [part for name in FINDING for part in self._environment.get(name, "").split(":") if part]
        if self.words.count("-o") > 1 or not all(map(self._is_system, found)):
            return False
        if not machine.is_installed(self.words[0], self._environment.get("PATH", "")):
            return False
        libraries = [path for top in self._library_folders() for path in self._files_of(top)]
        before = ""
        for word in self._inputs:
            is_value, before = before in VALUED, word
            if is_value or word in VALUED:
                continue
            if word.startswith("-Wl,") and LIBRARY.fullmatch(word[4:]):
                libraries.append(os.path.join(self.folder, word[4:]))  # '-x' makes no source of it
            elif word.startswith("-"):
                if not UNDERSTOOD.fullmatch(word):
                    return False
            elif LIBRARY.fullmatch(word):
                libraries.append(os.path.join(self.folder, word))
            elif not word.endswith(SOURCE) and not FORTRAN.fullmatch(word):
                return False
        return all(_is_binary(path) for path in libraries)

    def _files_of(self, top: str) -> list[str]:
        folder = os.path.join(self.folder, top)
        return [os.path.join(folder, name) for name in os.listdir(folder) if LIBRARY.fullmatch(name)]

    def _are_searched(self, read: Iterable[str]) -> bool:
        """Whether all that was read lies in folders whose names are known.

        What a file names from above is looked for beside that file first, and has to be there.
        """
        variables = (name for name in self._environment if name == "CPATH" or name.endswith("_INCLUDE_PATH"))
        if any(variables) or any(ELSEWHERE.match(word) for word in self._inputs):
            return False
        folders = self._searched()

        def is_known(path: str) -> bool:
            return any(_is_below(os.path.realpath(path), top) for top in folders)

        for each in read:
            path = os.path.join(self.folder, each)
            if not is_known(path):
                return False
            named = ABOVE.findall(Path(path).read_bytes()) if os.path.isfile(path) else []
            beside = [os.path.join(os.path.dirname(path), os.fsdecode(name)) for name in named]
            if not all(os.path.isfile(other) and is_known(other) for other in beside):
                return False
        return True

    def _digests(self, names: Sequence[str]) -> list[tuple[str, str]] | None:
        """What files and folders hold, by their portable names; ``None`` where that cannot be known."""
        rows = []
        for each in names:
            path = os.path.join(self.folder, each)
            digest = _digest(path, but=self.output) if os.path.exists(path) or _is_made(path) else None
            if digest is None:
                return None
            rows.append((self.portable(each), digest))
        return rows

    def _shallow_key(self, named: Sequence[str]) -> str | None:
        """The key of all but what the preprocessor reads; it holds the names of what it could find.

        Where these and the files that it read are the same, it makes the same text ([cpp.include], and
        ``__has_include``): a new file that hides another has a name in one of the folders.
        """
        digests = self._digests(named)
        if digests is None:
            return None
        return key_of(
            self._base, digests, [sorted(name for name, _ in _entries(each)) for each in self._searched()]
        )

    @cached_property
    def _base(self) -> str:
        """The key of the compiler, the machine, the command and the environment."""
        return key_of(
            machine.identity(self.words[0], self._environment.get("PATH", "")),
            [machine.stamp_on_path(each, self._environment.get("PATH", "")) for each in LINKERS],
            machine.state(),
            [self.portable(word) for word in self.words],
            sorted((name, self.portable(value)) for name, value in self._environment.items()),
        )

    def _searched(self) -> list[str]:
        """The folders in which included files are looked for, that are no part of the system."""
        named = [
            word.removeprefix(each) for word in self._inputs for each in _BEFORE if word.startswith(each)
        ]
        named += [
            after for word, after in zip(self._inputs, self._inputs[1:], strict=False) if word in _BEFORE
        ]
        paths = [os.path.realpath(os.path.join(self.folder, each)) for each in (".", *filter(None, named))]
        return [each for each in paths if os.path.isdir(each) and not machine.is_system(each + "/")]

    def _known_key(self, shallow: str) -> str | None:
        """The key that this command had before, where all files that its text was made of are the same."""
        reading = outcomes.reading(shallow)
        if reading is None:
            return None
        inputs, key = reading
        own = [name.replace("\0folder", self.folder).replace("\0root", ROOT) for name, _ in inputs]
        return key if self._digests(own) == inputs else None

    def _is_system(self, name: str) -> bool:
        """Whether ``machine.state`` speaks of a file, or of all that a folder holds."""
        path = os.path.realpath(os.path.join(self.folder, name))
        return machine.is_system(path + "/" if os.path.isdir(path) else path)

    def _is_fortran(self) -> bool:
        name = os.path.basename(self.words[0])
        return name in FORTRAN_COMPILERS or any(FORTRAN.fullmatch(word) for word in self._inputs)

    def _library_folders(self) -> list[str]:
        """Folders in which libraries are looked for, that are no part of the system."""
        folders = [word[2:] for word in self._inputs if word.startswith("-L")]
        return [
            each
            for each in folders
            if os.path.isdir(os.path.join(self.folder, each)) and not self._is_system(each)
        ]

    def _preprocessing(self) -> list[str]:
        """The command that prints the preprocessed text."""
        words = [word for word in self._inputs if word not in ENDS_EARLY]
        words = [
            word for word in words if not (LIBRARY.fullmatch(word) or word.startswith(("-l", "-L", "-Wl,")))
        ]
        quiet = ["-Qunused-arguments"] if os.path.basename(self.words[0]).startswith("clang") else []
        return [self.words[0], *words, *quiet, "-E"]


def _reaches_outside(text: bytes) -> bool:
    """Whether a text may read a file that no preprocessor shows, or say what time it is."""
    return OUTSIDE.search(text) is not None or OUTSIDE.search(BETWEEN.sub(b"", text)) is not None


def _names(folder: str, *texts: bytes) -> bool:
    """Whether some text names the folder of a run: another run has another."""
    return any(os.fsencode(folder) in text for text in texts)


def _is_binary(path: str) -> bool:
    """Whether a file is an object or a library, as one is that will be built."""
    if _is_made(path) or not os.path.isfile(path):
        return True
    with open(path, "rb") as file:
        return file.read(8).startswith(BINARY)


def _holds(word: str, folder: str) -> bool:
    """Whether a word names a folder that holds this one: what else is there is not known."""
    path = os.path.realpath(os.path.join(folder, word)) if word and "\0" not in word else ""
    return path != "" and os.path.isdir(path) and _is_below(os.path.realpath(folder), path)


def _settle(paths: Iterable[str]) -> None:
    """Make sure that those files are there that were ``Built``."""
    for path in list(paths):
        built = _made.get(os.path.realpath(path))
        if built is not None:
            built.put_there()


def _is_made(path: str) -> bool:
    return os.path.realpath(path) in _made


def _made_below(folder: str) -> Iterator[str]:
    top = os.path.realpath(folder)
    return (path for path in list(_made) if _is_below(path, top))


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip("/") + "/")


def _named(words: Iterable[str], folder: str, folders: bool = True) -> Iterator[str]:
    """The files, and folders, that words name, alone or behind an option, and that are no part of the system.

    The folder itself, and what holds it, is none of them.
    """
    here = os.path.realpath(folder)
    for word in words:
        for name in {word, word[2:], *re.split(r"[=,]", word), word.rpartition("=")[2].strip("\"'")}:
            if not name or "\0" in name:
                continue
            path = os.path.realpath(os.path.join(folder, name))
            if machine.is_system(path) or path.startswith(("/dev/", "/proc/", "/sys/")):
                continue
            if path in _made or os.path.isfile(path):
                yield name
            elif folders and os.path.isdir(path) and not _is_below(here + "/", path):
                yield name


def _portable_markers(text: bytes, folder: str) -> bytes:
    """A preprocessed text whose markers name no folder of this run; what the program itself holds stays."""

    def marker(match: re.Match[bytes]) -> bytes:
        return match[0].replace(os.fsencode(folder), b"\0folder").replace(os.fsencode(ROOT), b"\0root")

    return MARKER.sub(marker, text)


def _entries(folder: str) -> Iterator[tuple[str, str]]:
    """The files and folders below a folder, without those that are built: their names from there, and paths.

    Names of folders end with a slash; none is entered by a link.
    """
    waiting = [(os.path.realpath(folder), "")]
    while waiting:
        top, before = waiting.pop()
        with suppress(OSError), os.scandir(top) as entries:
            for each in entries:
                name, is_link = before + each.name, each.is_symlink()
                if each.is_dir():
                    yield name + "/", each.path
                    if not is_link:
                        waiting.append((each.path, name + "/"))
                elif (os.path.realpath(each.path) if is_link else each.path) not in _made:
                    yield name, each.path


def _contents(folder: str) -> dict[str, tuple[int, ...]]:
    """What :func:`_entries` are, with the stamps of the files."""
    return {name: (0, 0) if name.endswith("/") else _stamp(path) for name, path in _entries(folder)}


def _stamp(path: str) -> tuple[int, ...]:
    """The size of a file, when it was changed, and its mode."""
    try:
        status = os.stat(path)
    except OSError:
        return 0, 0, 0
    return status.st_size, status.st_mtime_ns, status.st_mode


def _digest(path: str, but: str = "") -> str | None:
    """A digest of a file, or of all that a folder holds but for one file; of what is built, its key.

    ``None`` where that is much, or where it is not known what something built depends on.
    """
    real = os.path.realpath(path)
    if real in _made:
        return _made[real].key
    if os.path.isfile(real):
        return machine.digest_of_file(real)
    held = _contents(real)
    if sum(stamp[0] for stamp in held.values()) > MOST_READ:
        return None
    rows: list[tuple[str, str | None]] = []
    for name in sorted(held):
        full = os.path.join(real, name)
        link = os.readlink(full.rstrip("/")) if os.path.islink(full.rstrip("/")) else ""
        if link and not os.path.isfile(full):
            return None  # it leads to a folder, or nowhere
        mode = (
            f"{os.stat(full).st_mode} {link} {machine.digest_of_file(full)}" if os.path.isfile(full) else ""
        )
        rows.append((name, mode))
    rows += [(each, _made[each].key) for each in sorted(_made_below(real)) if each != os.path.realpath(but)]
    if any(digest is None for _, digest in rows):
        return None
    return key_of([(name.removeprefix(real + "/"), digest) for name, digest in rows])
