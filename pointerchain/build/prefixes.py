# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The options that give the overlay's files the user's names, made with the user's own prefix maps.

A compiler applies one map to a name, the last one that fits. So the launcher's come last, and lead to what
the user's would have made of the name::

    -ffile-prefix-map=src=code   ->   -ffile-prefix-map=src=code -ffile-prefix-map=/cache/0/a.c=code/a.c
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pointerchain.build.compiler import CLANG, Compiler

_OPTION, _MIDDLE = "-f", "-prefix-map="
# '-ffile-prefix-map' is all of these, each since a version of gcc or Clang.
_KINDS = {"debug": (8, 10), "macro": (8, 10), "profile": (11, 999), "coverage": (999, 11)}


def options(
    words: Sequence[str], compiler: Compiler, names: Mapping[str, str], directories: Mapping[str, str]
) -> list[str]:
    """The maps for a command of ``words``.

    ``names`` are files with what they are called, ``directories`` the same for the beginnings of names; both
    end in a slash where that is a directory.
    """
    given = _given(words)
    out: list[str] = []
    for old, new in {**_below(given, directories), **names}.items():
        if "=" in old:
            continue
        common = applied(given["file"], new)
        wanted = {kind: applied(maps, new) for kind, maps in given.items()}
        if set(wanted.values()) == {common}:
            out.append(f"-ffile-prefix-map={old}={common}")
            continue
        # Not both sorts for one name: gcc's driver may change their order.
        known = [kind for kind, since in _KINDS.items() if compiler.major >= since[compiler.family == CLANG]]
        out += [f"-f{kind}-prefix-map={old}={wanted.get(kind, common)}" for kind in known]
    return out


def applied(maps: Sequence[tuple[str, str]], name: str) -> str:
    """What a compiler makes of a name by maps in their order on the command line."""
    for old, new in reversed(maps):
        if name.startswith(old):
            return new + name[len(old) :]
    return name


def _given(words: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """The user's maps by what they hold for; the common ones, under 'file', count for each kind."""
    out: dict[str, list[tuple[str, str]]] = {"file": []}
    for word in words:
        kind, middle, pair = word.removeprefix(_OPTION).partition(_MIDDLE)
        old, equals, new = pair.partition("=")
        if not (word.startswith(_OPTION) and middle and equals):
            continue
        if kind == "file":
            for maps in out.values():
                maps.append((old, new))
        elif kind in _KINDS:
            out.setdefault(kind, list(out["file"])).append((old, new))
    return out


def _below(given: Mapping[str, list[tuple[str, str]]], directories: Mapping[str, str]) -> dict[str, str]:
    """The directories, with those of their files for which the user has a map of its own behind them."""
    out = dict(sorted(directories.items()))
    for maps in given.values():
        for user, _ in maps:
            for old, new in directories.items():
                # What lies in the working directory is called by its name alone.
                fits = user.startswith(new) if new else not user.startswith("/")
                if fits and len(user) > len(new):
                    out[old + user[len(new) :]] = user
    return out


def reproducible(words: Sequence[str], compiler: Compiler) -> list[str]:
    """What keeps Clang from leaving './' out of '__FILE__': a map switches that on."""
    if compiler.family != CLANG or compiler.major < 16:
        return []
    own = ("-ffile-prefix-map=", "-fmacro-prefix-map=", "-ffile-reproducible", "-fno-file-reproducible")
    return [] if any(word.startswith(own) for word in words) else ["-fno-file-reproducible"]
