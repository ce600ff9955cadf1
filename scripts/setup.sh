#!/usr/bin/env bash
# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0

# Install the compilers that the tests use where that is possible (as root, with apt-get), and say
# exactly what is missing where it is not. Does nothing where everything is there. Exits with 1 only
# when something is missing without which no test can run.
# shellcheck disable=SC2317 # the checks are called by their names in the table
set -uo pipefail

PYTHON=${PYTHON:-python3}

have_gcc() { command -v gcc > /dev/null; }
have_gxx() { command -v g++ > /dev/null; }
have_venv() { "$PYTHON" -c 'import ensurepip, venv' 2> /dev/null; }
have_clang() { command -v clang-19 > /dev/null; }
have_clang_file() { have_clang && [ "$(clang-19 "-print-file-name=$1")" != "$1" ]; }
have_clang_program() { have_clang && [ -x "$(clang-19 "-print-prog-name=$1")" ]; }
have_clang_rt() { have_clang_file "libclang_rt.asan-$(uname -m).a" || have_clang_file libclang_rt.asan.a; }
have_omp() { have_clang_file libomptarget.so && have_clang_file libomp.so; }
have_lld() { have_clang_program ld.lld; }
have_symbolizer() { command -v llvm-symbolizer-19 > /dev/null || command -v llvm-symbolizer > /dev/null; }
have_tools() { have_clang_program clang-linker-wrapper; }
have() { command -v "$1" > /dev/null; }
have_valgrind() { have valgrind; }
have_ccache() { have ccache; }
have_distcc() { have distcc; }
have_mpicc() { have mpicc; }
have_mpirun() { have mpirun; }
have_cmake() { have cmake; }
have_ninja() { have ninja; }
have_gdb() { have gdb; }
have_pkg_config() { have pkg-config; }
have_gfortran() { have gfortran; }
have_flang() { have flang-new-19; }
have_patch() { have patch; }
have_nvptx() { have_gcc && [ -x "$(gcc -print-prog-name=accel/nvptx-none/mkoffload)" ]; }
have_busybox() { have busybox; }
have_fish() { have fish; }
have_groff() { have groff; }
have_pocl() { grep -qs pocl /etc/OpenCL/vendors/*.icd; }
have_opencl_headers() { [ -e /usr/include/CL/cl.h ] || [ -e /usr/local/include/CL/cl.h ]; }
have_opencl_loader() { have gcc && [ "$(gcc -print-file-name=libOpenCL.so)" != libOpenCL.so ]; }
have_benchmark() { [ -e /usr/include/benchmark/benchmark.h ] || [ -e /usr/local/include/benchmark/benchmark.h ]; }

# check | Debian package | what it is for | is it needed at all
needs='
have_gcc|gcc libc6-dev|the C compiler of all run tests|yes
have_gxx|g++|the C++ compiler of all run tests|yes
have_venv|python3-venv|the virtual environment|yes
have_clang|clang-19|the second compiler of the run tests|no
have_clang_rt|libclang-rt-19-dev|the sanitizers of the run tests|no
have_omp|libomp-19-dev|the separate-memory tests|no
have_lld|lld-19|the separate-memory tests|no
have_tools|clang-tools-19|the separate-memory tests|no
have_symbolizer|llvm-19|names and columns in profiles of accesses|no
have_nvptx|gcc-offload-nvptx|the OpenACC builds for a GPU|no
have_valgrind|valgrind|the memory checks of the deep-copy runtime|no
have_benchmark|libbenchmark-dev|the deep-copy microbenchmarks|no
have_ccache|ccache|the launcher with ccache|no
have_distcc|distcc|the launcher with distcc|no
have_mpicc|libopenmpi-dev|the launcher with mpicc, images over MPI|no
have_mpirun|openmpi-bin|images over MPI|no
have_cmake|cmake|the CMake package|no
have_ninja|ninja-build|the CMake package|no
have_gdb|gdb|the debug information of translated sources|no
have_pkg_config|pkg-config|the pkg-config file of the headers|no
have_busybox|busybox-static|the run of a kit where there is nothing else|no
have_gfortran|gfortran|deep copies of Fortran types|no
have_flang|flang-19|deep copies of Fortran types|no
have_opencl_headers|opencl-headers|transfers as OpenCL commands|no
have_opencl_loader|ocl-icd-opencl-dev|transfers as OpenCL commands|no
have_pocl|pocl-opencl-icd|transfers as OpenCL commands|no
have_patch|patch|the patches that --diff prints|no
have_fish|fish|the completions of a shell|no
have_groff|groff-base|the manual page|no
'

missing_packages() {
  while IFS='|' read -r check package _ _; do
    if [ -n "$check" ] && ! "$check"; then echo "$package"; fi
  done <<< "$needs"
}

packages=$(missing_packages | tr '\n' ' ')
if [ -n "${packages// /}" ] && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "setup: installing $packages"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq || echo "setup: apt-get update failed" >&2
  install() { apt-get install -qq -y --no-install-recommends "$@" > /dev/null; }
  # At once, which is quicker; else one by one, so that one that this release does not have keeps none of
  # the others away. (Unquoted: a line of the table may name two.)
  # shellcheck disable=SC2086
  if ! install $packages; then
    for package in $packages; do
      install "$package" || echo "setup: apt-get could not install $package" >&2
    done
  fi
fi

status=0
while IFS='|' read -r check package use needed; do
  [ -z "$check" ] && continue
  "$check" && continue
  if [ "$needed" = yes ]; then
    echo "setup: missing, and nothing can be tested without it: Debian package $package ($use)" >&2
    status=1
  else
    echo "setup: missing: Debian package $package ($use); the tests that use it are skipped" >&2
  fi
done <<< "$needs"
if [ "$status" != 0 ]; then echo "setup: install it as root, or name another Python: make test PYTHON=..." >&2; fi
exit "$status"
