module variant_types
  implicit none
  type :: whole
    integer :: n = 1
  end type
  type(whole), target, save :: w
contains
  integer function other(k)
    integer, intent(in) :: k
    w%n = w%n + 1
    other = k
  end function
  integer function varied(k)
    integer, intent(in) :: k
!$omp declare variant(other) match(construct={parallel})  ! expected-error[unread-statement]{{a 'declare variant'}}
    varied = k
  end function
end module
! What is called may be another procedure than the one that is named; a wait ends what may change a chain.
subroutine variants(k, u)
  use variant_types
  implicit none
  integer, intent(inout) :: k
  integer, intent(in) :: u
  logical :: still
!$pointerchain region begin declare(w%n)
!$omp parallel
  k = varied(w%n)  ! expected-error[unread-statement]{{'omp declare variant' in 'varied'}}
!$omp end parallel
!$pointerchain region end
!$pointerchain region begin declare(w%n)
  wait (u)  ! expected-error[unread-statement]{{asynchronous input or output}}
  inquire (u, pending=still)  ! expected-error[unread-statement]{{asynchronous input or output}}
  k = w%n
!$pointerchain region end
end subroutine
