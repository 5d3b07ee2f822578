-- meter.lua NAME FROM TO: the machine's accounts, put into what wasm2c 1.0.32, 1.0.36 write.
--
-- Reads FROM/NAME.c and FROM/NAME.h, and writes TO/NAME.c and TO/NAME.h. What the accounts are is
-- in src/sandbox/vault/metering.h; here are the places:
--
--   the type of an instance   begins with `fuel`, `depth`, `deepest` and `lowest`
--   each function             FUNC_PROLOGUE, which wasm2c has put there, takes fuel
--   each loop                 FUEL(1) at its head
--   memory.copy, memory.fill  FUEL(length >> 4) before it
--   the stack pointer         is set by SET_STACK, which notes the lowest one
--   loads and stores          are those of metering.h
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

--- The text with `by` in place of every `pattern`: so many there must be, else one.
local function replaced(c, what, pattern, by, expected)
  local result, places = c:gsub(pattern, by)
  same(what, places, expected or 1)
  return result
end

local header, text = read ".h", read ".c"

-- ---- what depends on wasm2c's version -----------------------------------------------------------

-- The type of a function becomes a number, the same for the same type. wasm2c tells types apart by
-- `key`: 1.0.32 has the host make a number of it when the program begins, 1.0.36 compares texts.
local numbers, known = {}, 0
local function number_of(key)
  known = numbers[key] and known or known + 1
  numbers[key] = numbers[key] or known
  return numbers[key]
end

local function from_1_0_32()
  header = replaced(header, "beginnings", "\nvoid Z_%w+_init_module%(void%);", "")
  text = replaced(text, "beginnings", "\nvoid Z_%w+_init_module%(void%) {.-\n}\n", "")
  text = replaced(text, "tables of types", "\nstatic bool s_module_initialized = false;\n" ..
    "\nstatic (u32 func_types%[%d+%]);\n\nstatic void init_func_types%(void%) {\n(.-)}\n",
    function(array, lines)
      return "\nstatic const " .. array .. " = {\n" .. replaced(lines, "types of functions",
        "func_types%[%d+%] = wasm_rt_register_func_type%((.-)%);",
        function(key) return number_of(key) .. "," end, count(lines, "\n")) .. "};\n"
    end)
end

--- The name that 1.0.32 gives to what 1.0.36 calls so.
local function name_1_0_32(new)
  local inside = new:match("^w2c_" .. name .. "_([%w_]+)$")
  if inside then
    local is_export = header:find("\n/* export: '" .. inside .. "' */\n", 1, true)
    return (is_export and "Z_" .. name .. "Z_" or "w2c_") .. inside
  end
  return ({
    ["w2c_" .. name] = "Z_" .. name .. "_instance_t", w2c_h = "Z_h_instance_t",
    w2c_h_instance = "Z_h_instance"
  })[new] or (new:gsub("^w2c_h_", "Z_hZ_"))
end

local function from_1_0_36()
  local get_type = "\nwasm_rt_func_type_t wasm2c_%w+_get_func_type%("
  header = replaced(header, "declarations of types", get_type .. "[^\n]*;", "")
  text = replaced(text, "getters of types", get_type .. ".-\n}\n", "")
  text = replaced(text, "types of functions", '\nFUNC_TYPE_T%(([%w_]+)%) = ("[^\n]+");',
    function(it, key) return ("\nenum { %s = %d };"):format(it, number_of(key)) end,
    count(text, "\nFUNC_TYPE_T%("))
  text = replaced(text, "comparisons of types", " || LIKELY%(a && b && !memcmp%(a, b, 32%)%)", "")

  -- Nobody calls in place of a return.
  text = replaced(text, "fields", "\n  wasm_rt_tailcallee_t func_tailcallee;", "")
  text = replaced(text, "uses of the field", "src_expr%->func_tailcallee,", "")
  text = replaced(text, "functions in tables", "(\n  {RefFunc, [^\n]*), {NULL}, 0},", "%1, 0},",
    count(text, "\n  {Ref"))

  text = replaced(text, "memories", "(wasm_rt_allocate_memory%([^\n]*), 0%);", "%1);")
  text = replaced(text, "loads", "(\nDEFINE_LOAD%([^\n]*), FORCE_READ_%u+%)", "%1)",
    count(text, "\nDEFINE_LOAD%("))
  text = replaced(text, "accounts of depth", "#if WASM_RT_STACK_DEPTH_COUNT\n",
    "#if WASM_RT_USE_STACK_DEPTH_COUNT\n")
  text = replaced(text, "ways to load", "#if WASM_RT_USE_SEGUE && WASM_RT_SANITY_CHECKS\n",
    "#if WASM_RT_MEMCHECK_SIGNAL_HANDLER\n")

  local function renamed(c)
    return (c:gsub("%f[%w_](w2c_[%w_]*)0x5F_", "%1__"):gsub("%f[%w_]w2c_[%w_]+", name_1_0_32)
      :gsub("%f[%w_]wasm2c_", "Z_"):gsub("%f[%w_]var_", "w2c_"))
  end
  text, header = renamed(text), renamed(header)
end

if header:find "\ntypedef struct w2c_" then from_1_0_36() else from_1_0_32() end

-- ---- the type of an instance --------------------------------------------------------------------

header = replaced(header, "types of instances", "(\ntypedef struct Z_[%w_]+_instance_t {\n)",
  "%1  int64_t fuel;\n  uint32_t depth, deepest, lowest;\n")

-- ---- functions, loops, memory -------------------------------------------------------------------

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
