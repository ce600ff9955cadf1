# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What an opcode does: its class, and its part in the control flow.

The classes follow the groups of PTX ISA 9.0, chapter 9.7. Loads and stores are
split by their state space; without one an address is generic.
"""

from __future__ import annotations

from pointerchain.lazy import NamedTuple, lazy_pattern

# In the order of the reports.
CLASSES = (
    *("global_load", "global_store", "constant_load", "parameter_load", "parameter_store"),
    *("shared_load", "shared_store", "local_load", "local_store", "generic_load", "generic_store"),
    *("address_conversion", "integer", "floating_point", "control", "synchronisation", "other"),
)

_SPACES = {
    "global": "global",
    "const": "constant",
    "param": "parameter",
    "shared": "shared",
    "local": "local",
}

_LOADS = frozenset("ld ldu ldmatrix".split())
_STORES = frozenset("st stmatrix".split())
_ADDRESS = frozenset("cvta isspacep mapa getctarank".split())
# Where a block of instructions ends; brkpt goes on when the debugger says so.
JUMPS = frozenset("bra brx".split())
LEAVES = frozenset("ret exit trap".split())
_CONTROL = JUMPS | LEAVES | frozenset("call brkpt".split())
# Parallel synchronisation and communication.
_SYNCHRONISATION = frozenset(
    """
    bar barrier membar fence atom red vote match activemask redux griddepcontrol elect mbarrier
    nanosleep clusterlaunchcontrol
    """.split()
)
# Of opcodes that move data or multiply: what orders that, or waits for it.
_SYNCHRONISING = (
    *("cp.async.commit_group", "cp.async.wait_", "cp.async.mbarrier.arrive"),
    *("cp.async.bulk.commit_group", "cp.async.bulk.wait_group"),
    "tensormap.cp_fenceproxy",
    *("wgmma.fence", "wgmma.commit_group", "wgmma.wait_group"),
    *("tcgen05.fence", "tcgen05.commit", "tcgen05.wait"),
    "multimem.red.",
)
_ARITHMETIC = frozenset(
    """
    add sub mul mad mul24 mad24 sad div rem abs neg min max popc clz bfind fns brev bfe bfi bmsk
    szext dp4a dp2a addc subc madc testp copysign fma rcp sqrt rsqrt sin cos lg2 ex2 tanh set setp
    selp slct and or xor not cnot lop3 shf shl shr mov shfl prmt cvt mma wmma wgmma vadd vsub
    vabsdiff vmin vmax vshl vshr vmad vset vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2 vset2 vadd4
    vsub4 vavrg4 vabsdiff4 vmin4 vmax4 vset4
    """.split()
)
# docs/ptx.md lists them by what they do.
_OTHER = frozenset(
    """
    prefetch prefetchu applypriority discard createpolicy cp multimem tensormap tex tld4
    txq istypep suld sust sured suq movmatrix stacksave stackrestore alloca pmevent setmaxnreg
    tcgen05 getspecial
    """.split()
)
KNOWN = _LOADS | _STORES | _ADDRESS | _CONTROL | _SYNCHRONISATION | _ARITHMETIC | _OTHER

_FLOAT = lazy_pattern(
    r"\.(?:f16|bf16|tf32|f32|f64|f8|e4m3|e5m2|e2m3|e3m2|e2m1|ue8m0|ue4m3)(?:x\d+)?(?![\w:])"
)
_SPACE_END = lazy_pattern(r"::|\[")  # 'shared::cta', and the constant banks of PTX 2, 'const[3]'
_POINTER_WIDTH = lazy_pattern(r"\.[ubs](\d+)\b")


class Opcode(NamedTuple):
    """What there is to know of one spelling of an opcode.

    ``base`` is what is before the first dot; ``width`` the bits of an integer
    type at its end, else 0; ``known`` tells that the ISA has such an instruction.
    """

    text: str
    base: str
    category: str
    width: int
    known: bool


_seen: dict[str, Opcode] = {}


def opcode(text: str) -> Opcode:
    """Judge an opcode with its modifiers, ``ld.global.nc.u64``."""
    found = _seen.get(text)
    if found is None:
        base = text.partition(".")[0]
        widths = _POINTER_WIDTH.findall(text)
        found = Opcode(text, base, _category(text, base), int(widths[-1]) if widths else 0, base in KNOWN)
        _seen[text] = found
    return found


def space_of(text: str) -> str:
    """The state space of a load or store: ``global``, ``constant``, ..., ``generic`` where none is named."""
    for modifier in text.split(".")[1:]:
        space = _SPACES.get(_SPACE_END.split(modifier, 1)[0])
        if space is not None:
            return space
    return "generic"


def _category(text: str, base: str) -> str:
    if base in _LOADS or text.startswith(("wmma.load.", "multimem.ld_reduce.")):
        # Matrices of ldmatrix are in shared memory where no space is named, too.
        return f"{space_of(text)}_load"
    if base in _STORES or text.startswith(("wmma.store.", "multimem.st.")):
        space = space_of(text)
        return "other" if space == "constant" else f"{space}_store"
    if base in _ADDRESS:
        return "address_conversion"
    if base in _CONTROL:
        return "control"
    if base in _SYNCHRONISATION or text.startswith(_SYNCHRONISING):
        return "synchronisation"
    if base in _ARITHMETIC:
        return "floating_point" if _FLOAT.search(text) else "integer"
    if text.startswith("tcgen05.mma."):
        # Its type is a kind: f16, tf32, f8f6f4, mxf8f6f4, mxf4, mxf4nvf4 or i8.
        return "integer" if ".kind::i8" in text else "floating_point"
    return "other"
