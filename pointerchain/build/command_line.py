# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A compiler's command line, as far as a launcher has to understand it.

``ccache mpicc -Iinc -MD -c src/a.c -o a.o`` -> the compiler's own words (``ccache mpicc``), one source in C,
``inc`` to search, dependencies wanted, output ``a.o``. What is not known here is left for the compiler to
judge: a word that begins with '-' is an option, and only those listed take the next word with them.

Loaded in every compile, so it imports nothing that a Python that has just started does not have.
"""

from __future__ import annotations

import os

from pointerchain.long_options import SHORT

C, CXX = "c", "c++"
MACRO = "-D__pointerchain=1"

_C_SUFFIXES = (".c",)
_CXX_SUFFIXES = (".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".CC", ".CXX", ".C++", ".cu")
# For gcc these are files to link.
_NOT_FOR_GCC = (".CC", ".CXX", ".C++", ".cu")
# Compiled by themselves these make precompiled headers.
_C_HEADERS = (".h",)
_CXX_HEADERS = (".hh", ".hp", ".hpp", ".hxx", ".h++", ".H", ".HPP", ".tcc")
# What is made of C and C++ but is not translated, by the names of its files and by its own.
_MODULE, _OBJECTIVE = "a module of C++", "Objective-C"
PREPROCESSED = "preprocessed text"
_OTHERS = {
    **dict.fromkeys((".cppm", ".ccm", ".cxxm", ".c++m", ".mpp", ".ixx"), _MODULE),
    **dict.fromkeys((".m", ".mm", ".M"), _OBJECTIVE),
    **dict.fromkeys((".i", ".ii", ".mi", ".mii", ".cui", ".hipi", ".iih"), PREPROCESSED),
    ".hip": "HIP",
    **dict.fromkeys((".cl", ".clcpp"), "OpenCL"),
    ".rs": "RenderScript",
    ".hlsl": "HLSL",
}
_OTHER_LANGUAGES = {
    "c++-module": _MODULE,
    "c++-user-header": _MODULE,
    "c++-system-header": _MODULE,
    "c++-header-unit-header": _MODULE,
    "objective-c": _OBJECTIVE,
    "objective-c++": _OBJECTIVE,
    "objective-c-header": _OBJECTIVE,
    "objective-c++-header": _OBJECTIVE,
    **dict.fromkeys(("cpp-output", "c-cpp-output", "c++-cpp-output"), PREPROCESSED),
    **dict.fromkeys(("objective-c-cpp-output", "objective-c++-cpp-output"), PREPROCESSED),
    "hip": "HIP",
    "cl": "OpenCL",
}
_LANGUAGES = {"c": C, "c-header": C, "c++": CXX, "c++-header": CXX, "cuda": CXX, "cu": CXX}
# Of all others '-x' may name something in which a directive counts.
_NOT_C = (
    *("assembler", "assembler-with-cpp", "f77", "f77-cpp-input", "f95", "f95-cpp-input", "ada", "adascil"),
    *("adawhy", "d", "go", "java", "rust", "modula-2", "algol68", "cobol", "brig", "lto", "ir", "ast"),
)

# Parts of the names of what is linked, which may be executable, too.
_LINKED = frozenset(("o", "obj", "a", "so", "lo", "la"))
# Drivers that take a '.c' file for C++.
_CXX_DRIVERS = ("CC", "mpicxx", "mpiCC", "icpc", "icpx", "dpcpp", "mpiicpc", "mpiicpx")

# Options whose value is the next word.
_TAKES_NEXT = frozenset(
    (
        *(
            "-o",
            "-x",
            "-D",
            "-U",
            "-I",
            "-L",
            "-l",
            "-F",
            "-B",
            "-A",
            "-T",
            "-u",
            "-e",
            "-z",
            "-G",
            "-h",
            "-R",
        ),
        *(
            "-MF",
            "-MT",
            "-MQ",
            "-MJ",
            "-include",
            "-imacros",
            "-isystem",
            "-iquote",
            "-idirafter",
            "-isysroot",
        ),
        *("-iprefix", "-iwithprefix", "-iwithprefixbefore", "-iwithsysroot", "-imultilib", "-imultiarch"),
        *("-iframework", "-framework", "-cxx-isystem", "-isystem-after", "-ivfsoverlay", "-include-pch"),
        *("-Xclang", "-Xpreprocessor", "-Xlinker", "-Xassembler", "-Xcompiler", "-Xopenmp-target", "-mllvm"),
        *(
            "-target",
            "--config",
            "-arch",
            "-aux-info",
            "-dumpbase",
            "-dumpbase-ext",
            "-dumpdir",
            "-wrapper",
            "-specs",
            "--specs",
            "--prefix",
        ),
        *(
            "-rpath",
            "-soname",
            "-install_name",
            "-main-file-name",
            "--param",
            "--sysroot",
            "--std",
            "--output",
        ),
        *(
            "--include",
            "--imacros",
            "--include-directory",
            "--define-macro",
            "--undefine-macro",
            "--language",
        ),
        *("--serialize-diagnostics", "-dependency-file", "-Xarch_host", "-Xarch_device", "-fplugin-opt"),
        *("--analyzer-output", "--assert", "--system-header-prefix", "--no-system-header-prefix", "--rtlib"),
        *("--stdlib", "--dump", "--dumpbase", "--dumpbase-ext", "--dumpdir", "-J", "-dependency-dot"),
        *("-Xanalyzer", "-Xcuda-fatbinary", "-Xcuda-ptxas", "-Xoffload-linker", "-mmlir", "-ftrapv-handler"),
        *("-fdebug-compilation-dir", "-serialize-diagnostics", "-ccc-gcc-name", "-ccc-install-dir"),
        *("-resource-dir", "-iframeworkwithsysroot", "-stdlib++-isystem", "-module-dependency-dir"),
        *("-darwin-target-variant", "-darwin-target-variant-triple", "-dsym-dir", "-filelist", "-undefined"),
        *("-fexperimental-openacc-macro-override", "-fintrinsic-modules-path", "-fmodules-user-build-path"),
        *(
            "-hlsl-entry",
            "-iapinotes-modules",
            "-object-file-name",
            "-validator-version",
            "-Hd",
            "-Hf",
            "-Xf",
        ),
        *("-arcmt-migrate-report-output", "-ccc-arcmt-migrate"),
    )
)
# Those of them that stand alone for gcc or for Clang: what follows is looked at, too, where it may be more.
_ALONE_FOR_SOME = (
    *("-R", "-J", "-Xcompiler", "-dumpbase", "-dumpbase-ext", "-dependency-file", "-isystem-after"),
    *("--dump", "--dumpbase", "--dumpbase-ext", "--dumpdir", "-dependency-dot", "-dsym-dir"),
    *("-undefined", "-Hd", "-Hf", "-Xf"),
)
_MORE_THAN_VALUES = ("-I", "-i", "-D", "-U")
# Other ways to say where headers are; what they lead to is not known here.
_UNKNOWN_SEARCH = (
    "-I-",
    "-iwithsysroot",
    "-ivfsoverlay",
    "-iframework",
    "-isystem-after",
    "-internal-",
    "--vfsoverlay",
    "--prefix",
    "-Xarch_",
    "-F",
    "-stdlib++-isystem",
    "-c-isystem",
    "-index-header-map",
    "-working-directory",
)
_ROOTS = ("--sysroot", "-isysroot")
# Files of further options, and directories of the compiler's own that are not known.
_MORE_OPTIONS = (
    "--config",
    "-specs",
    "--specs",
    "-resource-dir",
    "-fmodule-map-file",
    "-fplugin",
    "-fpass-plugin",
    "-traditional",
    "-wrapper",
)
MORE_VARIABLES = (
    *("CCC_OVERRIDE_OPTIONS", "QA_OVERRIDE_GCC3_OPTIONS", "COMPILER_PATH", "GCC_EXEC_PREFIX"),
    *("NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "ICXCFG", "ICPXCFG"),
)
_CHARSET = "-finput-charset="
# Sets of characters in which the word is written as it is here.
_PLAIN_CHARSETS = (
    "utf-8",
    "utf8",
    "ascii",
    "us-ascii",
    "iso-8859",
    "iso8859",
    "latin",
    "cp125",
    "windows-125",
)
# What moves the directories that the compiler searches by itself, alone or with the next word.
_OWN_ALONE = (
    "--sysroot=",
    "-B",
    "-specs=",
    "--specs=",
    "--config=",
    "--target=",
    "-stdlib=",
    "--gcc-",
    "-m32",
)
_OWN_NEXT = (
    "--sysroot",
    "-isysroot",
    "-B",
    "-specs",
    "--config",
    "-target",
    "-iprefix",
    "-imultilib",
    "-imultiarch",
)
_PREFIXED = ("-iwithprefixbefore", "-iwithprefix")
_SEARCH = {
    "-iquote": "quote",
    "-I": "angle",
    "-isystem": "system",
    "-cxx-isystem": "system",
    "-idirafter": "after",
}
_JOINED = ("-MF", "-isystem", "-iquote", "-idirafter", "-iprefix", *_PREFIXED)
_PASSED_UNKNOWN = ("-include", "-imacros", *_PREFIXED)
_DEPENDENCY_ONLY = ("-M", "-MM")


class Source:
    """A source in a command line: ``at`` is its place in the expanded words, ``language`` 'c' or 'c++'."""

    __slots__ = ("at", "language", "path")

    def __init__(self, at: int, path: str, language: str) -> None:
        self.at, self.path, self.language = at, path, language


class CommandLine:
    """One call of a compiler, read.

    ``compiler`` is its first word or words, ``given`` the rest as it stands and ``words`` the same with
    response files read. Directories to search are kept in their four groups, in order; ``forced`` are the
    places of the values of ``-include``.
    """

    def __init__(self, compiler: list[str], given: list[str]) -> None:
        """Read ``given``; raises ``ValueError`` and ``OSError`` for a response file that cannot be read."""
        self.compiler = compiler
        self.words = given
        if any(word.startswith("@") for word in given):
            from pointerchain.build.response import expand

            self.words, again = expand(given)
            # What comes from a pipe is read once.
            given = given if again else self.words
        self.given = given
        self.words = shortened(self.words)
        self.sources: list[Source] = []
        self.inputs: list[int] = []
        """The places of all files that are given to be compiled or linked."""
        self.quote: list[str] = []
        self.angle: list[str] = []
        self.system: list[str] = []
        self.after: list[str] = []
        self.forced: list[int] = []
        self.precompiled: list[int] = []
        """The places of the values of '-include-pch'; Clang reads them before all else."""
        self.option_at: dict[int, int] = {}
        """Where the option of a forced or precompiled file stands, by the place of its value."""
        self.defines: list[str] = []
        self.macro_files: list[str] = []
        """The files of '-imacros', of which the macros are read."""
        self.output: str | None = None
        self.mode = ""
        self.dependencies = ""
        """'-MD' or '-MMD' where the compile writes a dependency file beside its output."""
        self.dependency_file: str | None = None
        self.dependencies_only = False
        self.macro: str | None = None
        """What the words themselves define ``__pointerchain`` as; empty where they undefine it."""
        self.unknown_search = ""
        """An option that changes where headers are found in a way that is not followed here."""
        self.more_options = next((name for name in MORE_VARIABLES if os.environ.get(name)), "")
        """An option or variable by which the compiler may be told more than is known here."""
        self.others: list[Source] = []
        """Files that may hold directives, but are not translated; their language is what is said of them."""
        self.module_maps: list[str] = []
        """Files that say of which headers Clang makes modules by itself."""
        self.makes_modules = False
        """Whether Clang may do so."""
        self.own_options: list[str] = []
        """Those that say where the compiler itself looks for headers."""
        self.directive_macro = ""
        """A macro of the command line that may stand for a directive."""
        self._header_units = False
        self._prefix: str | None = None
        self._behind: list[str] = []
        """Directories of '-iwithprefixbefore', which are searched behind those of '-I'."""
        self._in_front: list[str] = []
        """Directories of Clang's '-iwithprefix', which are searched before those of '-idirafter'."""
        self._passed: list[str] = []
        self._passed_last: list[int] = []
        self._assembler: list[str] = []
        self._read()
        self.assembler = self._of_assembler()
        """Directories that Clang's assembler is given; Clang looks there for headers, too, and first."""
        if not self._is_clang:
            self._put_behind()
        # The compiler hands these to its own first stage behind all '-I'.
        self._preprocessor(self._passed)
        self._preprocessor(self._without_forced(self._passed_last))
        self._put_behind()
        self.after[:0] = self._in_front

    @property
    def user_dependencies(self) -> bool:
        """Whether a dependency file of the compile leaves the system's headers out."""
        return self.dependencies == "-MMD" and "-sys-header-deps" not in self.words

    @property
    def driver(self) -> str:
        """The name of the compiler proper."""
        return os.path.basename(self.compiler[-1])

    def _read(self) -> None:
        words = self.words
        language: str | None = None
        cxx_driver = is_cxx_driver(self.driver) or "--driver-mode=g++" in words
        at, options = 0, True
        while at < len(words):
            word = words[at]
            at += 1
            if not options or not word.startswith("-") or word == "-":
                self.inputs.append(at - 1)
                known = _LANGUAGES.get(language, "") if language is not None else by_name(word, cxx_driver)
                suffix = os.path.splitext(word)[1]
                if suffix in _NOT_FOR_GCC and language is None and self.is_gcc:
                    known = ""
                other = _OTHERS.get(suffix) if language is None else _other(language)
                if suffix == ".modulemap":
                    self.module_maps.append(word)
                elif other is not None:
                    self.others.append(Source(at - 1, word, other))
                if known or (word == "-" and language is None):
                    self.sources.append(Source(at - 1, word, known or (CXX if cxx_driver else C)))
            elif word == "--":
                options = False
            elif word in _TAKES_NEXT:
                self._note_search(word)
                if word in _ALONE_FOR_SOME and at < len(words) and _may_be_more(words[at], cxx_driver):
                    self.more_options = self.more_options or word
                    continue
                if at < len(words):
                    name = word
                    if name in _OWN_NEXT:
                        self.own_options += [name, words[at]]
                    if name == "-x":
                        language = _chosen(words[at])
                    elif name == "-Xpreprocessor":
                        self._passed.append(words[at])
                    elif name == "-Xassembler":
                        self._assembler.append(words[at])
                    elif name == "-Xclang":
                        self._passed_last.append(at)
                    elif name == "-include-pch":
                        self.precompiled.append(at)
                        self.option_at[at] = at - 1
                    elif name == "-imacros":
                        self.macro_files.append(words[at])
                    elif name == "-include":
                        self.forced.append(at)
                        self.option_at[at] = at - 1
                    else:
                        self._valued(name, words[at])
                at += 1
            elif word.startswith("-x"):
                language = _chosen(word[2:])
            else:
                self._single(word)
        if "-fpreprocessed" in words:
            self.others += [Source(source.at, source.path, PREPROCESSED) for source in self.sources]
            self.sources = []
        if self._header_units:
            self.others += [Source(source.at, source.path, _MODULE) for source in self.sources]

    def _single(self, word: str) -> None:
        """A word that stands alone: a switch, or an option with its value joined."""
        self._note_search(word)
        if word in ("-c", "-S", "-E", "-fsyntax-only"):
            # As the compiler has it, the one that stops earliest counts.
            order = ("", "-c", "-S", "-fsyntax-only", "-E")
            self.mode = max(self.mode, word, key=order.index)
        elif word in _DEPENDENCY_ONLY:
            self.dependencies_only = True
        elif word in ("-MD", "-MMD"):
            # In whatever order they stand.
            self.dependencies = "-MMD" if self.dependencies == "-MMD" else word
        elif word.startswith("-Wp,"):
            self._passed += word[4:].split(",")
        elif word.startswith("-Wa,"):
            self._assembler += word[4:].split(",")
        elif word.startswith(_JOINED):
            name = next(each for each in _JOINED if word.startswith(each))
            self._valued(name, word[len(name) :])
        elif word.startswith(("-I", "-D", "-U")):
            self._valued(word[:2], word[2:])
        elif word.startswith("-o") and not word.startswith(("-openmp", "-objc", "-object")):
            self._valued("-o", word[2:])

    def _note_search(self, word: str) -> None:
        if word.startswith("-fmodule"):
            self._note_modules(word)
        if word.startswith(_MORE_OPTIONS):
            self.more_options = self.more_options or word.partition("=")[0]
        if word.startswith(_CHARSET) and not word[len(_CHARSET) :].lower().startswith(_PLAIN_CHARSETS):
            self.more_options = self.more_options or word
        if word.startswith(_UNKNOWN_SEARCH):
            self.unknown_search = self.unknown_search or word
        elif word.startswith(_OWN_ALONE) and word != "-B":
            self.own_options.append(word)

    def _note_modules(self, word: str) -> None:
        name, _, value = word.partition("=")
        if name == "-fmodule-header":
            self._header_units = True
        elif name == "-fmodule-map-file":
            self.module_maps.append(value)
        self.makes_modules = True

    def _preprocessor(self, parts: list[str]) -> None:
        """``-Wp,-MD,file`` and its kind: what is handed to the preprocessor as it stands."""
        at = 0
        while at < len(parts):
            part = parts[at]
            at += 1
            self._note_search(part)
            if part.startswith((*_PASSED_UNKNOWN, "@")) or part in _OWN_NEXT:
                self.unknown_search = self.unknown_search or part
            elif part in ("-MD", "-MMD") and at < len(parts):
                self.dependencies, self.dependency_file = part, parts[at]
                at += 1
            elif part in _TAKES_NEXT and at < len(parts):
                self._valued(part, parts[at])
                at += 1
            elif part.startswith("-"):
                self._single(part)

    def _without_forced(self, places: list[int]) -> list[str]:
        """Take the files to include out of what '-Xclang' hands on; the words that are left."""
        out: list[str] = []
        at = 0
        while at < len(places):
            word = self.words[places[at]]
            if word in ("-include", "-include-pch") and at + 1 < len(places):
                value = places[at + 1]
                (self.forced if word == "-include" else self.precompiled).append(value)
                self.option_at[value] = places[at]
                at += 1
            else:
                out.append(word)
            at += 1
        return out

    def words_of(self, value: int) -> list[int]:
        """The places of all words that have a file included whose name stands at ``value``."""
        option = self.option_at[value]
        return [option, value] if option == value - 1 else [option - 1, option, value - 1, value]

    @property
    def _is_clang(self) -> bool:
        return "clang" in self.driver

    @property
    def is_gcc(self) -> bool:
        """Whether a compiler's name is one of gcc's, which has no file of options of its own."""
        return not self._is_clang and ("gcc" in self.driver or "g++" in self.driver)

    def _of_assembler(self) -> list[str]:
        """The directories among what is handed to the assembler."""
        if self.is_gcc or not any(part.startswith("-I") for part in self._assembler):
            return []
        pairs = zip(self._assembler, [*self._assembler[1:], ""], strict=True)
        found = [part[2:] or after for part, after in pairs if part.startswith("-I")]
        return [each for each in found if each]

    def _put_behind(self) -> None:
        self.angle += self._behind
        self._behind = []

    def _prefixed(self, name: str, value: str) -> None:
        """A directory of '-iwithprefix' or '-iwithprefixbefore', below the last '-iprefix' before it."""
        # Which header is read is looked at, as a wrapper's name does not tell whose order holds.
        self.more_options = self.more_options or name
        if self._prefix is None:
            self.unknown_search = self.unknown_search or name
        elif name == "-iwithprefixbefore":
            self._behind.append(self._prefix + value)
        else:
            (self._in_front if self._is_clang else self.system).append(self._prefix + value)

    def _valued(self, name: str, value: str) -> None:
        group = _SEARCH.get(name)
        if group is not None:
            directories: list[str] = getattr(self, group)
            directory = self._below_root(value)
            directories.append(directory)
            if self._is_clang and os.path.isfile(directory):
                self.unknown_search = self.unknown_search or name + value  # a map of headers
        elif name == "-o":
            self.output = value
        elif name in ("-MF", "-dependency-file"):
            self.dependency_file = value
            if name != "-MF":
                self.dependencies = self.dependencies or "-MMD"
        elif name == "-iprefix":
            self._prefix = value
        elif name in _PREFIXED:
            self._prefixed(name, value)
        elif name in ("-D", "-U"):
            if name == "-D":
                self.defines.append(value)
            macro, equals, text = value.partition("=")
            if "pointerchain" in text:
                self.directive_macro = macro
            if macro == "__pointerchain":
                self.macro = "" if name == "-U" else text if equals else "1"

    def _below_root(self, directory: str) -> str:
        """A directory as the compiler finds it: '=' and gcc's '$SYSROOT' stand for the system's root."""
        mark = next((each for each in ("=", "$SYSROOT") if directory.startswith(each)), "")
        if not mark:
            return directory
        if self.driver == "nvcc":
            return directory.removeprefix("=")  # which parts an option from its value
        # Without a root the compiler may have one of its own, and of two only it knows which counts.
        self.more_options = self.more_options or mark
        roots = [word[10:] for word in self.words if word.startswith("--sysroot=")]
        roots += [self.words[at + 1] for at, word in enumerate(self.words[:-1]) if word in _ROOTS]
        if len(set(roots)) != 1:
            self.unknown_search = self.unknown_search or directory
        return (roots[0] if roots else "") + directory[len(mark) :]


def _may_be_more(word: str, cxx_driver: bool) -> bool:
    """Whether a word that may be an option's value may as well be a source or say where headers are."""
    return word.startswith(_MORE_THAN_VALUES) or (word[:1] != "-" and by_name(word, cxx_driver) != "")


def split_compiler(words: list[str]) -> tuple[list[str], list[str]]:
    """``ccache gcc -c a.c`` -> (``ccache gcc``, ``-c a.c``).

    Whatever launchers there are, they come first and are programs; what 'distcc -c a.c' runs it finds itself.
    """
    count = 1
    while count < len(words) and not words[count].startswith(("-", "@")) and find_program(words[count]):
        if by_name(words[count], False) or _LINKED.intersection(
            os.path.basename(words[count]).split(".")[1:]
        ):
            break
        count += 1
    return words[:count], words[count:]


def find_program(name: str) -> str | None:
    """The path of the program that ``name`` starts, or None."""
    places = [""] if "/" in name else [place or "." for place in os.get_exec_path()]
    for place in places:
        path = os.path.join(place, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def shortened(words: list[str]) -> list[str]:
    """The words with '--include=a.h', '-includea.h' and their kind as '-include', 'a.h'."""
    if not any(word.startswith(("--", "-include", "-imacros")) for word in words):
        return words
    out: list[str] = []
    for at, word in enumerate(words):
        if word == "--":
            return out + words[at:]
        name, equals, value = word.partition("=")
        if word in SHORT:
            out.append(SHORT[word])
        elif equals and name in SHORT:
            out += [SHORT[name], value]
        elif word.startswith(("-include", "-imacros")) and len(word) > 8 and word != "-include-pch":
            out += [word[:8], word[8:]]
        else:
            out.append(word)
    return out


def is_cxx_driver(name: str) -> bool:
    """Whether the compiler of that name takes C files for C++."""
    return "++" in name or name in _CXX_DRIVERS or name.startswith(("mpicxx", "icpx"))


def by_name(path: str, cxx_driver: bool) -> str:
    """The language that a file's name tells, or nothing for what is not C or C++ yet to be preprocessed."""
    suffix = os.path.splitext(path)[1]
    if suffix in _CXX_SUFFIXES or suffix in _CXX_HEADERS:
        return CXX
    if suffix in _C_SUFFIXES or suffix in _C_HEADERS:
        return CXX if cxx_driver else C
    return ""


def _other(language: str) -> str | None:
    """What is said of a language of '-x' that is not translated; None where it is, or is no kind of C."""
    if language in _LANGUAGES or language in _NOT_C:
        return None
    return _OTHER_LANGUAGES.get(language, f"the language '{language}'")


def _chosen(language: str) -> str | None:
    return None if language == "none" else language
