module roots
  implicit none
  type :: node
    real, allocatable :: x(:)
    type(node), pointer :: next => null()
  end type
  type :: lengthy(k)
    integer, len :: k
    integer :: values(k)
  end type
  type :: bound
    real, allocatable :: x(:)
  contains
    procedure :: act
  end type
contains
  subroutine act(self)
    class(bound), target :: self
!$pointerchain deepcopy enter(self)  ! expected-error[unsupported-root]{{it may be of a type that extends this one}}
  end subroutine
  subroutine send(a, b, c, d, e, m, s)
    type(node), target :: a, m(3)
    type(node) :: b
    class(*), target :: c
    type(lengthy(2)), target :: d
    type(bound), target :: e(2)
    character(8), target :: s
    real, parameter :: constant = 1
    type :: local
      real, allocatable :: x(:)
    end type
    type(local), target :: l
!$pointerchain deepcopy enter(b)  ! expected-error[root-not-target]{{'b' has neither the 'target' nor the 'pointer' attribute}}
!$pointerchain deepcopy enter(c)  ! expected-error[unsupported-root]{{its type is known only when the program runs}}
!$pointerchain deepcopy enter(d)  ! expected-error[unsupported-root]{{its type has type parameters}}
!$pointerchain deepcopy enter(e)  ! expected-error[unsupported-root]{{an array of a type with type-bound procedures}}
!$pointerchain deepcopy enter(l)  ! expected-error[unsupported-root]{{the type is defined in a procedure}}
!$pointerchain deepcopy enter(constant)  ! expected-error[unsupported-root]{{it is a constant}}
!$pointerchain deepcopy enter(nobody)  ! expected-error[unresolved-chain]{{'nobody' is not declared}}
!$pointerchain deepcopy enter(a%y)  ! expected-error[unresolved-chain]{{type 'node' has no component 'y'}}
!$pointerchain deepcopy enter(a%x%z)  ! expected-error[unresolved-chain]{{'x' has no components}}
!$pointerchain deepcopy enter(s(1:2))  ! expected-error[unresolved-chain]{{a substring is no root}}
!$pointerchain deepcopy enter(m(1, 2))  ! expected-error[unresolved-chain]{{'m' has 1 dimensions, not 2}}
!$pointerchain deepcopy enter(m%x)  ! expected-error[unresolved-chain]{{two of its parts are arrays}}
!$pointerchain deepcopy enter(a + 1)  ! expected-error[unsupported-designator]{{'a + 1' is no variable}}
    associate (z => a)
!$pointerchain deepcopy enter(z)  ! expected-error[unresolved-chain]{{a name of its own in 'associate'}}
    end associate
  end subroutine
  subroutine lost(u)
    use nowhere
    type(thing), target :: u
!$pointerchain deepcopy enter(u)  ! expected-error[unknown-module]{{the source of module 'nowhere' is not found}}
  end subroutine
end module
