# Other systems and processors: `make windows`, `make wasm`, `make wasi`, `make test-arch`. The scripts are in
# tools/cross/; they build in build/cross/, and need Lua's source (tools/lua-source.sh).

.PHONY: windows wasm wasi test-arch cross-objects

CROSS_ENV = MAKE="$(MAKE) --no-print-directory" BUILD=$(BUILD)/cross JOBS=$(JOBS) VERSION=$(VERSION)

windows:
	$(NEED) compiler lua5.4 windows $(VAULT_NEEDS)
	@$(CROSS_ENV) tools/cross/windows.sh

wasm:
	$(NEED) compiler lua5.4 wasm $(VAULT_NEEDS)
	@$(CROSS_ENV) tools/cross/wasm.sh

wasi:
	$(NEED) compiler lua5.4 wasi vault
	@$(CROSS_ENV) tools/cross/wasi.sh

test-arch:
	$(NEED) compiler lua5.4 processors arch $(VAULT_NEEDS)
	@$(CROSS_ENV) WITHOUT="$(WITHOUT)" tools/cross/arch.sh

# For these scripts, which name another compiler and another BUILD: all but the links.
cross-objects: $(STATIC) $(BINDING_O) $(VAULT_O) $(VAULT_A) ; @:

# Microsoft's dialect, as far as clang knows it without Microsoft's headers: the declarations that
# stand in for them are in tools/cross/msvc/. What calls Windows is left to `make windows`.
MSVC = clang --target=x86_64-pc-windows-msvc -fms-compatibility-version=19.29 -fms-extensions \
       -ffreestanding -nostdlibinc -std=c11 -fsyntax-only -Werror -Wall -Wextra -Wvla -Wgnu \
       -Wno-sign-compare -Itools/cross/msvc $(LUA_CFLAGS:-I%=-isystem %)
CALLS_WINDOWS = src/core/base/thread.c src/binding/file.c src/binding/replace.c \
                src/sandbox/vault/stack.c

# The core is read from its single file, in a fifth of the time; without threads it does not call
# Windows.
.PHONY: check-msvc
check-msvc: $(SINGLE)/astar.c
	@$(MSVC) -Wno-unused-function -DNDEBUG -DASTAR_NO_THREADS $(SINGLE)/astar.c
	@$(MSVC) -DNDEBUG $(filter-out $(CALLS_WINDOWS),$(BINDING))
	$(DONE)
