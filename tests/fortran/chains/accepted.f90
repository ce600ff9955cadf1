module kinds
  implicit none
  integer, parameter :: dp = selected_real_kind(15), long = 8
end module
module types
  use kinds, only: wp => dp, long
  implicit none
  private
  public :: inner_t, mid_t, top_t, child_t, build, show, pure_twice, read_only, other_component, by_value, add_in
  type :: inner_t
    integer :: n = 4
    integer(long) :: big = 5
    integer*2 :: small = 2
    real(wp) :: e = 1.5_wp
    real :: single = 2
    double precision :: d = 3
    complex(wp) :: z = (1, 2)
    logical :: on = .true.
    character(6) :: name = 'abcdef'
    integer :: box(3) = [7, 8, 9], grid(2, 2) = 1
    real(wp), allocatable :: x(:), m(:, :)
    real(wp), pointer :: p(:) => null(), q(:, :) => null()
    real(wp), pointer, contiguous :: c(:) => null()
    real(wp), pointer :: scalar => null()
    real(wp), allocatable :: alone
    character(3), allocatable :: words(:)
  end type
  type :: mid_t
    type(inner_t), pointer :: a => null()
    type(inner_t) :: own
    type(inner_t), allocatable :: list(:)
    type(mid_t), pointer :: next => null()
  end type
  type, extends(mid_t) :: child_t
    integer :: extra = 3
  end type
  type :: top_t
    type(mid_t), pointer :: m => null()
    integer :: other = 6
  end type
contains
  subroutine build(a, by)
    type(inner_t), intent(out) :: a
    integer, intent(in) :: by
    integer :: i
    allocate (a%x(-1:6), a%m(2, 0:2), a%p(4), a%q(2, 3), a%c(5), a%scalar, a%alone, a%words(2))
    a%x = [(i * 0.5_wp + by, i=-1, 6)]
    a%m = by; a%p = [1, 2, 3, 4]; a%q = by + 1; a%c = 2; a%scalar = 9; a%alone = 8; a%words = 'wxy'
    a%n = 3 + by
  end subroutine
  subroutine show(name, a)
    character(*), intent(in) :: name
    type(inner_t), intent(in) :: a
    print '(a,1x,3(i0,1x),4(es12.4),2es12.4,1x,l1,1x,a,7(1x,i0))', name, a%n, a%big, a%small, a%e, a%single, a%d, &
      a%scalar, a%z, a%on, a%name, a%box, a%grid
    print '(2(i0,1x),40es12.4)', lbound(a%x), ubound(a%x), a%x, a%m, a%p, a%q, a%c, a%alone
    print '(2a)', a%words
  end subroutine
  pure integer function pure_twice(i)
    integer, intent(in) :: i
    pure_twice = 2 * i
  end function
  subroutine read_only(i, r)
    integer, intent(in) :: i
    real(wp), intent(inout) :: r
    r = r + i
  end subroutine
  subroutine other_component(a)
    type(inner_t), intent(inout) :: a
    a%small = a%small + 1_2
    a%p(1) = a%p(1) + 1
  end subroutine
  subroutine by_value(i)
    integer, value :: i
    i = i + 1
  end subroutine
  subroutine add_in(i)
    integer, intent(inout) :: i
    i = i + 10
  end subroutine
end module
module work
  use types
  use kinds
  implicit none
  type(top_t), target, save :: global
!$pointerchain declare(t%m%a%n)
contains
  subroutine scalars(t, k)
    type(top_t), target :: t
    integer, intent(in) :: k
!$pointerchain region begin declare(t%m%a%big, t%m%a%small, t%m%a%e, t%m%a%single, &
!$pointerchain&   t%m%a%d, t%m%a%z, &
!$pointerchain&   t%m%a%on, &
!$pointerchain&   t%m%a%name)
    t%m%a%big = t%m%a%big * 3_8; T%M%A%Small = t%m%a%small + int(k, 2)
    t%m%a%e = t%m%a%e + t%m%a%single * t%m%a%d; t%m%a%z%re = t%m%a%z%im + k
    t%m%a%on = .not. t%m%a%on
    if (t%m%a%on) t%m%a%name(2:3) = '%a'
    t%m%a%single = 1.e0 + t%m%a%n
    t%m%a%d = 1.d0; t%m%a%n = t%m%a%n + 1
!$pointerchain region end &
!$pointerchain&
  end subroutine
  subroutine arrays(t)
    type(top_t), target :: t
    integer :: i
!$pointerchain region begin declare(t%m%a%x, t%m%a%m, &
!$pointerchain&   t%m%a%p, t%m%a%q, t%m%a%c, &
!$pointerchain& t%m%a%box)
    do i = lbound(t%m%a%x, 1), ubound(t%m%a%x, 1)
      t%m%a%x(i) = t%m%a%x(i) + t%m%a%p(1 + modulo(i, 4)) * t%m%a%c(1)
    end do
    t%m%a%m(1, :) = t%m%a%q(1, :) * t%m%a%box(2)
    t%m%a%p = 2 * t%m%a%p(4:1:-1)
    t%m%a%box(1) = size(t%m%a%x) + t%m%a%box(2)
    where (t%m%a%x > 2) t%m%a%x(:) = 2 * t%m%a%x
    if (allocated(t%m%a%x) .and. associated(t%m%a%p)) t%m%a%c(2) = sum(t%m%a%x)
!$pointerchain region end
  end subroutine
  subroutine objects(t, k)
    type(top_t), target :: t
    integer, intent(in) :: k
    integer :: i
!$pointerchain region begin declare(t%m%own, &
!$pointerchain& t%m%list)
    t%m%own%n = t%m%own%n + t%m%list(k)%n
    do i = 1, size(t%m%list)
      t%m%list(i)%e = t%m%list(i)%e + t%m%own%x(i)
    end do
!$pointerchain region end
  end subroutine
  subroutine elements(t, k)
    type(top_t), target :: t
    integer, intent(in) :: k
!$pointerchain region begin declare(t%m%list(k)%e, t%m%list(k + 1)%x, &
!$pointerchain& t%m%list(2)%box(3))
    t%m%list(k)%e = t%m%list( k )%e + t%m%list(k + 1)%x(2) + t%m%list(2)%box(3)
!$pointerchain region end
  end subroutine
  integer function ways_out(t, k) result(code)
    type(top_t), target :: t
    integer, intent(in) :: k
    integer :: i
    code = 0
    outer: do i = 1, 5
!$pointerchain region begin declare(t%m%a%n, &
!$pointerchain& t%m%a%e)
      t%m%a%n = t%m%a%n + i
      t%m%a%e = t%m%a%e * 2
      if (k == 1 .and. i == 2) cycle
      if (k == 2 .and. i == 2) cycle outer
      if (k == 3 .and. i == 3) exit
      if (k == 4) then
        code = 4
        if (i == 3) exit outer
      end if
      if (k == 5 .and. i == 2) return
      if (k == 6 .and. i == 2) goto 20
      if (k == 7) goto 10
      t%m%a%n = t%m%a%n + 100
10    t%m%a%n = t%m%a%n + 1000
      inner: do
        t%m%a%n = t%m%a%n + 1
        if (t%m%a%n > 5) exit inner
        if (t%m%a%n < 3) cycle inner
        exit
      end do inner
      if (k == 8) then; code = 8; return; end if
      select case (t%m%a%n)
      case (:10)
        code = code + 1
      case default
        if (k == 9) exit
      end select
!$pointerchain region end
    end do outer
    code = code + 1
20  code = code + 2
  end function
  subroutine calls(t, r)
    type(top_t), target :: t
    real(dp), intent(inout) :: r
!$pointerchain region begin declare(t%m%a%n, t%m%a%x)
    t%m%a%n = pure_twice(t%m%a%n) + pure_twice(i=t%m%a%n)
    call read_only(t%m%a%n, r)
    call other_component(t%m%a)
    call by_value(t%m%a%n)
    call add_in(t%m%a%n)
    r = r + host(t%m%a%x) + max(t%m%a%n, 3) + nint(t%m%a%x(1))
!$pointerchain region end
  contains
    real(dp) function host(v)
      real(dp), intent(in) :: v(:)
      host = v(1) + t%m%own%e
    end function
  end subroutine
  subroutine shadows(t)
    type(top_t), target :: t
!$pointerchain region begin declare(t%m%a%n)
    t%m%a%n = t%m%a%n + 1
    block
      type(mid_t), pointer :: t
      integer :: i
      t => global%m
      i = 0
      i = i + 1
    end block
    t%m%a%n = t%m%a%n * 2
!$pointerchain region end
  end subroutine
  subroutine pointers(t)
    type(top_t), target :: t
    type(mid_t), pointer :: at
    at => t%m
    do while (associated(at))
!$pointerchain region begin declare(at%own%n, at%own%x)
      at%own%n = at%own%n + nint(at%own%x(0))
!$pointerchain region end
      at => at%next
    end do
  end subroutine
  subroutine parents(c)
    type(child_t), target :: c
!$pointerchain region begin declare(c%own%n, c%extra)
    c%extra = c%extra + c%own%n
    c%own%n = c%extra
!$pointerchain region end
  end subroutine
  subroutine modules_variable()
!$pointerchain region begin declare(global%m%a%n)
    global%m%a%n = global%m%a%n + 5
!$pointerchain region end
  end subroutine
  subroutine host_loops(t)
    type(top_t), target :: t
    integer :: i
    real(dp) :: s
    s = 0
!$pointerchain region begin declare(t%m%a%x, t%m%a%n, &
!$pointerchain& t%m%a%e)
!$omp parallel do default(none) &
!$omp& shared(t) reduction(+: s)
    do i = 1, min(6, t%m%a%n)
      s = s + t%m%a%x(i)
      t%m%a%x(i) = i
    end do
!$omp parallel sections
!$omp section
    s = s + 1
!$omp end parallel sections
!$acc parallel loop reduction(+: s)
    do i = 1, min(6, t%m%a%n)
      s = s + t%m%a%x(i)
    end do
    t%m%a%e = s
!$pointerchain region end
  end subroutine
  subroutine kernels(t)
    type(top_t), target :: t
    integer :: i
!$pointerchain region begin declare(t%m%a%p, t%m%a%n, &
!$pointerchain& t%m%a%e)
!$omp target map(tofrom: t%m%a%p(1:4))
    do i = 1, 4
      t%m%a%p(i) = t%m%a%p(i) + t%m%a%n
    end do
    t%m%a%e = t%m%a%p(2)
!$omp end target
!$pointerchain region end
  end subroutine
  subroutine inside_threads(t)
    type(top_t), target :: t
    integer :: i
!$omp parallel do
    do i = 1, 3
!$pointerchain region begin declare(t%m%list(i)%x)
      t%m%list(i)%x(1) = i
!$pointerchain region end
    end do
!$omp single
!$omp end single
  end subroutine
  subroutine apart(a, b)
    type(inner_t) :: a, b
!$pointerchain region begin declare(a%n)
    a%n = a%n + 1
    b%n = b%n + a%n
    a%n = a%n * b%n
!$pointerchain region end
  end subroutine
  subroutine transfers(t)
    integer :: i
    type(top_t), target :: t
    character(20) :: line
!$pointerchain region begin declare(t%m%a%n, t%m%a%e, &
!$pointerchain&   t%m%a%name)
    write (line, '(i12)') t%m%a%n
    read (line, *) t%m%a%e
    write (t%m%a%name, '(i3,a)') t%m%a%n, "it''s"(1:3)
    print *, t%m%a%n, (t%m%a%n, t%m%a%name(1:2), i = 1, 2)
!$pointerchain region end
  end subroutine
  subroutine splits(t)
    type(top_t), target :: t
!$pointerchain region begin declare(t%m%a%n, t%m%a%x)
    t%m%a%n = t%m & ! a comment
      & %a%n + t%m%a% &
      n; t%m%a%x( &
      1) = t%m%a%n
    if (t%m%a%n > &
        2) t%m%a%n = &
        1
!$pointerchain region end
  end subroutine
  subroutine leaves_split(t, k)
    type(top_t), target :: t
    integer :: k
!$pointerchain region begin declare(t%m%a%n)
    t%m%a%n = t%m%a%n + 1
    if (k == 2 &
        .and. t%m%a%n > 0) &
      return
    t%m%a%n = t%m%a%n + 1; if (k == 3) return; t%m%a%n = 9
!$pointerchain region end
  end subroutine
  subroutine names_taken(t)
    type(top_t), target :: t
    integer :: pc_m_a_n
    pc_m_a_n = 3
!$pointerchain region begin declare(t%m%a%n)
    t%m%a%n = t%m%a%n + pc_m_a_n
!$pointerchain region end
  end subroutine
  subroutine old_loops(t)
    type(top_t), target :: t
    integer :: i
!$pointerchain region begin declare(t%m%a%n, t%m%a%box)
    do 30 i = 1, 3
      t%m%a%n = t%m%a%n + i
30  t%m%a%box(i) = t%m%a%n
    do i = 1, t%m%a%n
      t%m%a%n = 2
    end do
!$pointerchain region end
  end subroutine
  subroutine in_branch(t, k)
    type(top_t), target :: t
    integer :: k
    if (k > 1) then
!$pointerchain declare(t%m%own%e)
!$pointerchain region begin
      t%m%own%e = t%m%own%e + t%m%a%n
!$pointerchain region end
    else if (k > 0) then
!$pointerchain region begin declare(t%m%own%n)
      t%m%own%n = t%m%own%n + 1
!$pointerchain region end
    end if
  end subroutine
  subroutine promised(t)
    type(top_t), target :: t
    interface
      subroutine outside(i)
        integer, intent(in) :: i
      end subroutine
    end interface
!$pointerchain promise(reads(outside))
!$pointerchain region begin declare(t%m%a%x, t%m%a%n)
    t%m%a%x(1) = t%m%a%n
    call outside(t%m%a%n)
!$pointerchain region end
  end subroutine
end module
subroutine outside(i)
  integer, intent(in) :: i
  print *, i
end subroutine
program main
  use types
  use work
  implicit none
  type(top_t), target :: t
  type(child_t), target :: c
  real(dp) :: r = 1
  integer :: k, i
  do k = 1, 9
    call fresh()
    call scalars(t, k); call tell('scalars')
    call arrays(t); call tell('arrays')
    call objects(t, 1 + mod(k, 3)); call tell('objects')
    call elements(t, 1 + mod(k, 2)); call tell('elements')
    i = ways_out(t, k); print *, k, i
    call tell('ways out')
    call calls(t, r); print *, r
    call tell('calls')
    call shadows(t); call tell('shadows')
    call pointers(t); call tell('pointers')
    call parents(c); call show('child', c%own); print *, c%extra
    call modules_variable(); call tell('module')
    call host_loops(t); call tell('host loops')
    call kernels(t); call tell('kernels')
    call inside_threads(t); call tell('threads')
    call apart(t%m%a, t%m%own); call tell('apart')
    call transfers(t); call tell('transfers')
    call splits(t); call tell('splits')
    call leaves_split(t, k); call tell('leaves split')
    call names_taken(t); call tell('names')
    call old_loops(t); call tell('old loops')
    call in_branch(t, mod(k, 3)); call tell('branch')
    call promised(t); call tell('promised')
  end do
contains
  subroutine fresh()
    integer :: n
    allocate (t%m)
    allocate (t%m%a, t%m%list(3))
    call build(t%m%a, k)
    call build(t%m%own, k + 1)
    do n = 1, 3
      call build(t%m%list(n), k + n)
    end do
    call build(c%own, k)
    global = t
  end subroutine
  subroutine tell(name)
    character(*), intent(in) :: name
    integer :: n
    call show(name, t%m%a)
    call show(name, t%m%own)
    do n = 1, 3
      call show(name, t%m%list(n))
    end do
  end subroutine
end program
