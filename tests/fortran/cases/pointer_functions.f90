module pointer_function_types
  implicit none
  type :: part
    integer :: n = 1
    real, allocatable :: x(:)
  end type
  type :: whole
    type(part) :: own
    type(part), pointer :: next => null()
  end type
  type(whole), target, save :: w
contains
  function place(k)
    integer, intent(in) :: k
    integer, pointer :: place
    place => w%own%n
    if (k > 1) nullify (place)
  end function
  function somewhere() result(there)
    real, pointer :: there
    allocate (there)
  end function
  function part_of() result(p)
    type(part), pointer :: p
    p => w%own
  end function
  subroutine more(k)
    integer, intent(inout) :: k
    k = k + 1
  end subroutine
  integer function as_is(k)
    integer, intent(in) :: k
    as_is = k
  end function
  integer function through_it()
    call more(place(1))
    through_it = 1
  end function
end module
! What a function's pointer leads to may be the chain.
subroutine pointer_functions(k, r, u)
  use pointer_function_types
  implicit none
  integer, intent(inout) :: k
  real, intent(inout) :: r
  integer, intent(in) :: u
  integer, pointer :: p
  type(part), pointer :: q
!$pointerchain region begin declare(w%own%n)
  call more(place(1))  ! expected-error[changed-otherwise]{{'place(1)' may be chain 'w%own%n'}}
  k = w%own%n
!$pointerchain region end
!$pointerchain region begin declare(w%own%n)
  k = through_it()  ! expected-error[changed-otherwise]{{'through_it' may change chain 'w%own%n'}}
  k = w%own%n
!$pointerchain region end
!$pointerchain region begin declare(w%own%n)
  w%own%n = 2
  k = place(1)  ! expected-error[changed-otherwise]{{'place(1)' may read}} expected-error[changed-otherwise]{{'place' may read}}
  k = as_is(place(1))  ! expected-error[changed-otherwise]{{'place(1)' may read}} expected-error[changed-otherwise]{{'place' may read}}
!$pointerchain region end
!$pointerchain region begin declare(w%own%n)
  w%own%n = 2
  p => place(1)  ! expected-error[changed-otherwise]{{'place' may read chain 'w%own%n'}}
  print *, part_of()  ! expected-error[changed-otherwise]{{'part_of()' is used as a whole}}
!$pointerchain region end
!$pointerchain region begin declare(w%own%n)
  read (u, *, asynchronous='yes') w%own%n  ! expected-error[unread-statement]{{asynchronous input or output}}
!$pointerchain region end
!$pointerchain region begin declare(w%own%n)
  k = as_is(place(1)) + w%own%n
  r = somewhere()
  q => part_of()
!$pointerchain region end
end subroutine
