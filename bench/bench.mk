# `make bench` and `make bench-peers`: figures, printed and never asserted; a wrong length fails.
# The maps are in ASTAR_BENCH, else in ../shared/bench.

ONLY  ?=# these sections only, e.g. ONLY=uniform or ONLY="floods edits"; all: bench/main.lua
MAPS   =# these maps only, e.g. MAPS=arena2
REPEAT =# rounds, of which the medians count (3)
UNITS  =# of the section world: how many units there are, one run for each (100 1000 10000)
TICKS  =# of the sections world (5000) and crowd (1000)
BASE   =# of the section world: folder of another checkout, with its module built, to be run beside
AVOIDANCE =# of the section crowd: the rule for units in each other's way (bench/crowd.lua)

.PHONY: bench bench-peers bench-world bench-docs bench-build

BENCH_PROGRAMS = $(BUILD)/bench/astar-c $(BUILD)/bench/call $(BUILD)/bench/farthest \
                 $(BUILD)/bench/pibt \
                 $(BUILD)/$(LUA)/bench_clock.so
BENCH = ONLY="$(ONLY)" MAPS="$(MAPS)" REPEAT="$(REPEAT)" UNITS="$(UNITS)" TICKS="$(TICKS)" \
        BASE="$(BASE)" AVOIDANCE="$(AVOIDANCE)" \
        BUILD="$(BUILD)" $(WITH_LUA) bench/main.lua
# For the strict warnings of `make check`.
STRICT_C += $(wildcard bench/*.c) bench/peers/pibt.c

bench:
	$(NEED) compiler $(LUA)
	@$(MAKE) $(PARALLEL) bench-build
	@$(BENCH)

# Units that think; with LuaJIT, too, where it is there.
bench-world: ONLY = world
bench-world:
	$(NEED) compiler $(LUA)
	@$(MAKE) $(PARALLEL) bench-build
	-@if command -v luajit >/dev/null; then $(MAKE) $(PARALLEL) LUA=luajit module; fi
	@$(BENCH)

# The peers that this machine has, or can install; the run goes without the others.
bench-peers:
	$(NEED) compiler $(LUA)
	@$(MAKE) $(PARALLEL) bench-build
	-@CC="$(CC)" bench/peers/make.sh $(BUILD)
	@$(BENCH) --peers

# The tables of the last run, into the documentation.
bench-docs:
	@$(WITH_LUA) bench/fill.lua $(BUILD)/bench.md docs/performance.md

bench-build: module $(BENCH_PROGRAMS) ; @:
extra-build: bench-build

$(BUILD)/bench/%.o: bench/%.c Makefile
	@mkdir -p $(@D)
	$(call says,CC)$(COMPILE) -Isrc -c -o $@ $<

$(BUILD)/bench/astar-c: $(BUILD)/bench/bench.o $(BUILD)/bench/scenario.o $(STATIC)
	$(call says,LD,$@)$(LINK) -o $@ $^ -lm

$(BUILD)/bench/call: $(BUILD)/bench/call.o $(BUILD)/bench/scenario.o $(STATIC)
	$(call says,LD,$@)$(LINK) -o $@ $^ -lm

$(BUILD)/bench/farthest: $(BUILD)/bench/farthest.o $(BUILD)/bench/scenario.o
	$(call says,LD,$@)$(LINK) -o $@ $^ -lm

$(BUILD)/bench/pibt: $(BUILD)/bench/peers/pibt.o $(BUILD)/bench/scenario.o
	$(call says,LD,$@)$(LINK) -o $@ $^ -lm

$(BUILD)/$(LUA)/bench_clock.so: bench/clock.c $(BUILD)/bench/scenario.o
	@mkdir -p $(@D)
	$(call says,CC)$(COMPILE) $(LUA_CFLAGS) $(LDFLAGS) -shared -o $@ $< $(BUILD)/bench/scenario.o -lm
