# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Names of intrinsic procedures, and of those of OpenMP's and OpenACC's libraries, by what they do."""

FUNCTIONS = frozenset(
    "abs achar acos acosh adjustl adjustr aimag aint all alog amax1 amin1 anint any asin asinh atan "
    "atan2 atanh bessel_j0 bessel_j1 bessel_jn bessel_y0 bessel_y1 bessel_yn bge bgt bit_size ble blt "
    "btest ceiling char cmplx conjg cos cosh count cshift dabs dble dcos dexp digits dim dlog dmax1 "
    "dmin1 dot_product dprod dshiftl dshiftr dsin dsqrt eoshift epsilon erf erfc erfc_scaled exp "
    "exponent findloc float floor fraction gamma huge hypot iabs iachar iall iand iany ibclr ibits "
    "ibset ichar idint ieor ifix index int ior iparity ishft ishftc kind lbound leadz len len_trim "
    "lge lgt lle llt log log10 log_gamma logical maskl maskr matmul max max0 maxexponent maxloc "
    "maxval merge merge_bits min min0 minexponent minloc minval mod modulo nearest new_line nint "
    "norm2 not pack parity popcnt poppar precision product radix range real repeat reshape rrspacing "
    "scale scan selected_char_kind selected_int_kind selected_real_kind set_exponent shape shifta "
    "shiftl shiftr sign sin sinh size sngl spacing spread sqrt storage_size sum tan tanh tiny trailz "
    "transfer transpose trim ubound unpack verify".split()
)
"""Functions that read their arguments and nothing else."""
ASKING = frozenset("allocated associated extends_type_of is_contiguous present same_type_as".split())
"""Functions that ask of their arguments what is no value."""
ADDRESSES = frozenset("c_associated c_funloc c_loc c_sizeof loc".split())
"""Functions that take an address."""
QUIET = frozenset(
    "acc_get_device_num acc_get_num_devices acc_on_device command_argument_count compiler_options "
    "compiler_version num_images omp_get_default_device omp_get_initial_device omp_get_level "
    "omp_get_max_threads omp_get_num_devices omp_get_num_procs omp_get_num_teams omp_get_num_threads "
    "omp_get_team_num omp_get_thread_num omp_get_wtick omp_get_wtime omp_in_parallel "
    "omp_is_initial_device this_image".split()
)
"""Functions that change nothing of the program's."""
SUBROUTINES = frozenset(
    "c_f_pointer cpu_time date_and_time execute_command_line get_command get_command_argument "
    "get_environment_variable move_alloc mvbits random_init random_number random_seed system_clock".split()
)
"""Intrinsic subroutines: they may change what they are given, and nothing else."""
