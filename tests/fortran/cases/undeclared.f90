module undeclared_types
  implicit none
  type :: whole
    integer :: n = 1
    real, allocatable :: x(:)
  end type
  type(whole), target, save :: w
  integer :: shared
contains
  subroutine all_declared(k)
    integer, intent(inout) :: k
!$pointerchain region declare(w%n)
    k = k + w%n + shared
  end subroutine
end module
! What nothing declares would be a variable of the block; what the head, a statement or a module names is not.
subroutine undeclared(k)
  use undeclared_types
  use omp_lib
  use iso_fortran_env
  parameter (most = 4)
  dimension room(4)
  common /somewhere/ held
  k = 1
!$pointerchain region begin declare(w%n, w%x)
  do i = 1, 3  ! expected-error[undeclared-variable]{{'i' has no declaration}}
    total = w%n  ! expected-error[undeclared-variable]{{'total' has no declaration}}
    w%x(i) = total
    k = k + most + shared + omp_sched_static
    held = k
    write (output_unit, *) size(room)
  end do
  read (*, *) (w%x(j), j = 1, 2)  ! expected-error[undeclared-variable]{{'j' has no declaration}}
  call outside(k)  ! expected-error[stored-by-call]{{'outside'}} expected-error[stored-by-call]{{'outside'}}
!$pointerchain region end
end subroutine
