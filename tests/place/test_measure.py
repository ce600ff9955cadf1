# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a machine can do, where there is no GPU, and what is read of a program that had one."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pointerchain.cli import main
from pointerchain.place.documents import PlaceError, load
from pointerchain.place.machine import document_of, machine_of
from pointerchain.place.measure import run
from pointerchain.place.measure.sheets import SHEETS
from pointerchain.toolchain.cuda import Nvcc, find_nvcc

NVCC = find_nvcc("sm_90")
PRINTED = """\
name NVIDIA H100 80GB HBM3
capacity 84000000000
host_maps_device 0
launch 1 5e-06
launch 1 7e-06
launch 1 6e-06
pageable.to_device 4096 2e-06
pageable.to_device 1000000 1e-04
pageable.to_device 1000000 1.2e-04
pageable.to_device 1000000 1.1e-04
pageable.to_host 4096 3e-06
pageable.to_host 1000000 2e-04
zero_copy.read 1000000 5e-05
zero_copy.write 1000000 1e-04
device 268435456 1e-04
peak 1 2e-14
"""
MANAGED = PRINTED + "".join(
    f"um.{name} {size} {seconds}\n"
    for name in (
        "populate migrate to_host duplicate collapse map host_remote prefetch_to_device prefetch_to_host"
    ).split()
    for size, seconds in ((4096, 1e-5), (1048576, 4e-4))
)


def test_medians_and_spreads_are_what_was_printed():
    machine = run.with_device(run.host_only(None, "none"), run.read(PRINTED), "device.cu")
    assert machine.device == "NVIDIA H100 80GB HBM3"
    assert machine.capacity.value == 84e9
    assert machine.launch.value == 6e-6
    assert machine.launch.spread == pytest.approx(1 / 3)
    copy = machine.copy_to_device
    assert copy.points == ((4096, 2e-6), (1000000, 1.1e-4))
    assert copy.spread == pytest.approx(2 / 11)
    assert copy.bandwidth == pytest.approx((1000000 - 4096) / (1.1e-4 - 2e-6))
    # Between the points along their line, beyond them with that bandwidth.
    assert copy.seconds((4096 + 1000000) / 2) == pytest.approx((2e-6 + 1.1e-4) / 2)
    assert copy.seconds(2000000) == pytest.approx(1.1e-4 + 1e6 / copy.bandwidth)
    assert copy.seconds(1) == 2e-6 and copy.seconds(0) == 0
    assert machine.device_bandwidth.value == pytest.approx(268435456e4)
    assert machine.peak.value == pytest.approx(5e13)
    assert machine.pinned_to_device is None and machine.um is None
    assert {part.how for part in (machine.capacity, copy, machine.peak)} == {"measured"}
    assert machine_of(document_of(machine)) == machine


@pytest.mark.parametrize("later, counters", [(4e-4, False), (5e-5, True)])
def test_access_counters_are_seen_by_what_they_do(later, counters):
    text = MANAGED + f"um.accessed_by 1048576 4e-4\num.accessed_by_later 1048576 {later}\n"
    machine = run.with_device(run.host_only(None, "none"), run.read(text), "device.cu")
    assert machine.um.access_counters is counters
    assert not machine.um.host_maps_device and machine.um.host_remote is None
    assert machine.um.migrate.seconds(1048576) == 4e-4


def test_a_data_sheet_fills_only_what_was_not_measured():
    sheet = SHEETS["h100-sxm"]
    bare = run.with_sheet(run.host_only(None, "none"), sheet)
    assert bare.um is None and bare.host_bandwidth is None and bare.launch is None
    for part in (bare.capacity, bare.peak, bare.copy_to_device, bare.zero_copy_read):
        assert (part.how, part.source) == ("data sheet", sheet.source)
    measured = run.with_device(run.host_only(None, "none"), run.read(PRINTED), "device.cu")
    filled = run.with_sheet(measured, sheet)
    assert filled.copy_to_device == measured.copy_to_device and filled.peak == measured.peak
    assert filled.pinned_to_host.how == "data sheet"


def test_what_cannot_be_read_is_refused():
    for text in ("launch\n", "launch 1 x\n", "copy 1 2 3\n"):
        with pytest.raises(PlaceError, match="line 1 of what was measured cannot be read"):
            run.read(text)


def program(folder, text):
    """A compiler that writes a program of ours."""
    path = folder / "compiler"
    body = f"#!{sys.executable}\nprint({text!r}, end='')\n"
    path.write_text(
        f"#!{sys.executable}\nimport os, sys\nout = sys.argv[sys.argv.index('-o') + 1]\n"
        f"open(out, 'w').write({body!r})\nos.chmod(out, 0o755)\n"
    )
    path.chmod(0o755)
    return str(path)


def test_with_a_gpu_both_programs_are_built_and_read(tmp_path):
    host, device = tmp_path / "host", tmp_path / "device"
    host.mkdir()
    device.mkdir()
    nvcc = program(device, PRINTED)
    machine, remarks = run.measure(
        repeat=2,
        managed=False,
        compiler=program(host, "host 1000 1e-6\nhost 1000 2e-6\n"),
        nvcc=lambda source, output: (nvcc, str(source), "-o", str(output)),
        device=True,
    )
    assert machine.host_bandwidth.value == pytest.approx(1000 / 1.5e-6)
    assert machine.device.startswith("NVIDIA H100") and machine.host_bandwidth.how == "measured"
    assert len(remarks) == 1 and "'--allow-managed' asks for it" in remarks[0]


def test_a_program_that_fails_is_no_measurement(tmp_path):
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho 'no such option' >&2\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(PlaceError, match=r"nvcc does not compile .*: no such option"):
        run.measure(
            repeat=1,
            managed=False,
            compiler=str(broken),
            nvcc=lambda source, output: (str(broken), str(source)),
            device=True,
        )
    machine, remarks = run.measure(repeat=1, managed=False, compiler=str(broken), nvcc=None, device=False)
    assert machine.host_bandwidth is None
    assert "is not measured" in remarks[0] and "no nvcc" in remarks[1]


def test_the_command_without_a_gpu(tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(run, "gpu_architecture", lambda: None)
    words = ["place", "measure", "--repeat", "1", "--data-sheet", "a100-pcie", "-o", str(tmp_path / "m.json")]
    assert main(words) == 0
    document = load((tmp_path / "m.json").read_bytes(), "machine")
    machine = machine_of(document)
    assert 1e8 < machine.host_bandwidth.value < 1e13 and machine.host_bandwidth.how == "measured"
    assert machine.copy_to_device.how == "data sheet" and machine.um is None
    said = capfd.readouterr().err
    assert "the device is not measured" in said and "the device is not measured" in document["note"]
    assert main(["place", "measure", "x"]) == 2
    assert main(["place", "measure", "--data-sheet", "k80"]) == 2


@pytest.mark.skipif(not isinstance(NVCC, Nvcc), reason="no nvcc (NVIDIA CUDA toolkit)")
def test_the_devices_program_compiles(tmp_path):
    """Compiled, and where there is no GPU it says so."""
    out = tmp_path / "device"
    done = subprocess.run(NVCC.command(run.DEVICE_SOURCE, out), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    if shutil.which("nvidia-smi") is None:
        done = subprocess.run([str(out), "1"], capture_output=True, text=True)
        assert done.returncode == 1 and done.stderr.startswith("line ")


@pytest.mark.skipif(not isinstance(NVCC, Nvcc), reason="no nvcc (NVIDIA CUDA toolkit)")
def test_no_operation_that_is_counted_is_left_out(tmp_path):
    """An H200 measured 1.2 times its peak: one of four chains began where it stays, and was not computed."""
    out = tmp_path / "device.ptx"
    words = [NVCC.program, "-O2", "-ptx", "-arch=sm_90", str(run.DEVICE_SOURCE), "-o", str(out)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    entries = {part.split("(")[0].strip(): part for part in out.read_text().split(".entry")[1:]}
    kernel = next(text for name, text in entries.items() if "multiply" in name)
    unrolled = 16
    assert kernel.count("fma.rn.f32") == 4 * unrolled
    assert f"unroll {unrolled}" in run.DEVICE_SOURCE.read_text()
    wide = next(text for name, text in entries.items() if "read_wide" in name)
    assert wide.count(".v4.f32") == 4


def test_the_sources_are_where_the_package_is():
    assert run.HOST_SOURCE.is_file() and run.DEVICE_SOURCE.is_file()
    assert Path(run.__file__).parent == run.HOST_SOURCE.parent
