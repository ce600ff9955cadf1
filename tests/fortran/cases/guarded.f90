module guarded_types
  implicit none
  type :: part
    integer :: n = 1, m = 1
    real, allocatable :: x(:)
    real, pointer :: p(:) => null()
    integer, pointer :: one => null()
  end type
  type :: whole
    type(part), pointer :: a => null()
    type(part), allocatable :: list(:)
  end type
end module
! A chain is evaluated where its region begins, and a test in the region comes too late.
subroutine guarded(s, t, k, j)
  use guarded_types
  implicit none
  type(whole), target :: s
  type(whole), target, optional :: t
  integer, intent(in) :: k
  integer :: i, j
!$pointerchain region begin declare(s%a%n)
  if (associated(s%a)) s%a%n = 2  ! expected-warning[guarded-chain]{{tests 's%a' before it uses chain 's%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%x, s%a%m)
  if (allocated(s%a%x)) then
    s%a%x(1) = s%a%m
  end if
!$pointerchain region end
!$pointerchain region begin declare(s%a%x)
  if (associated(s%a)) then  ! expected-warning[guarded-chain]{{tests 's%a' before it uses chain 's%a%x'}}
    if (allocated(s%a%x)) s%a%x(1) = 1
  end if
!$pointerchain region end
!$pointerchain region begin declare(s%a%one)
  i = 1
  if (i == 1 .and. associated(s%a%one)) then
    i = s%a%one
  end if
!$pointerchain region end
!$pointerchain region begin declare(t%a%n)
  if (present(t)) j = t%a%n  ! expected-warning[guarded-chain]{{tests 't' before}}
!$pointerchain region end
!$pointerchain region begin declare(s%list(k)%n)
  if (k > 0) j = s%list(k)%n  ! expected-warning[guarded-chain]{{tests 'k' before}}
!$pointerchain region end
!$pointerchain region begin declare(s%list(k)%n)
  j = 0
  do i = 1, 3
    select case (k)  ! expected-warning[guarded-chain]{{tests 'k' before}}
    case (1)
      j = j + s%list(k)%n
    end select
  end do
!$pointerchain region end
!$pointerchain region begin declare(s%list(k)%m)
  do while (k < 3)  ! expected-warning[guarded-chain]{{tests 'k' before}}
    j = s%list(k)%m
    exit
  end do
!$pointerchain region end
  ! None of these is a test of the chain's own links before it is used.
!$pointerchain region begin declare(s%a%n, s%a%p, s%list(k)%m)
  s%a%n = 3
  s%a%p(2) = 1
  if (associated(s%a)) s%a%n = 2
  if (associated(s%a%p)) s%a%p(1) = 1
  j = s%list(k)%m
  if (k > 0) j = j + s%list(k)%m
  if (j > 0) j = s%a%n
!$pointerchain region end
!$pointerchain types  ! expected-error[misplaced-directive]{{in the module that defines the type}}
end subroutine
