# docs/c-reference.md, from the public headers, and the programs of docs/c-api.md, from examples/;
# `make check-docs` says when they are behind.
.PHONY: c-reference
c-reference:
	@lua5.4 tools/c-reference.lua
