# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Carry out a plan on two sides, and say what is not alike.

Both sides are directories whose paths are equally long; a side's own path is written ``TOP`` before anything
is compared. What the translation is allowed to change is not looked at: addresses, columns, and the text that
``-E`` and ``-S`` print.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from buildlib import CC, POINTERCHAIN, Project, starts_warm
from testlib import warm

from pointerchain.diagnostics import CATALOGUE
from projects.debugging import names as debug_names
from projects.known import KNOWN
from projects.model import FLAGS, Command, Difference, Plan, Step

TIMEOUT = 60
DOCUMENTED = "refused, as documented"
_SAID = re.compile(r"^(?:(.+?):(\d+):(?:\d+:)? |(\S+): )(warning|error|fatal error|note): (.*)$", re.M)
_INCLUDED = re.compile(r"^(?:In file included|\s+) from (.+?):(\d+)", re.M)
_OWN = re.compile(
    r"\[(?:-W(?:error=)?)?(?:%s)\]|^error: |pointerchain: ".replace("%s", "|".join(map(re.escape, CATALOGUE)))
)
# What the documentation says is refused.
_DOCUMENTED = re.compile(r"which file that is cannot be told|compile the sources one by one")
_TEMPORARY = re.compile(r"/tmp/[\w.-]+")
# What Clang calls the type of a hoisted local.
_SPELLED_TYPE = re.compile(r"'(?:__)?typeof ?(?:__)? ?\([^'\n]*\)' \(aka ('[^'\n]*')\)")
_WORD = re.compile(r"(?:\\\n|\s)+")
_MARKER = re.compile(r'^# \d+ "([^"]*)"', re.M)
_RESPONSE = re.compile(r"[.-]args\.\d+$|_args$")
_COMPILED = (".c", ".cc", ".cpp")
_SAVED = (".i", ".ii", ".s", ".bc")


class Outcome(NamedTuple):
    """How one command ended."""

    code: int | str
    out: str
    err: str


class Report(NamedTuple):
    """What the comparison of a plan came to."""

    differences: tuple[Difference, ...]
    counts: Counter[str]


class Side:
    """One of the two builds of a project."""

    def __init__(self, top: Path, name: str) -> None:
        folder = top / f"{name:_<8}"  # equally long: a program may ask for the length of its path
        folder.mkdir(parents=True)
        self.name = name
        self.project = Project(folder)
        self.top = self.project.top
        self.environment = {**self.project.environment, "SOURCE_DATE_EPOCH": "1000000000"}
        for variable in ("C_INCLUDE_PATH", "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"):
            self.environment.pop(variable, None)
        self.written: set[str] = set()

    def write(self, files: Sequence[tuple[str, str | None]]) -> None:
        """Carry out an edit, and remove what was built before."""
        for path in self.top.rglob("*"):
            if (
                path.is_file()
                and not path.is_symlink()
                and str(path.relative_to(self.top)) not in self.written
            ):
                path.unlink()
        for name, text in files:
            path = self.top / name
            if path.is_symlink() or path.exists():
                path.unlink()
            self.written.discard(name)
            if text is None:
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            if text.startswith("-> "):
                path.symlink_to(text[3:])
            else:
                path.write_bytes(text.encode())
                self.written.add(name)

    def words(self, command: Command) -> list[str]:
        """A command as this side runs it."""
        words = [word.replace("{top}", str(self.top)) for word in command.words]
        at = 2 if words[0] == "ccache" else 1
        launcher = CC if self.name == "launched" else []
        flags = [FLAGS[self.name]]
        if self.name == "plain":
            return [*words, *flags]  # '-Wall' would switch it on again
        return [*launcher, *words[:at], *flags, *words[at:]]

    def run(
        self, words: Sequence[str], stdin: str | None = None, extra: Mapping[str, str] | None = None
    ) -> Outcome:
        """Run a command to its end; the launcher in a process that has loaded it, where it is this checkout's."""
        environment = {**self.environment, **(extra or {})}
        try:
            if starts_warm(words, environment):
                told = warm.run(
                    words[len(POINTERCHAIN) :], cwd=self.top, env=environment, input=stdin, timeout=TIMEOUT
                )
                return Outcome(
                    told.returncode, self.plain(told.stdout.encode()), self.plain(told.stderr.encode())
                )
            done = subprocess.run(
                words, cwd=self.top, env=environment, input=(stdin or "").encode(),
                capture_output=True, timeout=TIMEOUT, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Outcome("no end", "", "")
        return Outcome(done.returncode, self.plain(done.stdout), self.plain(done.stderr))

    def plain(self, data: bytes) -> str:
        """Output with this side's path taken out."""
        text = data.decode(errors="backslashreplace").replace(str(self.top), "TOP")
        return text.replace(str(self.project.cache), "CACHE")

    def made(self) -> dict[str, Path]:
        """The files that the build made."""
        return {
            str(path.relative_to(self.top)): path
            for path in sorted(self.top.rglob("*"))
            if path.is_file()
            and not path.is_symlink()
            and str(path.relative_to(self.top)) not in self.written
            and not _RESPONSE.search(path.name)  # gcc's copy of a response file, which the launcher has read
        }


def compare(plan: Plan, top: Path, without: Collection[str] = KNOWN) -> Report:
    """Build a plan on both sides below ``top``."""
    plain, launched = Side(top, "plain"), Side(top, "launched")
    counts: Counter[str] = Counter()
    found: list[Difference] = []
    for number, step in enumerate(plan.steps):
        for side in (plain, launched):
            side.write(step.files)
        here = [each for each in _step(step, plain, launched, counts) if each.kind not in without]
        if any(each.kind == DOCUMENTED for each in here):
            break
        found += [each._replace(step=number) for each in here]
        if here:
            break  # what follows is its consequence
    return Report(tuple(found), counts)


def _step(step: Step, plain: Side, launched: Side, counts: Counter[str]) -> Iterator[Difference]:
    counts["builds"] += 1
    ends = []
    partly = False
    for command in step.commands:
        extra = {key: value.replace("{top}", "") for key, value in command.environment}
        one = plain.run(plain.words(command), command.stdin, extra)
        other = launched.run(launched.words(command), command.stdin, extra)
        counts["commands"] += 1
        counts["commands that fail plainly"] += one.code != 0
        ends.append(one.code)
        yield from _ended(command, one, other, counts, partly)
        # Where one of several sources fails the compiler has compiled the others, the launcher none.
        partly = partly or (one.code != 0 and sum(word.endswith(_COMPILED) for word in command.words) > 1)
    good = all(code == 0 for code in ends)
    yield from _files(step, plain, launched, counts, good, partly)
    if good:
        for program in step.programs:
            yield from _ran(program, plain, launched, counts)


def _ended(
    command: Command, one: Outcome, other: Outcome, counts: Counter[str], partly: bool
) -> Iterator[Difference]:
    """Exit codes and what was said; ``partly``: whether what the command needs may not be there."""
    shown = " ".join(command.words)
    both = f"{shown}\nplain: {one.code}\n{one.err[-1500:]}\nlaunched: {other.code}\n{other.err[-1500:]}"
    if other.code == "no end" != one.code:
        yield Difference("no end", both)
    elif other.code != 0 and _DOCUMENTED.search(other.err):
        counts["refused, as documented"] += 1
        yield Difference(DOCUMENTED, both)
        return
    elif one.code == 0 and other.code != 0:
        kind = (
            "left in" if "unknown-pragmas" in other.err else "refused" if _OWN.search(other.err) else "fails"
        )
        yield Difference(kind, both)
    elif one.code != 0 and other.code == 0:
        yield Difference("compiles what the compiler does not", both)
    elif not partly:
        yield from _said(one, other, both, counts)
        if "-E" in command.words or one.out == other.out:
            pass
        elif _rules(one.out) and _rules(one.out) == _rules(other.out):
            pass  # dependencies
        else:
            yield Difference("standard output", f"{both}\n{one.out[:1500]}\n---\n{other.out[:1500]}")
    if "CACHE" in other.out + other.err:
        yield Difference("the cache in what is said", f"{both}\n{_around(other.out + other.err, 'CACHE')}")


def _around(text: str, what: str) -> str:
    at = text.find(what)
    return text[max(0, at - 200) : at + 300]


def _said(one: Outcome, other: Outcome, both: str, counts: Counter[str]) -> Iterator[Difference]:
    before, after = _messages(one.err), _messages(other.err)
    for counter in before, after:
        for kind in [each for each in counter if one.code and "after last input file has no" in each[-1]]:
            del counter[kind]  # said where something is linked
    if one.code and other.code:
        # gcc finds it after it has read a source, which is all that it does for the launcher where that fails.
        for kind in [each for each in before if each[-1].endswith("return-type]")]:
            del before[kind]
    for kind in list(before):
        # Each side has its own option for these.
        if "-Wunknown-pragmas" in kind[-1] and "pointerchain" in kind[-1]:
            del before[kind]
    for counter, flag in (before, FLAGS["plain"]), (after, FLAGS["launched"]):
        for kind in [each for each in counter if f"unused during compilation: '{flag}'" in each[-1]]:
            del counter[kind]
        # Clang's '-save-temps' compiles text with line markers, and warns of the first of a file.
        markers = [each for each in counter if "-Wgnu-line-marker" in each[-1]]
        for kind in [*markers, *(each for each in counter if markers and each[0] == "from")]:
            del counter[kind]
    counts["messages compared"] += sum(before.values())
    if before != after:
        text = "\n".join(
            [*(f"- {each}" for each in before - after), *(f"+ {each}" for each in after - before)]
        )
        yield Difference("messages" if one.code == 0 else "messages of what fails", f"{text}\n{both}")


def _messages(text: str) -> Counter[tuple[str, ...]]:
    """What a compiler says, with places but without columns; the translator's own words are left out."""
    out: Counter[tuple[str, ...]] = Counter()
    text = _SPELLED_TYPE.sub(r"\1", text)
    text = _TEMPORARY.sub("/tmp/x", re.sub(r"\x1b\[[0-9;]*[mK]", "", text))
    for found in _SAID.finditer(text):
        file, line, program, severity, message = found.groups()
        if not _OWN.search(message):
            # A header without directives is called by its absolute path, as the documentation has it.
            key = (
                (file or program).removeprefix("TOP/"),
                # Of the assembler it is one of what the compiler made.
                "" if not line or file.endswith(".s") else line,
                severity,
                message,
            )
            # What is wrong with a command each of the compiler's stages says once.
            out[key] = out[key] + 1 if file else 1
    for found in _INCLUDED.finditer(text):
        out["from", found.group(1).removeprefix("TOP/"), found.group(2)] += 1
    return out


# --- files ----------------------------------------------------------------------------------------


def _files(
    step: Step, plain: Side, launched: Side, counts: Counter[str], good: bool, partly: bool
) -> Iterator[Difference]:
    before, after = plain.made(), launched.made()
    gone, new = sorted(before.keys() - after.keys()), sorted(after.keys() - before.keys())
    if not good:
        # What does not compile is not preprocessed for its own sake.
        gone = [name for name in gone if not partly and not (_saves(step) and name.endswith(_SAVED))]
    if gone or new:
        # A step that fails has written less where the translator was the first to see why.
        kind = "names of files" if good else "names of files of what fails"
        yield Difference(kind, f"only plain: {gone}\nonly launched: {new}")
    cache = str(launched.project.cache).encode()
    for name in sorted(before.keys() & after.keys()):
        one, other = before[name], after[name]
        counts["files compared"] += 1
        data = other.read_bytes()
        if cache in data:
            yield Difference(
                f"the cache in *{one.suffix}", f"{name}: {_around(launched.plain(data), 'CACHE')}"
            )
        if name.endswith(".d") or name in step.dependencies:
            counts["dependency files compared"] += 1
            rules = [
                _rules(side.plain(path.read_bytes())) for side, path in ((plain, one), (launched, other))
            ]
            if not good:  # nor are its saved files read again
                rules = [[each for each in side if not "".join(each[1:2]).endswith(_SAVED)] for side in rules]
            if rules[0] != rules[1]:
                yield Difference("dependencies", f"{name}: {_apart(*rules)}")
        elif name.endswith((".i", ".ii")):
            texts = [side.plain(path.read_bytes()) for side, path in ((plain, one), (launched, other))]
            # What fails was looked at by the compiler as it stands.
            if "pragma pointerchain" in texts[1] and good:
                yield Difference("left in", f"{name}: {_around(texts[1], 'pragma pointerchain')}")
            yield from _markers(name, texts, launched.top)
        elif name.endswith((".o", ".dwo")):
            debugged = [debug_names(path, str(side.top)) for side, path in ((plain, one), (launched, other))]
            counts["line tables compared"] += bool(debugged[0])
            if debugged[0] != debugged[1]:
                gone, new = debugged[0] - debugged[1], debugged[1] - debugged[0]
                family = "clang" if any("clang" in word for word in step.commands[0].words[:2]) else "gcc"
                yield Difference(
                    f"debug names, {family}",
                    f"{name}: only plain {sorted(gone)}\nonly launched {sorted(new)}",
                )


def _saves(step: Step) -> bool:
    return any(word.startswith("-save-temps") for command in step.commands for word in command.words)


def _markers(name: str, texts: Sequence[str], top: Path) -> Iterator[Difference]:
    """The names that the line markers of preprocessed texts hold."""
    one, other = (
        {each.removeprefix("TOP/").removeprefix("./") for each in _MARKER.findall(text)} for text in texts
    )
    if one != other:
        read = {(top / each).resolve() for each in one}
        twice = one < other and all((top / each).resolve() in read for each in other - one)
        yield Difference(
            "second names in line markers" if twice else "line markers",
            f"{name}: only plain {sorted(one - other)}\nonly launched {sorted(other - one)}",
        )


def _rules(text: str) -> list[tuple[str, ...]]:
    """The rules of a dependency file: each target, and what it depends on in whatever order."""
    out = []
    for line in text.replace("\\\n", " ").split("\n"):
        target, colon, rest = line.partition(":")
        if colon:
            # gcc makes the rule for '-' where the source is that.
            out.append((target.strip().replace("-.o", "-"), *sorted(set(rest.split()))))
    return sorted(set(out))


def _apart(one: list[tuple[str, ...]], other: list[tuple[str, ...]]) -> str:
    """What two sets of rules do not have in common."""
    before, after = (
        {(rule[0], name) for rule in rules for name in rule[1:] or ("",)} for rules in (one, other)
    )
    return f"only plain {sorted(before - after)}\nonly launched {sorted(after - before)}"


# --- results --------------------------------------------------------------------------------------


def _ran(program: str, plain: Side, launched: Side, counts: Counter[str]) -> Iterator[Difference]:
    if not (plain.top / program).exists():
        return
    counts["programs compared"] += 1
    if not (launched.top / program).exists():
        return  # told with the names of files
    one, other = (side.run(["./" + program]) for side in (plain, launched))
    if one != other:
        yield Difference("results", f"plain: {one}\nlaunched: {other}")


def remove(top: Path) -> None:
    """Remove what a comparison left."""
    shutil.rmtree(top, ignore_errors=True)
