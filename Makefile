# `make` formats, lints, builds and tests. `make run` and `make test` need Rust and Python >= 3.10
# and set up everything else in .venv.

PYTHON ?= python3
CARGO ?= cargo
VENV := .venv
BIN := $(VENV)/bin
RLLIB := .venv-rllib
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

SOURCES := Cargo.toml Cargo.lock build.rs pyproject.toml README.md proto/playmaker.proto \
	$(shell find src robots python -type f \( -name '*.rs' -o -name 'Cargo.toml' -o -name '*.xml' -o -name '*.py' -o -name '*.pyi' \)) \
	$(wildcard src/server/web/built/*)

ARGS ?=

# The tests spend a fifth of their time waiting for programs and clocks, so there are 1.5 times as
# many processes as cores; twice as many are no faster. All tests of a file run in one process, so
# that its fixtures are set up once.
CORES := $(shell $(PYTHON) -c "import os; \
	print(len(getattr(os, 'sched_getaffinity', lambda _: range(os.cpu_count()))(0)))")
WORKERS := $(shell $(PYTHON) -c "print(min(8, (3 * $(CORES) + 1) // 2))")
PYTEST := -m pytest --numprocesses $(WORKERS) --dist loadfile

# A test that hangs ends the run, which reports where it hung. A test that passes takes a minute at
# most.
NO_HANGING := -o faulthandler_timeout=600 -o faulthandler_exit_on_timeout=true --max-worker-restart 0
SHORT := -m "not long" $(NO_HANGING)

# `make test TORCH=cpu` installs PyTorch's build without CUDA; CONTRIBUTING.md says from where.
TORCH ?= cuda
ifeq ($(TORCH),cuda)
install_torch = $(1)/bin/python -m pip --disable-pip-version-check --quiet install -r $(2)
TEST_SIZE := 3.4 GB to download, 7 GB on disk; TORCH=cpu saves 2.5 GB and 4.3 GB of CUDA (CONTRIBUTING.md)
else ifeq ($(TORCH),cpu)
install_torch = $(BIN)/python requirements/without_cuda.py $(2) >$(1)/without_cuda.txt && \
	$(1)/bin/python -m pip --disable-pip-version-check --quiet install -r $(1)/without_cuda.txt
TEST_SIZE := less than 1 GB to download, about 2 GB on disk
else
$(error TORCH must be cuda or cpu, not '$(TORCH)')
endif

.PHONY: all run test test-rust test-unit test-integration build-integration test-python test-rllib \
	test-long test-pool test-arm lint lint-style lint-rust lint-python format build bench bench-mjbatch bench-rust viewer browser check-viewer clean

all: format lint test

## build: the extension, optimized, in .venv
build: $(VENV)/.built

## run: step many worlds of a T1 and a ball; options in ARGS, e.g. ARGS="--worlds 64"
run: $(VENV)/.built
	$(BIN)/rcssgym run $(ARGS)

## test: the tests of the Rust core, those of the Python package, and those with RLlib
test: test-rust test-python test-rllib

test-rust: test-unit test-integration

# Property tests draw the same cases in every run of `make test`, and different ones in every run of
# `make test-long`. Unit tests run in seconds but would take minutes to optimize; unoptimized, they
# also check for overflow.
test-unit:
	PROPTEST_RNG_SEED=2026 $(CARGO) test --locked --workspace --lib

# Tests of servers wait for clocks, so several threads share a processor core. `--workspace` is used
# everywhere but for the core alone: libraries then always have the features that the extension
# needs, and are compiled once for each profile.
test-integration:
	PROPTEST_RNG_SEED=2026 RUST_TEST_THREADS=$(WORKERS) $(CARGO) test --release --locked --workspace --test '*'
	PROPTEST_RNG_SEED=2026 $(CARGO) test --release --locked --workspace --doc

build-integration:
	$(CARGO) test --release --locked --workspace --test '*' --no-run

test-python: $(VENV)/.built $(VENV)/.test
	$(BIN)/python $(PYTEST) $(SHORT) $(ARGS)

# Tests that depend on the version of Gymnasium: how environments are made, called, wrapped and
# shown.
ON_GYMNASIUM := $(addprefix tests/python/envs/,test_asynchronous.py test_contract.py \
	test_equality.py test_options_contract.py test_privileged.py test_render.py test_returned.py \
	test_returned_arrays.py test_saved.py discs/test_soccer.py games/test_games.py)

## test-rllib: RLlib and Ray, and the contract of environments on the Gymnasium that RLlib pins
test-rllib: $(VENV)/.built $(RLLIB)/.test
	$(RLLIB)/bin/python $(PYTEST) $(SHORT) tests/rllib $(ON_GYMNASIUM) $(ARGS)

## test-long: all tests in their long form; more than an hour
test-long: $(VENV)/.built $(VENV)/.test
	RCSSGYM_SOAK_STEPS=125000 RCSSGYM_STATES=10000 RCSSGYM_FUZZ_CASES=100000 \
		$(CARGO) test --release --locked --workspace
	$(MAKE) --no-print-directory test-pool
	RCSSGYM_FUZZ_CASES=10000000 $(CARGO) test --release --locked --workspace --test wire fuzz::
	$(BIN)/python $(PYTEST) $(ARGS)

## test-pool: the thread pool in every order in which its threads may run (loom)
test-pool:
	RUSTFLAGS="--cfg loom" $(CARGO) test --locked --lib --no-default-features pool::model

ARM := aarch64-unknown-linux-gnu

## test-arm: the core with NEON, in an emulator: needs qemu-aarch64, aarch64-linux-gnu-gcc, rustup
test-arm:
	rustup target add $(ARM)
	CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
		CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu" \
		PROPTEST_CASES=8 PROPTEST_RNG_SEED=2026 \
		$(CARGO) test --release --locked --target $(ARM) --lib --test engine --test worlds -- $(ARGS)

## viewer: rebuild the page of the viewer; needs Node
viewer: viewer/node_modules/.made
	cd viewer && npm run --silent build

## browser: fetch a browser for the viewer's tests if the system has none; never fails
browser: $(VENV)/.test
	@if which chromium chromium-browser google-chrome google-chrome-stable >/dev/null 2>&1; then \
		echo "the viewer is tested in this system's browser"; \
	elif timeout 300 $(BIN)/python -m playwright install chromium; then \
		echo "the viewer is tested in Playwright's browser"; \
	else echo "no browser can be had here: tests of the viewer's page will be skipped"; fi

## check-viewer: lint the page's sources and compare a fresh build with the present one, if Node is installed
check-viewer:
	@if ! command -v npm >/dev/null; then \
		echo "no Node here: the viewer's page is taken as it is"; \
	elif ! $(MAKE) --no-print-directory viewer/node_modules/.made; then \
		echo "npm cannot install here: the viewer's page is taken as it is"; \
	else $(MAKE) --no-print-directory .check-viewer; fi

.PHONY: .check-viewer
.check-viewer: viewer/node_modules/.made
	cd viewer && npm run --silent check && npm run --silent build -- --check

viewer/node_modules/.made: viewer/package-lock.json
	cd viewer && npm ci --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=60000
	@touch $@

## lint: check format, clippy (of the core alone, too), rustdoc, ruff, mypy, and the stubs against the extension
lint: lint-style lint-rust lint-python

# What needs no compiler, so that a line that is too long is told of in seconds.
lint-style: $(VENV)/.dev
	$(CARGO) fmt --all --check
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

lint-rust: | $(BIN)/python
	$(CARGO) clippy --locked --no-default-features --lib -- -D warnings
	PYO3_PYTHON=$(CURDIR)/$(BIN)/python \
		$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --workspace --no-deps --quiet

lint-python: $(VENV)/.dev $(VENV)/.test $(VENV)/.built check-viewer
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest rcssgym._core

## format: rewrite sources in the project's style
format: $(VENV)/.dev
	$(CARGO) fmt --all
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix-only --quiet .

## bench: our speed compared with MuJoCo's, rcsssmj's and EnvPool's, in one run
bench: $(VENV)/.built $(VENV)/.bench
	$(BIN)/python -m benches $(ARGS)

## bench-mjbatch: the environment of mjbatch, which pins another MuJoCo, for its row of `bench`
bench-mjbatch: .venv-mjbatch/.made

.venv-mjbatch/.made: requirements/mjbatch.txt
	$(PYTHON) -m venv .venv-mjbatch
	.venv-mjbatch/bin/python -m pip --disable-pip-version-check --quiet install -r $<
	@touch $@

## bench-rust: time per step and per collision in the Rust core
bench-rust:
	$(CARGO) bench --locked --workspace --bench step --bench collision $(ARGS)

clean:
	$(CARGO) clean
	rm -rf $(VENV) $(RLLIB) dist python/rcssgym/_core*.so

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python >= 3.10 is needed")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements/run.txt | $(BIN)/python
	$(PIP) install -r requirements/run.txt
	@touch $@

$(VENV)/.test: requirements/test.txt requirements/without_cuda.py $(VENV)/.run
	@echo "Python libraries for the tests, into $(VENV): $(TEST_SIZE)"
	$(call install_torch,$(VENV),requirements/test.txt)
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	$(PIP) install -r requirements/dev.txt
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.run
	$(PIP) install -r requirements/bench.txt
	@touch $@

$(RLLIB)/.test: requirements/rllib.txt requirements/layer.py $(VENV)/.test
	$(BIN)/python -m venv $(RLLIB)
	$(RLLIB)/bin/python requirements/layer.py $(BIN)/python
	@echo "RLlib and Ray, into $(RLLIB): 0.15 GB to download, 0.6 GB on disk"
	$(call install_torch,$(RLLIB),requirements/rllib.txt)
	@touch $@

$(VENV)/.built: $(SOURCES) $(VENV)/.run
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release --locked
	@touch $@

## requirements: update the pinned versions of the Python dependencies
.PHONY: requirements
requirements: $(VENV)/.dev
	sh requirements/pin.sh $(BIN)/uv
