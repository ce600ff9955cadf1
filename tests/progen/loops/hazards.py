# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What changes a link of a chain, openly or not, and what does other things."""

from __future__ import annotations

import re
from collections.abc import Iterator

from progen.loops.chains import HERE, PARAMETERS, Chain, Link, Scope, chain
from progen.loops.unwritten import unwritten

SOURCES = {
    "Mid": ("M[{c} % 6]", "t->in", "*t->alt", "GM", "T[{c} & 3].arr[1]"),
    "Leaf": ("L[{c} & 7]", "M[{c} % 6].own", "*m->other", "*l"),
    "Top": ("T[{c} & 3]", "GT", "*t"),
}
SETTERS = {
    "Leaf *": "set_lp",
    "Mid *": "set_mp",
    "Top *": "set_tp",
    "int": "set_ip",
    "double": "set_dp",
    "unsigned": "set_up",
}
PICKED = {"Leaf *": "pick_lp", "Mid *": "pick_mp", "int": "pick_ip"}
KEPT = {"Leaf *": "keep_lp", "Mid *": "keep_mp", "Top *": "keep_tp", "int": "keep_ip"}
THROUGH = {
    "Leaf *": ("m->lp", "s->mid->lp"),
    "Mid *": ("s->mp", "t->mp"),
    "int": ("m->pk", "l->pn"),
    "double": ("l->pv",),
}
SCALARS = ("int", "unsigned", "enum color", "short", "char", "bits", "long")


def value(scope: Scope, type_: str, null: bool = False) -> str:
    """A value for an object of a type, mostly another one in each iteration."""
    choices = scope.choices
    c = choices.integer(0, 7)
    if type_.endswith("*") and null:
        return f"({type_})0" if type_ != "Leaf *" or choices.chance(50) else "0"
    if type_ == "Leaf *":
        return choices.pick(
            (f"&L[(i + {c}) & 7]", f"&L[{c}]", f"&M[{c % 6}].own", "t->mid->other", "m->tab[k]")
        )
    if type_ == "Mid *":
        return choices.pick((f"&M[(i + {c}) % 6]", f"&M[{c % 6}]", "t->alt", "&t->in", "m->next"))
    if type_ == "Top *":
        return choices.pick((f"&T[(i + {c}) & 3]", f"&T[{c & 3}]", "t", "s->back"))
    if type_ == "Leaf **":
        return f"&M[{c % 6}].leaf"
    if type_ == "Mid **":
        return choices.pick((f"&T[{c & 3}].mid", f"&T[{c & 3}].mids[1]"))
    if type_ == "int *":
        return choices.pick((f"&L[{c}].n", f"&M[{c % 6}].k", f"&L[{c}].idx[1]"))
    if type_ == "double *":
        return f"&L[{c}].dat[1]"
    if type_ == "double":
        return choices.pick((f"(double)((i + {c}) & 15)", f"{c}.5"))
    if type_ == "enum color":
        return choices.pick(("BLUE", f"(enum color)((i + {c}) % 3)"))
    if type_ == "short":
        return f"(short)((i + {c}) & 15)"
    if type_ == "char":
        return f"(char)((i + {c}) & 15)"
    if type_ in ("unsigned", "bits"):
        return f"(unsigned)(i + {c}) & 15u"
    return choices.pick((f"(i + {c}) & 15", f"{c + 4}", f"(i * 5 + {c}) & 15"))


ORIGINS = {
    "rz": Link("s->mid", "Mid *", "(*s)", "Top"),
    "(*up)": Link("s->mid", "Mid *", "(*s)", "Top"),
    "rl": Link("m->leaf", "Leaf *", "(*m)", "Mid"),
    "b0": Link("m->tab[0]", "Leaf *", "(*m)", "Mid"),
    "view.rp": Link("m->leaf", "Leaf *", "(*m)", "Mid"),
    "row[k]": Link("m->tab[k]", "Leaf *", "(*m)", "Mid"),
}
"""What a reference, or the pointer behind a root, leads to by another name."""


def hazard(scope: Scope, of: Link, null: bool = False, called: bool = False) -> str:
    """A statement that stores a new value in a link; with ``called`` mostly a call of a function that does."""
    if of.type in ("Leaf", "double[4]", "int[4]", "short[2]"):
        of = _part(scope, of)
    if of.text in ORIGINS and scope.choices.chance(70):
        of = ORIGINS[of.text]
        scope.tags.add("by its other name")
    name, text = scope.choices.pick(list(ways(scope, of, null)))
    scope.need(text)
    scope.tags.add(f"hazard:{name}")
    scope.tags.add(f"link:{of.type}")
    return moved(scope, text, called and scope.choices.chance(92))


def _part(scope: Scope, of: Link) -> Link:
    """A scalar in an array or record."""
    if of.type == "Leaf":
        return Link(f"{of.text}.n", "int", of.text, "Leaf")
    last = "i & 1" if of.type.endswith("[2]") else "i & 3"
    return Link(f"{of.text}[{scope.choices.pick(('1', last))}]", of.type[:-3], of.holder, of.held)


def ways(scope: Scope, of: Link, null: bool) -> Iterator[tuple[str, str]]:
    """The ways to store a new value in a link; variables that they need are declared when asked."""
    choices, x, type_ = scope.choices, of.text, of.type
    v = value(scope, type_, null)
    c = choices.integer(0, 7)
    root = x in scope.declared or x in PARAMETERS
    if x in ("cs", "ct"):
        yield "another root", f"s->mid = {value(scope, 'Mid *')};"
        return
    if x.startswith(("ct->", "(*ct)")) and x.count("->") < 2:
        x = "s" + x[2:]  # ct is s, by a pointer to const
        of = Link(x, type_, of.holder.replace("ct", "s"), of.held)
    yield "assigned", f"{x} = {v};"
    yield "assigned", f"{x} = {v};"
    if choices.chance(20):
        yield "assigned at times", f"if (i == 1) {x} = {v};"
        yield "assigned never", f"if (n > 99) {x} = {v};"
    yield "comma", f"acc += ({x} = {v}, 1u);"
    yield "statement expression", f"acc += ({{ {x} = {v}; 1u; }});"
    yield "macro", f"SET({x}, {v});"
    if type_ in SCALARS and type_ != "enum color":
        yield "xor", f"{x} ^= 5;"
        yield "increment", f"if ({x} < 9) {x}++;"
        yield "increment", f"acc += (unsigned)({x} < 9 ? ++{x} : 0);"
        yield "compound", f"{x} += {x} < 9;"
    if type_ == "bits":
        yield from _around(scope, of, c)
        return
    pointer = f"{type_}*" if type_.endswith("*") else f"{type_} *"
    if not root or choices.chance(50):
        yield "plain pointer", f"*{_lazy(scope, pointer, 'p', '&' + x)} = {v};"
    yield "plain pointer", f"{_lazy(scope, pointer, 'p', '&' + x)}[0] = {v};"
    yield (
        "pointer to pointer",
        f"**{_lazy(scope, pointer + '*', 'pp', '&' + _lazy(scope, pointer, 'p', '&' + x))} = {v};",
    )
    yield "void pointer", f"*({pointer}){_lazy(scope, 'void *', 'vp', '&' + x)} = {v};"
    if type_.endswith("*"):
        yield "as void", f"*(void **)&{x} = {v};"
        yield "as void", f"*{_lazy(scope, 'void **', 'vv', '(void **)&' + x)} = {v};"
        yield "allocator", f"give((void **)&{x}, {v});"
        yield (
            "to const",
            f"*{_lazy(scope, f'const {type_}*', 'cc', f'(const {type_}*)&{x}')} = (const {type_})({v});",
        )
    yield "parenthesised", f"*(&({x})) = {v};"
    yield "either", f"*(k >= 0 ? &{x} : ({pointer})0) = {v};"
    yield "volatile store", f"*({type_} volatile *)&{x} = {v};"
    temporary = scope.name("a")
    made = f"{type_} {temporary} = {v};"
    for function in ("memcpy", "memmove", "__builtin_memcpy", "bytes_to"):
        if choices.chance(40):
            yield function, f"{{ {made} {function}(&{x}, &{temporary}, sizeof {temporary}); }}"
    if null or type_ in ("int", "double", "unsigned"):
        yield "memset", f"memset(&{x}, 0, sizeof {x});"
    character = choices.pick(("unsigned char", "char"))
    yield (
        "bytes",
        (
            f"{{ {made} {character} *b = ({character} *)&{x}; const {character} *d = (const {character} *)&{temporary}; "
            f"for (size_t h = 0; h < sizeof {temporary}; h++) b[h] = d[h]; }}"
        ),
    )
    if type_ != "double":
        yield "atomic", f"__atomic_store_n(&{x}, {v}, __ATOMIC_RELAXED);"
    if not scope.cxx:
        yield "compound literal", f"*({pointer}){{&{x}}} = {v};"
    if type_ in SETTERS:
        yield "helper", f"{SETTERS[type_]}(&{x}, {v});"
        yield "function pointer", (f"{{ void (*fp)({pointer}, {type_}) = {SETTERS[type_]}; fp(&{x}, {v}); }}")
    if type_ in PICKED:
        yield "call of a call's result", f"{PICKED[type_]}(i)(&{x}, {v});"
    if x == "(*s->mp)":
        yield "kept memory", f"kept[0] = {v};"
        yield "kept memory", f"kept[(i + {c}) & 1] = {v};"
        yield "array's bytes", "memcpy(board, mids, sizeof board);"
        yield "array's bytes", "memmove(board, board + 1, 2 * sizeof *board);"
        yield "array's bytes", "qsort(board, 3, sizeof *board, by_address);"
        yield "array's bytes", f"board[0] = {v};"
    if x == "fresh[k]":
        yield "another element", f"fresh[(i + {c}) % 3] = {v};"
        yield "subscript", f"k = (i + {c}) % 3;"
    if type_ == "int":
        yield "second of two", f"two_ip({choices.pick(('few', '&few[1]', '&GI', '&k'))}, &{x}, {v});"
        yield "by a helper's helper", f"pass_ip(&{x}, {v});"
    if type_ in KEPT and not null:
        name = _kept(scope, KEPT[type_], x)
        yield (
            "kept",
            f"{name}; ext_kept(i + {c});"
            if choices.chance(30)
            else f"{KEPT[type_]} ? ext_kept(i + {c}) : (void)0;",
        )
    if type_ in THROUGH and not null:
        way = choices.pick(THROUGH[type_])
        yield "through a link", f"{way} = &{x}; *{way} = {v};"
    if type_ in ("Leaf *", "Mid *") and not null:
        other = chain_of_type(scope, type_)
        yield "swapped", f"{'swap_lp' if type_ == 'Leaf *' else 'swap_mp'}(&{x}, &{other});"
        third = scope.name("o")
        yield "swapped", f"{{ {type_} {third} = {x}; {x} = {other}; {other} = {third}; }}"
    yield from _numbers(scope, of, c)
    yield from _around(scope, of, c)
    if scope.cxx:
        yield from unwritten(x, type_, v)
        yield "reference", f"{{ {type_} &rr = {x}; rr = {v}; }}"
        yield "reference", f"{_lazy(scope, type_ + ' &', 'ref', x)} = {v};"
        yield "lambda", f"[&] {{ {x} = {v}; }}();"
        yield "lambda", f"{_lazy(scope, 'auto ', 'fn', f'[&](int i) {{ (void)i; {x} = {v}; }}')}(i);"
        yield "template", f"set_link({x}, ({type_}){v});"
        yield "exchange", f"(void)std::exchange({x}, ({type_}){v});"
        if type_ == "Leaf *" and of.held == "Mid":
            yield "destructor", f"{{ Restore at_end{{&{_address(of.holder)}, {v}}}; acc += 3u; }}"
        if type_ == "int":
            yield "operator", f"{{ Counter next{{{x}}}; ++next; }}"


def _lazy(scope: Scope, type_: str, stem: str, text: str) -> str:
    """A variable that is declared only if the way that names it is chosen: its declaration travels with it."""
    name = scope.name(stem)
    scope.types[name] = type_
    return f"<<{type_}|{name}|{text}>>"


def _kept(scope: Scope, keeper: str, text: str) -> str:
    return f"{keeper} = &{text}"


def _numbers(scope: Scope, of: Link, c: int) -> Iterator[tuple[str, str]]:
    x, type_ = of.text, of.type
    if type_ == "int":
        yield "unsigned pointer", f"*{_lazy(scope, 'unsigned *', 'up', '(unsigned *)&' + x)} = {c}u;"
        yield "sscanf", f'sscanf("{c}", "%d", &{x});'
        yield "frexp", f"(void)frexp({c + 1}.0 * (i + 1), &{x});"
        yield "overflow", f"(void)__builtin_add_overflow(i, {c}, &{x});"
    if type_ == "double":
        yield "modf", f"(void)modf({c}.5 + i, &{x});"
        yield "sscanf", f'sscanf("{c}.5", "%lf", &{x});'
    if type_ in ("enum color", "unsigned"):
        yield "unsigned pointer", f"*{_lazy(scope, 'unsigned *', 'up', '(unsigned *)&' + x)} = {c % 3}u;"
    if x == "gk" or (x in ("GS",) or x.startswith(("GS->", "GM."))):
        yield "sorted", "qsort(few, 4, sizeof *few, by_order);"
    if "x.uh[" in x:
        union = x[: x.rindex("uh[")]
        yield "array in a union", f"{union}ui = {c};"
        yield "array in a union", f"{union}ub[{c & 3}] = {c};"
        yield "array in a union", f"{union}ua[0] ^= {c};"
        if not scope.cxx:
            yield "array in a union", f"{union}ut.hi = {c};"
    if x.endswith("x.ui"):
        yield "array in a union", f"{x[:-2]}uh[i & 1] = {c};"
        yield "union", f"{x[:-2]}uu = {c}u;"
        yield "union", f"{x[:-2]}ub[0] = {c};"
        yield "union by a helper", f"set_up(&{x[:-2]}uu, {c}u);"
        if not scope.cxx:
            yield "union", f"{x[:-2]}ut.lo = {c};"
            yield "union by pointer", f"*{_lazy(scope, 'short *', 'hp', '&' + x[:-2] + 'uh[0]')} = {c};"
            yield "union by pointer", f"set_short(&{x[:-2]}ut.lo, {c});"
    if x.endswith(("->ul", ".ul")):
        v = value(scope, "Leaf *")
        yield "union", f"{x[:-2]}um = {v};"
        yield "union by a helper", f"set_lp(&{x[:-2]}um, {v});"
        if not scope.cxx:
            yield "union", f"{x[:-2]}up.first = {v};"
            yield "union", f"{x[:-2]}ug = (long)({v});"
            yield "union by pointer", f"*{_lazy(scope, 'long *', 'gp', '&' + x[:-2] + 'ug')} = (long)({v});"
            yield "union by pointer", f"{_lazy(scope, 'Pair *', 'pr', '&' + x[:-2] + 'up')}->first = {v};"
            yield "union by pointer", f"{{ Pair whole = {{{v}}}; {x[:-2]}up = whole; }}"


def _address(holder: str) -> str:
    inner = re.fullmatch(r"\(\*(.*)\)", holder)
    return f"*{inner[1]}" if inner else holder


def _around(scope: Scope, of: Link, c: int) -> Iterator[tuple[str, str]]:
    """Ways by the object that a link is a member of."""
    choices, x = scope.choices, of.text
    if not of.holder or "ct" in of.holder:
        if x == "GS":
            yield "global helper", f"bump_gs(i + {c});"
        if x == "G":
            yield "global helper", f"bump_g(i + {c});"
        return
    holder, held = of.holder, of.held
    lvalue = _address(holder)
    source = choices.pick(SOURCES[held]).format(c=f"(i + {c})")
    yield "whole", f"{lvalue} = {source};"
    yield "whole by memcpy", f"memmove(&{holder}, &{source}, sizeof {holder});"
    if not scope.cxx:
        yield "whole literal", f"{{ {held} own = {source}; {lvalue} = own; }}"
    inner = re.fullmatch(r"\(\*(.*)\)", holder)
    tail = x[len(inner[1]) + 2 :] if inner else x[len(holder) + 1 :]
    v = value(scope, of.type)
    alias = _lazy(scope, f"{held} *", "al", f"&{holder}")
    if of.type != "bits" and tail and not tail.startswith("own"):
        yield "another root", f"{alias}->{tail} = {v};"
        yield "another root", f"(*{alias}).{tail} = {v};"
        yield "another root", f"{alias}[0].{tail} = {v};"
    if held == "Mid" and tail == "leaf":
        yield "first member", f"*(Leaf **)(void *)&{holder} = {value(scope, 'Leaf *')};"
        yield "helper of members", f"set_leaf(&{holder}, {value(scope, 'Leaf *')});"
        yield "recursive helper", f"rec_leaf(&{holder}, {c & 3}, i + {c});"
        yield "opaque", f"ext_leaf(s, &{holder}, {value(scope, 'Leaf *')});"
        yield "member function pointer", f"s->act(s, &{holder}, {value(scope, 'Leaf *')});"
    if held == "Top" and tail == "mid":
        yield "first member", f"*(Mid **)(void *)&{holder} = {value(scope, 'Mid *')};"
        yield "opaque", f"ext_mid(&{holder}, {value(scope, 'Mid *')});"
    if held == "Leaf" and tail == "n":
        yield "first member", f"*(int *)(void *)&{holder} = {c};"
        yield "opaque", f"ext_leaf(s, m, &{holder});"
    if held == "Mid" and tail == "heap":
        yield "freed", f"free({x}); {x} = new_leaf(i + {c});"
        yield "freed by a helper", f"free_leaf(&{holder}, i + {c});"
        yield "freed", f"{x} = (Leaf *)realloc({x}, sizeof(Leaf) + 8 * (size_t)(i + 1));"
    if holder == "GM":
        yield "global helper", f"bump_gm(i + {c});"
    if tail in ("tab[k]", "tab[gk]", "mids[k]"):
        array, of_type = tail.split("[")[0], of.type
        row = _lazy(scope, f"{of_type}*", "row", f"{member_of(holder, array)}")
        yield "another element", f"{row}[(i + {c}) % 3] = {v};"
        yield "another element", f"{member_of(holder, array)}[(i + {c}) % 3] = {v};"
        yield "subscript", f"{tail.split('[')[1][:-1]} = (i + {c}) % 3;"
        if tail.endswith("[gk]"):
            yield "subscript by a helper", "bump_gk();"
            yield "subscript by a helper", f"pass_gk(i + {c});"
            yield "subscript by pointer", f"*{_lazy(scope, 'int *', 'ip', '&gk')} = (i + {c}) % 3;"
            yield "sorted", "qsort(few, 4, sizeof *few, by_order);"
        else:
            yield "subscript by pointer", f"*{_lazy(scope, 'int *', 'ip', '&k')} = (i + {c}) % 3;"
    if choices.chance(20):
        yield "elements", f"for (int h = 0; h < 6; h++) M[h].{_mid_store(scope)};"
        yield "elements", f"for (Leaf *h = L; h < L + 8; h++) h->n = (h->n + {c}) & 15;"


def _mid_store(scope: Scope) -> str:
    return scope.choices.pick(
        ("leaf = &L[(i + h) & 7]", "k = (i + h) & 15", "next = &M[(i + h) % 6]", "w = 1.5")
    )


def member_of(holder: str, name: str) -> str:
    """A member of an object that is written as ``(*p)`` or ``o``."""
    inner = re.fullmatch(r"\(\*(.*)\)", holder)
    return f"{inner[1]}->{name}" if inner else f"{holder}.{name}"


def chain_of_type(scope: Scope, type_: str) -> str:
    """Some other link of a type."""
    c = scope.choices.integer(0, 5)
    if type_ == "Leaf *":
        return scope.choices.pick((f"M[{c}].leaf", "t->mid->other", "m->tab[1]", "s->alt->leaf"))
    return scope.choices.pick((f"T[{c & 3}].mid", "t->alt", "s->alt", "m->next"))


# --- where the statement stands ------------------------------------------------------------------------------

_LAZY = re.compile(r"<<((?:[^<>|]|(?<=-)>)*)\|(\w+)\|((?:(?!<<|>>).)*)>>")


def settle(scope: Scope, text: str) -> str:
    """Declare the variables that a chosen way brings with it."""
    while True:
        found = _LAZY.search(text)
        if found is None:
            return text
        type_, name, value_ = found[1], found[2], found[3]
        scope.need(value_)
        space = "" if type_.endswith(("*", "&", " ")) else " "
        scope.declared[name] = f"{type_}{space}{name} = {value_};"
        text = text[: found.start()] + name + text[found.end() :]


_WORD = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*")


def moved(scope: Scope, text: str, always: bool = False) -> str:
    """The statement where it is, or as a call of a helper that holds it: ``always`` where it can be one."""
    choices = scope.choices
    text = settle(scope, text)
    if not always and choices.chance(72):
        return text
    words = dict.fromkeys(_WORD.findall(text))
    known = {**PARAMETERS, **scope.types, "i": "int", "j": "int", "r": "int"}
    if {"acc", "fn", "auto"} & set(words) or any(known.get(word) in ("auto ",) for word in words):
        return text
    given = [
        word
        for word in words
        if word in known and (word in PARAMETERS or word in scope.declared or word in "ijr")
    ]
    if any(known[word].endswith("&") for word in given):
        return text
    if any(word in HERE or word.startswith(("bump_", "by_order")) for word in words):
        place = choices.weighted(((6, "static"), (1, "macro"), (2, "two"), (2, "pointer"), (2, "header")))
    else:
        rows = [(5, "static"), (1, "macro"), (2, "two"), (2, "pointer"), (3, "other"), (2, "recursive")]
        place = choices.weighted((*rows, (3, "header"), (0 if scope.cxx else 2, "inline")))
    name = f"h{scope.number}_{len(scope.helpers) + len(scope.outside) + len(scope.included)}"
    parameters = ", ".join(f"{known[word]}{'' if known[word].endswith('*') else ' '}{word}" for word in given)
    arguments = ", ".join(given)
    body = "; ".join(f"(void){word}" for word in given)
    if choices.chance(20) and place != "macro":
        text = _departing(scope, text)
    body = f"{{ {body + ';' if body else ''} {text} }}"
    scope.tags.add(f"moved:{place}")
    if place == "macro":
        scope.helpers.append(f"#define H{name} {text}")
        return f"H{name}"
    if place == "other":
        word = 'extern "C" ' if scope.cxx else ""
        scope.outside.append(f"void {name}({parameters or 'void'})\n{body}")
        scope.helpers.append(f"{word}void {name}({parameters or 'void'});")
        return f"{name}({arguments});"
    if place == "header":
        scope.included.append(f"static inline void {name}({parameters or 'void'})\n{body}")
        return f"{name}({arguments});"
    if place == "inline":  # a call may run either body (C11 6.7.4 paragraph 7)
        unused = f"{{ {'; '.join(f'(void){word}' for word in given)}; }}"
        scope.outside.append(f"void {name}({parameters or 'void'})\n{body}")
        scope.included.append(f"inline void {name}({parameters or 'void'})\n{choices.pick((body, unused))}")
        return f"{name}({arguments});"
    if place == "recursive":
        more = f", {parameters}" if parameters else ""
        again = f", {arguments}" if arguments else ""
        scope.helpers.append(
            f"static void {name}(int depth{more})\n{{ if (depth > 0) {{ {name}(depth - 1{again}); return; }} {body} }}"
        )
        return f"{name}({choices.integer(0, 2)}{again});"
    scope.helpers.append(f"static void {name}({parameters or 'void'})\n{body}")
    if place == "two":
        scope.helpers.append(f"static void {name}b({parameters or 'void'})\n{{ {name}({arguments}); }}")
        return f"{name}b({arguments});"
    if place == "pointer":
        types = ", ".join(known[word] for word in given) or "void"
        return _pointed(scope, name, types, arguments)
    return f"{name}({arguments});"


def _pointed(scope: Scope, name: str, types: str, arguments: str) -> str:
    """A call of a helper through a pointer that gets there in one of many ways."""
    choices = scope.choices
    way = choices.pick(POINTED)
    scope.tags.add(f"pointer:{way}")
    pointer, idle = f"fp{name}", f"idle{name}"
    declared, call = f"void (*{pointer})({types})", f"{pointer}({arguments});"
    scope.helpers.append(f"static void {idle}({', '.join(_named(types)) or 'void'}) {{ {_unused(types)} }}")
    if way in ("local", "conditional"):
        value_ = name if way == "local" else f"k ? {name} : {idle}"
        scope.declared[pointer] = f"{declared} = {value_};"
        return choices.pick((call, f"(*{pointer})({arguments});"))
    if way == "parameter":
        scope.helpers.append(
            f"static void by{name}({', '.join([declared, *_named(types)])}) {{ {pointer}({_names(types)}); }}"
        )
        return f"by{name}({', '.join([choices.pick((name, '&' + name)), *filter(None, [arguments])])});"
    if way == "table":
        word = choices.pick(("const ", ""))
        scope.helpers.append(f"static void (*{word}{pointer}[2])({types}) = {{{idle}, {name}}};")
        return f"{pointer}[i & 1]({arguments});"
    if way == "member":
        word = choices.pick(("static ", ""))
        scope.helpers.append(f"{word}struct {{ {declared}; }} of{name} = {{{choices.pick((name, idle))}}};")
        return f"{{ of{name}.{pointer} = {name}; of{name}.{pointer}({arguments}); }}"
    if way == "elsewhere":
        scope.helpers.append(f"extern void (*{pointer})({types}); void (*{pointer})({types}) = {name};")
        return call
    scope.helpers.append(f"static {declared} = {name if way == 'static' else idle};")
    store = {
        "static": "",
        "assigned": f"{pointer} = {choices.pick((name, f'i ? {name} : {idle}', '&' + name))};",
        "by address": f"void (**p{name})({types}) = &{pointer}; *p{name} = {name};",
        "bytes": f"void (*q{name})({types}) = {name}; memcpy(&{pointer}, &q{name}, sizeof q{name});",
        "converted": f"void *q{name} = (void *){name}; {pointer} = (void (*)({types}))q{name};",
        "copied": f"static void (*q{name})({types}) = {name}; {pointer} = q{name};",
        "reset": f"{pointer} = {idle}; {pointer}({arguments}); {pointer} = {name};",
    }[way]
    return f"{{ {store} {call} }}"


POINTED = (
    *(
        "local",
        "conditional",
        "parameter",
        "table",
        "member",
        "elsewhere",
        "static",
        "assigned",
        "by address",
    ),
    *("bytes", "converted", "copied", "reset"),
)


def _named(types: str) -> list[str]:
    """Parameters of some types, with names."""
    return [f"{each} a{number}" for number, each in enumerate(types.split(", "))] if types != "void" else []


def _names(types: str) -> str:
    return ", ".join(f"a{number}" for number in range(len(_named(types))))


def _unused(types: str) -> str:
    return " ".join(f"(void){each};" for each in _names(types).split(", ") if each)


def _departing(scope: Scope, text: str) -> str:
    """A statement of a helper in a block that ends the program, or seems to."""
    choices = scope.choices
    form, out = choices.pick(
        (
            ("exit", "exit(5);"),
            ("abort", "{ abort(); }"),
            ("return", "if (GI != 1) return; exit(5);"),
            ("goto", "if (GI != 1) goto out; exit(5);"),
            ("break", "for (;;) { if (GI != 1) break; exit(5); } "),
            ("around", "if (GI == 7) exit(5);"),
        )
    )
    scope.tags.add(f"helper departs:{form}")
    label = " out: (void)0;" if form == "goto" else ""
    test = choices.pick(("GI == 1", "GI != 1", "GI < 9"))
    return f"if ({test}) {{ {text} {out} }}{label}"


# --- what does other things ----------------------------------------------------------------------------------


def noise(scope: Scope) -> str:
    """A statement that stores something else, or nothing."""
    choices = scope.choices
    c = choices.integer(0, 7)
    if choices.chance(35):
        other = chain(scope)
        target = _store(scope, other)
        scope.tags.add("noise:store")
        scope.need(target)
        return moved(scope, settle(scope, target))
    if choices.chance(20):
        text = _of_pointers(scope, c)
        scope.need(text)
        scope.tags.add("noise:pointer")
        return moved(scope, settle(scope, text))
    if scope.cxx and choices.chance(10):
        scope.tags.add("noise:vector")
        return choices.pick(
            (f"rows->v[i & 1] = {c % 3};", f"acc += (unsigned)rows->v[{c % 3}] + (unsigned)rows->v.size();")
        )
    text = choices.pick(
        (
            f"acc += {c}u;",
            f"acc ^= (unsigned)abs(i - {c});",
            "acc += (unsigned)ext_read(l);",
            "ext_none(s, m, l);",
            "acc += (unsigned)read_leaf(l);",
            "acc += (unsigned)rec_read(m, 2);",
            f"q.n = (q.n + {c}) & 15; acc += (unsigned)q.n;",
            f"buf[i & 7] = {c}; acc += (unsigned)buf[{c}];",
            f"few[i & 3] = {c};",
            f"two_ip({choices.pick(('&l->n', '&m->k', '&GI'))}, few, {c});",
            f"fill_ip(few, 4, {c}); acc += (unsigned)few[{c & 3}];",
            f"fill_ip(&few[1], 2, {c});",
            f"bag[i & 3] = {c}; acc += (unsigned)bag[{c & 3}];",
            f"memset(bag, {c}, 4 * sizeof *bag); *bag += 1; acc += (unsigned)(bag != 0);",
            f"fresh[i % 3] = {value(scope, 'Mid *')};",
            f"kept[i & 1] = {value(scope, 'Mid *')};",
            "{ int own[4]; fill_ip(own, 4, i); acc += (unsigned)own[1]; }",
            "{ int own; pass_ip(&own, i); acc += (unsigned)own; }",
            "memset(buf, 1, sizeof buf);",
            "memcpy(few, l->idx, sizeof few);",
            f"GI = (GI + {c}) % 3;",
            "if (n > 90) exit(4);",
            "if (n > 90) return 1;",
            "if (n > 90) abort();",
            f"acc += (unsigned)(int)(sqrt({c}.0) * 2.0);",
            f"{{ Leaf *own = new_leaf({c}); acc += (unsigned)own->n; free(own); }}",
            f"{{ int *own = (int *)malloc(4 * sizeof(int)); own[i & 3] = {c}; acc += (unsigned)own[i & 3]; free(own); }}",
            f"for (int h = 0; h < {c}; h++) acc += (unsigned)h;",
            f"*{_lazy(scope, 'double *', 'dp', '&l->v')} = {c}.5;",
            f"*{_lazy(scope, 'int *', 'ip', '&l->idx[0]')} = {c};",
            f"*{_lazy(scope, 'Leaf **', 'lq', '&m->other')} = &L[{c}];",
            f"m->bb = {c};",
            f"set_lp(&m->other, {value(scope, 'Leaf *')});",
            f"set_mp(&t->{choices.pick(('alt', 'mid'))}, {value(scope, 'Mid *')});",
            f"set_lp(&m->tab[{choices.pick(('0', '1', 'i % 3'))}], {value(scope, 'Leaf *')});",
            f"set_ip(&{choices.pick(('m->bb', 'l->idx[1]', 's->in.k', 'M[1].own.n'))}, {c});",
            f"fill_ip({choices.pick(('l->idx', '&l->idx[1]', 'M[2].own.idx'))}, 3, {c});",
            f"{{ Leaf own = *l; set_ip(&own.n, {c}); acc += (unsigned)own.n; }}",
            f"leave_leaf(m, {value(scope, 'Leaf *')}, {choices.pick(('i > 90', 'i > 2', 'GI == 2'))});",
            f"l->idx[i & 3] = {c};",
            f"s->big = {c};",
            'if (n > 90) printf("%d\\n", n);',
            f"acc += (unsigned)sizeof(s->mid->leaf->n) + {c}u;",
            f"switch (i & 3) {{ case 0: acc += 1u; break; case 1: acc += 2u; /* fall */ default: acc ^= {c}u; }}",
        )
    )
    scope.need(text)
    scope.tags.add("noise:other")
    plain = text.startswith(("few", "fill_ip", "two_ip", "buf"))
    return moved(scope, settle(scope, text)) if plain else settle(scope, text)


def _of_pointers(scope: Scope, c: int) -> str:
    """A statement that stores a pointer, of a type that a chain's link may have or not."""
    choices = scope.choices
    at = choices.pick(("i % 3", "1", f"(i + {c}) % 3"))
    return choices.pick(
        (
            f"pens[{at}] = &few[{c & 3}];",
            f"pens[{at}] = pens[0];",
            "*pens = &few[i & 3]; acc += (unsigned)**pens;",
            f"set_pens(pens, &few[{c & 3}], {at});",
            f"nibs[{at}] = nibs[{c % 3}];",
            f"nibs[{at}] = &L[{c}].dat[1]; r += (int)*nibs[{c % 3}];",
            f"lots[{at}] = {value(scope, 'Leaf *')};",
            f"*lots = lots[{c % 3}];",
            f"nets[{at}] = {value(scope, 'Mid **')};",
            f"nets[{at}] = &nets[{c % 3}][0];",
            f"give((void **)&pens[{at}], few);",
            f"give((void **)&nets[{at}], &s->alt);",
            f"*(void **)&lots[{at}] = l;",
            "{ int *own = 0; if (!make((void **)&own, 4 * sizeof *own)) r += own[i & 3]; free(own); }",
            f"{{ int **own = pens; own[{at}] = &few[0]; r ^= **own & 15; }}",
            f"{{ struct pair {{ double *a; int *b; }} own = {{nibs[0], pens[1]}}; own.b = pens[{c % 3}]; r = *own.b & 15; }}",
        )
    )


def _store(scope: Scope, of: Chain) -> str:
    link = of.links[-1]
    if "ct" in of.text and of.text.count("->") < 2:
        return "acc += 2u;"
    if link.type in ("Leaf", "double[4]", "int[4]", "short[2]"):
        link = _part(scope, link)
    if link.type in ("int *", "double *"):
        inner = link.type[:-2]
        return f"*{link.text} = {value(scope, inner)};"
    return f"{link.text} = {value(scope, link.type)};"
