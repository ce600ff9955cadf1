# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""OpenACC 3.3: one row a directive, one row a clause."""

from __future__ import annotations

from functools import partial

from pointerchain.dialects.table import (
    ATTACH,
    COPY,
    COPY_IN,
    COPY_OUT,
    CREATE,
    DELETE,
    FIND,
    FIRSTPRIVATE,
    NEED,
    PRIVATE,
    REDUCED,
    STORAGE,
    UPDATE_DEVICE,
    UPDATE_HOST,
    Clause,
    Directive,
    Effect,
    row,
)

_row = partial(row, "acc")
_COMPUTE = "compute enters exits team copies other_thread"
_WAIT_WORDS = (b"devnum", b"queues")
_QUEUES = Clause(b"wait", "expression", "2.16.3", words=_WAIT_WORDS, before="expression")
_CACHED = Clause(b"cache", "list", "2.10", STORAGE)
_ROUTINE = Clause(b"routine", "names", "2.15.1")

DIRECTIVES: tuple[Directive, ...] = (
    _row("parallel", "block", "2.5.1", _COMPUTE + " parallel", asynchronous=b"async"),
    _row("serial", "block", "2.5.2", _COMPUTE, asynchronous=b"async"),
    _row("kernels", "block", "2.5.3", _COMPUTE + " parallel", asynchronous=b"async"),
    _row("data", "block", "2.6.5", "data enters exits", asynchronous=b"async"),
    _row("enter data", "standalone", "2.6.6", "data enters", asynchronous=b"async"),
    _row("exit data", "standalone", "2.6.6", "data exits", asynchronous=b"async"),
    _row("host_data", "block", "2.8", "data"),
    _row("loop", "loop", "2.9", "parallel binds"),
    _row("cache", "subsidiary", "2.10", argument=_CACHED),
    _row("atomic", "block", "2.12", "binds guards atomic"),
    _row("declare", "declarative", "2.13", "data enters exits"),
    _row("init", "standalone", "2.14.1"),
    _row("shutdown", "standalone", "2.14.2"),
    _row("set", "standalone", "2.14.3"),
    _row("update", "standalone", "2.14.4", "data updates", asynchronous=b"async"),
    _row("routine", "declarative", "2.15.1", "declares", argument=_ROUTINE),
    _row("wait", "standalone", "2.16.3", asynchronous=b"async", waits="queues", argument=_QUEUES),
)

COMPOUND: tuple[str, ...] = ("parallel loop", "serial loop", "kernels loop")
"""The combined constructs (OpenACC 3.3, 2.11)."""

ALIASES: dict[tuple[bytes, ...], tuple[bytes, ...]] = {}
"""Other spellings, of which OpenACC has none."""

_ON_DEVICE = (b"parallel", b"serial", b"kernels")

CLAUSES: tuple[Clause, ...] = (
    Clause(b"async", "expression", "2.16.1"),
    Clause(b"attach", "list", "2.7.12", ATTACH),
    Clause(b"auto", "none", "2.9.7", schedules=True),
    Clause(b"bind", "names", "2.15.1"),
    Clause(b"capture", "none", "2.12", on=(b"atomic",)),
    Clause(b"collapse", "expression", "2.9.1", words=(b"force",), schedules=True),
    Clause(b"copy", "list", "2.7.6", COPY, aliases=(b"pcopy", b"present_or_copy")),
    Clause(b"copyin", "list", "2.7.7", COPY_IN, aliases=(b"pcopyin", b"present_or_copyin")),
    Clause(b"copyout", "list", "2.7.8", COPY_OUT, aliases=(b"pcopyout", b"present_or_copyout")),
    Clause(b"create", "list", "2.7.9", CREATE, aliases=(b"pcreate", b"present_or_create")),
    Clause(b"default", "words", "2.5.16"),
    Clause(b"default_async", "expression", "2.14.3"),
    Clause(b"delete", "list", "2.7.11", DELETE),
    Clause(b"detach", "list", "2.7.13", ATTACH),
    Clause(b"device", "list", "2.14.4", UPDATE_DEVICE, on=(b"update",)),
    Clause(b"device_num", "expression", "2.14.1"),
    Clause(b"device_resident", "list", "2.13.1", CREATE),
    Clause(b"device_type", "words", "2.4", aliases=(b"dtype",)),
    Clause(b"deviceptr", "list", "2.7.4", Effect(reads=True, device_address=True)),
    Clause(b"finalize", "none", "2.6.6"),
    Clause(b"firstprivate", "list", "2.5.14", FIRSTPRIVATE, shares_data=True),
    Clause(b"gang", "expression", "2.9.2", words=(b"num", b"dim", b"static"), each=True, schedules=True),
    Clause(b"if", "expression", "2.5.6"),
    Clause(b"if_present", "none", "2.14.4"),
    Clause(b"independent", "none", "2.9.6", schedules=True),
    Clause(b"link", "list", "2.13.3", STORAGE),
    Clause(b"no_create", "list", "2.7.10", FIND),
    Clause(b"nohost", "none", "2.15.1"),
    Clause(b"num_gangs", "expression", "2.5.10", schedules=True),
    Clause(b"num_workers", "expression", "2.5.11", schedules=True),
    Clause(b"present", "list", "2.7.5", NEED),
    Clause(b"private", "list", "2.5.13", PRIVATE, shares_data=True),
    Clause(b"read", "none", "2.12", on=(b"atomic",)),
    Clause(b"reduction", "list", "2.5.15", REDUCED, shares_data=True, before="identifier", typed=True),
    Clause(b"self", "expression", "2.5.7", on=_ON_DEVICE),
    Clause(b"self", "list", "2.14.4", UPDATE_HOST, on=(b"update",), aliases=(b"host",)),
    Clause(b"seq", "none", "2.9.5", schedules=True),
    Clause(b"tile", "expression", "2.9.8", schedules=True),
    Clause(b"update", "none", "2.12", on=(b"atomic",)),
    Clause(b"use_device", "list", "2.8.1", Effect(finds=True, device_address=True)),
    Clause(b"vector", "expression", "2.9.4", words=(b"length",), schedules=True),
    Clause(b"vector_length", "expression", "2.5.12", schedules=True),
    Clause(b"wait", "expression", "2.16.2", words=_WAIT_WORDS, before="expression"),
    Clause(b"worker", "expression", "2.9.3", words=(b"num",), schedules=True),
    Clause(b"write", "none", "2.12", on=(b"atomic",)),
)

DEFAULTS = {b"none": None, b"present": FIND}
"""What ``default`` does to the variables that no clause names; under ``none`` a clause has to (2.5.16)."""
