# Every verb of this repository; `make` alone lists them.
.DEFAULT_GOAL := help
.SUFFIXES:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
BOOTSTRAP = $(PYTHON) scripts/bootstrap.py
EMBEDDED = .venv/bin/python -m backend.embedded

.PHONY: help
help: ## List the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: up
up: python ## Install, build, start, show the address (DETACH=1: in the background, AGENT=no: without)
	@exec $(BOOTSTRAP) -- $(EMBEDDED) up $(if $(DETACH),--detach) $(if $(filter no 0,$(AGENT)),--no-agent)

.PHONY: down
down: installed ## Stop everything; results are kept
	@$(EMBEDDED) down

.PHONY: status
status: installed ## Show the address and each process
	@$(EMBEDDED) status

.PHONY: reset
reset: installed ## Delete every result of this installation, after a typed confirmation (FORCE=1: without)
	@$(EMBEDDED) reset $(if $(FORCE),--force)

.PHONY: demo
demo: python ## Measure releases of two packages on this machine and upload them as a history
	@exec $(BOOTSTRAP) --no-pages -- $(EMBEDDED) demo

.PHONY: measure
measure: installed ## Measure every suite and send the results (MODE=full SUITES="allocator-c client-c")
	@cd bench-agents && cargo build --release --locked --quiet --bin tidemark-agent
	@.venv/bin/tidemark-agent run $(if $(SUITES),$(SUITES) --upload,--all) --mode $(or $(MODE),quick)

.PHONY: sign-in
sign-in: installed ## Print a fresh one-time address that signs you in
	@.venv/bin/tidemark admin sign-in

.PHONY: import
import: installed ## Import the history of another tracker: FILE=data.js TESTBED=ci (BRANCH=main PROJECT=main)
	@.venv/bin/tidemark admin import "$(FILE)" $(if $(TESTBED),--testbed "$(TESTBED)") $(if $(BRANCH),--branch "$(BRANCH)") $(if $(PROJECT),--project "$(PROJECT)") $(if $(DIRECTION),--direction "$(DIRECTION)")

.PHONY: check
check: python ## Everything that can be said without running the tests
	@exec $(BOOTSTRAP) --dev --no-pages --no-detector -- .venv/bin/python scripts/verify.py check

.PHONY: fix
fix: python ## Repair what can be repaired: format, sort, rewrite
	@exec $(BOOTSTRAP) --dev --no-pages --no-detector -- .venv/bin/python scripts/verify.py fix

.PHONY: test
test: python ## check, then the tests that a merge needs (LONG=1: all; FAST=1: nearest to a change; PICTURES=1: keep pictures)
	@exec $(BOOTSTRAP) --dev -- .venv/bin/python scripts/verify.py $(if $(FAST),fast,$(if $(LONG),long,test))

.PHONY: traces
traces: python ## Install what sends traces to OTEL_EXPORTER_OTLP_ENDPOINT; make up does it where that is set
	@exec $(BOOTSTRAP) --no-pages --no-detector --traces

.PHONY: audit
audit: python ## Look up known vulnerabilities of every locked package (ALLOW_UNAUDITED=yes: also in CI, where no list answers)
	@exec $(BOOTSTRAP) --dev --no-pages --no-detector -- .venv/bin/python scripts/audit.py $(if $(ALLOW_UNAUDITED),--allow-unaudited)

.PHONY: sanitize
sanitize: ## Run every variant of the suites once on sanitized builds (SUITES="client-c client-rust")
	@$(PYTHON) scripts/sanitized.py $(SUITES)

.PHONY: bench
bench: python ## Measure this machine against the budgets of the design
	@exec $(BOOTSTRAP) --dev --no-pages -- .venv/bin/python -m backend.bench

.PHONY: bench-scale
bench-scale: python ## Fill a database to 10^7 results and show how each page's request grows (ROWS=100000000 KEEP=folder)
	@exec $(BOOTSTRAP) --dev --no-pages -- .venv/bin/python -m backend.bench.scale $(if $(ROWS),--rows $(ROWS)) $(if $(KEEP),--keep $(KEEP))

PEERS = $(foreach name,BENCHER BENCHER_PROJECT BENCHER_TOKEN CONBENCH CONBENCH_EMAIL CONBENCH_PASSWORD CONBENCH_DATABASE LNT LNT_TOKEN,$(if $($(name)),--$(shell echo $(name) | tr A-Z_ a-z-) "$($(name))"))

.PHONY: bench-peers
bench-peers: python ## The same reports and questions for Tidemark and for servers of others (BENCHER= CONBENCH= LNT= RECORD=1)
	@exec $(BOOTSTRAP) --dev --no-pages -- .venv/bin/python -m backend.bench.peers $(PEERS) $(if $(RECORD),--record)

.PHONY: bench-web
bench-web: python ## Measure the pages in Chromium against their budgets (FULL=1: 10^6 points)
	@exec $(BOOTSTRAP) --dev -- .venv/bin/python -m backend.bench.web $(if $(FULL),--full)

.PHONY: evaluate
evaluate: python ## Judge the statistics, Apache Otava beside them (QUICK=1 ROWS=pattern SEED=n DATA=folder STRICT=1 RECORD=1)
	@exec $(BOOTSTRAP) --dev --no-pages --otava -- .venv/bin/python -m backend.evaluate $(if $(QUICK),--quick) $(if $(ROWS),--rows "$(ROWS)") $(if $(SEED),--seed "$(SEED)") $(if $(DATA),--data "$(DATA)") $(if $(STRICT),--strict) $(if $(RECORD),--record)

.PHONY: fuzz
fuzz: python ## Read torn files by every format, ask the whole API for odd things (FILES=1000000 COUNT=50000 SEED=n)
	@$(BOOTSTRAP) --dev --no-pages -- .venv/bin/python -m backend.fuzz.readers $(if $(FILES),--count $(FILES)) $(if $(SEED),--seed $(SEED))
	@exec $(BOOTSTRAP) --dev --no-pages -- .venv/bin/python -m backend.fuzz $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))

.PHONY: chaos
chaos: python ## Break everything under load, account for what was promised (FAULTS=500 SITES=n SEED=n RECORD=1)
	@exec $(BOOTSTRAP) --dev -- .venv/bin/python -m backend.bench.chaos $(if $(FAULTS),--faults $(FAULTS)) $(if $(SITES),--sites $(SITES)) $(if $(SEED),--seed $(SEED)) $(if $(RECORD),--record)

.PHONY: figures
figures: python ## Draw the figures of METHODOLOGY.md and docs/scale.md
	@exec $(BOOTSTRAP) --dev --no-pages --otava -- .venv/bin/python -m backend.evaluate.figures

.PHONY: size
size: python ## Lines, files, folders, functions, repetitions, and what processes cost to import
	@exec $(BOOTSTRAP) --dev --no-pages --no-detector -- .venv/bin/python scripts/size.py

.PHONY: client
client: python ## Generate the types of the API client
	@exec $(BOOTSTRAP) --dev --no-pages --no-detector -- .venv/bin/python scripts/verify.py client

.PHONY: migrate
migrate: installed ## Bring the database in TIDEMARK_DATABASE_URL to the newest schema
	@.venv/bin/python -m alembic upgrade head

.PHONY: package
package: python ## Build wheel, sdist, static agents, SBOMs and checksums into dist (AGENT=no: without agents)
	@exec $(BOOTSTRAP) --dev --no-pages --no-detector -- .venv/bin/python scripts/package.py $(if $(filter no,$(AGENT)),--no-agent)

.PHONY: lock
lock: ## Lock the Python packages again, with hashes and without addresses
	@exec $(BOOTSTRAP) --no-pages --no-detector -- .venv/bin/python scripts/lock.py

.PHONY: installed
installed:
	@test -f .venv/.tidemark.json || { echo "Nothing is installed here yet; make up does that." >&2; exit 1; }

.PHONY: python
python:
	@command -v $(PYTHON) >/dev/null || { echo "Tidemark needs Python 3.11 or newer. On Debian 12 or newer: apt-get install python3 python3-venv." >&2; exit 1; }
