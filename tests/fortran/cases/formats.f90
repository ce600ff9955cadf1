! A chain may be the format of a 'print'.
module formatted
  implicit none
  type :: shown
    integer :: n = 1
    character(6) :: form = '(2i4)'
  end type
end module
subroutine show(s)
  use formatted
  implicit none
  type(shown), intent(in) :: s
!$pointerchain region begin declare(s%form, s%n)
  print s%form, s%n, 4
!$pointerchain region end
end subroutine
