# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Patterns and records that are made when they are first used."""

from __future__ import annotations

import ast
import copy
import importlib
import pickle
import re
import sys
import typing
from types import ModuleType

import pytest
from testlib.rooms import trees

from pointerchain import lazy

pytestmark = pytest.mark.xdist_group("trees")


class Span(lazy.NamedTuple):
    """From a byte to another."""

    start: int
    end: int = 7
    name: str | None = None

    @property
    def length(self) -> int:
        return self.end - self.start


class Kept(Span):
    """Has attributes of its own, as a class below a record may."""


class Plain(typing.NamedTuple):
    start: int
    end: int = 7
    name: str | None = None


def test_a_record_is_a_named_tuple() -> None:
    span, plain = Span(2, name="x"), Plain(2, name="x")
    assert span == plain == (2, 7, "x")
    assert repr(span) == repr(plain).replace("Plain", "Span")
    assert span._asdict() == plain._asdict()
    assert Span._fields == Plain._fields
    assert Span._field_defaults == Plain._field_defaults
    assert span._replace(end=9) == plain._replace(end=9)
    assert type(span._replace(end=9)) is Span
    assert Span.__match_args__ == Plain.__match_args__
    assert span.length == 5
    assert pickle.loads(pickle.dumps(span)) == copy.copy(span) == span
    assert hash(span) == hash(plain)


@pytest.mark.parametrize("kind", [Span, Kept, Plain])
def test_what_a_record_refuses(kind: type[Span]) -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'start'"):
        kind()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'stop'"):
        kind(1, stop=2)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="unexpected field names: \\['stop'\\]"):
        kind(1)._replace(stop=2)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        kind(1).start = 2  # type: ignore[misc]


def test_a_record_has_no_attributes_but_its_fields() -> None:
    with pytest.raises(AttributeError):
        Span(1).more = 2  # type: ignore[attr-defined]
    kept = Kept(1)
    kept.more = 2  # type: ignore[attr-defined]
    assert (kept, kept.more) == ((1, 7, None), 2)  # type: ignore[attr-defined]


def test_a_field_without_a_default_stands_before_those_with_one() -> None:
    with pytest.raises(TypeError, match="Wrong: a field without a default follows one that has one"):

        class Wrong(lazy.NamedTuple):
            start: int = 0
            end: int  # type: ignore[misc]


def test_a_pattern_is_compiled_when_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    compile_at_once = re.compile
    monkeypatch.setattr(re, "compile", lambda *all: compiled.append(all) or compile_at_once(*all))
    word = lazy.lazy_pattern(r"[a-z]+", re.IGNORECASE)
    assert not compiled
    assert word.findall("a B1c") == ["a", "B", "c"]
    assert word.fullmatch("Ab")
    assert (word.pattern, word.groups) == ("[a-z]+", 0)
    assert len(compiled) == 1
    with pytest.raises(AttributeError, match="matches"):
        word.matches  # type: ignore[attr-defined] # noqa: B018


def modules() -> list[ModuleType]:
    return [importlib.import_module(name) for name in trees() if not name.endswith("__main__")]


def test_every_pattern_is_right() -> None:
    patterns = {
        f"{module.__name__}.{name}": value
        for module in modules()
        for name, value in vars(module).items()
        if type(value) is type(lazy.lazy_pattern(""))
    }
    assert len(patterns) > 100
    for name, value in patterns.items():
        assert isinstance(value.flags, int), name


def test_no_module_compiles_patterns_where_it_is_imported() -> None:
    """An import would pay for all that a run does not use."""
    assert [
        f"{name}:{call.lineno}"
        for name, tree in trees().items()
        for call in at_import(tree)
        if ast.unparse(call.func) == "re.compile"
    ] == []


def at_import(tree: ast.AST) -> list[ast.Call]:
    """Calls that run where a module is imported: not those in functions."""
    calls, waiting = [], [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call):
            calls.append(node)
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
    return calls


def test_records_are_the_lazy_ones() -> None:
    own = "pointerchain.lazy"
    assert [
        name
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if name != own and isinstance(node, ast.ImportFrom) and node.module == "typing"
        if any(each.name == "NamedTuple" for each in node.names)
    ] == []
    assert sys.modules[own]
