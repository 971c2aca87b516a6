# Needs Python 3.11 to 3.14, make, and a package registry. Every target does the set-up that it needs.
SHELL    := /bin/sh
PYTHON   ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
              "$$p" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null && { echo "$$p"; break; }; done)
# The lowest and the newest that are supported.
PYTHONS  ?= python3.11 python3.14
VENV     ?= .venv
# Absolute, so that tests which change directory find it.
BIN      := $(abspath $(VENV))/bin
STAMP    := $(VENV)/.setup-stamp
# What `make demo` needs is a third of it, in the same place.
SOME     := $(VENV)/.demo-stamp
# Other readers, for `make bench`.
RIVALS   := $(VENV)/.bench-stamp
# One worker per core; everything that needs Spark runs in one of them, in one session.
PYTEST   := $(BIN)/python -m pytest -q -n auto --maxprocesses 8 --dist loadgroup
# What the type checker reads: whatever is there, so that a tree without formats lints as well.
TYPED    := runtime codegen generated pipelines tests docs/site
# Makes requirements.lock (docs/development.md).
UV       := uv==0.13.8
LOCKED   := --universal --python-version 3.11 --generate-hashes --no-config --no-emit-index-url --no-emit-find-links \
            --no-annotate --no-header --quiet
DEMO     := --extra spark --extra filodb --extra numba --group demo
# Tests start hundreds of processes, each of which would compile all modules again where nothing is kept of that.
export PYTHONDONTWRITEBYTECODE :=

# The environment, with the packages of a lock (1), which take so much (2) on disk, and this checkout.
define INSTALL
test -n "$(PYTHON)" || { echo "make: no Python 3.11 to 3.14 on PATH; set PYTHON=/path/to/python3" >&2; exit 1; }; \
echo "==> 1/3 virtual environment $(VENV) ($$($(PYTHON) -V))"; \
$(PYTHON) -m venv $(VENV) && \
echo "==> 2/3 packages of $(1) ($(2) on disk; a minute or two)" && \
$(BIN)/python -m pip install --disable-pip-version-check -qq --require-hashes -r $(1) && \
echo "==> 3/3 bytewright itself, from this checkout" && \
$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation --editable . && \
{ $(BIN)/python -m compileall -q -j 0 $(VENV)/lib runtime generated codegen pipelines || true; }
endef

.DEFAULT_GOAL := help
.PHONY: help setup generate demo test test-slow test-all test-pythons test-numba fuzz mutants mutants-changed crash-states damage soak bench docs lint format changelog lock clean

help: ## What there is to make
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(STAMP) ## Virtual environment, packages, compiled kernel
	@$(BIN)/python -m bytewright.kernels.native.machine.shipping
	@$(BIN)/python -m bytewright.codec.walk_libraries bytewright_formats > /dev/null

$(STAMP): pyproject.toml requirements.lock
	@$(call INSTALL,requirements.lock,2.0 GB)
	@touch $(SOME) $@

$(SOME): pyproject.toml requirements-demo.lock
	@$(call INSTALL,requirements-demo.lock,1.2 GB)
	@$(BIN)/bytewright warm > /dev/null
	@touch $@

$(RIVALS): requirements-bench.lock | setup
	@echo "==> other readers, to be measured next to ours (0.7 GB on disk)"
	@$(BIN)/python -m pip install --disable-pip-version-check -qq --require-hashes -r $<
	@touch $@

generate: setup ## specs/ to generated/ and tests/generated/ (fetches kaitai-struct-compiler once); docs/modules.md
	$(BIN)/bytewright generate
	$(BIN)/python -m tests.packaging.modules

demo: $(SOME) ## A log written, ingested by Spark, queried, healed, replayed and shown
	$(BIN)/python -m bytewright_pipelines.demo

test: setup ## All but what takes minutes
	$(PYTEST) -m "not slow" $(ARGS)

test-slow: setup ## What takes minutes or a download
	$(PYTEST) -m slow $(ARGS)

test-all: setup ## Everything, in one run
	$(PYTEST) $(ARGS)

test-pythons: ## `make test` with the lowest and the newest Python, each in an environment of its own
	@for python in $(PYTHONS); do \
	  command -v "$$python" > /dev/null || { echo "make: no $$python on PATH; set PYTHONS" >&2; exit 1; }; \
	  echo "==> $$python"; $(MAKE) test PYTHON="$$python" VENV="build/$$(basename "$$python")" || exit 1; \
	done

test-numba: ## Tests of the kernel with the lowest and the newest Numba that pyproject.toml allows
	for version in "numba==0.61.*" "numba<0.70"; do \
	  $(PYTHON) -m venv --clear build/numba && \
	  build/numba/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[codegen,construct,testing,xxhash]" \
	    "$$version" "pytest>=9.1,<9.2" "pytest-xdist>=3.8" && \
	  build/numba/bin/python -m pytest -q -n auto --maxprocesses 8 --dist loadgroup -m "not slow" tests/kernels tests/columnar $(ARGS) || exit 1; \
	done

fuzz: setup ## Damage, for MINUTES=10; seed and findings are printed, each with its command
	$(BIN)/python -m tests.fuzz --minutes $(or $(MINUTES),10) $(ARGS)

mutants: setup ## How many small faults the tests notice, of 1,200: ARGS="--room io --count 300"
	$(BIN)/python -m tests.mutants $(ARGS)

mutants-changed: setup ## How many of 12 in lines that differ from a commit the tests near them notice: SINCE=HEAD^
	$(BIN)/python -m tests.mutants.changes $(SINCE)

crash-states: setup ## All that writers may leave behind in a crash, each judged; a minute or two
	$(BIN)/python -m tests.crash $(ARGS)

damage: setup ## What random damage costs, as a table: ARGS="--count 1000 --records 50 --records 50000"
	$(BIN)/python -m tests.damage $(ARGS)

soak: setup ## Programs that write, follow, ingest, replay and query the same logs, and are killed, for MINUTES=60
	$(BIN)/python -m tests.soak --minutes $(or $(MINUTES),60) $(ARGS)

bench: $(RIVALS) ## Throughput against memcpy and others, in Spark too, into docs/benchmarks.md and the README
	$(BIN)/python -m benchmarks $(or $(ARGS),--long --page docs/benchmarks.md --readme README.md)

docs: setup ## The documentation as a site, in build/docs/site
	$(BIN)/python docs/site

lint: setup ## Formatter, linter, type checker, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(wildcard $(TYPED))
	$(BIN)/lint-imports

format: setup ## Let the formatter and the linter rewrite what they can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

changelog: ## What changelog.d/ holds, by kind, for a release
	@for kind in added changed fixed removed; do \
	  for file in changelog.d/*.$$kind.md; do [ -e "$$file" ] && printf '%s: %s\n' "$$kind" "$$(cat "$$file")"; done; \
	done; true

lock: ## Resolve the files of exact versions, requirements*.lock, anew
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check $(UV)
	build/lock/bin/uv pip compile pyproject.toml --all-extras --group dev $(LOCKED) --upgrade --output-file requirements.lock
	build/lock/bin/uv pip compile pyproject.toml $(DEMO) $(LOCKED) --constraint requirements.lock --output-file requirements-demo.lock
	build/lock/bin/uv pip compile pyproject.toml --extra polars --group bench $(LOCKED) --constraint requirements.lock --output-file requirements-bench.lock

clean: ## Everything that make made, except generated code
	rm -rf $(VENV) build dist out .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find runtime codegen generated pipelines tests specs benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
