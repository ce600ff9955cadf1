# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The modules with which the random Fortran programs begin, and what their procedures read."""

HEAD = """\
module kinds
  implicit none
  integer, parameter :: dp = kind(1d0)
end module
module types
  use kinds
  implicit none
  type :: atoms_t
    integer :: n = 3, m = 2
    real(dp) :: e = 1, dt = 0.5_dp
    logical :: on = .true.
    integer :: box(3) = [4, 5, 6]
    real(dp), allocatable :: x(:)
    integer, allocatable :: idx(:)
    real(dp), pointer :: y(:) => null()
    real(dp), allocatable :: f(:, :)
    character(4) :: name = 'abcd'
  end type
  type :: sim_t
    integer :: k = 2
    type(atoms_t), pointer :: atoms => null()
    type(atoms_t) :: own
    type(atoms_t), allocatable :: list(:)
    real(dp) :: total = 0
  end type
  type :: wrap_t
    type(atoms_t), pointer :: a => null()
  end type
  type :: dying_t
    integer :: k = 0
  contains
    final :: die
  end type
  type(sim_t), target, save :: g
  type(atoms_t), pointer, save :: kept => null()
contains
  subroutine die(z)
    type(dying_t), intent(inout) :: z
    if (z%k > 0) g%own%m = mod(g%own%m + z%k, 40)
  end subroutine
  subroutine stash(a)
    type(atoms_t), intent(inout), target :: a
    kept => a
  end subroutine
  subroutine unstash()
    if (associated(kept)) kept%m = mod(kept%m + 5, 40)
  end subroutine
  subroutine maybe(i, by, e)
    integer, intent(inout), optional :: i
    integer, intent(in), optional :: by
    real(dp), intent(out), optional :: e
    if (present(i)) i = mod(i + 1, 40)
    if (present(i) .and. present(by)) i = mod(i + by, 40)
    if (present(e)) e = 0.25_dp
  end subroutine
  elemental real(dp) function half(v)
    real(dp), intent(in) :: v
    half = v * 0.5_dp
  end function
  elemental subroutine grow(v, by)
    real(dp), intent(inout) :: v
    integer, intent(in) :: by
    v = mod(v + by, 1000._dp)
  end subroutine
  function find(s, i) result(a)
    type(sim_t), intent(in), target :: s
    integer, intent(in) :: i
    type(atoms_t), pointer :: a
    a => s%list(i)
  end function
  function atoms_of(s) result(a)
    type(sim_t), intent(in) :: s
    type(atoms_t), pointer :: a
    a => s%atoms
  end function
  subroutine common_step()
    integer :: jc, jd
    common /steps/ jc, jd
    jc = 1 + mod(jc, 3)
  end subroutine
  subroutine swap(s)
    type(sim_t), intent(inout) :: s
    type(atoms_t), pointer :: a
    a => s%atoms; s%atoms => g%atoms; g%atoms => a
  end subroutine
  pure integer function twice(i)
    integer, intent(in) :: i
    twice = mod(2 * i, 50)
  end function
  pure real(dp) function energy(a)
    type(atoms_t), intent(in) :: a
    energy = a%e + a%n
  end function
  subroutine bump(a)
    type(atoms_t), intent(inout) :: a
    a%m = mod(a%m + 1, 40)
  end subroutine
  subroutine raise(a)
    type(atoms_t), intent(inout) :: a
    a%n = mod(a%n + 1, 40)
  end subroutine
  subroutine regrow(a)
    type(atoms_t), intent(inout) :: a
    real(dp), allocatable :: t(:)
    allocate (t(-1:8))
    t(-1:0) = 0
    t(1:8) = a%x(1:8)
    call move_alloc(t, a%x)
  end subroutine
  subroutine set(i)
    integer, intent(out) :: i
    i = 7
  end subroutine
  subroutine look(i, r)
    integer, intent(in) :: i
    real(dp), intent(inout) :: r
    r = mod(r + i, 100._dp)
  end subroutine
  subroutine glance(i, r)
    integer :: i
    real(dp) :: r
    if (i > 3) r = mod(r + i, 100._dp)
  end subroutine
  subroutine nudge(i, r)
    integer :: i
    real(dp) :: r
    call inside()
  contains
    subroutine inside()
      i = modulo(i, 8) + 1
      r = mod(r + i, 100._dp)
    end subroutine
  end subroutine
  subroutine global()
    g%atoms%n = mod(g%atoms%n + 3, 30)
  end subroutine
  subroutine scale(v)
    real(dp), intent(inout) :: v(:)
    v = v * 0.5_dp
  end subroutine
  subroutine old(v)
    real(dp), intent(inout) :: v(*)
    v(1) = v(1) + 1
  end subroutine
  subroutine fill(a, by)
    type(atoms_t), intent(out) :: a
    integer, intent(in) :: by
    integer :: i
    allocate (a%x(0:8), a%idx(8), a%y(8), a%f(2, 2:4))
    do i = 1, 8
      a%x(i) = i * 0.25_dp + by
      a%idx(i) = mod(i * 3 + by, 8) + 1
      a%y(i) = by - i * 0.125_dp
    end do
    a%x(0) = 0
    a%f = by
    a%n = 3 + by
  end subroutine
  subroutine fresh(s)
    type(sim_t), intent(out) :: s
    integer :: i
    kept => null()
    allocate (s%atoms, s%list(3))
    call fill(s%atoms, 1)
    call fill(s%own, 2)
    do i = 1, 3
      call fill(s%list(i), 2 + i)
    end do
  end subroutine
  subroutine tell(s)
    type(sim_t), intent(in) :: s
    integer :: i
    call tell_atoms(s%atoms)
    call tell_atoms(s%own)
    do i = 1, 3
      call tell_atoms(s%list(i))
    end do
    print '(i0,1x,es14.6)', s%k, s%total
  end subroutine
  subroutine tell_atoms(a)
    type(atoms_t), intent(in) :: a
    print '(2(i0,1x),2es14.6,1x,l1,3(1x,i0),1x,a)', a%n, a%m, a%e, a%dt, a%on, a%box, a%name
    print '(i0,1x,30es14.6)', lbound(a%x), sum(a%x), sum(a%y), sum(a%f), real(sum(a%idx))
  end subroutine
end module
"""
# An operator and an assignment of one's own, with which objects as a whole are understood by nobody.
OPERATORS = """\
module operators
  use types
  implicit none
  interface assignment(=)
    module procedure from_integer
  end interface
  interface operator(.plus.)
    module procedure plus
  end interface
  interface operator(+)
    module procedure added
  end interface
contains
  subroutine from_integer(a, i)
    type(wrap_t), intent(inout) :: a
    integer, intent(in) :: i
    if (associated(a%a)) a%a%m = mod(abs(i), 40)
  end subroutine
  integer function plus(i, j)
    integer, intent(in) :: i, j
    plus = mod(i + j + g%own%m, 40)
    g%own%m = mod(g%own%m + 1, 40)
  end function
  integer function added(a, i)
    type(wrap_t), intent(in) :: a
    integer, intent(in) :: i
    added = i
    if (associated(a%a)) added = mod(abs(i) + a%a%n, 40)
  end function
end module
"""
