# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Things that a translation must refuse, or else understand; one of them in a program that is valid.

Each writer adds a statement that holds such a thing to a function, and tells
whether it could. The program stays valid C or C++ with defined behaviour, so
where the tool accepts it the translation has to print the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from progen.expressions import Active
from progen.model import EXTENT, FIELD_SCALARS, Index, Path, Variable, value_of
from progen.regions import HOISTABLE, Function

SCALAR = frozenset({"scalar"})
DATA = frozenset({"data"})


@dataclass(frozen=True)
class Kind:
    """A forbidden thing: who writes it, the codes that are right for it, and where it can be written."""

    write: Callable[[Function], bool]
    codes: frozenset[str]
    languages: tuple[bool, ...] = (False, True)  # cxx
    alone: bool = False  # what follows in the file may be refused with it


KINDS: dict[str, Kind] = {}
Writer = Callable[[Function], bool]


def kind(*codes: str, c: bool = True, cxx: bool = True, alone: bool = False) -> Callable[[Writer], Writer]:
    """Register the writer of a forbidden thing."""

    def register(writer: Writer) -> Writer:
        languages = (False,) * c + (True,) * cxx
        KINDS[writer.__name__] = Kind(writer, frozenset(codes), languages, alone)
        return writer

    return register


def chain(
    out: Function, ends: frozenset[str] = HOISTABLE, fits: Callable[[Path], bool] = lambda _: True
) -> Path | None:
    """A chain that a region here may hoist."""
    for _ in range(25):
        path = out.choose(ends)
        if path and path.links and out.legal(path) and fits(path):
            return path
    return None


def arithmetic(path: Path) -> bool:
    return not path.const and path.scalar is not None and path.scalar.kind in "ui"


def region(out: Function, active: Active, middle: Callable[[], None], names: str = "") -> bool:
    """A region that hoists ``active``, with ``middle`` among its statements."""
    names = names or out.names([active.path], [])
    out.line(f"#pragma pointerchain region begin declare({names})", touched=True)
    with out.opened([active]):
        out.undeclared += 1
        out.statements(0, 1)
        out.use([active])
        middle()
        out.use([active])
        out.undeclared -= 1
    out.line("#pragma pointerchain region end", touched=True)
    out.after_region()
    return True


def simple(out: Function, path: Path | None, text: str, mutable: bool = True) -> bool:
    """A region for ``path`` with the one line ``text``, in which {0} stands for the chain."""
    if path is None:
        return False
    active = Active(path, mutable)
    return region(out, active, lambda: out.line(text.format(out.spell(path, plain=True))))


# --- what a chain depends on changes ------------------------------------------------------------


@kind("prefix-assigned")
def prefix_assigned(out: Function) -> bool:
    def assignable(path: Path) -> list[tuple[str, list[str]]]:
        """Prefixes that can be pointed elsewhere, and where to."""
        found = []
        root = path.root
        if root.kind == "sptr" and root.count == 1 and not root.const and out.writable(root):
            found.append((root.name, root.objects))
        for walked in (w for w in out.favorites if w.kind == "ptr" and not w.const):
            if path.key[: len(walked.key)] == walked.key and path.key != walked.key:
                found.append((out.spell(walked), walked.objects))
        targets = []
        for text, objects in found:
            alike = [o for o in out.world.objects if objects and o.struct is objects[0].struct]
            known = [a for a in map(out.address, alike) if a]
            if known:
                targets.append((text, known))
        return targets

    path = chain(out, fits=lambda p: bool(assignable(p)))
    if path is None:
        return False
    text, targets = out.choices.pick(assignable(path))
    to = out.choices.pick(targets)
    forms = [
        f"{text} = {to};",
        f"tr((unsigned)({text} = {to})->id);",
        f"({text}) = {to};",
        f"if (n & 1u) {{ tr(3u); {text} = {to}; }}",
        f"for (int q = 0; q < 1; q++, {text} = {to}) tr(2u);",
        f"ID({text} = {to};)",
        f"{text} = n & 1u ? {text} : {to};",
    ]
    if out.cxx:
        forms += [f"[&] {{ {text} = {to}; }}();", f"auto &r = {text}; r = {to};"]
    form = out.choices.pick(forms)
    active = Active(path)
    return region(out, active, lambda: out.line(form))


@kind("subscript-changed")
def subscript_changed(out: Function) -> bool:
    out.line("{")
    name = out.fresh("q")
    out.line(f"int {name} = 0;")
    variable = out.declare(Variable(name, "index", limit=2))
    path = None
    for _ in range(20):
        found = out.choose(frozenset({"vec", "data", "scalar"}))
        if found and found.kind in {"vec", "data"}:
            element = out.walker.element(found, [variable])
            if element.steps[-1][1] == Index(0, variable) and out.legal(element):
                path = element
                break
        elif found and variable in found.indexes() and found.kind == "scalar" and out.legal(found):
            path = found
            break
    ok = False
    if path:
        forms = [f"{name} = 1;", f"{name}++;", f"tr((unsigned)(++{name}));", f"{name} += 1;"]
        forms.append(f"for ({name} = 1; {name} < 1; {name}++) tr(1u);")
        if out.cxx:
            forms += [f"[&] {{ {name}++; }}();", f"std::swap({name}, *std::make_unique<int>(1));"]
        form = out.choices.pick(forms)
        ok = region(out, Active(path), lambda: out.line(form))
    del out.scopes[-1].names[name]
    out.line("}")
    return ok


# --- other names for a hoisted value ---------------------------------------------------------------


@kind("address-taken", "object-needed")
def address_taken(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    forms = [
        "*&{0} += 5;",
        "*(&{0}) += 5;",
        "for (int q = 0; q < 2; q++) (&{0})[0]++;",
    ]
    if path and path.scalar:
        forms += [
            f"{{ {path.scalar.c} *q = &{{0}}; *q += 5; tr((unsigned)*q); }}",
            "memset(&{0}, 1, 1);",
            "tr(*(unsigned char *)&{0});",
        ]
    text = out.choices.pick(forms).replace("{ ", "{{ ").replace(" }", " }}") if path else ""
    return simple(out, path, text)


@kind("address-taken", "object-needed", c=False)
def reference_bound(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    if path is None or path.scalar is None:
        return False
    scalar = path.scalar.c
    bump = f"bump_{out.name}"
    out.extra.append(f"static inline unsigned {bump}({scalar} &v) {{ v += 3; return (unsigned)v; }}")
    forms = (
        f"tr({bump}({{0}}));",
        "{{ auto &r = {0}; r += 2; tr((unsigned){0}); r++; }}",
        f"{{{{ {scalar} &r = {{0}}; r += 2; tr((unsigned){{0}}); }}}}",
        "[&] {{ {0} += 2; }}();",
        "[&r = {0}] {{ r += 2; }}();",
        f"[]({scalar} &r) {{{{ r += 2; }}}}({{0}});",
        f"{{{{ {scalar} q = 9; std::swap(q, {{0}}); tr((unsigned)q); }}}}",
        f"tr((unsigned)std::exchange({{0}}, ({scalar})4));",
        "for (auto *q : {{&{0}}}) *q += 1;",
        f"{{{{ const {scalar} &r = {{0}}; {{0}} += 1; tr((unsigned)r); }}}}",
        "++++{0};",
        "({0} += 1) += 2;",
        "(n & 1u ? {0} : {0}) += 1;",
        "(tr(1u), {0}) += 1;",
    )
    return simple(out, path, out.choices.pick(forms))


@kind("object-needed", "address-taken", "lambda-capture", c=False)
def lambda_use(out: Function) -> bool:
    path = chain(out, SCALAR | DATA, lambda p: arithmetic(p) and not p.field.const)
    if path is None:
        return False
    use = "{0}[1]" if path.kind == "data" else "{0}"
    forms = (
        f"{{{{ auto l = [=] {{{{ return {use}; }}}}; {use} += 1; tr((unsigned)l()); }}}}",
        f"{{{{ auto l = [&] {{{{ return {use}; }}}}; {use} += 1; tr((unsigned)l()); }}}}",
        f"{{{{ auto l = [=] {{{{ return {use} += 1; }}}}; tr((unsigned)l()); }}}}",
        f"{{{{ auto l = [&](unsigned a) {{{{ {use} += a; if (a) return 3u; return 4u; }}}}; tr(l(n)); }}}}",
        f"{{{{ auto l = [q = {use}] {{{{ return q; }}}}; tr((unsigned)l()); }}}}",
    )
    return simple(out, path, out.choices.pick(forms))


@kind("container-as-whole", "object-needed", "array-type", "address-taken", "lambda-capture", c=False)
def container_use(out: Function) -> bool:
    path = chain(out, frozenset({"dvec", "darr"}), lambda p: not p.const)
    forms = (
        "tr((unsigned){0}.size());",
        "for (auto &e : {0}) e += 1;",
        "for (auto e : {0}) tr((unsigned)e);",
        "tr((unsigned){0}.back());",
        "tr((unsigned)*{0}.begin());",
        "{0}.at(1) += 1;",
        "{{ auto v = {0}; v[0] += 1; tr((unsigned){0}[0]); }}",
        "{{ auto &v = {0}; v[0] += 1; tr((unsigned){0}[0]); }}",
        "tr((unsigned)(&{0} != nullptr));",
        "tr((unsigned){0}.data()[2]);",
        "tr((unsigned){0}.operator[](2));",
        "std::swap({0}[0], {0}[1]);",
        "tr((unsigned)std::end({0})[-1]);",
        "{0}.resize(6); {0}[5] += 1;",
    )
    text = out.choices.pick(forms)
    if path and path.kind == "darr" and "resize" in text:
        return False
    return simple(out, path, text)


@kind("array-type", "object-needed", "address-taken", c=False)
def array_use(out: Function) -> bool:
    path = chain(out, frozenset({"vec"}), lambda p: not p.const)
    forms = (
        "for (auto &e : {0}) e += 1;",
        "for (auto e : {0}) tr((unsigned)e);",
        "tr((unsigned)(std::end({0}) - std::begin({0})));",
        "{{ auto &v = {0}; v[0] += 1; tr((unsigned)sizeof v); }}",
        "tr((unsigned)sizeof({0}));",
        "tr((unsigned)(sizeof {0} / sizeof *{0}));",
        "tr((unsigned)std::extent<decltype({0})>::value);",
        "{{ auto *q = &{0}; (*q)[1] += 1; tr((unsigned)sizeof *q); }}",
        "{{ decltype({0}) q = {{}}; tr((unsigned)sizeof q); }}",
    )
    return simple(out, path, out.choices.pick(forms))


@kind("array-type", "evaluated-operand", "address-taken", cxx=False)
def array_use_in_c(out: Function) -> bool:
    path = chain(out, frozenset({"vec"}), lambda p: not p.const)
    forms = (
        "tr((unsigned)sizeof({0}));",
        "tr((unsigned)(sizeof {0} / sizeof *{0}));",
        "tr((unsigned)sizeof(__typeof__({0})));",
        "{{ __typeof__({0}) q; memcpy(q, {0}, sizeof q); tr((unsigned)q[3]); }}",
        "tr((unsigned)(*(&{0}))[2]);",
        "tr((unsigned)(&{0})[0][1]);",
        "tr((unsigned)((char *)(&{0} + 1) - (char *){0}));",
        "memset({0}, 0, sizeof {0});",
        "{{ struct {{ __typeof__({0}) v; }} q = {{{{1, 2, 3, 4}}}}; tr((unsigned)q.v[1]); }}",
    )
    return simple(out, path, out.choices.pick(forms))


@kind("evaluated-operand", "object-needed", "address-taken")
def type_use(out: Function) -> bool:
    path = chain(out, SCALAR, lambda p: arithmetic(p) and not p.const)
    forms = [
        "tr((unsigned)sizeof {0});",
        "tr((unsigned)sizeof({0} + 1));",
        "{{ __typeof__({0}) q = 3; tr((unsigned)q); {0} = q; }}",
        "tr((unsigned)_Alignof(__typeof__({0})));"
        if not out.cxx
        else "tr((unsigned)alignof(decltype({0})));",
        "tr((unsigned)__builtin_constant_p({0}));",
        "tr(({{ unsigned q = (unsigned){0}; q + 1u; }}));",
        "tr((unsigned)(sizeof(char[2]) + (unsigned){0}++));",
    ]
    if out.cxx:
        forms += [
            "{{ decltype({0}) q = 3; tr((unsigned)q); }}",
            "tr((unsigned)noexcept({0}++));",
            "{{ auto q = {0}; q++; tr((unsigned)q); }}",
            "tr((unsigned)std::is_same<decltype({0}), unsigned>::value);",
            "tr((unsigned)std::is_same<decltype(({0})), unsigned &>::value);",
            "if (auto q = {0}; q > 2) tr((unsigned)q);",
        ]
    else:
        forms += [
            "tr(_Generic({0}, unsigned: 1u, default: 0u));",
            "tr(_Generic(&{0}, unsigned *: 1u, default: 0u));",
        ]
    return simple(out, path, out.choices.pick(forms))


# --- control flow ----------------------------------------------------------------------------------


@kind("jump-into-region", "split-statement")
def jump_into_region(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    if path is None:
        return False
    label, form = out.fresh("into"), out.choices.pick(("goto", "case", "back"))
    active = Active(path, True)
    if form == "goto":
        out.line(f"if (n & 1u) goto {label}_{out.name};")
    if form == "case":
        out.line("switch (n & 1u) { default: ;")
    region(
        out, active, lambda: out.line(f"{label}_{out.name}: tr(4u);" if form != "case" else "case 1: tr(4u);")
    )
    if form == "case":
        out.line("}")
    if form == "back":
        out.line(f"{{ static unsigned turns; if (turns++ < 3u) goto {label}_{out.name}; }}")
    return True


@kind("missing-braces", "split-statement", "unbalanced-region", "misplaced-directive")
def region_shape(out: Function) -> bool:
    path = chain(out)
    if path is None:
        return False
    names = out.names([path], [])
    begin, end = f"#pragma pointerchain region begin declare({names})", "#pragma pointerchain region end"
    shapes = (
        ("{", begin, "tr(1u);", "}", end),
        (begin, "{", end, "}"),
        ("if (n & 1u)", begin, "tr(1u);", end),
        ("for (int q = 0; q < 2; q++)", begin, "{ tr(1u);", end, "}"),
        ("tr(1u +", begin, "2u);", end),
        (begin, "if (n & 1u)", end, "tr(1u);"),
        ("if (n & 1u) tr(2u);", begin, "else tr(3u);", end),
        ("do", begin, "tr(1u);", end, "while (0);"),
        ("{", begin, "if (n & 1u) {", "tr(2u);", end, "} else tr(3u);", "}"),
    )
    for text in out.choices.pick(shapes):
        out.line(text, touched=True)
    out.line("tr(6u);")
    return True


@kind("unbalanced-region", "misplaced-directive", alone=True)
def unbalanced(out: Function) -> bool:
    path = chain(out)
    if path is None:
        return False
    begin, end = f"region begin declare({out.names([path], [])})", "region end"
    for text in out.choices.pick(((begin,), (end,), (begin, end, end), (begin, begin, end))):
        out.line(f"#pragma pointerchain {text}", touched=True)
        out.line("tr(1u);", touched=True)
    return True


@kind("exit-in-macro", "chain-in-macro")
def exit_in_macro(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    if path is None:
        return False
    macro = f"LEAVE_{out.name}"
    out.extra.append(f"#define {macro}(a) {{ tr(a); {out.return_constant()} }}")
    out.extra.append(f"#define {macro}_LOOP break")
    spelled = out.spell(path, plain=True)
    forms = (
        f"if (n & 1u) {macro}(3u)",
        f"if (n & 1u) {macro}((unsigned){spelled})",
        f"for (int q = 0; q < 3; q++) {{ if (q) {macro}_LOOP; }}",
        f"for (int q = 0; q < 3; q++) {{ if (q) {macro}(2u) }}",
    )
    form = out.choices.pick(forms)
    return region(out, Active(path, True), lambda: out.line(form))


@kind("unsupported-exit", "evaluated-operand")
def exit_in_expression(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    if path is None:
        return False
    back = out.return_constant()
    forms = (
        f"tr(({{ if (n & 1u) {{ {back} }} 2u; }}));",
        f"tr(({{ if (n & 1u) {back} 2u; }}) + (unsigned){out.spell(path, plain=True)}++);",
        "for (int q = 0; q < 3; q++) tr(({ if (q) break; 2u; }));",
    )
    form = out.choices.pick(forms)
    return region(out, Active(path, True), lambda: out.line(form))


# --- macros ------------------------------------------------------------------------------------------


@kind("chain-in-macro", "prefix-assigned", "subscript-changed")
def chain_in_macro(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    if path is None or path.scalar is None:
        return False
    base, text = f"BODY_{out.name}", out.spell(path, plain=True)
    if "//" in text or "/*" in text:
        return False
    last = str(path.steps[-1][1])
    if not text.endswith(last):
        return False
    front = text[: -len(last)]
    out.extra += [
        f"#define {base} {text}",
        f"#define {base}_FRONT {front}",
        f"#define {base}_MEMBER(a) a {last}",
        f"#define {base}_ROOT {path.root.name}",
        f"#define {base}_NAME {last}",
        f"#define {base}_PASTE(a, b) a##b",
    ]
    rooted = text.replace(path.root.name, f"{base}_ROOT", 1)
    forms = [
        f"{base} += 1;",
        f"tr((unsigned){base});",
        f"{base}_FRONT {last} += 1;",
        f"{front}{base}_NAME += 1;",
        f"{base}_MEMBER({front}) += 1;",
        f"{front}{base}_PASTE({last[:1]}, {last[1:]}) += 1;",
        f"ID({base}) += 1;",
        f"ID(ID({base} += 1;))",
        f"MX({base}, {text}) ;",
    ]
    if path.root.kind != "this" and text.startswith(path.root.name):
        forms.append(f"{rooted} += 1;")
    form = out.choices.pick(forms)
    return region(out, Active(path, True), lambda: out.line(form))


@kind("stringized-chain", "chain-in-macro")
def stringized(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    macro = f"STR_{out.name}"
    out.extra += [
        f"#define {macro}(a) #a",
        f"#define {macro}_BOTH(a) len(#a) + (unsigned)(a)",
        f"#define {macro}_TEST(a) ((a) ? 0u : len(#a))",
    ]
    forms = (
        f"tr(len({macro}({{0}})));",
        f"tr({macro}_BOTH({{0}}));",
        f"tr({macro}_BOTH({{0}} + 1));",
        f"tr({macro}_TEST({{0}} & 1));",
        f"tr(ID({macro}_BOTH({{0}})));",
    )
    return simple(out, path, out.choices.pick(forms))


@kind("chain-in-macro", "stringized-chain", "unknown-construct")
def included(out: Function) -> bool:
    """A chain between other conditional or macro lines: nothing here must be refused."""
    path = chain(out, SCALAR, arithmetic)
    if path is None:
        return False
    text = out.spell(path, plain=True)

    def middle() -> None:
        out.line("#if 0", touched=True)
        out.line(f"{text} = 'never;", touched=True)
        out.line("#elif defined(__pointerchain)", touched=True)
        out.line(f"{text} += 2;")
        out.line("#else", touched=True)
        out.line(f"{text} += 2;")
        out.line("#endif", touched=True)

    return region(out, Active(path, True), middle)


# --- what a chain is --------------------------------------------------------------------------------


@kind("volatile-link")
def volatile_link(out: Function) -> bool:
    n = out.name
    struct = "" if out.cxx else "struct "
    atomic = "volatile" if out.cxx else out.choices.pick(("volatile", "_Atomic"))
    where = out.choices.pick(("member", "link", "pointee"))
    out.extra += [
        f"struct V{n} {{ {atomic + ' ' if where == 'member' else ''}unsigned x; }};",
        f"struct W{n} {{ {'volatile ' if where == 'pointee' else ''}{struct}V{n} *"
        f"{'volatile ' if where == 'link' else ''}v; }};",
        f"static {struct}V{n} v_{n};",
        f"static {struct}W{n} w_{n};",
    ]
    for text in (
        f"w_{n}.v = &v_{n};",
        f"#pragma pointerchain region begin declare(w_{n}.v->x)",
        f"w_{n}.v->x {out.choices.pick(('+= 2u', '= 4u'))};",
        f"tr(w_{n}.v->x);",
        "#pragma pointerchain region end",
        f"tr(v_{n}.x);",
    ):
        out.line(text, touched=True)
    return True


@kind("call-in-chain", "bad-chain", "side-effect-in-chain", "unresolved-chain")
def call_in_chain(out: Function) -> bool:
    path = chain(out, SCALAR, lambda p: p.root.kind == "sptr" and p.root.count == 1)
    if path is None or path.root.struct is None:
        return False
    root, struct = path.root, path.root.struct
    const = "const " * root.const
    same = out.fresh(f"same_{out.name}_")
    out.extra.append(
        f"static inline {const}{struct.name} *{same}({const}{struct.name} *o) {{ tr(9u); return o; }}"
    )
    rest = out.spell(path, plain=True).replace(root.name, "", 1)
    text = f"{same}({root.name}){rest}"
    if "(" in rest or ")" in rest:
        return False
    for line in (
        f"#pragma pointerchain region begin declare({text})",
        f"tr({value_of(text, path.scalar or FIELD_SCALARS[0])});",
        "#pragma pointerchain region end",
    ):
        out.line(line, touched=True)
    return True


@kind("side-effect-in-chain", "bad-chain", "call-in-chain")
def side_effect_in_chain(out: Function) -> bool:
    path = chain(out, frozenset({"data", "vec"}))
    if path is None or path.scalar is None:
        return False
    spelled = out.spell(path, plain=True)
    name = out.fresh("q")
    forms = (f"{spelled}[{name}++]", f"{spelled}[{name} = 1]", f"{spelled}[({name} += 1, {name})]")
    text = out.choices.pick(forms)
    for line in (
        f"{{ int {name} = 0;",
        f"#pragma pointerchain region begin declare({text})",
        f"tr({value_of(text, path.scalar)});",
        "#pragma pointerchain region end",
        f"tr((unsigned){name}); }}",
    ):
        out.line(line, touched=True)
    return True


@kind("bit-field-written", "address-taken")
def bit_field_written(out: Function) -> bool:
    path = chain(out, frozenset({"bits"}), lambda p: not p.const)
    return simple(out, path, out.choices.pick(("{0} += 3u;", "{0} = 31u; {0}++;", "tr({0}--);")))


@kind("root-not-visible", "unresolved-chain")
def root_not_visible(out: Function) -> bool:
    path = chain(out, SCALAR, lambda p: p.root.kind != "this")
    if path is None:
        return False
    out.line(f"{{ tr({value_of(out.spell(path), path.scalar or FIELD_SCALARS[0])});", touched=True)
    for line in (
        f"#pragma pointerchain declare({out.spell(path, plain=True)})",
        f"{{ unsigned {path.root.name} = 3u;",
        "#pragma pointerchain region begin",
        f"tr({path.root.name});",
        "#pragma pointerchain region end",
        "} }",
    ):
        out.line(line, touched=True)
    return True


# --- the directive's own text -----------------------------------------------------------------------


@kind("type-mismatch", "qualifier-mismatch", "bad-type")
def type_mismatch(out: Function) -> bool:
    path = chain(out, SCALAR | DATA)
    if path is None or path.scalar is None:
        return False
    wrong = [s.c for s in FIELD_SCALARS if s.c not in {path.scalar.c, "real_t", "double"}]
    star = "*" * (path.kind == "data")
    types = [out.choices.pick(wrong) + star, path.scalar.c + star + "*", "struct nosuch *", "char[3]"]
    if path.kind == "scalar":
        types.append(f"{path.scalar.c}:restrict")
    text = f"{out.spell(path, plain=True)}{{{out.choices.pick(types)}}}"
    return region(out, Active(path), lambda: None, text)


@kind(
    *("unknown-word", "incomplete-directive", "trailing-text", "unclosed-bracket", "empty-entry"),
    *("bad-chain", "bad-type", "unresolved-chain", "misplaced-directive", "qualifier-mismatch"),
)
def bad_text(out: Function) -> bool:
    path = chain(out, SCALAR | DATA)
    if path is None:
        return False
    text = out.spell(path, plain=True)
    directives = (
        f"declar({text})",
        f"declare {text}",
        f"declare({text}",
        f"declare({text}))",
        "declare()",
        f"declare({text},)",
        f"declare({text} + 1)",
        f"declare({path.root.name}->nosuch->x)",
        f"declare({text}{{}})",
        f"declare({text}{{unsigned:}})",
        f"declare({text}{{unsigned *:restricted}})",
        f"declare({text}{{unsigned unsigned nothing}})",
        f"region beginn declare({text})",
        "region",
        "regionbegin",
        f"region begin declare {text}",
        "",
        f"declare({text}->)",
        "declare(3)",
        'declare("a")',
        f"declare(&{text})",
        f"region end declare({text})",
        f"declare({text}{{double*:restrict)",
    )
    out.line(f"#pragma pointerchain {out.choices.pick(directives)}", touched=True)
    out.line("tr(1u);")
    return True


# --- parallel constructs -------------------------------------------------------------------------------


@kind("write-in-parallel", "split-construct")
def write_in_parallel(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    if path is None:
        return False
    pragma = out.choices.pick(
        ("omp parallel for", "acc parallel loop", "omp target teams distribute parallel for")
    )
    out.line(f"#pragma {pragma}", touched=True)
    out.line("for (int q = 0; q < 2; q++) {", touched=True)
    region(out, Active(path, True), lambda: out.line(f"{out.spell(path)} += 1;"))
    out.line("}")
    return True


@kind("async-write")
def async_write(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    if path is None:
        return False
    pragma = out.choices.pick(("acc parallel loop async", "acc kernels loop async(1)", "omp target nowait"))
    waits = ("", "#pragma acc wait(7)", "#pragma acc wait(1) async(2)", "#pragma omp taskwait depend(in: n)")
    wait = out.choices.pick(waits)  # none of them is enough

    def middle() -> None:
        out.line(f"#pragma {pragma}")
        out.line(f"for (int q = 0; q < {EXTENT}; q++) {out.spell(path)} += 1;")
        if wait:
            out.line(wait)

    return region(out, Active(path, True), middle)
