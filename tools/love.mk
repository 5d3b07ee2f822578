# `make love`: the game of examples/hosts/love/ with all that it needs, as a folder and as an archive.

.PHONY: love

love:
	$(NEED) compiler luajit love
	@$(MAKE) $(PARALLEL) LUA=luajit module
	@BUILD=$(BUILD) tools/love.sh $(BUILD)/love
	@echo "love $(BUILD)/love/skirmish        the game as a folder: change its mods while it runs"
	@echo "love $(BUILD)/love/skirmish.love   as an archive, with astar/core.so beside it"
