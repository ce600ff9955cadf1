# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Declarators: a type and a name -> the text that declares the name with the type.

``double *`` and ``pc_x``  ->  ``double *pc_x``; ``double (*)[3]``  ->  ``double (*pc_x)[3]``.

pycparser writes the declarators that C's syntax nests; it is loaded for those only.
"""

from __future__ import annotations

from functools import lru_cache

from pointerchain.lazy import lazy_pattern

QUALIFIERS = {"restrict": "__restrict ", "restrictconst": "__restrict const ", "const": "const "}
_NAME = "pc_declared_name"
_WORD = lazy_pattern(r"(?:(struct|union|enum)\s+)?([A-Za-z_]\w*)")
_KEYWORDS = frozenset(
    "void char short int long float double signed unsigned const volatile restrict __restrict _Bool "
    "_Complex struct union enum".split()
)


def declare(type_text: str, name: str, qualifier: str | None = None) -> str:
    """The declaration of ``name``; ``qualifier`` is None or a key of ``QUALIFIERS``."""
    own = QUALIFIERS.get(qualifier or "", "")
    text = type_text.strip()
    if "(" in text or "[" in text:
        return _nested(text).replace(_NAME, f"{own}{name}", 1)
    if text.endswith(("*", "&")):
        head = text.rstrip("*& ")
        stars = text[len(head) :].replace(" ", "")
        return f"{head} {stars}{own}{name}"
    if own == "const ":
        return f"{text} {name}" if text.startswith("const ") else f"const {text} {name}"
    return f"{text} {own}{name}"


@lru_cache(maxsize=256)
def _nested(text: str) -> str:
    """An abstract declarator with a placeholder where the name goes."""
    parsed = _with_pycparser(text)
    if parsed is not None:
        return parsed
    # not C's grammar (a template argument, say): the name goes into the innermost leading '(*'
    at = text.find("(*")
    if at < 0:
        return f"{text} {_NAME}"
    at += 2
    while text[at:].lstrip().startswith("(*"):
        at = text.index("(*", at) + 2
    return text[:at] + _NAME + text[at:]


def _with_pycparser(text: str) -> str | None:
    from pycparser import c_ast, c_generator, c_parser

    names = {word for tag, word in _WORD.findall(text) if not tag and word not in _KEYWORDS}
    # a one-word type that pycparser need not understand: only the declarator is rearranged
    prelude = "".join(f"typedef int {name};" for name in sorted(names))
    try:
        tree = c_parser.CParser().parse(f"{prelude} int pc_f(void) {{ sizeof({text}); }}")
        operator = tree.ext[-1].body.block_items[0]
        node = operator.expr.type
        at = node
        while not isinstance(at, c_ast.TypeDecl):
            at = at.type
        at.declname = _NAME
        declaration = c_ast.Decl(_NAME, [], [], [], [], node, None, None)
        return str(c_generator.CGenerator().visit(declaration))
    except Exception:  # pycparser's error class moved between versions; any refusal means "not C"
        return None
