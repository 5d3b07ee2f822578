# `make test-hosts`: the examples of examples/hosts/ in the programs that they are for.

.PHONY: test-hosts

test-hosts:
	$(NEED) compiler lua5.4 luajit busted-lua5.4 hosts love servers
	tools/nginx-aside.sh $(BUILD)/nginx
	@$(MAKE) $(PARALLEL) test-build
	@$(MAKE) $(PARALLEL) LUA=luajit module
	@LUA=lua5.4 BUILD=$(BUILD) JOBS=$(JOBS) SPEC=spec/hosts tools/test.sh
