module operator_chains
  implicit none
  type :: part
    integer :: n = 1
  end type
  type :: whole
    type(part) :: own
  end type
  type(whole), target, save :: w
end module
! Of a procedure that stands elsewhere the interface tells as much.
subroutine differences(k)
  use operator_chains
  implicit none
  interface operator(-)
    integer function taken(i, yes)
      integer, intent(in) :: i
      logical, intent(in) :: yes
    end function
  end interface
  integer, intent(inout) :: k
!$pointerchain region begin declare(w%own%n)  ! expected-error[unread-statement]{{'operator(-)' for what is no object}}
  w%own%n = 3
  k = k - .true.
!$pointerchain region end
end subroutine
