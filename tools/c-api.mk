# The declarations and programs of docs/c-api.md, from the public headers and examples/; `make check-docs`
# says when they are behind.
.PHONY: c-api
c-api:
	@lua5.4 tools/c-api.lua
