# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Regular expressions and records that cost a start nothing before they are used.

The translator starts in every compile, and most of a start is its imports. Two things in them are
dear: ``re.compile`` (about 100 us a pattern) and ``typing.NamedTuple`` (about 60 us a class, most of
it for the constructor, which is compiled from a text, and for annotations, which are parsed). Here
both are made when they are first needed.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, AnyStr, cast

__all__ = ["NamedTuple", "lazy_pattern"]


def lazy_pattern(pattern: AnyStr, flags: int | re.RegexFlag = 0) -> re.Pattern[AnyStr]:
    """What ``re.compile`` returns, compiled when the first of its attributes is asked for.

    A pattern that is wrong raises ``re.error`` then. Its methods are all there; it cannot be given to
    the functions of ``re`` in the place of a text.
    """
    return cast("re.Pattern[AnyStr]", _LazyPattern(pattern, flags))


class _LazyPattern:
    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._arguments = pattern, flags

    @cached_property
    def _compiled(self) -> re.Pattern[Any]:
        return re.compile(*self._arguments)

    def __getattr__(self, name: str) -> object:
        value: object = getattr(self._compiled, name)
        # The next time it is an attribute as any other.
        setattr(self, name, value)
        return value


if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from collections import _tuplegetter as tuplegetter
    from collections import namedtuple

    class _OfFields(type):
        """Makes the fields that a class's annotations name to attributes, and its values to defaults."""

        def __new__(mcs, name, bases, members):
            fields = tuple(members.get("__annotations__", ()))
            if fields:
                members["__slots__"] = ()
                defaults = {field: members[field] for field in fields if field in members}
                if tuple(defaults) != fields[len(fields) - len(defaults) :]:
                    raise TypeError(f"{name}: a field without a default follows one that has one")
                for index, field in enumerate(fields):
                    members[field] = tuplegetter(index, None)
                members.update(_fields=fields, __match_args__=fields, _field_defaults=defaults)
            return super().__new__(mcs, name, bases, members)

    class NamedTuple(tuple, metaclass=_OfFields):
        """``typing.NamedTuple``, of classes whose module has ``from __future__ import annotations``."""

        __slots__ = ()

        def __new__(cls, *values, **named):
            """The first instance: the class that names the fields gets the constructor of ``namedtuple``."""
            of = next(each for each in cls.__mro__ if "_fields" in each.__dict__)
            of.__new__ = namedtuple(of.__name__, of._fields, defaults=of._field_defaults.values()).__new__
            return of.__new__(cls, *values, **named)

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            values = (f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({', '.join(values)})"

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def _replace(self, **changed):
            made = tuple.__new__(type(self), map(changed.pop, self._fields, self))
            if changed:
                raise ValueError(f"Got unexpected field names: {list(changed)!r}")
            return made
