# Annotations for editors: lua/astar/meta, from the declarations in tools/meta.

.PHONY: meta

meta:
	@lua5.4 tools/meta.lua
