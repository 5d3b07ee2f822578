# What `.ci/run` and `make nightly` are made of. A stage is a target: what it tests is written there.
# tools/stages.sh runs stages one after the other, whatever fails, and adds their tests up.

CI      = test-bare check-built test-parts test-vault test-asan-short test-luas torture-short
NIGHTLY = check-cppcheck playground test-extra test-many test-vault-whole test-asan test-vault-asan \
          test-each-lua torture-long test-arch one-hash windows wasi

.PHONY: ci nightly test-all test-bare check-built test-parts with-vault test-vault test-vault-whole test-vault-asan test-asan-short \
        test-extra test-luas test-each-lua test-many torture-short torture-long

STAGES = +@MAKE="$(MAKE)" BUILD=$(BUILD) tools/stages.sh

ci:
	$(STAGES) $(CI)

# What ci leaves out; takes hours.
nightly:
	$(STAGES) $(NIGHTLY)

test-all:
	$(STAGES) $(CI) $(NIGHTLY)

# The README's commands on a Debian that has nothing else: `make test` of the module without the vault
# is in it.
test-bare:
	@BUILD=$(BUILD) tools/bare.sh

# ---- the vault --------------------------------------------------------------------------------------

# What depends on the sandbox in which mods run. Without guard pages, which not every system has, the
# machine checks each bound: a few of these show that nothing else differs.
IN_VAULT  = spec/binding/sandbox_spec.lua spec/binding/sandbox_refusals_spec.lua spec/lua/compare \
            spec/lua/inspect/watch_spec.lua spec/lua/mods spec/lua/rewind spec/lua/sandbox \
            spec/lua/save/saved_mods_spec.lua spec/mods spec/vault spec/memory \
            spec/vault_build_spec.lua spec/lua/arguments/each_argument_spec.lua
IN_BOUNDS = spec/binding/sandbox_spec.lua spec/mods/units_spec.lua spec/mods/whole_spec.lua

# A build of its own: what plain `make` builds stays as it is.
WITH_VAULT = BUILD=$(BUILD)/with-vault VAULT_OUT=$(BUILD)/with-vault/vault VAULT=yes

with-vault:
	$(NEED) $(TEST_NEEDS) vault
	@$(MAKE) $(PARALLEL) $(WITH_VAULT) vault
	@$(MAKE) $(PARALLEL) $(WITH_VAULT) WERROR=-Werror SPEC="$(IN_VAULT)" test-build

# On this build, which CI needs anyway. That the benches find no wrong answer is a test, too.
check-built: with-vault
	$(NEED) valgrind
	@$(MAKE) --no-print-directory $(WITH_VAULT) check
	@$(MAKE) --no-print-directory $(WITH_VAULT) SPEC=spec/bench_spec.lua test

test-vault: with-vault
	@$(MAKE) --no-print-directory $(WITH_VAULT) SPEC="$(IN_VAULT) $(IN_BOUNDS:%=%@bounds)" run-tests

test-vault-whole: with-vault
	@$(MAKE) --no-print-directory $(WITH_VAULT) test

# ---- parts ------------------------------------------------------------------------------------------

# What has no units: of paths and graphs, and of paths alone. -z defs, nm: nothing is used that is not
# there.
OF_PATHS = alone any_angle base breach end_early exposure floods grid jumps landmark_builder \
           landmarks layers open_list queue ratios regions table_budget table_builder thread_pool wavefronts
LUA_OF_PATHS = core/field/repair core/map/class core/map/hex_field_of_view \
           core/map/influence_peaks core/search/extra_cost core/search/guide core/search/queue_shares \
           core/search/varied core/tables/region \
           binding/areas binding/class binding/file binding/influence binding/preparation \
           binding/slope binding/terrain lua/map/compare lua/map/from lua/map/routes lua/formats/letters \
           lua/formats/literal lua/formats/tiled lua/formats/tiled_forms lua/missing_core lua/pairs

OF_PARTS = $(MAKE) $(PARALLEL) --no-print-directory BUILD=$(BUILD)/parts PARTS=$(1)
of_parts = @$(call OF_PARTS,$(1)) LDFLAGS=-Wl,-z,defs lib && \
	$(call OF_PARTS,$(1)) build single $(2:%=$(BUILD)/parts/spec/c/%) && \
	! nm -u $(BUILD)/parts/$(LUA)/astar/core.so | grep -E ' (la|astar)_' && \
	for file in astar astar_lua; do gcc $(SINGLE_FLAGS) $(LUA_CFLAGS) $(BUILD)/parts/single/$$file.c || exit 1; done && \
	$(MAKE) --no-print-directory BUILD=$(BUILD)/parts PARTS=$(1) SPEC="$(2:%=spec/c/%.c) $(3:%=spec/%_spec.lua)" run-tests

# All objects of the core but one are the same in the build with the vault, where there is one.
test-parts:
	$(NEED) compiler $(LUA) busted-$(LUA)
	@mkdir -p $(BUILD)/parts
	@[ ! -d $(BUILD)/with-vault/core ] || cp -rp $(BUILD)/with-vault/core $(BUILD)/parts/
	$(call of_parts,graph,graphs,binding/graph)
	$(call of_parts,paths,$(OF_PATHS),$(LUA_OF_PATHS))
	@for part in units world mods; do $(OF_PARTS)$$part module && \
	  BUILD=$(BUILD)/parts LUA=$(LUA) tools/lua.sh -e "assert(require 'astar'.map { width = 2, height = 2 })" || exit 1; done

# ---- sanitizers -----------------------------------------------------------------------------------------

# What they find is in C: what calls it most, in the shortest time, and all of it with the vault. The
# longest oracles are left to `make nightly`: torture-short tries the same searches under a sanitizer.
LONGEST = c/one_hash.c c/paths.c c/questions.c c/table_budget.c beside/gather_spec.lua beside/groups_spec.lua \
          beside/questions_spec.lua
IN_ASAN = $(filter-out $(LONGEST:%=spec/%),$(wildcard spec/c/*.c spec/beside/*.lua)) spec/memory \
          spec/binding spec/lua/rewind spec/binding/sandbox_spec.lua@stock

test-asan-short: with-vault
	@$(MAKE) --no-print-directory $(WITH_VAULT) test-asan SPEC="$(IN_ASAN)"

test-vault-asan: with-vault
	@$(MAKE) --no-print-directory $(WITH_VAULT) test-asan SPEC="$(IN_VAULT)"

torture-short: with-vault
	@$(MAKE) --no-print-directory $(WITH_VAULT) torture SHORT=1

torture-long: with-vault
	@$(MAKE) --no-print-directory $(WITH_VAULT) torture

# ---- other Luas -------------------------------------------------------------------------------------

# What tells most in little time: the module loads, mods are contained, and a battle comes to its hash.
TELLING = spec/lua/world/one_hash_spec.lua spec/mods/play_spec.lua spec/binding/sandbox_spec.lua \
          spec/mods/yielding_spec.lua spec/lua/sandbox spec/lua/arguments/blame_spec.lua

under = @status=0; for lua in $(1); do \
	  $(MAKE) --no-print-directory test LUA=$$lua SPEC="$(2)" $(3) || status=1; done; exit $$status

# Without the vault, but with the core's objects of that build.
test-luas: with-vault
	$(call under,luajit lua5.3 lua5.1,$(TELLING),BUILD=$(BUILD)/with-vault VAULT=no)

test-each-lua:
	$(call under,$(filter-out lua5.4,$(TESTED_LUAS)),$(SPEC))

# ---- what needs more than `make test` installs --------------------------------------------------------

# The tests that compare Luas need the modules of the others.
test-extra:
	$(NEED) $(TEST_NEEDS) $(TESTED_LUAS) hosts servers love tiled parallel check
	tools/nginx-aside.sh $(BUILD)/nginx
	@BUILD=$(BUILD) tools/browser.sh
	@$(MAKE) $(PARALLEL) extra-build
	@for lua in $(filter-out $(LUA),$(TESTED_LUAS)); do $(MAKE) $(PARALLEL) LUA=$$lua module || exit 1; done
	@EXTRA=only $(RUN_TESTS)

# Eight times as many random cases.
test-many:
	@ASTAR_CASES=8 $(MAKE) --no-print-directory test
