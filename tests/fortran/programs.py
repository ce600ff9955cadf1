# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs of the run tests, each made of its types, how its object is built, and what a kernel does with it.

``visit`` adds what it finds in ``s`` to ``t``, and doubles it where ``change`` is true. The program visits the object on the host,
enters it, visits the device's object while the host's pages are closed, exits, and visits the host's again: three
sums, of which the first two are equal and the third is twice as large.
"""

from __future__ import annotations

from typing import NamedTuple


class Program(NamedTuple):
    """One program; ``root`` is the name of its type, ``roots`` what the directives name, ``more`` module procedures."""

    types: str
    build: str
    visit: str
    locals: str = ""
    more: str = ""
    technique: str = ""


PROGRAMS = {
    "arrays": Program(
        "real(8), allocatable :: a(:,:)\nreal(4), allocatable :: b(:)\ninteger(2), allocatable :: c(:,:,:)\n"
        "complex(8), allocatable :: z(:)\nlogical(1), allocatable :: flags(:)\nreal(8), allocatable :: none(:), empty(:)",
        "allocate(s%a(0:3,-2:2), s%b(-1:5), s%c(2,3,4), s%z(3), s%flags(4), s%empty(0))\n"
        "s%a = 2; s%b = 3; s%c = 1; s%z = (1, 2); s%flags = .true.",
        "t = t + sum(s%a) + sum(s%b) + sum(s%c) + real(sum(s%z)) + 2 * lbound(s%a, 2) * 0\n"
        "if (lbound(s%a, 2) /= -2 .or. ubound(s%b, 1) /= 5 .or. allocated(s%none) .or. size(s%empty) /= 0) t = -1\n"
        "if (count(s%flags) /= 4) t = -2\n"
        "if (change) then\ns%a = 2 * s%a; s%b = 2 * s%b; s%c = 2_2 * s%c; s%z = 2 * s%z\nend if",
    ),
    "pointers": Program(
        "real(8), pointer, contiguous :: p(:) => null()\nreal(8), pointer :: strided(:) => null()\n"
        "real(8), pointer :: same(:) => null(), matrix(:,:) => null(), one => null(), nothing(:) => null()",
        "allocate(buffer(21), s%matrix(2:3,0:4), s%one)\nbuffer = 1; s%matrix = 2; s%one = 5\n"
        "s%p => buffer; s%strided => buffer(1:21:4); s%same => buffer",
        "t = t + sum(s%p) + sum(s%matrix) + s%one\n"
        "if (size(s%strided) /= 6 .or. associated(s%nothing) .or. .not. associated(s%same, s%p)) t = -1\n"
        "if (lbound(s%matrix, 1) /= 2) t = -2\n"
        "if (change) then\ns%p = 2 * s%p; s%matrix = 2 * s%matrix; s%one = 2 * s%one\nend if",
        "real(8), pointer :: buffer(:)",
    ),
    "list": Program(
        "real(8) :: value = 0\nreal(8), pointer :: data(:) => null()\ntype(object), pointer :: next => null()",
        "s%value = 1\ndo i = 1, 200\nallocate(n); n%value = i; allocate(n%data(i)); n%data = 1\n"
        "n%next => s%next; s%next => n\nend do",
        "at => s\ndo while (associated(at))\nt = t + at%value\nif (change) at%value = 2 * at%value\n"
        "if (associated(at%data)) then\nt = t + sum(at%data)\nif (change) at%data = 2 * at%data\nend if\nat => at%next\nend do",
        "type(object), pointer :: n, at",
    ),
    "tree": Program(
        "real(8) :: value = 1\ntype(object), pointer :: left => null(), right => null(), up => null()",
        "call grow(s, 8)",
        "call walk(s, t, change)",
        more="recursive subroutine grow(s, depth)\ntype(object), target, intent(inout) :: s\ninteger, intent(in) :: depth\n"
        "if (depth == 0) return\nallocate(s%left, s%right)\ns%left%up => s; s%right%up => s\n"
        "call grow(s%left, depth - 1)\ncall grow(s%right, depth - 1)\nend subroutine\n"
        "recursive subroutine walk(s, t, change)\ntype(object), target, intent(inout) :: s\nreal(8), intent(inout) :: t\n"
        "logical, intent(in) :: change\nt = t + s%value\nif (change) s%value = 2 * s%value\n"
        "if (associated(s%left)) call walk(s%left, t, change)\nif (associated(s%right)) call walk(s%right, t, change)\n"
        "if (associated(s%up)) then\nif (.not. associated(s%up%left)) t = -1\nend if\nend subroutine",
        technique="base",
    ),
    "nested": Program(
        "type(leaf) :: one\ntype(leaf) :: four(2,2)\ntype(leaf), allocatable :: kids(:)\ntype(leaf), pointer :: far(:,:) => null()",
        "allocate(s%one%v(3), s%four(2,1)%v(4), s%kids(5), s%far(2,2))\ns%one%v = 1; s%four(2,1)%v = 2\n"
        "do i = 1, 5, 2\nallocate(s%kids(i)%v(i)); s%kids(i)%v = i\nend do\nallocate(s%far(1,2)%v(7)); s%far(1,2)%v = 3",
        "t = t + sum(s%one%v) + sum(s%four(2,1)%v) + sum(s%far(1,2)%v)\n"
        "if (allocated(s%four(1,1)%v) .or. allocated(s%kids(2)%v)) t = -1\n"
        "do i = 1, 5, 2\nt = t + sum(s%kids(i)%v)\nif (change) s%kids(i)%v = 2 * s%kids(i)%v\nend do\n"
        "if (change) then\ns%one%v = 2 * s%one%v; s%four(2,1)%v = 2 * s%four(2,1)%v; s%far(1,2)%v = 2 * s%far(1,2)%v\nend if",
        technique="tcpy",
    ),
    "extended": Program(
        "sum\n",
        "allocate(s%v(4), s%w(5), s%x(6)); s%v = 1; s%w = 2; s%x = 3",
        "t = t + sum(s%v) + sum(s%leaf%v) * 0 + sum(s%w) + sum(s%x)\n"
        "if (change) then\ns%v = 2 * s%v; s%w = 2 * s%w; s%x = 2 * s%x\nend if",
        technique="pcpy",
    ),
    "texts": Program(
        "character(len=:), allocatable :: name\ncharacter(len=5), allocatable :: words(:)\n"
        "character(len=:), allocatable :: deep(:)\nreal(8), allocatable :: scalar\ncharacter(len=3) :: fixed = 'abc'",
        "s%name = 'Fortran'; allocate(s%words(3)); s%words = 'xyz'; allocate(character(len=4) :: s%deep(2)); s%deep = 'deep'\n"
        "s%scalar = 7",
        "t = t + s%scalar\nif (s%name /= 'Fortran' .or. len(s%name) /= 7) t = -1\n"
        "if (any(s%words /= 'xyz') .or. any(s%deep /= 'deep') .or. len(s%deep) /= 4) t = -2\nif (change) s%scalar = 2 * s%scalar",
    ),
    "private": Program(
        "private\nreal(8), allocatable :: hidden(:)\ntype(object), pointer :: self => null()",
        "allocate(s%hidden(-3:3)); s%hidden = 2; s%self => s",
        "t = t + sum(s%hidden)\nif (lbound(s%hidden, 1) /= -3 .or. .not. associated(s%self, s)) t = -1\n"
        "if (change) s%hidden = 2 * s%hidden",
    ),
    "bound": Program(
        "real(8), allocatable :: x(:)\ncontains\nprocedure :: total",
        "allocate(s%x(9)); s%x = 4",
        "t = t + s%total()\nif (change) s%x = 2 * s%x",
        more="real(8) function total(self)\nclass(object), intent(in) :: self\ntotal = sum(self%x)\nend function",
    ),
    "skipped": Program(
        "real(8), allocatable :: x(:), left_out(:)\nclass(leaf), pointer :: any => null()\n"
        "procedure(act), pointer, nopass :: f => null()\nclass(leaf), allocatable :: owned\nreal(8), pointer :: seen(:) => null()",
        "allocate(s%x(9), s%left_out(5), s%any, s%owned); s%x = 4; s%f => act; s%seen => s%x(2:4)",
        "t = t + sum(s%x)\nif (size(s%seen) /= 3 .or. .not. associated(s%seen, s%x(2:4))) t = -1\n"
        "if (change .and. (allocated(s%left_out) .or. associated(s%any) .or. associated(s%f) .or. allocated(s%owned))) t = -2\n"
        "if (.not. change .and. .not. (allocated(s%left_out) .and. associated(s%f, act))) t = -3\n"
        "if (change) s%x = 2 * s%x",
        more="subroutine act()\nend subroutine",
    ),
}


def text(name: str) -> str:
    """The program as Fortran text, with directives."""
    program = PROGRAMS[name]
    component = "" if name == "extended" else program.types
    extra = ""
    if name == "skipped":
        extra = "!$pointerchain policy(object: skip(left_out, any, f, owned), observer(seen))\n"
    head = "type :: object"
    middle = ""
    if name == "extended":
        middle = "type, extends(leaf) :: between\nreal(8), pointer :: w(:) => null()\nend type\n"
        head, component = "type, extends(between) :: object", "real(8), allocatable :: x(:)"
    technique = f" technique({program.technique})" if program.technique else ""
    return f"""\
module objects
implicit none
!$pointerchain types
type :: leaf
integer :: n = 0
real(8), allocatable :: v(:)
end type
{middle}{head}
{component}
end type
{extra}contains
subroutine build(s)
type(object), target, intent(inout) :: s
integer :: i
{program.locals}
i = 0
{program.build}
end subroutine
subroutine visit(s, t, change)
type(object), target, intent(inout) :: s
real(8), intent(out) :: t
logical, intent(in) :: change
integer :: i
{program.locals}
t = 0; i = 0
{program.visit}
end subroutine
{program.more}
end module
program main
use objects
use pointerchain, only: pc_device_pointer
use, intrinsic :: iso_c_binding
implicit none
interface
subroutine guard_begin() bind(c)
end subroutine
subroutine guard_end() bind(c)
end subroutine
subroutine guard_close() bind(c)
end subroutine
subroutine guard_open() bind(c)
end subroutine
end interface
type(object), pointer :: s, there
real(8) :: before, inside, after
logical :: control
control = command_argument_count() > 0
call guard_begin()
allocate(s)
call build(s)
call guard_end()
call visit(s, before, .false.)
!$pointerchain deepcopy enter(s){technique}
if (control) then
there => s
else
call c_f_pointer(pc_device_pointer(c_loc(s)), there)
end if
call guard_close()
call visit(there, inside, .true.)
call guard_open()
!$pointerchain deepcopy exit(s)
call visit(s, after, .false.)
print '(3f12.2)', before, inside, after
end program
"""
