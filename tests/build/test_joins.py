# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Words that macros join: no one that a preprocessor makes is overlooked."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from pointerchain.build.joins import parts

JOIN = "#define J(a, b) a##b\n"
FOUND = {
    "three": "#define J(a, b, c) a##b##c\nJ(pointer, ch, ain)",
    "one by one": "#define J2(a, b) a##b\n#define J(a, b) J2(a, b)\nJ(poi, J(nterch, ain))",
    "of macros": JOIN
    + "#define K(a, b) J(a, b)\n#define X Y\n#define Y point\n#define Z er\nK(K(X, Z), chain)",
    "in a definition": "#define A pointer##chain\nA",
    "a half in it": "#define A(x) pointer ## x\nA(chain)",
    "a comment beside": "#define J(a, b) a /* and */ ## /**/ b\nJ(pointer, chain)",
    "another name": JOIN + "#define K J\nK(pointer, chain)",
    "handed on": JOIN + "#define CALL(f, a, b) f(a, b)\nCALL(J, pointer, chain)",
    "a list": JOIN + "#define LIST(x) x(pointer, chain)\nLIST(J)",
    "its name is joined": JOIN + "#define JOIN(a, b) a##b\nJ(JO, IN)(pointer, chain)",
    "a part's name is joined": JOIN + "#define K(a, b) J(a, b)\n#define AB pointer\nK(J(A, B), chain)",
    "brackets in strings": "#define J(s, a, b) a##b\nJ(\")\", pointer, chain) J(')', pointer, chain)",
    "arguments over lines": JOIN + "J(pointer\n , chain)",
    "any number": "#define J(...) J2(__VA_ARGS__, x)\n#define J2(a, b, ...) a##b\nJ(pointer, chain)",
    "named": "#define J(a, rest...) a##rest\nJ(pointer, chain)",
    "digraphs": "#define J(a, b) a %:%: b\nJ(pointer, chain)",
    "continued": "#define J(a, b) a #\\\n# b\nJ(point\\\ner, chain)",
    "the system's": "#include <sys/cdefs.h>\n__CONCAT(pointer, chain)",
    "undefined": JOIN + "#undef J\n#define J(a, b) b##a\nJ(chain, pointer)",
}
NOT = {
    "in comments": JOIN + "J(x, y) /* a pointer in a chain */",
    "what is printed": "#define LOG(f, ...) printf(f, ##__VA_ARGS__)\nLOG(pointer, chain)",
    "of others": JOIN + "#define K(a, b) a b\nK(pointer, chain) J(pointer, s)",
    "a part is missing": JOIN + "J(pointer, hain) J(a, h)",
    "the other way": JOIN.replace("J(a", "K(a") + "K(chains, pointers)",
}


@pytest.mark.parametrize("name", FOUND)
def test_what_is_joined(name: str, tmp_path: Path) -> None:
    assert preprocessed(tmp_path, FOUND[name])
    assert "".join(parts([FOUND[name].encode()], [])) == "pointerchain"


@pytest.mark.parametrize("name", NOT)
def test_what_is_not(name: str, tmp_path: Path) -> None:
    assert not preprocessed(tmp_path, NOT[name])
    assert parts([NOT[name].encode()], []) == []


def test_macros_of_the_command_line() -> None:
    assert parts([b"J(X, Y)"], ["J(a,b)=a##b", "X=pointer", "Y=chain"]) == ["pointer", "chain"]


def preprocessed(top: Path, text: str) -> bool:
    """Whether a preprocessor makes the word of a text."""
    (top / "m.c").write_text(text + "\n")
    done = subprocess.run(["gcc", "-E", "-P", "-w", "m.c"], cwd=top, capture_output=True, text=True)
    return "pointerchain" in done.stdout.split()


MACROS = ("J", "K", "M", "X", "Y", "A", "AB")
WORDS = "pointer chain pointer chain point er a b a b A B AB J K X Y".split()


def drawn(draw: random.Random) -> str:
    """Macros of two parameters, others of none, and calls."""
    lines = []
    for name in MACROS[:3]:
        tokens = [draw.choice(("a", "b", draw.choice(WORDS))) for _ in range(draw.randrange(1, 4))]
        body = tokens[0]
        for token in tokens[1:]:
            body += draw.choice((" ## ", " ", f" {draw.choice('JKM')}(a, b) ")) + token
        body = draw.choice(
            (body, f"{draw.choice('JKM')}({body}, {draw.choice(WORDS)})", f"{draw.choice('JKM')}(a, b)")
        )
        lines.append(f"#define {name}(a, b) {body}")
    for name in MACROS[3:]:
        if draw.random() < 0.6:
            lines.append(
                f"#define {name} {draw.choice(WORDS)}" + draw.choice(("", f"##{draw.choice(WORDS)}"))
            )
    draw.shuffle(lines)

    def call(depth: int) -> str:
        if depth == 0 or draw.random() < 0.4:
            return draw.choice(WORDS)
        name = draw.choice("JKMJKMJKMXY")
        return f"{name}({call(depth - 1)}, {call(depth - 1)})"

    return "\n".join([*lines, *(call(3) for _ in range(12))])


def all_preprocessed(top: Path, texts: list[str]) -> list[bool]:
    """The same of many texts by one preprocessor, which forgets the macros of each."""
    forgotten = "".join(f"#undef {name}\n" for name in MACROS)
    (top / "m.c").write_text("".join(f"@\n{text}\n{forgotten}" for text in texts))
    done = subprocess.run(["gcc", "-E", "-P", "-w", "m.c"], cwd=top, capture_output=True, text=True)
    _, *found = done.stdout.split("@\n")
    assert len(found) == len(texts)
    return ["pointerchain" in each.split() for each in found]


def test_random_macros(tmp_path: Path) -> None:
    draw = random.Random(1)
    texts = [drawn(draw) for _ in range(400)]
    made = all_preprocessed(tmp_path, texts)
    assert sum(made) > 4
    for text, joined in zip(texts, made, strict=True):
        assert not joined or parts([text.encode()], []), text
    assert sum(not parts([text.encode()], []) for text in texts) > 50
