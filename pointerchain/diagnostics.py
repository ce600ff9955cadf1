# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The one catalogue of what the translator says, and the record that carries it.

A stage returns :class:`Diagnostic` records; ``render.py`` makes text of them
and ``cli/sarif.py`` SARIF, from the same records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span


class Severity(str, Enum):
    """How a diagnostic counts: errors refuse the translation, warnings do not, remarks are asked for."""

    ERROR = "error"
    WARNING = "warning"
    REMARK = "remark"
    NOTE = "note"


class Place(NamedTuple):
    """A byte span of a named file; the file need not be the translated one."""

    file: str
    span: Span


class Note(NamedTuple):
    """The other end of a problem."""

    message: str
    place: Place | None


class Fixit(NamedTuple):
    """A replacement that is nearly certainly what the user meant."""

    place: Place
    text: str


class Diagnostic(NamedTuple):
    """One problem: catalogue code, severity, message and place, with its notes."""

    code: str
    severity: Severity
    message: str
    place: Place
    notes: tuple[Note, ...] = ()
    fixit: Fixit | None = None

    def moved(self, place: Callable[[Place], Place]) -> Diagnostic:
        """The same with each of its places as ``place`` gives it."""
        fixit = self.fixit
        if fixit is not None:
            fixit = fixit._replace(place=place(fixit.place))
        notes = tuple(
            note._replace(place=place(note.place)) if note.place is not None else note for note in self.notes
        )
        return self._replace(place=place(self.place), notes=notes, fixit=fixit)


class Entry(NamedTuple):
    """A row of the catalogue: ``texts`` are format strings for the message, one for each form of the cause."""

    severity: Severity
    title: str
    texts: Mapping[str, str]


def _error(title: str, text: str = "", **forms: str) -> Entry:
    return Entry(Severity.ERROR, title, {"": text, **forms} if text else forms)


def _warning(title: str, text: str = "", **forms: str) -> Entry:
    return Entry(Severity.WARNING, title, {"": text, **forms} if text else forms)


def _remark(title: str, text: str = "", **forms: str) -> Entry:
    return Entry(Severity.REMARK, title, {"": text, **forms} if text else forms)


# fmt: off
CATALOGUE: dict[str, Entry] = {
    # --- the directives' own text -------------------------------------------------------
    "unknown-word": _error(
        "a word of a directive is misspelled or unknown",
        word="unknown word '{word}' after '{after}', did you mean '{near}'?",
        pragma="unknown pragma '{word}', did you mean '{near}'?",
        clause="unknown clause '{word}', did you mean '{near}'?",
        expected="expected {expected} after '{after}', got '{word}'",
        expected_or_end="expected {expected} or the end of the line after '{after}', got '{word}'",
        qualifier="expected the qualifier {expected}, got '{word}'",
        technique="unknown technique '{word}', expected {expected}",
    ),
    "incomplete-directive": _error(
        "a directive ends before it is complete",
        word="expected {expected} after '{after}'",
        list="expected '(' after '{after}'",
        file="'{verb}' needs a file: '{clause}(...)' behind the list",
        rank="'{verb}' needs a rank: '{clause}(...)' behind the list",
    ),
    "trailing-text": _error(
        "more stands behind a directive than belongs to it",
        "unexpected '{word}' at the end of the directive",
    ),
    "unclosed-bracket": _error(
        "a bracket of a directive is not closed",
        "'{bracket}' is not closed",
        list="'{bracket}' of '{word}' is not closed",
    ),
    "empty-entry": _error(
        "a list of a directive, or an entry of one, is empty",
        list="the list of '{word}' is empty",
        entry="an entry of '{word}' is empty",
        nameless="an entry of the list is empty",
        members="a member between '{{' and '}}' is empty",
    ),
    "repeated-clause": _error(
        "a directive has two 'pointerchain' clauses",
        "a second 'pointerchain' clause: put its chains into the first one",
    ),
    "bad-entry": _error(
        "an entry of a 'shape', 'policy' or 'deepcopy' directive cannot be read",
        type="expected 'Type:' in '{word}'",
        type_name="'{word}' cannot stand in the name of a type",
        member="expected a member, got '{word}'",
        after_member="unexpected '{word}' in '{list}'",
        inside="'{member}' leads to a member of what is to be copied: not supported; let a pointer lead to the whole, or enter the array that holds it",
        no_length="expected a length in brackets after '{member}'",
        bracket="expected '[', got '{word}'",
        elsewhere="'{word}' leads to another object, whose type's shape says its lengths: where no member of it does, make its pointers observers and enter what they point at as sections",
        no_condition="expected after '{type}:' a condition that tells when an object is one",
        accessors="expected the member functions of a container, as in 'data()[size()]', not '{word}'",
        empty_length="the length is empty: write the number of elements",
        section="a shape's length is one expression, the number of elements from the first: sections such as '{word}' are for 'enter' and its kind",
        chain="expected a chain before '['",
        count="expected a count after ':'",
        stride="a section is 'start:count': all elements of it are copied, without a stride",
        inner="a section ends a chain: members of each element of '{text}' are named by a shape",
        row="a row is copied from where its pointer points: its section starts at 0",
        expression="'{word}' cannot stand in an expression",
        as_type="expected a type after 'as'",
        shape_name="expected the name of a shape after 'as'",
        shape_first="'as {name}' stands at the end: '{text} as {name}'",
        functions="'custom' takes a member and the functions for both ways, as in 'custom(member, before, after)', not '{word}'",
        no_members="expected members after the condition '{condition}'",
        direction="'{word}:' says how data travel when they enter: the sections of '{verb}' have none",
        no_section="expected a section after '{word}:'",
        several="'{clause}' takes one expression",
        unbuffered="'{word}' lets the program go on, and what is 'unbuffered' is read until it has been sent",
        unknown_shape="no type that '{text}' leads to has a shape '{name}'",
        unknown_shape_near="no type that '{text}' leads to has a shape '{name}'; did you mean '{near}'?",
    ),
    "bad-chain": _error(
        "a declared variable is not a pointer chain",
        no_link="'{chain}' names no member: a chain has a link",
        no_chain="expected a chain such as 'root->member', got '{got}'",
        nothing="expected a chain such as 'root->member'",
        before_type="expected a chain before '{{'",
        member="expected a member's name after '{operator}'",
        expected="expected '{expected}' in a chain, got '{got}'",
        ends="expected '{expected}' before the end of the chain",
        word="'{word}' cannot stand in a chain",
        after_members="'{word}' cannot stand behind members in braces: write it behind each of them",
        inside="members in braces stand in no brackets",
        no_subscript="a chain's subscript is empty",
        ending="a chain ends in a member or a subscript, not in a dereference or a cast",
        nested="the chain is nested too deeply",
        long="the chain is too long",
    ),
    "bad-type": _error(
        "the type in a declare cannot be read",
        "the type '{type}' of chain '{chain}': {clang}",
        empty="the type is empty",
        open="'{{' of a type is not closed",
        after="unexpected '{word}' after the type",
        word="'{word}' cannot stand in a type",
        not_opened="'{word}' is not opened in the type",
        expected="expected '{expected}' in the type",
        number="'{word}' is not a type",
        qualifier="'{word}' is a qualifier, which stands behind a ':': write '{{:{bare}}}'",
        long="the type is too long",
        data="unexpected '{word}' after the member that 'data:' names",
        every="'{word}': what stands for every chain of a root has no type of its own",
    ),
    "misplaced-directive": _error(
        "a directive stands where none can stand",
        outside="a region stands outside a function: put it around statements of one",
        no_statement="a region stands where no statement can stand: put it around statements of a function",
        nothing="no statement follows 'region declare' in its block",
        before_include="'{include}' is not found, and what it may declare cannot stand behind a statement: put the directive behind it",
        clause="a 'pointerchain' clause cannot stand on '{construct}'",
        macro="a pointerchain directive cannot stand in a macro's body",
        made="macro '{macro}' would make a directive of its argument: write '#pragma' or '_Pragma(\"...\")' in its place",
        untranslated="the compiler would read this directive as it stands, untranslated{why}",
        attribute="a 'pointerchain' clause cannot stand in an attribute: write the directive as '#pragma omp'",
        unread="a '{word}' directive stands where it cannot be read: give it a line of its own",
        deep_outside="a 'deepcopy' directive stands outside a function",
        deep_in_class="a 'deepcopy' directive stands in a function that is defined in its class: define it outside",
        deep_split="a 'deepcopy' directive stands between '{construct}' and its statement: put it before '{construct}'",
        deep_on_device="a 'deepcopy' directive stands in '{construct}', which may run on the device: put it before '{construct}'",
        deep_in_statement="a 'deepcopy' directive stands where the statement of '{construct}' has begun with '{word}' and not ended: if '{word}' is a macro, put braces around it",
        file_scope="a '{word}' stands at file scope, after the type",
        deep_construct="'pointerchain(deep)' cannot stand on '{construct}': it maps no data",
        deep_update="'{construct}' copies bytes as they are, host pointers too: write 'pointerchain deepcopy update', which is deep",
        deep_nothing="'pointerchain(deep)' on '{construct}': nothing in its data clauses leads to pointers",
        deep_pointer="'{chain}' is a pointer, and without a section only its own bytes travel: name what it leads to, as in '{chain}[0:1]'",
        deep_beside="'{chain}' may be a part of what '{other}' leads to, which goes another way: the clause would find it there and copy nothing; {remedy}",
        deep_async="'{word}' lets the program go on before the construct has ended, and 'pointerchain(deep)' would take its data away",
        deep_macro="macro '{macro}' may say clauses of '{construct}', which 'pointerchain(deep)' has to read: write them out",
        deep_modifier="'{word}' is about what the clause itself copies, and would come over what 'pointerchain(deep)' has copied: leave it out",
        deep_self="'self' keeps the construct on the host: 'pointerchain(deep)' would copy the device's old data over what it changes",
        deep_ancestor="a construct that runs on the host has no device that 'pointerchain(deep)' could copy to",
        deep_no_statement="a deep-copy directive stands where no statement can stand",
        deep_outside_procedure="a 'deepcopy' directive stands outside a procedure: put it among statements of one",
        deep_before_declarations="a 'deepcopy' directive stands before declarations: put it among the statements behind them",
        not_in_module="a '{word}' directive stands in the module that defines the type, before 'contains'",
    ),
    "bad-reload": _error(
        "a chain cannot be loaded again where a 'reload' says so",
        none="no region around this 'reload' hoists '{chain}'",
        bare="a 'reload' names chains alone: '{chain}' has its type where it is declared",
        written="the region changes '{chain}': its local is newer than what it would be loaded from",
        link="a region around changes what '{chain}' goes through: that is in a local, not in memory",
        const="the local of '{chain}' is const",
        object="the local of '{chain}' is no pointer, array or number",
        alone="a 'reload' stands where a single statement is expected: put braces around both",
        construct="a 'reload' stands in a construct, whose threads have the local in common",
    ),
    "unbalanced-region": _error(
        "a region's begin and end do not match",
        no_end="'{region} begin' has no '{region} end'",
        no_begin="'{region} end' without a '{region} begin'",
        blocks="'{region} end' stands in another block than its '{region} begin': put both into one block",
        no_close="nothing ends '{construct}' in the block in which it begins",
        no_room="there is no line behind the end of '{construct}' for the end of its region: use 'region begin' and 'region end'",
        shared="the loop behind 'region declare' ends with the statement that ends the loop around it: give it an end of its own",
        included="the statement behind 'region declare' stands in an included file: use 'region begin' and 'region end'",
        macro_blocks="the {region} begins and ends in different blocks: put both directives into one block",
        overlap="a deepcopy region and a pointerchain region overlap: end the one that begins last first",
    ),
    "missing-braces": _error(
        "a region is the body of a statement without braces",
        "the region begins where a single statement is expected: put braces around it",
        directive="a 'deepcopy' directive stands where a single statement is expected: put braces around it",
    ),
    "missing-statement": _error(
        "a construct with a 'pointerchain' clause has no statement of its own",
        "no statement follows '{construct}': put its statement directly behind it",
        several="what follows '{construct}' is not one statement: put braces around it",
    ),
    "split-statement": _error(
        "a region begins or ends inside a statement",
        "the region is no run of statements in a function: put it around whole statements",
        value="the region ends where a statement expression has its value: end it before that",
    ),
    "split-construct": _error(
        "a region begins between a directive and its statement",
        "the region begins between '{construct}' and its statement: begin it before '{construct}'",
        loop="the region begins between '{construct}' and its loop: begin it before '{construct}'",
        end="the region ends between '{construct}' and its statement: end it before '{construct}'",
        loops="the region stands between the loops of '{construct}': put it around '{construct}', or into the innermost loop",
        inside="the region stands in '{construct}', where no block can stand: put it around '{construct}'",
        directly="'{inner}' in the region has to stand in its construct's own block: put the region around that construct, or into '{inner}'",
        half="'{construct}' in the region belongs to a construct that is not in the region as a whole: put the region around the construct, or into it",
        target="the region begins between '{construct}' and its 'teams': put the clause on '{construct}'",
        macro="the region begins between the directive that macro '{macro}' spells and its statement: begin it before the macro",
        included="the region begins between a directive in included text and its statement: begin it before the '#include'",
    ),
    # --- resolution by Clang ------------------------------------------------------------
    "source-error": _error("the source does not parse", "{what}"),
    "unresolved-chain": _error(
        "Clang cannot resolve a chain",
        "chain '{chain}' cannot be resolved: {why}",
        clause="'{chain}' cannot be resolved: {why}",
        fortran="'{chain}' cannot be resolved: {why}",
    ),
    "root-not-visible": _error(
        "a chain's root is not visible where the region begins",
        "the root '{root}' of chain '{chain}' is not visible at the region: correct it, or begin the region where it is declared",
        hidden="the root '{root}' of chain '{chain}' is not visible at the region: another variable of the name hides it",
    ),
    "subscript-not-visible": _error(
        "a variable in a chain's subscript is not visible where the region begins",
        "'{variable}' in chain '{chain}' is not declared where the region begins: declare '{prefix}' and leave '{subscript}' to the loop",
        no_prefix="'{variable}' in chain '{chain}' is not declared where the region begins: begin the region where '{variable}' is declared",
    ),
    "type-mismatch": _error(
        "the type in a declare contradicts the member's declaration",
        "chain '{chain}' is declared as '{given}' but its type is '{actual}'",
        instance="the type that chain '{chain}' is declared with is not its own in an instance of the template",
        hidden="chain '{chain}' is declared as '{given}', which is another type where the region begins: give no type",
        elements="chain '{chain}' of type '{actual}' is declared as '{given}', but its local is a pointer to its elements: give no type",
    ),
    "qualifier-mismatch": _error("a qualifier does not fit the chain", "'{qualifier}' on chain '{chain}', {why}"),
    "unsupported-type": _error(
        "a chain's type cannot be kept in a local",
        "chain '{chain}' of type '{type}' cannot be hoisted: {why}",
        packed_guard="chain '{chain}' lies in a packed struct, and the region that changes it would write back by a reference, which may not lead there",
        packed_name="chain '{chain}' lies in a packed struct, and the region that changes it declares a name of it again: rename that",
    ),
    # --- refused: text that hides what it means ------------------------------------------
    "unreadable-token": _error(
        "a word is spelled so that its text cannot be replaced",
        splice="a continuation inside a word or operator of a region is not supported: put it between two words",
        directive="a continuation inside a word of '#pragma {word}' is not supported: put it between two words",
        blank="white space between a backslash and the line end is not supported, as compilers join the lines all the same: take it out",
        universal="a universal character name in a region is not supported: write the character itself",
        trigraph="a trigraph in a region is not supported: write the character that it stands for",
        block="a block literal in a region is not supported: keep it out of the region",
        attribute="a directive in an attribute in a region is not supported: write it as '#pragma omp'",
        first="a '{word}' that begins with a statement, '{word} (init; ...)', is not supported in a function with regions: write that statement before it, in a block",
        operator="'{word}' makes a directive where its text, or its statement, is not read: write it as '#pragma'",
        attribute_macro="macro '{macro}' makes a directive in an attribute, which is not supported in a program with regions: write it as '#pragma omp'",
    ),
    "preprocessor-line": _error(
        "a preprocessor line divides an expression or statement that is rewritten",
        "a preprocessor line inside an expression with a chain's root is not supported: write the whole expression in each branch",
        compiler="'{word}' decides what stands in the region here, and compilers may differ in it: use 'pointerchain cc', which asks the compiler, or leave the choice out of the region",
        exit="a preprocessor line inside a '{exit}' out of the region is not supported: write the whole '{exit}' in each branch",
    ),
    "included-text": _error(
        "text that is included into a region would have to be rewritten",
        "the text included in the region uses chain '{chain}' and cannot be rewritten: write it in the region, or end the region before the '#include'",
        exit="a '{exit}' out of the region stands in text that is included into it: write it in the region, or end the region before the '#include'",
        directive="a directive stands in included text, in or around the region that changes '{chain}': write the directive in the region",
    ),
    "unstable-macro": _error(
        "a macro that spells a chain has another meaning elsewhere in the region",
        "'{macro}', which spells chain '{chain}', is defined or undefined in the region: move the line out of the region",
        included="the text included in the region defines '{macro}', which spells chain '{chain}': move the '#include' out of the region",
        value="chain '{chain}' goes through '{macro}', which is another value on each use: keep the value in a variable",
    ),
    "keyword-macro": _error(
        "a keyword that the translation needs is a macro of the program",
        "'{word}', which the local of chain '{chain}' is declared with, is a macro of the program: undefine it before the region",
        result="'{word}', of which the function's result type is made, is a macro of the program: undefine it before the region",
    ),
    "unknown-construct": _error(
        "it cannot be seen which construct a chain is used in",
        "chain '{chain}' is changed under a directive that macro '{macro}' spells: write a '#pragma'",
        root="macro '{macro}' spells a directive that names the root of chain '{chain}': write a '#pragma'",
        unread="what '{construct}' says of chain '{chain}' here is not known: keep the directive out of the region",
        spelled="macro '{macro}' in '{construct}' spells more than a value, which may concern chain '{chain}': write it out",
        late_macro="chain '{chain}' is used under a directive that macro '{macro}' spells, and that may run when the local is gone: write a '#pragma'",
        late="chain '{chain}' is used in '{construct}', which may be a construct that runs when the local is gone: write the construct itself",
        unlisted="chain '{chain}' is used in '{construct}', which may be a construct with 'default(none)' that does not list the local: write the construct itself",
        metadirective="chain '{chain}' is changed in '{construct}', which may be any construct: write the construct itself",
    ),
    # --- refused: the result could differ from the original ------------------------------
    "jump-into-region": _error(
        "control can enter a region other than through its beginning",
        case="'{word}' is a way into the {region} past its beginning",
        label="label '{word}' is a way into the {region} past its beginning",
        computed="a computed goto could lead into the {region} past its beginning",
    ),
    "prefix-assigned": _error(
        "a prefix of a chain is reassigned in the region",
        "'{prefix}', a prefix of chain '{chain}', is changed in the region",
        call="'{text}' may change a prefix of chain '{chain}', at {place}",
        descriptor="chain '{chain}' is allocated, deallocated, associated or assigned as a whole in the region, which may move it",
    ),
    "stored-by-call": _error(
        "a called function stores a member that the region keeps in a local",
        "'{text}' is passed to '{function}', which stores '{member}' of chain '{chain}': keep the call out of the region",
        unseen="'{function}' could change chain '{chain}'{why}: keep the call out of the region, or promise 'reads({function})'",
        const="'{text}' is passed to '{function}', which casts 'const' away and could change it: keep the call out of the region",
        method="member function '{function}' of '{text}' stores '{member}' of chain '{chain}': keep the call out of the region",
        clause="a clause of '{construct}' runs '{text}', which could change chain '{chain}': evaluate it before the region",
        clause_reads="a clause of '{construct}' runs '{text}', which may read chain '{chain}', that the region changes: evaluate it before the region",
    ),
    "subscript-changed": _error(
        "a subscript of a chain changes in the region",
        "subscript '{variable}' of chain '{chain}' is changed in the region",
        call="'{text}' changes subscript '{variable}' of chain '{chain}', at {place}",
    ),
    "call-in-chain": _error(
        "a chain holds a call",
        "chain '{chain}' holds a call",
        written="chain '{chain}' holds a call: name the object by a variable, or spell what a macro makes of it",
        changes="chain '{chain}' calls '{name}', which may change something: name the object by a variable",
    ),
    "side-effect-in-chain": _error(
        "a chain has a side effect",
        "chain '{chain}' has a side effect",
        expression="'{chain}' has a side effect",
    ),
    "volatile-link": _error("volatile or _Atomic on the way of a chain", "chain '{chain}' goes through {qualifier} '{link}'"),
    "address-taken": _error(
        "the address of a hoisted value is taken in the region",
        "the address of '{chain}' is taken in the region",
        operator="'operator{operator}' on '{chain}' may be a class's own in an instance of the template, and change it: use a copy of the value",
        construction="an instance of the template may make an object of '{text}' that changes or keeps it: use a copy of the value",
        depend="'{clause}' goes by the address of '{chain}', and its local has another: keep the directive out of the region",
    ),
    "array-type": _error(
        "an array is used where its own type matters",
        "chain '{chain}' is used where its array type matters, and its local is a pointer: keep this use out of the region",
    ),
    "bit-field-type": _error(
        "a bit-field is used where its own type shows",
        "bit-field '{chain}' is used where its type shows, which its local does not have: cast it, or keep this use out of the region",
    ),
    "evaluated-operand": _error(
        "an operand of 'sizeof' may be evaluated after all",
        "chain '{chain}' is used in an operand that is evaluated if an array in it is of variable length: keep this use out of the region",
    ),
    "object-needed": _error(
        "a use needs the object itself, for which a local cannot stand",
        "chain '{chain}' is used in a way that is not understood: keep this use out of the region",
        operand="chain '{chain}' is an operand of '{construct}', which needs the object itself: keep it out of the region",
        range="chain '{chain}' is the range of a 'for', which needs the object itself: keep the loop out of the region",
        arrow="an '->' uses chain '{chain}' without naming it: write '(*x).' in its place",
        method="'{function}' is called on '{chain}' and could keep its address: keep the call out of the region",
        declared="'{type}(...)' would declare the local of chain '{chain}' here: put parentheses around the whole of it",
        kernel="'{construct}' would copy the object of class that chain '{chain}' names: declare the members that it uses, or what gives its elements, '{{data: member}}'",
        task="'{construct}' would copy the object of class that chain '{chain}' names: begin the region inside the construct",
        clause="chain '{chain}' is an object of a class, which '{clause}' of '{construct}' would copy: declare the members that it uses, or what gives its elements, '{{data: member}}'",
        twice="'{clause}' names chain '{chain}' a second time, and compilers take one section of a variable: keep the directive out of the region",
        counter="chain '{chain}' counts the iterations of '{construct}', which needs a variable: give the loop one of its own",
    ),
    "container-as-whole": _error(
        "a container or smart pointer is used other than by subscript",
        "'{chain}' is hoisted as a pointer, and is used here other than by subscript: keep this use out of the region",
        method="'{chain}' is hoisted as a pointer, and '{function}' is called on it here: keep the call out of the region",
        method_compute="'{chain}' is hoisted as a pointer, and a device cannot call '{function}' on the host's object: write '&{chain}[0]' for 'data()', '{chain}[0]' for 'front()'",
        loop_compute="'{chain}' is hoisted as a pointer, and a device cannot run over the host's object: write the loop with an index",
        method_qualified="'{chain}' is hoisted with '{qualifier}', and '{function}' leads to its elements by another way: leave '{qualifier}' out",
        loop_qualified="'{chain}' is hoisted with '{qualifier}', and the loop leads to its elements by another way: leave '{qualifier}' out",
        index="'{chain}' is subscripted with a number of type '{given}', which its 'operator[]' converts to '{taken}': convert it yourself",
        directive="'{chain}' is hoisted as a pointer, and is used in a directive other than by subscript: write the bounds of a section as variables",
    ),
    "spelled-otherwise": _error(
        "a chain is spelled in two ways that only Clang knows to be one",
        cast="chain '{chain}' is used through another cast: spell it as in its declare",
        name="chain '{chain}' is used through a class's name: spell it as in its declare",
        root="chain '{chain}' is used in a directive with its root spelled otherwise: spell it as in its declare",
        subscript="chain '{chain}' is used in a directive with a subscript that is spelled otherwise: spell it as in its declare",
    ),
    "struct-read-whole": _error(
        "a struct is read as a whole while the region changes a chain in it",
        "'{text}' is read as a whole while the region changes chain '{chain}' in it: end the region before that",
    ),
    "overlapping-chains": _error(
        "a chain is a part of another one, and one of them changes",
        "chain '{chain}' is a part of the struct of chain '{other}', and one of them changes: hoist only one of them",
    ),
    "union-member": _error(
        "another member of a chain's union is used in the region",
        "'{text}' is another member of the union of chain '{chain}', and one of them changes: keep this use out of the region",
    ),
    "array-in-union": _error(
        "a chain is an array in a union with members of other types, or in a 'may_alias' struct",
        "chain '{chain}' is an array in a union whose members have several types, which a pointer to its elements would hide from the compiler: declare the pointer to the union",
        marked="chain '{chain}' is an array in a 'may_alias' struct, which a pointer to its elements would hide from the compiler: declare the pointer to the struct",
    ),
    "chain-in-macro": _error("an occurrence comes from a macro's body", "chain '{chain}' comes from the body of macro '{macro}'"),
    "stringized-chain": _error("an occurrence is stringized by a macro and cannot be left as it is", "chain '{chain}' is turned into a string by macro '{macro}'"),
    "exit-in-macro": _error("a way out of a region that writes back comes from a macro's body", "a '{exit}' out of the region comes from the body of macro '{macro}'"),
    "unsupported-exit": _error(
        "a way out of a region on which nothing can be written back",
        "'{exit}' in a region that writes back '{chain}'",
        hidden="'{exit}' leaves the region where '{name}' is another variable than in chain '{chain}', which is written back: rename one of them",
    ),
    "lambda-capture": _error(
        "a lambda's use of a chain cannot be kept",
        argument="chain '{chain}' is used in a lambda in an argument of macro '{macro}', which a comma in its captures would split: put the lambda in parentheses",
        macro="chain '{chain}' is used in a lambda whose captures come from a macro and are none by copy",
        copies="chain '{chain}' is used in a lambda that has a copy of the object, with elements of its own",
        changed="chain '{chain}' is used in a lambda while the region changes it",
        outlives="chain '{chain}' is used in a lambda that outlives the region",
        may_outlive="chain '{chain}' is used in a lambda that may outlive the region",
        after="chain '{chain}' is used in a lambda that is used after the region",
        destructor="chain '{chain}' is used in a lambda whose holder's destructor may call it after the region",
        kept="chain '{chain}' is used in a lambda that '{function}' could keep",
        converted="chain '{chain}' is used in a lambda that becomes a pointer to a function, and captures nothing: keep it out of the region",
        initialises="chain '{chain}' initialises a lambda's capture in a way that is not understood: keep it out of the capture list",
        local_class="chain '{chain}' is used in a member function of a local class, which may outlive the region",
    ),
    "bit-field-written": _error("a hoisted bit-field is changed", "bit-field '{chain}' is changed in the region"),
    "write-in-parallel": _error(
        "a region inside a parallel construct changes a hoisted scalar",
        "chain '{chain}' is changed in a region inside '{construct}'",
        binds="chain '{chain}' is changed in a region that holds '{construct}' and not the construct that starts its threads: put the region around that",
        polled="chain '{chain}' is read by '{construct}', which shows what other threads have stored since: end the region before that",
    ),
    "constant-function": _error(
        "a region writes back in a function that may run when the program is compiled",
        "chain '{chain}' is changed in a function that may run when the program is compiled, and writing it back does not: change a local of your own",
    ),
    "async-write": _error("a scalar would be written back before an asynchronous construct ends", "chain '{chain}' is changed by an asynchronous construct"),
    "private-root": _error(
        "a construct changes, or has of its own, what a chain begins at",
        "'{clause}' of '{construct}' changes '{name}', on which chain '{chain}' depends: begin the region inside the construct",
        thread="each thread of '{construct}' has a '{name}' of its own, on which chain '{chain}' depends: begin the region inside the construct",
    ),
    "copied-object": _error(
        "a construct copies the object that a chain is a part of",
        "'{clause}' of '{construct}' makes a copy of '{name}', which chain '{chain}' is a part of: begin the region inside the construct",
        task="'{construct}' may have a copy of '{name}', which chain '{chain}' is a part of: add 'shared({name})'",
        kernel="'{construct}' copies '{name}' but not the local of chain '{chain}': name the chain in a data clause",
    ),
    "defaultmap": _error(
        "a 'defaultmap' would hold for a chain's local",
        "'defaultmap({category})' of '{construct}' would hold for the local of chain '{chain}': name the chain in a 'map' clause",
    ),
    "enclosing-data": _error(
        "the device may have a copy of a chain's memory that the local is not of",
        "chain '{chain}' is changed in '{kernel}' while '{data}' keeps it on the device: take it out of '{data}', or update it by hand",
        declared="chain '{chain}' is changed in '{kernel}', and '{data}' keeps it on the device: keep the chain out of the region, and update the host's by hand",
        dropped="chain '{chain}' is changed in '{kernel}', whose clause '{clause}' does not copy it back, as the region would",
        newer="chain '{chain}' is read in '{kernel}' while '{data}' keeps it on the device, where its value may be newer: update the host's before the region",
        older="chain '{chain}' is read in '{kernel}' while '{data}' keeps it on the device, where its value may be older: update the device's before '{kernel}'",
        beside="chain '{chain}' is followed in '{kernel}' to elements that '{data}' has put on the device, which begin elsewhere than it leads to: name the section in a clause of '{kernel}'",
        relinked="chain '{chain}' is read in '{kernel}' while '{data}' keeps it on the device, where it leads to what the host's led to before: keep it out of the region",
        unknown="chain '{chain}' is read in '{kernel}', and '{data}' keeps it on the device, maybe with another value: update one of them before the region",
        sent="'{data}' copies '{text}' to the device before chain '{chain}' is written back: end the region before it",
        brought="'{data}' may bring another value of chain '{chain}' than the region has in its local: keep it out of the region",
        updated="'{construct}' always copies chain '{chain}', which '{data}' keeps on the device: it would copy the local, and not the device's member",
        address="chain '{chain}' is read on the host, and '{text}' of '{data}' says that it begins at an address of the device: keep the chain out of the region",
    ),
    "attachment-lost": _error(
        "the device's own pointer would lead to the host",
        "'{clause}' of '{construct}' attaches chain '{chain}' in the device's copy of its struct, which a section of the local does not, and '{text}' may follow it there: keep the chain out of the region",
        counted="'{clause}' of '{construct}' counts as one more use of the device's copy of the struct of chain '{chain}' for some compilers, which a section of the local does not: keep the chain out of the region",
        empty="'{clause}' of '{construct}' may attach chain '{chain}' to no elements in the device's copy of its struct, where it is null then, and the local is not: keep the chain out of the region",
    ),
    "local-outlived": _error(
        "a directive may use a chain's local when that is gone",
        data="'{clause}' of '{construct}' names chain '{chain}', whose local ends with the region: keep the directive out of the region",
        task="'{clause}' of '{construct}' names chain '{chain}', and the task may run when the local is gone: write 'firstprivate'",
        shared="'default(shared)' of '{construct}' shares the local of chain '{chain}', and the task may run when that is gone: leave the clause out, or wait for the task in the region",
        mapped="'{construct}' maps the local of chain '{chain}', and may run when that is gone: wait for it in the region",
        asynchronous="'{clause}' of '{construct}' names chain '{chain}', and may run when the local is gone: wait for it in the region",
    ),
    "missing-section": _error(
        "a clause names an array or container without an array section",
        "'{clause}' names chain '{chain}' without an array section, and would mean the pointer alone: write '{chain}[0:n]'",
        length="'{clause}' gives no length of chain '{chain}', whose local is a pointer that has none: write '{chain}[0:n]'",
    ),
    "not-on-device": _error(
        "a clause looks on the device for a chain's local",
        "'{clause}' looks on the device for chain '{chain}', whose local is not there: map it in the region, or keep the directive out of it",
    ),
    "verification": _error("the tool's check of its own output failed", "the translation is not proven right: {what}"),
    # --- deep copy ------------------------------------------------------------------------
    "bad-shape": _error(
        "a shape or policy does not fit its type",
        "{what}",
        effect="{what} '{length}' has a side effect",
    ),
    "missing-shape": _error("nothing says how much a pointer points at", "{field} has no length: {why}"),
    "unsupported-member": _error("a deep copy cannot know what to do with a member", "{field} cannot be deep-copied: {why}"),
    "unsupported-root": _error("a deepcopy directive names what cannot be copied", "'{chain}' of type '{type}' cannot be deep-copied: {why}"),
    "deepcopy-exit": _error(
        "a way out of a deepcopy region on which its data would stay on the device",
        call="'{word}' in a deepcopy region: it could be left without its end",
        operator="a call in a deepcopy region: it could be left without its end",
        computed="a computed goto in a deepcopy region could leave it without its end",
        included="a '{exit}' out of a deepcopy region stands in text that is included into it: write it in the region",
        macro="a '{exit}' out of a deepcopy region comes from a macro: write the '{exit}' itself",
        hoisted="'{exit}' leaves a deepcopy region from inside a pointerchain region",
        fortran="'{word}' in a deepcopy region could leave it without its end, or enter it past its begin",
    ),
    # --- Fortran --------------------------------------------------------------------------
    "not-in-fortran": _error(
        "a directive or clause that is not there in Fortran",
        shape="'shape' is not there in Fortran: the types say how long their components are",
        verb="'{directive}' is not there in Fortran",
        clause="clause '{word}' of '{directive}' is not there in Fortran",
        direction="'{word}:' is not there in Fortran: a policy says which way a component's data travel",
        fixed="'{word}' is included in fixed form, and the translation is in free form: compile this source with 'pointerchain fc', which writes both",
        included="'{word}' holds directives, and an included file is not translated: write them in the source itself",
        construct="a 'pointerchain' clause is not there in Fortran: put 'region declare(...)' before the construct",
        preprocessor="text for a preprocessor is not translated: preprocess it first, or compile it with 'pointerchain fc'",
        name="'{word}' is a name of the translation's own: give the variable another one",
    ),
    "unsupported-designator": _error(
        "what a Fortran directive names is no variable, component or section",
        "'{chain}' is no variable, component or section of one",
    ),
    "root-not-target": _error(
        "a root may not be pointed at",
        "'{root}' has neither the 'target' nor the 'pointer' attribute, and its address is kept: declare it with 'target'",
        hoisted="'{root}' has neither the 'target' nor the 'pointer' attribute, and the local of chain '{chain}' points to its data: declare it with 'target'",
    ),
    "changed-otherwise": _error(
        "something other than a chain's own spelling may read or change it",
        writes="'{text}' may be chain '{chain}', and is changed in the region",
        reads="'{text}' may read chain '{chain}', which the region changes",
        write_in_call="'{text}' may change chain '{chain}', at {place}",
        read_in_call="'{text}' may read chain '{chain}', which the region changes, at {place}",
        object="'{text}' is used as a whole, which may read or change chain '{chain}'",
        storage="'{name}' stands in '{word}', so that chain '{chain}' may be changed under another name",
    ),
    "unread-statement": _error(
        "a statement of a Fortran region is not understood",
        "{what} in a region with chains is not understood: keep it out of the region",
        construct="'{construct}' with '{clause}' is not understood around chain '{chain}': keep it out of the region",
        directive="'{construct}' is not understood in a region with chains: keep it out of the region",
    ),
    "undeclared-variable": _error(
        "a variable of a Fortran region has no declaration",
        "'{name}' has no declaration, so that compilers may take it for a variable of the region alone: declare it, and write 'implicit none'",
    ),
    "unknown-module": _error(
        "the source of a module is not found, or two are",
        "'{chain}' cannot be resolved: {why}; name the directory of the right one with '-I'",
    ),
    "unreadable-fortran": _error("a Fortran source cannot be read", "{what}"),
    "line-too-long": _error(
        "a translation does not fit into its lines",
        "the call takes {columns} columns, and a line has 132: continue the directive in another line, with '&'",
        roots="a directive takes up to {limit} arguments, where a component counts twice in 'enter': use two directives",
        locals="the locals do not fit into the directive's lines (columns too few: {columns}): continue the directive in another line, with '&'",
        changed="line {line} would have {columns} columns, and a line has 132: break it",
        module="the statement with the interface of the descriptors takes {columns} columns, and a line has 132",
    ),
    # --- warnings -------------------------------------------------------------------------
    "unused-declare": _warning(
        "a declared chain is not used",
        "declared chain '{chain}' is not used in any region",
        otherwise="declared chain '{chain}' is not used in any region: '{other}' is the same member by another name",
        unresolved="declared chain '{chain}' is not used in any region, and means nothing in those that see it: {why}",
        every="'{chain}' stands for no chain: no region uses one that it could",
        alone="'{chain}' stands for no chain: what a directive alone uses has to be named",
    ),
    "empty-region": _warning(
        "a region without chains",
        "no declare is visible where the region begins: it does nothing",
        every="no chain that the region uses can be hoisted: 'pointerchain translate --explain-regions' says why",
    ),
    "unhoisted-chain": _warning(
        "a chain in a compute construct stays as it is",
        "'{text}' is not hoisted: on a device it follows the host's pointers; put what it leads to into a variable before the construct",
        macro="'{text}' comes from macro '{macro}': on a device it follows the host's pointers; put what it leads to into a variable before the construct",
        method="'{text}' is an object of the host's: on a device '{function}' follows the host's pointers; take what it gives before the construct",
        named="'{text}' is not hoisted: on a device it follows the host's pointers; declare '{name}' as well",
    ),
    "host-function": _warning(
        "a compute construct calls a function by a pointer of the host's",
        "'{text}' is called in a compute construct: it points to a function of the host, which a device cannot call",
    ),
    "guarded-chain": _warning(
        "a test inside the region guards a chain",
        "the region tests '{link}' before it uses chain '{chain}', which is evaluated where the region begins: put the region inside the test",
    ),
    "pointer-not-copied": _warning(
        "a compute construct uses a pointer that does not point into its own deep copy",
        "'{construct}' uses '{pointer}', which does not point into the copy of '{text}': the device gets the host's pointer; write '{clause}'",
        array="'{construct}' uses '{pointer}', of which '{text}' alone was copied: without a clause all of it is mapped beside that; write '{clause}'",
    ),
    "aliased-call": _warning(
        "a call could change a hoisted value or read one before it is written back",
        passed_changes="'{text}' is passed to '{function}', which could change '{chain}'",
        passed_reads="'{text}' is passed to '{function}', which could read '{chain}', which the region changes",
        method_changes="member function '{function}' of '{text}' could change '{chain}'",
        method_reads="member function '{function}' of '{text}' could read '{chain}', which the region changes",
        own_changes="member function '{function}' could change '{chain}'",
        own_reads="member function '{function}' could read '{chain}', which the region changes",
        function="'{function}' could read or change '{chain}', which the region changes",
        closure="'{function}' could change '{chain}'",
        closure_reads="'{function}' could read '{chain}', which the region changes",
        operator="'{function}' on '{text}' may be a class's own in an instance of the template, and could change '{chain}'",
        conversion="the class to which an instance of the template converts '{text}' could change '{chain}'",
        operator_changes="'{function}' in chain '{chain}' changes something each time, and is called once for its local",
        operator_unseen="'{function}' in chain '{chain}' is not const and is called once for its local: it could change something each time",
        awaited="'{construct}' waits for what '{function}' may do to chain '{chain}', which is evaluated before that",
        keeps="'{function}' is given a lambda that uses '{chain}', and could keep it",
        copy_changes="'deepcopy {directive}' of '{text}' could change '{chain}', which the region changes",
        copy_reads="'deepcopy {directive}' of '{text}' could read '{chain}', which the region changes",
        copy_overwrites="'deepcopy {directive}' of '{text}' copies the device's '{chain}' over what the region wrote",
    ),
    "aliased-write": _warning(
        "a member of a chain is written by another path",
        "'{text}' writes member '{member}' of chain '{chain}' by another path",
        awaited="'{construct}' waits for a change of '{text}', on which chain '{chain}' depends, and which is evaluated before that",
        variable="'{text}' may be '{variable}', on which chain '{chain}' depends, and is written",
        assembler="assembler that changes memory is given '{text}', and may write member '{member}' of chain '{chain}'",
        hidden="'{text}' writes member '{member}' of chain '{chain}' through another '{root}'",
        kept="the address of '{text}' is kept: a store through it changes member '{member}' of chain '{chain}'",
        union="'{text}' writes what lies over a member of chain '{chain}' in a union, by another path",
    ),
    "aliased-read": _warning(
        "a changed member is read by another path",
        "'{text}' reads member '{member}' of chain '{chain}' by another path while the region changes it",
        hidden="'{text}' reads member '{member}' of chain '{chain}' through another '{root}' while the region changes it",
        kept="the address of '{text}' is kept: a read through it sees member '{member}' of chain '{chain}' as it was before the region changed it",
        union="'{text}' reads what lies over a member of chain '{chain}' in a union, by another path, while the region changes it",
    ),
    "conditional-write": _warning(
        "a value is written back where no write may have happened",
        "chain '{chain}' is changed under a condition and written back in any case: what '{function}' maps may be for reading alone",
        const="chain '{chain}' is changed under a condition and written back in any case: an object such as '{object}', which is const, may not be written",
    ),
    "undefined-pointer": _warning(
        "a pointer component is undefined until it is associated",
        "pointer '{member}' of type '{type}' has no default initialisation: until it is associated or nullified, following it is an error",
    ),
    "dropped-restrict": _warning("restrict cannot be kept", "'{qualifier}' of chain '{chain}' is dropped: {why}"),
    # --- chains without directives, by '-Rpointerchain' -----------------------------------------
    "pointerchain": _remark(
        "what becomes of a chain in a loop without directives",
        hoisted="'{chain}' is evaluated once before this {what}{again} ({counts})",
        guarded="'{chain}' is evaluated once before this {what}, where that is entered{again} ({counts})",
        left="'{chain}' stays in its loop: {why} [{word}]",
        unread="no chain of this source was looked at: {why}",
    ),
    # --- files and options ------------------------------------------------------------------
    "io": _error("a file cannot be read or written", "{what}"),
    "encoding": _error("a source holds bytes that no C or C++ source can hold", "{what}"),
}
# fmt: on


def diagnostic(
    code: str,
    file: str,
    span: Span,
    notes: tuple[Note, ...] = (),
    fixit: Fixit | None = None,
    form: str = "",
    **fields: str,
) -> Diagnostic:
    """A record for catalogue row ``code``; ``fields`` fill the format string of one of its forms."""
    entry = CATALOGUE[code]
    return Diagnostic(
        code, entry.severity, entry.texts[form].format(**fields), Place(file, span), notes, fixit
    )


class WarningControls(NamedTuple):
    """The ``-W`` options: ``-W[no-]CODE``, ``-W[no-]error[=CODE]``, ``-w``.

    A control names warnings only: an error is an error because the result
    could differ, and no option changes that.
    """

    disabled: frozenset[str] = frozenset()
    errors: frozenset[str] = frozenset()
    all_errors: bool = False
    not_errors: frozenset[str] = frozenset()

    def apply(self, diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """Drop what is disabled and promote what is to be an error."""
        out = []
        for diag in diagnostics:
            if diag.severity is not Severity.WARNING:
                out.append(diag)
            elif diag.code in self.disabled:
                continue
            elif diag.code in self.errors or (self.all_errors and diag.code not in self.not_errors):
                out.append(diag._replace(severity=Severity.ERROR))
            else:
                out.append(diag)
        return tuple(out)


def warning_codes() -> tuple[str, ...]:
    """The codes that ``-W`` options may name."""
    return tuple(code for code, entry in CATALOGUE.items() if entry.severity is Severity.WARNING)
