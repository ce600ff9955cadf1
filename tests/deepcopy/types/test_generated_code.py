# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The generated text: warning-free in every standard, one exit for each enter on every way, in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import INCLUDES, STUB, WALK, compiled, compiler, output, translated
from testlib import build as build_with

import pointerchain

STANDARDS = [
    *[(name, standard) for standard in ("c99", "c11", "c17", "c2x") for name in ("gcc", "clang-19")],
    *[
        (name, standard)
        for standard in ("c++11", "c++14", "c++17", "c++20")
        for name in ("g++", "clang++-19")
    ],
]

EVERYTHING = """\
#include <stdio.h>
#define WIDTH 3
struct leaf { double *p; int n : 7; };
typedef struct { const float *x; unsigned char n; } traits;
struct mesh {
  struct leaf leaves[4], grid[2][2], *own;
  traits at;
  struct mesh *children[2];
  double **rows;
  int (*boxes)[3];
  void (*callback)(void);
  struct mesh *parent;
  unsigned long n;
};
#pragma pointerchain shape(struct leaf: p[n])
#pragma pointerchain shape(traits: x[n * WIDTH])
#pragma pointerchain shape(struct mesh: own[n], children[1], rows[n][n > 2 ? n : 2], boxes[n])
#pragma pointerchain policy(struct mesh: skip(callback), observer(parent), shared(children))

static long send(struct mesh *mesh, const double *x, long n, struct leaf (*pairs)[2]) {
#pragma pointerchain deepcopy enter(mesh, x[n / 2:n - n / 2], pairs[0:n], *mesh->own) technique(tcpy)
  for (long i = 0; i < n; i++) {
#pragma pointerchain deepcopy region begin(mesh->leaves, mesh->leaves[1].p[0:mesh->leaves[1].n])
    if (n == 4) return n;
#pragma pointerchain deepcopy region end
  }
#pragma pointerchain deepcopy update device(mesh) host(x[0:n])
#pragma pointerchain deepcopy exit(mesh, x[n / 2:n - n / 2], pairs[0:n], *mesh->own) delete
  return 0;
}

int main(void) {
  static struct mesh mesh;
  printf("%ld\\n", send(&mesh, 0, 0, 0));
  return 0;
}
"""

WAYS = """\
#include <stdio.h>
#define PC_STUB_LOG(what, roots, nroots, option, line) ((void)(nroots), (void)(option), (void)(line), \\
    printf("%s %s, ", what, (roots)[0].text))
struct outer { int a; };
struct inner { int b; };

static int way(struct outer *o, struct inner *i, int which) {
  for (int round = 0; round < 2; round++) {
#pragma pointerchain deepcopy region begin(o)
    do {
#pragma pointerchain deepcopy region begin(i)
      int kept = which;
      if (which == 0) break; else if (which == 1) continue;
      switch (kept) {
      case 2: return printf("value, ");
      case 3: goto done;
      case 4: kept = 5; break;
      default: break;
      }
      if (kept == 5) goto within;
#pragma pointerchain deepcopy region end
    } while (0);
  within:
    if (which == 6) break;
#pragma pointerchain deepcopy region end
  }
done:
  return 0;
}

int main(void) {
  struct outer o = {1};
  struct inner i = {2};
  for (int which = 0; which < 8; which++) {
    way(&o, &i, which);
    printf("\\n");
  }
  return 0;
}
"""

WHOLE = "enter o, enter i, exit i, exit o, "
EXPECTED = [
    WHOLE * 2,  # break of the inner loop
    WHOLE * 2,
    "enter o, enter i, value, exit i, exit o, ",
    WHOLE,  # goto out of both
    WHOLE * 2,  # goto out of the inner one
    WHOLE * 2,
    WHOLE,  # break of the outer loop
    WHOLE * 2,
]

THROWS = """\
#include <cstdio>
#include <stdexcept>
#define PC_STUB_LOG(what, roots, nroots, option, line) ((void)(nroots), (void)(option), (void)(line), \\
    std::printf("%s %s, ", what, (roots)[0].text))
struct outer { int a; };

static int fails(outer *o, bool now) {
#pragma pointerchain deepcopy region begin(o)
  const int kept = o->a;
  if (now) throw std::runtime_error("now");
#pragma pointerchain deepcopy region end
  return kept;
}

int main() {
  outer o = {1};
  for (int i = 0; i < 2; i++) {
    try {
      std::printf("%d, ", fails(&o, i));
    } catch (const std::runtime_error &) {
      std::printf("caught\\n");
    }
  }
}
"""


@pytest.mark.parametrize("build", STANDARDS, ids="-".join)
def test_no_warning_in_any_standard(build: tuple[str, str], tmp_path: Path) -> None:
    language = "c++" if build[1].startswith("c++") else "c"
    text = translated(EVERYTHING, language, (f"-std={build[1]}",))
    assert output(compiled(text, *build, tmp_path, "-O2")) == "0\n"


@pytest.mark.parametrize("build", [("gcc", "c99"), ("clang-19", "c11"), ("g++", "c++11")], ids="-".join)
def test_one_exit_for_each_enter_on_every_way(build: tuple[str, str], tmp_path: Path) -> None:
    text = translated(WAYS, "c++" if build[1].startswith("c++") else "c")
    assert output(compiled(text, *build, tmp_path)).splitlines() == EXPECTED


def test_an_exception_ends_the_region(tmp_path: Path) -> None:
    printed = output(compiled(translated(THROWS, "c++"), "g++", "c++17", tmp_path))
    assert printed == "enter o, exit o, 1, enter o, exit o, caught\n"


def test_the_header_may_be_included_before_and_after(tmp_path: Path) -> None:
    """A launcher may add it to a source that includes it."""
    program = compiled(translated(EVERYTHING), "gcc", "c99", tmp_path, "-include", "pointerchain/deepcopy.h")
    assert output(program) == "0\n"


def test_a_source_without_a_line_for_the_header_is_left_to_the_build(tmp_path: Path) -> None:
    source = (
        "struct s { int a; };\nint f(struct s *s) {\n#pragma pointerchain deepcopy enter(s)\nreturn s->a; }\n"
    )
    text = translated(source + "int main(void) { return 0; }\n")
    assert "#include" not in text
    assert output(compiled(text, "gcc", "c99", tmp_path, "-include", "pointerchain/deepcopy.h")) == ""


def test_names_are_nobody_elses(tmp_path: Path) -> None:
    """Neither the source's nor the runtime's: ``pc_type_function`` is a type of descriptor.h.

    ``pc_type_name`` is a function of detail/layouts.h.
    """
    source = (
        "#include <stdio.h>\nstruct name { int a; }; struct pc_type_int { int a; };\n"
        "struct function { int *pc_self; int n; struct name name; };\n"
        "#pragma pointerchain shape(struct function: pc_self[n])\n"
        "static int pc_roots, pc_result, pc_type_int;\n"
        "static int f(struct function *pc_list, struct pc_type_int *b, struct name *c) {\n"
        "#pragma pointerchain deepcopy region begin(pc_list, b, c)\n"
        "  if (pc_roots) return pc_result + pc_type_int;\n"
        "#pragma pointerchain deepcopy region end\n"
        "  return 7;\n}\n"
        'int main(void) { printf("%d\\n", f(0, 0, 0)); return 0; }\n'
    )
    text = translated(source)
    assert '"struct name"' in text
    assert not re.search(r"\bpc_type_name\b", text)
    assert output(compiled(text, "gcc", "c99", tmp_path)) == "7\n"


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_line_ends_are_kept(ending: str) -> None:
    source = EVERYTHING.replace("\n", ending)
    result = pointerchain.translate(source, "a.c", ["-I", str(STUB)])
    assert result.text is not None
    assert result.text.count(ending.encode()) == source.count(ending)
    assert result.text.count(b"\n") == source.count("\n")


@pytest.mark.parametrize("build", [("gcc", "c99"), ("clang++-19", "c++11")], ids="-".join)
def test_a_length_behind_a_null_pointer_is_unreadable(build: tuple[str, str], tmp_path: Path) -> None:
    """What it guards itself is its own affair."""
    source = WALK + (
        "struct info { int n; };\nstruct data { struct info *info; double *a, *b; };\n"
        "#pragma pointerchain shape(struct data: info[1], a[info->n], b[info ? info->n : 7])\n"
        "static void send(struct data *data) {\n"
        "#pragma pointerchain deepcopy enter(data)\n"
        "}\n"
        "int main(void) { static double x[1]; static struct info info = {5};\n"
        "  struct data none = {0, x, x}, some = {&info, x, x}; send(&none); send(&some); return 0; }\n"
    )
    text = translated(source, "c++" if build[1].startswith("c++") else "c")
    lines = output(compiled(text, *build, tmp_path, "-fsanitize=undefined")).splitlines()
    lengths = [int(line.split()[-1]) for line in lines if " a " in line or " b " in line]
    assert lengths == [-(1 << 63), 7, 5, 5]


def test_another_version_of_the_descriptors_does_not_compile(tmp_path: Path) -> None:
    text = translated(EVERYTHING)
    with pytest.raises(AssertionError, match="pc_descriptor_version"):
        compiled("#include <pointerchain/descriptor.h>\n#undef PC_DESCRIPTOR_VERSION\n"
                 "#define PC_DESCRIPTOR_VERSION 0\n" + text, "gcc", "c99", tmp_path)  # fmt: skip


ATTACHED = """\
#include <stddef.h>
#include <stdio.h>
static const void *expected;
static int wrong;
#define PC_STUB_LOG(what, roots, nroots, option, line) \\
  ((void)(option), (void)(line), wrong += what[1] == 'n' && (roots)[(nroots)-1].at != expected)
struct atoms { struct { int n; double *v; } in; double *x; };
struct sim { struct atoms *atoms; struct atoms own[2]; double *y, *rows[2], **table; };

static void send(struct sim *sim, int i) {
  struct sim s = *sim;
  double *alone = sim->y;
  expected = &sim->atoms->in.v;
#pragma pointerchain region begin declare(sim->atoms->in.v, sim->own[i].x, s.y, sim->rows, sim->table, sim->y)
#pragma pointerchain deepcopy enter(sim->atoms->in.v[0:1])
  expected = &sim->own[i].in.v;
#pragma pointerchain deepcopy enter(sim->own[i].in.v[0:1])
  expected = (const char *)sim->own + i * sizeof *sim->own + offsetof(struct atoms, x);
#pragma pointerchain deepcopy enter(sim->own[i].x[0:1])
  expected = (const char *)&s + offsetof(struct sim, y);
#pragma pointerchain deepcopy enter((s.y)[0:1])
  expected = (const char *)sim + offsetof(struct sim, rows[1]);
#pragma pointerchain deepcopy enter((*sim).rows[i][0:1])
  expected = sim->table + 1;
#pragma pointerchain deepcopy enter(sim->table[i][0:1])
  expected = NULL;
#pragma pointerchain deepcopy enter(alone[0:1])
  expected = (const char *)sim + offsetof(struct sim, y);
#pragma pointerchain deepcopy region begin(alone[0:1], sim->y[0:1])
  sim->y[0] += s.y[0] + sim->rows[i][0] + sim->table[i][0] + sim->own[i].x[0];
#pragma pointerchain deepcopy region end
#pragma pointerchain region end
}
int main(void) {
  double a[2] = {1, 2}, *rows[2] = {a, a};
  struct atoms atoms = {{1, a}, a};
  struct sim sim = {&atoms, {{{1, a}, a}, {{1, a}, a}}, a, {a, a}, rows};
  send(&sim, 1);
  return wrong;
}
"""


@pytest.mark.parametrize("build", [("gcc", "c99"), ("g++", "c++11")], ids="-".join)
def test_a_root_tells_where_its_pointer_lies(build: tuple[str, str], tmp_path: Path) -> None:
    """Whatever a pointerchain region keeps in a local."""
    text = translated(ATTACHED, "c++" if build[1].startswith("c++") else "c", (f"-std={build[1]}",))
    output(compiled(text, *build, tmp_path))


PRIVATE = """\
#include <pointerchain/deepcopy.h>
struct front { char tag; };
struct back { double *p; };
class both : public front, public back {
  char tag;
  double *values;
  int n;
public:
#ifdef MORE
  long more;
#endif
  int sum() { return n + tag; }
};
#pragma pointerchain shape(back: p[1])
#pragma pointerchain shape(both: values[n])
void send(both *b) {
#pragma pointerchain deepcopy enter(b)
}
"""


@pytest.mark.parametrize("build", [("g++", "c++11"), ("clang++-19", "c++20")], ids=" ".join)
@pytest.mark.parametrize(
    ("flag", "fits"), [("-DNDEBUG", True), ("-fpack-struct=1", False), ("-DMORE", False)]
)
def test_a_class_that_the_compiler_lays_out_otherwise_is_refused(
    flag: str, fits: bool, build: tuple[str, str], tmp_path: Path
) -> None:
    """Places that no name reaches are Clang's: the compiler says if they are not its own."""
    source = tmp_path / "program.cpp"
    source.write_text(translated(PRIVATE, "c++"))
    command = [compiler(build[0]), f"-std={build[1]}", "-fsyntax-only", flag, *INCLUDES, source]
    built = build_with(command, tmp_path)
    assert (built.returncode == 0) is fits, built.errors
    assert ("Clang lays it out in another way" in built.errors) is not fits
