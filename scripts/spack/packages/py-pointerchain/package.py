# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Spack's recipe; ``spack repo add scripts/spack`` makes it known."""

from spack.package import *


class PyPointerchain(PythonPackage):
    """Source-to-source translator that hoists pointer chains out of OpenACC and OpenMP regions."""

    license("Apache-2.0", checked_by="pointerchain")

    # Not released yet: 'spack dev-build py-pointerchain@0.1.0' builds the checkout it is run in.
    version("0.1.0")

    depends_on("python@3.10:", type=("build", "run"))
    depends_on("py-hatchling@1.21:", type="build")
    depends_on("py-libclang@18.1.1", type=("build", "run"))
    depends_on("py-pycparser@2.22:3", type=("build", "run"))
    depends_on("py-tomli@2", when="^python@:3.10", type=("build", "run"))

    def setup_dependent_build_environment(self, env, dependent_spec):
        """Let dependents find the CMake package."""
        env.append_path("CMAKE_PREFIX_PATH", self.prefix)

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_version(self):
        """The command starts."""
        Executable(join_path(self.prefix.bin, "pointerchain"))("--version")
