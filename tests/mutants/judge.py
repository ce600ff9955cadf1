# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Judge: inputs -> what the translator beside this file makes of each, one line of JSON an input.

Runs in the copy of the project that a breakage was done to. Standard input is a JSON object: ``inputs``,
names of cases (``cases/refused/goto_in.c``) and of random programs (``program/c++/lambda/0``), and
``watch``, per file the lines of each breakage; which of those an input reaches is said as well.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

import caselib  # noqa: E402
from progen.check import STANDARD, Toolchain, compiled  # noqa: E402
from progen.choices import Recorded  # noqa: E402
from progen.small import generate  # noqa: E402
from progen.small.generate import KINDS  # noqa: E402
from progen.small.judge import SmallFile  # noqa: E402

import pointerchain  # noqa: E402
from pointerchain import Translation, translate  # noqa: E402
from pointerchain.diagnostics import Severity  # noqa: E402
from pointerchain.dialects import parts  # noqa: E402
from pointerchain.translator.emit import declarators  # noqa: E402
from pointerchain.translator.text import clause_code, clauses, roles  # noqa: E402

SEED = 1_000_003
PROOFS = {"verification", "unsupported-type"}
"""What the validator says."""
COMPILERS = Toolchain("gcc", "g++", ("-O0",))
Trace = Callable[[FrameType, str, Any], Any]


def names(programs: int) -> Iterator[str]:
    """Every case, and so many small random programs with each kind of hostile thing, in each language."""
    for path in caselib.discover():
        yield f"cases/{path.relative_to(caselib.CASES).as_posix()}"
    for number in range(programs):
        for kind in sorted(KINDS):
            for cxx in KINDS[kind].languages:
                yield f"program/{'c++' if cxx else 'c'}/{kind}/{number}"


class Input:
    """A source with its options; ``case`` where it is one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.case: caselib.Case | None = None
        if name.startswith("cases/"):
            case = self.case = caselib.read(caselib.CASES / name.removeprefix("cases/"))
            self.source, self.file = case.source, str(case.path)
            self.args, self.language = case.args, case.language
            return
        _, self.language, kind, number = name.split("/")
        cxx = self.language == "c++"
        seed = f"{SEED} {kind} {number}"
        program = generate.generate(Recorded(seed=int.from_bytes(seed.encode(), "big")), 0, cxx, kind)
        self.folder = tempfile.TemporaryDirectory(prefix="mutant-")
        made = SmallFile([program], cxx, Path(self.folder.name))
        self.source, self.file, self.args = made.text, str(made.path), (STANDARD[cxx],)

    def translate(self, verify: bool) -> Translation:
        return translate(self.source, self.file, self.args, language=self.language, verify=verify)

    def difference(self, text: bytes) -> str:
        """What the program does otherwise with this text; '' too for a source that does not compile."""
        did = [self._run(source) for source in (self.source, text)]
        return "" if did[0] is None or did[0] == did[1] else f"{did[0]} became {did[1]}"

    def _run(self, source: bytes) -> object:
        """What a text's program does; None where it does not compile, or finds no end."""
        try:
            if self.case is not None:
                with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
                    return caselib.build_and_run(self.case, source, "gcc", Path(folder), "-O1", "-w")
            path = Path(self.file)
            path.write_bytes(source)
            if compiled(path, self.language == "c++", COMPILERS, ()):
                return None
            ran = subprocess.run([path.with_suffix("")], capture_output=True, timeout=60)
            return ran.returncode, ran.stdout
        except (AssertionError, subprocess.TimeoutExpired):
            return None

    def judge(self) -> dict[str, Any]:
        """What becomes of it: the text or the errors' codes, who refused it, how it differs from its case."""
        forget()
        result = self.translate(True)
        codes = sorted({d.code for d in result.diagnostics if d.severity is Severity.ERROR})
        out: dict[str, Any] = {"text": None, "codes": codes, "proof": False, "wrong": ""}
        if result.text is not None:
            out["text"], out["hoisted"] = result.text.decode("latin-1"), result.chains_hoisted
        elif PROOFS & set(codes):  # the checks and the plan let pass what is translated without the proof
            out["proof"] = self.translate(False).text is not None
        out["dialects"] = [
            word for word in ("acc", "omp") if word.encode() in self.source or b'#include "' in self.source
        ]
        if self.case is not None:
            wrong = caselib.mismatches(self.case, result)
            if not wrong and result.text is not None and result.text != self.case.expected:
                wrong = ["another text"]
            out["wrong"] = wrong[0] if wrong else ""
        return out


def forget() -> None:
    """Drop what one input leaves for the next, or the lines behind that would be executed for one only."""
    of_directives = (clauses._mention, roles._parts, clause_code.code_in, parts.read_argument)
    for known in (*of_directives, declarators._nested):
        known.cache_clear()


class Reached:
    """Which of some lines are executed, by the names of the breakages in them."""

    def __init__(self, watch: Mapping[str, Mapping[str, tuple[int, int]]]) -> None:
        self.watch = {str(ROOT / file): rows for file, rows in watch.items()}
        self.found: set[str] = set()
        self.known: dict[CodeType, Trace | None] = {}

    def __enter__(self) -> Reached:
        self.found.clear()
        if self.watch:
            threading.settrace(self._call)
            sys.settrace(self._call)
        return self

    def __exit__(self, *error: object) -> None:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]

    def _call(self, frame: FrameType, event: str, given: Any) -> Trace | None:
        code = frame.f_code
        if code not in self.known:
            rows = self.watch.get(code.co_filename, {})
            held = {line for _, _, line in code.co_lines() if line}
            inside = [(name, *ends) for name, ends in rows.items() if held & set(range(ends[0], ends[1] + 1))]
            self.known[code] = self._lines(inside) if inside else None
        local = self.known[code]
        if local is not None:
            local(frame, "line", None)
        return local

    def _lines(self, rows: list[tuple[str, int, int]]) -> Trace:
        def local(frame: FrameType, event: str, given: Any) -> Trace:
            line = frame.f_lineno
            self.found.update(name for name, first, last in rows if first <= line <= last)
            return local

        return local


def main() -> None:
    """Answer for each input as soon as it is known."""
    assert Path(pointerchain.__file__).is_relative_to(ROOT), pointerchain.__file__
    asked = json.load(sys.stdin)
    reached = Reached(asked.get("watch", {}))
    for name in asked["inputs"]:
        print(json.dumps({"begins": name}), flush=True)
        try:
            given = Input(name)
            with reached:
                out = given.judge()
        except Exception:
            out = {"text": None, "codes": [], "proof": False, "crash": traceback.format_exc(limit=-2)}
            out["wrong"] = "an exception"
        print(json.dumps({**out, "name": name, "reached": sorted(reached.found)}), flush=True)


if __name__ == "__main__":
    main()
