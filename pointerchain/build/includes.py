# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which files a source includes, read from the text, and which of them lead to a directive.

A compiler is not asked: that would cost more than most compiles of a file without directives may. Include
lines are followed over the directories that the command line and the environment name, and then over those
that the compiler once said to be its own; only headers by the names of the system's are not looked into.
Lines in branches that the preprocessor skips are followed too, so the answer may say 'directives' too often.
What could make it say so too seldom is a ``doubt`` of the program's.

Loaded in every compile. Python's regular expressions are not: to load them takes longer than all that is done
here; :mod:`~pointerchain.build.patterns` has those that unusual spellings need.
"""

from __future__ import annotations

import os

from pointerchain.build.command_line import CommandLine
from pointerchain.build.standard import FOLDERS, SHADOWED, SHADOWED_END, is_standard
from pointerchain.files import WORD, has_word, in_one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_BLANK = b" \t\v\f"
# As many headers with the system's names are a library's, of which only those are followed that say the word.
_OF_A_LIBRARY = 40
# '##' in its spellings, and the system's macros that have it.
JOINS = (b"##", b"%:%:", b"??=??=", b"__CONCAT", b"__AC", b"_AC(")
# By this pragma, which Clang has of Microsoft's compiler, an include line leads to a header of another name.
ALIAS = b"include_alias"
# Pragmas of which nobody takes a part for a macro.
NEVER_EXPANDED = (b"once", b"GCC", b"clang", b"STDC", b"pack", b"message", b"warning")

# A comment may stand between the words, too.
_CONSTRUCTS = ((b"omp", (b"target", b"/")), (b"acc", (b"parallel", b"kernels", b"serial", b"/")))

# Always searched by the compiler itself, and no place for a program's own headers.
_SYSTEM = ("/usr/include", "/usr/local/include")
STANDARD_INPUT = "<stdin>"
"""What compilers call a source that they are given there."""
OWN_HEADERS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "include")


class Include:
    """An include line: the name, and how it is to be found."""

    __slots__ = ("following", "name", "quoted")

    def __init__(self, name: str, quoted: bool, following: bool) -> None:
        self.name, self.quoted, self.following = name, quoted, following


_SYSTEMS = ("/usr/include/", "/usr/lib/", "/usr/local/lib/", "/opt/")


def is_system_path(path: str) -> bool:
    """Whether a file lies where systems and compilers keep theirs, by whatever option it is found."""
    return path.startswith(_SYSTEMS)


class File:
    """One file of a program, as it is found from one place; ``identity`` is what it is on the disk.

    ``path`` is what the compiler calls it, ``place`` the number of the search directory that it was
    found in (-1: none, it lies beside its includer or was named), ``includes`` the files that it
    includes as far as they are found. ``speaks``: whether it holds the word; ``marked``: and a pragma;
    ``has_directives``: whether it, or one that it includes, is marked.
    """

    __slots__ = ("data", "has_directives", "identity", "includes", "marked", "path", "place", "speaks")

    def __init__(self, path: str, data: bytes, place: int, identity: tuple[int, int]) -> None:
        self.path, self.data, self.place, self.identity = path, data, place, identity
        self.speaks = (WORD in data or _is_spliced(data)) and _is_directive(data)
        self.marked = self.speaks and b"ragma" in data
        self.has_directives = False
        self.includes: list[File] = []


class Search:
    """Where the compiler looks for headers: the quoted group, then the others in its order."""

    def __init__(
        self, command: CommandLine, language: str, environment: dict[str, str] | None = None
    ) -> None:
        given = os.environ if environment is None else environment
        angle = _usable([*command.assembler, *command.angle, *_listed(given.get("CPATH"))])
        variable = "CPLUS_INCLUDE_PATH" if language == "c++" else "C_INCLUDE_PATH"
        system = [*command.system, *_listed(given.get(variable))]
        later = _usable([*system, *command.after])
        # A directory that is given in several groups counts in a later one.
        seen = {os.path.realpath(directory) for directory in later}
        angle = [directory for directory in angle if os.path.realpath(directory) not in seen]
        self.unquoted = {each for each in command.quote if os.path.realpath(each) in seen}
        """Directories of '-iquote' that gcc leaves out, and Clang does not."""
        if self.unquoted:
            from pointerchain.build.own import is_clang

            if is_clang(command, language):
                self.unquoted = set()
        quote = [each for each in command.quote if each not in self.unquoted]
        self.quote_count = len(quote)
        self.system_from = self.quote_count + len(angle)
        self.after_from = self.system_from + len(_usable(system))
        self.directories = [*quote, *angle, *later]
        self.own_from = len(self.directories)
        """Behind all others stand the compiler's own, from when a header is found nowhere else."""
        self._command, self._language = command, language
        self._found: dict[tuple[str, int], tuple[str, int] | None] = {}

    def widen(self) -> None:
        """Take in the directories of the compiler's own."""
        if self.own_from == len(self.directories):
            from pointerchain.build.own import own_directories

            self.directories += own_directories(self._command, self._language)
            self._found.clear()

    def is_own(self, file: File) -> bool:
        """Whether a file was found in the compiler's own directories, or beside one that was."""
        return any(file.path.startswith(each + "/") for each in self.directories[self.own_from :])

    def find(self, name: str, first: int) -> tuple[str, int] | None:
        """The path by which ``name`` is found from directory number ``first`` on, and where; or None."""
        key = (name, first)
        if key not in self._found:
            self._found[key] = self._look(name, first)
        return self._found[key]

    def _look(self, name: str, first: int) -> tuple[str, int] | None:
        for place in range(first, len(self.directories)):
            path = joined(self.directories[place], name)
            if is_file(path):
                return path, place
        return None

    def shadows(self) -> list[tuple[str, int]]:
        """The files that stand before a header of the system with the same name, and where.

        Another header of the system may include them in its place.
        """
        out: list[tuple[str, int]] = []
        for place in range(self.after_from):
            directory = self.directories[place]
            try:
                names = os.listdir(directory)
            except OSError:
                continue  # the compiler does not look into it either
            found: list[str] = []
            for name in names:
                if name in SHADOWED or name.endswith(SHADOWED_END):
                    found += filter(is_file, (joined(directory, name),))
                elif name in FOLDERS:
                    found += self._shadows_below(directory, name)
            if len(found) > _OF_A_LIBRARY:
                found = [path for path in found if _says_word(path)]
            out += [(path, place) for path in found]
        return out

    def _shadows_below(self, directory: str, folder: str) -> list[str]:
        """The files below a folder that the compiler's own directories have, too."""
        self.widen()
        try:
            names = os.listdir(joined(directory, folder))
        except OSError:
            return []
        out: list[str] = []
        for below in [f"{folder}/{name}" for name in names]:
            owned = [f"{own}/{below}" for own in self.directories[self.own_from :]]
            if any(map(is_file, owned)):
                out.append(joined(directory, below))
            elif any(map(os.path.isdir, owned)):
                out += self._shadows_below(directory, below)
        return out

    def resolve(self, include: Include, includer: File) -> tuple[str, int] | None:
        """Where an include line of ``includer`` leads; None for a header of the compiler's own, or none."""
        if os.path.isabs(include.name):
            return (include.name, -1) if is_file(include.name) else None
        if include.following:
            first = includer.place + 1 if includer.place >= 0 or include.quoted else self.quote_count
            return self.find(include.name, first)
        if include.quoted:
            path = beside(includer.path, include.name)
            if is_file(path):
                return path, -1
        return self.find(include.name, 0 if include.quoted else self.quote_count)


def include_lines(data: bytes) -> list[tuple[bytes, bytes, bytes]]:
    """The include lines of a text: keyword, name, and ``"``, ``<`` or, where the name is a macro, nothing.

    They are found in comments and strings, too.
    """
    out: list[tuple[int, bytes, bytes, bytes]] = []
    if b"\0" in data or b"??/" in data:  # white space, and a trigraph
        data = data.replace(b"\0", b" ").replace(b"??/", b"\\")
    data = in_one_line(data)
    for word in (b"include", b"import"):
        at = data.find(word)
        while at >= 0:
            start, end = at, at + len(word)
            at = data.find(word, end)
            while start and data[start - 1] in _BLANK:
                start -= 1
            before = _hash_before(data, start)
            if before == b"/" and data[start - 2 : start] == b"*/":
                return _spelled(data)
            if before != b"#":
                continue
            how = word
            if word == b"include" and data.startswith(b"_next", end):
                how, end = b"include_next", end + 5
            first = end
            while first < len(data) and data[first] in _BLANK:
                first += 1
            kind = data[first : first + 1]
            if kind == b'"' or kind == b"<":
                last = data.find(b'"' if kind == b'"' else b">", first + 1)
                if last > first + 1 and b"\n" not in data[first + 1 : last]:
                    out.append((start, how, data[first + 1 : last], kind))
            elif kind == b"/":
                return _spelled(data)
            elif first > end and (kind.isalpha() or kind == b"_"):
                last = first + 1
                while data[last : last + 1].isalnum() or data[last : last + 1] == b"_":
                    last += 1
                out.append((start, how, data[first:last], b""))
    return [row[1:] for row in sorted(out)]


def _hash_before(data: bytes, at: int) -> bytes:
    """The character before a place; '#' for the other two spellings of one."""
    before = data[at - 1 : at] if at else b""
    if before == b":" or before == b"=":
        return b"#" if data[at - 2 : at] == b"%:" or data[at - 3 : at] == b"??=" else before
    return before


def _is_spliced(data: bytes) -> bool:
    """Whether the word stands in a text with line ends within it."""
    if b"??/" in data:
        data = data.replace(b"??/", b"\\")
    return b"\\" in data and WORD in in_one_line(data)


def _expands(data: bytes) -> bool:
    """Whether a text may have macros expanded in a pragma."""
    if b"_Pragma" in data or b"__pragma" in data:
        return True
    at = data.find(b"pragma")
    while at >= 0:
        if not data[at + 6 : at + 40].lstrip(_BLANK).startswith(NEVER_EXPANDED):
            return True
        at = data.find(b"pragma", at + 6)
    return False


def _may_govern(data: bytes) -> bool:
    """Whether a text may have the beginning of a compute construct's directive."""
    if b"??/" in data:
        return True
    data = in_one_line(data)
    for word, names in _CONSTRUCTS:
        at = data.find(word)
        while at >= 0:
            at += len(word)
            behind = data[at : at + 60].lstrip(_BLANK)
            if behind.startswith(names) or b"metadirective" in behind:
                return True
            at = data.find(word, at)
    return False


def _spelled(data: bytes) -> list[tuple[bytes, bytes, bytes]]:
    from pointerchain.build.patterns import include_lines as spelled

    return spelled(data)


def _is_directive(data: bytes) -> bool:
    from pointerchain.build.patterns import holds_directive

    return holds_directive(data)


def joined(directory: str, name: str) -> str:
    """A path as compilers spell it: the directory as it was given, a slash, the name."""
    return directory + name if directory.endswith("/") else f"{directory}/{name}"


def beside(includer: str, name: str) -> str:
    """What a quoted name means in the directory of its includer."""
    directory = os.path.dirname(includer)
    return joined(directory, name) if directory else name


def _says_word(path: str) -> bool:
    try:
        return has_word(read(path))
    except OSError:
        return False  # the compiler says it better


def is_file(path: str) -> bool:
    """Whether there is a file of that name, or a pipe or device, but no directory."""
    return _identity(path) is not None


def _identity(path: str) -> tuple[int, int] | None:
    """What a file is on the disk, by whatever name; None for a directory or nothing."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return None if status.st_mode & 0o170000 == 0o040000 else (status.st_dev, status.st_ino)


def _listed(value: str | None) -> list[str]:
    """The directories of an environment variable; an empty one is the working directory."""
    return [directory or "." for directory in value.split(os.pathsep)] if value else []


def _usable(directories: list[str]) -> list[str]:
    """Those that exist, each once, without the compiler's own."""
    out: list[str] = []
    seen: set[str] = set()
    for directory in directories:
        real = os.path.realpath(directory)
        if real in seen or real in _SYSTEM or real == OWN_HEADERS or not os.path.isdir(real):
            continue
        seen.add(real)
        out.append(directory)
    return out


class Program:
    """The files of one compile, by what they are on the disk: what each holds and where it leads."""

    def __init__(self, search: Search, defines: Sequence[str] = ()) -> None:
        """``defines`` are the command line's macros, as ``NAME=VALUE``."""
        self.search = search
        self._defines = defines
        self.defined = {define.partition("=")[0].partition("(")[0] for define in defines}
        self.files: dict[tuple[tuple[int, int], int, tuple[int, int] | None], File] = {}
        self._directories: dict[str, tuple[int, int] | None] = {}
        self.precompiled: list[File] = []
        """The headers without directives that are read in the place of their precompiled form."""
        self.macro_files: list[File] = []
        """The files of '-imacros'."""
        self._waiting: list[tuple[File, bytes, bool]] = []
        self._missing: list[tuple[File, Include]] = []
        self._nowhere: list[tuple[File, Include]] = []
        self.doubt = ""
        """Why a file with directives may have been overlooked."""
        self._shadows: list[File] | None = None

    def shadows(self) -> list[File]:
        """The files that a header of the system may include in the place of another one of the system's."""
        if self._shadows is None:
            others = Program(self.search, self._defines)
            self._shadows = []
            for path, place in self.search.shadows():
                try:
                    self._shadows.append(others.add(path, None, place))
                except OSError:
                    continue  # the compiler says it better
        return self._shadows

    def unsure(self) -> str:
        """Why a directive may be overlooked, here or where a header of the system includes a user's."""
        if self.doubt:
            return self.doubt
        paths = [file.path for file in self.shadows() if file.has_directives]
        return f"a header of the system may include '{paths[0]}'" if paths else ""

    def add(self, path: str, data: bytes | None = None, place: int = -1) -> File:
        """Read ``path`` and all that it includes; raises ``OSError`` for ``path`` itself."""
        top = self._file(path, place, data)
        self._settle()
        return top

    def with_text(self, main: File, text: bytes) -> tuple[Program, File]:
        """The same files, read again, with another text of one; and that one."""
        program = Program(self.search, self._defines)
        file = program.add(main.path, text, main.place)
        program.precompiled = [program.add(each.path, None, each.place) for each in self.precompiled]
        program.macro_files = [program.add(each.path, None, each.place) for each in self.macro_files]
        return program, file

    def without_text(self, forced: Sequence[str] = ()) -> list[str]:
        """The precompiled headers that are taken for those found nowhere, as ``forced`` ones are."""
        names = [(os.path.dirname(file.path), include.name) for file, include in self._nowhere]
        return [
            path
            for own, name in [*names, *(("", name) for name in forced)]
            for place in (own or ".", *self.search.directories)
            for path in (joined(place, name) + ".gch", joined(place, name) + ".pch")
            if os.path.exists(path)
        ]

    def find_forced(self, name: str) -> tuple[str, int] | None:
        """Where the compiler finds a file of '-include' that is not named by its path."""
        found = self.search.find(name, 0)
        if found is None and not is_standard(name):
            self.search.widen()
            found = self.search.find(name, 0)
        return found

    def names(self) -> dict[bytes, set[tuple[bytes, bool]]]:
        """The macros that stand for an include's name, with each name and whether it is quoted."""
        out: dict[bytes, set[tuple[bytes, bool]]] = {}
        for file in self.files.values():
            if b"define" in file.data:
                from pointerchain.build.patterns import named_files

                for name, text, quoted in named_files(file.data):
                    out.setdefault(name, set()).add((text, quoted))
        for define in self._defines:
            macro, _, value = define.partition("=")
            text = os.fsencode(value)
            if text[:1] + text[-1:] in (b'""', b"<>") and len(text) > 2:
                out.setdefault(os.fsencode(macro), set()).add((text[1:-1], text[:1] == b'"'))
        return out

    def leaves_undefined(self, name: bytes) -> bool:
        """Whether neither a text nor the command line defines a macro, and its name is no compiler's."""
        known = self.names().keys() | self._unclear()
        return name not in known and not name.startswith(b"_") and not self.macro_files

    def by_directories(self) -> list[tuple[File, str]]:
        """The files that were found along the command's directories, with their names in these."""
        places = self.search.directories[: self.search.own_from]
        return [
            (file, file.path.removeprefix(places[file.place]).lstrip("/"))
            for file in self.files.values()
            if 0 <= file.place < len(places)
        ]

    def known(self, path: str, place: int) -> File | None:
        """The file that an include line leads to, if it was read."""
        identity = _identity(path)
        return self.files.get((identity, place, self._directory(path))) if identity is not None else None

    def _directory(self, path: str) -> tuple[int, int] | None:
        """What the directory of a file is: one of several names includes what is beside each."""
        directory = os.path.dirname(path)
        if directory not in self._directories:
            try:
                status = os.stat(directory or ".")
                self._directories[directory] = (status.st_dev, status.st_ino)
            except OSError:
                self._directories[directory] = None
        return self._directories[directory]

    def leads_to_others(self) -> bool:
        """Whether a file of several names includes other files by one of them than by another.

        gcc looks beside the name by which a file is included, Clang beside the one that it met first.
        """
        led: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for file in self.files.values():
            own = [other.identity for other in file.includes]
            if led.setdefault(file.identity, own) != own:
                return True
        return False

    def _file(self, path: str, place: int, data: bytes | None = None) -> File:
        identity = _identity(path) or (0, 0)
        key = (identity, place, self._directory(path))
        known = self.files.get(key)
        if known is not None and data is None:
            return known
        top = File(path, read(path) if data is None else data, place, identity)
        self.files.setdefault(key, top)
        self._follow([top])
        return top

    def _follow(self, stack: list[File]) -> None:
        while stack:
            file = stack.pop()
            for include in self._lines(file):
                self._include(file, include, stack)

    def _include(self, file: File, include: Include, stack: list[File]) -> None:
        """Note that ``file`` includes what ``include`` names; what is new goes on the stack."""
        found = self.search.resolve(include, file)
        if found is None:
            if not is_standard(include.name):
                self._missing.append((file, include))
            return
        path, place = found
        identity = _identity(path)
        if identity is None:
            return
        key = (identity, place, self._directory(path))
        other = self.files.get(key)
        if other is None:
            try:
                other = self.files[key] = File(path, read(path), place, identity)
            except OSError:
                return  # the compiler will say so
            stack.append(other)
        file.includes.append(other)

    def _lines(self, file: File) -> list[Include]:
        out: list[Include] = []
        if not any(part in file.data for part in (b"include", b"import", b"\\", b"??/")):
            return out
        for how, name, kind in include_lines(file.data):
            if kind == b'"' or kind == b"<":
                out.append(Include(os.fsdecode(name), kind == b'"', how == b"include_next"))
            else:
                self._waiting.append((file, name, how == b"include_next"))
        return out

    def _settle(self) -> None:
        """Follow what is left, and see which files lead to a directive."""
        while self._waiting or self._missing:
            self._settle_names()
            self._settle_missing()
        for file in self.files.values():
            if file.speaks and not file.marked and self._could_be_pragma(file):
                self.doubt = self.doubt or f"a macro may make a directive of the text of '{file.path}'"
        self.doubt = self.doubt or self._pasted()
        for file in self.files.values():
            if ALIAS in file.data:
                self.doubt = (
                    self.doubt or f"'#pragma include_alias' in '{file.path}' gives a header another name"
                )
        if not any(file.marked for file in self.files.values()):
            return
        self._mark()

    def _could_be_pragma(self, file: File) -> bool:
        """Whether what a file without pragmas says could still come into one."""
        if b"\\" in file.data or any(b"_Pragma" in other.data for other in self.files.values()):
            return True
        # A macro may be a clause of another file's pragma.
        return b"define" in file.data and any(b"ragma" in other.data for other in self.files.values())

    def _pasted(self) -> str:
        """Why macros may make the word of others, or nothing."""
        texts = [file.data for file in self.files.values()]
        every = [*texts, *map(os.fsencode, self._defines)]
        if not any(join in text for text in every for join in JOINS) or not any(map(_expands, every)):
            return ""
        from pointerchain.build.joins import parts

        found = parts(texts, self._defines)
        return "'##' may make the word of " + ", ".join(f"'{part}'" for part in found) if found else ""

    def clause_macros(self) -> set[bytes]:
        """The macros that a clause may come from."""
        out: set[bytes] = {
            os.fsencode(define.partition("=")[0].partition("(")[0])
            for define in self._defines
            if os.fsdecode(WORD) in define
        }
        for file in self.files.values():
            if file.speaks:
                from pointerchain.build.patterns import speaking_macros

                out |= speaking_macros(file.data)
        if out:
            from pointerchain.build.joins import leading_to

            out = leading_to(out, [file.data for file in self.files.values()], self._defines)
        return out

    def _settle_names(self) -> None:
        """Follow the includes whose name is a macro."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        from pointerchain.build.patterns import have_macros

        names = self.names()
        unclear = self._unclear()
        texts = [file.data for file in self.files.values()]
        stack: list[File] = []
        for file, name, following in waiting:
            found = names.get(name, ())
            if (
                not found or name in unclear or have_macros(found, texts, self.defined)
            ) and not self.search.is_own(file):
                self.doubt = (
                    self.doubt or f"an include line names its file by the macro '{os.fsdecode(name)}'"
                )
            for text, quoted_name in found:
                self._include(file, Include(os.fsdecode(text), quoted_name, following), stack)
        self._follow(stack)

    def _unclear(self) -> set[bytes]:
        """The macros that have a definition which is no file's name as it stands."""
        from pointerchain.build.patterns import unclear_names

        out = {os.fsencode(define.partition("=")[0]) for define in self._defines} - self.names().keys()
        for file in self.files.values():
            if b"define" in file.data:
                out |= unclear_names(file.data)
        return out

    def _settle_missing(self) -> None:
        """Look for what was found nowhere in the compiler's own directories, and follow it there."""
        missing, self._missing = self._missing, []
        if not missing:
            return
        self.search.widen()
        stack: list[File] = []
        for file, include in missing:
            self._include(file, include, stack)
        # What is in none of them the compiler does not find either, as text.
        self._nowhere += [each for each in self._missing if each in missing]
        self._missing = [each for each in self._missing if each not in missing]
        self._follow(stack)

    def leads_to_constructs(self, start: Sequence[File]) -> bool:
        """Whether a user's file of these, and of what they include, may have compute constructs."""
        read = {id(file): file for file in (*start, *self.macro_files)}
        waiting = list(read.values())
        while waiting:
            for file in waiting.pop().includes:
                if id(file) not in read:
                    read[id(file)] = file
                    waiting.append(file)
        own = [file for file in read.values() if file.place < self.search.system_from]
        texts = [file.data for file in own if not is_system_path(file.path) and _may_govern(file.data)]
        if not texts:
            return False
        from pointerchain.build.patterns import may_hold_constructs

        return any(map(may_hold_constructs, texts))

    def lead_to_loops(self, cxx: bool) -> None:
        """Have every file of the user's that leads to loops with chains count as one with directives."""
        from pointerchain.build.patterns import may_hold_chains

        own = [file for file in self.files.values() if file.place < self.search.system_from]
        rows = [file for file in own if not is_system_path(file.path)]
        self._lead([file for file in rows if may_hold_chains(file.data, cxx)])

    def _mark(self) -> None:
        """Every file that leads to a directive gets to know it; some may by an earlier source."""
        self._lead([file for file in self.files.values() if file.marked])

    def _lead(self, stack: list[File]) -> None:
        includers: dict[int, list[File]] = {}
        for file in self.files.values():
            for other in file.includes:
                includers.setdefault(id(other), []).append(file)
        seen: set[int] = set()
        while stack:
            file = stack.pop()
            if id(file) not in seen:
                seen.add(id(file))
                file.has_directives = True
                stack += includers.get(id(file), ())


def read(path: str) -> bytes:
    """All bytes of a file, at the price of three calls; raises ``OSError``."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        size = os.fstat(handle).st_size
        data = os.read(handle, size + 1)
        while len(data) != size:  # a pipe, or a file that grows
            more = os.read(handle, 1 << 20)
            if not more:
                break
            data += more
        return data
    finally:
        os.close(handle)
