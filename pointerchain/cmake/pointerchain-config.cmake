# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
#
# find_package(pointerchain) defines
#
#   pointerchain_enable(<target>...)   compile the targets' C and C++ sources through 'pointerchain cc'
#   pointerchain_disable(<target>...)  compile them without it again
#   pointerchain::headers              an interface library: where <pointerchain/...> is found
#   pointerchain::runtime              libpointerchain, a static library that is built in this project where a target
#                                      links it. A target that is enabled links what it needs by itself from CMake
#                                      3.21 on
#   pointerchain_EXECUTABLE            the command
#   pointerchain_NATIVE                whether targets are compiled through a small program that is built when the
#                                      first is enabled, and starts Python only where there may be directives (ON)
#
# find_package(pointerchain COMPONENTS cl_transfer cl_transfer_mpi) also defines
#
#   pointerchain::cl_transfer          an interface library: what programs with <pointerchain/cl_transfer.h> need,
#                                      which is the headers, OpenCL and threads
#   pointerchain::cl_transfer_mpi      the same with MPI, in the languages that the project has
#
# A launcher that the target has already, such as ccache, is run behind it: what ccache is given is then
# the translated source, under a path that depends on its content only.

cmake_minimum_required(VERSION 3.13...3.31)

set(_pointerchain_package "${CMAKE_CURRENT_LIST_DIR}")
get_filename_component(_pointerchain_package "${_pointerchain_package}" DIRECTORY)

# Beside this file in the installation first, so that the command and the headers are of one version; last, for a
# checkout that is installed in place, in the environment that it has.
set(_pointerchain_hints)
set(_pointerchain_environments)
set(_pointerchain_directory "${CMAKE_CURRENT_LIST_DIR}")
foreach(_pointerchain_up RANGE 6)
  get_filename_component(_pointerchain_directory "${_pointerchain_directory}" DIRECTORY)
  list(APPEND _pointerchain_hints "${_pointerchain_directory}/bin" "${_pointerchain_directory}/Scripts")
  list(APPEND _pointerchain_environments
       "${_pointerchain_directory}/.venv/bin" "${_pointerchain_directory}/venv/bin")
endforeach()
find_program(pointerchain_EXECUTABLE NAMES pointerchain HINTS ${_pointerchain_hints}
             PATHS ${_pointerchain_environments} DOC "the pointerchain command")
mark_as_advanced(pointerchain_EXECUTABLE)

if(NOT pointerchain_EXECUTABLE)
  set(pointerchain_FOUND FALSE)
  set(pointerchain_NOT_FOUND_MESSAGE "the command 'pointerchain' is not found: set pointerchain_EXECUTABLE")
  return()
endif()

if(NOT TARGET pointerchain::headers)
  if(EXISTS "${_pointerchain_package}/include/pointerchain")
    set(_pointerchain_include "${_pointerchain_package}/include")
  else()
    execute_process(COMMAND "${pointerchain_EXECUTABLE}" --includes
                    OUTPUT_VARIABLE _pointerchain_include OUTPUT_STRIP_TRAILING_WHITESPACE)
    separate_arguments(_pointerchain_include UNIX_COMMAND "${_pointerchain_include}")
    string(REGEX REPLACE "^-I" "" _pointerchain_include "${_pointerchain_include}")
  endif()
  add_library(pointerchain::headers INTERFACE IMPORTED)
  set_target_properties(pointerchain::headers PROPERTIES
                        INTERFACE_INCLUDE_DIRECTORIES "${_pointerchain_include}")
endif()

# The runtime of deep copies, compiled in C, or in C++ where the project has no C.
if(NOT TARGET pointerchain_runtime)
  if(EXISTS "${_pointerchain_package}/runtime/pointerchain.c")
    set(_pointerchain_source "${_pointerchain_package}/runtime/pointerchain.c")
  else()
    execute_process(COMMAND "${pointerchain_EXECUTABLE}" --cmake-dir
                    OUTPUT_VARIABLE _pointerchain_source OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(_pointerchain_source "${_pointerchain_source}/../runtime/pointerchain.c")
  endif()
  get_property(_pointerchain_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(EXISTS "${_pointerchain_source}" AND _pointerchain_languages MATCHES "(^|;)(C|CXX)(;|$)")
    if(NOT "C" IN_LIST _pointerchain_languages)
      set_source_files_properties("${_pointerchain_source}" PROPERTIES LANGUAGE CXX)
    endif()
    add_library(pointerchain_runtime STATIC EXCLUDE_FROM_ALL "${_pointerchain_source}")
    set_target_properties(pointerchain_runtime PROPERTIES
                          OUTPUT_NAME pointerchain POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden
                          CXX_VISIBILITY_PRESET hidden C_COMPILER_LAUNCHER "" CXX_COMPILER_LAUNCHER "")
    target_compile_options(pointerchain_runtime PRIVATE -fexceptions)
    find_package(Threads QUIET)
    target_link_libraries(pointerchain_runtime PUBLIC pointerchain::headers ${CMAKE_THREAD_LIBS_INIT})
    add_library(pointerchain::runtime ALIAS pointerchain_runtime)
  endif()
endif()

# A component is an interface library of its name that links what it needs; what is missing is the reason why it is not
# found.
function(_pointerchain_component name)
  set(links pointerchain::headers)
  if(name STREQUAL "cl_transfer")
    set(packages OpenCL Threads)
    list(APPEND links OpenCL::OpenCL Threads::Threads)
  elseif(name STREQUAL "cl_transfer_mpi")
    set(packages OpenCL Threads MPI)
    list(APPEND links OpenCL::OpenCL Threads::Threads)
    foreach(language IN LISTS _pointerchain_languages)
      list(APPEND links MPI::MPI_${language})
    endforeach()
  else()
    set(pointerchain_${name}_FOUND FALSE PARENT_SCOPE)
    set(_pointerchain_missing "it has no component '${name}': there are cl_transfer and cl_transfer_mpi" PARENT_SCOPE)
    return()
  endif()
  foreach(package IN LISTS packages)
    if(NOT ${package}_FOUND)
      set(pointerchain_${name}_FOUND FALSE PARENT_SCOPE)
      set(_pointerchain_missing "the component '${name}' needs ${package}, which is not found" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(pointerchain_${name}_FOUND TRUE PARENT_SCOPE)
  if(NOT TARGET pointerchain::${name})
    add_library(pointerchain::${name} INTERFACE IMPORTED)
    set_target_properties(pointerchain::${name} PROPERTIES INTERFACE_LINK_LIBRARIES "${links}")
  endif()
endfunction()

foreach(_pointerchain_name IN LISTS pointerchain_FIND_COMPONENTS)
  if(_pointerchain_name MATCHES "^cl_transfer(_mpi)?$")
    find_package(OpenCL QUIET)
    find_package(Threads QUIET)
  endif()
  if(_pointerchain_name STREQUAL "cl_transfer_mpi")
    get_property(_pointerchain_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    list(FILTER _pointerchain_languages INCLUDE REGEX "^(C|CXX)$")
    find_package(MPI QUIET COMPONENTS ${_pointerchain_languages})
  endif()
  _pointerchain_component("${_pointerchain_name}")
  if(NOT pointerchain_${_pointerchain_name}_FOUND AND pointerchain_FIND_REQUIRED_${_pointerchain_name})
    set(pointerchain_FOUND FALSE)
    set(pointerchain_NOT_FOUND_MESSAGE "${_pointerchain_missing}")
    return()
  endif()
endforeach()

option(pointerchain_NATIVE "Compile sources without directives without starting Python" ON)
mark_as_advanced(pointerchain_NATIVE)

# The launcher of the targets: 'pointerchain;cc', or the program that stands for it.
function(_pointerchain_launcher result)
  set(launcher "${pointerchain_EXECUTABLE}" cc)
  set(compiler "${CMAKE_C_COMPILER}")
  if(NOT compiler)
    set(compiler "${CMAKE_CXX_COMPILER}")
  endif()
  if(pointerchain_NATIVE AND compiler AND NOT CMAKE_CROSSCOMPILING)
    get_property(front GLOBAL PROPERTY _pointerchain_front)
    if(NOT front)
      set(front "${CMAKE_BINARY_DIR}/CMakeFiles/pointerchain-cc")
      execute_process(COMMAND "${pointerchain_EXECUTABLE}" cc --native "${front}" "${compiler}"
                      RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
      if(failed)
        set(front none)
      endif()
      set_property(GLOBAL PROPERTY _pointerchain_front "${front}")
    endif()
    if(NOT front STREQUAL "none")
      set(launcher "${front}")
    endif()
  endif()
  set(${result} "${launcher}" PARENT_SCOPE)
endfunction()

function(_pointerchain_check_generator)
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(WARNING "pointerchain_enable: generator '${CMAKE_GENERATOR}' runs no compiler launcher; "
                    "use Ninja or Makefiles")
  endif()
endfunction()

function(pointerchain_enable)
  if(NOT ARGN)
    message(FATAL_ERROR "pointerchain_enable: no target given")
  endif()
  _pointerchain_check_generator()
  _pointerchain_launcher(own)
  foreach(target IN LISTS ARGN)
    if(NOT TARGET "${target}")
      message(FATAL_ERROR "pointerchain_enable: '${target}' is no target")
    endif()
    foreach(language IN ITEMS C CXX)
      get_target_property(launcher "${target}" ${language}_COMPILER_LAUNCHER)
      if(NOT launcher)
        set(launcher "")
      endif()
      list(FIND launcher "${pointerchain_EXECUTABLE}" found)
      list(GET own 0 first)
      list(FIND launcher "${first}" found_first)
      if(found EQUAL -1 AND found_first EQUAL -1)
        set_property(TARGET "${target}" PROPERTY ${language}_COMPILER_LAUNCHER ${own} ${launcher})
      endif()
      get_target_property(linker "${target}" ${language}_LINKER_LAUNCHER)
      if(NOT linker)
        set(linker "")
      endif()
      list(FIND linker "${pointerchain_EXECUTABLE}" found)
      if(found EQUAL -1)
        set_property(TARGET "${target}" PROPERTY
                     ${language}_LINKER_LAUNCHER "${pointerchain_EXECUTABLE}" cc ${linker})
      endif()
    endforeach()
  endforeach()
endfunction()

function(pointerchain_disable)
  foreach(target IN LISTS ARGN)
    foreach(language IN ITEMS C CXX)
      get_target_property(linker "${target}" ${language}_LINKER_LAUNCHER)
      if(linker)
        list(FIND linker "${pointerchain_EXECUTABLE}" found)
        if(NOT found EQUAL -1)
          list(REMOVE_AT linker ${found})
          list(REMOVE_AT linker ${found})
          set_property(TARGET "${target}" PROPERTY ${language}_LINKER_LAUNCHER ${linker})
        endif()
      endif()
      get_target_property(launcher "${target}" ${language}_COMPILER_LAUNCHER)
      set(before "${launcher}")
      if(launcher)
        list(FIND launcher "${pointerchain_EXECUTABLE}" found)
        if(NOT found EQUAL -1)
          list(REMOVE_AT launcher ${found})
          list(REMOVE_AT launcher ${found})
        endif()
        get_property(front GLOBAL PROPERTY _pointerchain_front)
        if(front)
          list(REMOVE_ITEM launcher "${front}")
        endif()
        if(NOT "${launcher}" STREQUAL "${before}")
          set_property(TARGET "${target}" PROPERTY ${language}_COMPILER_LAUNCHER ${launcher})
        endif()
      endif()
    endforeach()
  endforeach()
endfunction()
