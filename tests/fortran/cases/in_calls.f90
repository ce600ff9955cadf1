module in_call_types
  implicit none
  type :: part
    integer :: n = 1
  end type
  type :: whole
    type(part), pointer :: a => null()
    type(part) :: list(3)
  end type
  type(whole), target, save :: w
  integer, save :: at = 1
contains
  subroutine next()
    at = at + 1
  end subroutine
  subroutine other()
    if (at > 2) then
      nullify (w%a)
    end if
  end subroutine
  subroutine more(k)
    integer, intent(in) :: k

    w%a%n = k
  end subroutine
  subroutine add(n, sum)
    integer :: n, sum
    sum = sum + n
  end subroutine
  subroutine set(n, sum)
    integer :: n, sum
    sum = sum + n
    call again()
  contains
    subroutine again()
      n = n + 1
    end subroutine
  end subroutine
end module
! What a called procedure does is said with the line where it does so.
subroutine in_calls(k)
  use in_call_types
  implicit none
  type :: own
    integer :: n
  end type
  type(own) :: mine
  integer, intent(inout) :: k
!$pointerchain region begin declare(w%list(at)%n)
  call next()  ! expected-error[subscript-changed]{{'next' changes subscript 'at' of chain}}
  k = w%list(at)%n
!$pointerchain region end
!$pointerchain region begin declare(w%a%n)
  call other()  ! expected-error[prefix-assigned]{{in_calls.f90:18}}
  call more(1)  ! expected-error[changed-otherwise]{{in_calls.f90:24}}
  k = w%a%n
  call execute_command_line('true', exitstat=k)
!$pointerchain region end
!$pointerchain region begin declare(mine%n)  ! expected-error[unresolved-chain]{{type 'own' is defined in no module}}
  k = mine%n
!$pointerchain region end
end subroutine
! An argument may be the chain's variable, whether anything can point to it or not.
subroutine passed(k)
  use in_call_types
  implicit none
  integer, intent(inout) :: k
  type(part) :: mine, yours
!$pointerchain region begin declare(mine%n)
  k = mine%n
  call raise(mine)  ! expected-error[changed-otherwise]{{'raise' may change chain 'mine%n'}}
!$pointerchain region end
  yours%n = 2
contains
  subroutine raise(one)
    type(part), intent(inout) :: one
    one%n = one%n + 1
  end subroutine
end subroutine
! A statement of input changes its items.
subroutine read_in(q, line, k)
  use in_call_types
  implicit none
  type(part), pointer :: q
  character(*), intent(in) :: line
  integer, intent(inout) :: k
!$pointerchain region begin declare(w%a%n)
  k = w%a%n
  read (line, *) k, q%n  ! expected-error[changed-otherwise]{{'q%n' may be chain 'w%a%n'}}
!$pointerchain region end
end subroutine
! An argument is changed unless 'intent(in)' or the procedure's text says that it is only read.
subroutine in_parallel(k)
  use in_call_types
  implicit none
  integer, intent(inout) :: k
!$omp parallel
!$pointerchain region begin declare(w%a%n)
  call add(w%a%n, k)
!$pointerchain region end
!$pointerchain region begin declare(w%a%n)  ! expected-error[write-in-parallel]{{inside 'omp parallel'}}
  call set(w%a%n, k)
!$pointerchain region end
!$omp end parallel
end subroutine
