# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""One Fortran source -> its translation, or what is wrong with it.

    module mesh_mod                          module mesh_mod
      type :: mesh                             type :: mesh
        real, allocatable :: x(:)                real, allocatable :: x(:)
      end type                                 end type
    contains                          ->     interface;...;end interface;contains
      subroutine work(m)                       subroutine work(m)
        type(mesh), target :: m                  type(mesh), target :: m
    !$pointerchain deepcopy enter(m)             block;use pointerchain_do;...;end block
    ...                                      ...
    end module                               end module
                                             submodule (mesh_mod) ...

Line N stays line N: what is new stands in the lines of directives, of ``contains`` or ``end module``, and
behind the last line. No line is longer than 132 columns.
"""

from __future__ import annotations

import os
from hashlib import sha1

from pointerchain.diagnostics import Diagnostic, Severity, diagnostic
from pointerchain.fortran import describe, lower, standing
from pointerchain.fortran.directives import (
    Action,
    Declare,
    Hoist,
    HoistEnd,
    Policy,
    Promise,
    Read,
    RegionEnd,
    Types,
    read_directive,
)
from pointerchain.fortran.fixed import BY_SUFFIX, Form
from pointerchain.fortran.hoist import Hoisted, hoist
from pointerchain.fortran.lines import Directive, called, comment_start
from pointerchain.fortran.modules import Modules, SourceFile
from pointerchain.fortran.names import Where
from pointerchain.fortran.proof import proved
from pointerchain.fortran.records import Record, Records, TypeKey
from pointerchain.fortran.roots import Resolved, problems, resolve
from pointerchain.fortran.units import Scope
from pointerchain.fortran.unread import source_problems, unread
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.result import Translation


class Options(NamedTuple):
    """``directories`` are those in which modules are looked for, behind that of the source itself.

    ``every_type`` asks for descriptors of all types of the source's modules, whether a directive stands
    there or not. ``converts`` says that included files in fixed form will be written in free form as well.
    """

    directories: tuple[str, ...] = ()
    every_type: bool = True
    form: Form = BY_SUFFIX
    converts: bool = False


class Translated(NamedTuple):
    """A translation, whether it took other sources into account, and the files that those and it include."""

    translation: Translation
    looked: bool
    included: tuple[str, ...]


def translate(
    data: bytes,
    name: str,
    directories: tuple[str, ...] = (),
    form: Form = BY_SUFFIX,
) -> Translation:
    """Translate one source; ``directories`` are those in which modules are looked for.

    What comes of a source in fixed form is in free form.
    """
    return translate_with(data, name, Options(directories, form=form)).translation


def translate_with(data: bytes, name: str, options: Options) -> Translated:
    """The same with all options."""
    own = os.path.dirname(name)
    pass_ = _Pass(data, name, options._replace(directories=(own, *options.directories)))
    text, found = pass_.run()
    found = [each.moved(pass_.modules.own_place) for each in found]
    changed = text is not None and text != data
    # a component to which two roots lead is told of once
    once = {(each.code, each.place, each.message): each for each in reversed(found)}.values()
    ordered = tuple(
        sorted(once, key=lambda one: (one.place.file != name, one.place.file, one.place.span.start))
    )
    return Translated(Translation(text, ordered, changed), pass_.modules.looked, pass_.modules.included)


class _Pass:
    def __init__(self, data: bytes, name: str, options: Options) -> None:
        self.data, self.name, self.options = data, name, options
        self.file = SourceFile(name, data, options.form, options.directories)
        self.modules = Modules(self.file, options.directories)
        self.found: list[Diagnostic] = []
        self.policies: dict[TypeKey, list[Policy]] = {}
        self.records = Records(self.modules, self.policies)

    def say(self, code: str, span: Span, form: str = "", **fields: str) -> None:
        self.found.append(diagnostic(code, self.name, span, (), None, form, **fields))

    def run(self) -> tuple[bytes | None, list[Diagnostic]]:
        self.found += source_problems(self.file, every_type=self.options.every_type)
        if self.found:
            return None, self.found
        self.found += unread(self.file, self.options.directories, converts=self.options.converts)
        read: list[Read] = []
        for directive in self.file.text.directives:
            one, wrong = read_directive(self.name, directive)
            self.found += wrong
            if one is not None:
                read.append(one)
        chains = [isinstance(each, Declare | Promise | Hoist | HoistEnd) for each in read]
        # hoisting needs no descriptors, and a program that only hoists no runtime
        described = not all(chains) or (self.options.every_type and not chains)
        if self.file.broken and (self.file.text.directives or self.found):
            for broken in self.file.broken:
                self.say("unreadable-fortran", broken.span, what=broken.what)
        if not self.file.broken:
            self.policies.update(
                policies_of(self.file, [r for r in read if isinstance(r, Policy)], self.found)
            )
            self.other_policies()
        actions = [each for each in read if isinstance(each, Action | RegionEnd)]
        for each in read:
            if isinstance(each, Types) and standing.scope_of(self.file, each.source).kind != "module":
                self.say("misplaced-directive", each.source.span, "not_in_module", word="types")
        placed = [each for each in actions if self.is_placed(each)]
        if not self.file.broken:
            self.found += standing.regions(self.file, placed)
        calls = self.calls(placed) if not self.file.broken else []
        chained = [each for each in read if isinstance(each, Declare | Promise | Hoist | HoistEnd)]
        hoisted = Hoisted((), {}, ())
        if chained and not self.file.broken:
            hoisted = hoist(self.records, self.file, chained)
            self.found += hoisted.found
        if any(each.severity is Severity.ERROR for each in self.found):
            return None, self.found
        if self.file.broken or not (calls or described or chained):
            return self.data, self.found
        text = self.written(calls, described, hoisted)
        if chained:
            self.found += proved(self.file, hoisted, text)
        if any(each.severity is Severity.ERROR for each in self.found):
            return None, self.found
        return text, self.found

    def other_policies(self) -> None:
        """Take the policies of other modules into account, for what types there lead to."""
        self.modules.on_read = lambda file: self.policies.update(
            policies_of(
                file,
                [
                    one
                    for each in file.text.directives
                    for one in [read_directive(file.name, each)[0]]
                    if isinstance(one, Policy)
                ],
                [],
            )
        )

    def is_placed(self, each: Action | RegionEnd) -> bool:
        if self.file.broken:
            return True
        wrong = standing.misplaced(self.file, each.source, "deepcopy")
        if wrong is not None:
            self.found.append(wrong)
        return wrong is None

    def calls(self, placed: list[Action | RegionEnd]) -> list[lower.Call]:
        out = []
        sign = sha1(self.name.encode("utf-8", "surrogateescape") + b"\0" + self.data).hexdigest()[:6]
        for each in placed:
            name = f"pc_{sign}_{each.source.line}"
            roots: list[Resolved] = []
            if isinstance(each, Action):
                where = Where(self.file, standing.scope_of(self.file, each.source))
                for root in each.roots:
                    resolved, wrong = resolve(self.records, where, root)
                    self.found += wrong
                    if resolved is None:
                        continue
                    self.found += problems(self.records, where, resolved, root.span)
                    if each.verb != "enter":
                        resolved = resolved._replace(owner="", owner_type=None)
                    roots.append(resolved)
            call = lower.Call(name, each, tuple(roots))
            if len(call.arguments) > lower.ARGUMENTS:
                self.say("line-too-long", each.source.span, "roots", limit=str(lower.ARGUMENTS))
            elif call.clashes:
                self.say("not-in-fortran", each.source.span, "name", word=call.clashes)
            elif isinstance(made := self.call_lines(call, each.source), lower.TooLong):
                self.say("line-too-long", each.source.span, columns=str(made.columns))
            else:
                out.append(call)
        return out

    def written(self, calls: list[lower.Call], described: bool, hoisted: Hoisted) -> bytes:
        """The text with calls, locals, interfaces and what stands behind the last line."""
        edits: list[tuple[Span, str]] = list(hoisted.edits)
        behind: list[str] = []
        for each in self.file.text.directives:
            call = next((one for one in calls if one.directive.source is each), None)
            lines = self.call_lines(call, each) if call is not None else None
            lines = lines or [hoisted.lines.get(n, "") for n in range(each.line, each.last + 1)]
            assert not isinstance(lines, lower.TooLong), "calls() has refused it"
            edits.append((self.whole_lines(each), "\n".join(lines)))
        for module in self.file.modules.values() if described else ():
            if describe.interface(module.name) in self.file.source:
                continue  # it is a translation already
            records = self.describable(module)
            if records:
                edits.append(self.interface(module))
                behind += describe.submodule(self.records, module.name, records)
        for call in calls:
            name, line = called(self.file.source, call.directive.source.line, self.name)
            behind += lower.procedure(call, name, line)
        return _edited(self.file.source, edits, behind).encode("latin-1")

    def describable(self, module: Scope) -> tuple[Record, ...]:
        """The types of a module for which descriptors can be written."""
        out = []
        for each in module.children:
            if each.kind != "type":
                continue
            record = self.records.get(TypeKey(module.name, each.name))
            if record is None or "abstract" in each.attributes or not self.records.holds_something(record):
                continue
            if not self.records.undescribable(record):
                out.append(record)
        return tuple(out)

    def whole_lines(self, directive: Directive) -> Span:
        """From the beginning of a directive's first line to the end of its last one, without its line end."""
        source = self.file.source
        start = source.rfind("\n", 0, directive.span.start) + 1
        end = source.find("\n", directive.span.end)
        end = len(source) if end < 0 else end
        if source[end - 1 : end] == "\r":
            end -= 1
        return Span(start, end)

    def call_lines(self, call: lower.Call, directive: Directive) -> list[str] | lower.TooLong:
        """The text of a call in the lines of its directive."""
        start = self.whole_lines(directive).start
        # what begins in column 1 is no fixed form, in which a long line would be cut
        indent = "" if self.file.fixed else self.file.source[start : directive.span.start]
        return lower.call_lines(call, indent, directive.last - directive.line + 1)

    def interface(self, module: Scope) -> tuple[Span, str]:
        """The edit that lets a module have a submodule."""
        number = module.contains if module.contains >= 0 else module.last
        statement = self.file.text.statements[number]
        at = statement.span.start
        source = self.file.source
        if statement.included:
            self.say(
                "unreadable-fortran", statement.span, what=f"'{statement.code}' stands in an included file"
            )
            return Span(at, at), ""
        begin = source.rfind("\n", 0, at) + 1
        end = source.find("\n", at)
        line = source[begin : len(source) if end < 0 else end].rstrip("\r")
        new = describe.interface(module.name)
        if len(line) + len(new) <= describe.COLUMNS:
            return Span(at, at), new
        code = line[: comment_start(line)[0]].rstrip()
        if len(code) + len(new) <= describe.COLUMNS:  # a comment gives way
            column = at - begin
            return Span(at, begin + len(line)), new + code[column:]
        self.say("line-too-long", statement.span, "module", columns=str(len(code) + len(new)))
        return Span(at, at), ""


def policies_of(
    file: SourceFile, policies: list[Policy], found: list[Diagnostic]
) -> dict[TypeKey, list[Policy]]:
    """The policies of a source by the type of which they speak; each stands in the module of its type."""
    out: dict[TypeKey, list[Policy]] = {}
    for policy in policies:
        module = standing.scope_of(file, policy.source)
        if module.kind != "module" or 0 <= module.contains < policy.source.following:
            found.append(
                diagnostic(
                    "misplaced-directive", file.name, policy.source.span, form="not_in_module", word="policy"
                )
            )
            continue
        name = policy.type.text.lower()
        scope = next((each for each in module.children if each.kind == "type" and each.name == name), None)
        if scope is None:
            what = f"module '{module.name}' defines no type '{policy.type.text}'"
            found.append(diagnostic("bad-shape", file.name, policy.type.span, what=what))
            continue
        wrong = _wrong_members(file, scope, policy, out.get(TypeKey(module.name, name), []))
        found += wrong
        out.setdefault(TypeKey(module.name, name), []).append(policy)
    return out


def _wrong_members(file: SourceFile, scope: Scope, policy: Policy, earlier: list[Policy]) -> list[Diagnostic]:
    out = []
    seen: dict[tuple[str, bool], str] = {}
    for each in earlier:
        for word, names in each.lists:
            seen.update({(n.text.lower(), word in ("to", "from", "tofrom", "alloc")): word for n in names})
    for word, names in policy.lists:
        direction = word in ("to", "from", "tofrom", "alloc")
        for name in names:
            low, what = name.text.lower(), ""
            held = scope.variables.get(low)
            dynamic = held is not None and (
                held.entity.attributes & {"pointer", "allocatable"}
                or held.entity.base in ("class", "procedure")
            )
            if held is None:
                what = f"type '{scope.name}' has no component '{name.text}'"
            elif (low, direction) in seen and seen[low, direction] != word:
                what = f"'{name.text}' is '{seen[low, direction]}' already"
            elif not dynamic and (word != "skip" or held.entity.base != "type"):
                what = f"'{name.text}' leads to no other memory"
            elif word == "skip" and (held.entity.coarray or held.entity.parameters):
                what = f"'{name.text}' cannot be skipped: nobody knows which bytes of the object are its own"
            elif word == "skip" and held.entity.base == "class" and "allocatable" in held.entity.attributes:
                what = (
                    ""
                    if held.entity.rank == 0
                    else f"'{name.text}' is a polymorphic array and cannot be skipped"
                )
            elif word == "owned" and "pointer" not in held.entity.attributes:
                what = ""
            elif word in ("shared", "observer") and "allocatable" in held.entity.attributes:
                what = f"'{name.text}' is allocatable: it is the only way to what it holds"
            if what:
                out.append(diagnostic("bad-shape", file.name, name.span, what=what))
            seen[low, direction] = word
    return out


def _edited(source: str, edits: list[tuple[Span, str]], behind: list[str]) -> str:
    out, at = [], 0
    for span, text in sorted(edits, key=lambda edit: edit[0]):
        out += [source[at : span.start], text]
        at = span.end
    out.append(source[at:])
    text = "".join(out)
    if behind:
        text += ("" if text.endswith("\n") or not text else "\n") + "\n".join(behind) + "\n"
    return text
