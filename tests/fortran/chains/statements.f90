module m
  implicit none
  type :: a_t
    integer :: n = 3
    real :: e = 1
    real, allocatable :: x(:)
  end type
  type :: s_t
    type(a_t), pointer :: a => null()
  end type
end module
program p
  use m
  implicit none
  type(s_t), target :: s
  integer :: i, k
  real :: t = 0
  allocate (s%a); allocate (s%a%x(20)); s%a%x = 1
!$pointerchain region declare(s%a%n)
  s%a%n = s%a%n + 1; k = 2
!$pointerchain region declare(s%a%n, s%a%x)
  do i = 1, s%a%n
    s%a%x(i) = s%a%x(i) + i
  end do  ! a comment
!$pointerchain region declare(s%a%n, s%a%x)
!$omp parallel do
  do i = 1, s%a%n
    s%a%x(i) = s%a%x(i) + i
  end do
!$omp end parallel do
!$pointerchain region declare(s%a%e, s%a%x)
!$omp parallel do reduction(+:t)
  do i = 1, 4
    t = t + s%a%x(i) * s%a%e
  end do
  if (k == 2) then
!$pointerchain region declare(s%a%e, s%a%x)
!$omp parallel
!$omp do
  do i = 1, 4
    s%a%x(i) = s%a%x(i) * s%a%e
  end do
!$omp end do
!$omp end parallel
  else
    k = 3
  end if
!$pointerchain region declare(s%a%n)
  do 10 i = 1, 4
    s%a%x(1) = s%a%x(1) + 1
10 s%a%n = s%a%n + 1
!$pointerchain region declare(s%a%e)
  if (k == 2) s%a%e = s%a%e + 2
  do i = 1, 3
!$pointerchain region declare(s%a%e)
    if (s%a%e > 10000) exit
!$pointerchain region declare(s%a%n, s%a%e)
    if (s%a%n > 3) then
      s%a%e = s%a%e + 1
      if (s%a%e > 1200) cycle
    else
      s%a%n = 4
    end if
!$pointerchain region declare(s%a%x)
!$omp atomic
    s%a%x(1) = s%a%x(1) + 1
!$pointerchain region declare(s%a%n, s%a%x)
!$omp target map(tofrom: s%a%x) &
!$omp   map(to: s%a%n)
    s%a%x(s%a%n) = 2
!$omp end target
  end do
!$pointerchain region declare(s%a%n, s%a%e)
  select case (s%a%n)
  case (4)
   s%a%e = s%a%e + 1
   case default
   s%a%e = 0
   end select
!$pointerchain region declare(s%a%x)
  where (s%a%x > 2)
    s%a%x(:) = s%a%x + 1
  end where
  print *, s%a%n, s%a%e, s%a%x, t
  call ways(s)
contains
  subroutine ways(s)
    type(s_t), target :: s
    integer :: j
    s%a%n = 1; s%a%e = 1; s%a%x = 1
    outer: do j = 1, 6
!$pointerchain region declare(s%a%n, s%a%e)
      inner: do i = 1, 3
        s%a%n = s%a%n + i
        if (s%a%n > 90) return
        if (mod(s%a%n, 7) == 2) cycle outer
        if (mod(s%a%n, 5) == 0) cycle
        s%a%e = s%a%e + &
          s%a%n; if (s%a%e > 400) exit outer
      end do inner
      print *, j, s%a%n, s%a%e
!$pointerchain declare(s%a%x)
!$pointerchain region declare(s%a%n) &
!$pointerchain&
!$acc parallel loop
      do i = 1, 4
        s%a%x(i) = s%a%n * s%a%x(i)
      end do
!$acc end parallel &
!$acc& loop ! the end
      print *, s%a%x
!$pointerchain region declare(s%a%x, s%a%n, s%a%e)
!$acc data copy(s%a%x)
!$acc parallel loop copy(s%a%x) default(none) firstprivate(s%a%n)
      do i = 1, 4
        s%a%x(i) = s%a%n + s%a%x(i) + s%a%e
      end do
!$acc end parallel loop
!$acc end data
      print *, s%a%x
!$pointerchain region declare(s%a%n)
      block
        s%a%n = s%a%n + 1
      end block
      print *, s%a%n
!$pointerchain region declare(s%a%n)
      print *, s%a%n
!$pointerchain region declare(s%a%n)
      if (s%a%n == 31) return
    end do outer
    print *, j, s%a%n, s%a%e
  end subroutine
end program
