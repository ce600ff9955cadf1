module accepted
  implicit none
  private
  type, public :: leaf
    real, allocatable :: x(:)
  end type
  type, abstract, public :: shape_t
    integer :: sides = 0
  end type
  type, public, extends(leaf) :: node
    private
    type(node), pointer :: next => null()
    class(shape_t), pointer :: shape => null()
    procedure(act), pointer, nopass :: f => null()
    class(leaf), allocatable :: any
    character(len=:), allocatable, public :: name
    integer, pointer :: seen(:) => null()
  end type
!$pointerchain policy(node: skip(shape, f, any), observer(seen))
contains; subroutine act()
  end subroutine
  subroutine send(a, list)  ! a comment ; with ' signs
    type(node), target, intent(inout) :: a
    type(leaf), intent(in), target :: list(:)
    integer :: enter, i
    enter = 1 ; i = 2
    !$POINTERCHAIN DEEPCOPY ENTER(a) TECHNIQUE(arena) ! said once
!$pointerchain deepcopy enter(list(2:3)) &
!$pointerchain&   technique(pcpy)
    if (enter == 1) then
      !$pointerchain deepcopy update host(a)
      !$pointerchain deepcopy update device(a)
      !$pointerchain deepcopy update structure(a)
    end if
    do 20 i = 1, 2
!$pointerchain deepcopy region begin(a%x)
      a%name = 'a&
        &b !$pointerchain deepcopy enter(a)'
!$pointerchain deepcopy region end
20  continue
!$pointerchain deepcopy exit(list(2:3)) delete
!$pointerchain deepcopy exit(a)
  end subroutine
end module
