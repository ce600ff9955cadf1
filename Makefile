# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
N ?= 1000
PYTEST_ARGS ?= -n auto

# How the C and C++ sources of the project have to compile.
WARNINGS := -Wall -Wextra -Wpedantic -Werror -Wno-unknown-pragmas
EXAMPLES := $(filter-out examples/scene/share.c examples/halo/halo.c,$(wildcard examples/*/*.c))
EXAMPLE_HEADERS := $(wildcard examples/*/*.h)
RUNTIME_HEADERS := $(wildcard pointerchain/include/pointerchain/*.h pointerchain/include/pointerchain/detail/*.h)
# What these include a machine may lack; 'make test' compiles them with all warnings, where it has that.
MPI_HEADERS := $(wildcard pointerchain/include/pointerchain/*mpi*.h pointerchain/include/pointerchain/detail/*mpi*.h)
CL_HEADERS := $(wildcard pointerchain/include/pointerchain/cl_*.h pointerchain/include/pointerchain/detail/cl_*.h)
CUDA_HEADERS := pointerchain/include/pointerchain/place_cuda.h
SHARED_HEADERS := $(filter-out $(MPI_HEADERS) $(CL_HEADERS) $(CUDA_HEADERS),$(RUNTIME_HEADERS)) $(wildcard tests/separate_memory/*.h microbench/*.h)
COMPILERS = $(CC) $(if $(shell command -v clang-19),clang-19)

.DEFAULT_GOAL := help
.PHONY: help demo demo-map test test-cold test-long check docs fresh format bench bench-auto bench-promises bench-transfer bench-cl-transfer figures-transfer figures-cl-transfer bench-translate bench-ptx bench-deepcopy bench-build bench-tests build-fuzz fuzz fuzz-auto fuzz-devices fuzz-directives fuzz-mapped fuzz-transfer fuzz-cl fuzz-apply fuzz-place bench-place mutants clean distclean

help: ## list what can be made
	@echo "usage: make TARGET [PYTHON=python3.12] [VENV=.venv]"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

demo: $(VENV)/.installed ## translate, build and run the molecular dynamics example (needs Python and a C compiler only)
	@$(BIN)/python scripts/demo.py

demo-map: $(VENV)/.installed ## have the data clauses of a program written, run it on clang's device, and prove it
	@$(BIN)/python scripts/demo_map.py

# A tier of the tests: its choice of pytest's. What a compile or a run gave is kept in build/outcomes (tests/testlib).
# Bytecode is written, whatever the environment says: else every process rewrites the tests' assertions anew.
pytest = @PYTHON='$(PYTHON)' scripts/setup.sh && $(MAKE) --no-print-directory $(VENV)/.installed-dev && \
  tests=$(if $(ROOM),"$$($(BIN)/python tests/testlib/rooms.py $(ROOM))") && \
  PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest $(PYTEST_ARGS) $(1) $$tests

test: ## set up, then run all tests but the long ones, in minutes (ROOM=place: a folder's, and what it may affect)
	$(call pytest,-m 'not long')

test-cold: ## the same with nothing known from former runs: every program is compiled and run
	$(call pytest,-m 'not long' --cold)

test-long: ## the long tests: random runs, guides, whole builds (PART=today/2: a half, another each day)
	$(call pytest,-m long $(if $(PART),--part $(PART)))

check: $(VENV)/.installed-dev ## format, lint, types, warnings of the C and C++ sources; writes nothing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --strict
	@set -e; for compiler in $(COMPILERS); do \
	  echo "$$compiler -std=c99 $(WARNINGS): $(words $(EXAMPLES) $(EXAMPLE_HEADERS) $(SHARED_HEADERS)) files"; \
	  for file in $(EXAMPLES); do \
    $$compiler -std=c99 $(WARNINGS) -Wno-unused-function -Ipointerchain/include -fsyntax-only $$file; done; \
	  for file in $(EXAMPLE_HEADERS) $(SHARED_HEADERS); do \
	    echo 'extern int unit;' | $$compiler -std=c99 $(WARNINGS) -Wno-unused-function -fsyntax-only -include $$file -x c -; done; \
	  echo "$$compiler -std=c++17 $(WARNINGS): $(words $(EXAMPLE_HEADERS) $(SHARED_HEADERS)) files"; \
	  for file in $(EXAMPLE_HEADERS) $(SHARED_HEADERS); do \
	    $$compiler -std=c++17 $(WARNINGS) -Wno-unused-function -fsyntax-only -include $$file -x c++ /dev/null; done; \
	done

docs: $(VENV)/.installed-docs ## build the documentation's site in build/site; warnings are errors
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

fresh: ## demo, test and check of HEAD on a bare Debian that is made for it (as root, or in a user namespace)
	@scripts/fresh.sh

format: $(VENV)/.installed-dev ## format the Python sources and apply the safe fixes
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench-translate: $(VENV)/.installed ## what a translation costs, against clang-19 and grep (BENCH_ARGS=...)
	$(BIN)/python scripts/bench_translate.py $(BENCH_ARGS)

bench-auto: $(VENV)/.installed ## what --auto finds in a program, what its compiler makes of it, and the cost (BENCH_ARGS='-p BUILD')
	$(BIN)/python scripts/bench_auto.py $(BENCH_ARGS)

bench-promises: $(VENV)/.installed ## what checking promises costs a program when it runs (BENCH_ARGS=...)
	$(BIN)/python scripts/bench_promises.py $(BENCH_ARGS)

bench-transfer: $(VENV)/.installed ## what saving deep structures costs beside other libraries that are there (BENCH_ARGS=...)
	$(BIN)/python scripts/bench_transfer.py $(BENCH_ARGS)

bench-cl-transfer: $(VENV)/.installed ## transfers as commands of OpenCL beside their legs and plain MPI (BENCH_ARGS=...)
	$(BIN)/python scripts/bench_cl_transfer.py $(BENCH_ARGS)

figures-cl-transfer: $(VENV)/.installed-dev ## the figures of the paper about transfers as OpenCL commands, measured here (BENCH_ARGS=...)
	$(BIN)/python scripts/figures_cl_transfer.py $(BENCH_ARGS)

figures-transfer: $(VENV)/.installed-dev ## the figures of the paper about deep copies in MPI, measured here (BENCH_ARGS=...)
	$(BIN)/python scripts/figures_transfer.py $(BENCH_ARGS)

bench: $(VENV)/.installed-dev ## generate, build, run and report the quick deep-copy microbenchmarks in build/bench
	@PYTHON='$(PYTHON)' scripts/setup.sh
	$(BIN)/pointerchain bench generate -o build/bench
	$(BIN)/pointerchain bench build build/bench
	$(BIN)/pointerchain bench run build/bench --quick --overwrite
	$(BIN)/pointerchain bench report build/bench/results.json -o build/bench/report

bench-ptx: $(VENV)/.installed ## what counting 50 MB of PTX costs (BENCH_ARGS=...)
	$(BIN)/python scripts/bench_ptx.py $(BENCH_ARGS)

bench-deepcopy: $(VENV)/.installed ## what deep copies cost, by technique, against hand-coded transfers (BENCH_ARGS=...)
	$(BIN)/python scripts/bench_deepcopy.py $(BENCH_ARGS)

bench-build: $(VENV)/.installed ## what the launcher costs whole builds, run in turn (BENCH_ARGS=...)
	$(BIN)/python scripts/bench_build.py $(BENCH_ARGS)

bench-tests: $(VENV)/.installed-dev ## what the tests cost by room, cold and with outcomes that are known (BENCH_ARGS=...)
	@PYTHON='$(PYTHON)' scripts/setup.sh
	PYTHONDONTWRITEBYTECODE= $(BIN)/python scripts/bench_tests.py $(BENCH_ARGS)

build-fuzz: $(VENV)/.installed-dev ## build N random projects plainly and with the launcher and compare: make build-fuzz N=2000
	$(BIN)/python scripts/build_fuzz.py -n $(N) $(FUZZ_ARGS)

fuzz: $(VENV)/.installed-dev ## translate N random programs and compare what they print: make fuzz N=20000
	$(BIN)/python scripts/fuzz.py -n $(N) $(FUZZ_ARGS)

fuzz-auto: $(VENV)/.installed-dev ## N random functions without directives before and after --auto: make fuzz-auto N=20000
	$(BIN)/python scripts/fuzz_auto.py -n $(N) $(FUZZ_ARGS)

fuzz-devices: $(VENV)/.installed-dev ## N random functions for a device before and after --auto: make fuzz-devices N=2000
	$(BIN)/python scripts/fuzz_devices.py -n $(N) $(FUZZ_ARGS)

fuzz-directives: $(VENV)/.installed-dev ## N random functions whose members have the names of directives' words: make fuzz-directives N=2000
	$(BIN)/python scripts/fuzz_directives.py -n $(N) $(FUZZ_ARGS)

fuzz-mapped: $(VENV)/.installed-dev ## N random functions that map whole structs around regions, on clang's device: make fuzz-mapped N=2000
	$(BIN)/python scripts/fuzz_mapped.py -n $(N) $(FUZZ_ARGS)

fuzz-transfer: $(VENV)/.installed-dev ## N random structures as images, there and back and mutated: make fuzz-transfer N=20000
	$(BIN)/python scripts/fuzz_transfer.py -n $(N) $(FUZZ_ARGS)

fuzz-cl: $(VENV)/.installed ## N random graphs of transfer commands of OpenCL, beside serial executions: make fuzz-cl N=50000
	$(BIN)/python scripts/fuzz_cl.py -n $(N) $(FUZZ_ARGS)

fuzz-apply: $(VENV)/.installed-dev ## place the objects of N random programs and compare what they print: make fuzz-apply N=50
	$(BIN)/python scripts/fuzz_apply.py -n $(N) $(FUZZ_ARGS)

fuzz-place: $(VENV)/.installed-dev ## profile N random programs of known accesses and compare: make fuzz-place N=500
	$(BIN)/python scripts/fuzz_place.py -n $(N) $(FUZZ_ARGS)

bench-place: $(VENV)/.installed ## what counting an access costs 'place profile', in ns (BENCH_ARGS=...)
	$(BIN)/python scripts/bench_place.py $(BENCH_ARGS)

mutants: $(VENV)/.installed-dev ## break the translator on purpose and say who notices (PART=today/14: a fourteenth, another each day)
	$(BIN)/python scripts/mutants.py $(if $(PART),--part $(PART)) $(MUTANTS_ARGS)

clean: ## remove what was built
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

distclean: clean ## remove the virtual environment too
	rm -rf $(VENV)

# The virtual environment: made anew only when the project file changes.
$(VENV)/.python:
	@command -v '$(PYTHON)' > /dev/null || { echo "make: no '$(PYTHON)': install Python 3.10 or later, or name one: make PYTHON=..." >&2; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { \
	  echo "make: Python 3.10 or later is needed, '$(PYTHON)' is $$('$(PYTHON)' -V 2>&1): make PYTHON=..." >&2; exit 1; }
	@'$(PYTHON)' -c 'import ensurepip, venv' || { \
	  echo "make: '$(PYTHON)' has no venv module: install it (on Debian: apt-get install python3-venv)" >&2; exit 1; }
	'$(PYTHON)' -m venv $(VENV)
	@touch $@

$(VENV)/.installed: pyproject.toml $(VENV)/.python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml $(VENV)/.python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,dev]'
	@touch $(VENV)/.installed $@

$(VENV)/.installed-docs: pyproject.toml $(VENV)/.python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@touch $(VENV)/.installed $@
