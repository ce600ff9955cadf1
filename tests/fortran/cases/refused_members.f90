module members
  use, intrinsic :: iso_c_binding, only: c_ptr
  implicit none
  type :: plain
    integer :: n = 0
  end type
  type :: lengthy(k)
    integer, len :: k
    integer :: values(k)
  end type
  type :: hard
    class(plain), pointer :: any => null()  ! expected-error[unsupported-member]{{'any' of 'hard' cannot be deep-copied: the type of what a 'class' component holds}}
    class(*), allocatable :: thing  ! expected-error[unsupported-member]{{'thing' of 'hard'}}
    procedure(act), pointer, nopass :: f => null()  ! expected-error[unsupported-member]{{a pointer to a procedure}}
    type(c_ptr) :: handle  ! expected-error[unsupported-member]{{a 'c_ptr' is an address of unknown length}}
    type(lengthy(3)) :: l  ! expected-error[unsupported-member]{{its type has type parameters}}
    real, allocatable :: co(:)[:]  ! expected-error[unsupported-member]{{a coarray has images}}
  end type
contains
  subroutine act()
  end subroutine
  subroutine send(h)
    type(hard), target :: h
!$pointerchain deepcopy enter(h)
  end subroutine
end module
