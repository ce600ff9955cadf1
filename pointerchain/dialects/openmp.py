# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""OpenMP 5.2, and what 6.0 adds for C and C++: one row a directive, one row a clause.

Words that a newer version has withdrawn, such as ``master``, have their rows too: programs still use them.
"""

from __future__ import annotations

from functools import partial

from pointerchain.dialects.table import (
    CREATE,
    FIND,
    FIRSTPRIVATE,
    PRIVATE,
    READ,
    REDUCED,
    SHARED,
    STORAGE,
    UPDATE_DEVICE,
    UPDATE_HOST,
    Clause,
    Directive,
    Effect,
    row,
)

_row = partial(row, "omp")
_SHARED_OUT = "parallel binds barrier"
_TASK = "parallel task copies other_thread"
_TARGET = "compute enters exits team copies other_thread"
_REDUCED_IN_PLACE = Effect(reads=True, writes=True)
_CANCELLED = (b"parallel", b"sections", b"for", b"taskgroup")
_CANCELS = (
    _row("cancel", "standalone", "16.1", "binds"),
    _row("cancellation point", "standalone", "16.2", "binds"),
)

DIRECTIVES: tuple[Directive, ...] = (
    # Variants (chapter 7)
    _row("metadirective", "meta", "7.4.3"),
    _row("begin metadirective", "meta", "7.4.4"),
    _row("end metadirective", "delimited", "7.4.4"),
    _row("declare variant", "declarative", "7.5.4", argument=Clause(b"variant", "names", "7.5.4")),
    _row("begin declare variant", "delimited", "7.5.5"),
    _row("end declare variant", "delimited", "7.5.5"),
    _row("dispatch", "block", "7.6", asynchronous=b"nowait"),
    _row("declare simd", "declarative", "7.7", "declares", argument=Clause(b"simd", "names", "7.7")),
    _row(
        "declare target",
        "declarative",
        "7.8.1",
        "data enters exits declares",
        argument=Clause(b"target", "list", "7.8.1", CREATE),
    ),
    _row("begin declare target", "delimited", "7.8.2", "data enters exits declares"),
    _row("end declare target", "delimited", "7.8.2", "declares"),
    # The data environment (chapter 5) and memory (chapter 6)
    _row("threadprivate", "declarative", "5.2", argument=Clause(b"threadprivate", "list", "5.2", PRIVATE)),
    _row(
        "declare reduction",
        "declarative",
        "5.5.11",
        "declares",
        argument=Clause(b"reduction", "declaration", "5.5.11"),
    ),
    _row("scan", "subsidiary", "5.6", "binds"),
    _row("declare mapper", "declarative", "5.8.8", argument=Clause(b"mapper", "declaration", "5.8.8")),
    _row("declare induction", "declarative", "6.0", argument=Clause(b"induction", "declaration", "6.0")),
    _row("groupprivate", "declarative", "6.0", argument=Clause(b"groupprivate", "list", "6.0", PRIVATE)),
    _row("allocate", "declarative", "6.5", argument=Clause(b"allocate", "list", "6.5", STORAGE)),
    _row("allocators", "block", "6.7"),
    # Information and utilities (chapter 8)
    _row("requires", "declarative", "8.2"),
    _row("assumes", "declarative", "8.3.2"),
    _row("assume", "block", "8.3.3"),
    _row("begin assumes", "delimited", "8.3.4"),
    _row("end assumes", "delimited", "8.3.4"),
    _row("nothing", "standalone", "8.4"),
    _row("error", "standalone", "8.5"),
    # Loop transformations (chapter 9)
    _row("tile", "loop", "9.1"),
    _row("unroll", "loop", "9.2"),
    _row("interchange", "loop", "6.0"),
    _row("reverse", "loop", "6.0"),
    _row("stripe", "loop", "6.0"),
    _row("split", "loop", "6.0"),
    _row("fuse", "loop", "6.0"),
    # Parallelism (chapter 10) and the distribution of work (chapter 11)
    _row("parallel", "block", "10.1", "parallel team barrier other_thread"),
    _row("teams", "block", "10.2", "parallel team other_thread"),
    _row("simd", "loop", "10.4", "parallel"),
    _row("masked", "block", "10.5", "binds exclusive"),
    _row("master", "block", "5.1: 2.8", "binds exclusive"),
    _row("single", "block", "11.1", "binds exclusive barrier", asynchronous=b"nowait"),
    _row("scope", "block", "11.2", _SHARED_OUT, asynchronous=b"nowait"),
    _row("sections", "sections", "11.3", _SHARED_OUT, asynchronous=b"nowait"),
    _row("section", "subsidiary", "11.3.1", "parallel binds"),
    _row("for", "loop", "11.5.1", _SHARED_OUT, asynchronous=b"nowait"),
    _row("distribute", "loop", "11.6", "parallel binds"),
    _row("loop", "loop", "11.7", "parallel binds"),
    _row("workdistribute", "block", "6.0", "parallel binds"),
    # Tasks (chapter 12)
    _row("task", "block", "12.5", _TASK),
    _row("taskloop", "loop", "12.6", _TASK, asynchronous=b"nogroup"),
    _row("task_iteration", "subsidiary", "6.0"),
    _row("taskyield", "standalone", "12.7"),
    _row("taskgraph", "block", "6.0"),
    # Devices (chapter 13) and interoperability (chapter 14)
    _row("target data", "block", "13.5", "data enters exits", asynchronous=b"nowait"),
    _row("target enter data", "standalone", "13.6", "data enters", asynchronous=b"nowait"),
    _row("target exit data", "standalone", "13.7", "data exits", asynchronous=b"nowait"),
    _row("target", "block", "13.8", _TARGET, asynchronous=b"nowait"),
    _row("target update", "standalone", "13.9", "data updates", asynchronous=b"nowait"),
    _row(
        "interop",
        "standalone",
        "14.1",
        asynchronous=b"nowait",
        argument=Clause(b"interop", "list", "14.1", READ),
    ),
    # Synchronisation (chapter 15) and cancellation (chapter 16)
    _row(
        "critical", "block", "15.2", "binds exclusive guards", argument=Clause(b"critical", "names", "15.2")
    ),
    _row("barrier", "standalone", "15.3.1", "binds", waits="team"),
    _row("taskgroup", "block", "15.4", waits="group"),
    _row("taskwait", "standalone", "15.5", asynchronous=b"nowait", waits="tasks"),
    _row("atomic", "block", "15.8.4", "binds guards atomic"),
    _row("flush", "standalone", "15.8.5", "binds", argument=Clause(b"flush", "list", "15.8.5", STORAGE)),
    _row("depobj", "standalone", "15.9.4", argument=Clause(b"depobj", "list", "15.9.4", _REDUCED_IN_PLACE)),
    _row("ordered", "block", "15.10", "binds guards"),
    *_CANCELS,
    *(each._replace(name=(*each.name, word)) for each in _CANCELS for word in _CANCELLED),
)

COMPOUND: tuple[str, ...] = (
    # Composite (17.5)
    *(
        "for simd",
        "distribute simd",
        "taskloop simd",
        "distribute parallel for",
        "distribute parallel for simd",
    ),
    # Combined (17.3)
    *("masked taskloop", "masked taskloop simd", "master taskloop", "master taskloop simd"),
    *("parallel for", "parallel for simd", "parallel loop", "parallel sections"),
    *("parallel masked", "parallel masked taskloop", "parallel masked taskloop simd"),
    *("parallel master", "parallel master taskloop", "parallel master taskloop simd"),
    *("teams loop", "teams distribute", "teams distribute simd", "teams workdistribute"),
    *("teams distribute parallel for", "teams distribute parallel for simd"),
    *("target simd", "target parallel", "target parallel loop"),
    *("target parallel for", "target parallel for simd"),
    *("target teams", "target teams loop", "target teams distribute", "target teams distribute simd"),
    *("target teams distribute parallel for", "target teams distribute parallel for simd"),
    "target teams workdistribute",
)
"""The combined and composite constructs. Section 17.3 says which leaves go together."""

_SPACED = (
    *((b"target", b"data"), (b"target", b"enter", b"data"), (b"target", b"exit", b"data")),
    *((b"target", b"update"), (b"cancellation", b"point")),
    *((b"declare", word) for word in (b"target", b"variant", b"simd", b"reduction", b"mapper", b"induction")),
)
_DELIMITED = ((b"declare", b"target"), (b"declare", b"variant"))

ALIASES: dict[tuple[bytes, ...], tuple[bytes, ...]] = {
    **{(b"_".join(name),): name for name in _SPACED},
    **{(edge, b"_".join(name)): (edge, *name) for edge in (b"begin", b"end") for name in _DELIMITED},
    **{(b"cancellation_point", word): (b"cancellation", b"point", word) for word in _CANCELLED},
}
"""Other spellings: OpenMP 6.0 writes underscores for blanks."""

_TASKING = (b"task", b"taskloop")
_SCAN = (b"scan",)
_UPDATE = (b"target update",)
_DECLARE = (b"declare target", b"begin declare target")
_VARIANT = (b"declare variant", b"begin declare variant")
_META = (b"metadirective", b"begin metadirective")
_DEPOBJ = (b"depobj",)
_OBJECTS = (b"interop", b"depobj")
_SIMD_FUNCTION = (b"declare simd",)
_REDUCTION = (b"declare reduction",)
_INDUCTION = (b"declare induction",)

_NAMES = tuple(dict.fromkeys(word for row in DIRECTIVES for word in row.name))
"""The words of directives, which may say what a condition is of (3.4)."""

CLAUSES: tuple[Clause, ...] = (
    # Arguments, conditions and kinds of loops (chapters 3 and 4)
    Clause(b"if", "expression", "3.4", words=_NAMES),
    Clause(b"destroy", "list", "3.5", _REDUCED_IN_PLACE, on=_OBJECTS),
    Clause(b"collapse", "expression", "4.4.3", schedules=True),
    Clause(b"ordered", "expression", "4.4.4", schedules=True),
    # Data-sharing attributes (5.4), reductions (5.5), copies (5.7)
    Clause(b"default", "directives", "7.4.2", on=_META),
    Clause(b"default", "words", "5.4.1"),
    Clause(b"shared", "list", "5.4.2", SHARED, shares_data=True),
    Clause(b"private", "list", "5.4.3", PRIVATE, shares_data=True),
    Clause(b"firstprivate", "list", "5.4.4", FIRSTPRIVATE, shares_data=True),
    Clause(b"lastprivate", "list", "5.4.5", Effect(writes=True, private=True), shares_data=True),
    Clause(b"linear", "tailed", "7.7", on=_SIMD_FUNCTION),
    Clause(b"linear", "tailed", "5.4.6", REDUCED, shares_data=True),
    Clause(b"is_device_ptr", "list", "5.4.7", FIRSTPRIVATE._replace(device_address=True), shares_data=True),
    Clause(b"use_device_ptr", "list", "5.4.8", FIRSTPRIVATE._replace(device_address=True), shares_data=True),
    Clause(b"has_device_addr", "list", "5.4.9", FIND._replace(device_address=True), shares_data=True),
    Clause(b"use_device_addr", "list", "5.4.10", FIND._replace(device_address=True), shares_data=True),
    Clause(b"reduction", "list", "5.5.8", REDUCED, shares_data=True, before="identifier", typed=True),
    Clause(b"task_reduction", "list", "5.5.9", _REDUCED_IN_PLACE, before="identifier", typed=True),
    Clause(b"in_reduction", "list", "5.5.10", REDUCED, shares_data=True, before="identifier", typed=True),
    Clause(b"induction", "list", "6.0", REDUCED, shares_data=True, before="identifier", typed=True),
    Clause(b"inclusive", "list", "5.6.1", _REDUCED_IN_PLACE, on=_SCAN),
    Clause(b"exclusive", "list", "5.6.2", _REDUCED_IN_PLACE, on=_SCAN),
    Clause(b"init_complete", "none", "6.0", on=_SCAN),
    Clause(b"copyin", "list", "5.7.1", Effect(reads=True, broadcasts=True)),
    Clause(b"copyprivate", "list", "5.7.2", Effect(reads=True, broadcasts=True)),
    # The device data environment (5.8, 5.9)
    Clause(b"map", "declaration", "5.8.3", on=(b"declare mapper",)),
    Clause(b"map", "list", "5.8.3", STORAGE),
    Clause(b"enter", "list", "5.8.4", CREATE, on=_DECLARE, aliases=(b"to",)),
    Clause(b"link", "list", "5.8.5", STORAGE, on=_DECLARE),
    Clause(b"local", "list", "6.0", CREATE, on=_DECLARE),
    Clause(b"defaultmap", "words", "5.8.7"),
    Clause(b"to", "list", "5.9.1", UPDATE_DEVICE, on=_UPDATE),
    Clause(b"from", "list", "5.9.2", UPDATE_HOST, on=_UPDATE),
    # Parameters of functions (5.10, 5.11, 7.7) and memory (chapter 6)
    Clause(b"uniform", "list", "5.10", on=_SIMD_FUNCTION),
    Clause(b"aligned", "tailed", "5.11", on=_SIMD_FUNCTION),
    Clause(b"aligned", "tailed", "5.11", READ),
    Clause(b"inbranch", "none", "7.7.1", on=_SIMD_FUNCTION),
    Clause(b"notinbranch", "none", "7.7.1", on=_SIMD_FUNCTION),
    Clause(b"align", "expression", "6.3"),
    Clause(b"allocator", "expression", "6.4"),
    Clause(b"allocate", "list", "6.6", before="expression"),
    Clause(b"uses_allocators", "list", "6.8", FIRSTPRIVATE),
    # Variants (chapter 7)
    Clause(b"when", "directives", "7.4.1", on=_META),
    Clause(b"otherwise", "directives", "7.4.2", on=_META),
    Clause(b"match", "directives", "7.5.1", on=_VARIANT, first=(b"match",)),
    Clause(b"adjust_args", "names", "7.5.2", on=_VARIANT),
    Clause(b"append_args", "names", "7.5.3", on=_VARIANT),
    Clause(b"novariants", "expression", "7.6.1"),
    Clause(b"nocontext", "expression", "7.6.2"),
    Clause(b"interop", "list", "6.0", READ, on=(b"dispatch",)),
    Clause(b"indirect", "expression", "7.8.3", on=_DECLARE),
    Clause(b"initializer", "declaration", "5.5.11", on=_REDUCTION),
    Clause(b"combiner", "declaration", "6.0", on=_REDUCTION),
    Clause(b"inductor", "declaration", "6.0", on=_INDUCTION),
    Clause(b"collector", "declaration", "6.0", on=_INDUCTION),
    # Information and utilities (chapter 8)
    Clause(b"at", "words", "8.1"),
    Clause(b"atomic_default_mem_order", "words", "8.2"),
    Clause(b"dynamic_allocators", "none", "8.2"),
    Clause(b"reverse_offload", "none", "8.2"),
    Clause(b"unified_address", "none", "8.2"),
    Clause(b"unified_shared_memory", "none", "8.2"),
    Clause(b"self_maps", "none", "6.0"),
    Clause(b"device_safesync", "none", "6.0"),
    Clause(b"absent", "names", "8.3.1"),
    Clause(b"contains", "names", "8.3.1"),
    Clause(b"holds", "expression", "8.3.1"),
    Clause(b"no_openmp", "none", "8.3.1"),
    Clause(b"no_openmp_routines", "none", "8.3.1"),
    Clause(b"no_openmp_constructs", "none", "6.0"),
    Clause(b"no_parallelism", "none", "8.3.1"),
    Clause(b"severity", "words", "8.5.1"),
    Clause(b"message", "expression", "8.5.2"),
    # Loop transformations (chapter 9)
    Clause(b"sizes", "expression", "9.1.1"),
    Clause(b"full", "none", "9.2.1"),
    Clause(b"partial", "expression", "9.2.2"),
    Clause(b"permutation", "expression", "6.0"),
    Clause(b"counts", "expression", "6.0"),
    Clause(b"looprange", "expression", "6.0"),
    Clause(b"apply", "declaration", "6.0"),
    # Parallelism (chapter 10) and the distribution of work (chapter 11)
    Clause(b"num_threads", "expression", "10.1.2", words=(b"strict", b"parallel"), schedules=True),
    Clause(b"proc_bind", "words", "10.1.4", schedules=True),
    Clause(b"safesync", "expression", "6.0"),
    Clause(b"num_teams", "expression", "10.2.1", before="expression", schedules=True),
    Clause(b"order", "words", "10.3", schedules=True),
    Clause(b"nontemporal", "list", "10.4.1", schedules=True),
    Clause(b"safelen", "expression", "10.4.2", schedules=True),
    Clause(b"simdlen", "expression", "10.4.3", schedules=True),
    Clause(b"filter", "expression", "10.5.1"),
    Clause(
        b"schedule",
        "expression",
        "11.5.3",
        words=(b"monotonic", b"nonmonotonic", b"simd"),
        first=(b"static", b"dynamic", b"guided", b"auto", b"runtime"),
        schedules=True,
    ),
    Clause(b"dist_schedule", "expression", "11.6.1", first=(b"static",), schedules=True),
    Clause(b"bind", "words", "11.7.1", schedules=True),
    # Tasks (chapter 12)
    Clause(b"untied", "none", "12.1"),
    Clause(b"mergeable", "none", "12.2"),
    Clause(b"final", "expression", "12.3"),
    Clause(b"priority", "expression", "12.4"),
    Clause(b"affinity", "list", "12.5.1", STORAGE),
    Clause(b"detach", "list", "12.5.2", Effect(writes=True, private=True), on=_TASKING),
    Clause(b"grainsize", "expression", "12.6.1", words=(b"strict", b"taskloop"), schedules=True),
    Clause(b"num_tasks", "expression", "12.6.2", words=(b"strict", b"taskloop"), schedules=True),
    Clause(b"graph_id", "expression", "6.0"),
    Clause(b"graph_reset", "expression", "6.0"),
    Clause(b"replayable", "expression", "6.0"),
    Clause(b"transparent", "expression", "6.0"),
    Clause(b"threadset", "words", "6.0"),
    # Devices (chapter 13) and interoperability (chapter 14)
    Clause(b"device_type", "words", "13.1"),
    Clause(b"device", "expression", "13.2", words=(b"ancestor", b"device_num")),
    Clause(b"thread_limit", "expression", "13.3", schedules=True),
    Clause(b"init", "list", "14.1.2", Effect(writes=True), on=_OBJECTS),
    Clause(b"use", "list", "14.1.3", READ, on=(b"interop",)),
    # Synchronisation (chapter 15)
    Clause(b"hint", "expression", "15.1"),
    Clause(b"nowait", "none", "15.6"),
    Clause(b"nogroup", "none", "15.7"),
    Clause(b"acq_rel", "none", "15.8.1"),
    Clause(b"acquire", "none", "15.8.1"),
    Clause(b"relaxed", "none", "15.8.1"),
    Clause(b"release", "none", "15.8.1"),
    Clause(b"seq_cst", "none", "15.8.1"),
    Clause(b"memscope", "words", "6.0"),
    Clause(b"read", "none", "15.8.2"),
    Clause(b"write", "none", "15.8.2"),
    Clause(b"update", "words", "15.9.3", on=_DEPOBJ),
    Clause(b"update", "none", "15.8.2"),
    Clause(b"capture", "none", "15.8.3"),
    Clause(b"compare", "none", "15.8.3"),
    Clause(b"fail", "words", "15.8.3"),
    Clause(b"weak", "none", "15.8.3"),
    Clause(
        b"depend",
        "list",
        "15.9.5",
        Effect(storage=True, orders=True),
        words=(b"source", b"in", b"out", b"inout", b"mutexinoutset", b"inoutset", b"depobj", b"sink"),
        typed=True,
    ),
    Clause(b"doacross", "expression", "15.9.6", words=(b"source", b"sink")),
    Clause(b"threads", "none", "15.10.3", on=(b"ordered",)),
    Clause(b"simd", "none", "15.10.3", on=(b"ordered",)),
)

_IN = CREATE._replace(reads=True, to_device=True)
_OUT = CREATE._replace(writes=True, from_device=True)

MAP_TYPES = {
    b"to": _IN,
    b"from": _OUT,
    b"tofrom": _IN | _OUT,
    b"alloc": CREATE,
    b"storage": CREATE,
    b"release": Effect(deletes=True, storage=True),
    b"delete": Effect(deletes=True, storage=True),
}
"""What each map type does (5.8.3); ``storage`` is 6.0's word for ``alloc`` and ``release``."""

DEFAULTS = {
    b"none": None,
    b"shared": SHARED,
    b"private": PRIVATE,
    b"firstprivate": FIRSTPRIVATE,
}
"""What ``default`` does to the variables that no clause names; under ``none`` a clause has to (5.4.1)."""

DEFAULT_MAPS = {
    **{word: MAP_TYPES[word] for word in (b"alloc", b"storage", b"to", b"from", b"tofrom")},
    b"firstprivate": FIRSTPRIVATE,
    b"private": PRIVATE,
    b"present": FIND,
    b"self": STORAGE,
    b"none": None,
}
"""What the behaviours of ``defaultmap`` do; ``default`` is none of them and leaves all as it is (5.8.7)."""
