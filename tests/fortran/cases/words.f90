module words
  implicit none
!$pointerchain types
  type :: node
    real, allocatable :: x(:)
  end type
!$pointerchain policy(node: skip(y))  ! expected-error[bad-shape]{{type 'node' has no component 'y'}}
!$pointerchain policy(tree: skip(y))  ! expected-error[bad-shape]{{module 'words' defines no type 'tree'}}
!$pointerchain policy(node: observer(x))  ! expected-error[bad-shape]{{it is the only way to what it holds}}
!$pointerchain policy(node: skp(x))  ! expected-error[unknown-word]{{unknown word 'skp' after 'policy', did you mean 'skip'?}}
!$pointerchain policy(node skip(x))  ! expected-error[bad-entry]{{expected 'Type:'}}
!$pointerchain shape(node: x[1])  ! expected-error[not-in-fortran]{{'shape' is not there in Fortran}}
!$pointerchain declare(a%x)  ! expected-warning[unused-declare]{{'a%x' is not used in any region}}
!$pointerchian types  ! expected-error[unknown-word]{{did you mean '!$pointerchain'?}}
!$pointerchain deepcopy enter(a)  ! expected-error[misplaced-directive]{{outside a procedure}}
contains
  subroutine send(a)
    type(node), target :: a
!$pointerchain deepcopy enter(a)  ! expected-error[misplaced-directive]{{before declarations}}
    integer :: i
!$pointerchain deepcopy entr(a)  ! expected-error[unknown-word]{{did you mean 'enter'?}}
!$pointerchain deepcopy enter(a) technique(fast)  ! expected-error[unknown-word]{{unknown technique 'fast'}}
!$pointerchain deepcopy enter(a) if(i > 0)  ! expected-error[not-in-fortran]{{clause 'if'}}
!$pointerchain deepcopy enter(to: a)  ! expected-error[not-in-fortran]{{'to:' is not there in Fortran}}
!$pointerchain deepcopy send(a)  ! expected-error[not-in-fortran]{{'deepcopy send'}}
!$pointerchain deepcopy enter  ! expected-error[incomplete-directive]{{expected '(' after 'enter'}}
!$pointerchain deepcopy enter(a  ! expected-error[unclosed-bracket]{{'(' of 'enter' is not closed}}
!$pointerchain deepcopy enter(a,)  ! expected-error[empty-entry]{{an entry of the list is empty}}
!$pointerchain deepcopy exit(a) delete delete  ! expected-error[trailing-text]{{unexpected 'delete'}}
!$pointerchain deepcopy  ! expected-error[incomplete-directive]{{after 'deepcopy'}}
!$pointerchain policy(node: skip(x))  ! expected-error[misplaced-directive]{{in the module that defines the type}}
    i = 1 + &
!$pointerchain deepcopy exit(a)  ! expected-error[misplaced-directive]{{give it a line of its own}}
      2
  end subroutine
end module
