# Annotations for editors: lua/astar/meta, from the declarations in tools/meta.

.PHONY: meta web

meta:
	@lua5.4 tools/meta.lua

# The pages of replays, the inspector and the arena: lua/astar/*/web.lua, from the files in web.
web:
	@lua5.4 tools/web.lua
