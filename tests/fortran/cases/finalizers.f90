module finalizer_types
  implicit none
  type :: part
    integer :: n = 1
  end type
  type :: whole
    type(part) :: own
  end type
  type :: dying
    integer :: k = 0
  contains
    final :: die
  end type
  type :: holder
    type(dying) :: held(2)
  end type
  type, extends(holder) :: heir
    integer :: more = 0
  end type
  type(whole), target, save :: w
contains
  subroutine die(d)
    type(dying), intent(inout) :: d
    w%own%n = w%own%n + d%k
  end subroutine
  integer function made(k)
    integer, intent(in) :: k
    type(dying), allocatable :: d
    allocate (d)
    d%k = k
    made = k
  end function
  function dying_of(k) result(d)
    integer, intent(in) :: k
    type(dying) :: d
    d%k = k
  end function
  subroutine kept(k)
    integer, intent(in) :: k
    type(dying), save :: d
    type(dying), pointer :: p
    allocate (p)
    d%k = k
  end subroutine
  subroutine reset(h)
    type(holder), intent(out) :: h
    h%held(1)%k = 1
  end subroutine
end module
! What a finalizer may do at the end of what nobody names.
subroutine finalizers(i, h)
  use finalizer_types
  implicit none
  integer, intent(inout) :: i
  type(holder), intent(inout) :: h
!$pointerchain region begin declare(w%own%n)
  w%own%n = w%own%n + 1
  block  ! expected-error[unread-statement]{{the end of 'd', which may be finalized,}}
    type(dying) :: d
    d%k = 2
  end block
!$pointerchain region end
!$pointerchain region begin declare(w%own%n)
  w%own%n = w%own%n + 1
  block  ! expected-error[unread-statement]{{the end of 'd', which may be finalized,}}
    type(heir) :: d
    d%more = 2
  end block
!$pointerchain region end
!$pointerchain region begin declare(w%own%n)
  w%own%n = w%own%n + 1
  block  ! expected-error[unread-statement]{{the end of 'd', which may be finalized,}}
    class(*), allocatable :: d  ! expected-error[unread-statement]{{'class(*), allocatable :: d'}}
    allocate (d, source=1)
  end block
!$pointerchain region end
!$pointerchain region declare(w%own%n)
  w%own%n = w%own%n + made(3)  ! expected-error[unread-statement]{{the end of 'd', which may be finalized, in 'made'}}
!$pointerchain region begin declare(w%own%n)
  w%own%n = w%own%n + 1
  h%held(1) = dying_of(3)  ! expected-error[unread-statement]{{the end of 'd', which may be finalized, in 'dying_of'}}
!$pointerchain region end
!$pointerchain region begin declare(w%own%n)
  w%own%n = w%own%n + 1
  call reset(h)  ! expected-error[changed-otherwise]{{'h' is used as a whole}}
!$pointerchain region end
!$pointerchain region begin declare(w%own%n)
  w%own%n = w%own%n + 1
  call kept(w%own%n)
  i = w%own%n
!$pointerchain region end
end subroutine
