module structure
  implicit none
contains
  subroutine send()
    integer :: i
    do i = 1, 3
!$pointerchain deepcopy region end
  end subroutine  ! expected-error[unreadable-fortran]{{'end subroutine' inside of 'do'}}
end module
