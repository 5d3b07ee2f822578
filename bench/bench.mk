# make bench: how fast the module is on MovingAI's maps, from Lua. See docs/performance.md.

.PHONY: bench

bench:
	$(NEED) compiler $(LUA)
	@$(MAKE) $(PARALLEL) module
	@mkdir -p $(BUILD)
	@$(WITH_LUA) bench/bench.lua "$${ASTAR_BENCH:-../shared/bench}" $(BUILD)/bench.csv $(ONLY)
