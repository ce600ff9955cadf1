! An included file that is not found may declare something, which no statement may stand before.
module sims
  implicit none
  type :: sim
    integer :: n = 1
    real, allocatable :: x(:)
  end type
contains
  subroutine first(s)
    type(sim), target :: s
!$pointerchain region begin declare(s%n)  ! expected-error[misplaced-directive]{{'include 'nowhere.inc'' is not found}}
    include 'nowhere.inc'
    s%n = s%n + 1
!$pointerchain region end
  end subroutine
  subroutine copied(s)
    type(sim), target :: s
!$pointerchain deepcopy enter(s)  ! expected-error[misplaced-directive]{{'include 'nowhere.inc'' is not found}}
    include 'nowhere.inc'
  end subroutine
end module
