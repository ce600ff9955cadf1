# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chains: declared chains + Clang's view of them -> access path and kind of the local each one needs.

``s->atoms->x``  ->  pointer, ``double *``, root parameter ``s``. A chain is resolved where its region
begins, because that is where it is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from enum import Enum

from pointerchain.analysis.access import ACCESS_KINDS, AccessPath, Paths, StepKind
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.elements import Elements, elements
from pointerchain.translator.clang.libclang import (
    BFLOAT16,
    FLOAT16,
    INCREMENTS,
    PROTOTYPES,
    Kind,
    TypeKind,
)
from pointerchain.translator.clang.parsed import Declaration
from pointerchain.translator.clang.punning import said_by_name
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.tree import Node, Tree, TypeFact
from pointerchain.translator.emit.declarators import declare
from pointerchain.translator.facts.probe import Question
from pointerchain.translator.facts.uses import ARRAYS, ASSIGN
from pointerchain.translator.text.directives import Item
from pointerchain.translator.text.lex import closing
from pointerchain.translator.text.mapped import MappedText
from pointerchain.translator.text.regions import Declared

TYPE_WORD = lazy_pattern(r"(?:(?:struct|union|enum) )?[A-Za-z_$]\w*")
"""A word of a type's text, a tag with its keyword."""
_UNDECLARED = lazy_pattern(r"use of undeclared identifier '(\w+)'")


_MISPLACED = "it lies in a packed struct, where a pointer to its elements may not"
_BY_NAME = {
    "alignment": "a typedef aligns it, or what it leads to, less than its type wants",
    "may_alias": "a typedef lets it lie over anything, and 'auto' would not",
}
"""Why a chain is not hoisted, by what its type's name says."""


class Shape(Enum):
    """What a chain's effective address is, which decides the local that stands for it."""

    POINTER = "pointer"
    ARRAY = "array"
    SCALAR = "scalar"
    RECORD = "record"
    OBJECT = "object"
    """An object of a class that is no plain data: its local is a reference to it."""
    CONTAINER = "container"
    HANDLE = "smart pointer"
    DEPENDENT = "dependent"


class Chain(NamedTuple):
    """A chain as Clang resolved it in a region.

    ``type`` is the local's type without qualifiers of its own; None where only ``auto`` or
    ``__typeof__`` can say it. ``accessor`` is what the local's initialiser calls (``.data()``).
    """

    number: int
    region: int
    """The outermost region that sees it."""
    declared: Declared
    access: AccessPath
    root: Declaration | None
    """Its root's declaration; None where it begins at ``this``."""
    watched: tuple[AccessPath, ...]
    """What its subscripts read."""
    fields: tuple[Declaration, ...]
    """The members on the way, the chain's own last."""
    members: tuple[int, ...]
    """The same by their declarations' numbers."""
    problems: tuple[Diagnostic, ...] = ()
    """Why it cannot be hoisted; what follows is meaningless then."""
    undeclared: str = ""
    """The name in it that is not declared where it would be evaluated."""
    shape: Shape = Shape.POINTER
    type: str | None = None
    shown: str = ""
    accessor: str = ""
    stated: bool = False
    """Whether a type is declared that the compiler compares: it, or the chain's, depends on a template's
    argument."""
    fixed: bool = False
    """Whether it is a struct with a const member, which nothing can be assigned to."""
    bit_field: bool = False
    """Whether it is a bit-field: it promotes as its width says, not as its type does."""
    const: bool = False
    """Whether the chain itself is const, which its local must be, too."""
    file_scope: bool = False
    """Whether the root outlives the function: a global, a static or a member of ``this``."""
    aligned: bool = True
    """Whether a pointer or reference to it may be taken: not so where a packed struct misplaces it."""
    open: bool = False
    """Whether it is a container whose class is not the library's: its members can be named."""
    through: int = -1
    """For such one: the key of the member that points to its elements; -1 where it holds them."""
    gives_const: bool = False
    """For such one: whether subscripts give const elements, though the pointer does not."""
    mutable: bool = False
    """Whether a const member function could change it: a class with a ``mutable`` member."""

    changes_in_const: bool = False
    """Whether a const member function could change it or a link: a member on its way is ``mutable``."""

    @property
    def item(self) -> Item:
        """The chain as it was written."""
        return self.declared.item

    @property
    def text(self) -> str:
        """The chain as messages quote it."""
        return self.item.text.decode("utf-8", "replace")

    @property
    def of_this(self) -> bool:
        """Whether it begins at ``this``."""
        return bool(self.access.root[0] == "this")

    @property
    def is_place(self) -> bool:
        """Whether its local says where an object lies: what the object holds is no matter."""
        return self.shape in (Shape.ARRAY, Shape.OBJECT)

    def stays(self, size: int = 0) -> bool:
        """Whether nothing that is reached by its first ``size`` steps could give its object another place.

        What is reached may be a pointer, itself given as a value: the objects in what it points to stay. A
        root that any function could name may be pointed elsewhere.
        """
        anyone = self.file_scope and not self.of_this and self.steps_out
        if not self.is_place or self.watched or anyone:
            return False
        rest = self.access.bare[size:]
        rest = rest[1:] if rest and rest[0].kind is StepKind.DEREFERENCE else rest
        return not any(step.kind in (StepKind.DEREFERENCE, StepKind.OPERATOR) for step in rest)

    @property
    def dependencies(self) -> frozenset[int]:
        """The variables and members on which its value depends, those of its subscripts included."""
        own = self.access.steps[:-1] if self.is_place else self.access.steps
        rows = (own, *(path.steps for path in self.watched))
        members = [step.key for steps in rows for step in steps if step.kind is StepKind.MEMBER]
        roots = [path.root[1] for path in (self.access, *self.watched) if path.root[0] == "variable"]
        through = (self.through,) if self.through >= 0 else ()
        return frozenset([*(key[1] for key in members if key[0] == "member"), *roots, *through])

    @property
    def steps_out(self) -> bool:
        """Whether a pointer or an operator leads out of the root's own object."""
        return any(step.kind in (StepKind.DEREFERENCE, StepKind.OPERATOR) for step in self.access.steps)


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
        FLOAT16,
        BFLOAT16,
        TypeKind.COMPLEX,
        TypeKind.ENUM,
        TypeKind.NULLPTR,
        TypeKind.MEMBERPOINTER,
    )
)


class Resolver:
    """Resolves the questions of one source."""

    def __init__(
        self,
        file: str,
        cxx: bool,
        probe: MappedText,
        tree: Tree,
        paths: Paths,
        failed: Mapping[int, str],
        keywords: Mapping[int, Span],
        kernels: Container[int],
    ) -> None:
        """``kernels`` has the regions that hold a compute construct."""
        self.file, self.cxx, self.probe, self.tree, self.paths = file, cxx, probe, tree, paths
        self.references: References = paths.references
        self.failed, self.keywords, self.kernels = failed, keywords, kernels
        self.said: list[Diagnostic] = []
        self.judged: dict[tuple[object, ...], Chain] = {}
        """Chains that were found good, by what decides it: members, subscripts, type and qualifier."""

    def complain(
        self, code: str, span: Span, notes: tuple[Note, ...] = (), form: str = "", **fields: str
    ) -> None:
        """Say a problem of a declared chain."""
        self.said.append(diagnostic(code, self.file, span, notes, None, form, **fields))

    def resolve(self, question: Question) -> Chain:
        """What Clang says of a chain; one that cannot be hoisted has problems."""
        self.said = []
        unknown = AccessPath(("?", -1 - question.number), (), ())
        chain = Chain(question.number, question.region, question.declared, unknown, None, (), (), ())
        if question.number in self.failed:
            missing = self._unresolved(question, self.failed[question.number])
            return chain._replace(problems=tuple(self.said), undeclared=missing)
        span = self.probe.spans["chain", question.number]
        found = self._look(chain, span)
        return found._replace(problems=tuple(self.said)) if self.said else found

    def _unresolved(self, question: Question, why: str) -> str:
        """Say why Clang does not know a chain; the name that is not declared, if that is it."""
        item = question.item
        chain = item.text.decode("utf-8", "replace")
        root = item.path.root.decode("utf-8", "replace")
        keyword = self.keywords.get(question.region)
        pragma = question.declared.pragma
        own = keyword is not None and pragma.start <= keyword.start < pragma.end
        missing = _UNDECLARED.search(why)
        name = missing[1] if missing is not None else ""
        notes: tuple[Note, ...] = ()
        if name == root and keyword is not None:
            if not own:
                notes = (Note(f"chain '{chain}' is declared here", Place(self.file, item.span)),)
            place = item.span if own else keyword
            self.complain("root-not-visible", place, notes, root=root, chain=chain)
        elif item.type is not None and why.startswith("type: "):
            self.complain(
                "bad-type",
                item.type_span or item.span,
                type=item.type.decode("utf-8", "replace"),
                chain=chain,
                clang=why[6:],
            )
        elif name and keyword is not None:  # as a rule a loop's counter, which is declared two lines below
            prefix, subscript = (part.decode("utf-8", "replace") for part in before_subscript(item, name))
            if not own:
                notes = (Note("the chain is evaluated where this region begins", Place(self.file, keyword)),)
            fields = {"chain": chain, "variable": name, "prefix": prefix, "subscript": subscript}
            form = "" if prefix else "no_prefix"
            self.complain("subscript-not-visible", item.span, notes, form, **fields)
        else:
            self.complain("unresolved-chain", item.span, chain=chain, why=why.removeprefix("type: "))
        return name

    def _look(self, chain: Chain, span: Span) -> Chain:
        """Find the chain's expression, its path and what its local is."""
        item, text = chain.item, chain.text
        tree, kinds, ends = self.tree, self.tree.kinds, self.tree.ends
        first = next((each for each in tree.starting_at(span.start) if ends[each] <= span.end), -1)
        inside = range(first, tree.after[first]) if first >= 0 else range(0)
        found = {kind for kind in kinds[inside.start : inside.stop] if kind in _SUSPECT}
        suspects = [tree.node(each) for each in inside if kinds[each] in found] if found else []
        if any(n.kind == Kind.CALL and not n.name().startswith("operator") for n in suspects):
            self.complain("call-in-chain", item.span, chain=text)
            return chain
        if any(map(_has_effect, suspects)):
            self.complain("side-effect-in-chain", item.span, chain=text)
            return chain
        accesses = (each for each in inside if kinds[each] in ACCESS_KINDS and self.paths.of(each).steps)
        outermost = next(accesses, -1)
        last = tree.node(outermost) if outermost >= 0 else None
        if last is None and inside:
            self.complain("bad-chain", item.span, form="no_link", chain=text)
            return chain
        path = self.paths.of(last.index) if last is not None else chain.access
        if last is None or not path.known:
            self.complain("unresolved-chain", item.span, chain=text, why="Clang gives no meaning to it here")
            return chain
        nodes = self._nodes(path)
        if not any(step.kind is StepKind.MEMBER for step in path.steps) or not nodes:
            self.complain("bad-chain", item.span, form="no_link", chain=text)
            return chain
        root = self.references.fact(path.root[1]) if path.root[0] == "variable" else None
        named = (self.references.of(node.index) for node in nodes if node.kind == Kind.MEMBER)
        members = [each.key for each in named if each is not None]
        watched = [
            self.paths.of(each) for place in self._subscripts(path) for each in self.paths.read_in(place)
        ]
        chain = chain._replace(
            access=path,
            root=root,
            fields=tuple(map(self.references.fact, members)),
            members=tuple(members),
            watched=tuple(watched),
            file_scope=root is None or root.lasting,
        )
        key = self._key(chain)
        known = self.judged.get(key)
        if known is not None:
            return known._replace(**{name: getattr(chain, name) for name in _OWN})
        judged = self._judge(chain, last, nodes)
        if not self.said:
            self.judged[key] = judged
        return judged

    def _key(self, chain: Chain) -> tuple[object, ...]:
        """What decides how a chain is judged: a path's own steps from a root of a type."""
        root = self.references.type_of(chain.access.places[0]) if chain.root is not None else ()
        item = chain.item
        named = item.type is not None and not _is_builtin(item.type.decode("utf-8", "replace"))
        own = chain.number if named else -1  # a name may mean another type elsewhere
        kernel = chain.region in self.kernels
        return (root, chain.access.steps, item.type, own, item.qualifier, item.path.root, item.data, kernel)

    def _nodes(self, path: AccessPath) -> list[Node]:
        """The node of each prefix of a path that has one, the whole last."""
        own = []
        for at, step in enumerate(path.steps, 1):
            arrow = step.kind is StepKind.DEREFERENCE and at < len(path.steps)
            arrow = arrow and path.places[at] == path.places[at + 1]
            if step.kind is not StepKind.CAST and not arrow:
                own.append(self.tree.node(path.places[at]))
        return own

    def _subscripts(self, path: AccessPath) -> list[int]:
        """The expressions of a path's subscripts."""
        found = []
        for place in dict.fromkeys(path.places):
            at = place
            while at >= 0 and at not in path.places[: path.places.index(place)]:
                base = self.paths.base_of(at)
                for each in self.paths.expressions(at):
                    if each != base and not self.references.names_function(each):
                        found.append(each)
                at = base
        return list(dict.fromkeys(found))

    def _judge(self, chain: Chain, last: Node, nodes: Sequence[Node]) -> Chain:
        item, text = chain.item, chain.text
        root_type = self.tree.node(chain.access.places[0]).type if chain.root is not None else None
        if root_type is not None and root_type.volatile:
            link = item.path.root.decode("utf-8", "replace")
            self.complain("volatile-link", item.span, chain=text, qualifier="volatile", link=link)
            return chain
        for node in nodes:
            if node.type.volatile:
                word = "_Atomic" if node.type.kind == TypeKind.ATOMIC else "volatile"
                notes = _declared_here(node.declaration())
                self.complain("volatile-link", item.span, notes, chain=text, qualifier=word, link=node.name())
                return chain
        shape, type_text, accessor, why = self._shape(last)
        said = next(filter(None, (said_by_name(node, self.cxx) for node in nodes)), "")
        why = _BY_NAME.get(said, why)
        found = Elements()
        stated = False
        if item.type is not None and item.type != b"auto":
            cast = next(iter(self.tree.at(self.probe.spans["type", chain.number])), None)
            stated = shape is Shape.DEPENDENT or (cast is not None and types.pointee(cast).dependent)
            if shape is Shape.DEPENDENT and cast is not None:
                container, accessor = _standard(semantics.standard_class(cast, pointee=True))
                shape = container or shape
        if shape is Shape.OBJECT and (item.data or chain.region in self.kernels):
            found = elements(last, item.data or "data()", self.references)
            why = found.why if item.data else ""
            if not found.why:
                shape, accessor = Shape.CONTAINER, found.accessor
        elif item.data and shape is not None:
            why = "only an object of a class that is no plain data has elements that a member gives"
        if shape is None:
            self.complain("unsupported-type", item.span, chain=text, type=last.type.spelling, why=why)
            return chain
        if why:
            self.complain("unsupported-type", item.span, chain=text, type=last.type.spelling, why=why)
            return chain
        referring = (Shape.ARRAY, Shape.OBJECT, Shape.CONTAINER, Shape.HANDLE)
        if shape in referring and semantics.is_of_temporary(last):
            why = "it lies in an object that is made anew by each evaluation, and gone after it"
            self.complain("unsupported-type", item.span, chain=text, type=last.type.spelling, why=why)
            return chain
        if not self._qualifier_fits(item, shape, last):
            return chain
        if item.type is not None and item.type != b"auto":
            if not self._type_fits(chain, shape, last):
                return chain
            if not stated:  # else a class could be converted to it: the compiler compares the types
                type_text = item.type.decode("utf-8", "replace") + (" &" if shape is Shape.OBJECT else "")
        bit_field = last.kind == Kind.MEMBER and semantics.is_bit_field(last)
        bit_field = bit_field and not types.is_scoped_enumeration(last)
        return chain._replace(
            shape=shape,
            type=type_text,
            shown=last.type.spelling,
            stated=stated,
            accessor=accessor,
            open=bool(found.accessor) and shape is Shape.CONTAINER,
            through=found.member,
            gives_const=found.const and shape is Shape.CONTAINER,
            fixed=shape is Shape.RECORD and types.has_const_field(last),
            bit_field=bit_field and last.type.kind != TypeKind.BOOL,
            const=self._is_const(shape, last, root_type),
            aligned=types.is_aligned(last, self.cxx),
            changes_in_const=self.cxx
            and any(n.kind == Kind.MEMBER and semantics.is_mutable(n) for n in nodes),
            mutable=self.cxx and shape is Shape.RECORD and types.has_mutable_field(last),
        )

    def _is_const(self, shape: Shape, last: Node, root: TypeFact | None) -> bool:
        """Whether a chain is const; a dependent one is where its root is or points to const."""
        if shape is Shape.DEPENDENT:
            return root is not None and (root.const or root.spelling.startswith("const "))
        return last.type.const and shape in (Shape.SCALAR, Shape.RECORD, Shape.POINTER)

    def _shape(self, last: Node) -> tuple[Shape | None, str | None, str, str]:
        """Shape, the local's type (or None), the accessor, and why it cannot be hoisted."""
        fact = last.type
        kind = fact.kind
        if not self.cxx and last.parsed.reorders_storage:
            return None, None, "", "'scalar_storage_order' may order its bytes in another way than a local's"
        if kind in (TypeKind.POINTER, TypeKind.OBJCOBJECTPOINTER):
            return Shape.POINTER, self._spelled(last), "", ""
        if kind in ARRAYS:
            element = types.element_spelling(last)
            if not types.is_aligned(last, self.cxx):
                return None, None, "", _MISPLACED
            star = "(*)" if element and element.endswith("]") else "*"
            if element and (self.cxx or self._is_hidden(element, last)):
                element = None
            return Shape.ARRAY, declare(element, star) if element else None, "", ""
        if kind in _SCALARS:
            return Shape.SCALAR, self._spelled(last), "", ""
        if kind == TypeKind.RECORD:
            name = fact.canonical.removeprefix("const ")
            for prefix, accessor in (_CONTAINERS | _HANDLES).items():
                # libstdc++ and libc++ put inline namespaces between
                if _plain_name(name).startswith(prefix):
                    if prefix == "std::vector<" and _plain_name(name).startswith("std::vector<bool"):
                        return Shape.OBJECT, None, "", ""  # it has no array of elements
                    shape = Shape.CONTAINER if prefix in _CONTAINERS else Shape.HANDLE
                    return shape, None, accessor, ""
            atomic = _plain_name(name).startswith("std::atomic<")
            if self.cxx and (atomic or not types.is_plain_data(last)):
                return Shape.OBJECT, None, "", "" if types.is_aligned(last, self.cxx) else _MISPLACED
            why = "" if self.cxx else types.record_problem(last)
            return Shape.RECORD, self._spelled(last), "", why
        if fact.dependent or kind == TypeKind.UNEXPOSED:
            standard, accessor = _standard(semantics.standard_class(last))  # of 'std::vector<T>'
            if standard is not None:
                return standard, None, accessor, ""
            return Shape.DEPENDENT, None, "", ""
        if kind in PROTOTYPES or "member function" in fact.spelling:
            return None, None, "", "it is a function"
        if kind == TypeKind.VECTOR or kind == TypeKind.EXTVECTOR:
            return None, None, "", "a vector's elements would be written in the copy"
        return None, None, "", "only pointers, arrays, arithmetic types, plain structs and containers can"

    def _spelled(self, last: Node) -> str | None:
        """A type's text that means the same where the region begins, or None."""
        spelling = types.unqualified_spelling(last)
        if "(unnamed" in spelling or "(anonymous" in spelling or "(lambda" in spelling:
            return None
        if self.cxx and not _is_builtin(spelling):
            return None  # a name in a class or namespace may not be visible here: 'auto' is
        return None if self._is_hidden(spelling, last) else spelling

    def _is_hidden(self, spelling: str, last: Node) -> bool:
        """Whether a function declares a name of a type's as something else, which could be meant there."""
        if _is_builtin(spelling):
            return False
        own, parsed = types.type_place(last), self.tree.parsed
        return any(
            self.tree.hides(word, own)
            or (parsed is not None and parsed.could_be_macro(word.rpartition(" ")[2]))
            for word in TYPE_WORD.findall(spelling)
            if not _is_builtin(word)
        )

    def _qualifier_fits(self, item: Item, shape: Shape, last: Node) -> bool:
        if item.qualifier is None:
            return True
        why = ""
        if shape in (Shape.SCALAR, Shape.RECORD, Shape.OBJECT):
            why = f"whose type '{last.type.spelling}' is no pointer"
        elif shape is Shape.POINTER and types.points_to_function(last):
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

    def _type_fits(self, chain: Chain, shape: Shape, last: Node) -> bool:
        cast = next(iter(self.tree.at(self.probe.spans["type", chain.number])), None)
        given = types.pointee(cast) if cast is not None and cast.kind == Kind.C_CAST else None
        bounds = b"[" in (chain.item.type or b"")  # which may name constants
        if cast is not None and not bounds and any(each.kind == Kind.DECL_REF for each in cast.inside):
            return self._mismatch(chain, last, "hidden")  # the name is a variable's there
        if given is None or given.dependent or last.type.dependent or shape is Shape.DEPENDENT:
            return True
        if shape in (Shape.CONTAINER, Shape.HANDLE):
            return given.kind == TypeKind.POINTER or self._mismatch(chain, last, "elements")
        actual = _unqualified(types.local_type(last))
        accepted = (_squeezed(actual), _squeezed(_const_pointee(actual)))
        if _squeezed(_unqualified(given.canonical)) not in accepted:
            return self._mismatch(chain, last)
        return cast is None or types.is_one_record(cast, last) or self._mismatch(chain, last, "hidden")

    def _mismatch(self, chain: Chain, last: Node, form: str = "") -> bool:
        item = chain.item
        assert item.type is not None
        if not form and item.type.decode("utf-8", "replace") == last.type.spelling:
            form = "hidden"
        self.complain(
            "type-mismatch",
            item.type_span or item.span,
            _declared_here(last.declaration()),
            form=form,
            chain=chain.text,
            given=item.type.decode("utf-8", "replace"),
            actual=last.type.spelling,
        )
        return False


def before_subscript(item: Item, name: str) -> tuple[bytes, bytes]:
    """The chain that leads to the first subscript that holds a name, and that; nothing where none does."""
    text, word = item.text, re.compile(rb"(?<![\w$.>])" + re.escape(name.encode()) + rb"(?![\w$])")
    at = text.find(b"[")
    while at >= 0:
        end = closing(text, at) + 1
        if end <= 0:
            break
        if word.search(text, at, end):
            whole = (b"->" in text[:at] or b"." in text[:at]) and text.count(b"(", 0, at) == text.count(
                b")", 0, at
            )
            return (text[:at], text[at:end]) if whole else (b"", b"")
        at = text.find(b"[", end)
    return b"", b""


_OWN = ("number", "region", "declared", "access", "root", "watched", "fields", "members", "file_scope")


_SUSPECT = frozenset((Kind.CALL, Kind.COMPOUND_ASSIGN, Kind.BINARY, Kind.UNARY))


def _has_effect(node: Node) -> bool:
    if node.kind == Kind.COMPOUND_ASSIGN:
        return True
    if node.kind == Kind.BINARY:
        return node.binary_operator == ASSIGN
    return node.kind == Kind.UNARY and node.unary_operator in INCREMENTS


def _declared_here(declaration: Declaration | None) -> tuple[Note, ...]:
    if declaration is None or not declaration.file or declaration.main:
        return ()
    place = Place(declaration.file, Span(declaration.offset, declaration.offset + len(declaration.name)))
    return (Note(f"'{declaration.name}' is declared here", place),)


def _standard(name: str) -> tuple[Shape | None, str]:
    """The shape of a class of the library's, and what gives its elements."""
    prefix = f"std::{name}<"
    if prefix in _CONTAINERS:
        return Shape.CONTAINER, _CONTAINERS[prefix]
    return (Shape.HANDLE, _HANDLES[prefix]) if prefix in _HANDLES else (None, "")


def _plain_name(name: str) -> str:
    return name.replace("std::__1::", "std::").replace("std::__cxx11::", "std::")


BUILTIN_WORDS = frozenset(
    "void char short int long float double signed unsigned bool _Bool wchar_t char8_t char16_t char32_t "
    "const __int128 size_t".split()
)


def _is_builtin(spelling: str) -> bool:
    return all(word in BUILTIN_WORDS for word in spelling.replace("*", " ").split())


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
