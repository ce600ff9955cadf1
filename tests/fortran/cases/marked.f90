module marked_types
  implicit none
  type :: marked
    integer :: n = 1
  end type
end module
! A byte order mark is skipped.
subroutine marks(m, k)
  use marked_types
  implicit none
  type(marked), intent(inout) :: m
  integer, intent(inout) :: k
!$pointerchain region begin declare(m%n, m%q)  ! expected-error[unresolved-chain]{{type 'marked' has no component 'q'}}
  k = k + m%n
!$pointerchain region end
end subroutine
