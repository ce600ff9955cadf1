module long
  implicit none
  type :: node
    real, pointer :: x(:)  ! expected-warning[undefined-pointer]{{pointer 'x' of type 'node' has no default initialisation}}
  end type
contains
  subroutine send(a_name_that_is_as_long_as_they_come, another_name_that_is_so_long, a)
    type(node), target :: a_name_that_is_as_long_as_they_come, another_name_that_is_so_long, a
    ! expected-error[line-too-long]@+1{{and a line has 132}}
!$pointerchain deepcopy enter(a_name_that_is_as_long_as_they_come, another_name_that_is_so_long)
    ! expected-error[line-too-long]@+1{{use two directives}}
!$pointerchain deepcopy enter(a, a, a, a, a, a, a, a, a)
  end subroutine
end module
