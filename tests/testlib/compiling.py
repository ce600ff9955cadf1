# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The one place where tests compile programs and run them, or learn what came of the same before.

    program = build(["gcc", "-O2", source, "-lm", "-o", "program"], folder)
    assert program.returncode == 0, program.errors
    assert program.run("3", deterministic=True).stdout == b"9\\n"

``build`` asks the compiler's preprocessor for the text that it would compile. Where that text, the command, the environment
and the machine are those of a former run, nothing is compiled: what the compiler said is known. ``run`` needs the program
only where its outcome is not known. Whoever needs the file itself has it as soon as its path is asked for (``os.fspath``).

What is kept, and by which key: ``_Command.key`` and ``Built._run_key``. What cannot be known from outside is said by the test:
that a program does the same each time (``deterministic``; none is that has races, signals, times or addresses in what it prints),
and which files it reads that are neither in its folder nor named in its command (``reads``).
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testlib import machine
from testlib.outcomes import Outcome, Outcomes, key_of

ROOT = str(Path(__file__).resolve().parents[2])
MOST_WRITTEN = 1 << 20

outcomes = Outcomes()
"""Where outcomes are kept: nowhere, but in a run of pytest that says so (conftest.py)."""

_made: set[str] = set()  # paths of what was built, or would have been: no input of anything

MARKER = re.compile(rb'^# \d+ "((?:[^"\\\n]|\\.)*)"', re.M)
# What the text that a preprocessor makes does not show, or commands leave elsewhere than in one file.
UNKNOWN = re.compile(
    r"@.*|-save-temps.*|-fmodules.*|-fmodule-.*|-fprofile-.*|--coverage|-ftest-coverage|-M[MGDFPTQ]*|-E|-P|-Wp,.*|-Xpreprocessor|-ftime-.*|-B.*"
    r"|-fplugin.*|-fdump-.*|-gsplit-dwarf|-specs=.*|-wrapper"
)
ENDS_EARLY = ("-c", "-S", "-fsyntax-only", "-v")
FORTRAN = re.compile(r".*\.(?:f|for|f90|f95|f03|f08|F|F90|F95|F03|F08)")
FORTRAN_COMPILERS = ("gfortran", "flang-new-19", "mpif90", "mpifort")
OUTSIDE = re.compile(rb"\.inc(?:bin|lude)\b|^\s*#\s*embed\b|\b__(?:DATE|TIME|TIMESTAMP)__\b", re.M)


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

    def __init__(self, command: _Command, outcome: Outcome, is_there: bool) -> None:
        self._command, self._outcome, self._is_there = command, outcome, is_there
        self.returncode, self.stdout, self.stderr = outcome.returncode, outcome.stdout, outcome.stderr

    @property
    def errors(self) -> str:
        """Standard error as text."""
        return self.stderr.decode(errors="replace")

    @property
    def key(self) -> str | None:
        """The key of what was built; ``None`` where it is not known what that depends on."""
        return self._command.key

    def __fspath__(self) -> str:
        if not self._is_there:
            made = self._command.run()
            assert (made.returncode, made.stderr) == (self.returncode, self.stderr), (
                f"{self._command}\nsaid {self.errors}\nand now {made.stderr.decode(errors='replace')}"
            )
            self._is_there = True
        return self._command.output

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

        ``env`` is put into the environment that all programs of tests have (``machine.environment``). ``prefix`` is the command that
        runs it, such as ``mpirun -n 2``.
        """
        assert self.returncode == 0, f"{self._command}\n{self.errors}"
        arguments = [os.fspath(word) for word in words]
        environment = machine.environment(env)
        folder = self._command.folder
        elsewhere = [
            word for word in arguments if os.path.isabs(word) and not word.startswith(folder + os.sep)
        ]

        def make() -> Outcome:
            before, outside = _contents(folder), _stamps(elsewhere)
            done = subprocess.run(
                [*prefix, os.fspath(self), *arguments],
                cwd=folder,
                env=environment,
                input=stdin,
                capture_output=True,
                timeout=timeout,
            )
            after = _contents(folder)
            changed = [name for name, stamp in after.items() if before.get(name) != stamp]
            size = sum(stamp[0] for name, stamp in after.items() if name in changed)
            # What it removed or did in other folders cannot be told again, and what is large need not be.
            whole = before.keys() <= after.keys() and size <= MOST_WRITTEN and outside == _stamps(elsewhere)
            whole = whole and not any(name.endswith("/") for name in changed)
            files = {name: Path(folder, name).read_bytes() for name in changed} if whole else {}
            return Outcome(done.returncode, done.stdout, done.stderr, files, whole)

        named = sorted(_existing(arguments, folder))
        key = (
            self._run_key(arguments, stdin, environment, prefix, [*named, *map(os.fspath, reads)])
            if deterministic
            else None
        )
        done = outcomes.outcome("ran", key, make, shlex.join([*prefix, self._command.output, *arguments]))
        for name, data in done.files.items():
            path = Path(folder, name)
            if not path.exists() or path.read_bytes() != data:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        return Ran(done.returncode, done.stdout, done.stderr)

    def _run_key(
        self,
        arguments: Sequence[str],
        stdin: bytes,
        environment: Mapping[str, str],
        prefix: Sequence[str],
        reads: Iterable[str],
    ) -> str | None:
        """The program's own key, arguments, input, environment, and what its folder and the files that it reads hold."""
        folder = self._command.folder
        held = _digest_of_contents(folder)
        if self.key is None or held is None:
            return None
        read = []
        for path in (*reads, *_library_folders(environment)):
            full = os.path.realpath(os.path.join(folder, path))
            digest = machine.digest_of_folder(full) if os.path.isdir(full) else machine.digest_of_file(full)
            if digest is None:
                return None
            read.append((self._command.portable(path), digest))
        runner = [machine.identity(prefix[0], environment.get("PATH", "")), *prefix] if prefix else []
        return key_of(
            "ran",
            self.key,
            [self._command.portable(word) for word in arguments],
            stdin.decode("latin-1"),
            sorted((name, self._command.portable(value)) for name, value in environment.items()),
            held,
            read,
            runner,
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
    made: list[Outcome] = []

    def make() -> Outcome:
        made.append(row.run())
        return made[-1]

    outcome = outcomes.outcome("built", row.key, make, str(row))
    return Built(row, outcome, bool(made))


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
        self._built = {at: word for at, word in enumerate(command) if isinstance(word, Built)}
        self.words = [
            word._command.output if isinstance(word, Built) else self._here(os.fspath(word))
            for word in command
        ]
        self.output = os.path.join(folder, _output(self.words) or "")
        if _output(self.words):
            _made.add(os.path.realpath(self.output))
        self.key = self._key()

    def run(self) -> Outcome:
        """Compile."""
        for each in self._built.values():
            os.fspath(each)
        done = subprocess.run(
            self.words,
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=self._timeout,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    def portable(self, text: str) -> str:
        """A text without the names of the folder of this run and of this checkout."""
        return text.replace(self.folder, "@folder").replace(ROOT, "@root")

    def __str__(self) -> str:
        return f"cd {shlex.quote(self.folder)} && {shlex.join(self.words)}"

    def _here(self, word: str) -> str:
        """A word that names a file of the folder, as one does who is there."""
        below = self.folder + os.sep
        return word.removeprefix(below) if word.startswith(below) else word

    def _key(self) -> str | None:
        """The key of what is built; ``None`` where it cannot be known.

        It holds the compiler (file, stamp, version), all that is installed (``machine.state``), the command, the environment, the
        preprocessed text, and the bytes of every file of the project's that it was made of or that the command names.
        """
        if any(UNKNOWN.fullmatch(word) for word in self.words[1:]) or self.words.count("-o") > 1:
            return None
        inputs: list[tuple[str, str | None]] = []
        for at, each in self._built.items():
            if each.key is None:
                return None
            inputs.append((str(at), each.key))
        text = b""
        if self._is_fortran():
            # No preprocessor says what it reads: modules and included files are in these folders.
            folders = [".", *(word[2:] for word in self.words if word[:2] in ("-I", "-J") and word[2:])]
            for each in folders:
                path = os.path.realpath(os.path.join(self.folder, each))
                if not machine.is_system(path + "/"):
                    inputs.append((self.portable(each), _digest_of_contents(path)))
        elif self._has_source():
            done = subprocess.run(
                self._preprocessing(),
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
            )
            text = done.stdout
            if done.returncode != 0 or OUTSIDE.search(text):
                return None
            for name in {match[1] for match in MARKER.finditer(text)}:
                path = os.path.join(self.folder, os.fsdecode(re.sub(rb"\\(.)", rb"\1", name)))
                if os.path.isfile(path) and not machine.is_system(os.path.realpath(path)):
                    data = Path(path).read_bytes()
                    if OUTSIDE.search(data):
                        return None
                    inputs.append((self.portable(self._here(path)), key_of(data.decode("latin-1"))))
        for name in sorted(_existing(self.words[1:], self.folder)):
            inputs.append((self.portable(name), machine.digest_of_file(os.path.join(self.folder, name))))
        for word in self.words[1:]:
            path = os.path.realpath(os.path.join(self.folder, word[2:]))
            if word.startswith("-L") and os.path.isdir(path) and not machine.is_system(path + "/"):
                inputs.append((self.portable(word), _digest_of_contents(path)))
        if any(digest is None for _, digest in inputs):
            return None
        return key_of(
            "built",
            machine.identity(self.words[0], self._environment.get("PATH", "")),
            machine.state(),
            [self.portable(word) for word in self.words],
            sorted((name, self.portable(value)) for name, value in self._environment.items()),
            key_of(_portable_markers(text, self.folder).decode("latin-1")),
            sorted(inputs, key=str),
        )

    def _is_fortran(self) -> bool:
        return os.path.basename(self.words[0]) in FORTRAN_COMPILERS or any(
            map(FORTRAN.fullmatch, self.words[1:])
        )

    def _has_source(self) -> bool:
        return "-x" in self.words or any(
            word.endswith((".c", ".cpp", ".cc", ".cu", ".S")) for word in self.words[1:]
        )

    def _preprocessing(self) -> list[str]:
        """The command that prints the preprocessed text."""
        words, skip = [], False
        for word in self.words:
            if skip:
                skip = False
            elif word == "-o":
                skip = True
            elif word not in ENDS_EARLY and not re.fullmatch(r".*\.(?:o|a|so[.\d]*)|-[lL].*|-Wl,.*", word):
                words.append(word)
        quiet = ["-Qunused-arguments"] if os.path.basename(self.words[0]).startswith("clang") else []
        return [*words, *quiet, "-E"]


def _output(words: Sequence[str]) -> str | None:
    return words[words.index("-o") + 1] if "-o" in words[:-1] else None


def _existing(words: Iterable[str], folder: str) -> Iterator[str]:
    """The files that words name, alone or behind an option, that are no part of the system and were not built here."""
    for word in words:
        for name in {word, word.rpartition("=")[2], word[2:], word.rpartition(",")[2]}:
            path = os.path.realpath(os.path.join(folder, name)) if name and "\0" not in name else ""
            if path and path not in _made and os.path.isfile(path) and not machine.is_system(path):
                yield name


def _portable_markers(text: bytes, folder: str) -> bytes:
    """A preprocessed text whose markers name no folder of this run; what the program itself holds stays."""

    def marker(match: re.Match[bytes]) -> bytes:
        return match[0].replace(os.fsencode(folder), b"@folder").replace(os.fsencode(ROOT), b"@root")

    return MARKER.sub(marker, text)


def _stamps(paths: Iterable[str]) -> list[tuple[int, int] | None]:
    """The stamps of files and folders, ``None`` where there is none."""
    return [machine.stamp(path) for path in paths]


def _contents(folder: str) -> dict[str, tuple[int, int]]:
    """The files and folders below a folder, without those that are built, with the stamps of the files."""
    held = {}
    for top, folders, names in os.walk(folder):
        held.update((os.path.relpath(os.path.join(top, name), folder) + "/", (0, 0)) for name in folders)
        for name in names:
            path = os.path.join(top, name)
            if os.path.isfile(path) and os.path.realpath(path) not in _made:
                status = os.stat(path)
                held[os.path.relpath(path, folder)] = (status.st_size, status.st_mtime_ns)
    return held


def _digest_of_contents(folder: str, limit: int = 64 << 20) -> str | None:
    """A digest of what a folder holds, without what is built; ``None`` where that is much."""
    held = _contents(folder)
    if sum(size for size, _ in held.values()) > limit:
        return None
    files = (os.path.join(folder, name) for name in sorted(held))
    return key_of(sorted(held), *(machine.digest_of_file(path) for path in files if not path.endswith("/")))


def _library_folders(environment: Mapping[str, str]) -> Iterator[str]:
    """Folders in which the loader looks first, that are no part of the system."""
    for each in environment.get("LD_LIBRARY_PATH", "").split(":"):
        if each and os.path.isdir(each) and not machine.is_system(os.path.realpath(each) + "/"):
            yield each
