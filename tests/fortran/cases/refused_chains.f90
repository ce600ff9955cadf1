module hoisted
  implicit none
  type :: atoms
    integer :: n = 0, m = 0
    real :: e = 0
    character(:), allocatable :: text
    real, allocatable :: x(:)
    real, pointer :: p(:) => null(), one => null()
    integer, pointer :: count => null()
    class(*), allocatable :: any
    procedure(), pointer, nopass :: act => null()
  end type
  type :: sim
    type(atoms), pointer :: a => null()
    type(atoms) :: own
    type(atoms), allocatable :: list(:)
  end type
  type :: bound
    integer :: n = 0
  contains
    procedure :: method
  end type
  type(sim), target, save :: g
  real, allocatable, target, save :: other(:)
  interface generic
    procedure :: raise, lower
  end interface
contains
  subroutine method(self)
    class(bound), intent(inout) :: self
    self%n = 1
  end subroutine
  subroutine raise(a)
    type(atoms), intent(inout) :: a
    a%n = a%n + 1
  end subroutine
  subroutine lower(i)
    integer, intent(inout) :: i
    i = i - 1
  end subroutine
  subroutine deep(a)
    type(atoms), intent(inout) :: a
    call raise(a)
  end subroutine
  subroutine through()
    g%a%n = 2
  end subroutine
  integer function reads(a)
    type(atoms), intent(in) :: a
    reads = a%n
  end function
  subroutine clear(a)
    type(atoms), intent(out) :: a
  end subroutine
  subroutine repoint(p)
    real, pointer, intent(inout) :: p(:)
    nullify (p)
  end subroutine
  subroutine keep(i)
    integer, target, intent(in) :: i
  end subroutine
  subroutine swap(a)
    type(atoms), intent(inout) :: a
    call move_alloc(other, a%x)
  end subroutine
  subroutine paths(s, b, t, q, ip, i, k, np, o)
    type(sim), target :: s, b
    type(sim) :: t
    type(atoms), pointer :: q
    integer, pointer :: ip
    integer, target :: i
    integer :: k
    real, pointer :: np(:)
    type(bound) :: o
    type(sim), volatile :: v
    external :: unseen
!$pointerchain region begin declare(t%own%x)  ! expected-error[root-not-target]{{'t' has neither the 'target' nor the 'pointer' attribute, and the local of chain 't%own%x'}}
    t%own%x(1) = 2
!$pointerchain region end
!$pointerchain region begin declare(v%own%n)  ! expected-error[volatile-link]{{goes through volatile 'v'}}
    v%own%n = 2
!$pointerchain region end
!$pointerchain region begin declare(s%a%text)  ! expected-error[unsupported-type]{{its length is not known before it is allocated}}
    s%a%text(1:1) = 'x'
!$pointerchain region end
!$pointerchain region begin declare(s%a%any)  ! expected-error[unsupported-type]{{it may be of a type that extends this one}}
    if (allocated(s%a%any)) k = 1
!$pointerchain region end
!$pointerchain region begin declare(s%a%act)  ! expected-error[unresolved-chain]{{'act' is a procedure pointer}}
    if (associated(s%a%act)) k = 1
!$pointerchain region end
!$pointerchain region begin declare(s%list%n)  ! expected-error[unresolved-chain]{{'list' is an array: name one element of it}}
    s%list%n = 2
!$pointerchain region end
!$pointerchain region begin declare(s%list(1:2)%n)  ! expected-error[unresolved-chain]{{a subscript is made of integers, variables}}
    s%list(1:2)%n = 2
!$pointerchain region end
!$pointerchain region begin declare(s%list(s%a%n)%n)  ! expected-error[unresolved-chain]{{a subscript is made of integers, variables}}
    s%list(s%a%n)%n = 2
!$pointerchain region end
!$pointerchain region begin declare(s%list(i)%n)  ! expected-error[unresolved-chain]{{subscript 'i' could be changed through a pointer}}
    s%list(i)%n = 2
!$pointerchain region end
!$pointerchain region begin declare(s%nothing)  ! expected-error[unresolved-chain]{{'nothing'}}
    k = 1; q => s%a
!$pointerchain region end
!$pointerchain region begin declare(k)  ! expected-error[bad-chain]{{'k' names no member}}
    k = 1
!$pointerchain region end  ! expected-error[unbalanced-region]{{'region end' without a 'region begin'}}
!$pointerchain region begin declare(s%a%x)
    allocate (s%a%x(3))  ! expected-error[prefix-assigned]{{chain 's%a%x' is allocated, deallocated}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%x)
    s%a%x(1) = 1
    s%a%x = [1., 2.]  ! expected-error[prefix-assigned]{{or assigned as a whole}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%p)
    s%a%p(1) = 1
    s%a%p => other  ! expected-error[prefix-assigned]{{chain 's%a%p' is allocated}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%p)
    s%a%p(1) = 1
    call repoint(s%a%p)  ! expected-error[prefix-assigned]{{chain 's%a%p' is allocated}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    s%a => q  ! expected-error[prefix-assigned]{{'s%a', a prefix of chain 's%a%n', is changed}}
    s%a%n = 1
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    b%a => q  ! expected-error[prefix-assigned]{{'b%a', a prefix of chain 's%a%n', is changed}}
    s%a%n = 1
!$pointerchain region end
!$pointerchain region begin declare(q%n)
    k = q%n
    q => s%a  ! expected-error[prefix-assigned]{{'q', a prefix of chain 'q%n', is changed}}
!$pointerchain region end
!$pointerchain region begin declare(s%list(k)%n)
    s%list(k)%n = 1
    k = 2  ! expected-error[subscript-changed]{{subscript 'k' of chain 's%list(k)%n' is changed}}
!$pointerchain region end
!$pointerchain region begin declare(s%list(k)%n)
    do k = 1, 2  ! expected-error[subscript-changed]{{subscript 'k'}}
      s%list(k)%n = 1
    end do
!$pointerchain region end
!$pointerchain region begin declare(s%list(k)%n)
    call lower(k)  ! expected-error[subscript-changed]{{subscript 'k'}}
    s%list(k)%n = 1
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    k = s%a%n
    q%n = 2  ! expected-error[changed-otherwise]{{'q%n' may be chain 's%a%n', and is changed}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    s%a%n = 1
    k = b%own%n  ! expected-error[changed-otherwise]{{'b%own%n' may read chain 's%a%n', which the region changes}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    k = s%a%n
    ip = 2  ! expected-error[changed-otherwise]{{'ip' may be chain 's%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    k = s%a%n
    i = 2  ! expected-error[changed-otherwise]{{'i' may be chain 's%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(s%list(1)%n)
    k = s%list(1)%n
    s%list(k)%n = 2  ! expected-error[changed-otherwise]{{'s%list(k)%n' may be chain}}
!$pointerchain region end
!$pointerchain region begin declare(s%list(1)%e)
    k = int(s%list(1)%e)
    np(1) = 2  ! expected-error[changed-otherwise]{{'np(1)' may be chain}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%e)
    s%a%e = 1
    s%own%one = 2  ! expected-error[changed-otherwise]{{'s%own%one' may be chain}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    s%a%n = 1
    s%own = s%a  ! expected-error[changed-otherwise]{{'s%own' is used as a whole}} expected-error[changed-otherwise]{{'s%a' is used as a whole}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    k = s%a%n
    call raise(s%a)  ! expected-error[changed-otherwise]{{'raise' may change chain 's%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    k = s%a%n
    call deep(s%own)  ! expected-error[changed-otherwise]{{'deep' may change chain 's%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(g%a%n)
    k = g%a%n
    call through()  ! expected-error[changed-otherwise]{{'through' may change chain 'g%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    s%a%n = 1
    k = reads(s%a)  ! expected-error[changed-otherwise]{{'reads' may read chain 's%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    k = s%a%n
    call clear(s%own)  ! expected-error[changed-otherwise]{{'s%own' is used as a whole}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%x)
    s%a%x(1) = 1
    call swap(s%a)  ! expected-error[prefix-assigned]{{'swap' may change a prefix of chain 's%a%x'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    k = s%a%n
    call unseen(k)  ! expected-error[stored-by-call]{{'unseen' could change chain 's%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    k = s%a%n
    call generic(s%own)  ! expected-error[stored-by-call]{{'generic' could change chain 's%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    k = s%a%n
    call o%method()  ! expected-error[stored-by-call]{{could change chain 's%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    call keep(s%a%n)  ! expected-error[address-taken]{{the address of 's%a%n' is taken}} expected-error[object-needed]{{chain 's%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    ip => s%a%n  ! expected-error[address-taken]{{the address of 's%a%n' is taken}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    associate (n => s%a%n)  ! expected-error[unread-statement]{{'associate' in a region}}
      n = 2
    end associate
    s%a%n = 2
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    s%a%n = 2
!$  k = 2  ! expected-error[unread-statement]{{a line that begins with '!$'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    s%a%n = 2
    read (5, *, err=50) k  ! expected-error[unsupported-exit]{{'goto' in a region that writes back 's%a%n'}}
!$pointerchain region end
    if (k > 2) goto (50, 50), k
50  continue
    if (k > 3) goto 60  ! expected-error[jump-into-region]{{label '60' is a way into the region}}
!$pointerchain region begin declare(s%a%n)
    s%a%n = 2
60  continue
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
!$omp task  ! expected-error[unread-statement]{{'omp task' is not understood}}
    s%a%n = 2
!$omp end task
!$pointerchain region end
!$omp parallel
!$pointerchain region begin declare(s%a%n)  ! expected-error[write-in-parallel]{{in a region inside 'omp parallel'}}
    s%a%n = 2
!$pointerchain region end
!$omp end parallel
!$pointerchain region begin declare(s%a%n)
    s%a%n = 2
!$omp barrier  ! expected-error[write-in-parallel]{{in a region that holds 'omp barrier'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    s%a%n = 2
!$acc update device(s%a%n)  ! expected-error[local-outlived]{{'device' of 'acc update' names chain}}
!$pointerchain region end
!$pointerchain region begin declare(s%list(k)%x)
!$omp parallel private(k)  ! expected-error[private-root]{{'private' of 'omp parallel' changes 'k'}}
    s%list(k)%x(1) = 2
!$omp end parallel
!$pointerchain region end
!$omp parallel do
!$pointerchain region begin declare(s%a%n)  ! expected-error[split-construct]{{between 'omp parallel do' and its loop}}
    do k = 1, 2
      s%a%n = 2
    end do
!$pointerchain region end
    if (k > 2) then
!$pointerchain region begin declare(s%a%n)
      s%a%n = 2
    end if
!$pointerchain region end  ! expected-error[unbalanced-region]{{stands in another block}}
!$pointerchain region begin declare(s%a%n)
!$pointerchain region begin declare(s%own%n)  ! expected-error[unread-statement]{{a region in a region}}
    s%own%n = 2
!$pointerchain region end
!$pointerchain region end
!$pointerchain promise(unaliased(s))  ! expected-error[not-in-fortran]{{'promise(unaliased)' is not there}}
!$pointerchain promise(read(s))  ! expected-error[unknown-word]{{did you mean 'reads'}}
!$pointerchain region start  ! expected-error[unknown-word]{{expected 'begin', 'end' or 'declare'}}
!$pointerchain region begin declare()  ! expected-error[empty-entry]{{the list of 'declare' is empty}}
!$pointerchain region begin declare(s%own%e)  ! expected-warning[unused-declare]{{'s%own%e' is not used in any region}}
    k = 2
!$pointerchain region end
!$pointerchain region begin  ! expected-warning[empty-region]{{no declare is visible}}
    k = 2
!$pointerchain region end
!$pointerchain region begin declare(s%a%n, s%a%m, s%a%e, s%own%n, s%own%m, s%own%e, b%a%n)  ! expected-error[line-too-long]{{the locals do not fit}}
    k = s%a%n + s%a%m + s%own%n + s%own%m + b%a%n + int(s%a%e + s%own%e)
!$pointerchain region end
  end subroutine
  subroutine hidden(s, k)
    type(sim), target :: s
    integer :: k
    integer :: w
    pointer (address, w)
!$pointerchain region begin declare(s%list(k)%n)
    s%list(k)%n = 2
    block
      integer :: k
      k = 1
      if (k > 2) return  ! expected-error[unsupported-exit]{{'return' leaves the region where 'k' is another variable}}
    end block
!$pointerchain region end
!$pointerchain region begin declare(s%list(k)%n)
    forall (k=1:2) s%list(k)%n = 2  ! expected-error[subscript-changed]{{subscript 'k'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    s%a%n = 2
    w = 3  ! expected-error[changed-otherwise]{{'w' may be chain 's%a%n'}}
!$pointerchain region end
!$pointerchain region begin declare(s%a%n)
    s%a%n = 2
!$pointerchain deepcopy exit(other)  ! expected-error[unread-statement]{{a 'deepcopy' directive in a region}}
!$pointerchain region end
  end subroutine
  subroutine stored(i)
    integer :: i, j
    type :: sequenced
      sequence
      integer :: n
    end type
    type(sequenced) :: c
    common /block/ c
    type(sim), target :: s
    integer :: twin
    equivalence (twin, j)
!$pointerchain region begin declare(s%list(j)%n)  ! expected-error[changed-otherwise]{{'j' stands in 'equivalence'}}
    twin = 2
    s%list(j)%n = 1
!$pointerchain region end
  end subroutine
end module
