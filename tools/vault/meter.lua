-- meter.lua NAME FROM TO: the machine's accounts, put into what wasm2c 1.0.32 has written.
--
-- Reads FROM/NAME.c and FROM/NAME.h, and writes TO/NAME.c and TO/NAME.h. What the accounts are is
-- in src/sandbox/vault/accounts.h; here are the places:
--
--   the type of an instance   begins with `fuel`, `depth`, `deepest` and `lowest`
--   each function             FUNC_PROLOGUE, which wasm2c has put there, takes fuel
--   each loop                 FUEL(1) at its head
--   memory.copy, memory.fill  FUEL(length >> 4) before it
--   the stack pointer         is set by SET_STACK, which notes the lowest one
--   loads and stores          are those of accounts.h
--   names that others see     begin with la_
--   <alloca.h>                is not included: nothing uses it, and not all systems have it
--   guard.c, the whole of it  is there where there are guard pages
--
-- Each place is counted in two ways. Where the counts differ, or nothing is found, wasm2c writes
-- other text than this program knows, and nothing is written.

local name, from, to = arg[1], arg[2], arg[3]
if not to then
  io.stderr:write "meter.lua: usage: meter.lua NAME FROM TO\n"
  os.exit(2)
end

local function fail(...)
  io.stderr:write("meter.lua: ", name, ": ", string.format(...), "\n")
  os.exit(1)
end

local function read(ending)
  local file, why = io.open(from .. "/" .. name .. ending, "rb")
  if not file then fail("%s", why) end
  local text = file:read "*a"
  file:close()
  return text
end

local function write(ending, text)
  local file, why = io.open(to .. "/" .. name .. ending, "wb")
  if not (file and file:write(text) and file:close()) then fail("%s", why or "cannot write") end
end

local function count(text, pattern) return select(2, text:gsub(pattern, "")) end

local function same(what, places, expected)
  if places == 0 then fail("no %s found", what) end
  if places ~= expected then fail("%d %s, but %d were expected", places, what, expected) end
end

--- The text without what begins with `first` and ends before `last`, both plain and there once.
local function cut(text, what, first, last)
  local a = text:find(first, 1, true)
  local b = a and text:find(last, a, true)
  if not b then fail("%s: not found", what) end
  if text:find(first, b, true) then fail("%s: found twice", what) end
  return text:sub(1, a - 1) .. text:sub(b)
end

-- ---- the header ---------------------------------------------------------------------------------

local header, structs = read ".h":gsub("(\ntypedef struct Z_[%w_]+_instance_t {\n)",
  "%1  int64_t fuel;\n  uint32_t depth, deepest, lowest;\n")
same("types of instances", structs, 1)

-- ---- functions, loops, memory -------------------------------------------------------------------

local text = read ".c"
local instance = "%(Z_" .. name .. "_instance_t%*"

text = cut(text, "wasm2c's account of depth", "#if WASM_RT_USE_STACK_DEPTH_COUNT\n",
  "#define UNREACHABLE TRAP(UNREACHABLE)\n")
text = cut(text, "wasm2c's loads and stores", "#if WASM_RT_MEMCHECK_SIGNAL_HANDLER\n",
  "DEFINE_LOAD(i32_load, u32, u32, u32)")

text = cut(text, "alloca.h", "#else\n#include <alloca.h>\n", "#endif\n\n#include \"" .. name)
if text:find "alloca *%(" then fail("it uses alloca") end

-- A function is declared once, with the types of its parameters, and has one prologue.
same("functions", count(text, "\n  FUNC_PROLOGUE;\n"),
  count(text, "\nstatic [%w_]+ w2c_[%w_]+" .. instance .. "[%w_, ]*%);"))

-- The head of a loop is a label that only jumps from further down name; the label at the end of a
-- block has a semicolon behind it.
local loops, bulk
text, loops = text:gsub("\n( *)(w2c_L%d+): *\n", "\n%1%2: FUEL(1);\n")
same("loops", loops, count(text, "%f[%w_]w2c_L%d+:"))
same("labels", loops + count(text, "\n *w2c_B%w+:;"), count(text, "\n *w2c_[%w_]+: *[^:]"))

text, bulk = text:gsub("\n( *)(memory_%l+%(&instance%->w2c_memory,[^\n]*, ([%w_]+)%);)",
  "\n%1FUEL(%3 >> 4);\n%1%2")
same("bulk operations", bulk, count(text, "%f[%w_]memory_%l+%(&"))

-- One more place, where an instance begins, gives it its first value.
local all = count(text, "w2c___stack_pointer = ")
local moved, moves = text:gsub("\n( *)instance%->w2c___stack_pointer = (w2c_[%w_]+);",
  "\n%1SET_STACK(%2);")
text = moved
same("moves of the stack", moves, all - 1)

-- Last, for all places above are known by wasm2c's names.
local function own_names(c) return (c:gsub("%f[%w_]Z_" .. name, "la_" .. name)) end
header, text = own_names(header), own_names(text)

if name == "guard" then
  text = '#include "addresses.h"\n\n#if LA_GUARD_PAGES\n\n' .. text .. "\n#endif\n"
end

write(".h", header)
write(".c", text)
