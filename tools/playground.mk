# `make playground`: the library, Lua and an editor in the browser, as a static site.

.PHONY: playground

playground: module
	$(NEED) compiler lua5.4 wasm playground $(VAULT_NEEDS)
	@$(CROSS_ENV) tools/playground/build.sh
