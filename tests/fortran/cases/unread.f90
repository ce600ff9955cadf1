module unread_types
  implicit none
  type :: part
    integer :: n = 1
    real, allocatable :: x(:)
  end type
  type :: whole
    type(part), pointer :: a => null()
  end type
end module
! What looks like a directive and is read by nobody is refused.
subroutine unread(s)
  use unread_types
  implicit none
  type(whole), target :: s
  integer :: i
  i = 1 !$pointerchain region begin declare(s%a%n)
  ! expected-error[misplaced-directive]@-1{{stands where it cannot be read}}
  i = 2 + & !$pointerchain deepcopy enter(s)
    1
  ! expected-error[misplaced-directive]@-2{{stands where it cannot be read}}
  print *, '!$pointerchain deepcopy enter(s)'
  !$omp parallel do pointerchain(s%a%x)
  ! expected-error[not-in-fortran]@-1{{a 'pointerchain' clause is not there in Fortran}}
  do i = 1, 4
    s%a%x(i) = 2
  end do
  !$acc parallel loop copy(i) &
  !$acc   pointerchain(s%a%n)
  ! expected-error[not-in-fortran]@-1{{a 'pointerchain' clause is not there in Fortran}}
  do i = 1, 4
    s%a%x(i) = 2
  end do
!$pointerchain_region begin declare(s%a%n)
! expected-error[unknown-word]@-1{{unknown pragma '!$pointerchain_region'}}
!$pointerchain: region begin declare(s%a%n)
! expected-error[unknown-word]@-1{{unknown pragma '!$pointerchain:'}}
end subroutine
