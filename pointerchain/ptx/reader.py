# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Reading PTX: text in, functions out.

    .visible .entry k(.param .u64 p)
    {
        .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [p];  // comment
    L:  @%p1 bra L;
    }

becomes ``Function("entry", "k", instructions=[ld.param.u64, @%p1 bra], items=[.reg, label L])``.

The grammar is that of the PTX ISA (chapter 4, Syntax, and 5, State Spaces and
Types); opcodes and directives that are newer than this reader are taken as
they are. The text is decoded as Latin-1, so that an offset is one of bytes.
Functions are handed out one by one: a file needs the memory of its text and of
its largest function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from pointerchain.lazy import lazy_pattern
from pointerchain.ptx.formats import foreign
from pointerchain.ptx.opcodes import LEAVES
from pointerchain.ptx.records import Function, Instruction, Item, Loc, Module, PtxError

_COMMENT = r"//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/"
_STRING = r'"(?:[^"\\\n]|\\.)*"'
_NAME = r"(?:[A-Za-z][\w$]*|[_$%][\w$]+)"  # PTX ISA 4.4: followsym is [a-zA-Z0-9_$]

# The shapes that nearly all operands have; what has another is looked at in _operands.
_WORDS = r"\s*[%$\w][\w$.]*(?:\s*,\s*[%$\w][\w$.]*)*\s*"
_OPERAND = rf"(?:-?[%$\w][\w$.]*|\[[%$\w][\w$.]*(?:\+-?\w+)?\]|!%\w+|\{{{_WORDS}\}}|\({_WORDS}\))"
# 'ret' on a line without its ';' must not take the next line for an operand.
_TAKES_OPERANDS = r"(?<!ret)(?<!exit)(?<!trap)(?<!ret\.uni)"
_BODY = lazy_pattern(
    rf"""\s*(?:
      (?:@(!?[%$\w]+)\s+)?([a-z]\w*(?:\.[\w:]+)*)(?:{_TAKES_OPERANDS}\s+({_OPERAND}(?:\s*,\s*{_OPERAND})*))?\s*;
    | ({_NAME})\s*:(?!:)
    | (\.(?:reg|param)\b[^;"{{}}=/]*;)
    | (?:{_COMMENT})
    | ([{{}}])
    | (\.loc)\s+(\d+)\s+(\d+)\s+(\d+)(?![\w,])(?!\s*,)
    )""",
    re.VERBOSE | re.ASCII,
)

_BLANK = lazy_pattern(rf"(?:\s+|{_COMMENT})*", re.ASCII)
_SPACES = lazy_pattern(r"\s+", re.ASCII)
_LINE_END = lazy_pattern(r"[ \t]*[\r\n]\s*")
# What a statement is made of, for finding where it ends.
_PIECE = lazy_pattern(rf"""[^;{{}}()"/]+|{_COMMENT}|{_STRING}|[;{{}}()"/]""")
_STRAY = lazy_pattern(rf"{_COMMENT}|{_STRING}")
_DIRECTIVE = lazy_pattern(r"\.[A-Za-z_]\w*", re.ASCII)
_OPCODE = lazy_pattern(r"(@\s*!?\s*[%$\w]+\s+)?([A-Za-z_]\w*(?:\s*\.\s*[\w:]+(?:\[\d+\])?)*)\s*", re.ASCII)
_OPERAND_TOKEN = lazy_pattern(
    r"\s*(?:([%$\w.][\w$.:]*)|([\[{(])|([\]})])|(,)|([-+*/%!~|&^<>=?:@]))", re.ASCII
)

_VERSION = lazy_pattern(r"\.version\s+(\d+\.\d+)(?![\w.])")
_TARGET = lazy_pattern(r"\.target\s+([\w-]+(?:\s*,\s*\w+)*)")
_ADDRESS_SIZE = lazy_pattern(r"\.address_size\s+(32|64)\b")
_FILE = lazy_pattern(rf"\.file\s+\d+\s*{_STRING}(?:\s*,\s*\d+\s*,\s*\d+)?")
_LOC = lazy_pattern(
    r"\.loc\s+(\d+)\s+(\d+)\s+(\d+)"
    r"(?:\s*,\s*function_name\s+[\w$%.]+(?:\s*\+\s*\w+)?\s*,\s*inlined_at\s+\d+\s+\d+\s+\d+)?"
)
_LINE_MARK = lazy_pattern(r"#(?:line)?[ \t]+\d+[^\n]*")
_OLD_DWARF = lazy_pattern(r"@@(?:DWARF|dwarf)[^\n]*")
_FUNCTION = lazy_pattern(r"\.(entry|func)(?![\w.])")
_EXTERN = lazy_pattern(r"\.extern(?![\w.])")
# The header that nearly all kernels have.
_PLAIN_HEADER = lazy_pattern(
    rf"((?:\.(?:visible|weak)\s+)?\.entry\s+{_NAME}\s*\([^(){{}};\"/=]*\)"
    r"(?:\s*\.(?:maxntid|reqntid|minnctapersm|maxnreg)\s+\d+(?:\s*,\s*\d+)*)*)\s*\{"
)
# A pragma of a kernel stands before its body, and has a ';' that does not end the header.
_HEADER_PRAGMA = lazy_pattern(r'\.(?:entry|func)\b.*\.pragma\s*(?:"[^"]*"[\s,]*)+$', re.DOTALL)
_HEADER_TOKEN = lazy_pattern(rf"\s*(?:({_NAME})|(\.\w+)|([()])|(\d\w*|[\[\],]))", re.ASCII)

_CLOSERS = {"[": "]", "{": "}", "(": ")"}


def read(data: bytes) -> list[Function]:
    """All functions with a body; raises :class:`PtxError`."""
    return list(functions(data))


def functions(data: bytes) -> Iterator[Function]:
    """The functions of a PTX file in its order, each when it is asked for; raises :class:`PtxError`.

    A file may be several modules one after the other, as linkers write them.
    """
    problem = foreign(data)
    if problem is not None:
        raise problem
    return _Reader(data.decode("latin-1")).functions()


class _Reader:
    """One pass over the text of one file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._module: Module | None = None
        # Kernels that are declared, and have no body yet: name -> place.
        self._bodiless: dict[str, int] = {}
        self._kernels: set[str] = set()
        # What has a body in the module that is read: name -> place.
        self._defined: dict[str, int] = {}

    # --- the module ------------------------------------------------------------------------

    def functions(self) -> Iterator[Function]:
        text, at = self._text, 0
        if text.startswith("\xef\xbb\xbf"):
            at = 3
        while True:
            at = self._skip(at)
            if at == len(text):
                break
            first = text[at]
            if first == ".":
                word = _DIRECTIVE.match(text, at)
                if word is None:
                    self._unexpected(at)
                if self._module is None and word[0] != ".version":
                    self._no_version(at)
                simple = self._simple_directive(at, word[0])
                if simple:
                    at = simple
                elif word[0] == ".section":
                    at = self._section(at)
                else:
                    plain = _PLAIN_HEADER.match(text, at)
                    if plain is not None:
                        header, end = _SPACES.sub(" ", plain[1]), plain.end() - 1
                    else:
                        header, end = self._statement(at, opens_body=True)
                    # A global's initialiser may hold anything; only what is before it can name a function.
                    if _FUNCTION.search(header) and "=" not in header:
                        function, at = self._function(at, header, end)
                        if function is not None:
                            yield function
                    elif text[end] == "{":
                        raise PtxError(at, f"'{word[0]}' begins no function, and has a '{{'")
                    else:
                        at = end + 1
            elif first == "#" and _LINE_MARK.match(text, at):
                at = _LINE_MARK.match(text, at).end()  # type: ignore[union-attr]
            elif first == "@" and (mark := _OLD_DWARF.match(text, at)):
                at = mark.end()
            elif first == ";" and self._module is not None:
                at += 1
            elif self._module is None:
                self._no_version(at)
            elif first == "}":
                raise PtxError(at, "a '}' that closes nothing")
            else:
                self._outside(at)
        if self._module is None:
            self._no_version(0)
        for name, place in self._bodiless.items():
            raise PtxError(place, f"kernel '{name}' is declared here and has no body in this file")

    def _simple_directive(self, at: int, word: str) -> int:
        """The end of a directive that no ``;`` ends; 0 if this is none."""
        text = self._text
        module = self._module or Module("", "", 0)
        if word == ".version":
            match = _VERSION.match(text, at) or self._malformed(at, word)
            self._module = Module(match[1], "", 0)  # another module begins
            self._defined = {}
        elif word == ".target":
            match = _TARGET.match(text, at) or self._malformed(at, word)
            self._module = module._replace(target=_SPACES.sub("", match[1]))
        elif word == ".address_size":
            match = _ADDRESS_SIZE.match(text, at) or self._malformed(at, word)
            self._module = module._replace(address_size=int(match[1]))
        elif word == ".file":
            match = _FILE.match(text, at) or self._malformed(at, word)
        elif word == ".loc":
            match = _LOC.match(text, at) or self._malformed(at, word)
        else:
            return 0
        return match.end()

    def _section(self, at: int) -> int:
        """The end of a ``.section NAME { DWARF }``."""
        text = self._text
        piece = _PIECE.match
        depth, here = 0, at
        while match := piece(text, here):
            char = text[here]
            here = match.end()
            if char == "{":
                depth += 1
            elif char == "}":
                depth -= 1
                if depth == 0:
                    return here
                if depth < 0:
                    break
            elif depth == 0 and char == ";":
                break
            elif char == '"' and here - match.start() == 1:
                raise PtxError(match.start(), "a string that does not end")
            elif char == "/" and here - match.start() == 1:
                self._stray_slash(match.start())
        if here >= len(text):
            raise PtxError(len(text), "the file ends inside a section", (at, "the section begins here"))
        raise PtxError(at, "a section without '{'")

    def _function(self, at: int, header: str, end: int) -> tuple[Function | None, int]:
        """A function, or None for a declaration, and the offset behind it."""
        kind, name = self._header(at, header)
        if self._text[end] == ";":
            # With '.extern' another file has it: dynamic parallelism starts such kernels (PTX ISA 11.6.1).
            if kind == "entry" and name not in self._kernels and not _EXTERN.search(header):
                self._bodiless.setdefault(name, at)
            return None, end + 1
        if _EXTERN.search(header):
            raise PtxError(at, f"'{name}' is declared '.extern', and has a body")
        if name in self._defined:
            raise PtxError(at, f"'{name}' has a body here a second time", (self._defined[name], "it is here"))
        self._defined[name] = at
        if kind == "entry":
            self._kernels.add(name)
            self._bodiless.pop(name, None)
        assert self._module is not None
        body = _Body(self._text, kind, name, at)
        behind = body.read(end + 1)
        module = self._module
        if module.address_size == 0:
            module = module._replace(address_size=_default_address_size(module.target))
        function = Function(kind, name, header, body.instructions, body.items, body.parents, at, module)
        return function, behind

    def _header(self, at: int, header: str) -> tuple[str, str]:
        """Kind and name of a function.

        The name follows ``.entry`` or ``.func``; attributes and the list of returned values may
        stand between.
        """
        kind, depth, here = "", 0, 0
        while match := _HEADER_TOKEN.match(header, here):
            name, word, bracket, _ = match.groups()
            here = match.end()
            if bracket:
                depth += 1 if bracket == "(" else -1
            elif word in (".entry", ".func") and depth == 0:
                kind = word[1:]
            elif name and depth == 0 and kind:
                return kind, name
            elif name and depth == 0:
                break
        raise PtxError(at, f"a '.{kind or 'func'}' without a name")

    # --- statements ------------------------------------------------------------------------

    def _skip(self, at: int) -> int:
        """Where the next thing that is neither space nor comment begins."""
        at = _BLANK.match(self._text, at).end()  # type: ignore[union-attr]
        if self._text.startswith("/*", at):
            raise PtxError(at, "a comment that does not end")
        return at

    def _statement(self, at: int, *, opens_body: bool = False) -> tuple[str, int]:
        """The text of the statement at ``at``, without comments, and the offset of what ends it.

        That is its ``;``, or with ``opens_body`` the ``{`` of a function's body.
        """
        text = self._text
        piece = _PIECE.match
        parts: list[str] = []
        stack: list[tuple[str, int]] = []
        here, initialiser = at, False
        while match := piece(text, here):
            part = match[0]
            here = match.end()
            char = part[0]
            if len(part) > 1 or char not in ';{}()"/':
                if char == "/":
                    parts.append(" ")
                    continue
                if not stack and "=" in part:
                    initialiser = True
            elif char == ";":
                if stack:
                    open_char, place = stack[-1]
                    raise PtxError(
                        match.start(), f"';' before the '{open_char}' is closed", (place, "it is here")
                    )
                statement = _joined(parts)
                if not (opens_body and _HEADER_PRAGMA.search(statement)):
                    return statement, match.start()
            elif char in "({":
                if char == "{" and opens_body and not stack and not initialiser:
                    return _joined(parts), match.start()
                stack.append((char, match.start()))
            elif char in ")}":
                if not stack or _CLOSERS[stack[-1][0]] != char:
                    if char == "}" and not stack:
                        raise PtxError(
                            at,
                            "expected ';' at the end of this statement",
                            (match.start(), "before this '}'"),
                        )
                    raise PtxError(match.start(), f"a '{char}' that closes nothing")
                stack.pop()
            elif char == '"':
                raise PtxError(match.start(), "a string that does not end")
            elif text.startswith("/*", match.start()):
                raise PtxError(match.start(), "a comment that does not end")
            parts.append(part)
        raise PtxError(len(text), "the file ends inside a statement", (at, "the statement begins here"))

    # --- errors ----------------------------------------------------------------------------

    def _malformed(self, at: int, word: str) -> NoReturn:
        raise PtxError(at, f"malformed '{word}'")

    def _stray_slash(self, at: int) -> NoReturn:
        if self._text.startswith("/*", at):
            raise PtxError(at, "a comment that does not end")
        self._unexpected(at)

    def _unexpected(self, at: int) -> NoReturn:
        char = self._text[at]
        shown = f"'{char}'" if char.isprintable() and char.isascii() else f"the byte 0x{ord(char):02x}"
        raise PtxError(at, f"unexpected {shown}")

    def _no_version(self, at: int) -> NoReturn:
        raise PtxError(at, "not PTX: expected '.version'")

    def _outside(self, at: int) -> NoReturn:
        word = re.compile(r"[\w$%.@]+").match(self._text, at)
        if word is None:
            self._unexpected(at)
        raise PtxError(at, f"unexpected '{word[0][:40]}' outside a function")


def _default_address_size(target: str) -> int:
    """PTX ISA 11.1.3 says 32 bits; but from Volta on there are only addresses of 64."""
    number = re.match(r"sm_(\d+)", target)
    return 64 if number is not None and int(number[1]) >= 70 else 32


def _joined(parts: list[str]) -> str:
    """A statement on one line; a string holds no line end."""
    return _LINE_END.sub(" ", "".join(parts)).strip()


class _Body(_Reader):
    """The body of one function, from behind its ``{``."""

    def __init__(self, text: str, kind: str, name: str, at: int) -> None:
        super().__init__(text)
        self._what = f"{'kernel' if kind == 'entry' else 'function'} '{name}'"
        self._at = at
        self.instructions: list[Instruction] = []
        self.items: list[Item] = []
        self.parents = [-1]
        self._scope = 0
        self._loc: Loc | None = None
        self._opened: list[int] = []
        # Opcodes are few: each is kept once.
        self._opcodes: dict[str, str] = {}

    def read(self, at: int) -> int:
        """Read to behind the ``}``; the offset there."""
        text, match = self._text, _BODY.match
        instructions, items = self.instructions, self.items
        append, opcodes, spaces = instructions.append, self._opcodes, _SPACES.sub
        scope, loc = 0, None
        while True:
            found = match(text, at)
            if found is None:
                at = self._other(at)
                loc = self._loc
                continue
            guard, opcode, operands, label, declaration, brace, loc_word, file, line, column = found.groups()
            at = found.end()
            if opcode is not None:
                if operands is None:
                    operands = ""
                elif "\n" in operands:
                    operands = spaces(" ", operands)
                append(
                    Instruction(
                        opcodes.setdefault(opcode, opcode),
                        operands,
                        guard or "",
                        found.start(1 if guard else 2) - (1 if guard else 0),
                        scope,
                        loc,
                    )
                )
            elif label is not None:
                items.append(Item("label", label, len(instructions), scope, found.start(4)))
            elif declaration is not None:
                items.append(Item("directive", declaration, len(instructions), scope, found.start(5)))
            elif brace == "{":
                self._opened.append(at - 1)
                self.parents.append(scope)
                scope = self._scope = len(self.parents) - 1
                items.append(Item("open", "{", len(instructions), scope, at - 1))
            elif brace == "}":
                if scope == 0:
                    return at
                self._opened.pop()
                items.append(Item("close", "}", len(instructions), scope, at - 1))
                scope = self._scope = self.parents[scope]
            elif loc_word is not None:
                loc = self._loc = Loc(int(file), int(line), int(column))
                items.append(Item("loc", found[0].strip(), len(instructions), scope, found.start(7)))

    def _other(self, at: int) -> int:
        """Read what ``_BODY`` does not know; the offset behind it."""
        text = self._text
        at = self._skip(at)
        if at == len(text):
            note = (self._opened[-1], "this block is open") if self._opened else (self._at, "it begins here")
            raise PtxError(at, f"the file ends inside {self._what}", note)
        index = len(self.instructions)
        if text[at] == ".":
            word = _DIRECTIVE.match(text, at)
            if word is None:
                self._unexpected(at)
            if word[0] == ".loc":
                match = _LOC.match(text, at) or self._malformed(at, ".loc")
                self._loc = Loc(int(match[1]), int(match[2]), int(match[3]))
                self.items.append(Item("loc", _SPACES.sub(" ", match[0]), index, self._scope, at))
                return match.end()
            if word[0] == ".file":
                match = _FILE.match(text, at) or self._malformed(at, ".file")
                self.items.append(Item("directive", match[0], index, self._scope, at))
                return match.end()
            if word[0] in (".entry", ".func", ".visible", ".extern", ".weak", ".version", ".target"):
                note = (self._opened[-1] if self._opened else self._at, "it is not closed before")
                raise PtxError(at, f"'{word[0]}' inside {self._what}", note)
            statement, end = self._statement(at)
            self.items.append(Item("directive", statement + ";", index, self._scope, at))
            return end + 1
        if text[at] == ";":
            return at + 1
        if text[at] == "#" and (mark := _LINE_MARK.match(text, at)):
            return mark.end()
        if text[at] == "@" and (mark := _OLD_DWARF.match(text, at)):
            return mark.end()
        return self._instruction(at)

    def _instruction(self, at: int) -> int:
        """An instruction that is spelled in an unusual way; the offset behind it."""
        first = self._text[at]
        if not (first == "@" or first == "_" or (first.isascii() and first.isalpha())):
            self._unexpected(at)
        statement, end = self._statement(at)
        head = _OPCODE.match(statement)
        if head is None:
            raise PtxError(at, "a predicate without an instruction")
        guard = _SPACES.sub("", head[1] or "").removeprefix("@")
        opcode = _SPACES.sub("", head[2])
        if opcode.endswith(":"):
            raise PtxError(at, f"malformed opcode '{opcode}'")
        operands = statement[head.end() :]
        if operands and opcode.partition(".")[0] in LEAVES:
            raise PtxError(at, f"expected ';' after '{opcode}'")
        self._operands(at, operands)
        self.instructions.append(
            Instruction(
                self._opcodes.setdefault(opcode, opcode),
                _SPACES.sub(" ", operands),
                guard,
                at,
                self._scope,
                self._loc,
            )
        )
        return end + 1

    def _operands(self, at: int, operands: str) -> None:
        """Fail where ``operands`` cannot be a list of operands; ``at`` is where the instruction begins."""
        stack: list[str] = []
        here, before = 0, ","
        while here < len(operands):
            match = _OPERAND_TOKEN.match(operands, here)
            if match is None:
                if not operands[here:].strip():
                    break
                raise PtxError(at, f"unexpected '{operands[here:].strip()[0]}' in this instruction")
            word, opens, closes, comma, _ = match.groups()
            if word:
                if before == "word":
                    raise PtxError(at, f"expected ',' or ';' before '{word}' in this instruction")
                before = "word"
            elif opens:
                stack.append(_CLOSERS[opens])
                before = "open"
            elif closes:
                if not stack or stack.pop() != closes or before == ",":
                    raise PtxError(at, f"unexpected '{closes}' in this instruction")
                before = "close"
            elif comma:
                if before in (",", "open"):
                    raise PtxError(at, "an operand is missing in this instruction")
                before = ","
            else:
                before = "operator"
            here = match.end()
        if stack:
            raise PtxError(at, f"expected '{stack[-1]}' in this instruction")
        if operands and before == ",":
            raise PtxError(at, "an operand is missing in this instruction")
