# Every target sets up what it needs and is quick the second time.
VENV := .venv
PYTHON ?= python3
SCALECUA := $(VENV)/bin/scalecua
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
# OSWorld's own client, which only a test uses; its dependencies are old and large.
CONTROLLERS := desktop-env==1.0.2
PACKAGES := bubblewrap mmdebstrap python3-venv tar uidmap util-linux

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-docker test-applications lint bench wheel clean

help: ## Show the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

setup: $(VENV)/ready ## Install system packages, the Python environment and the desktops' root filesystem
	@$(SCALECUA) desktop build

$(VENV)/ready: pyproject.toml
	@missing=""; for p in $(PACKAGES); do dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then \
		echo "==> installing system packages:$$missing"; \
		$(SUDO) apt-get update -qq && $(SUDO) apt-get install -qq -y --no-install-recommends $$missing >/dev/null; \
	fi
	@[ -x $(VENV)/bin/python ] || { echo "==> making the Python environment in $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@echo "==> installing the Python packages (about 1.5 GB, a minute or two)"
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade \
		--target $(VENV)/desktop-env $(CONTROLLERS)
	@touch $@

demo: setup ## A tiny policy learns by reinforcement on eight live desktops, and a report shows it
	@$(SCALECUA) train configs/demo.toml --run runs/demo

test: setup ## Run every test
	@$(VENV)/bin/python -m pytest -n 2 --dist loadfile

test-docker: setup ## Run the tests of desktops in Docker containers, with a daemon of our own where none runs
	@tests/docker.sh $(VENV)/bin/python -m pytest -m docker tests/contract/desktop tests/integration

test-applications: setup ## Build desktops with every application (a few minutes, once), and run their tests
	@$(SCALECUA) desktop build --apps all
	@SCALECUA_APPLICATIONS=1 $(VENV)/bin/python -m pytest tests/integration/applications

lint: $(VENV)/ready ## ruff, mypy --strict and the layers
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports

bench: setup ## Measure the desktops
	@$(VENV)/bin/python -m benchmarks.desktops --json

wheel: $(VENV)/ready ## Build a wheel into dist/
	@$(VENV)/bin/python -m build --wheel --quiet

clean: ## Remove the environment and build outputs; runs/ and the root filesystem stay
	@rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
