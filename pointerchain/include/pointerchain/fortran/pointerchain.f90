! SPDX-FileCopyrightText: The pointerchain developers
! SPDX-License-Identifier: Apache-2.0

! What translated Fortran uses. Compile this file before it, and link runtime.c; 'pointerchain fc' does the former.

! For the descriptors of types, which the translation writes.
module pointerchain_types
  use, intrinsic :: iso_c_binding, only: c_ptr, c_funptr, c_int, c_long_long, c_size_t, c_char, c_null_char, &
                                         c_null_ptr, c_null_funptr, c_loc, c_funloc, c_f_pointer
  implicit none
  public
  interface
    ! Whether a type is to be described: then its three objects are at 'p', 'q' and 'r', and pc_end follows.
    function pc_begin(me, name, bytes, p, q, r) bind(c, name='pc_fortran_begin') result(todo)
      import :: c_ptr, c_char, c_size_t, c_int
      type(c_ptr), intent(inout) :: me
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: bytes
      type(c_ptr), value :: p, q, r
      integer(c_int) :: todo
    end function
    ! A component that is allocated in 'p' and, with other bounds, in 'q'; its first element in 'p' lies at 'element'.
    subroutine pc_add(name, element, kind, direction, target_, count) bind(c, name='pc_fortran_add')
      import :: c_ptr, c_char, c_int, c_funptr
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: element
      integer(c_int), value :: kind, direction
      type(c_funptr), value :: target_, count
    end subroutine
    ! A component that is left out: allocated in 'p' only.
    subroutine pc_skip(name) bind(c, name='pc_fortran_skip')
      import :: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    ! Fills the object at 'z', of the type's size, with ones; a pointer of it that is nullified then is left out.
    subroutine pc_fill(z) bind(c, name='pc_fortran_fill')
      import :: c_ptr
      type(c_ptr), value :: z
    end subroutine
    subroutine pc_nullified(name, z) bind(c, name='pc_fortran_nullified')
      import :: c_ptr, c_char
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: z
    end subroutine
    ! 'n' objects of a described type, which lie in 'p' itself, at 'at'.
    subroutine pc_embed(name, at, n, of, skipped) bind(c, name='pc_fortran_embed')
      import :: c_ptr, c_char, c_int, c_size_t
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: at, of
      integer(c_size_t), value :: n
      integer(c_int), value :: skipped
    end subroutine
    subroutine pc_end(me) bind(c, name='pc_fortran_end')
      import :: c_ptr
      type(c_ptr), intent(inout) :: me
    end subroutine
    ! The type of numbers of that many bytes.
    function pc_scalar(bytes) bind(c, name='pc_fortran_scalar') result(f)
      import :: c_size_t, c_funptr
      integer(c_size_t), value :: bytes
      type(c_funptr) :: f
    end function
    ! The number of elements from the first to the last one of 'a'; negative, and said, where it cannot be copied.
    function pc_extent(name, a) bind(c, name='pc_fortran_extent') result(n)
      import :: c_char, c_long_long
      character(kind=c_char), intent(in) :: name(*)
      type(*), intent(in) :: a(..)
      integer(c_long_long) :: n
    end function
    ! The same of objects that are not contiguous: negative, and said.
    function pc_loose(name) bind(c, name='pc_fortran_loose') result(n)
      import :: c_char, c_long_long
      character(kind=c_char), intent(in) :: name(*)
      integer(c_long_long) :: n
    end function
    ! What a directive does, and a root of it; called by what pc_do is given.
    subroutine pc_directive(verb, technique, flags, file, line) bind(c, name='pc_fortran_directive')
      import :: c_char, c_int
      integer(c_int), value :: verb, technique, flags, line
      character(kind=c_char), intent(in) :: file(*)
    end subroutine
    subroutine pc_root(text, type_, rank, form, owner, owner_form, component) bind(c, name='pc_fortran_root')
      import :: c_char, c_int, c_funptr
      character(kind=c_char), intent(in) :: text(*), component(*)
      type(c_funptr), value :: type_, owner
      integer(c_int), value :: rank, form, owner_form
    end subroutine
  end interface
end module

! For directives.
module pointerchain_do
  use, intrinsic :: iso_c_binding, only: c_loc
  implicit none
  private
  public :: pc_s, pc_do, c_loc
  abstract interface
    subroutine pc_s() bind(c)
    end subroutine
  end interface
  interface
    subroutine pc_do(what, a, b, c, d, e, f, g, h) bind(c, name='pc_fortran_do')
      import :: pc_s
      procedure(pc_s) :: what
      type(*), optional :: a(..), b(..), c(..), d(..), e(..), f(..), g(..), h(..)
    end subroutine
  end interface
end module

! For programs: pc_device_pointer(c_loc(x)) is where 'x' lies on the device.
module pointerchain
  implicit none
  private
  public :: pc_device_pointer
  interface
    ! Null where it is not mapped; the host's address where the device shares the host's memory.
    function pc_device_pointer(host) bind(c, name='pc_fortran_device_pointer') result(device)
      use, intrinsic :: iso_c_binding, only: c_ptr
      type(c_ptr), value :: host
      type(c_ptr) :: device
    end function
  end interface
end module
