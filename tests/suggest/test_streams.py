# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Functions that use streams store nothing where no source of a program gives a stream its memory."""

from __future__ import annotations

from pathlib import Path

from testlib import table

from pointerchain.suggest.auto import look
from pointerchain.suggest.program import Program, summary_of, together
from pointerchain.suggest.report import state_of

HEADER = """\
#include <stdio.h>
#include <stdlib.h>
#include <inttypes.h>
struct atoms { int n; char name[20]; };
struct sim { struct atoms *a, *b; long used; };
void tell(struct sim *s);
"""
LOOP = """\
int f(struct sim *s, FILE *out, char *form)
{
  int t = 0; char text[80];
  for (int i = 0; i < s->a->n; i++) { %s }
  return t + text[0];
}
"""
MAIN = "int main(void) { return 0; }\n"
TELLS = 'void tell(struct sim *s) { printf("%d\\n", s->a->n); }\n'


def state(body: str, folder: Path, *others: str) -> str:
    """What becomes of ``s->a->n`` beside a statement, where ``others`` are the program's further sources."""
    text = HEADER + LOOP % body
    sources = [folder / f"{number}.c" for number in range(len(others) + 1)]
    for path, each in zip(sources, [text, *(HEADER + each for each in others)], strict=True):
        path.write_text(each)
    program = Program([together(summary_of(str(path), [], None) for path in sources)] if others else [])
    rows = look(text.encode(), str(sources[0]), elsewhere=program.does)
    return next(state_of(row) if row.chosen else row.code for row in rows if row.text == "s->a->n")


@table(
    "body, expected",
    [
        ('printf("%d\\n", i);', "hoisted"),
        ('fprintf(out, "%s %*d" "\\n", s->b->name, 3, i); fflush(out);', "hoisted"),
        ("puts(s->b->name); fputs(form, out); putchar(i);", "hoisted"),
        ('printf("%" PRIu64 "\\n", (uint64_t)i);', "hoisted"),
        ('t += snprintf(text, sizeof text, "%d", i);', "alias"),
        ('printf("%p\\n", (void *)s->b);', "hoisted"),
        ("fwrite(s->b, sizeof *s->b, 1, out);", "hoisted"),
        ("tell(s);", "hoisted"),
        ('printf("%d%n\\n", i, &s->b->n);', "assigned"),
        ('printf("%d%hhn\\n", i, s->b->name);', "opaque"),
        ('printf("%d%\\156\\n", i, &s->b->n);', "assigned"),
        ('printf("%d\\045n\\n", i, &s->b->n);', "assigned"),
        ("printf(form, &s->b->n);", "assigned"),
        ("printf(form, &s->used);", "hoisted"),
        ('snprintf(s->b->name, 20, "%d", i);', "alias"),
        ("fread(s->b, sizeof *s->b, 1, out);", "alias"),
        ("fgets(s->b->name, 20, out);", "alias"),
        ("vprintf(form, *(va_list *)s->b);", "opaque"),
        ('t += fscanf(out, "%d", &s->b->n);', "opaque"),
    ],
)
def test_beside_a_stream(body: str, expected: str, tmp_path: Path) -> None:
    assert state(body, tmp_path, TELLS, MAIN) == expected


@table(
    "others",
    [
        (),
        (TELLS,),
        (TELLS, MAIN, "void g(struct sim *s) { setvbuf(stdout, s->a->name, _IOFBF, 20); }\n"),
        (TELLS, MAIN, "void g(struct sim *s) { setbuf(stdout, (char *)s); }\n"),
        (TELLS, MAIN, "FILE *g(char **p, size_t *n) { return open_memstream(p, n); }\n"),
        (TELLS, MAIN, "#define JOIN(a) set##a\nvoid g(char *p) { JOIN(buf)(stdout, p); }\n"),
        (TELLS, MAIN, "#define JOIN(a) a##buf\nvoid g(char *p) { JOIN(set)(stdout, p); }\n"),
        (TELLS, MAIN, "int g(int c) { return register_printf_function(c, 0, 0); }\n"),
        (TELLS, MAIN, "#define P(a, b) a##b\nvoid g(char *p) { P(set, vbuf)(stdout, p, 0, 9); }\n"),
        (
            TELLS,
            MAIN,
            "int __real_setvbuf();\nint (*g)() = __real_setvbuf;\n",
        ),
        (
            TELLS,
            MAIN,
            "void hands(FILE *f, char *p);\nvoid g(FILE *f, struct sim *s) { hands(f, s->a->name); }\n",
        ),
        (TELLS, MAIN, "int puts(const char *p) { return p[0]; }\n"),
        (TELLS, MAIN, "int __printf_chk(int n, const char *p, ...)\n{ return p[n]; }\n"),
        (
            TELLS,
            MAIN,
            'int mine(int n) __asm__("printf");\nint mine(int n) { return n; }\n',
        ),
        (TELLS, MAIN, "#pragma weak printf = mine\nint mine(const char *p, ...) { return p[0]; }\n"),
        (TELLS, MAIN, 'asm(".set printf, mine");\n'),
        (TELLS, MAIN, "#include <none.h>\nint g(void);\n"),
    ],
)
def test_where_a_stream_may_have_memory_of_the_program(others: tuple[str, ...], tmp_path: Path) -> None:
    assert state('printf("%d\\n", i);', tmp_path, *others) == "opaque"


@table(
    "other, expected",
    [
        ("", "hoisted"),
        ("char *getenv(const char *p) { return (char *)p; }\n", "opaque"),
        ("char *__wrap_getenv(const char *p) { return (char *)p; }\n", "opaque"),
        ('char *mine(const char *p) __attribute__((alias("getenv")));\n', "opaque"),
        ("#pragma redefine_extname mine getenv\n", "opaque"),
        ('char *get(void) { if (getenv("HOME")) { return 0; } return getenv("getenv"); }\n', "hoisted"),
    ],
)
def test_beside_a_function_that_the_program_may_define(other: str, expected: str, tmp_path: Path) -> None:
    more = "#include <stdlib.h>\n" + other
    assert state('t += getenv("A") != 0;', tmp_path, TELLS, MAIN, more) == expected


def test_a_source_on_its_own_names_the_function(tmp_path: Path) -> None:
    text = HEADER + LOOP % "puts(form);"
    rows = look(text.encode(), "one.c")
    assert any("a call of 'puts'" in row.why for row in rows)
