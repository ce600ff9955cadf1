! SPDX-FileCopyrightText: The pointerchain developers
! SPDX-License-Identifier: Apache-2.0

program main
  use patches
  use pointerchain, only: pc_device_pointer
  use, intrinsic :: iso_c_binding, only: c_ptr, c_loc
  implicit none
  type(domain), target :: d
  type(c_ptr) :: there
  call build(d, 6)
  !$pointerchain deepcopy enter(d)
  there = pc_device_pointer(c_loc(d))
  !$omp target map(to: there)
  call step(there, 20)
  !$omp end target
  !$pointerchain deepcopy exit(d)
  print '(a, f20.12)', 'heat ', d%total
  print '(a, f20.12)', 'centre of the last patch ', d%patches(6)%u(5, 5)
end program
