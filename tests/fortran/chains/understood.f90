! What a region understands: a chain may be the format of a 'print'.
module shown_types
  implicit none
  enum, bind(c)
    enumerator :: first = 1, second
  end enum
  type :: shown
    integer :: n = 1
    character(6) :: form = '(2i4)'
  end type
  type :: pair
    integer :: n(2)
  end type
  type :: sized(length)
    integer, kind :: length = 4
    integer(length) :: n
  end type
end module
subroutine show(s)
  use shown_types
  implicit none
  type(shown), intent(in) :: s
!$pointerchain region begin declare(s%form, s%n)
  print s%form, s%n, 4
!$pointerchain region end
end subroutine
! A directive goes on behind a line with '&' alone.
subroutine continued(s)
  use shown_types
  implicit none
  type(shown), intent(in) :: s
!$pointerchain region begin &
!$pointerchain &
!$pointerchain declare(s%n)
  print *, s%n
!$pointerchain region end
end subroutine
! What makes an object of values is no call.
subroutine made(s, p)
  use shown_types
  implicit none
  type(shown), intent(in) :: s
  type(pair), intent(out) :: p
!$pointerchain region begin declare(s%n)
  p = pair([s%n, 2])
!$pointerchain region end
end subroutine
! A constant of an enumeration may be a subscript.
subroutine chosen(all)
  use shown_types
  implicit none
  type(shown), intent(inout) :: all(2)
!$pointerchain region begin declare(all(second)%n)
  all(second)%n = all(second)%n + second + 3
!$pointerchain region end
end subroutine
program main
  use shown_types
  implicit none
  interface
    subroutine show(s)
      import shown
      type(shown), intent(in) :: s
    end subroutine
    subroutine continued(s)
      import shown
      type(shown), intent(in) :: s
    end subroutine
    subroutine made(s, p)
      import shown, pair
      type(shown), intent(in) :: s
      type(pair), intent(out) :: p
    end subroutine
    subroutine chosen(all)
      import shown
      type(shown), intent(inout) :: all(2)
    end subroutine
  end interface
  type(shown) :: s, both(2)
  type(pair) :: p
  call show(s)
  call continued(s)
  call made(s, p)
  call chosen(both)
  print *, p%n, both%n
end program
