module regions
  implicit none
  type :: node
    real, allocatable :: x(:)
  end type
contains
  subroutine ways_out(a, n)
    type(node), target :: a
    integer :: n, i, j
    outer: do i = 1, n
!$pointerchain deepcopy region begin(a)
      do j = 1, n
        if (j == 2) exit
        if (j == 1) cycle
        if (j == 3) exit outer  ! expected-error[deepcopy-exit]{{'exit'}}
      end do
      if (n == 5) cycle  ! expected-error[deepcopy-exit]{{'cycle'}}
      if (n == 4) return  ! expected-error[deepcopy-exit]{{'return'}}
      if (n == 3) go to 10  ! expected-error[deepcopy-exit]{{'goto'}}
      open (9, file='x', err=10)  ! expected-error[deepcopy-exit]{{'goto'}}
!$pointerchain deepcopy region end
    end do outer
10  continue
!$pointerchain deepcopy region end  ! expected-error[unbalanced-region]{{without a 'deepcopy region begin'}}
!$pointerchain deepcopy region begin(a)
    do i = 1, n
!$pointerchain deepcopy region end  ! expected-error[unbalanced-region]{{in another block}}
    end do
!$pointerchain deepcopy region begin(a)  ! expected-error[unbalanced-region]{{has no 'deepcopy region end'}}
  end subroutine
end module
