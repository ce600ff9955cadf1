# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chains whose data an enclosing directive, an earlier one or a construct's block names."""

from __future__ import annotations

import pytest

from pointerchain.suggest.auto import look

WORLD = """\
struct atoms { double *x, *v, v2; int *count; int n; double box[3]; char *name; };
struct sim { struct atoms *a, *b; struct atoms *rows[4]; int m; };
int sum;
struct { struct atoms inner[2]; } *whole;
void fill(double *x, int i);
double at(struct sim *s, int i) { return s->a->x[i]; }
double other(struct sim *s, int i) { return s->a->v[i]; }
double unseen(struct sim *s, int i);
void touch(struct sim *s);
int set(struct sim *s);
void move(struct sim *s) {
#pragma omp target update to(s->a->x[0:1])
}
void step(struct sim *s, int n, int k) {
"""
LOOP = "for (int i = 0; i < n; i++)"
TEAMS = "\n#pragma omp target teams distribute parallel for"
DATA = "\n#pragma omp target data map(tofrom: s->a->x[0:n]) map(to: s->a->v[0:n])"
KERNEL = f"{TEAMS}\n{LOOP} s->a->x[i] += s->a->v[i];"

OWN = f"{TEAMS} map(tofrom: s->a->x[0:n])\n{LOOP} s->a->x[i] = i;"

ACC = "\n#pragma acc data copy(s->a->x[0:n], s->a->v[0:n])"
GANG = "\n#pragma acc parallel loop gang"
IN_ACC = f"{GANG}\n{LOOP} s->a->x[i] += s->a->v[i];"
ENTER = "\n#pragma omp target enter data map(to: s->a->x[0:n], s->a->v[0:n])\nk++;"

VERDICTS = {
    "OpenACC's data region": (f"{ACC}\n{{ {IN_ACC} }}", "hoisted"),
    "directives on one loop": (f"{ACC}{GANG}\n{LOOP} s->a->x[i] += 1;", "hoisted"),
    "kernels in a data region": (
        f"{ACC}\n{{\n#pragma acc kernels\n{{ {LOOP} s->a->x[i] += 1; }} }}",
        "hoisted",
    ),
    "loops that a block shares out": (
        f"\n#pragma acc parallel present(s->a->x[0:n])\n{{\n#pragma acc loop gang\n{LOOP} s->a->x[i] = i; }}",
        "hoisted",
    ),
    "a loop of the host's": (f"{DATA}\n{{ {LOOP} s->a->x[i] = i; }}", "hoisted"),
    "pointer that is set before": (f"s->a = s->b; {DATA}\n{{ {KERNEL} }}", "hoisted"),
    "pointer that is set in the region": (f"{DATA}\n{{ s->a = s->b; {KERNEL} }}", "assigned"),
    "pointer that is set behind the construct": (f"{DATA}\n{{ {KERNEL} s->a = s->b; }}", "hoisted"),
    "the same in OpenACC": (f"{ACC}\n{{ {IN_ACC} s->a = s->b; }}", "assigned"),
    "OpenACC's data around a construct of OpenMP": (f"{ACC}\n{{ {KERNEL} s->a = s->b; }}", "device"),
    "the same in a loop": (
        f"{DATA}\n{{ for (int t = 0; t < k; t++) {{ {KERNEL} s->a = s->b; }} }}",
        "assigned",
    ),
    "pointer that is set by another": (
        f"struct atoms **p = &s->a; {DATA}\n{{ *p = s->b; {KERNEL} }}",
        "alias",
    ),
    "pointer that a function sets": (f"{DATA}\n{{ touch(s); {KERNEL} }}", "opaque"),
    "function that moves data": (f"{DATA}\n{{ move(s); {KERNEL} }}", "opaque"),
    "root that is declared again": (
        f"struct sim *t = s; {DATA}\n{{ struct sim *s = t + 1; {KERNEL} }}",
        "inside",
    ),
    "root that is declared again, found before": (
        f"struct sim *t = s; {ENTER} {{ struct sim *s = t + 1; {KERNEL} }}",
        "device",
    ),
    "jump into the region": (
        f"{DATA}\n{{ again: k++; {KERNEL} if (k++ < 3) {{ s->a = s->b; goto again; }} }}",
        "assigned",
    ),
    "region of other data": (
        f"\n#pragma omp target data map(tofrom: s->b->x[0:n])\n{{ {TEAMS}\n{LOOP} s->a->x[i] += i; }}",
        "device",
    ),
    "region under a condition": (
        DATA.replace("map(to:", "if(k > 1) map(to:") + f"\n{{ {KERNEL} }}",
        "device",
    ),
    "region that waits for nobody": (ENTER.replace("0:n])\n", "0:n]) nowait\n") + KERNEL, "device"),
    "region that another compile has": (
        f"sum += (int)s->a->x[0];\n#if 0{DATA}\n#endif\n{{ {KERNEL} }}",
        "device",
    ),
    "region of another device": (
        DATA.replace("map(to:", "device(1) map(to:") + f"\n{{ {KERNEL} }}",
        "device",
    ),
    "region that gives addresses": (
        "\n#pragma omp target data map(tofrom: s->a->x[0:n]) use_device_addr(s->a->x[0:n])\n"
        f"{{ {LOOP} s->a->x[i] = i; }}",
        "device",
    ),
    "host data": (f"\n#pragma acc host_data use_device(s->a->x)\n{{ {LOOP} s->a->x[i] = i; }}", "device"),
    "construct on another device": (f"{DATA}\n{{ {KERNEL.replace(' for', ' for device(1)', 1)} }}", "device"),
    "construct under a condition": (f"{DATA}\n{{ {KERNEL.replace(' for', ' for if(k)', 1)} }}", "device"),
    "construct with other defaults": (
        f"{DATA}\n{{ {KERNEL.replace(' for', ' for defaultmap(none)', 1)} }}",
        "device",
    ),
    "construct with the device's root": (
        f"{DATA}\n{{ {KERNEL.replace(' for', ' for is_device_ptr(s)', 1)} }}",
        "device",
    ),
    "construct with the struct": (
        f"{DATA}\n{{ {KERNEL.replace(' for', ' for map(always, to: s->a[0:1])', 1)} }}",
        "device",
    ),
    "struct that comes back": (
        f"{DATA}\n{{ {TEAMS} map(from: s->a[0:1])\n{LOOP} sum += i; {KERNEL} }}",
        "device",
    ),
    "struct that comes back by another name": (
        f"struct sim *t = s; {DATA}\n{{ {TEAMS} map(from: t->a[0:1])\n{LOOP} sum += t->a->n; {KERNEL} }}",
        "device",
    ),
    "struct that comes back, which nobody names": (
        f"struct sim *t = s; {DATA}\n{{ {TEAMS} map(from: t->a[0:1])\n{LOOP} sum += i; {KERNEL} }}",
        "device",
    ),
    "subscript that comes back": (
        "\n#pragma omp target data map(tofrom: s->rows[k]->x[0:n])\n"
        f"{{ {TEAMS} map(from: k)\n{LOOP} sum += k;{TEAMS}\n{LOOP} s->rows[k]->x[i] = i; }}",
        "device",
    ),
    "number that comes back": (
        "\n#pragma omp target data map(tofrom: s->rows[k]->x[0:n])\n"
        f"{{ {TEAMS} map(from: sum)\n{LOOP} sum += k;{TEAMS}\n{LOOP} s->rows[k]->x[i] = i; }}",
        "hoisted",
    ),
    "characters that come back": (
        f"{DATA}\n{{ {TEAMS} map(from: s->b->name[0:n])\n{LOOP} s->b->name[i] = 1; {KERNEL} }}",
        "device",
    ),
    "numbers that come back": (
        f"{DATA}\n{{ {TEAMS} map(from: s->b->count[0:n])\n{LOOP} s->b->count[i] = 1; {KERNEL} }}",
        "hoisted",
    ),
    "update in the region": (
        f"{DATA}\n{{\n#pragma omp target update to(s->a->x[0:1])\nk++; {KERNEL} }}",
        "device",
    ),
    "update behind the data": (f"{ENTER}\n#pragma omp target update to(s->a[0:1])\nk++; {KERNEL}", "device"),
    "data that is gone": (
        f"{ENTER}k++;\n#pragma omp target exit data map(release: s->a->x[0:n])\nk++; {KERNEL}",
        "device",
    ),
    "data on another way": (f"if (k) {{ {ENTER} }} {KERNEL}", "device"),
    "data in a branch": (f"if (k) {{ {ENTER} {KERNEL} }}", "hoisted"),
    "data before a loop": (f"{ENTER} for (int t = 0; t < k; t++) {{ {KERNEL} }}", "hoisted"),
    "data behind the construct": (f"for (int t = 0; t < k; t++) {{ {KERNEL} {ENTER} }}", "device"),
    "struct that comes back where the data ends": (
        f"\n#pragma omp target exit data map(from: s->a[0:1])\n{KERNEL}",
        "place",
    ),
    "pointer without a section": (f"{TEAMS} map(to: s->a->x)\n{LOOP} s->a->x[i] = i;", "device"),
    "pointer without a section in the region": (
        f"\n#pragma omp target data map(to: s->a->x)\n{{ {TEAMS}\n{LOOP} s->a->x[i] = i; }}",
        "device",
    ),
    "data before the construct's own line": (ENTER.replace("k++;", "") + KERNEL, "place"),
    "data before the construct's own line, spelled otherwise": (
        f"\n#pragma omp target enter data map(to: (*s).a->x[0:n])\n{TEAMS} map(tofrom: s->a->x[0:n])\n"
        f"{LOOP} s->a->x[i] = i;",
        "place",
    ),
    "other data before the construct's own line": (
        f"\n#pragma omp target enter data map(to: s->a->v[0:n])\n{TEAMS} map(tofrom: s->a->x[0:n])\n"
        f"{LOOP} s->a->x[i] = i;",
        "hoisted",
    ),
    "part that begins elsewhere": (DATA.replace("x[0:n]", "x[k:n]") + f"\n{{ {KERNEL} }}", "device"),
    "part that begins elsewhere, mapped before": (ENTER.replace("x[0:n]", "x[k:n]") + KERNEL, "device"),
    "part that begins elsewhere, in the construct's clause": (
        f"{TEAMS} map(tofrom: s->a->x[k:n])\n{LOOP} s->a->x[i] = i;",
        "hoisted",
    ),
    "part that begins with the first element": (
        DATA.replace("x[0:n]", "x[:n]") + f"\n{{ {KERNEL} }}",
        "hoisted",
    ),
    "pointer by another name": (
        f"struct sim *t = s; {ACC}\n{{ {IN_ACC} {GANG}\n{LOOP} t->a->x[i] += 1; }}",
        "device",
    ),
    "pointer by a pointer": (
        f"double **p = &s->a->x; {ACC}\n{{ {IN_ACC} {GANG}\n{LOOP} (*p)[i] += 1; }}",
        "device",
    ),
    "pointer by a function": (f"{ACC}\n{{ {IN_ACC} {GANG}\n{LOOP} s->a->v[i] += at(s, i); }}", "device"),
    "pointer by a function that nobody sees": (
        f"{ACC}\n{{ {IN_ACC} {GANG}\n{LOOP} s->a->v[i] += unseen(s, i); }}",
        "device",
    ),
    "pointer by a function of the construct's": (
        f"{TEAMS} map(tofrom: s->a->x[0:n])\n{LOOP} s->a->x[i] += at(s, i);",
        "device",
    ),
    "function that follows another pointer": (
        f"{TEAMS} map(tofrom: s->a->x[0:n], s->a->v[0:n])\n{LOOP} s->a->x[i] += other(s, i);",
        "hoisted",
    ),
    "pointer by another name, where the clause stays": (
        f"struct sim *t = s; {DATA}\n{{ {KERNEL}{TEAMS}\n{LOOP} t->a->x[i] += 1; }}",
        "hoisted",
    ),
    "pointer by both names, where the clause stays": (
        f"struct sim *t = s; {DATA}\n{{ {TEAMS}\n{LOOP} s->a->x[i] += t->a->x[i]; }}",
        "hoisted",
    ),
    "pointer that a struct brings back": (
        f"\n#pragma omp target data map(tofrom: s->a[0:1])\n{{ {OWN} }}",
        "device",
    ),
    "pointer that a struct around its own brings back": (
        f"{OWN}\n#pragma omp target exit data map(from: whole[0:1])",
        "device",
    ),
    "pointer that bytes bring back": (
        f"{OWN}\n#pragma omp target update from(s->b->name[0:8])",
        "device",
    ),
    "struct without the pointer that comes back": (
        f"{OWN}\n#pragma omp target exit data map(from: s[0:1])",
        "hoisted",
    ),
    "root that another use needs": (f"{GANG} present(s->a->x[0:n])\n{LOOP} s->a->x[i] = s->m;", "device"),
    "root that no clause of a scalar gives": (
        f"{GANG} present(s->a->x[0:n]) copyin(s->a->n)\n{LOOP} s->a->x[i] = s->a->n;",
        "device",
    ),
    "root that another use needs, of a region's": (
        f"{ACC}\n{{ {IN_ACC} {GANG} copy(sum)\n{LOOP} sum += s->m; }}",
        "device",
    ),
    "root that the construct has itself": (
        f"{GANG} present(s[0:1], s->a->x[0:n])\n{LOOP} s->a->x[i] = s->m;",
        "hoisted",
    ),
    "root that a region around has itself": (
        "\n#pragma acc data present(s[0:1])\n"
        f"{{ k++; {GANG} present(s->a->x[0:n])\n{LOOP} s->a->x[i] = s->m; }}",
        "hoisted",
    ),
    "root of what the clauses list": (
        f"{GANG} copy(s->a->x[0:n]) copyin(s->b -> v[0:n])\n{LOOP} s->a->x[i] += s-> b->v[i];",
        "hoisted",
    ),
    "root of a longer name than the clauses list": (
        f"{GANG} copy(s->a->x[0:n]) present(s->b->v[0:n])\n{LOOP} s->a->x[i] += s->b->v2;",
        "device",
    ),
    "root that another use needs, in OpenMP": (
        f"{TEAMS} map(tofrom: s->a->x[0:n])\n{LOOP} s->a->x[i] = s->m;",
        "hoisted",
    ),
    "pointer that a kernel sets": (
        f"{TEAMS} map(tofrom: s->a->x[0:n])\n{LOOP} s->a->x[i] = i;\n"
        "\n#pragma omp target\n{ struct atoms *a = s->b; a->x = a->v; }",
        "device",
    ),
    "clause that calls in the region": (
        f"{DATA}\n{{\n#pragma omp parallel num_threads(set(s))\nk++; {KERNEL} }}",
        "opaque",
    ),
    "clause that calls behind the data": (
        f"{ENTER}\n#pragma omp parallel num_threads(set(s))\nk++; {KERNEL}",
        "device",
    ),
    "clause that calls nothing in the region": (
        f"{DATA}\n{{\n#pragma omp parallel num_threads(3)\nk++; {KERNEL} }}",
        "hoisted",
    ),
    "barrier in the region": (f"{DATA}\n{{\n#pragma omp barrier\nk++; {KERNEL} }}", "threads"),
    "critical section before the region": (f"\n#pragma omp critical\nk++; {DATA}\n{{ {KERNEL} }}", "hoisted"),
}


@pytest.mark.parametrize("name", VERDICTS)
def test_whether_the_target_is_certainly_found(name: str) -> None:
    body, expected = VERDICTS[name]
    source = f"{WORLD}{body}\n}}\n".encode()
    flags = ["-std=gnu11", "-fopenmp", "-fopenacc"]
    found = look(source, "step.c", flags)
    rows = [row for row in found if row.function == "step" and row.text in ("s->a->x", "s->rows[k]->x")]
    assert rows
    assert {"hoisted" if row.chosen is not None else row.code for row in rows} == {expected}, [
        row.why for row in rows
    ]


SCALARS = {
    "map(to: s->a->n)": False,
    "map(always, to: s->a->n)": False,
    "map(s->a->n)": False,
    "": False,
}


@pytest.mark.parametrize("clause", SCALARS)
def test_a_scalar_has_another_value_where_the_device_has_it_already(clause: str) -> None:
    """Or, with ``always``, has it for what follows: that reads the device's struct."""
    source = f"{WORLD}{TEAMS} map(tofrom: s->a->x[0:n]) {clause}\n{LOOP} s->a->x[i] = s->a->n;\n}}\n".encode()
    rows = look(source, "step.c", ["-std=gnu11", "-fopenmp"])
    assert [row.chosen is not None for row in rows if row.text == "s->a->n"] == [SCALARS[clause]]


STORING = {
    "nothing": ("", "s->b->n++;", True),
    "numbers": ("", "s->b->x[0] = s->b->v[0];", True),
    "the pointer": ("", "s->b->x = s->b->v;", False),
    "by a pointer to it": ("", "double **p = &s->b->x; *p = s->b->v;", False),
    "by a parameter": ("static void put(double **restrict p) { *p = 0; }\n", "put(&s->b->x);", False),
    "its bytes": ("", "memcpy(&s->b->x, &s->b->v, sizeof s->b->x);", False),
    "as an atomic": ("", "__atomic_store_n(&s->b->x, s->b->v, __ATOMIC_RELAXED);", False),
    "in a function that nobody sees": ("", "touch(s->b);", False),
    "in a macro's directive": ('#define RUN _Pragma("omp target")\n', "} RUN { s->b->x = 0;", False),
    "in a macro": ("#define ALL { s->b->x = 0; }\n", "} \n#pragma omp target\nALL {", False),
    "by a parameter of its own": (
        "void own(double **restrict p)\n{\n#pragma omp target\n{ *p = 0; }\n}\n",
        "",
        False,
    ),
    "another variable": ("static int k;\n", "k = 1;", True),
}
"""A kernel of another function: what stands before it, its body, and whether the chain is hoisted."""


@pytest.mark.parametrize("name", STORING)
def test_a_kernel_of_another_function_may_store_what_leads_to_the_chain(name: str) -> None:
    before, body, hoists = STORING[name]
    text = (
        "#include <string.h>\nstruct atoms { double *x, *v; int n; };\nstruct sim { struct atoms *a, *b; };\n"
    )
    text += f"void touch(struct atoms *);\n{before}void turn(struct sim *s)\n"
    text += f"{{\n#pragma omp target\n{{ {body} }}\n}}\n"
    text += f"void step(struct sim *s, int n)\n{{{TEAMS} map(s->a->x[0:n])\n{LOOP} s->a->x[i] = i;\n}}\n"
    rows = look(text.encode(), "step.c", ["-std=gnu11", "-fopenmp", "-O2"])
    found = [row for row in rows if row.text == "s->a->x"]
    assert [row.chosen is not None for row in found] == [hoists], [row.why for row in found]


@pytest.mark.parametrize(("word", "hoists"), [("omp_target_memcpy", False), ("omp_get_mapped_ptr", True)])
def test_a_call_may_store_in_the_device_what_leads_to_the_chain(word: str, hoists: bool) -> None:
    body = f"{TEAMS} map(tofrom: s->a->x[0:n])\n{LOOP} s->a->x[i] = i;"
    source = f"void {word}(void *);\nvoid turn(void *p) {{ {word}(p); }}\n{WORLD}{body}\n}}\n".encode()
    rows = look(source, "step.c", ["-std=gnu11", "-fopenmp"])
    assert [row.chosen is not None for row in rows if row.text == "s->a->x"] == [hoists]


OWN = {
    "declared": (
        "#pragma omp declare target\nint K;\nstruct sim *D;\n#pragma omp end declare target\n",
        False,
    ),
    "declared by OpenACC": ("int K; struct sim *D;\n#pragma acc declare create(K)\n", False),
    "not declared": ("int K; struct sim *D;\n", True),
}


@pytest.mark.parametrize("chain", ["s->rows[K]->x", "D->a->x"])
@pytest.mark.parametrize("name", OWN)
def test_a_device_may_have_a_variable_of_its_own(name: str, chain: str) -> None:
    head, hoists = OWN[name]
    source = f"{head}{WORLD}{TEAMS} map(tofrom: {chain}[0:n])\n{LOOP} {chain}[i] = 1;\n}}\n".encode()
    rows = look(source, "step.c", ["-std=gnu11", "-fopenmp"])
    assert {row.chosen is not None for row in rows if row.text == chain} == {hoists}, [r.why for r in rows]


@pytest.mark.parametrize("spelled", ["s->a->x", "(*s).a->x", "s[0].a->x", "s->a[0].x", "s->b->x"])
def test_a_clause_of_enter_data_stays_that_names_the_chain_in_any_way(spelled: str) -> None:
    """Only its own chain makes the device's pointer lead to the data for all that follows."""
    body = f"\n#pragma omp target enter data map(to: s->a->x[0:k])\n{LOOP} {spelled}[i] += 1;"
    rows = look(f"{WORLD}if (k) {spelled}[0] = 1;{body}\n}}\n".encode(), "step.c", ["-std=gnu11", "-fopenmp"])
    codes = {row.code for row in rows if row.chosen is None and row.text.endswith("x")}
    assert ("place" in codes) is (spelled != "s->b->x")


TESTED = {
    "if (s->a->x) s->a->x[i] = 1;": False,
    "s->a->x[i] = s->a->x != s->a->v;": False,
    "s->a->x[i] = (s->a->x ? 1 : 2);": False,
    "s->a->x[i] = !s->a->x[i];": True,
    "if (*s->a->x > 1) s->a->x[i] = 1;": True,
    "*(s->a->x + i) = (s->a->x + k)[1] + ((s->a->x))[i];": True,
    "double *y = s->a->x; y[i] = 1;": False,
    "double *y = &s->a->x[0]; y[i] = 1;": False,
    "double *y = s->a->x + 1; y[i] = 1;": False,
    "if ((long)s->a->x) s->a->x[i] = 1;": False,
    "_Bool b = s->a->x; s->a->x[i] = b;": False,
    "fill(s->a->x, i);": False,
    "s->a->x[i] = s->a->x - s->a->v;": False,
    "sum += s->rows[(int)s->a->x[i]]->n;": True,
}


@pytest.mark.parametrize("body", TESTED)
def test_a_pointer_may_be_null_on_the_device_where_a_section_has_no_elements(body: str) -> None:
    """What is not attached is what the device's struct holds, which a local is not (OpenMP 5.2, 5.8.6)."""
    source = f"{WORLD}{TEAMS} map(tofrom: s->a->x[0:n])\n{LOOP} {{ {body} }}\n}}\n".encode()
    rows = look(source, "step.c", ["-std=gnu11", "-fopenmp"])
    assert {row.chosen is not None for row in rows if row.text == "s->a->x"} == {TESTED[body]}


def test_a_section_of_a_written_length_has_elements() -> None:
    source = (
        f"{WORLD}{TEAMS} map(tofrom: s->a->x[0:LENGTH])\n{LOOP} {{ double *y = s->a->x; y[i] = 1; }}\n}}\n"
    )
    for length, hoists in (("8", True), ("n", False), ("00", False), ("n - 8", False)):
        rows = look(source.replace("LENGTH", length).encode(), "step.c", ["-std=gnu11", "-fopenmp"])
        assert {row.chosen is not None for row in rows if row.text == "s->a->x"} == {hoists}


@pytest.mark.parametrize(("clause", "hoists"), [("from(s->b->n)", False), ("to(s->b->n)", True)])
def test_a_scalar_may_come_back_before_a_loop(clause: str, hoists: bool) -> None:
    body = f"sum += s->a->n + s->b->n;\n#pragma omp target update {clause}\n{LOOP} sum += s->a->n;"
    rows = look(f"{WORLD}{body}\n}}\n".encode(), "step.c", ["-std=gnu11", "-fopenmp"])
    assert [row.chosen is not None for row in rows if row.text == "s->a->n"] == [hoists]


@pytest.mark.parametrize("what", ["declare target", "declare variant", "assumes"])
def test_the_end_of_declarations_governs_nothing(what: str) -> None:
    more = {"declare target": "", "declare variant": " match(device={kind(gpu)})", "assumes": " no_openmp"}
    text = f"""
struct s {{ struct a *a; }}; struct a {{ double *x; }};
#pragma omp begin {what}{more[what]}
int other(int);
#pragma omp end {what}
struct all {{
double step(struct s *s, int n) {{ double r = 0; for (int i = 0; i < n; i++) r += s->a->x[i]; return r; }}
}};
"""
    rows = {row.text: row for row in look(text.encode(), "a.cpp", ["-fopenmp"])}
    assert rows["s->a->x"].chosen is not None


def test_what_keeps_a_chain_from_its_construct_is_said() -> None:
    text = """
struct s { struct a *a; }; struct a { double *x; };
double step(struct s *s, int n) { double r = 0;
#pragma acc parallel copyin(s->a->x[0:n]) copy(r)
{
#pragma acc loop seq
for (int i = 0; i < n; i++) {
#pragma acc cache(s->a->x[0:4])
r += s->a->x[i]; } }
#pragma acc kernels
{ for (int i = 0; i < n; i++) s->a->x[i] += 1; }
return r; }
"""
    rows = [row.why for row in look(text.encode(), "a.c", ["-fopenacc"]) if row.text == "s->a->x"]
    assert rows[0].startswith("'acc cache' may run on a device, or change what it holds")
    assert rows[1].startswith(
        "'acc kernels' may run on a device, and none of its data clauses names the chain"
    )


HOLDERS = {
    "a tag": "struct leaf { double *x; }; struct top { struct leaf *a; }; struct leaf *q;",
    "a typedef": "typedef struct { double *x; } leaf; struct top { leaf *a; }; leaf *q;",
    "no name": "struct top { struct { double *x; } *a; } *w; __typeof__(w->a) q;",
    "a member without a name": (
        "struct leaf { struct { double *x; }; }; struct top { struct leaf *a; }; struct leaf *q;"
    ),
    "another struct": (
        "struct leaf { double *x; }; struct top { struct leaf *a; }; struct { struct leaf in[2]; } *q;"
    ),
}


@pytest.mark.parametrize("name", HOLDERS)
def test_the_struct_that_comes_back_is_known_whatever_names_it(name: str) -> None:
    loop = f"{TEAMS} map(tofrom: s->a->x[0:n])\n{LOOP} s->a->x[i] = i;"
    for listed, hoists in (("q", False), ("other", True)):
        body = f"{loop}\n#pragma omp target exit data map(from: {listed}[0:1])"
        source = f"{HOLDERS[name]} int *other;\nvoid step(struct top *s, int n) {{{body}\n}}\n"
        rows = look(source.encode(), "step.c", ["-std=gnu11", "-fopenmp"])
        assert {row.chosen is not None for row in rows if row.text == "s->a->x"} == {hoists}
