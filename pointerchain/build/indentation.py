# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""gcc's warning of misleading indentation, which it does not give for a file with ``#line`` in it.

Where one has been read it gives none for those that follow, and the files of an overlay begin with one. So
where a file of the user's, with directives or without, has a statement that may be indented misleadingly,
which few have, gcc is asked to look at the source as it stands, and what it says of that is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pointerchain.lazy import NamedTuple, lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.translator.text.lex import Lexed

_NAME = "misleading-indentation"
_ON = frozenset(("-Wall", f"-W{_NAME}", f"-Werror={_NAME}"))
_OFF = ("-w", f"-Wno-{_NAME}", "-fdiagnostics-format")
_GUARD = lazy_pattern(rb"\b(if|for|while|else)\b")
_BEGINS = lazy_pattern(rb"In file included from |\s+from |[^\s:][^:\n]*: (?:In |At )")
_COLOUR = lazy_pattern(rb"\x1b\[[0-9;]*[mK]|\x1b\]8;[^\a\x1b]*(?:\a|\x1b\\)")
_SAYS = lazy_pattern(rb": (?:warning|error|fatal error): ")
_TAB = 8


class Said(NamedTuple):
    """What gcc says: of indentation alone, or, where that is an error, all of it; and its exit code then."""

    text: bytes
    code: int


_IN_STAGES = ("-save-temps", "--save-temps", "-no-integrated-cpp")
"""With these gcc compiles what it preprocessed, in which it looks at no indentation."""


def wanted(words: Sequence[str], mode: str) -> bool:
    """Whether a command of gcc's asks for the warning; ``mode`` is how far it goes, as '-c'."""
    return (
        mode != "-E"
        and not _ON.isdisjoint(words)
        and not any(word.startswith((*_OFF, *_IN_STAGES)) for word in words if word != "-wrapper")
    )


def suspect(data: bytes) -> bool:
    """Whether a statement stands behind a guarded one, further to the right than the guard."""
    # The launcher's half that only runs what the cache holds asks for none of this.
    from pointerchain.translator.text.lex import closing, lex, skip_space, statement_end

    lexed = lex(data, True)
    code = lexed.code
    for found in _GUARD.finditer(code):
        at = skip_space(code, found.end())
        if found.group() != b"else":
            if code[at : at + 1] != b"(":
                continue
            at = skip_space(code, closing(code, at) + 1)
        if at >= len(code) or code[at : at + 1] in (b"{", b""):
            continue
        end = statement_end(code, at)
        if end < 0:
            continue
        following = skip_space(code, end)
        if b"\n" not in code[at:following]:
            misled = code[following : following + 1] not in (b"}", b"")  # all on one line
        else:
            misled = _column(data, following) > _column(data, found.start())
        if misled and not _unindents(lexed, at, following):
            return True
    return False


def _unindents(lexed: Lexed, start: int, end: int) -> bool:
    """Whether a preprocessor line between two places stands to the left of the second one."""
    column = _column(lexed.data, end)
    between = (line.span.start for line in lexed.lines if start < line.span.start < end)
    return any(_column(lexed.data, each) < column for each in between)


def _column(data: bytes, at: int) -> int:
    return len(data[data.rfind(b"\n", 0, at) + 1 : at].expandtabs(_TAB))


def asked(words: Sequence[str], stdin: bytes) -> Said:
    """What gcc says of indentation when ``words`` are run; raises ``OSError`` where they cannot be."""
    from subprocess import DEVNULL, PIPE, run

    done = run(words, input=stdin, stdout=DEVNULL, stderr=PIPE, check=False)
    text = b"".join(_blocks(done.stderr.splitlines(keepends=True)))
    if f"[-Werror={_NAME}]".encode() in _COLOUR.sub(b"", text):
        return Said(done.stderr, done.returncode)
    return Said(text, 0)


def _blocks(lines: Iterable[bytes]) -> list[bytes]:
    """The messages on indentation, with where they are, their source lines and notes."""
    out: list[bytes] = []
    before: list[bytes] = []
    taken = False
    for line in lines:
        plain = _COLOUR.sub(b"", line)
        if _SAYS.search(plain):
            taken = f"{_NAME}]".encode() in plain
            out += before if taken else []
            before = []
        elif _BEGINS.match(plain):
            taken = False
            before.append(line)
            continue
        if taken:
            out.append(line)
    return out
