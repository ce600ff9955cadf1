! SPDX-FileCopyrightText: The pointerchain developers
! SPDX-License-Identifier: Apache-2.0

! A domain of patches of different sizes, each with its field and a list of sources of heat.
module patches
  implicit none
  integer, parameter :: dp = kind(1.d0)

  type :: source
    integer :: i = 0, j = 0
    real(dp) :: power = 0
    type(source), pointer :: next => null()
  end type

  type :: patch
    character(len=:), allocatable :: name
    real(dp), allocatable :: u(:,:), v(:,:)
    type(source), pointer :: sources => null()
  end type

  type :: domain
    type(patch), allocatable :: patches(:)
    real(dp) :: total = 0
  end type
  !$pointerchain types
contains
  subroutine build(d, n)
    type(domain), intent(inout) :: d
    integer, intent(in) :: n
    type(source), pointer :: new
    integer :: k, s
    allocate(d%patches(n))
    do k = 1, n
      associate (p => d%patches(k))
        p%name = repeat('p', k)
        allocate(p%u(0:8+k, 0:10), p%v(0:8+k, 0:10))
        p%u = k
        p%v = k
        do s = 1, k
          allocate(new)
          new%i = s
          new%j = 5
          new%power = 0.5_dp * s
          new%next => p%sources
          p%sources => new
        end do
      end associate
    end do
  end subroutine

  ! What runs on the device: 'where' is the domain's address there.
  subroutine step(where, steps)
    use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
    type(c_ptr), value :: where
    integer, intent(in) :: steps
    type(domain), pointer :: d
    type(patch), pointer :: p
    type(source), pointer :: s
    integer :: t, k, i, j
    !$omp declare target
    call c_f_pointer(where, d)
    d%total = 0
    do k = 1, size(d%patches)
      p => d%patches(k)
      do t = 1, steps
        s => p%sources
        do while (associated(s))
          p%u(s%i, s%j) = p%u(s%i, s%j) + s%power
          s => s%next
        end do
        do j = lbound(p%u, 2) + 1, ubound(p%u, 2) - 1
          do i = lbound(p%u, 1) + 1, ubound(p%u, 1) - 1
            p%v(i, j) = 0.25_dp * (p%u(i-1, j) + p%u(i+1, j) + p%u(i, j-1) + p%u(i, j+1))
          end do
        end do
        do j = lbound(p%u, 2) + 1, ubound(p%u, 2) - 1
          do i = lbound(p%u, 1) + 1, ubound(p%u, 1) - 1
            p%u(i, j) = p%v(i, j)
          end do
        end do
      end do
      do j = lbound(p%u, 2), ubound(p%u, 2)
        do i = lbound(p%u, 1), ubound(p%u, 1)
          d%total = d%total + p%u(i, j)
        end do
      end do
    end do
  end subroutine
end module
