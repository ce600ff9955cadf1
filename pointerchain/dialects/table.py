# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The columns of the dialects' tables: what a row says of a directive, a clause, or a name in a clause.

Section numbers are those of OpenACC 3.3 and OpenMP 5.2; what is newer says so ("6.0: 14.3").
"""

from __future__ import annotations

from typing import Literal

from pointerchain.lazy import NamedTuple

Dialect = Literal["acc", "omp"]

Association = Literal[
    "block", "loop", "sections", "standalone", "declarative", "subsidiary", "delimited", "meta"
]
"""What follows a directive (OpenMP 5.2, 3.1, merges two properties of a directive there).

``block``, ``loop``, ``sections``: one statement, which the directive governs. ``standalone``: nothing, it is
executed where it stands. ``declarative``: it is not executed. ``subsidiary``: it is a part of another
directive's statement. ``delimited``: it begins or ends a run of lines. ``meta``: it is another directive.
"""

Form = Literal["none", "words", "names", "expression", "list", "tailed", "directives", "declaration"]
"""What stands between a clause's parentheses.

``none``: nothing, or in OpenMP 6.0 an expression. ``words``: keywords of the specification. ``names``: names
that are no variables in scope. ``expression``: expressions, among them keywords. ``list``: variables, with
``modifiers:`` before them. ``tailed``: variables, with ``: modifiers`` behind them. ``directives``: whole
directives or traits. ``declaration``: what only a declaration of the program could mean.
"""

Before = Literal["word", "identifier", "expression"]
"""What may stand before the colon of a clause's argument, beside its own keywords: a keyword, a name of no
object, such as a reduction's operator, or what is evaluated."""

Wait = Literal["", "queues", "tasks", "team", "group"]
"""What a directive waits for: device queues, the task's children, the team's threads, or a group's tasks."""


class Effect(NamedTuple):
    """What a clause does, or may do, to an object whose name it lists.

    Device data movement may be left out at run time: where the object is on the device already, where memory
    is shared, or under an ``if`` clause. An effect says what a program must be ready for.
    """

    reads: bool = False
    """The value of the object of the thread that meets the directive is read."""
    writes: bool = False
    """That value is changed, by the directive or at the end of its statement."""
    private: bool = False
    """In the statement the name is another object (OpenMP 5.2, 5.3; OpenACC 3.3, 2.5.13)."""
    shares: bool = False
    """In the statement the name is the very same object."""
    to_device: bool = False
    """The device's copy gets the host's value."""
    from_device: bool = False
    """The host's object gets the device's value."""
    creates: bool = False
    """A device copy may be made."""
    deletes: bool = False
    """A device copy may be deleted, by the directive or at the end of its statement."""
    storage: bool = False
    """The object's own storage is meant: another object with its value does not do."""
    finds: bool = False
    """A device copy is meant that something else has made."""
    needs: bool = False
    """One has to be there, or the program ends."""
    device_address: bool = False
    """In the statement the name is, or points to, an address of the device."""
    attaches: bool = False
    """The device's copy of a pointer is made to point to the device, or back."""
    broadcasts: bool = False
    """The objects that other threads have under the name get the value."""
    orders: bool = False
    """Tasks or iterations are put into an order by the object's address."""

    def __or__(self, other: Effect) -> Effect:
        return Effect(*(mine or theirs for mine, theirs in zip(self, other, strict=True)))


class Clause(NamedTuple):
    """A clause, or the argument of a directive that stands directly behind its name."""

    name: bytes
    form: Form
    section: str
    """Where the specification describes it."""
    effect: Effect = Effect()
    """What it does to the names it lists; for ``map`` and ``depend`` see ``effect_of``."""
    on: tuple[bytes, ...] = ()
    """The leaf directives on which it means this, or all."""
    aliases: tuple[bytes, ...] = ()
    shares_data: bool = False
    """Whether it sets the data-sharing attribute of what it lists (OpenMP 5.2, 5.4; OpenACC 3.3, 2.6)."""
    words: tuple[bytes, ...] = ()
    """The keywords that may stand before a colon; beside lists any word may."""
    before: Before = "word"
    """What else may stand there."""
    first: tuple[bytes, ...] = ()
    """The keywords of which the first of the expressions is one; of a clause of ``directives``: it has no
    directive behind its selectors."""
    typed: bool = False
    """Whether it lists nothing without a colon."""
    each: bool = False
    """Whether each of its expressions may have a keyword and a colon of its own."""
    schedules: bool = False
    """Whether it only says how the work is divided, among how many threads and in which order: the statement
    accesses the same objects without it, on the same device."""


class Directive(NamedTuple):
    """A directive. Of a combined or composite one the flags are those of its leaves together."""

    dialect: Dialect
    name: tuple[bytes, ...]
    association: Association
    section: str
    """Where the specification describes it."""
    leaves: tuple[bytes, ...]
    """The directives that it is put together from (OpenMP 5.2, 17; OpenACC 3.3, 2.11), or itself."""
    waits: Wait
    asynchronous: bytes
    """The clause by which the thread goes on before all is done, or nothing where there is none."""
    argument: Clause | None
    """What may stand in parentheses directly behind the name."""
    compute: bool = False
    """The statement runs on a device."""
    data: bool = False
    """All it does is done to the device's data environment."""
    enters: bool = False
    """Device copies may begin to live where it stands, or where its statement begins."""
    exits: bool = False
    """Device copies may be deleted where it stands, or where its statement ends."""
    updates: bool = False
    """Values travel between objects and the device copies that they have."""
    team: bool = False
    """The statement has threads of its own, be it one, to which the work shares inside it bind."""
    parallel: bool = False
    """Several executions of the statement, or it and what follows it, may overlap."""
    binds: bool = False
    """It means the threads that run the code around it: where nothing there starts any, a caller's team."""
    exclusive: bool = False
    """One thread at a time, or one thread alone, executes the statement."""
    guards: bool = False
    """It orders the accesses of several threads to one object in its statement."""
    atomic: bool = False
    """The statement is one atomic access (OpenMP 5.2, 15.8.4; OpenACC 3.3, 2.12)."""
    barrier: bool = False
    """All threads that execute it meet at its end, where no ``asynchronous`` clause says otherwise."""
    task: bool = False
    """The statement is an explicit task, which may run later and by another thread."""
    copies: bool = False
    """The statement may have copies of variables that no clause names (OpenMP 5.1.1; OpenACC 2.6.2)."""
    other_thread: bool = False
    """A thread other than the one that meets the directive may execute the statement."""
    declares: bool = False
    """All it does is to say for which devices, or how, functions are compiled, which variables devices have,
    or what an operator is called: what other directives and calls do is the same without it."""

    @property
    def has_statement(self) -> bool:
        """Whether a statement of the program follows, which the directive governs."""
        return self.association in ("block", "loop", "sections", "meta")

    @property
    def standalone(self) -> bool:
        """Whether it is executed where it stands, without a statement."""
        return self.association == "standalone"

    @property
    def declarative(self) -> bool:
        """Whether nothing is executed where it stands: a declaration, or a part of what stands around it."""
        return self.association in ("declarative", "subsidiary", "delimited")

    @property
    def spelling(self) -> str:
        """The directive as messages show it, such as ``omp target data``."""
        return " ".join((self.dialect, *(word.decode() for word in self.name)))


FLAGS = Directive._fields[Directive._fields.index("compute") :]
"""The names of the columns that are flags."""
_FLAGS = frozenset(FLAGS)


def row(
    dialect: Dialect,
    name: str,
    association: Association,
    section: str,
    flags: str = "",
    asynchronous: bytes = b"",
    waits: Wait = "",
    argument: Clause | None = None,
) -> Directive:
    """The row of a directive that is not put together from others, with the names of its flags."""
    words, leaf, given = tuple(name.encode().split()), name.encode(), frozenset(flags.split())
    assert given <= _FLAGS, flags
    columns = (association, section, (leaf,), waits, asynchronous, argument)
    return Directive(dialect, words, *columns, *(flag in given for flag in FLAGS))


READ = Effect(reads=True)
PRIVATE = Effect(private=True)
FIRSTPRIVATE = Effect(reads=True, private=True)
REDUCED = Effect(reads=True, writes=True, private=True)
SHARED = Effect(shares=True)
STORAGE = Effect(storage=True)
CREATE = Effect(creates=True, deletes=True, storage=True)
COPY_IN = CREATE._replace(reads=True, to_device=True)
COPY_OUT = CREATE._replace(writes=True, from_device=True)
COPY = COPY_IN._replace(writes=True, from_device=True)
DELETE = Effect(deletes=True, storage=True)
FIND = Effect(finds=True, storage=True)
NEED = FIND._replace(needs=True)
ATTACH = FIND._replace(attaches=True)
UPDATE_DEVICE = FIND._replace(reads=True, to_device=True)
UPDATE_HOST = FIND._replace(writes=True, from_device=True)
