# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Names of headers that come with a compiler or a system, and hold no directive.

Where the directories of a command have no file of such a name, it is not looked for any further. Most
compiles ask for no others; what is missing here only costs a look into the compiler's directories.

Loaded in every compile.
"""

from __future__ import annotations

C = (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign "
    "stdarg stdatomic stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string tgmath "
    "threads time uchar wchar wctype"
)
CXX = (
    "algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv "
    "chrono cinttypes ciso646 climits clocale cmath codecvt compare complex concepts condition_variable "
    "coroutine csetjmp csignal cstdalign cstdarg cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath "
    "ctime cuchar cwchar cwctype cxxabi.h deque exception execution expected filesystem format "
    "forward_list fstream functional future generator initializer_list iomanip ios iosfwd iostream "
    "istream iterator latch limits list locale map mdspan memory memory_resource mutex new numbers "
    "numeric optional ostream print queue random ranges ratio regex scoped_allocator semaphore set "
    "shared_mutex source_location span spanstream sstream stack stacktrace stdexcept stdfloat stop_token "
    "streambuf string string_view strstream syncstream system_error thread tuple type_traits typeindex "
    "typeinfo unordered_map unordered_set utility valarray variant vector version"
)
SYSTEM = (
    "aio alloca byteswap cpio dirent dlfcn elf endian execinfo fcntl fmtmsg fnmatch "
    "ftw getopt glob grp iconv ifaddrs langinfo libgen monetary mqueue ndbm netdb "
    "nl_types poll pthread pwd sched semaphore spawn strings stropts syslog termios "
    "ucontext ulimit unistd utime utmpx wordexp immintrin x86intrin xmmintrin emmintrin "
    "pmmintrin tmmintrin smmintrin nmmintrin ammintrin wmmintrin mmintrin arm_neon arm_sve cpuid quadmath "
    "omp openacc unwind"
)
BELOW = (
    *("sys/", "bits/", "asm/", "asm-generic/", "linux/", "gnu/", "arpa/", "netinet/"),
    "pointerchain/",  # our own, whose directory is not looked into
)
"""The directories of such headers, and of our own."""

NAMES = frozenset(CXX.split()).union([name + ".h" for name in (C + " " + SYSTEM).split()])


# What only these headers include, by the name alone and by the ends of names.
_WITHIN = "features features-time64 libintl malloc mm3dnow mm_malloc paths stdc-predef syscall xlocale"
SHADOWED = NAMES.union([name + ".h" for name in _WITHIN.split()])
"""The headers of the system in whose place a header of the user's may be found by another one of these."""
SHADOWED_END = "intrin.h"
FOLDERS = frozenset(
    [name.rstrip("/") for name in BELOW[:-1]]
    + "backward debug decimal experimental ext machine parallel pstl rpc tr1 tr2".split()
)
"""The directories of such headers."""


def is_standard(name: str) -> bool:
    """Whether a header of that name, found in no directory of the command, may be left unread."""
    return name in NAMES or name.startswith(BELOW)
