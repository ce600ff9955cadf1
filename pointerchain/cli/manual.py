# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain manual``: a manual page and completions for shells, made of what ``--help`` prints.

    pages()["ptx count"]  ->  the text of 'pointerchain ptx count --help'
    options(text)         ->  (("-o",), "FILE", "write the report to FILE"), ...

So that an option that a help text shows is completed, and none is described twice.
"""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from pointerchain import __version__
from pointerchain.cli import bench, place, ptx
from pointerchain.cli.console import EXIT_CLEAN, UsageError, put
from pointerchain.cli.option_parser import OptionParser, listed
from pointerchain.diagnostics import CATALOGUE, warning_codes
from pointerchain.lazy import NamedTuple, lazy_pattern

ACTIONS = {"bench": tuple(bench.ACTIONS), "ptx": tuple(ptx.ACTIONS), "place": tuple(place.ACTIONS)}
"""The commands of commands."""
_SHELLS = ("bash", "zsh", "fish")
_RUNS_OTHERS = ("cc", "fc", "guard")
"""What a command line of another program follows."""

_ABOUT = """\
Prints the manual page, for 'man', or the completions of a shell. Both are made of what
'--help' prints.

pages:
  man                     all commands with their options, as man(7) has it
  bash, zsh, fish         completions of commands, options and the codes of diagnostics
"""
_NOTES = """\
examples:
  pointerchain manual man > ~/.local/share/man/man1/pointerchain.1
  pointerchain manual bash > ~/.local/share/bash-completion/completions/pointerchain
  pointerchain manual zsh > ~/.zsh/pointerchain.zsh    # and 'source' it in ~/.zshrc
  pointerchain manual fish > ~/.config/fish/completions/pointerchain.fish
"""


class Option(NamedTuple):
    """A row of a help text: an option's names, what its value is called ('' for none), and what it does."""

    names: tuple[str, ...]
    value: str
    help: str
    words: tuple[str, ...] = ()
    """What may stand behind a '=' that may be left out, where the help lists the words."""


def run(words: list[str]) -> int:
    """Print a page; the exit code."""
    parser = OptionParser("manual", "man|bash|zsh|fish", _ABOUT, notes=_NOTES)
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    names = ("man", *_SHELLS)
    if len(given.inputs) != 1 or given.inputs[0] not in names:
        raise UsageError(f"'manual' takes one of {listed(names)}")
    makers = {"man": man, "bash": bash, "zsh": zsh, "fish": fish}
    put(makers[given.inputs[0]](pages()))
    return EXIT_CLEAN


def pages() -> dict[str, str]:
    """The help texts by command, '' for that of the whole."""
    main = _help("")
    names = [name for name, _ in _commands(main)]
    names += [f"{name} {action}" for name, row in ACTIONS.items() for action in row]
    with ThreadPoolExecutor() as pool:
        return {"": main, **dict(zip(names, pool.map(_help, names), strict=True))}


def commands(texts: dict[str, str]) -> list[str]:
    """The commands, in the order of the help."""
    return [name for name, _ in _commands(texts[""])]


def _commands(text: str) -> list[tuple[str, str]]:
    """The commands that the whole's help text lists, with what they do."""
    listed = next(each for each in sections(text) if each.title == "commands")
    return [(left.split()[0], help) for left, help in rows(listed) or ()]


def _help(name: str) -> str:
    command = [sys.executable, "-m", "pointerchain", *name.split(), "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


# --- reading a help text ----------------------------------------------------------------------------


class Section(NamedTuple):
    """A part of a help text under a heading; the first one has none, nor has text between tables."""

    title: str
    lines: tuple[str, ...]


_MAY = lazy_pattern(r"\[=([a-z|]+)\]$")
_ROW = lazy_pattern(r"  (?P<left>\S+(?: \S+)*?)(?:  +(?P<help>\S.*))?$")


def sections(text: str) -> list[Section]:
    """The parts of a help text without its usage."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in _after_usage(text):
        if line.endswith(":") and not line.startswith(" ") and line[:1].islower():
            found.append((line[:-1], []))
        elif line.strip() and not line.startswith(" ") and found[-1][0]:
            found.append(("", [line]))
        else:
            found[-1][1].append(line)
    return [Section(title, tuple(lines)) for title, lines in found]


def usage(text: str) -> list[str]:
    """The lines of a help text's usage, each a command line."""
    lines = text.splitlines()
    count = len(lines) - len(_after_usage(text))
    return [line.removeprefix("usage:").strip() for line in lines[:count] if line.strip()]


def _after_usage(text: str) -> list[str]:
    lines = text.splitlines()
    at = 1
    while at < len(lines) and lines[at].startswith("      "):
        at += 1
    return lines[at:]


def rows(section: Section) -> list[tuple[str, str]] | None:
    """The rows of a table of two columns; None where a section is something else."""
    found: list[tuple[str, str]] = []
    for line in section.lines:
        if not line.strip():
            continue
        match = _ROW.match(line)
        if match and not line.startswith("   "):
            found.append((match["left"], match["help"] or ""))
        elif found and line.startswith("      "):
            left, help = found[-1]
            found[-1] = left, f"{help} {line.strip()}".strip()
        else:
            return None
    return found


def options(text: str) -> list[Option]:
    """The options that a help text shows, each once."""
    found: dict[tuple[str, ...], Option] = {}
    for section in sections(text):
        for left, help in rows(section) or ():
            words = [word.split() for word in left.split(", ")]
            names = tuple(each[0] for each in words)
            if all(name.startswith("-") and name not in ("-", "--") for name in names):
                plain = tuple(re.split(r"[\[=]", name)[0] for name in names)
                value = " ".join(words[-1][1:]) or next((n.partition("=")[2] for n in names if "=" in n), "")
                may = _MAY.search(left)
                words_of = tuple(may[1].split("|")) if may else ()
                found.setdefault(plain, Option(plain, "" if may else value, help, words_of))
    return list(found.values())


# --- the manual page --------------------------------------------------------------------------------


def man(texts: dict[str, str]) -> str:
    """The manual page (man(7))."""
    main = texts[""]
    about = " ".join(line for line in sections(main)[0].lines if line)
    out = [
        f'.TH POINTERCHAIN 1 "" "pointerchain {__version__}" "User Commands"',
        ".SH NAME",
        rf"pointerchain \- {_roff(about[:1].lower() + about[1:].rstrip('.'))}",
        ".SH SYNOPSIS",
        *_synopsis(main),
    ]
    for section in sections(main)[1:]:
        out += [f".SH {section.title.upper()}", *_body(section)]
    for name, text in texts.items():
        if name and name not in ACTIONS:
            out += [f'.SH "POINTERCHAIN {name.upper()}"', *_synopsis(text)]
            for section in sections(text):
                out += [f'.SS "{section.title}"'] if section.title else [".PP"]
                out += _body(section)
    return "\n".join(out) + "\n"


def _synopsis(text: str) -> list[str]:
    return [f"{'.br' if number else '.PP'}\n.B {_roff(line)}" for number, line in enumerate(usage(text))]


def _body(section: Section) -> list[str]:
    table = rows(section)
    if section.title != "examples" and section.title and table:
        return [f".TP\n.B {_roff(left)}\n{_roff(help)}" for left, help in table]
    lines = list(section.lines)
    while lines and not lines[-1].strip():
        del lines[-1]
    return [".nf", *(_roff(line) if line.strip() else "" for line in lines), ".fi"] if lines else []


def _roff(text: str) -> str:
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga")
    return rf"\&{text}" if text.startswith(".") else text


# --- completions ------------------------------------------------------------------------------------


def bash(texts: dict[str, str]) -> str:
    """Completions for bash, as a function of its own; zsh has it by 'bashcompinit'."""
    cases = []
    for name, text in texts.items():
        words = [each for option in options(text) for each in option.names if not each.endswith("CODE")]
        words += [f"{each.names[-1]}={word}" for each in options(text) for word in each.words]
        if "-Werror" in words:
            words += [f"-W{prefix}{code}" for code in warning_codes() for prefix in ("", "no-", "error=")]
        cases.append(f'    "{name}") words="{" ".join(dict.fromkeys(words))}" ;;')
    actions = "\n".join(
        f'    {name}) [ "$COMP_CWORD" -eq 2 ] && plain="{" ".join(row)}" ;;' for name, row in ACTIONS.items()
    )
    return f"""\
# Completions of pointerchain {__version__}; 'pointerchain manual bash' writes them.
_pointerchain() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} command=${{COMP_WORDS[1]}} action=${{COMP_WORDS[2]}}
  local words="" plain="" at
  COMPREPLY=()
  [ "$COMP_CWORD" -eq 1 ] && command=""
  for ((at = 2; at < COMP_CWORD; at++)); do
    # What follows '--' is another program's, and so is what follows the first word of these commands.
    case "$command:${{COMP_WORDS[at]}}" in
    *:--) return 0 ;;
    {"|".join(f"{each}:-*" for each in _RUNS_OTHERS)}) ;;
    {"|".join(f"{each}:*" for each in _RUNS_OTHERS)}) return 0 ;;
    esac
  done
  case "$command" in
  {"|".join(ACTIONS)}) [ "$COMP_CWORD" -gt 2 ] && command="$command $action" ;;
  esac
  case "$command" in
    "") plain="{" ".join((*commands(texts), "help"))}" ;;
    explain) plain="{" ".join(CATALOGUE)}" ;;
    help) plain="{" ".join(commands(texts))}" ;;
    manual) plain="man {" ".join(_SHELLS)}" ;;
    {"|".join(_RUNS_OTHERS)})
      [[ $current == -* ]] || {{ COMPREPLY=($(compgen -c -- "$current" | sort -u)); return 0; }}
      ;;
{actions}
  esac
  case "$command" in
{chr(10).join(cases)}
  esac
  [[ $current == -* ]] || words=$plain
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _pointerchain pointerchain
"""


def zsh(texts: dict[str, str]) -> str:
    """The same for zsh."""
    return f"autoload -Uz bashcompinit && bashcompinit\n{bash(texts)}"


def fish(texts: dict[str, str]) -> str:
    """Completions for fish, with what the options do."""
    out = [f"# Completions of pointerchain {__version__}; 'pointerchain manual fish' writes them."]
    none = f"not __fish_seen_subcommand_from {' '.join(commands(texts))}"
    for name, help in _commands(texts[""]):
        out.append(f"complete -c pointerchain -f -n '{none}' -a {name} -d {_quoted(help)}")
    for name, row in ACTIONS.items():
        seen = f"__fish_seen_subcommand_from {name}"
        first = f"{seen}; and not __fish_seen_subcommand_from {' '.join(row)}"
        out += [f"complete -c pointerchain -f -n '{first}' -a {action}" for action in row]
    out.append(
        "complete -c pointerchain -f -n '__fish_seen_subcommand_from explain' "
        f"-a {_quoted(' '.join(CATALOGUE))}"
    )
    for name, text in texts.items():
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in name.split()) or none
        for option in options(text):
            names = " ".join(_fish_name(each) for each in option.names)
            value = (
                " -r" if option.value else f" -f -a {_quoted(' '.join(option.words))}" if option.words else ""
            )
            out.append(f"complete -c pointerchain -n '{seen}' {names}{value} -d {_quoted(option.help)}")
    return "\n".join(out) + "\n"


def _fish_name(name: str) -> str:
    kind = "-l" if name.startswith("--") else "-s" if len(name) == 2 else "-o"
    return f"{kind} {name.lstrip('-')}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
