# `make demo` shows what Lariat does, `make test` checks all of it.
# Both set up what a fresh machine lacks.

LARIAT = cargo run --quiet --release --

.PHONY: setup build install demo test whole assumptions fuzz fuzz-frontend fuzz-reach csmith bench bench-condition bench-explore bench-thesis suites conformance fuzz-programs fuzz-generated test-page clean

setup: .z3/ready .clang/ready

# Does nothing when the libraries are there; says what to install when they cannot be had.
.z3/ready .clang/ready &: .ci/setup
	@python3 .ci/setup

build: setup
	cargo build --release

# The program in PREFIX/bin, the libraries it loads in PREFIX/lib/lariat. PREFIX can be moved, and this checkout can go.
PREFIX ?= /usr/local
install: build
	@python3 .ci/install $(or $(CARGO_TARGET_DIR),target)/release/lariat $(DESTDIR)$(PREFIX)

demo: build
	$(LARIAT) reach benchmarks/fig1.c --target 19
	@echo
	$(LARIAT) reach benchmarks/fig1.c -D LIMIT=17 --target 19

# Clippy takes the place of the compiler, as `cargo clippy` has it do: what it lints is what the tests run, and nothing is
# read twice.
LINTED := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__

test: setup
	cargo fmt --check
	$(LINTED) cargo test --no-run --all-targets
	$(LINTED) cargo test

# What `make test` asks a part of, asked whole: all questions, a certificate for every proof, every program
# as text, every answer without segments, every question explored, every witness exchanged, every witness and the inputs
# of 1,000 random programs beside each form of their conditions.
whole: setup
	LARIAT_OURS=all LARIAT_CERTIFY=all LARIAT_ROUNDTRIP=all LARIAT_AGREEMENT=all LARIAT_EXPLORE=all LARIAT_EXCHANGE=all \
		cargo test --release --test specs -- asked:: certificate::corpus::every_unreachable certificate::roundtrip:: \
		runner::agreement:: explore::agreement:: witness::exchange:: --nocapture
	LARIAT_CONDITIONS_ALL=1 LARIAT_CONDITIONS=$${LARIAT_CONDITIONS:-1000} cargo test --release --test specs fuzz::condition:: -- --nocapture

# Each question of our own with the opposite of each assumption that has an option: what decides has to be listed.
assumptions: setup
	LARIAT_ASSUMPTIONS=all cargo test --release --test specs -- assumptions_that_decide --nocapture

# The differential tests with many more programs, each witness compiled and run.
fuzz: setup
	LARIAT_FUZZ=$${LARIAT_FUZZ:-$$(date +%s)} cargo test --release -- random differential --nocapture
	LARIAT_FUZZ_SEED=$${LARIAT_FUZZ_SEED:-$$(date +%s)} LARIAT_FUZZ_PROGRAMS=$${LARIAT_FUZZ_PROGRAMS:-20000} \
		LARIAT_FUZZ_WILD=$${LARIAT_FUZZ_WILD:-5000} LARIAT_FUZZ_LONG=$${LARIAT_FUZZ_LONG:-3000} \
		LARIAT_FUZZ_UBSAN=1 LARIAT_FUZZ_CONFIRM=$${LARIAT_FUZZ_CONFIRM:-1} cargo test --release --test specs fuzz::

# Texts made of our specs' programs, cut up and put together: does the front end, or the whole of `reach`, ever crash,
# hang, or take memory without bound? Needs `cargo install cargo-fuzz` and a nightly toolchain. The sanitizer is off:
# it would touch all of the parser's stack for every input, and the code has no unsafe parts to speak of.
FUZZ_TIME ?= 1800
FUZZING ?= target/fuzzing
fuzz-frontend fuzz-reach: setup
	mkdir -p $(FUZZING)/$@/corpus $(FUZZING)/$@/found
	LARIAT_LAST=$(CURDIR)/$(FUZZING)/$@/last LARIAT_SEEDS=$(CURDIR)/$(FUZZING)/$@/corpus cargo +nightly fuzz run --sanitizer none \
		--fuzz-dir specs/fuzzing --target-dir $(FUZZING) $(@:fuzz-%=%) $(FUZZING)/$@/corpus -- \
		-artifact_prefix=$(FUZZING)/$@/found/ -dict=specs/fuzzing/c.dict -max_len=8192 -timeout=60 \
		-rss_limit_mb=4096 -malloc_limit_mb=2048 -max_total_time=$(FUZZ_TIME)

# Programs of csmith, and what gcc's programs of them do, beside what Lariat says. Needs csmith with its headers, and gcc.
csmith: setup
	LARIAT_CSMITH=$${LARIAT_CSMITH:-200} LARIAT_CSMITH_SEED=$${LARIAT_CSMITH_SEED:-$$(date +%s)} \
		cargo test --test specs csmith:: -- --nocapture

# Random programs that use all that the front end models, beside what compiled programs do. Failures go to
# target/tmp/programs. LARIAT_PROGRAMS_FEATURES=packed,alias chooses, LARIAT_EXECUTABLE=FILE asks another lariat.
fuzz-programs: setup
	LARIAT_PROGRAMS=$${LARIAT_PROGRAMS:-500} LARIAT_PROGRAMS_SEED=$${LARIAT_PROGRAMS_SEED:-$$(date +%s)} \
		LARIAT_PROGRAMS_FEATURES=$${LARIAT_PROGRAMS_FEATURES:-all} cargo test --release --test specs programs::no_answer -- --nocapture

# Generated programs, in C and in microc, by all engines, beside runs of each on small inputs. Failures go to
# target/tmp/generated. LARIAT_GENERATED_ENGINES=chains,bounded asks these, =thesis the 36 configurations of the thesis.
fuzz-generated: setup
	LARIAT_GENERATED=$${LARIAT_GENERATED:-5000} LARIAT_GENERATED_SEED=$${LARIAT_GENERATED_SEED:-$$(date +%s)} \
		cargo test --release --test specs generated:: -- --nocapture

# Times and memory of whole processes beside what the papers published, and beside other tools if they are there.
# Leaves a record under benchmarks/runs (`cargo bench -- --no-record` does not).
bench: setup
	cargo bench

# How much conditions exclude, what they take, and whether they help libFuzzer (of a clang on the PATH, or LARIAT_FUZZING_CLANG;
# LARIAT_FUZZING_SECONDS of the processor at most) and klee, esbmc and cbmc, if these are there. Leaves a record, too.
bench-condition: setup
	cargo bench --bench condition

# Explorations beside libFuzzer, random runs and klee, if these are there, 60 s for each of 20 drivers and tool: REAL is a
# folder with checkouts of the libraries that benchmarks/explore/drivers.rs names. EXPLORE adds options: --seconds 20,
# --jobs 2, --only jsmn_parse. Fails if something was passed that is said to be dead. Leaves a record, too.
REAL ?= target/real
bench-explore: setup
	cargo bench --bench explore -- --root $(REAL) $(EXPLORE)

# The tables of the thesis on nested loops, ours beside its own, on programs that are generated with its parameters. About
# an hour on two cores; what is interrupted goes on where it was. THESIS='--programs 60 --timeout 30s --best --part final'
# is the long run, over night and more; --record keeps it.
THESIS_OUT ?= target/thesis
bench-thesis: setup
	cargo bench --bench thesis -- --out $(THESIS_OUT) $(THESIS)

# Scores on public suites: CODE2INV, TWO_LS and DUET are checkouts of them (any of the three), OUT takes what comes out.
# SUITES adds options: --timeout 20s, --jobs 4, --record.
OUT ?= target/suites
suites: setup
	cargo bench --bench suites -- $(if $(CODE2INV),--code2inv $(CODE2INV)) $(if $(TWO_LS),--2ls $(TWO_LS)) \
		$(if $(DUET),--duet $(DUET)) --out $(OUT) $(SUITES)

# Programs without inputs, of which compilers know the outcome: DIR is a folder of them, KIND its collection (torture:
# gcc.c-torture/execute, single-exec: of c-testsuite), OUT takes what comes out. CONFORMANCE adds options: --timeout 10s,
# --jobs 4, --lariat FILE, --sample 10, --record.
KIND ?= torture
conformance: OUT := $(if $(filter file,$(origin OUT)),target/conformance/$(KIND),$(OUT))
conformance: setup
	cargo bench --bench conformance -- --dir $(DIR) --kind $(KIND) --out $(OUT) $(CONFORMANCE)

# The pages of `lariat explore` and `lariat tree` used in Chromium without a window. Leaves screenshots in target/page. Needs Chromium.
test-page: build
	python3 specs/page/page.py $(or $(CARGO_TARGET_DIR),target)/release/lariat target/page

clean:
	cargo clean
