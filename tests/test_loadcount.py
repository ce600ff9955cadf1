# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The demonstration's count of loads, on assembly written by hand."""

from __future__ import annotations

import pytest

from pointerchain.loads import assembly as loadcount

# The block at .L4 belongs to the loop although it stands behind the function's return.
X86 = """\
other:
    movq (%rax), %rax
    .size other, .-other
hot:
.LFB0:
    .cfi_startproc
    movq 8(%rdi), %rax
    jmp .L2
.L3:
    addsd (%rcx), %xmm0     # one load
    movq 16(%rdi), %rcx     # one load, of a pointer
    leaq 8(%rcx), %rcx
    movsd %xmm0, (%rdx)
    comisd %xmm0, %xmm1
    ja .L4
.L2:
    cmpl $3, 4(%rsi)        # one load
    jne .L3
    movq 24(%rdi), %rax
    ret
.L4:
    divsd .LC0(%rip), %xmm0 # one load
    addl $1, (%rsi)         # one load
    jmp .L2
    .size hot, .-hot
"""

ARM = """\
hot:
    ldr x1, [x0, #8]
.L2:
    ldp d0, d1, [x1]        // two loads
    ldr x2, [x1, #16]       // one load, of a pointer
    str d0, [x2, #8]
    fdiv d0, d0, d1
    subs w3, w3, #1
    b.ne .L2
    ret
    .size hot, .-hot
"""


@pytest.mark.parametrize(("assembly", "loads"), [(X86, (5, 1)), (ARM, (3, 1))], ids=["x86-64", "AArch64"])
def test_loads_of_the_innermost_loop_that_divides(assembly: str, loads: tuple[int, int]) -> None:
    assert loadcount.hot_loop_loads(assembly, "hot") == loads


def test_says_what_it_cannot_find() -> None:
    with pytest.raises(ValueError, match="no function cold"):
        loadcount.hot_loop_loads(X86, "cold")
    with pytest.raises(ValueError, match="no loop that divides in other"):
        loadcount.hot_loop_loads(X86, "other")
