! An attribute counts, whether its statement stands before the declaration or behind it.
module attributed
  implicit none
  type :: sim
    integer :: n = 1
  end type
  type(sim), target, save :: s
end module
subroutine before(k)
  use attributed
  implicit none
  target :: k
  integer :: k
!$pointerchain region begin declare(s%n)
  s%n = s%n + 1
  k = 5  ! expected-error[changed-otherwise]{{'k' may be chain 's%n'}}
!$pointerchain region end
end subroutine
subroutine behind()
  use attributed
  implicit none
  pointer :: k
  integer :: k, l
  pointer :: l
  k => s%n
  l => s%n
!$pointerchain region begin declare(s%n)
  s%n = 1
  k = 5  ! expected-error[changed-otherwise]{{'k' may be chain 's%n'}}
  l = 5  ! expected-error[changed-otherwise]{{'l' may be chain 's%n'}}
!$pointerchain region end
end subroutine
subroutine array(s, k)
  use attributed, only: sim
  implicit none
  dimension :: k(3)
  integer :: k
  type(sim) :: s
!$pointerchain region begin declare(s%n)
  k(1) = s%n
!$pointerchain region end
end subroutine
