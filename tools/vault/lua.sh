#!/bin/sh
# lua.sh FOLDER: Lua's source in FOLDER/src, as the guest needs it. LUA_SOURCE: see lua-source.sh.
#
# Three lines of Lua are changed. A number that is kept goes through vm_number, which the guest's
# configuration.h defines, because the bits of a NaN differ between processors. Hooks are called
# within finalizers, too, so that one that does not end is ended like all else. And a position in a
# text is not cut to the 32 bits of a length: string.sub(s, 2^32) would begin before the text.
# Four mistakes of Lua 5.4.4 are corrected as later versions have it, since mods would hit them:
# spec/mods/whole_spec.lua shows each. Besides, WASI has no setjmp.h, which ldo.c includes and, as it
# is configured, does not use.

folder=$1
[ "$folder/ready" -nt "$0" ] && exit 0

rm -rf "$folder"
"$(dirname "$0")/../lua-source.sh" "$folder" || exit 1

# change FILE SCRIPT TEXT: what sed makes of a file; the text must be in one line of it then
change() {
  file=$folder/src/$1
  sed "$2" "$file" >"$file.new"
  [ "$(grep -cF "$3" "$file.new")" = 1 ] || {
    echo "lua.sh: $file is not what was expected, so it cannot be changed: $2" >&2
    exit 1
  }
  mv "$file.new" "$file"
}

# correct FILE SCRIPT: where there is nothing to change this Lua has no such mistake
correct() {
  sed "$2" "$folder/src/$1" >"$folder/src/$1.new" && mv "$folder/src/$1.new" "$folder/src/$1"
}

change lobject.h '/^#define setfltvalue(obj,x)/,/}/s/val_(io)\.n=(x)/val_(io).n=vm_number(x)/' 'vm_number(x)'
change lstrlib.c '/^static size_t posrelatI/,/^}/s|(size_t)pos;|pos > (lua_Integer)len + 2 ? len + 2 : (size_t)pos;|' \
  '(lua_Integer)len + 2 ?'
change lgc.c 's|^    L->allowhook = 0;.*|    /* hooks stay */|' '/* hooks stay */'

# a division by zero, whose line was another; a __concat that makes the stack grow; t[a < b];
# 8 & (a or b) where constants are many
correct lvm.c 's/^ *vmcase(OP_MODK\{0,1\}) {/& savestate(L, ci);/
            s/^ *vmcase(OP_IDIVK\{0,1\}) {/& savestate(L, ci);/'
correct lvm.c '/^void luaV_concat/,/^}/s|L->top = top - (n - 1);|L->top -= n - 1;|'
correct lcode.c '/^void luaK_exp2val/,/^}/s/if (hasjumps(e))/if (e->k == VJMP || hasjumps(e))/'
correct lcode.c '/^static void codebitwise/,/^}/s/VKINT && luaK_exp2RK(/VKINT \&\& luaK_exp2K(/'

# From 5.4.5 on pointers to the stack are offsets while it is moved, and nothing is collected then.
# But the allocator walks the stack for its report when it refuses, and what a mod may have must not
# depend on its garbage. So the new stack is allocated first, as in earlier versions.
if grep -q '^static void relstack' "$folder/src/ldo.c"; then
  move='/^int luaD_reallocstack/,/^}/'
  change ldo.c "$move s/L->stack\.p, oldsize + EXTRA_STACK,\$/NULL, 0,/" 'NULL, 0,'
  change ldo.c "$move {
    s/^  relstack(L);.*//
    s/^  G(L)->gcstopem = .*//
    s/^    correctstack(L);.*//
    s/^  L->stack\.p = newstack;/  relstack(L);\\
  memcpy(newstack, L->stack.p,\\
         ((oldsize < newsize ? oldsize : newsize) + EXTRA_STACK) * sizeof *newstack);\\
  luaM_freearray(L, L->stack.p, oldsize + EXTRA_STACK);\\
&/
  }" 'memcpy(newstack, L->stack.p,'
fi

# The compiler says in which line it is when brackets are nested too deeply for it.
deep='luaX_syntaxerror(ls, "blocks and brackets are nested too deeply")'
level="(getCcalls(ls->L) + 1 < LUAI_MAXCCALLS ? luaE_incCstack(ls->L) : $deep)"
change lparser.c "s/^#define enterlevel(ls).*/#define enterlevel(ls) $level/" "$deep"

echo '/* There is none. */' >"$folder/src/setjmp.h"
touch "$folder/ready"
