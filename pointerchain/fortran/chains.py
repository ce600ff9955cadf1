# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A chain of a ``declare`` where a region begins -> what it leads to, and its local, or why it has none.

``sim%atoms%n`` (an integer) gets a copy, ``integer(kind(sim%atoms%n)) :: pc_atoms_n``; ``sim%atoms%x`` (an
allocatable array) a pointer, ``real(kind(sim%atoms%x)), pointer, contiguous :: pc_atoms_x(:)``.
"""

from __future__ import annotations

import re

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.fortran import declarations as d
from pointerchain.fortran.designators import Use, designators
from pointerchain.fortran.directives import Root
from pointerchain.fortran.meanings import Meaning, Step, meaning
from pointerchain.fortran.names import (
    Doubt,
    Found,
    Where,
    declared_variable,
    type_of_name,
    variable_of_name,
)
from pointerchain.fortran.records import Records
from pointerchain.lazy import NamedTuple, lazy_pattern

_LITERAL_KIND = lazy_pattern(r"\(\s*(?:kind\s*=\s*)?(\d+)\s*\)$", re.IGNORECASE)
_WORD = lazy_pattern(r"(integer|real|complex|logical|character|double\s*precision|double\s*complex)", re.I)


class Chain(NamedTuple):
    """A chain: ``copied`` says that its local has the value, which is written back; else it is a pointer.

    ``subscripts`` are the variables in its subscripts; ``spread`` says that it may be an element of an array,
    so that a pointer array could meet it. ``spec`` is the local's type.
    """

    text: str
    root: Root
    variable: Found
    steps: tuple[Step, ...]
    subscripts: tuple[Found, ...]
    copied: bool
    spec: str
    rank: int
    contiguous: bool
    spread: bool
    shared: bool
    """Whether something else may lead to it: its root is a target or pointer, or a pointer is on the way."""

    @property
    def entity(self) -> d.Entity:
        """How its last component is declared."""
        return self.steps[-1].entity

    @property
    def base(self) -> str:
        """The word of its type."""
        return type_word(self.entity)


def type_word(entity: d.Entity) -> str:
    """'integer' of 'INTEGER(KIND = 8)'; double precision is real, and complex numbers have real parts."""
    found = _WORD.match(entity.spelling)
    word = re.sub(r"\s+", "", found[1].lower()) if found else entity.type_name
    return {"doubleprecision": "real", "doublecomplex": "real", "complex": "real"}.get(word, word)


class _Refused(Exception):
    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.message)
        self.diagnostic = found


def resolve_chain(records: Records, where: Where, root: Root) -> tuple[Chain | None, tuple[Diagnostic, ...]]:
    """The chain that ``root`` names in a scope; None where it cannot be hoisted."""
    try:
        return _Chain(records, where, root).resolve(), ()
    except _Refused as refused:
        return None, (refused.diagnostic,)


class _Chain:
    def __init__(self, records: Records, where: Where, root: Root) -> None:
        self.records, self.where, self.root = records, where, root

    def refuse(self, code: str, form: str = "", notes: tuple[Note, ...] = (), **fields: str) -> _Refused:
        fields.setdefault("chain", self.root.text)
        return _Refused(diagnostic(code, self.where.file.name, self.root.span, notes, None, form, **fields))

    def unresolved(self, why: str) -> _Refused:
        return self.refuse("unresolved-chain", "fortran", why=why)

    def unsupported(self, entity: d.Entity, why: str) -> _Refused:
        return self.refuse("unsupported-type", type=entity.spelling.lower(), why=why)

    def resolve(self) -> Chain:
        made = designators(self.root.text.lower())
        found = variable_of_name(self.records.modules, self.where, self.root.parts[0].name)
        if isinstance(found, Doubt):
            if found.module:
                raise self.refuse("unknown-module", why=found.why)
            raise self.unresolved(found.why)
        held = meaning(self.records, self.where, made.uses[0])
        declared = declared_variable(found)
        if held.kind != "variable" or held.base is None:
            raise self.unresolved(held.why or f"'{self.root.parts[0].name}' has subscripts and is no array")
        note = (Note(f"'{found.name}' is declared here", Place(found.where.file.name, declared.span)),)
        if len(held.steps) != len(self.root.parts) - 1:
            raise self.unresolved("a parent's part, or a part of a number, is no component")
        self.attributes(held, note)
        subscripts = self.subscripts(held, made.uses)
        self.storage(found, note)
        last = held.steps[-1].entity
        element = self.root.parts[-1].subscripts is not None
        rank = 0 if element else last.rank
        copied = rank == 0 and last.base == d.INTRINSIC and not last.attributes & {"pointer", "allocatable"}
        if element and not copied and last.base == d.INTRINSIC:
            raise self.unsupported(
                last, "an element of an array that is allocated is no scalar: hoist the array"
            )
        pointers = ["pointer" in each.attributes for each in (held.base, *(s.entity for s in held.steps))]
        target = "target" in held.base.attributes or any(pointers)
        if not copied and not (
            target
            if "pointer" in last.attributes
            else ("target" in held.base.attributes or any(pointers[:-1]))
        ):
            raise self.refuse("root-not-target", "hoisted", note, root=found.name)
        spread = held.base.rank > 0 or any(s.entity.rank > 0 for s in held.steps)
        contiguous = rank > 0 and ("pointer" not in last.attributes or "contiguous" in last.attributes)
        return Chain(
            self.root.text,
            self.root,
            found,
            held.steps,
            subscripts,
            copied,
            self.spec(last, held),
            rank,
            contiguous,
            spread,
            target,
        )

    def attributes(self, held: Meaning, note: tuple[Note, ...]) -> None:
        assert held.base is not None
        for entity in (held.base, *(each.entity for each in held.steps)):
            for word in ("volatile", "asynchronous"):
                if word in entity.attributes:
                    raise self.refuse("volatile-link", notes=note, qualifier=word, link=entity.name)
            if entity.coarray:
                raise self.unsupported(entity, f"'{entity.name}' is a coarray")
            if entity.rank < 0:
                raise self.unsupported(entity, f"'{entity.name}' is of assumed rank")
            if "parameter" in entity.attributes:
                raise self.unsupported(entity, f"'{entity.name}' is a constant")
            if entity.parameters and entity.base != d.INTRINSIC:
                raise self.unsupported(entity, "its type has type parameters")

    def subscripts(self, held: Meaning, uses: tuple[Use, ...]) -> tuple[Found, ...]:
        """The variables in the subscripts: scalars that no pointer leads to."""
        entities = [held.base, *(each.entity for each in held.steps)]
        out: list[Found] = []
        for number, part in enumerate(self.root.parts):
            entity = entities[number]
            assert entity is not None
            if part.subscripts is None:
                if entity.rank and number < len(entities) - 1:
                    raise self.unresolved(f"'{part.name}' is an array: name one element of it")
                continue
            if len(part.subscripts) != entity.rank:
                raise self.unresolved(
                    f"'{part.name}' has {entity.rank} dimensions, not {len(part.subscripts)}"
                )
            for text in part.subscripts:
                if not re.fullmatch(r"[\w\s+*-]+", text):
                    raise self.unresolved("a subscript is made of integers, variables, '+', '-' and '*'")
        for use in uses[1:]:
            one = meaning(self.records, self.where, use)
            base = one.base
            if base is None or one.root is None or one.steps or base.rank or base.base != d.INTRINSIC:
                raise self.unresolved(f"subscript '{use.name}' is no scalar variable")
            if "parameter" in base.attributes:
                continue
            if base.attributes & {"pointer", "target", "volatile", "allocatable", "asynchronous"}:
                raise self.unresolved(f"subscript '{use.name}' could be changed through a pointer")
            self.storage(one.root, ())
            out.append(one.root)
        return tuple(out)

    def storage(self, found: Found, note: tuple[Note, ...]) -> None:
        word = found.where.scope.storage.get(found.name)
        if word is not None:
            raise self.refuse("changed-otherwise", "storage", note, name=found.name, word=word)

    def spec(self, entity: d.Entity, held: Meaning) -> str:
        """The type of the local, by names that mean the same where the region stands."""
        text = self.root.text
        if entity.base == d.CLASS:
            raise self.unsupported(entity, "it may be of a type that extends this one")
        if entity.base == d.TYPE:
            found = type_of_name(self.records.modules, self.where, entity.type_name)
            owner = self.records.of_found(found) if not isinstance(found, Doubt) else None
            if held.derived is None or owner is None or owner.key != held.derived:
                raise self.unsupported(
                    entity, f"its type is not visible here under the name '{entity.type_name}'"
                )
            return f"type({entity.type_name})"
        word = _WORD.match(entity.spelling)
        if entity.base != d.INTRINSIC or word is None:
            raise self.unsupported(entity, "it is no data")
        name, rest = re.sub(r"\s+", " ", word[1].lower()), entity.spelling[word.end() :].strip()
        asked = "len" if name == "character" else "kind"
        if not isinstance(variable_of_name(self.records.modules, self.where, asked), Doubt):
            raise self.refuse("not-in-fortran", "name", word=asked)
        if name == "character":
            if entity.deferred:
                raise self.unsupported(entity, "its length is not known before it is allocated")
            if "kind" in rest.lower() or len(d.split(rest[1:-1])) > 1:
                raise self.unsupported(entity, "it has a kind of its own")
            return f"character(len({text}))"
        owner = self.records.get(held.steps[-1].owner)
        # another source may be compiled with options that give default kinds another size
        if owner is not None and owner.file.name == self.where.file.name:
            if not rest or name.startswith("double"):
                return name
            if found_kind := _LITERAL_KIND.match(rest):
                return f"{name}({found_kind[1]})"
        name = {"double precision": "real", "double complex": "complex"}.get(name, name)
        return f"{name}(kind({text}))"


def matches(chain: Chain, use: Use, held: Meaning, code: str, where: Where, records: Records) -> int:
    """How many parts of a designator are the chain: all of the chain's, or 0.

    The variable and all components have to be the same, and subscripts on the way alike, with the same
    variables.
    """
    parts = chain.root.parts
    if held.root is None or len(use.parts) < len(parts) or not same(held.root, chain.variable):
        return 0
    for number, part in enumerate(parts):
        mine = use.parts[number]
        if mine.name != part.name:
            return 0
        last = number == len(parts) - 1
        if part.subscripts is None:
            if mine.inside is not None and not last:
                return 0
            continue
        if mine.inside is None:
            return 0
        inside = code[mine.inside[0] : mine.inside[1]]
        given = [re.sub(r"\s+", "", inside[a:b]) for a, b in d.split(inside)]
        if given != [re.sub(r"\s+", "", each.lower()) for each in part.subscripts]:
            return 0
        for name in re.findall(r"[a-z]\w*", inside):
            found = variable_of_name(records.modules, where, name)
            if isinstance(found, Doubt):
                return 0
            known = [each for each in chain.subscripts if each.name == found.name or name == found.name]
            constant = "parameter" in declared_variable(found).entity.attributes
            if not constant and not any(same(found, each) for each in known):
                return 0
    return len(parts)


def same(one: Found, other: Found) -> bool:
    """Whether two names that were found mean one declaration."""
    return (
        one.where.file.name == other.where.file.name
        and one.where.scope.first == other.where.scope.first
        and one.where.scope.kind == other.where.scope.kind
        and one.name == other.name
    )
