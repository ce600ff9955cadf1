module place_types
  implicit none
  type :: whole
    integer :: n = 1
    real, allocatable :: x(:)
  end type
  type(whole), target, save :: w
contains
  pure subroutine of_another(s, r)
    type(whole), target, intent(in) :: s
    real, intent(out) :: r
!$pointerchain region begin declare(s%x, s%n)  ! expected-error[unsupported-type]{{which is 'intent(in)'}}
    r = s%x(s%n)
!$pointerchain region end
!$pointerchain region begin declare(w%x)  ! expected-error[unsupported-type]{{which is not the procedure's own}}
    r = r + w%x(1)
!$pointerchain region end
  end subroutine
  pure subroutine of_its_own(s, r)
    type(whole), target, intent(inout) :: s
    real, intent(out) :: r
!$pointerchain region begin declare(s%x, s%n)
    s%x(s%n) = 2
!$pointerchain region end
!$pointerchain region begin declare(w%n)
    r = w%n
!$pointerchain region end
  end subroutine
end module
! Where no block can stand.
subroutine places(k)
  use place_types
  implicit none
  integer, intent(inout) :: k
  integer :: i, j
  if (k > 1) then
!$pointerchain region begin declare(w%n)
    k = w%n
  else
    k = w%n + 1
!$pointerchain region end
! expected-error[unbalanced-region]@-1{{another block}}
  end if
  select case (k)
!$pointerchain region begin declare(w%n)
  case (1)
    k = w%n
!$pointerchain region end
! expected-error[unbalanced-region]@-1{{another block}}
  end select
!$omp parallel do collapse(2)
  do i = 1, 3
!$pointerchain region begin declare(w%x)  ! expected-error[split-construct]{{between the loops of 'omp parallel do'}}
    do j = 1, 2
      w%x(i) = j
    end do
!$pointerchain region end
  end do
!$omp parallel do collapse(2)
  do i = 1, 3
    do j = 1, 2
!$pointerchain region begin declare(w%x)
      w%x(i) = j
!$pointerchain region end
    end do
  end do
!$omp parallel workshare
!$pointerchain region begin declare(w%x)  ! expected-error[split-construct]{{in 'omp workshare'}}
  w%x(:) = 3
!$pointerchain region end
!$omp end parallel workshare
!$omp parallel sections
!$omp section
!$pointerchain region begin declare(w%x)  ! expected-error[split-construct]{{'omp section' in the region}}
  w%x(1) = 3
!$omp section
  w%x(2) = 3
!$pointerchain region end
!$omp end parallel sections
!$pointerchain region begin declare(w%x)
!$omp parallel sections
!$omp section
  w%x(1) = 3
!$omp section
  w%x(2) = 3
!$omp end parallel sections
!$pointerchain region end
  where (w%x > 1)
!$pointerchain region begin declare(w%x)  ! expected-error[split-construct]{{in 'where'}}
    w%x(:) = 4
!$pointerchain region end
  end where
!$pointerchain region begin declare(w%n)  ! expected-error[split-construct]{{ends between 'omp parallel do'}}
  k = w%n
!$omp parallel do
!$pointerchain region end
  do i = 1, 3
    print *, i
  end do
!$omp parallel
!$pointerchain region begin declare(w%n)  ! expected-error[split-construct]{{'omp end parallel' in the region}}
  print *, w%n
!$omp end parallel
!$pointerchain region end
!$pointerchain region begin declare(w%n)  ! expected-error[split-construct]{{'omp parallel' in the region}}
  k = w%n
!$omp parallel
  print *, w%n
!$pointerchain region end
!$omp end parallel
end subroutine
