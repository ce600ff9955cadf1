# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The command line of ``pointerchain translate``: words -> options, or a :class:`UsageError`.

The parser is written by hand: a build calls the tool once for each file, most
of them without a directive, and ``argparse`` alone takes as long to load as
Python takes to start. Nothing here imports more than an interpreter that just
started has loaded already.
"""

from __future__ import annotations

from pointerchain.cli.console import REMARKS, UsageError
from pointerchain.cli.settings_file import settings_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.cli.settings import Settings

STDIN = "-"
STDOUT = "-"
LANGUAGES = ("c", "c++")
FORMATS = ("text", "sarif")

# What becomes of a translation. Where two output options are given, the first
# of these names is in the message.
TO_STDOUT, TO_FILE, TO_DIRECTORY, IN_PLACE, DIFF, CHECK, DUMP, EXPLAIN = (
    "standard output",
    "-o",
    "--out-dir",
    "--in-place",
    "--diff",
    "--check",
    "--dump",
    "--explain-regions",
)
EXPLAIN_FORMATS = ("text", "json")
AUTO = "--auto"
AUTO_LOOPS = ("constructs", "loops")
"""What '--auto' may be asked to look at alone."""
STAGES = ("lowered", "directives", "regions", "probe", "tree", "chains", "facts", "findings", "edits")
"""What ``--dump`` can show, in the order in which a translation makes it."""

_SWITCHES = (
    *("--in-place", "--diff", "--check", "--no-verify", "--check-promises", "--explain-regions"),
    *(AUTO, "--no-auto", "--deep", "--no-deep"),
    REMARKS,
)
_VALUED = (
    *("-o", "--out-dir", "--dump", "-p", "-j", "--promise", "--settings"),
    *("--language", "--diagnostics-format", "--diagnostics-output"),
)


class TranslateOptions:
    """What ``pointerchain translate`` was asked to do.

    A plain class: ``dataclasses`` costs more to load than a file without
    directives may cost altogether.
    """

    def __init__(self) -> None:
        self.inputs: list[str] = []
        self.mode: str = TO_STDOUT
        self.output: str | None = None
        self.build_dir: str | None = None
        self.jobs: int = 1
        self.warnings: list[str] = []
        self.verify: bool = True
        self.check_promises: bool = False
        # None where the command line does not say.
        self.auto_given: bool | None = None
        self.auto: bool = False
        self.deep_given: bool | None = None
        self.deep: bool = False
        self.only: str = ""
        """Of '--auto': 'constructs', 'loops' or, for both, nothing."""
        self.remarks: bool = False
        self.vouched: list[str] = []
        self.language: str | None = None
        self.diagnostics_format: str = "text"
        self.diagnostics_output: str | None = None
        # None where the command line has no '--': only then is a database looked for.
        self.clang_args: list[str] | None = None
        self.settings_given: str | None = None
        self.settings: Settings | None = None


def parse_translate(words: list[str]) -> TranslateOptions:
    """The options that ``words`` (without the program and 'translate') spell, checked for sense.

    What they do not say comes from the settings of the inputs' project, see ``settings_for``.
    """
    options = TranslateOptions()
    if "--" in words:
        cut = words.index("--")
        words, options.clang_args = words[:cut], words[cut + 1 :]
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == STDIN or not word.startswith("-"):
            options.inputs.append(word)
        elif word == "-w" or word.startswith("-W"):
            options.warnings.append(word)
        elif word in _SWITCHES:
            _set_switch(options, word)
        else:
            name, value = _split(word)
            if value is None:
                if at == len(words):
                    raise UsageError(f"'{name}' needs a value")
                value = words[at]
                at += 1
            _set_value(options, name, value)
    _take_settings(options)
    _check(options)
    return options


def _take_settings(options: TranslateOptions) -> None:
    """Fill in what the command line leaves to the project's settings."""
    options.auto, options.deep = bool(options.auto_given), bool(options.deep_given)
    if not options.inputs:
        return
    options.settings = settings = settings_for(options.inputs, options.settings_given)
    if settings is None:
        return
    options.warnings[:0] = settings.warnings
    if options.auto_given is None:
        options.auto = settings.auto and not _excluded_by_auto(options)
    if options.deep_given is None:
        options.deep = settings.deep
    if options.auto:
        options.vouched[:0] = settings.promises
    found = settings.flags(options.inputs, options.build_dir, options.clang_args)
    options.build_dir, options.clang_args = found


def _split(word: str) -> tuple[str, str | None]:
    """``--name=value``, ``--name``, ``-ovalue`` or ``-o`` as name and, where it is in the word, value."""
    name, equals, value = word.partition("=")
    if name in (EXPLAIN, AUTO):
        return name, value
    if name in _VALUED and name.startswith("--"):
        return name, value if equals else None
    if word in _VALUED:
        return word, None
    if word[:2] in _VALUED:
        return word[:2], word[2:].removeprefix("=")
    raise UsageError(_unknown(word))


def _unknown(word: str) -> str:
    """The message about an option that is none of ours."""
    from pointerchain.cli.option_parser import unknown_option

    hint = "'pointerchain translate --help' shows the options"
    return unknown_option(word, (*_SWITCHES, *_VALUED), passes="FILE --", hint=hint)


def _set_switch(options: TranslateOptions, name: str) -> None:
    if name == "--no-verify":
        options.verify = False
    elif name == "--check-promises":
        options.check_promises = True
    elif name in (AUTO, "--no-auto"):
        options.auto_given, options.only = name == AUTO, ""
    elif name in ("--deep", "--no-deep"):
        options.deep_given = name == "--deep"
    elif name == REMARKS:
        options.remarks = True
    elif name == EXPLAIN:
        _set_mode(options, EXPLAIN, "text")
    else:
        _set_mode(options, name)


def _set_value(options: TranslateOptions, name: str, value: str) -> None:
    if not value:
        raise UsageError(f"'{name}' needs a value")
    if name == "-o":
        _set_mode(options, TO_STDOUT if value == STDOUT else TO_FILE, value)
    elif name == "--out-dir":
        _set_mode(options, TO_DIRECTORY, value)
    elif name == "--dump":
        _set_mode(options, DUMP, _one_of(name, value, STAGES))
    elif name == EXPLAIN:
        _set_mode(options, EXPLAIN, _one_of(name, value, EXPLAIN_FORMATS))
    elif name == AUTO:
        options.auto_given, options.only = True, _one_of(name, value, AUTO_LOOPS)
    elif name == "-p":
        options.build_dir = value
    elif name == "-j":
        if not (value.isascii() and value.isdigit()):
            raise UsageError(f"'-j' needs a number of processes, not '{value}'")
        options.jobs = int(value)
    elif name == "--promise":
        options.vouched.append(value)
    elif name == "--settings":
        options.settings_given = value
    elif name == "--language":
        options.language = _one_of(name, value.lower().replace("cxx", "c++"), LANGUAGES)
    elif name == "--diagnostics-format":
        options.diagnostics_format = _one_of(name, value, FORMATS)
    else:
        options.diagnostics_output = value


def _set_mode(options: TranslateOptions, mode: str, output: str | None = None) -> None:
    """Note where translations go; an output option may be given once only."""
    if options.output is not None or options.mode != TO_STDOUT:
        given = "-o" if options.mode == TO_STDOUT else options.mode
        other = "-o" if mode == TO_STDOUT else mode
        which = (
            f"'{given}' is given twice" if given == other else f"'{given}' and '{other}' exclude each other"
        )
        raise UsageError(which)
    options.mode, options.output = mode, output


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        *first, last = [repr(item) for item in allowed]
        raise UsageError(f"'{name}' takes {', '.join(first)} or {last}, not '{value}'")
    return value


def _check(options: TranslateOptions) -> None:
    """Refuse what cannot be meant, as far as the words alone tell."""
    if not options.inputs:
        raise UsageError("no input; give files or directories, or '-' for standard input")
    if STDIN in options.inputs:
        if options.inputs.count(STDIN) > 1:
            raise UsageError("standard input, '-', is given twice")
        if options.language is None:
            raise UsageError(
                "standard input has no name to tell its language by: add '--language c' or '--language c++'"
            )
        if options.build_dir is not None:
            raise UsageError("no compile database lists standard input: give its flags after '--'")
        if options.mode in (IN_PLACE, TO_DIRECTORY):
            raise UsageError(f"'{options.mode}' needs files; standard input, '-', is none")
    if options.diagnostics_output == STDOUT and options.mode in (TO_STDOUT, DIFF, DUMP, EXPLAIN):
        what = {DUMP: "dump", EXPLAIN: "explanation"}.get(options.mode, "translation")
        raise UsageError(f"diagnostics cannot go to standard output: the {what} goes there")
    if options.auto and _excluded_by_auto(options):
        other = "--check-promises" if options.check_promises else options.mode
        raise UsageError(f"'--auto' and '{other if options.verify else '--no-verify'}' exclude each other")
    if options.remarks and not options.auto:
        raise UsageError(f"'{REMARKS}' is about chains without directives: it needs '--auto'")
    if options.vouched and not options.auto:
        raise UsageError("'--promise' is about chains without directives: it needs '--auto'")
    if len(options.inputs) > 1:
        refuse_single_output(options, "several inputs")


def _excluded_by_auto(options: TranslateOptions) -> bool:
    return options.check_promises or not options.verify or options.mode in (DUMP, EXPLAIN)


def refuse_single_output(options: TranslateOptions, what: str) -> None:
    """Raise where ``what`` (several inputs, a directory) would go to one output."""
    if options.mode in (TO_STDOUT, TO_FILE, DUMP):
        given = "standard output" if options.mode != TO_FILE else f"'-o {options.output}'"
        raise UsageError(
            f"{what} cannot go to {given}: give '--in-place', '--out-dir DIR', '--diff' or '--check'"
        )
