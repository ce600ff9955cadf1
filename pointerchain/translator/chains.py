# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chains: hoisted chains + Clang's view of them -> what kind of local each one needs.

``s->atoms->x`` -> pointer, ``double *``, root parameter ``s``. Resolution happens where the region
begins, because that is where the chain is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.source import Span
from pointerchain.translator import semantics
from pointerchain.translator.declarators import declare
from pointerchain.translator.facts import Unit
from pointerchain.translator.lex import Lexed
from pointerchain.translator.libclang import Kind, TypeKind
from pointerchain.translator.macro_words import clashing
from pointerchain.translator.mentions import find_roots, mentions, strip_parentheses
from pointerchain.translator.nodes import Declaration, Node, Tree, TypeFact
from pointerchain.translator.paths import DEREF
from pointerchain.translator.probe import Part, Probe
from pointerchain.translator.scan import Hoist, Scan
from pointerchain.translator.usage import ARRAYS, ASSIGN

_UNDECLARED = re.compile(r"use of undeclared identifier '(\w+)'")


class Shape(Enum):
    """What a chain's effective address is, which decides the local that stands for it."""

    POINTER = "pointer"
    ARRAY = "array"
    SCALAR = "scalar"
    RECORD = "record"
    CONTAINER = "container"
    HANDLE = "smart pointer"
    DEPENDENT = "dependent"


class Resolved(NamedTuple):
    """A chain as Clang resolved it.

    ``type`` is the local's type without qualifiers of its own; None where only ``auto`` or
    ``__typeof__`` can say it. ``accessor`` is what the local's initialiser calls (``.data()``).
    """

    hoist: int
    shape: Shape
    type: str | None
    shown: str
    accessor: str
    root: Declaration | None
    fields: tuple[Declaration, ...]
    """The members on the way, the chain's own last."""
    constants: tuple[tuple[int, int], ...]
    """Of the operations that are constant subscripts: their index and value."""
    fixed: bool
    """Whether it is a struct with a const member, which nothing can be assigned to."""
    bit_field: bool
    """Whether it is a bit-field: it promotes as its width says, not as its type does."""
    const: bool
    """Whether the chain itself is const, which its local must be, too."""
    file_scope: bool
    """Whether the root outlives the function: a global, a static or a member of ``this``."""
    aligned: bool = True
    """Whether a pointer to it may be taken: not so in C where a packed struct misplaces it."""


_CONTAINERS = {"std::vector<": ".data()", "std::array<": ".data()", "std::span<": ".data()"}
_HANDLES = {"std::unique_ptr<": ".get()", "std::shared_ptr<": ".get()"}
_SCALARS = frozenset(
    (
        TypeKind.BOOL,
        TypeKind.CHAR_U,
        TypeKind.UCHAR,
        TypeKind.CHAR16,
        TypeKind.CHAR32,
        TypeKind.USHORT,
        TypeKind.UINT,
        TypeKind.ULONG,
        TypeKind.ULONGLONG,
        TypeKind.UINT128,
        TypeKind.CHAR_S,
        TypeKind.SCHAR,
        TypeKind.WCHAR,
        TypeKind.SHORT,
        TypeKind.INT,
        TypeKind.LONG,
        TypeKind.LONGLONG,
        TypeKind.INT128,
        TypeKind.FLOAT,
        TypeKind.DOUBLE,
        TypeKind.LONGDOUBLE,
        TypeKind.FLOAT128,
        TypeKind.HALF,
        TypeKind.COMPLEX,
        TypeKind.ENUM,
        TypeKind.NULLPTR,
        TypeKind.MEMBERPOINTER,
    )
)


def root_points(probe: Probe, scan: Scan) -> list[int]:
    """The probe's offsets that the first walk must reach."""
    return [part.span.start for part in probe.parts if part.kind != "chain" and part.kind != "type"]


class Resolver:
    """Resolves the hoists of one source; chains of equal root type and path are looked at once."""

    def __init__(
        self,
        scan: Scan,
        probe: Probe,
        unit: Unit,
        file: str,
        cxx: bool,
        failed: dict[int, str],
        lexed: Lexed,
        keywords: dict[int, Span],
    ) -> None:
        self.block_of, self.code = lexed.blocks.block, lexed.code
        self.keywords = keywords
        self.hidden: set[int] = set()
        self.scan, self.probe, self.unit, self.file, self.cxx = scan, probe, unit, file, cxx
        self.failed = failed
        """Hoists whose probe Clang refused, with its message."""
        self.parts = {(part.kind, part.number): part for part in probe.parts}
        self.asked = [h for h in (*scan.hoists, *scan.idle) if ("chain", h.number) in self.parts]
        self.diagnostics: list[Diagnostic] = []
        self.roots: dict[tuple[int, Span, bytes], _Root] = {}

    def complain(self, code: str, span: Span, notes: tuple[Note, ...] = (), **fields: str) -> None:
        """Say a problem of a declared chain."""
        self.diagnostics.append(diagnostic(code, self.file, span, notes, None, **fields))

    def resolve(self, tree: Tree, walk: Callable[[list[int]], Tree]) -> dict[int, Resolved]:
        """Resolve every hoist; those that are refused are missing and have a diagnostic.

        ``tree`` holds the roots' nodes; ``walk(points)`` grows a tree over further probes.
        """
        self._read_roots(tree)
        self._check_hidden()
        first: dict[tuple[object, ...], Hoist] = {}
        key_of: dict[int, tuple[object, ...]] = {}
        points: list[int] = []
        for hoist in self.asked:
            if hoist.number in self.failed:
                continue
            key = self._key(hoist)
            key_of[hoist.number] = key
            if key not in first:
                first[key] = hoist
                for kind in ("chain", "type"):
                    if (kind, hoist.number) in self.parts:
                        points += range(*self.parts[kind, hoist.number].span)  # every node of it
        chain_tree = walk(sorted(points))
        views = {key: self._view(hoist, chain_tree) for key, hoist in first.items()}
        out: dict[int, Resolved] = {}
        judged: dict[tuple[object, ...], Resolved] = {}
        for hoist in self.asked:
            if hoist.number in self.failed:
                self._unresolved(hoist, self.failed[hoist.number])
                continue
            if hoist.number in self.hidden:
                continue
            key = (*key_of[hoist.number], hoist.declared.item.qualifier)
            if key in judged:
                root = self._root(hoist)
                out[hoist.number] = judged[key]._replace(
                    hoist=hoist.number, root=root.declaration, file_scope=_outlives(root)
                )
                continue
            resolved = self._judge(hoist, views[key_of[hoist.number]])
            if resolved is not None:
                out[hoist.number] = judged[key] = resolved
        return out

    def _key(self, hoist: Hoist) -> tuple[object, ...]:
        fact = self._root(hoist).type
        if fact is None or fact.dependent:
            return (hoist.number,)
        return (fact.key, hoist.path.ops, hoist.declared.item.text, hoist.declared.item.type)

    def _read_roots(self, tree: Tree) -> None:
        for (kind, number), part in self.parts.items():
            if kind == "root":
                hoist = self._hoist(number)
                nodes = [node for node in tree.at(part.span) if node.kind != Kind.UNEXPOSED_EXPR]
                node = next((n for n in nodes if n.kind in (Kind.DECL_REF, Kind.MEMBER, Kind.THIS)), None)
                declaration = node.declaration() if node is not None and node.kind != Kind.THIS else None
                member = node is not None and node.kind in (Kind.MEMBER, Kind.THIS)
                called = node is None and any(n.kind == Kind.CALL for n in nodes)
                fact = node.type if node is not None else None
                self.roots[_place(hoist)] = _Root(declaration, fact, member, called)

    def _hoist(self, number: int) -> Hoist:
        used = len(self.scan.hoists)
        return self.scan.hoists[number] if number < used else self.scan.idle[number - used]

    def _root(self, hoist: Hoist) -> _Root:
        """Declaration and type of a hoist's root where its region begins."""
        return self.roots.get(_place(hoist), _Root(None, None, False, False))

    def _check_hidden(self) -> None:
        """A declare means the variable that it sees: one declared in between hides it."""
        said: set[tuple[int, bytes]] = set()
        for hoist in self.scan.hoists:
            root = self._root(hoist).declaration
            declared = hoist.declared
            if root is None or not root.main or (hoist.region, hoist.path.root) in said:
                continue
            at = self.probe.back(root.offset)
            if at < declared.pragma.start or self.block_of(at) == declared.block or declared.block == 0:
                continue
            said.add((hoist.region, hoist.path.root))
            chain = declared.item.text.decode("utf-8", "replace")
            self.complain(
                "root-not-visible",
                self.keywords[hoist.region],
                (
                    Note(
                        "another variable of the name is declared here",
                        Place(self.file, Span(at, at + len(hoist.path.root))),
                    ),
                    Note(f"chain '{chain}' is declared here", Place(self.file, declared.item.span)),
                ),
                root=hoist.path.root.decode("utf-8", "replace"),
                chain=chain,
            )
            self.hidden.add(hoist.number)

    def _unresolved(self, hoist: Hoist, why: str) -> None:
        item = hoist.declared.item
        chain = item.text.decode("utf-8", "replace")
        root = item.path.root.decode("utf-8", "replace")
        keyword = self.keywords.get(hoist.region)
        own = keyword is not None and hoist.declared.pragma.start <= keyword.start < hoist.declared.pragma.end
        if f"undeclared identifier '{root}'" in why and keyword is not None and not own:
            note = Note(f"chain '{chain}' is declared here", Place(self.file, item.span))
            self.complain("root-not-visible", keyword, (note,), root=root, chain=chain)
        elif item.type is not None and why.startswith("type: "):
            self.complain(
                "bad-type",
                item.type_span or item.span,
                what=f"the type '{item.type.decode('utf-8', 'replace')}' of chain '{chain}': {why[6:]}",
            )
        else:
            notes = []
            if keyword is not None and (missing := _UNDECLARED.search(why)):
                # most often a loop's counter, which the user sees declared two lines below
                text = f"chains are evaluated here, where '{missing[1]}' is not declared yet"
                notes = [Note(text, Place(self.file, keyword))]
            self.complain(
                "unresolved-chain", item.span, tuple(notes), chain=chain, why=why.removeprefix("type: ")
            )

    def _view(self, hoist: Hoist, tree: Tree) -> _View | None:
        part = self.parts["chain", hoist.number]
        inside = [n for n in tree.nodes if part.span.start <= n.start and n.end <= part.span.end]
        call = any(n.kind == Kind.CALL and not n.name().startswith("operator") for n in inside)
        effect = any(
            n.kind == Kind.COMPOUND_ASSIGN
            or (n.kind == Kind.BINARY and n.binary_operator == ASSIGN)
            or (n.kind == Kind.UNARY and n.unary_operator <= 4)
            for n in inside
        )
        nodes = self._links(part, hoist, tree)
        if nodes is None:
            return _View((), None, call, effect) if call or effect else None
        given: TypeFact | None = None
        type_part = self.parts.get(("type", hoist.number))
        if type_part is not None:
            cast = next((n for n in tree.at(type_part.span) if n.kind == Kind.C_CAST), None)
            if cast is not None:
                given = semantics.pointee(cast)
        return _View(nodes, given, call, effect, self._constants(hoist, nodes))

    def _constants(self, hoist: Hoist, nodes: Sequence[Node]) -> tuple[tuple[int, int], ...]:
        """The values of the constant subscripts; ``nodes`` are those of the operations that have one."""
        with_node = [k for k, op in enumerate(hoist.path.ops) if op != DEREF and not op.startswith(b"(")]
        found = []
        for index, node in zip(with_node, nodes, strict=False):
            if node.kind == Kind.SUBSCRIPT:
                value = semantics.subscript_value(node)
                if value is not None:
                    found.append((index, value))
        return tuple(found)

    def _links(self, part: Part, hoist: Hoist, tree: Tree) -> list[Node] | None:
        """The node of each prefix of the chain that has one, the chain's own last."""
        item = hoist.declared.item
        roots = frozenset((item.path.root,))
        text = item.text
        found = mentions(text, 0, len(text), roots, find_roots(roots), part.span.start)
        mention = next((m for m in found if m.path.ops == item.path.ops), None)
        if mention is None:
            return None
        nodes: list[Node] = []
        if not item.path.ops:
            return [n for n in tree.at(part.span) if n.kind == Kind.MEMBER][:1]
        for index, op in enumerate(item.path.ops):
            if op == DEREF or op.startswith(b"("):
                continue
            span = mention.upto(index + 1)
            kinds = (Kind.MEMBER, Kind.SUBSCRIPT, Kind.CALL, Kind.DECL_REF)
            base = part.span.start
            inner = strip_parentheses(text, Span(span.start - base, span.end - base))
            span = Span(inner.start + base, inner.end + base)
            node = next((n for n in tree.at(span) if n.kind in kinds), None)
            if node is None:
                return None
            nodes.append(node)
        return nodes

    def _judge(self, hoist: Hoist, view: _View | None) -> Resolved | None:
        item = hoist.declared.item
        chain = item.text.decode("utf-8", "replace")
        found = self._root(hoist)
        root, root_type = found.declaration, found.type
        if found.called or (view is not None and view.call):
            self.complain("call-in-chain", item.span, chain=chain)
            return None
        if self._in_macro(hoist, view):
            return None
        if view is not None and view.effect:
            self.complain("side-effect-in-chain", item.span, chain=chain)
            return None
        if not found.member and not any(op.startswith(b".") for op in item.path.ops):
            what = f"'{chain}' names no member: a chain has a link"
            self.complain("bad-chain", item.span, what=what)
            return None
        if view is None or not view.nodes:
            self.complain("unresolved-chain", item.span, chain=chain, why="Clang gives no meaning to it here")
            return None
        if root_type is not None and root_type.volatile:
            link = item.path.root.decode("utf-8", "replace")
            self.complain("volatile-link", item.span, chain=chain, qualifier="volatile", link=link)
            return None
        for node in view.nodes:
            if node.type.volatile:
                word = "_Atomic" if node.type.kind == TypeKind.ATOMIC else "volatile"
                declared = node.declaration()
                self.complain(
                    "volatile-link",
                    item.span,
                    _declared_here(declared),
                    chain=chain,
                    qualifier=word,
                    link=node.name(),
                )
                return None
        last = view.nodes[-1]
        shape, type_text, accessor, why = self._shape(hoist, last)
        if why:
            self.complain("unsupported-type", item.span, chain=chain, type=last.type.spelling, why=why)
            return None
        assert shape is not None
        if shape in (Shape.ARRAY, Shape.CONTAINER, Shape.HANDLE) and semantics.is_of_temporary(last):
            why = "it lies in an object that is made anew by each evaluation, and gone after it"
            self.complain("unsupported-type", item.span, chain=chain, type=last.type.spelling, why=why)
            return None
        if not self._qualifier_fits(hoist, shape, last):
            return None
        if item.type is not None and item.type != b"auto":
            if not self._type_fits(hoist, view, shape, last):
                return None
            type_text = item.type.decode("utf-8", "replace")
        fields = tuple(d for d in (node.declaration() for node in view.nodes) if d is not None)
        bit_field = last.kind == Kind.MEMBER and semantics.is_bit_field(last)
        bit_field = bit_field and last.type.kind != TypeKind.BOOL
        return Resolved(
            hoist.number,
            shape,
            type_text,
            last.type.spelling,
            accessor,
            root,
            fields,
            view.constants,
            shape is Shape.RECORD and semantics.has_const_field(last),
            bit_field,
            self._is_const(shape, last, root_type),
            _outlives(found),
            self.cxx or semantics.is_aligned(last),
        )

    def _in_macro(self, hoist: Hoist, view: _View | None) -> bool:
        """Refuse a chain that a macro's body spells in part, where its region spells that otherwise, too."""
        item, part = hoist.declared.item, self.parts["chain", hoist.number]
        rows = self.unit.expansions(part.span) if hoist.region in self.keywords else ()
        if not rows:
            return False
        constant = {item.path.ops[index] for index, _ in view.constants} if view is not None else set()
        spelled = b" ".join(op for op in (item.path.root, *item.path.ops) if op not in constant)
        begin, end = (self.parts[word, hoist.region].span.start for word in ("begin", "end"))
        code = self.code[self.probe.back(begin) : self.probe.back(end)]
        region = b" ".join((code, *_PRAGMA.findall(self.probe.text, begin, end)))
        row = clashing(rows, spelled, region, self.unit.macro_definitions)
        if row is None:
            return False
        notes: tuple[Note, ...] = ()
        if row.file:
            span = row.body_span
            if row.file == self.unit.session.filename:
                span = Span(self.probe.back(span.start), self.probe.back(span.end))
            text = f"macro '{row.name}' is defined here, and the region names what it stands for"
            notes = (Note(text, Place(row.file, span)),)
        chain = item.text.decode("utf-8", "replace")
        self.complain("chain-in-macro", item.span, notes, chain=chain, macro=row.name)
        return True

    def _is_const(self, shape: Shape, last: Node, root: TypeFact | None) -> bool:
        """Whether a chain is const; a dependent one is where its root is or points to const."""
        if shape is Shape.DEPENDENT:
            return root is not None and (root.const or root.spelling.startswith("const "))
        return last.type.const and shape in (Shape.SCALAR, Shape.RECORD, Shape.POINTER)

    def _shape(self, hoist: Hoist, last: Node) -> tuple[Shape | None, str | None, str, str]:
        """Shape, the local's type (or None), the accessor, and why it cannot be hoisted."""
        fact = last.type
        kind = fact.kind
        if kind in (TypeKind.POINTER, TypeKind.OBJCOBJECTPOINTER):
            return Shape.POINTER, self._spelled(last), "", ""
        if kind in ARRAYS:
            element = semantics.element_spelling(last)
            if not self.cxx and not semantics.is_aligned(last):
                return None, None, "", "it lies in a packed struct, where a pointer to its elements may not"
            star = "(*)" if element and element.endswith("]") else "*"
            return Shape.ARRAY, declare(element, star) if element and not self.cxx else None, "", ""
        if kind in _SCALARS:
            return Shape.SCALAR, self._spelled(last), "", ""
        if kind == TypeKind.RECORD:
            name = fact.canonical.removeprefix("const ")
            if _plain_name(name).startswith("std::atomic<"):
                return None, None, "", "an atomic object is more than its value"
            for prefix, accessor in (_CONTAINERS | _HANDLES).items():
                # libstdc++ and libc++ put inline namespaces between
                if _plain_name(name).startswith(prefix):
                    if prefix == "std::vector<" and _plain_name(name).startswith("std::vector<bool"):
                        return None, None, "", "'std::vector<bool>' has no array of elements"
                    shape = Shape.CONTAINER if prefix in _CONTAINERS else Shape.HANDLE
                    return shape, None, accessor, ""
            if self.cxx and not semantics.is_plain_data(last):
                return None, None, "", "an object of a class cannot be copied to a local and back"
            why = "" if self.cxx else semantics.record_problem(last)
            return Shape.RECORD, self._spelled(last), "", why
        if fact.dependent or kind == TypeKind.UNEXPOSED:
            for prefix, accessor in (_CONTAINERS | _HANDLES).items():
                if _plain_name(fact.canonical.removeprefix("const ")).startswith(prefix):
                    return Shape.CONTAINER if prefix in _CONTAINERS else Shape.HANDLE, None, accessor, ""
            return Shape.DEPENDENT, None, "", ""
        if kind in (TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO) or "member function" in fact.spelling:
            return None, None, "", "it is a function"
        if kind == TypeKind.VECTOR or kind == TypeKind.EXTVECTOR:
            return None, None, "", "a vector's elements would be written in the copy"
        return None, None, "", "only pointers, arrays, arithmetic types, plain structs and containers can"

    def _spelled(self, last: Node) -> str | None:
        """A type's text that means the same where the region begins, or None."""
        spelling = semantics.unqualified_spelling(last)
        if "(unnamed" in spelling or "(anonymous" in spelling or "(lambda" in spelling:
            return None
        if self.cxx and not _is_builtin(spelling):
            return None  # a name in a class or namespace may not be visible here: 'auto' is
        return spelling

    def _qualifier_fits(self, hoist: Hoist, shape: Shape, last: Node) -> bool:
        item = hoist.declared.item
        if item.qualifier is None:
            return True
        why = ""
        if shape in (Shape.SCALAR, Shape.RECORD):
            why = f"whose type '{last.type.spelling}' is no pointer"
        elif shape is Shape.POINTER and semantics.points_to_function(last):
            why = "which points to a function"
        elif shape is Shape.DEPENDENT and item.type is None:
            return True
        if not why:
            return True
        chain = item.text.decode("utf-8", "replace")
        self.complain(
            "qualifier-mismatch",
            item.qualifier_span or item.span,
            qualifier=item.qualifier,
            chain=chain,
            why=why,
        )
        return False

    def _type_fits(self, hoist: Hoist, view: _View, shape: Shape, last: Node) -> bool:
        given = view.given
        if given is None or given.dependent or last.type.dependent or shape is Shape.DEPENDENT:
            return True
        if shape in (Shape.CONTAINER, Shape.HANDLE):
            return given.kind == TypeKind.POINTER or self._mismatch(hoist, last)
        actual = _unqualified(semantics.local_type(last))
        accepted = (_squeezed(actual), _squeezed(_const_pointee(actual)))
        return _squeezed(_unqualified(given.canonical)) in accepted or self._mismatch(hoist, last)

    def _mismatch(self, hoist: Hoist, last: Node) -> bool:
        item = hoist.declared.item
        assert item.type is not None
        self.complain(
            "type-mismatch",
            item.type_span or item.span,
            _declared_here(last.declaration()),
            chain=item.text.decode("utf-8", "replace"),
            given=item.type.decode("utf-8", "replace"),
            actual=last.type.spelling,
        )
        return False


class _View(NamedTuple):
    nodes: Sequence[Node]
    given: TypeFact | None
    call: bool
    effect: bool
    constants: tuple[tuple[int, int], ...] = ()


class _Root(NamedTuple):
    """What a root's probe showed; ``member`` is a member of ``this`` or ``this`` itself."""

    declaration: Declaration | None
    type: TypeFact | None
    member: bool
    called: bool


def _outlives(root: _Root) -> bool:
    return root.member or (root.declaration is not None and root.declaration.lasting)


def _place(hoist: Hoist) -> tuple[int, Span, bytes]:
    """Where a hoist's root was asked for: once a region, or once an unused declare."""
    own = Span(0, 0) if hoist.region >= 0 else hoist.declared.pragma
    return hoist.region, own, hoist.path.root


def _declared_here(declaration: Declaration | None) -> tuple[Note, ...]:
    if declaration is None or not declaration.file or declaration.main:
        return ()
    place = Place(declaration.file, Span(declaration.offset, declaration.offset + len(declaration.name)))
    return (Note(f"'{declaration.name}' is declared here", place),)


def _plain_name(name: str) -> str:
    return name.replace("std::__1::", "std::").replace("std::__cxx11::", "std::")


_PRAGMA = re.compile(rb"(?m)^[ \t]*#[ \t]*pragma(?:[^\\\n]|\\\r?\n|\\)*")
_BUILTIN_WORDS = frozenset(
    "void char short int long float double signed unsigned bool _Bool wchar_t char8_t char16_t char32_t "
    "const __int128 size_t".split()
)


def _is_builtin(spelling: str) -> bool:
    return all(word in _BUILTIN_WORDS for word in spelling.replace("*", " ").split())


def _unqualified(canonical: str) -> str:
    """A canonical spelling without the top level's own qualifiers."""
    text = canonical.strip()
    while True:
        for word in ("const", "restrict", "__restrict", "volatile"):
            if text.endswith("*" + word) or text.endswith("* " + word):
                text = text[: -len(word)].rstrip()
                break
            if f"(*{word})" in text:
                text = text.replace(f"(*{word})", "(*)", 1)
                break
        else:
            break
    if "*" not in text and "(" not in text:
        text = text.removeprefix("const ").removesuffix(" const")
    return text


def _squeezed(text: str) -> str:
    """A type's text without the blanks that mean nothing."""
    return re.sub(r"\s*([^\w\s])\s*", r"\1", text)


def _const_pointee(text: str) -> str:
    """``double *`` as ``const double *``: adding const to what is pointed to is a compatible type."""
    if text.endswith(")") or "(*)[" in text:
        return f"const {text}"
    if not text.endswith("*"):
        return text
    inner = text[:-1].rstrip()
    return f"{inner} const *" if inner.endswith("*") else f"const {text}"


def same_declaration(one: Declaration | None, other: Declaration | None) -> bool:
    """Whether two roots are one; a chain of ``this`` has none, or a member."""
    if one is None or other is None:
        return one is None and (other is None or other.kind == Kind.FIELD)
    return (one.file, one.offset) == (other.file, other.offset)
