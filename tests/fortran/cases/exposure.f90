module exposure_types
  use iso_c_binding
  implicit none
  type :: whole
    integer(c_int) :: n = 1
    integer(c_int) :: k = 1
  end type
  type, bind(c) :: plain
    integer(c_int) :: n
  end type
  type :: record
    sequence
    integer :: n
  end type
  type(whole), target, save :: w
  type(whole), target, save :: many(4)
  type(record), target, save :: r
  integer, pointer, save :: kept(:)
contains
  subroutine keep(list)
    integer, target, intent(in) :: list(:)
    kept => list
  end subroutine
end module
module exposure_others
  implicit none
  type :: record
    sequence
    integer :: n
  end type
  type(record), pointer, save :: other
end module
! A pointer array that the procedure makes of a component, or a pointer of a type that is the same by its name.
subroutine of_an_address(s)
  use exposure_types
  implicit none
  integer, intent(inout) :: s
  integer, pointer :: p(:)
  call c_f_pointer(c_loc(w%n), p, [1])
!$pointerchain region begin declare(w%n)
  p(1) = 99  ! expected-error[changed-otherwise]{{'p(1)' may be chain 'w%n'}}
  s = w%n
!$pointerchain region end
!$pointerchain region begin declare(w%k)
  p(1) = 99
  s = w%k
!$pointerchain region end
end subroutine
subroutine of_an_object(s)
  use exposure_types
  implicit none
  integer, intent(inout) :: s
  integer, pointer :: p(:)
  call c_f_pointer(c_loc(w), p, [2])
!$pointerchain region begin declare(w%k)
  p(2) = 99  ! expected-error[changed-otherwise]{{'p(2)' may be chain 'w%k'}}
  s = w%k
!$pointerchain region end
end subroutine
subroutine of_an_element(s)
  use exposure_types
  implicit none
  integer, intent(inout) :: s
  integer, pointer :: p(:), one
  type(whole), pointer :: z
  z => many(1)
  p => many%k
  one => w%n
!$pointerchain region begin declare(z%k)
  z%k = 7
  s = p(1)  ! expected-error[changed-otherwise]{{'p(1)' may read chain 'z%k'}}
!$pointerchain region end
!$pointerchain region begin declare(w%n)
  w%n = 7
  s = p(1)
!$pointerchain region end
contains
  subroutine within()
!$pointerchain region begin declare(z%k)
    z%k = 7
    s = p(1)  ! expected-error[changed-otherwise]{{'p(1)' may read chain 'z%k'}}
!$pointerchain region end
  end subroutine
end subroutine
subroutine of_an_argument(s)
  use exposure_types
  implicit none
  integer, intent(inout) :: s
  type(whole), pointer :: z
  z => many(1)
  call keep(many%k)
!$pointerchain region begin declare(z%k)
  z%k = 7
  s = kept(1)  ! expected-error[changed-otherwise]{{'kept(1)' may read chain 'z%k'}}
!$pointerchain region end
end subroutine
subroutine of_one_name(s)
  use exposure_types
  use exposure_others, only: other
  implicit none
  integer, intent(inout) :: s
!$pointerchain region begin declare(r%n)
  other%n = 77  ! expected-error[changed-otherwise]{{'other%n' may be chain 'r%n'}}
  s = r%n
!$pointerchain region end
end subroutine
