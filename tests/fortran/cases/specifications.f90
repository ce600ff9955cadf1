module specification_types
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: whole
    integer :: n = 1
    real(dp), allocatable :: x(:)
  end type
  type(whole), target, save :: w
contains
  pure integer function read_n(k)
    integer, intent(in) :: k
    read_n = w%n + k
  end function
  pure integer function twice(k)
    integer, intent(in) :: k
    twice = 2 * k
  end function
  real(dp) function bound()
    real(dp) :: room(read_n(1))
    room = 1
    bound = sum(room)
  end function
  integer function length()
    character(kind=kind('a'), len=read_n(2)) :: text
    length = len(text)
  end function
  integer function starred()
    character :: text*(read_n(2))
    starred = len(text)
  end function
  integer function spread_out()
    integer, dimension(w%n) :: room
    spread_out = size(room)
  end function
  integer function old_style()
    integer room
    dimension room(w%n)
    old_style = size(room)
  end function
  function result_bound() result(room)
    real(dp) :: room(w%n)
    room = 1
  end function
  character(w%n) function result_length()
    result_length = 'a'
  end function
  integer function dummy_bound(list)
    integer, intent(in) :: list(read_n(0))
    dummy_bound = size(list)
  end function
  pure real(kind=dp) function harmless(k, list)
    integer, intent(in) :: k
    real(kind=dp), dimension(k), intent(in) :: list
    character(len=k, kind=1) :: text
    character(*), parameter :: name = repeat('a', 3)
    logical, dimension(twice(k)) :: flags
    integer :: room(size(list):2 * k, len(name))
    flags = .true.
    room = 0
    text = name
    harmless = count(flags) + size(room) + len(text) + sum(list)
  end function
end module
! Lengths and bounds in declarations are evaluated, too.
subroutine specifications(k, r)
  use specification_types
  implicit none
  integer, intent(inout) :: k
  real(dp), intent(inout) :: r
  integer :: few(3)
!$pointerchain region begin declare(w%n)
  w%n = 3
  r = bound()  ! expected-error[changed-otherwise]{{'bound' may read chain 'w%n'}}
  k = length()  ! expected-error[changed-otherwise]{{'length' may read chain 'w%n'}}
  k = starred()  ! expected-error[changed-otherwise]{{'starred' may read chain 'w%n'}}
  k = spread_out()  ! expected-error[changed-otherwise]{{'spread_out' may read chain 'w%n'}}
  k = old_style()  ! expected-error[changed-otherwise]{{'old_style' may read chain 'w%n'}}
  r = sum(result_bound())  ! expected-error[changed-otherwise]{{'result_bound' may read chain 'w%n'}}
  k = len(result_length())  ! expected-error[changed-otherwise]{{'result_length' may read chain 'w%n'}}
  k = dummy_bound(few)  ! expected-error[changed-otherwise]{{'dummy_bound' may read chain 'w%n'}}
!$pointerchain region end
!$pointerchain region begin declare(w%n)
  w%n = 3
  block
    character(read_n(1)) :: text  ! expected-error[changed-otherwise]{{'read_n' may read chain 'w%n'}}
    integer, dimension(read_n(1)) :: room  ! expected-error[changed-otherwise]{{'read_n' may read chain 'w%n'}}
    integer :: old  ! expected-error[changed-otherwise]@+1{{'read_n' may read chain 'w%n'}}
    dimension old(read_n(1))
    k = len(text) + size(room) + size(old)
  end block
!$pointerchain region end
!$pointerchain region begin declare(w%n)
  w%n = 3
  r = r + harmless(k, [r])
  block
    character(len=w%n + 1), dimension(2) :: texts
    character(w%n) :: text
    real(kind=dp), dimension(0:w%n, k) :: room
    k = len(text) + size(room) + len(texts)
  end block
!$pointerchain region end
end subroutine
