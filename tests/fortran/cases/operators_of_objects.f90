module object_operators
  implicit none
  type :: part
    integer :: n = 1
  end type
  type :: whole
    type(part) :: own
  end type
  type(whole), target, save :: w
  interface operator(+)
    module procedure added
  end interface
  interface operator(.plus.)
    module procedure plus
  end interface
  interface assignment(=)
    module procedure assigned
  end interface
contains
  integer function added(p, i)
    type(part), intent(in) :: p
    integer, intent(in) :: i
    added = p%n - i
  end function
  integer function plus(i, j)
    integer, intent(in) :: i, j
    plus = i - j
  end function
  subroutine assigned(p, i)
    type(part), intent(inout) :: p
    integer, intent(in) :: i
    p%n = i
  end subroutine
end module
! Each of these takes an object, which these regions have not, or has a name that they do not use.
subroutine numbers(k)
  use object_operators
  implicit none
  integer, intent(inout) :: k
!$pointerchain region begin declare(w%own%n)
  w%own%n = 3 + k
  k = k + w%own%n
!$pointerchain region end
!$pointerchain region begin declare(w%own%n)
  w%own%n = 3
  k = k .plus. 4  ! expected-error[unread-statement]{{'.plus.'}}
!$pointerchain region end
!$pointerchain region begin declare(w%own%n)
  w%own%n = 3
  k = w%own + 4  ! expected-error[changed-otherwise]{{'w%own' is used as a whole}}
!$pointerchain region end
end subroutine
