# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Dependency files: the names that make reads are the user's, whatever file the compiler was given.

``a.o: /cache/0/a.c /src/types.h``  ->  ``a.o: src/a.c src/types.h``
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from pointerchain.build.command_line import CommandLine, Source
from pointerchain.build.options import quiet_environment, without_outputs
from pointerchain.lazy import lazy_pattern

# A name ends at white space that no backslash protects.
_WORD = lazy_pattern(rb"(?:\\\r?\n|\s)+|(?:\\[^\r\n]|[^\s\\]|\\)+?(?=\s|\\\r?\n|\Z)")
_DOT = lazy_pattern(rb"\A(?:\./+)+(?=[^/])")


def candidates(command: CommandLine, source: Source) -> list[str]:
    """Where a compile writes its dependency file: one path, or those that it may be."""
    named = [command.dependency_file] if command.dependency_file is not None else []
    name = os.path.splitext(os.path.basename(source.path))[0]
    if command.output is None:
        return [*named, name + ".d", "a-" + name + ".d"]
    stem = os.path.splitext(command.output)[0]
    if command.mode in ("-c", "-S", "-E"):
        return [*named, stem + ".d"]
    directory = os.path.dirname(command.output)
    return [
        *named,
        f"{command.output}-{name}.d",
        os.path.join(directory, name + ".d"),
        stem + ".d",
        command.output + ".d",
    ]


def renamed(
    text: bytes,
    names: Mapping[str, str],
    directories: Mapping[str, str],
    also: Sequence[tuple[str, str]] = (),
    once: Mapping[str, str] | None = None,
) -> bytes:
    """A dependency file with ``names`` exchanged, and with ``directories`` where they begin a name.

    A name for which there is an empty one is left out. ``also`` are further names of a file. Of files that
    have one value in ``once`` the first that stands there counts.
    """
    # Clang has a slash for each backslash.
    slashed = {old.replace("\\", "/"): new.replace("\\", "/") for old, new in names.items()}
    whole = {escaped(old): escaped(new) for old, new in (*slashed.items(), *names.items())}
    further: dict[bytes, dict[bytes, None]] = {}
    for path, other in also:
        further.setdefault(escaped(path), {})[_DOT.sub(b"", escaped(other))] = None
    several: dict[bytes, list[bytes]] = {}
    for own, others in further.items():
        first = _DOT.sub(b"", whole[own])
        several[own] = [*([first] if first else []), *(each for each in others if each != first)]
        whole[own] = b" ".join(several[own])
    parts = [
        (escaped(old.rstrip("/") + "/"), escaped(new + "/" if new else ""))
        for old, new in directories.items()
    ]
    parts.sort(key=lambda each: -len(each[0]))
    groups = {escaped(path): value for path, value in (once or {}).items()}
    counts: dict[str, bytes] = {}
    out: list[bytes] = []
    target_gone = False
    for found in _WORD.finditer(text):
        word = found.group()
        if target_gone:
            target_gone = False
            continue  # the end of its line
        colon = b":" if word.endswith(b":") else b""
        name = word[: len(word) - len(colon)]
        new = whole.get(name)
        if new is not None and name in groups and counts.setdefault(groups[name], new) != new:
            new = b""
        if new is None:
            for old_start, new_start in parts:
                if name.startswith(old_start):
                    new = new_start + name[len(old_start) :]
                    break
        if new == b"":
            target_gone = bool(colon)
            if not colon:
                out.pop()  # the space before it
            continue
        if colon and name in several:
            out.append(b":\n".join(several[name]) + colon)
            continue
        # Compilers leave './' at the beginning out.
        out.append(name + colon if new is None else _DOT.sub(b"", new) + colon)
    return b"".join(out)


def of_standard_input(text: bytes) -> bytes:
    """Without the empty rule of the first prerequisite, which gcc takes for the source then ('-MP')."""
    first = prerequisites(text)[:1]
    return text.replace(b"\n%s:\n" % escaped(first[0]), b"\n", 1) if first else text


def prerequisites(text: bytes) -> list[str]:
    """The files that the first rule of a dependency file names."""
    joined = re.sub(rb"\\\r?\n", b" ", text)
    for line in joined.split(b"\n"):
        colon = re.search(rb":(?:\s|\Z)", line)
        if colon:
            names = re.findall(rb"(?:\\[ #]|\$\$|[^\s])+", line[colon.end() :])
            return [os.fsdecode(re.sub(rb"\\([ #])", rb"\1", name).replace(b"$$", b"$")) for name in names]
    return []


def escaped(name: str) -> bytes:
    """A name as compilers write it for make."""
    return re.sub(rb"([ #])", rb"\\\1", os.fsencode(name).replace(b"$", b"$$"))


def asked(
    command: CommandLine, path: str, given: Sequence[str], replaced: Mapping[int, str | None]
) -> list[str] | None:
    """What the compiler says that it reads for ``path`` in the place of the command's sources, or None.

    ``given`` are further options, ``replaced`` other words of the command by their number; None for
    those to leave out.
    """
    from subprocess import DEVNULL, SubprocessError, run

    words: list[str | None] = list(command.words)
    for at, word in replaced.items():
        words[at] = word
    for source in command.sources:
        words[source.at] = None
    call = [command.compiler[-1], *given, *without_outputs(words), "-M", path]
    try:
        done = run(
            call,
            stdin=DEVNULL,
            capture_output=True,
            timeout=600,
            check=True,
            env=quiet_environment(command.sources[0].language),
        )
    except (OSError, SubprocessError):
        return None
    return prerequisites(done.stdout)
