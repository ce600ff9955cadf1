# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Statements -> the tree of scopes: program units, derived types, procedures and constructs.

``module m; type t; ...; end module`` becomes ``Scope('file') > Scope('module', 'm') > Scope('type', 't')``.
What a scope declares is noted in it as the statements say it; what that means is left to ``names``.
"""

from __future__ import annotations

import re

from pointerchain.fortran.declarations import INTRINSIC, Entity, Unreadable, closing, entities, split
from pointerchain.fortran.lines import Statement, Text
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span


class Use(NamedTuple):
    """A ``use`` statement: ``names`` maps local to remote names; with ``only`` nothing else is visible."""

    module: str
    only: bool
    names: dict[str, str]
    intrinsic: bool


class Declared(NamedTuple):
    """An entity with the place of its name's statement."""

    entity: Entity
    span: Span


class Scope:
    """A program unit, derived type, interface or construct, from its first statement to its end.

    ``kind`` is 'file', 'module', 'submodule', 'program', 'procedure', 'type', 'interface', 'enum', 'block
    data' or the word of a construct; ``first`` and ``last`` are numbers of statements, ``last`` is -1 until
    its end was seen.
    """

    def __init__(self, kind: str, name: str, parent: Scope | None, first: int, label: str = "") -> None:
        self.kind, self.name, self.parent, self.first, self.label = kind, name, parent, first, label
        self.last = -1
        self.contains = -1
        self.children: list[Scope] = []
        self.uses: list[Use] = []
        self.variables: dict[str, Declared] = {}
        self.unreadable: dict[str, Span] = {}
        self.early: dict[str, tuple[frozenset[str], int]] = {}
        """Attributes and rank that a statement gave to a name before its type was declared."""
        self.names: set[str] = set()
        """Names that mean something else here: associate names, procedures, also those bound to a type."""
        self.includes = False
        self.private = False
        self.access: dict[str, str] = {}
        self.extends = ""
        self.attributes: frozenset[str] = frozenset()
        self.parameters = False
        self.executable = -1
        self.text_ancestor = ""
        self.span = Span(0, 0)
        self.construct = ""
        self.generics: set[str] = set()
        self.storage: dict[str, str] = {}
        """Names whose storage others may have, and the statement that says so."""
        self.typing = ""
        """'none' behind ``implicit none``, 'letters' behind another ``implicit``."""

    def __iter__(self) -> object:
        return iter(self.children)

    def within(self, kinds: tuple[str, ...]) -> Scope | None:
        """The innermost scope of these kinds around this one, itself included."""
        at: Scope | None = self
        while at is not None and at.kind not in kinds:
            at = at.parent
        return at


class Broken(NamedTuple):
    """Where the structure of a source was not understood."""

    span: Span
    what: str


UNITS = ("module", "submodule", "program", "procedure", "block data")
SCOPING = (*UNITS, "block", "file")

_TYPE_SPEC = (
    r"(?:integer|real|complex|logical|character|double\s*precision|double\s*complex|type|class)\b"
    r"\s*(?:\*\s*\d+|\*?\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?"
)
_PREFIX = (
    rf"(?:(?:pure|elemental|impure|recursive|non_recursive|module|attributes\s*\([^()]*\)|{_TYPE_SPEC})\s*)*"
)
_PROCEDURE = lazy_pattern(rf"{_PREFIX}(subroutine|function)\s+(\w+)\s*(\(|$|bind\b)")
_DECLARATION = lazy_pattern(
    r"(integer|real|complex|logical|character|double\s*precision|double\s*complex|type\s*\(|class\s*\()"
)
_END = lazy_pattern(
    r"end\s*(program|module|submodule|subroutine|function|procedure|block\s*data|interface|type|enum|block|"
    r"associate|do|if|select|where|forall|critical|team)?(?:\s+(\w+))?(?:\s*\(.*\))?$"
)
_CONSTRUCT = lazy_pattern(
    r"(?:(\w+)\s*:\s*)?(block|associate|do|if|select\s*(?:case|type|rank)|where|forall|critical|change\s*team)\b\s*(.*)$"
)
_ATTRIBUTE = lazy_pattern(
    r"(target|pointer|allocatable|contiguous|codimension|dimension|save|optional|value|volatile|asynchronous"
    r"|protected|intent\s*\([\w\s]+\))(?!\w)\s*(?:::)?\s*(.+)$"
)


def read_units(text: Text) -> tuple[Scope, tuple[Scope, ...], tuple[Broken, ...]]:
    """The tree of scopes, the scope of each statement, and what was not understood."""
    return _Units(text).read()


class _Units:
    def __init__(self, text: Text) -> None:
        self.text = text
        self.root = Scope("file", "", None, 0)
        self.at = self.root
        self.scopes: list[Scope] = []
        self.broken: list[Broken] = []

    def read(self) -> tuple[Scope, tuple[Scope, ...], tuple[Broken, ...]]:
        for number, statement in enumerate(self.text.statements):
            self._statement(number, statement)
        if self.at is not self.root and not self._implicit_main():
            start = self.text.statements[self.at.first].span
            self.broken.append(Broken(start, f"the end of '{self.at.kind}' is missing"))
        self.root.last = len(self.text.statements)
        return self.root, tuple(self.scopes), tuple(self.broken)

    def _implicit_main(self) -> bool:
        return False

    def _open(self, kind: str, name: str, number: int) -> Scope:
        scope = Scope(kind, name, self.at, number)
        scope.span = self.text.statements[number].span
        self.at.children.append(scope)
        self.at = scope
        return scope

    def _close(self, number: int) -> None:
        self.at.last = number
        assert self.at.parent is not None
        self.at = self.at.parent

    def _statement(self, number: int, statement: Statement) -> None:
        code = statement.code
        at = self.at
        if self._ends(number, statement):
            self.scopes.append(at)
            self._labelled(number, statement)
            return
        self._opens(number, statement, code)
        # a statement that opens a scope belongs to what it stands in
        self.scopes.append(at if self.at is not at and self.at.first == number else self.at)
        self._labelled(number, statement)

    def _labelled(self, number: int, statement: Statement) -> None:
        """End the loops whose last statement has this label."""
        while statement.label and self.at.kind == "do" and self.at.label == statement.label:
            self._close(number)

    def _ends(self, number: int, statement: Statement) -> bool:
        found = _END.match(statement.code)
        if found is None or (found[1] is None and found[2] is not None):
            return False
        word = re.sub(r"\s+", "", found[1] or "")
        at = self.at
        if not word:
            if at.kind not in UNITS:
                if at is self.root:
                    self._main(number)
                    self._close(number)
                    return True
                self.broken.append(Broken(statement.span, f"'end' inside of '{at.kind}'"))
                return True
            self._close(number)
            return True
        kinds = {
            "subroutine": "procedure",
            "function": "procedure",
            "blockdata": "block data",
            "team": "change team",
        }
        kind = kinds.get(word, word)
        if kind == "program" and at is self.root:
            self._main(number)
            at = self.at
        if at.kind != kind or at is self.root:
            self.broken.append(Broken(statement.span, f"'{statement.code}' inside of '{at.kind}'"))
            # go on with what fits best, so that one mistake is one message
            up: Scope | None = at
            while up is not None and up.kind != kind:
                up = up.parent
            if up is None or up is self.root:
                return True
            while self.at is not up:
                self._close(number)
        self._close(number)
        return True

    def _main(self, number: int) -> None:
        """A main program without a 'program' statement: what stands at the top belongs to it."""
        main = Scope("program", "", self.root, 0)
        main.uses, main.variables, main.names = self.root.uses, self.root.variables, self.root.names
        main.includes, main.typing = self.root.includes, self.root.typing
        main.children = [each for each in self.root.children if each.kind not in UNITS]
        for each in main.children:
            each.parent = main
        self.root.children = [each for each in self.root.children if each.kind in UNITS] + [main]
        self.scopes = [main if each is self.root else each for each in self.scopes]
        self.at = main

    def _opens(self, number: int, statement: Statement, code: str) -> None:
        at = self.at
        if at.kind == "type":
            self._in_type(statement, code)
            return
        if at.kind == "enum":
            if at.parent is not None:
                self._enumerators(at.parent, statement)
            return
        if found := re.match(r"module\s+(\w+)$", code):
            if found[1] != "procedure" and at is self.root:
                self._open("module", found[1], number)
                return
        if found := re.match(r"submodule\s*\(\s*(\w+)\s*(?::\s*(\w+)\s*)?\)\s*(\w+)$", code):
            self._open("submodule", found[3], number).text_ancestor = found[1]
            return
        if (found := re.match(r"program\s+(\w+)$", code)) and at is self.root:
            self._open("program", found[1], number)
            return
        if re.match(r"block\s*data\b", code):
            self._open("block data", "", number)
            return
        if (found := _PROCEDURE.match(code)) and not re.match(r"end\b", code):
            at.names.add(found[2])
            scope = self._open("procedure", found[2], number)
            if found[1] == "function":
                self._result(scope, statement, found)
            return
        if at.kind != "interface" and (found := re.match(r"module\s+procedure\s+(\w+)$", code)):
            self._open("procedure", found[1], number)
            return
        if re.match(r"(abstract\s+)?interface\b", code) and not re.match(r"interface\s*[=(%]", code):
            scope = self._open("interface", "", number)
            if name := re.match(r"interface\s+(\w+)$", code):
                at.names.add(name[1])
                at.generics.add(name[1])
            return
        if re.match(r"enum\s*,", code):
            self._open("enum", "", number)
            return
        if found := re.match(r"type\b\s*(?:(,.*?)?::)?\s*(\w+)\s*(\(.*\))?$", code):
            if found[1] or "::" in code or re.match(r"type\s+(\w+|(?!is\b)\w+\s*\([\w\s,]*\))$", code):
                if found[2] != "is" or not found[3]:
                    self._type(number, found)
                    return
        if code == "contains":
            at.contains = number
            return
        if found := _CONSTRUCT.match(code):
            self._construct(number, found)
            if self.at is not at:
                self._is_executable(at, number)
                return
        self._in_unit(number, statement, code)

    @staticmethod
    def _enumerators(unit: Scope, statement: Statement) -> None:
        """``enumerator :: one = 1, two`` declares constants of the scope around the enumeration."""
        found = re.match(r"enumerator\b\s*(?:::)?(.*)", statement.code)
        for start, end in split(found[1]) if found else ():
            if found and (name := re.match(r"\s*(\w+)", found[1][start:end])):
                words = frozenset({"parameter"})
                constant = Entity(name[1], INTRINSIC, "", "integer", 0, words, initialised=True)
                unit.variables[name[1]] = Declared(constant, statement.span)

    @staticmethod
    def _result(scope: Scope, statement: Statement, found: re.Match[str]) -> None:
        """The result of a function whose type stands before the word."""
        spec = re.match(rf"(?:(?:pure|elemental|impure|recursive|module)\s+)*({_TYPE_SPEC})", statement.code)
        if spec is None:
            return
        result = re.search(r"result\s*\(\s*(\w+)\s*\)", statement.code)
        name = result[1] if result else found[2]
        try:
            for each in entities(f"{statement.text[spec.start(1) : spec.end(1)]} :: {name}", False):
                scope.variables[each.name] = Declared(each, statement.span)
        except Unreadable:
            scope.unreadable[name] = statement.span

    def _type(self, number: int, found: re.Match[str]) -> None:
        at = self.at
        scope = self._open("type", found[2], number)
        words = found[1] or ""
        pieces = [words[a:b].strip() for a, b in split(words)]
        scope.attributes = frozenset(re.sub(r"\s*\(.*", "", piece) for piece in pieces if piece)
        extends = re.search(r"extends\s*\(\s*(\w+)\s*\)", words)
        scope.extends = extends[1] if extends else ""
        scope.parameters = found[3] is not None
        for word in ("public", "private"):
            if word in scope.attributes:
                at.access[found[2]] = word

    def _in_type(self, statement: Statement, code: str) -> None:
        at = self.at
        if code == "contains":
            at.contains = 0
            return
        if code == "sequence":
            at.attributes |= {"sequence"}
        if at.contains >= 0 and (
            found := re.match(r"(procedure|generic)\b(?:\s*\([^()]*\))?([^:]*::)?(.*)", code)
        ):
            at.names.update(re.findall(r"(\w+)\s*(?:=>[^,]*)?(?:,|$)", found[3]))
        if at.contains >= 0 or code in ("private", "public", "sequence"):
            return
        try:
            for each in entities(statement.text, True):
                known = at.variables.setdefault(each.name, Declared(each, statement.span))
                if known.entity != each:  # in two branches of an '#if'
                    del at.variables[each.name]
                    at.unreadable[statement.text] = statement.span
        except Unreadable:
            at.unreadable[statement.text] = statement.span

    def _construct(self, number: int, found: re.Match[str]) -> None:
        word, rest = re.sub(r"\s+", " ", found[2]), found[3].strip()
        name = found[1] or ""
        if word == "if":
            if not (
                rest.startswith("(") and rest.endswith("then") and closing(rest, 0) == len(rest[:-4].rstrip())
            ):
                return
        elif word in ("where", "forall"):
            if not rest.startswith("(") or closing(rest, 0) != len(rest):
                return
        elif word == "do":
            if rest and not re.match(r"(\d+\b|while\s*\(|concurrent\b|\w+\s*=|,)", rest):
                return
            if re.match(r"\w+\s*=", rest) and not _has_comma(rest):
                return
        elif word == "associate":
            if not rest.startswith("("):
                return
        elif word.startswith("select"):
            word = "select"
            if not rest.startswith("("):
                return
        elif word in ("block", "critical") and rest and not rest.startswith("("):
            return
        scope = self._open(word, "", number)
        scope.construct = name
        if word == "do" and (label := re.match(r"(\d+)\b", rest)):
            scope.label = label[1]
        if word in ("associate", "select", "change team") and "=>" in rest:
            scope.names.update(re.findall(r"(\w+)\s*=>", rest))
        elif word == "select" and not found[2].endswith("case"):
            scope.names.update(re.findall(r"^\(\s*(\w+)\s*\)", rest))
        if word == "do" and rest.startswith("concurrent"):
            scope.names.update(re.findall(r"(\w+)\s*=", rest))

    @staticmethod
    def _is_executable(scope: Scope, number: int) -> None:
        at: Scope | None = scope
        while at is not None and at.kind not in SCOPING:
            at = at.parent
        if at is not None and at.executable < 0:
            at.executable = number

    def _in_unit(self, number: int, statement: Statement, code: str) -> None:
        at = self.at
        unit = at if at.kind in SCOPING else at.within(SCOPING)
        assert unit is not None
        if at.kind == "interface":
            if found := re.match(r"(?:module\s+)?procedure\b\s*(?:::)?(.*)", code):
                at.names.update(re.findall(r"\w+", found[1]))
            return
        if re.match(r"use\b(?!\s*[=(%])", code):
            self._use(unit, code)
        elif re.match(r"include\s*['\"]", code):
            unit.includes = unit.includes or not statement.resolved
        elif code in ("private", "public"):
            unit.private = code == "private"
        elif found := re.match(r"(private|public)\b\s*(?:::)?(.*)$", code):
            for name in re.findall(r"\w+", found[2]):
                unit.access[name] = found[1]
        elif re.match(
            r"(implicit|parameter|common|equivalence|namelist|data|format|import|intrinsic)\b(?!\s*[=%])",
            code,
        ):
            if found := re.match(r"implicit\b", code):
                none = re.match(r"implicit\s+none\s*(\(\s*\)|\(.*\btype\b.*\))?$", code)
                unit.typing = "none" if none else "letters"
            elif found := re.match(r"common|equivalence", code):
                unit.storage.update(dict.fromkeys(re.findall(r"[a-z]\w*", code[found.end() :]), found[0]))
        elif found := re.match(r"(external|procedure)\b\s*(?:\(.*?\))?\s*(?:,[^:]*)?(?:::)?\s*(.*)$", code):
            unit.names.update(re.findall(r"\w+", found[2]))
        elif _DECLARATION.match(code) and self._declares(unit, statement):
            pass
        elif (found := _ATTRIBUTE.match(code)) and not re.match(r"\w+\s*[=%]", code):
            self._attributes(unit, found)
        else:
            self._is_executable(unit, number)

    def _declares(self, unit: Scope, statement: Statement) -> bool:
        if re.match(r"\w+\s*(\([^()]*\))?\s*(=|%)", statement.code) and "::" not in statement.code:
            return False  # an assignment to a variable that is called 'real', say
        if re.match(r"(type|class)\s+(is|default)\b", statement.code):
            return True
        try:
            for each in entities(statement.text, False):
                known = unit.variables.get(each.name)
                if known is not None and known.entity != each:  # in two branches of an '#if'
                    del unit.variables[each.name]
                    unit.unreadable[each.name] = statement.span
                if known is not None or (each.name in unit.unreadable and each.name not in unit.early):
                    continue
                words, rank = unit.early.get(each.name, (frozenset(), 0))
                entity = each._replace(attributes=each.attributes | words, rank=each.rank or rank)
                unit.unreadable.pop(each.name, None)
                unit.variables[each.name] = Declared(entity, statement.span)
                if "private" in each.attributes or "public" in each.attributes:
                    unit.access[each.name] = "private" if "private" in each.attributes else "public"
        except Unreadable:
            _, _, tail = statement.code.partition("::")
            for start, end in split(tail or statement.code):
                name = re.match(r"\s*(\w+)", (tail or statement.code)[start:end])
                if name:
                    unit.unreadable[name[1]] = statement.span
        return True

    @staticmethod
    def _attributes(unit: Scope, found: re.Match[str]) -> None:
        """``target :: x``: one more attribute of a variable that is declared elsewhere."""
        rest = found[2]
        for start, end in split(rest):
            name = re.match(r"\s*(\w+)\s*(\(.*\))?", rest[start:end])
            if name is None:  # Cray's pointers: the names in the parentheses are what they point to
                unit.storage.update(dict.fromkeys(re.findall(r"[a-z]\w*", rest[start:end]), "pointer"))
                continue
            word = re.sub(r"\s+", "", found[1])
            words = frozenset({word, "intent"} if word.startswith("intent") else {word})
            rank = len(split(name[2][1:-1])) if name[2] else 0
            known = unit.variables.get(name[1])
            if known is None:
                before = unit.early.get(name[1], (frozenset(), 0))
                unit.early[name[1]] = (before[0] | words, before[1] or rank)
                unit.unreadable.setdefault(name[1], unit.span)
                continue
            entity = known.entity._replace(attributes=known.entity.attributes | words)
            unit.variables[name[1]] = known._replace(entity=entity._replace(rank=entity.rank or rank))

    @staticmethod
    def _use(unit: Scope, code: str) -> None:
        found = re.match(r"use\b\s*(?:,\s*(intrinsic|non_intrinsic)\s*)?(?:::)?\s*(\w+)\s*(?:,(.*))?$", code)
        if found is None:
            unit.includes = True  # something comes from somewhere
            return
        rest, only = (found[3] or "").strip(), False
        if start := re.match(r"only\s*:", rest):
            rest, only = rest[start.end() :], True
        names: dict[str, str] = {}
        for begin, end in split(rest):
            if name := re.match(r"\s*(\w+)\s*(?:=>\s*(\w+))?\s*$", rest[begin:end]):
                names[name[1]] = name[2] or name[1]
        unit.uses.append(Use(found[2], only, names, found[1] == "intrinsic"))


def _has_comma(text: str) -> bool:
    return len(split(text)) > 1
