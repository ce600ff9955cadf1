module statement_types
  implicit none
  type :: part
    integer :: n = 1
    real :: e = 1
    real, allocatable :: x(:)
  end type
  type :: whole
    type(part), pointer :: a => null()
  end type
end module
! What 'region declare' cannot make a region of.
subroutine statements(s, k)
  use statement_types
  implicit none
  type(whole), target :: s, t
  integer :: i, j, k
!$pointerchain region declare(s%a%n)
  s%a%n = 2
!$pointerchain region declare(s)  ! expected-error[bad-chain]{{'s' names no member}}
  s%a%n = 2
!$pointerchain region declare  ! expected-error[incomplete-directive]{{expected '(' after 'region declare'}}
!$pointerchain region declare(s%a%n) s%a%e  ! expected-error[trailing-text]{{unexpected 's%a%e'}}
!$pointerchain region declared(s%a%n)  ! expected-error[unknown-word]{{did you mean 'declare'?}}
!$pointerchain region declare(s%a%n)  ! expected-error[prefix-assigned]@+1{{'s%a%n'}}
  if (s%a%n == 3) s%a => t%a
  do i = 1, 3
    k = s%a%n
!$pointerchain region declare(s%a%n)  ! expected-error[misplaced-directive]{{no statement follows 'region declare'}}
  end do
  if (k == 4) then
    k = 5
!$pointerchain region declare(s%a%n)  ! expected-error[misplaced-directive]{{no statement follows 'region declare'}}
  else
    k = 6
  end if
  do 10 i = 1, 2
!$pointerchain region declare(s%a%n)  ! expected-error[unbalanced-region]{{give it an end of its own}}
    do 10 j = 1, 2
      s%a%n = s%a%n + 1
10 continue
!$pointerchain region begin declare(s%a%n)
!$pointerchain region declare(s%a%e)  ! expected-error[unread-statement]{{a region}}
  s%a%e = s%a%n
!$pointerchain region end
!$pointerchain region declare(s%a%n)
  do i = 1, 3
!$pointerchain region begin declare(s%a%e)  ! expected-error[unread-statement]{{a region}}
    s%a%e = s%a%n
!$pointerchain region end
  end do
!$omp parallel do
!$pointerchain region declare(s%a%n)  ! expected-error[split-construct]{{begin it before 'omp parallel do'}}
  do i = 1, 3
    k = s%a%n
  end do
!$pointerchain region declare(s%a%x)  ! expected-error[unbalanced-region]{{no line behind the end of 'omp end target'}}
!$omp target
  s%a%x = 2
!$omp end target
!$omp barrier
!$pointerchain region declare(s%a%x)  ! expected-error[unbalanced-region]{{no line behind the end of 'omp end target'}}
!$omp target
  s%a%x = 2
!$omp end target
20 k = 2
  if (k == 9) go to 20
!$pointerchain region declare(s%a%x)  ! expected-error[unbalanced-region]{{nothing ends 'acc parallel'}}
!$acc parallel
  s%a%x(1) = 2
!$pointerchain region declare(s%a%n)  ! expected-error[unbalanced-region]{{stands in an included file}}
  include 'k.inc'
!$pointerchain region declare(s%a%n)  ! expected-error[jump-into-region]@+5{{label '30'}}
  do i = 1, 3
    if (s%a%n == 4) go to 30
30  k = 3
  end do
  if (k == 4) go to 30
!$pointerchain region declare(s%a%n)  ! expected-error[misplaced-directive]{{no statement follows 'region declare'}}
end subroutine
