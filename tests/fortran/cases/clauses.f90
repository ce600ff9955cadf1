module clause_types
  implicit none
  type :: whole
    integer :: n = 1
    real, allocatable :: x(:)
  end type
  type(whole), target, save :: w
  integer, pointer :: p
contains
  integer function counted(k)
    integer, intent(in) :: k
    counted = k
    w%n = w%n + 1
  end function
  pure integer function asked(k)
    integer, intent(in) :: k
    asked = k + w%n
  end function
  subroutine join(one, other)
    integer, intent(inout) :: one
    integer, intent(in) :: other
    one = one + other
  end subroutine
  subroutine in_parallel(k)
    integer, intent(in) :: k
    integer :: i
!$omp parallel do num_threads(counted(k))
    do i = 1, k
      w%x(i) = i
    end do
  end subroutine
end module
! Expressions in clauses are evaluated, and a reduction of one's own calls procedures.
subroutine clauses(k, s)
  use clause_types
  use omp_lib
  implicit none
  integer, intent(inout) :: k, s
  integer :: i
!$omp declare reduction(joined: integer: join(omp_out, omp_in)) initializer(omp_priv = 0)
!$pointerchain region begin declare(w%n)
!$omp parallel do num_threads(counted(1)) schedule(static)  ! expected-error[changed-otherwise]{{'counted' may change chain 'w%n'}}
  do i = 1, w%n
    print *, i
  end do
!$pointerchain region end
!$pointerchain region begin declare(w%n)
!$omp parallel do if(parallel: w%n > 1) schedule(dynamic, counted(2))  ! expected-error[changed-otherwise]{{'counted' may change}}
  do i = 1, w%n
    print *, i
  end do
!$pointerchain region end
!$pointerchain region begin declare(w%n)
  w%n = 2
!$omp parallel do if(p > 1) num_threads(asked(1))
! expected-error[changed-otherwise]@-1{{'p' may read}} expected-error[changed-otherwise]@-1{{'asked' may read}}
  do i = 1, k
    print *, i
  end do
!$pointerchain region end
!$pointerchain region begin declare(w%n)
!$omp parallel do reduction(joined: s)  ! expected-error[unread-statement]{{the reduction 'joined'}}
  do i = 1, w%n
    s = s + 1
  end do
!$pointerchain region end
!$pointerchain region begin declare(w%n)
  k = w%n
  call in_parallel(k)  ! expected-error[changed-otherwise]{{'in_parallel' may change chain 'w%n'}}
!$pointerchain region end
!$pointerchain region begin declare(w%n, w%x)
!$omp parallel do num_threads(omp_get_max_threads() + max(1, k)) schedule(static, asked(1)) reduction(max: s) default(shared)
  do i = 1, w%n
    s = max(s, i)
    w%x(i) = s
  end do
!$pointerchain region end
end subroutine
