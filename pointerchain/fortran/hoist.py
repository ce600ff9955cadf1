# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Regions with chains -> edits of the source.

    !$pointerchain region begin declare(s%a%n)      block;integer(kind(s%a%n))::pc_a_n;pc_a_n=s%a%n
      s%a%n = s%a%n + 1                               pc_a_n = pc_a_n + 1
      if (k > 2) return                       ->      if (k > 2) then;s%a%n=pc_a_n;return;end if
    !$pointerchain region end                       s%a%n=pc_a_n;end block

The locals stand in the lines of the directive that begins the region, and in those of the ``declare``s
directly above it.
"""

from __future__ import annotations

import re

from pointerchain.diagnostics import Diagnostic, Note, diagnostic
from pointerchain.fortran import standing
from pointerchain.fortran.chains import Chain, resolve_chain, same
from pointerchain.fortran.clauses import clause_events, is_variant, read_clauses
from pointerchain.fortran.constructs import inside
from pointerchain.fortran.describe import COLUMNS
from pointerchain.fortran.designators import designators
from pointerchain.fortran.directives import Declare, Hoist, HoistEnd, Promise, Root
from pointerchain.fortran.effects import Reader
from pointerchain.fortran.exposure import exposed
from pointerchain.fortran.implicit import is_implicit
from pointerchain.fortran.judge import Judge, Judged
from pointerchain.fortran.lines import Directive
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.names import Doubt, Where, variable_of_name
from pointerchain.fortran.operators import Operators
from pointerchain.fortran.places import placed, pure_problem
from pointerchain.fortran.records import Records
from pointerchain.fortran.region_constructs import Constructs, Edit, Local, replaced
from pointerchain.fortran.regions import BEFORE, DIRECTIVE, PLACE, Region, regions
from pointerchain.fortran.units import Scope
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span

_REFERENCE = lazy_pattern(r"go\s*to\b|\b(?:err|end|eor)\s*=\s*\d|\*\s*\d+|if\s*\(.*\)\s*\d+\s*,|assign\b")


class Hoisted(NamedTuple):
    """``lines`` are the texts in the place of directives, a text a line; ``edits`` the rest. ``ends`` are the
    lines among other statements that get an 'end block', one for each."""

    edits: tuple[Edit, ...]
    lines: dict[int, str]
    found: tuple[Diagnostic, ...]
    ends: tuple[int, ...] = ()


Read = Declare | Promise | Hoist | HoistEnd


def hoist(records: Records, file: SourceFile, read: list[Read]) -> Hoisted:
    """What becomes of the regions of a source, or what is wrong with them."""
    pass_ = _Hoist(records, file, read)
    pass_.run()
    return Hoisted(tuple(pass_.edits), pass_.lines, tuple(pass_.found), tuple(pass_.ends))


class _Hoist:
    def __init__(self, records: Records, file: SourceFile, read: list[Read]) -> None:
        self.records, self.file, self.read = records, file, read
        self.reader = Reader(records)
        self.reader.operators = Operators(records).of_numbers
        self.reader.clauses = clause_events
        self.edits: list[Edit] = []
        self.lines: dict[int, str] = {}
        self.ends: list[int] = []
        self.found: list[Diagnostic] = []
        self.used: set[Root] = set()
        self.taken = frozenset(re.findall(r"pc_\w+", file.source.lower()))
        self.names: set[str] = set()

    def say(self, code: str, span: Span, form: str = "", notes: tuple[Note, ...] = (), **fields: str) -> None:
        self.found.append(diagnostic(code, self.file.name, span, notes, None, form, **fields))

    def run(self) -> None:
        declares = [each for each in self.read if isinstance(each, Declare)]
        made = regions(self.file, self.read)
        self.used.update(made.silent)
        self.found += made.found
        for region in made.regions:
            self.region(region, declares)
        lists = [each.chains for each in self.read if isinstance(each, Declare | Hoist)]
        for chains in lists:
            for root in chains:
                if root not in self.used:
                    self.say("unused-declare", root.span, chain=root.text)
        for declare in declares:
            for line in range(declare.source.line, declare.source.last + 1):
                self.lines.setdefault(line, "")
        for each in self.read:
            if isinstance(each, Promise):
                self.lines.update(dict.fromkeys(range(each.source.line, each.source.last + 1), ""))

    # --- regions ---

    def region(self, region: Region, declares: list[Declare]) -> None:
        before = len(self.found)
        self.found += placed(self.file, region)
        if made := self.reader.operators(self.file):
            self.say("unread-statement", region.begin.source.span, what=f"'{made}' for what is no object")
        roots = self.visible(region, declares)
        where = Where(self.file, region.scope)
        if not roots:
            self.say("empty-region", region.begin.source.span)
        self.reader.trusted = frozenset(
            name
            for each in self.read
            if isinstance(each, Promise) and self.sees(each.source, region)
            for name in each.reads
        )
        words = self.names_in(region)
        chains: list[Chain] = []
        for root in roots:
            if root.parts[0].name not in words:
                continue  # it need not mean anything here
            chain, wrong = resolve_chain(self.records, where, root)
            self.found += wrong
            if chain is not None:
                chains.append(chain)
        if len(self.found) > before and any(each.severity == "error" for each in self.found[before:]):
            self.used.update(roots)
            return
        chains = exposed(self.reader, where, chains)
        constructs = inside(self.file, region.begin.source.span.end, region.stop)
        writes = Constructs(self.records, self.file, region, tuple(chains), constructs)
        judge = Judge(self.reader, self.file, tuple(chains), region.numbers, writes.written)
        for one in constructs:
            inner = Where(self.file, standing.scope_of(self.file, one.pragma.source))
            for each in read_clauses(self.reader, inner, one):
                judge.clause(one.pragma.source, inner, each.effects)
        judged = judge.judge()
        in_use = {each.chain for each in judged.occurrences} | {at for at, *_ in writes.named}
        used = judged.used | in_use
        self.used.update(chains[at].root for at in used)
        # what is said of a chain that the region does not use is not said
        silent = [f"chain '{chain.text}'" for at, chain in enumerate(chains) if at not in used]
        self.found += [
            each
            for each in judged.found
            if each.code == "unread-statement" or not any(text in each.message for text in silent)
        ]
        if any(each.severity == "error" for each in self.found[before:]):
            self.used.update(roots)
        if in_use:
            self.found += writes.judge(judged.changed)
            self.conditional(region)
            self.undeclared(region)
            for at in sorted(in_use):
                if why := pure_problem(self.file, region, chains[at]):
                    text, spelling = chains[at].text, chains[at].entity.spelling.lower()
                    self.say("unsupported-type", chains[at].root.span, chain=text, type=spelling, why=why)
        changed = judged.changed
        self.leaves(region, [chains[at] for at in sorted(changed)])
        if any(each.severity == "error" for each in self.found[before:]):
            return
        self.emit(region, chains, judged, in_use, writes)

    def undeclared(self, region: Region) -> None:
        """Refuse variables that nothing declares, each once, and in the constructs' clauses, too."""
        seen: set[str] = set()
        for number in region.numbers:
            where, statement = Where(self.file, self.file.scopes[number]), self.file.text.statements[number]
            effects = self.reader.effects(where, number)
            for use, held in zip(effects.uses, effects.meanings, strict=True):
                if use.name in seen or (use.parts[0].inside is not None and len(use.parts) == 1):
                    continue
                if is_implicit(self.records.modules, where, use.name, held):
                    seen.add(use.name)
                    span = statement.part(use.start, use.start + len(use.name))
                    self.say("undeclared-variable", span, name=use.name)

    def conditional(self, region: Region) -> None:
        mine = {id(each.source) for each in self.read}
        for other in self.file.text.directives:
            inside_ = region.begin.source.span.end < other.span.start < region.stop
            if inside_ and id(other) not in mine:
                self.say("unread-statement", other.span, what="a 'deepcopy' directive")
        for pragma in self.file.text.pragmas:
            if is_variant(pragma):
                self.say("unread-statement", pragma.source.span, what="a 'declare variant' of a source")
            start = pragma.source.span.start
            if region.begin.source.span.end < start < region.stop:
                if pragma.conditional:
                    self.say("unread-statement", pragma.source.span, what="a line that begins with '!$'")
                elif pragma.dialect not in ("omp", "acc"):
                    self.say("unread-statement", pragma.source.span, what=f"'!${pragma.dialect}'")

    def sees(self, directive: Directive, region: Region) -> bool:
        """Whether a region lies behind a directive in the directive's scope."""
        if directive.span.start > region.begin.source.span.start:
            return False
        mine = standing.scope_of(self.file, directive)
        at: Scope | None = region.scope
        while at is not None:
            if at is mine:
                return True
            at = at.parent
        return False

    def visible(self, region: Region, declares: list[Declare]) -> list[Root]:
        """The chains that a region sees, each once: its own, and of the declares the last."""
        out: dict[str, Root] = {}
        for each in declares:
            if self.sees(each.source, region):
                out.update({_spelled(root): root for root in each.chains})
        out.update({_spelled(root): root for root in region.begin.chains})
        return list(out.values())

    def names_in(self, region: Region) -> set[str]:
        names: set[str] = set()
        for number in region.numbers:
            names.update(re.findall(r"[a-z]\w*", self.file.text.statements[number].code))
        for pragma in self.file.text.pragmas:
            if region.begin.source.span.end < pragma.source.span.start < region.stop:
                names.update(re.findall(r"[a-z]\w*", pragma.source.text))
        return names

    # --- ways out ---

    def leaves(self, region: Region, changed: list[Chain]) -> None:
        """Refuse labels by which one comes in, and ways out on which nothing can be written back."""
        unit = region.scope.within(standing.EXECUTES)
        assert unit is not None
        statements = self.file.text.statements
        labels = {statements[n].label for n in region.numbers if statements[n].label}
        for number in range(unit.first, unit.last):
            if number in region.numbers or not labels or not _REFERENCE.search(statements[number].code):
                continue
            for label in sorted(labels & set(re.findall(r"\b\d+\b", statements[number].code))):
                self.say("jump-into-region", statements[number].span, "label", word=label, region="region")
        if not changed:
            return
        for number in region.numbers:
            word, kind = self.exit_of(region, number, labels)
            if kind == "refused":
                self.say("unsupported-exit", statements[number].span, exit=word, chain=changed[0].text)
            for chain in changed if word else ():
                hidden = self.hidden(region, number, chain)
                if hidden:
                    fields = {"exit": word, "name": hidden, "chain": chain.text}
                    self.found.append(
                        diagnostic(
                            "unsupported-exit",
                            self.file.name,
                            statements[number].span,
                            (),
                            None,
                            "hidden",
                            **fields,
                        )
                    )

    def hidden(self, region: Region, number: int, chain: Chain) -> str:
        """A name of a chain that means another variable where a statement of the region stands."""
        inner = Where(self.file, self.file.scopes[number])
        outer = Where(self.file, region.scope)
        for use in designators(chain.text.lower()).uses:
            here = variable_of_name(self.records.modules, inner, use.name)
            there = variable_of_name(self.records.modules, outer, use.name)
            if isinstance(here, Doubt) or isinstance(there, Doubt) or not same(here, there):
                return use.name
        return ""

    def exit_of(self, region: Region, number: int, labels: set[str]) -> tuple[str, str]:
        """The word by which a statement leaves the region, and 'plain', 'if' or 'refused'; '' where none."""
        statement = self.file.text.statements[number]
        code = statement.code
        bare, kind = code, "plain"
        if found := re.match(r"if\s*\(", code):
            bare, kind = standing.behind_condition(code[found.end() - 1 :]), "if"
        word = ""
        if re.match(r"return\b", bare):
            word = "return"
        elif (jump := re.match(r"go\s*to\s*(\d+)$", bare)) is not None:
            word = "" if jump[1] in labels else "goto"
        elif leaves := re.match(r"(exit|cycle)\b\s*(\w*)$", bare):
            if not standing.stays(self.file.scopes[number], region.scope, leaves[1], leaves[2]):
                word = leaves[1]
        elif re.match(r"entry\b", bare):
            return "entry", "refused"
        elif _REFERENCE.search(code) and not set(re.findall(r"\b\d+\b", code)) <= labels:
            if re.search(
                r"go\s*to\s*\(|go\s*to\s*[a-z]|\b(?:err|end|eor)\s*=|assign\b|call\b.*\*\s*\d+\s*[,)]", code
            ):
                return "goto", "refused"
            if re.match(r"if\s*\(", code) and re.match(r"\d+\s*,", bare):
                return "if", "refused"
        if not word:
            return "", ""
        if statement.label and self.ends_loop(number, statement.label):
            return word, "refused"
        return word, kind

    def ends_loop(self, number: int, label: str) -> bool:
        at: Scope | None = self.file.scopes[number]
        return any(each.label == label for each in _up(at)) or any(
            each.label == label for each in _below(self.file.root) if each.last == number
        )

    # --- text ---

    def emit(
        self, region: Region, chains: list[Chain], judged: Judged, in_use: set[int], constructs: Constructs
    ) -> None:
        self.names = set(self.taken)
        locals_: dict[int, Local] = {}
        for at in sorted(in_use):
            locals_[at] = Local(chains[at], self.local_name(chains[at]), at in judged.changed)
        if not self.begin(region, list(locals_.values())):
            return
        statements = self.file.text.statements
        labels = {statements[n].label for n in region.numbers if statements[n].label}
        for each in judged.occurrences:
            self.edits += replaced(each.places, locals_[each.chain].name)
        back = "".join(f"{one.chain.text}={one.name};" for one in locals_.values() if one.changed)
        for number in region.numbers if back else ():
            word, kind = self.exit_of(region, number, labels)
            if not word:
                continue
            statement = statements[number]
            if kind == "if":
                bare = standing.behind_condition(statement.code[statement.code.index("(") :])
                at = statement.places[len(statement.code) - len(bare)]
                self.edits.append((Span(at, at), f"then;{back}"))
                self.edits.append((Span(statement.span.end, statement.span.end), ";end if"))
            else:
                self.edits.append((Span(statement.span.start, statement.span.start), back))
        self.edits += constructs.edits(locals_)
        self.end(region, back, bool(locals_))

    def end(self, region: Region, back: str, opened: bool) -> None:
        """Write back and end the block, where the region ends."""
        how, at, line, source = region.end
        if how == DIRECTIVE:
            assert source is not None
            words = re.findall(r"[^;]*;", back)
            self.put(source, line, [*words, "end block"] if opened else [""])
        elif opened:
            self.ends.append(line)
            if how == PLACE:
                assert source is not None
                lines = "\n" * (source.last - source.line)
                self.edits.append((source.span, f"{back}end block{lines}"))
            elif how == BEFORE:
                self.edits.append((Span(at, at), f"{back}end block;"))
            else:
                self.edits.append((Span(at, at), f";{back}end block"))

    def local_name(self, chain: Chain) -> str:
        pieces = [part.name for part in chain.root.parts[1:]]
        last = chain.root.parts[-1].subscripts
        name = "_".join(["pc", *pieces, *(last or ())])
        name = re.sub(r"\W+", "_", name)[:50]
        number, out = 1, name
        while out in self.names:
            number += 1
            out = f"{name}_{number}"
        self.names.add(out)
        return out

    def begin(self, region: Region, locals_: list[Local]) -> bool:
        source = region.begin.source
        words: list[str] = []
        if locals_:
            groups: dict[str, list[str]] = {}
            specs: dict[tuple[str, str], str] = {}
            for one in locals_:
                # a type that is spelled alike in one module is one type
                key = (one.chain.entity.spelling, one.chain.steps[-1].owner.module)
                is_character = one.chain.base == "character"
                spec = one.chain.spec if is_character else specs.setdefault(key, one.chain.spec)
                kind = (
                    "" if one.chain.copied else ",pointer,contiguous" if one.chain.contiguous else ",pointer"
                )
                shape = f"({','.join(':' * one.chain.rank)})" if one.chain.rank else ""
                groups.setdefault(f"{spec}{kind}::", []).append(f"{one.name}{shape}")
            words = ["block;", *(f"{spec}{','.join(names)};" for spec, names in groups.items())]
            words += [f"{one.name}{'=' if one.chain.copied else '=>'}{one.chain.text};" for one in locals_]
        return self.put(source, self.first_line(source), words)

    def first_line(self, source: Directive) -> int:
        """The line of the first of the declares directly above a directive."""
        line = source.line
        for each in reversed([one for one in self.read if isinstance(one, Declare)]):
            if each.source.last == line - 1 and each.source.following == source.following:
                line = each.source.line
        return line

    def put(self, source: Directive, first: int, words: list[str]) -> bool:
        """Write statements into the lines from ``first`` to a directive's last one."""
        lines = [""]
        for piece in re.findall(r"[^,;()]*[,;()]?", "".join(words).removesuffix(";")):
            if len(lines[-1]) + len(piece) >= COLUMNS and piece:
                end = lines[-1].endswith(";")
                lines[-1] = lines[-1][:-1] if end else lines[-1] + "&"
                lines.append("")
            lines[-1] += piece
        room = source.last - first + 1
        if len(lines) > room or any(len(line) > COLUMNS for line in lines):
            more = sum(map(len, lines)) - room * COLUMNS
            self.say("line-too-long", source.span, "locals", columns=str(max(more, 1)))
            return False
        for line in range(first, source.last + 1):
            self.lines[line] = lines[line - first] if line - first < len(lines) else ""
        return True


def _up(scope: Scope | None) -> list[Scope]:
    out = []
    while scope is not None:
        out.append(scope)
        scope = scope.parent
    return out


def _below(scope: Scope) -> list[Scope]:
    return [scope, *(each for child in scope.children for each in _below(child))]


def _spelled(root: Root) -> str:
    return re.sub(r"\s+", "", root.text.lower())
