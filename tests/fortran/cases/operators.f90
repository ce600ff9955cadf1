module operator_types
  implicit none
  type :: part
    integer :: n = 1
  end type
  type :: whole
    type(part) :: own
  end type
  type(whole), target, save :: w
end module
module operators_of_numbers
  use operator_types
  implicit none
  interface operator(+)
    module procedure added
  end interface
contains
  integer function added(i, yes)
    integer, intent(in) :: i
    logical, intent(in) :: yes
    added = merge(i - 1, i, yes)
    w%own%n = 7
  end function
end module
module behind
  use operators_of_numbers
end module
! A sum of an integer and a logical is a call.
subroutine sums(k)
  use behind
  implicit none
  integer, intent(inout) :: k
!$pointerchain region begin declare(w%own%n)  ! expected-error[unread-statement]{{'operator(+)' for what is no object}}
  w%own%n = 3
  k = k + .true.
!$pointerchain region end
end subroutine
