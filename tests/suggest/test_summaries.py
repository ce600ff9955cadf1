# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What other sources' functions do is kept, and read anew where anything it was read from is another."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pointerchain.analysis.effects import Accesses, CallSite, MemoryEffects
from pointerchain.build import summaries
from pointerchain.build.compdb import Database
from pointerchain.cli.program import functions_of_build
from pointerchain.suggest.program import Summary, summary_of
from pointerchain.suggest.stored import changes_of, plain_of, plain_summary, summary_from

STEP = """\
#include "types.h"
#include <stdlib.h>
struct box *all;
static void inner(struct box *b, int *n) { b->n = *n; *n += 1; }
void step(struct box *b, int k) { int own = 0; inner(b, &own); if (k > 9) { free(b); exit(1); } all = b; }
int twice(const int *p) { return 2 * *p; }
void calls(struct box *b) { extern void unseen(struct box *, int *); unseen(b, &b->n); }
"""
TYPES = "struct box { int n; double *x; };\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source with a header, both written a while ago, and its compile database; an empty cache."""
    monkeypatch.setenv("POINTERCHAIN_CACHE_DIR", str(tmp_path / "cache"))
    for name, text in {"src/step.c": STEP, "second/types.h": TYPES}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        written(tmp_path / name, text)
    (tmp_path / "first").mkdir()
    command = "gcc -O2 -I../first -I../second -c step.c"
    rows = [{"directory": str(tmp_path / "src"), "file": "step.c", "command": command}]
    (tmp_path / "compile_commands.json").write_text(json.dumps(rows))
    return tmp_path


def written(path: Path, text: str) -> None:
    path.write_text(text)
    long_ago = time.time() - 60
    os.utime(path, (long_ago, long_ago))


def is_kept(project: Path) -> bool:
    """Whether the source's summary is taken from the cache now."""
    summaries._names.cache_clear()
    ((file, directory, flags),) = Database(str(project / "compile_commands.json")).commands()
    source = summaries.Source(file, directory, flags.arguments, flags.language, (), flags.compiler)
    return summaries.kept(summaries.Cache(), source) is not None


def add_header(project: Path) -> None:
    (project / "first/types.h").write_text(TYPES)


def change_header(project: Path) -> None:
    (project / "second/types.h").write_text("struct box { double *x; int n; };\n")


def change_source(project: Path) -> None:
    (project / "src/step.c").write_text(STEP + "int more;\n")


def change_command(project: Path) -> None:
    path = project / "compile_commands.json"
    path.write_text(path.read_text().replace("-O2", "-O2 -DMORE"))


def remove_header(project: Path) -> None:
    (project / "second/types.h").unlink()


def test_a_summary_is_kept_and_is_what_it_was(project: Path) -> None:
    read = functions_of_build(str(project), 2, ())
    assert is_kept(project)
    (project / "src/step.o").write_bytes(b"")
    assert is_kept(project)
    assert functions_of_build(str(project), 2, ()) == read
    assert read["c:@F@step"].mod.members and read["c:@F@step"].leaves and not read["c:@F@twice"].keeps


@pytest.mark.parametrize(
    "change",
    [add_header, change_header, change_source, change_command, remove_header],
    ids=lambda f: f.__name__,
)
def test_it_is_read_anew_where_something_changes(project: Path, change: Callable[[Path], None]) -> None:
    functions_of_build(str(project), 1, ())
    assert is_kept(project)
    change(project)
    assert not is_kept(project)


def test_what_was_written_just_now_is_not_kept(project: Path) -> None:
    (project / "src/step.c").write_text(STEP)
    functions_of_build(str(project), 1, ())
    assert not is_kept(project)


def test_what_asks_for_files_is_not_kept(project: Path) -> None:
    written(project / "src/step.c", STEP + '#if __has_include("other.h")\nint more;\n#endif\n')
    functions_of_build(str(project), 1, ())
    assert not is_kept(project)


def test_what_is_stored_is_what_was_read(project: Path) -> None:
    summary = summary_of(str(project / "src/step.c"), [f"-I{project}/second"], None)
    assert len(summary.functions) == 3 + 4 and summary_from(plain_summary(summary)) == summary
    for changes in summary.functions.values():
        assert changes_of(plain_of(changes)) == changes
    assert any(each.calls for each in summary.functions.values())


def test_a_table_says_what_changes_behind_a_function() -> None:
    def known(inner: MemoryEffects, *more: Summary) -> summaries.Known:
        outer = MemoryEffects(calls=frozenset((CallSite("c:@F@inner"),)))
        read = [Summary({"c:@F@outer": outer, "c:@F@alone": MemoryEffects()}, ("outer.c", "types.h"))]
        read += [Summary({"c:@F@inner": inner}, ("inner.c", "types.h")), *more]
        return summaries.Known("db", lambda: summaries.table_of(read, ()), lambda: read, ())

    stores = MemoryEffects(Accesses(members=frozenset(("c:@S@box@FI@n",))))
    before, after = known(MemoryEffects()), known(stores)
    assert before.state("c:@F@outer") != after.state("c:@F@outer") == known(stores).state("c:@F@outer")
    assert before.state("c:@F@alone") == after.state("c:@F@alone") != ""
    assert before.state("c:@F@none") == "" and before.does("c:@F@none") is None
    found = after.does("c:@F@outer")
    assert found is not None and found.mod == stores.mod
    assert before.files(["c:@F@outer"]) == ("db", "outer.c", "types.h", "inner.c")
    assert before.files(["c:@F@alone"]) == ("db", "outer.c", "types.h")
    unreadable = Summary({}, ("odd.c",), frozenset(("inner",)))
    assert known(MemoryEffects(), unreadable).files(["c:@F@inner"])[-1] == "odd.c"
    assert known(MemoryEffects(), unreadable).state("c:@F@outer") != before.state("c:@F@outer")
