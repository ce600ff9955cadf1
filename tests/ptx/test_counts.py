# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501
"""What is counted: classes, pointer loads, totals."""

from __future__ import annotations

import pytest
from samples import HEAD, TRAPS, TRAPS_INSTRUCTIONS, kernel

from pointerchain.ptx.counts import count, total
from pointerchain.ptx.opcodes import CLASSES, opcode
from pointerchain.ptx.pointers import pointer_loads
from pointerchain.ptx.reader import read

OPCODES = {
    "global_load": "ld.global.u64 ld.global.nc.f32 ldu.global.u32 ld.volatile.global.u32 ld.relaxed.gpu.global.u32 "
    "ld.global.L1::no_allocate.L2::128B.v4.u32 wmma.load.a.sync.aligned.row.m16n16k16.global.f16 multimem.ld_reduce.relaxed.sys.global.add.f32",
    "global_store": "st.global.f64 st.global.v2.u32 st.release.sys.global.b32 st.weak.global.u8 multimem.st.weak.global.f32",
    "constant_load": "ld.const.f32 ld.const[3].u32",
    "parameter_load": "ld.param.u64 ld.param::entry.u32 ld.param::func.b32",
    "parameter_store": "st.param.b32 st.param::func.b64",
    "shared_load": "ld.shared.u32 ld.shared::cluster.u32 ldmatrix.sync.aligned.m8n8.x4.shared.b16",
    "shared_store": "st.shared.u32 st.shared::cta.v4.f32 st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 "
    "stmatrix.sync.aligned.m8n8.x1.shared.b16",
    "local_load": "ld.local.u32",
    "local_store": "st.local.v2.f32",
    "generic_load": "ld.u64 ld.volatile.u32 ld.f64 ldu.b32",
    "generic_store": "st.u64 st.volatile.f32",
    "address_conversion": "cvta.to.global.u64 cvta.local.u64 isspacep.global mapa.shared::cluster.u32",
    "integer": "add.s32 mad.lo.s32 mul.wide.u32 shl.b32 mov.u32 mov.b64 mov.pred setp.lt.s32 cvt.u64.u32 selp.b32 "
    "lop3.b32 prmt.b32 bfe.u32 dp4a.s32.s32 and.pred popc.b32 shfl.sync.idx.b32 vadd.s32.s32.s32 "
    "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 set.lt.u32.s32 "
    "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 tcgen05.mma.cta_group::1.kind::i8 tcgen05.mma.sp.cta_group::2.kind::i8",
    "floating_point": "add.f32 fma.rn.f64 mul.f16x2 mov.f64 setp.lt.f32 cvt.rn.f32.s32 cvt.rzi.s32.f64 selp.f32 "
    "rcp.approx.ftz.f32 add.bf16x2 mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 set.lt.u32.f32 "
    "testp.nan.f32 cvt.rn.satfinite.e4m3x2.f32 neg.bf16 wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 "
    "tcgen05.mma.cta_group::1.kind::f16 tcgen05.mma.ws.cta_group::1.kind::tf32 tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::4X",
    "control": "bra bra.uni brx.idx call call.uni ret ret.uni exit trap brkpt",
    "synchronisation": "bar.sync bar.warp.sync barrier.cluster.arrive membar.gl fence.acq_rel.gpu atom.global.add.u32 "
    "red.shared.add.f32 vote.sync.any.pred match.any.sync.b32 activemask.b32 redux.sync.add.s32 mbarrier.init.b64 "
    "griddepcontrol.wait elect.sync cp.async.commit_group cp.async.wait_all wgmma.fence.sync.aligned nanosleep.u32 "
    "cp.async.mbarrier.arrive.noinc.b64 cp.async.mbarrier.arrive.shared::cta.b64 cp.async.bulk.commit_group "
    "cp.async.bulk.wait_group.read cp.async.wait_group wgmma.commit_group.sync.aligned wgmma.wait_group.sync.aligned "
    "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
    "tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 tcgen05.wait::ld.sync.aligned "
    "tcgen05.fence::before_thread_sync multimem.red.relaxed.sys.global.add.f32",
    "other": "prefetch.global.L1 tex.2d.v4.f32.f32 suld.b.1d.b32.trap txq.width.b32 cp.async.ca.shared.global "
    "pmevent createpolicy.fractional.L2::evict_last.b64 setmaxnreg.inc.sync.aligned.u32 "
    "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 "
    "multimem.cp.async.bulk.global.shared::cta.bulk_group tensormap.replace.tile.rank.global.b1024.b32 movmatrix.sync.aligned.m8n8.trans.b16 "
    "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 tcgen05.ld.sync.aligned.32x32b.x2.b32 tcgen05.st.sync.aligned.32x32b.x2.b32 "
    "tcgen05.cp.cta_group::1.128x256b tcgen05.shift.cta_group::1.down alloca.u64 frobnicate.f32",
}


@pytest.mark.parametrize("name", OPCODES)
def test_classes(name: str) -> None:
    assert {text: opcode(text).category for text in OPCODES[name].split()} == dict.fromkeys(
        OPCODES[name].split(), name
    )


def test_every_class_is_tested_and_only_what_is_new_is_unknown() -> None:
    assert list(OPCODES) == list(CLASSES)
    known = {text for names in OPCODES.values() for text in names.split() if opcode(text).known}
    assert {text for names in OPCODES.values() for text in names.split()} - known == {"frobnicate.f32"}


# '!' stands before each load that fetches a pointer.
POINTERS = {
    "a chain": "ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd2, %rd1; !ld.global.u64 %rd3, [%rd2]; "
    "cvta.to.global.u64 %rd4, %rd3; !ld.global.nc.u64 %rd5, [%rd4+8]; ld.global.f64 %fd1, [%rd5];",
    "a value": "ld.global.u64 %rd3, [%rd2]; st.global.u64 [%rd2], %rd3;",
    "an index": "ld.global.u64 %rd3, [%rd2]; shl.b64 %rd4, %rd3, 3; add.s64 %rd5, %rd2, %rd4; ld.global.f64 %fd1, [%rd5];",
    "a base": "!ld.global.u64 %rd3, [%rd2]; shl.b64 %rd4, %rd9, 3; add.s64 %rd5, %rd4, %rd3; st.global.f64 [%rd5], %fd1;",
    "mad": "!ld.u64 %rd3, [%rd2]; mad.wide.s32 %rd4, %r1, 8, %rd3; ld.f64 %fd1, [%rd4];",
    "a factor of mad": "ld.u64 %rd3, [%rd2]; mad.lo.s64 %rd4, %rd3, 8, %rd9; ld.f64 %fd1, [%rd4];",
    "sub": "!ld.u64 %rd3, [%rd2]; ld.u64 %rd6, [%rd2]; sub.s64 %rd4, %rd3, %rd6; ld.f64 %fd1, [%rd4];",
    "selp": "!ld.u64 %rd3, [%rd2]; !ld.u64 %rd4, [%rd2+8]; selp.b64 %rd5, %rd3, %rd4, %p1; st.f64 [%rd5], %fd1;",
    "the result of a loop": "L: !ld.u64 %rd3, [%rd3]; @%p bra L;",
    "used before it is loaded": "L: ld.f64 %fd1, [%rd4]; mov.u64 %rd4, %rd3; !ld.u64 %rd3, [%rd2]; bra L;",
    "32 bits": "ld.u32 %r3, [%rd2]; cvt.u64.u32 %rd3, %r3; ld.f64 %fd1, [%rd3];",
    "signed and untyped": "!ld.s64 %rd3, [%rd2]; !ld.b64 %rd4, [%rd3]; st.u8 [%rd4], 1;",
    "a double is no pointer": "ld.f64 %fd3, [%rd2]; mov.b64 %rd3, %fd3; ld.f64 %fd1, [%rd3];",
    "a vector": "!ld.global.v2.u64 {%rd3, %rd4}, [%rd2]; ld.f64 %fd1, [%rd4];",
    "through a warp": "!ld.u64 %rd3, [%rd2]; mov.b64 {%r1,%r2}, %rd3; shfl.sync.idx.b32 %r1, %r1, 0, 31, -1; "
    "shfl.sync.idx.b32 %r2|%p1, %r2, 0, 31, -1; mov.b64 %rd4, {%r1,%r2}; ld.f64 %fd1, [%rd4];",
    "atomics": "!ld.u64 %rd3, [%rd2]; atom.global.add.f64 %fd1, [%rd3], %fd2;",
    "constant, shared and local": "!ld.const.u64 %rd3, [c]; !ld.shared.u64 %rd4, [s]; !ld.local.u64 %rd5, [l]; "
    "st.u8 [%rd3], 1; st.u8 [%rd4], 1; st.u8 [%rd5], 1;",
    "a parameter of the kernel": "ld.param.u64 %rd3, [p]; ld.f64 %fd1, [%rd3];",
    "another register of the same name": "{ .reg .b64 %rd3; ld.u64 %rd3, [%rd2]; st.global.u64 [%rd2], %rd3; } "
    "ld.f64 %fd1, [%rd3];",
    "one in a block of its own": "{ .reg .b64 %t<4>, %u; !ld.u64 %t1, [%rd2]; mov.u64 %u, %t1; ld.f64 %fd1, [%u]; }",
    "an array of registers": "{ .reg .b64 %t<4>; ld.u64 %t3, [%rd2]; } { .reg .b64 %t<4>; ld.f64 %fd1, [%t3]; }",
}  # fmt: skip


@pytest.mark.parametrize("name", POINTERS)
def test_pointer_loads(name: str) -> None:
    data = kernel(POINTERS[name].replace("!", ""))
    (function,) = read(data)
    text = data.decode()
    body = kernel(POINTERS[name]).decode()
    marked = [text.count(";", 0, at) for at in _places(body)]
    at = [text.count(";", 0, function.instructions[index].at) for index in pointer_loads(function)]
    assert at == marked


def _places(body: str) -> list[int]:
    """The offsets of the '!', as they are without them."""
    return [at - number for number, at in enumerate(at for at, char in enumerate(body) if char == "!")]


def test_pointers_of_32_bits() -> None:
    data = kernel("ld.u32 %r1, [%r2]; ld.u64 %rd1, [%r1];").replace(b"size 64", b"size 32")
    assert pointer_loads(read(data)[0]) == [0]


def test_counts_of_a_file() -> None:
    result = count("traps.ptx", TRAPS)
    assert result.instructions == TRAPS_INSTRUCTIONS
    assert result.lines == TRAPS.count(b"\n")
    assert (result.versions, result.targets) == (("8.5",), ("sm_80,debug",))
    assert [(each.name, each.instructions, each.in_loops) for each in result.functions] == [
        ("helper2", 2, 0),
        ("unified_one", 1, 0),
        ("forward", 11, 6),
    ]
    assert [each.name for each in result.kernels] == ["forward"]
    for each in result.functions:
        assert sum(each.classes.values()) == each.instructions == each.opcodes.total()
        assert sum(each.classes_in_loops.values()) == each.in_loops
        assert TRAPS.splitlines()[each.line - 1].find(each.name.encode()) > 0
    everything = total(result.functions)
    assert everything.instructions == TRAPS_INSTRUCTIONS
    assert everything.by_depth == (8, 5, 1)


def test_no_instruction_and_no_function() -> None:
    empty = count("empty.ptx", kernel(""))
    assert (empty.instructions, empty.kernels[0].by_depth) == (0, (0,))
    assert count("none.ptx", HEAD.encode()).functions == ()
    assert total(()).instructions == 0


def test_unknown_opcodes_are_counted_and_told() -> None:
    result = count("new.ptx", kernel("frobnicate.new %q1; ret;"))
    assert result.unknown == ("frobnicate.new",)
    assert result.kernels[0].classes["other"] == 1
