! A promise is one of the regions behind it in its scope, and of procedures whose text is not here as well.
module promised
  implicit none
  type :: sim
    integer :: n = 1, k = 1
  contains
    procedure :: total
  end type
  type(sim), target, save :: s
contains
  integer function total(self)
    class(sim), intent(in) :: self
    total = self%n
  end function
  subroutine step()
    s%n = s%n + 1
  end subroutine
  subroutine steps()
    call step()
  end subroutine
  subroutine one(i)
    integer, intent(inout) :: i
!$pointerchain promise(reads(step))
!$pointerchain region begin declare(s%k)
    i = s%k
    call steps()
!$pointerchain region end
  end subroutine
  subroutine two(i)
    integer, intent(inout) :: i
!$pointerchain region begin declare(s%n)
    i = s%n
    call steps()  ! expected-error[changed-otherwise]{{'steps' may change chain 's%n'}}
!$pointerchain region end
  end subroutine
  subroutine outside(i)
    integer, intent(inout) :: i
    external :: elsewhere, another
!$pointerchain promise(reads(elsewhere, total))
!$pointerchain region begin declare(s%n)
    i = s%n + s%total()
    call elsewhere(i)
    call another(i)  ! expected-error[stored-by-call]{{or promise 'reads(another)'}}
!$pointerchain region end
!$pointerchain region begin declare(s%k)
    s%k = 2
    call elsewhere(i)  ! expected-error[changed-otherwise]{{'elsewhere' may read chain 's%k'}}
!$pointerchain region end
  end subroutine
  subroutine bound(i)
    integer, intent(inout) :: i
!$pointerchain region begin declare(s%n)
    i = s%n + s%total()  ! expected-error[stored-by-call]{{'total' is bound to type 'sim'}}
!$pointerchain region end
  end subroutine
end module
