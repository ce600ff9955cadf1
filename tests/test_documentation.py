# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the documentation prints is so: its commands are run, and its samples translated, as they stand."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from testlib import shared_libraries, table
from testlib.compilers import gcc_for_nvptx

import pointerchain
from pointerchain.cli.translate_options import STAGES

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    page
    for pattern in (
        "*.md",
        "docs/*.md",
        "docs/internals/*.md",
        "docs/guides/*.md",
        "docs/results/*.md",
        "examples/*/*.md",
        "microbench/**/*.md",
        "pointerchain/**/*.md",
    )
    for page in ROOT.glob(pattern)
)
README, BUILD, DIRECTIVES, TUTORIAL, EXAMPLE, ARCHITECTURE = (
    ROOT / name
    for name in (
        "README.md",
        "docs/build.md",
        "docs/directives.md",
        "docs/tutorial-md.md",
        "examples/md/README.md",
        "docs/internals/architecture.md",
    )
)
MAKEFILE = "drift.o: drift.c\n\t$(CC) -c $< -o $@\n"
CMAKELISTS = "cmake_minimum_required(VERSION 3.18)\nproject(drift C)\nadd_library(drift OBJECT drift.c)\n"


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")


class Block(NamedTuple):
    """A fenced block: the language it names, its text, the line of the page on which that begins."""

    language: str
    text: str
    line: int


def fenced(page: Path) -> list[Block]:
    """All fenced blocks of a page."""
    found: list[Block] = []
    begin, language, lines = 0, "", page.read_text().splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            if begin:
                found.append(Block(language, "".join(lines[begin : number - 1]), begin + 1))
            begin, language = (0, "") if begin else (number, line[3:].strip())
    assert not begin, f"{page.name}: the block of line {begin} has no end"
    return found


def blocks(page: Path, language: str = "") -> list[str]:
    """The texts of a page's blocks in one language; '' is that of commands and grammars."""
    return [block.text for block in fenced(page) if block.language == language]


def commands(page: Path, *words: str) -> list[str]:
    """The lines of a page's blocks that begin with one of ``words``, without their remarks."""
    lines = [line for text in blocks(page) for line in text.splitlines()]
    found = [re.sub(r"\s{2,}#.*", "", line) for line in lines if line.startswith(words)]
    assert found, f"{page.name} has no line that begins with one of {words}"
    return found


class Shell:
    """A user's shell in a directory: ``pointerchain`` is on its path."""

    def __init__(self, top: Path) -> None:
        programs = top / "bin"
        programs.mkdir()
        for name, words in (("pointerchain", ""), ("pointerchain-cc", "cc ")):
            self._script(programs / name, f'#!/bin/sh\nexec "{sys.executable}" -m pointerchain {words}"$@"\n')
        self.programs = programs
        self.top = top / "work"
        self.top.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith("POINTERCHAIN_")}
        self.environment = {
            **kept,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "POINTERCHAIN_CACHE_DIR": str(top / "cache"),
            "LC_ALL": "C",
        }

    def _script(self, path: Path, text: str) -> None:
        path.write_text(text)
        path.chmod(0o755)

    def write(self, name: str, text: str) -> None:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def add_program(self, name: str, text: str) -> None:
        self._script(self.programs / name, text)

    def run(self, line: str) -> subprocess.CompletedProcess[str]:
        with shared_libraries(Path(self.environment["POINTERCHAIN_CACHE_DIR"])):
            return subprocess.run(
                ["bash", "-c", line], cwd=self.top, env=self.environment, capture_output=True, text=True
            )

    def must(self, line: str) -> str:
        """Run a line that has to succeed; what it prints."""
        done = self.run(line)
        assert done.returncode == 0, f"$ {line}\n{done.stdout}{done.stderr}"
        return done.stdout


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A directory that holds what the README's commands speak of."""
    shell = Shell(tmp_path)
    drift = blocks(README, "c")[0]
    for name in ("drift.c", "src/drift.c"):
        shell.write(name, drift)
    shell.write("include/empty.h", "")
    # gcc has no chain in a 'reduction', so the source as it stands has nothing to compare with
    force = drift.replace(" \\\n    reduction(max : sim->farthest)", "")
    assert force != drift
    shell.write("force.c", force)
    shell.write("list.c", blocks(ROOT / "docs/deepcopy.md", "c")[0])
    entries = [
        {"directory": str(shell.top), "command": f"cc -c {name}", "file": name}
        for name in ("drift.c", "src/drift.c")
    ]
    shell.write("build/compile_commands.json", json.dumps(entries))
    shell.write("Makefile", MAKEFILE)
    shell.write("CMakeLists.txt", CMAKELISTS)
    return shell


# --- README.md -------------------------------------------------------------------------------


def test_the_readme_shows_what_the_tool_writes(shell: Shell) -> None:
    before, after = blocks(README, "c")
    assert shell.must("pointerchain translate drift.c") == after
    assert before.count("\n") == after.count("\n")


@pytest.mark.parametrize("line", commands(README, "pointerchain translate", "pointerchain explain"))
def test_the_readmes_translations(shell: Shell, line: str) -> None:
    shell.must(line)
    if "--out-dir" in line or "-o " in line:
        after = blocks(README, "c")[1]
        written = "build/src/drift.c" if "--out-dir" in line else "drift.pc.c"
        assert (shell.top / written).read_text() == after


@pytest.mark.parametrize(
    "line", commands(README, "pointerchain bench", "pointerchain types", "pointerchain suggest")
)
def test_the_readmes_other_commands(shell: Shell, line: str) -> None:
    pytest.importorskip("jinja2", reason="needs jinja2")
    shell.must(line)


def test_the_readmes_ptx_commands(shell: Shell) -> None:
    diff, count = commands(README, "pointerchain ptx")
    gcc_for_nvptx()
    assert "kernel drift$_omp_fn$0" in shell.must(diff)
    count = count.replace(" --sass sm_80", "")  # ptxas need not be there; tests/ptx runs it
    assert "drift$_omp_fn$0" in shell.must(count)


def test_the_readmes_python(shell: Shell) -> None:
    [text] = blocks(README, "python")
    shell.write("use.py", text)
    assert shell.must(f"'{sys.executable}' use.py") == blocks(README, "c")[1] + "\n"


@needs("make")
def test_the_readmes_make_line(shell: Shell) -> None:
    [line] = commands(README, "make CC=")
    assert "pointerchain cc gcc -c drift.c -o drift.o" in shell.must(line)
    assert re.search(r"^misses +1$", shell.must("pointerchain cache --stats"), re.M)


@needs("cmake")
def test_the_readmes_cmake_line(shell: Shell) -> None:
    [line] = commands(README, "cmake")
    shell.write("drift.cpp", (shell.top / "drift.c").read_text())
    shell.write(
        "CMakeLists.txt",
        CMAKELISTS.replace("drift C)", "drift C CXX)").replace("drift.c", "drift.c drift.cpp"),
    )
    shell.must(line)
    shell.must("cmake --build build")
    assert re.search(r"^misses +2$", shell.must("pointerchain cache --stats"), re.M)


@needs("make")
def test_the_targets_that_are_named_exist() -> None:
    for page in PAGES:
        for target in re.findall(r"(?:^|`)make ([a-z][\w-]*)\b(?!=)", page.read_text(), re.M):
            done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True)
            assert "No rule to make target" not in done.stderr, f"{page.name}: make {target}"


# --- docs/build.md -----------------------------------------------------------------------------


def test_a_compiler_of_one_word(shell: Shell) -> None:
    [script] = blocks(BUILD, "sh")
    shell.add_program("pcgcc", script)
    shell.must("which pcgcc && pcgcc -c drift.c")
    assert re.search(r"^misses +1$", shell.must("pointerchain cache --stats"), re.M)


@needs("make")
def test_options_for_the_launcher(shell: Shell) -> None:
    shell.write("force.c", (shell.top / "drift.c").read_text())
    lines = commands(BUILD, "pointerchain cc -W", "POINTERCHAIN_FLAGS=")
    assert len(lines) == 2
    for line in lines:
        shell.must(line.replace("make", "make -B CC='pointerchain cc gcc'"))


@needs("pkg-config")
def test_the_headers_options(shell: Shell) -> None:
    lines = commands(BUILD, "PKG_CONFIG_PATH=")
    assert len(lines) == 2
    shell.write("deep.c", "#include <pointerchain/deepcopy.h>\n")
    for source in (*lines, "pointerchain --includes"):
        shell.must(f"gcc -fsyntax-only {shell.must(source).strip()} deep.c")


@needs("cmake")
def test_the_cmake_lists_of_the_page(shell: Shell) -> None:
    [text] = blocks(BUILD, "cmake")
    shell.write("CMakeLists.txt", f"cmake_minimum_required(VERSION 3.18)\nproject(md C)\n{text}")
    shell.write("md.c", "int main(void) { return 0; }\n")
    shell.must('cmake -B out "-Dpointerchain_DIR=$(pointerchain --cmake-dir)"')
    shell.must("cmake --build out")
    assert re.search(r"^misses +1$", shell.must("pointerchain cache --stats"), re.M)


# --- docs/directives.md ------------------------------------------------------------------------


def samples() -> list[object]:
    """Each sample of the reference with what it becomes."""
    lines = DIRECTIVES.read_text().splitlines()
    blocks = fenced(DIRECTIVES)
    found = [
        pytest.param(before.language, before.text, after.text, id=f"line-{before.line}")
        for before, after in pairwise(blocks)
        if lines[after.line - 3] == "becomes"
    ]
    assert len(found) == lines.count("becomes") > 5
    return found


@pytest.mark.parametrize(("language", "before", "after"), samples())
def test_the_references_samples(language: str, before: str, after: str) -> None:
    types = blocks(DIRECTIVES, "c")[0]
    [function] = re.findall(r"stand in `(.*) \{ \.\.\. \}`", DIRECTIVES.read_text())
    whole = f"{types}{function} {{\n%sreturn 0;\n}}\n"
    if before.startswith("struct "):  # a sample with types and a function of its own
        whole = "%s"
    result = pointerchain.translate(whole % before, "sample.c", language=language)
    assert result.text is not None, result.diagnostics
    assert result.text.decode() == whole % after


# --- the example and its tutorial -----------------------------------------------------------------


def test_the_tutorials_commands(shell: Shell) -> None:
    shutil.rmtree(shell.top / "build")
    shutil.copytree(EXAMPLE.parent, shell.top / "examples/md")
    for line in commands(TUTORIAL, "pointerchain ", "gcc "):
        shell.must(line)
    assert "drift" in shell.must("./md-acc -n 6 -s 20")


def test_the_tutorial_without_annotations(shell: Shell) -> None:
    page = ROOT / "docs/tutorial-auto.md"
    shutil.rmtree(shell.top / "build")
    shutil.copytree(ROOT / "examples/heat", shell.top / "examples/heat")
    lines = [line for block in blocks(page, "console") for line in block.splitlines()]
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    for at, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        shown = [re.escape(line) if line != "..." else "(.*\n)*.*" for line in lines[at + 1 : end]]
        printed = shell.must(lines[at].removeprefix("$ "))
        assert re.fullmatch("\n".join(shown), printed.removesuffix("\n")), f"{lines[at]}\n{printed}"
    source = shell.top / "examples/heat/step.c"
    begin = blocks(page, "c")[-1]
    text = source.read_text()
    end = text.index("}\n\nvoid turn")
    text = f"{text[:end]}#pragma pointerchain region end\n{text[end:]}"
    source.write_text(text.replace("  for (int y", f"{begin}  for (int y", 1))
    shell.must("pointerchain translate -Werror examples/heat/step.c -o build/step.c")
    assert "restrict pc_mesh_fields_next = model->" in (shell.top / "build/step.c").read_text()
    shell.must("gcc -O2 -std=c99 -Iexamples/heat build/step.c examples/heat/[mo]*.c -o build/heat")
    assert "total 139828.120257105" in shell.must("build/heat 64 100")


def test_gcc_compiles_for_a_gpu_whatever_its_ptxas_knows(shell: Shell) -> None:
    gcc_for_nvptx()
    page = (ROOT / "docs/guides/troubleshooting.md").read_text()
    [option] = re.findall(r"^gcc -fopenacc (-foffload-options=\S+) ", page, re.M)
    assert option in EXAMPLE.read_text(), "both say the same"
    shell.must(f"gcc -O2 -fopenacc {option} -c force.c -o force.o")
    shell.write("main.c", "int main(void) { return 0; }\n")
    shell.must(f"gcc -O2 -fopenacc {option} main.c force.o -o main -lm")


# --- the architecture ---------------------------------------------------------------------------


def test_the_walk_through_shows_what_the_stages_make() -> None:
    page = ARCHITECTURE.read_text()
    shown = re.findall(r"<!-- (\w+) -->\n```c?\n(.*?)```", page, re.S)
    assert {"source", *STAGES} >= {stage for stage, _ in shown} >= {"source", "directives", "facts", "edits"}
    for stage, text in shown:
        made = ROOT / "tests/stages/region" / ("source.c" if stage == "source" else f"{stage}.txt")
        assert set(text.splitlines()) <= set(made.read_text().splitlines()), stage


def test_the_architecture_names_files_that_exist() -> None:
    named = set(re.findall(r"`([\w/]+\.(?:py|h|hpp|cpp))`", ARCHITECTURE.read_text()))
    there = {path.as_posix() for path in ROOT.rglob("*.*") if ".venv" not in path.parts}
    assert named and not {name for name in named if not any(path.endswith("/" + name) for path in there)}


# --- the page of clauses ------------------------------------------------------------------------


def test_the_page_of_clauses_is_what_the_rows_say(update: bool) -> None:
    path = ROOT / "docs/clauses.md"
    made = subprocess.run(
        [sys.executable, "scripts/clause_table.py"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    if update:
        path.write_text(made)
    assert path.read_text() == made
    assert len(re.findall(r"(?m)^\\| ", made)) > 150


# --- all pages ----------------------------------------------------------------------------------


@table("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", text)):
        if "://" not in link:
            target, _, heading = link.partition("#")
            path = (page.parent / target) if target else page
            assert path.exists(), link
            if heading:
                titles = re.findall(r"^#+ (.*)$", path.read_text(), re.M)
                assert heading in [
                    re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles
                ]


def test_the_sites_menu_has_every_page_of_docs_once() -> None:
    menu = (ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")[2]
    named = re.findall(r"([\w/-]+\.md)$", menu, re.M)
    pages = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert sorted(named) == sorted({*pages, "index.md", "messages.md"}), "the last two are made for the site"


TERMS = "chain link root hoist shape policy promise extent image advice phase".split()


def test_the_glossary_is_in_order_and_has_the_words_of_the_pages() -> None:
    words = re.findall(r"^## (.*)$", (ROOT / "docs/glossary.md").read_text(), re.M)
    assert words == sorted(words) and set(TERMS) <= {word.lower() for word in words}


@table("name", ["docs/faq.md", "docs/glossary.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_pages_in_plain_english_have_short_sentences(name: str) -> None:
    text = re.sub(r"^(```.*?^```$|\|.*?$|#.*?$)", "", (ROOT / name).read_text(), flags=re.M | re.S)
    text = re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "code", text))
    for sentence in re.split(r"(?<=[.:?])\s|\n\n|\n(?=- |\d\. )", text):
        assert len(sentence.split()) <= 30, f"{len(sentence.split())} words: {sentence}"


def test_the_site_folds_long_lines_of_code() -> None:
    settings = (ROOT / "mkdocs.yml").read_text()
    style = (ROOT / "docs/stylesheet.css").read_text()
    assert "extra_css: [stylesheet.css]" in settings and "line_spans: __line" in settings
    assert "white-space: pre-wrap" in style and 'span[id^="__line"]' in style


# --- what a project has beside its pages --------------------------------------------------------------


def test_the_citation_is_of_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {pointerchain.__version__}\n" in text and "\nlicense: Apache-2.0\n" in text
    yaml = pytest.importorskip("yaml", reason="needs PyYAML")
    cited = yaml.safe_load(text)
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert all({"type", "title", "authors"} <= set(each) for each in cited["references"])


def test_templates_ask_for_what_a_report_needs() -> None:
    yaml = pytest.importorskip("yaml", reason="needs PyYAML")
    text = (ROOT / ".github/ISSUE_TEMPLATE/wrong.yml").read_text()
    fields = {each["id"]: each for each in yaml.safe_load(text)["body"]}
    assert all(fields[name]["validations"]["required"] for name in ("source", "command", "version"))
    assert "--verbose" in text and "POINTERCHAIN_DEBUG=1" in text


def test_editors_are_told_the_widths_that_are_checked() -> None:
    width = re.search(r"^line-length = (\d+)$", (ROOT / "pyproject.toml").read_text(), re.M)
    assert width and f"max_line_length = {width[1]}\n" in (ROOT / ".editorconfig").read_text()


def test_contributing_names_the_tiers_of_the_makefile() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    targets = re.findall(r"^(test(?:-\w+)?|check|fresh|docs): ", (ROOT / "Makefile").read_text(), re.M)
    assert len(targets) > 5 and not [each for each in targets if f"| `make {each}" not in page]
