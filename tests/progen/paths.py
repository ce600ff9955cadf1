# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random paths: from a variable, member after member."""

from __future__ import annotations

from dataclasses import replace

from progen.choices import Choices
from progen.model import EXTENT, LINKS, Index, Path, Step, Variable

COUNTS = {"data": EXTENT, "dvec": EXTENT, "vec": 4, "darr": 4}


class Walker:
    """Makes paths."""

    def __init__(self, choices: Choices):
        self.choices = choices

    def walk(
        self, root: Variable, indexes: list[Variable], ends: frozenset[str], start: Path | None = None
    ) -> Path | None:
        """A random path from ``root`` (or on from ``start``) whose kind is one of ``ends``."""
        choices = self.choices
        loads = set(start.loads | start.ends) if start else set()
        steps = list(start.steps) if start else []
        objects = start.objects if start else root.objects
        pointer = start is not None or root.kind in {"sptr", "this", "spp", "parray"}
        const = start is None and root.const
        count = root.count if start is None else 1
        if start and start.kind == "parr":
            count = start.field.count
        if start is None and root.kind == "spp":
            steps.append(("[]", Index(0)))
        if start is None and root.kind == "parray":
            index = self.index(indexes, count)
            steps.append(("[]", index))
            objects, count = tuple(dict.fromkeys(objects[i] for i in index.range())), 1
        for _ in range(8):
            if count > 1:  # a pointer to several elements
                index = Index(0)
                if choices.chance(80):
                    index = self.index(indexes, count)
                    steps.append(("[]", index))
                    pointer = False
                groups = [objects[i : i + count] for i in range(0, len(objects), count)]
                objects = tuple(dict.fromkeys(group[i] for group in groups for i in index.range()))
                count = 1
            fitting = [f for f in objects[0].struct.fields if f.kind in ends or f.kind in LINKS]
            if not fitting:
                return None
            f = choices.pick(fitting)
            steps.append(("->" if pointer else ".", f.name))
            if f.kind in ends and (f.kind not in LINKS or choices.chance(35)):
                here = frozenset(o.location(f.name) for o in objects)
                arrays = frozenset(a.location for o in objects for a in o.arrays.get(f.name, ()))
                if f.kind in {"vec", "mat", "dvec", "darr"}:
                    arrays = here
                reached = [t for o in objects for t in o.objects.get(f.name, ())]
                if f.kind != "parr":
                    reached = list(dict.fromkeys(reached))
                path = (root, tuple(steps), f, f.kind, const)
                return Path(*path, frozenset(loads), here, arrays, tuple(reached))
            here = {o.location(f.name) for o in objects}
            targets = [o.objects[f.name] for o in objects]
            pointer = f.kind in {"ptr", "uptr", "wrap", "opaque", "ptrs"}
            const = const and f.kind in {"emb", "arr", "svec"}
            if f.kind not in {"emb", "arr"}:
                loads |= here
            if f.kind == "opaque":
                assert f.target
                steps.append(("cast", f.target.name))
            if f.kind in {"arr", "parr", "ptrs", "svec"}:
                index = self.index(indexes, f.count)
                if f.kind == "parr" and choices.chance(15):
                    index, pointer = Index(0), True
                else:
                    steps.append(("[]", index))
                targets = [[group[i] for i in index.range()] for group in targets]
            objects = tuple(dict.fromkeys(t for group in targets for t in group))
        return None

    def index(self, indexes: list[Variable], count: int) -> Index:
        """A subscript below ``count``."""
        fitting = [v for v in indexes if v.limit <= count]
        if fitting and self.choices.chance(60):
            variable = self.choices.pick(fitting)
            return Index(self.choices.integer(0, count - variable.limit), variable)
        return Index(self.choices.integer(0, count - 1))

    def element(self, path: Path, indexes: list[Variable]) -> Path:
        """A path to an element of ``path``, which names an array of scalars."""
        index = self.index(indexes, COUNTS[path.kind])
        loads = path.loads | path.ends if path.kind in {"data", "dvec"} else path.loads
        const = path.field.const if path.kind == "data" else path.const
        steps: tuple[Step, ...] = (*path.steps, ("[]", index))
        return replace(path, steps=steps, kind="elem", loads=loads, ends=path.arrays, objects=(), const=const)
