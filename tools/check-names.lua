-- check-names.lua: one name, one thing, in src/. The name of a static function begins with its
-- owner, queue_begin rather than begin, so no two files define functions, types or macros of one
-- name. The core is a library of its own; the binding and the sandbox are another one.

local DEFINITIONS = {
  { kind = "function", own = true, pattern = "\nstatic [^;={}(]-([%w_]+)%([^;{]*[;{]" },
  { kind = "function", own = true, pattern = "\nALWAYS_INLINE [^;={}(]-([%w_]+)%([^;{]*[;{]" },
  { kind = "type", pattern = "\ntypedef [%w_]+ ([%w_]+) {" },
  { kind = "macro", pattern = "\n#define ([%w_]+)" },
}

local places, complaints = {}, 0

local function complain(...)
  complaints = complaints + 1
  io.stderr:write(string.format(...), "\n")
end

-- A name may be defined twice in one file: declared and defined, or in two branches of an #if.
local function note(definition, name, file)
  if definition.own and not name:find("_", 1, true) then
    complain("%s: the name of the static function '%s' has no owner", file, name)
  end
  local library = file:find("^src/core/") and "core " or "module "
  local before = places[library .. name]
  if before and before ~= file then
    complain("%s: the %s '%s' is also defined in %s", file, definition.kind, name, before)
  end
  places[library .. name] = file
end

local find = assert(io.popen("find src -name '*.[ch]' | sort"))
for file in find:lines() do
  local text = "\n" .. assert(io.open(file)):read("*a"):gsub("/%*.-%*/", "")
  for _, definition in ipairs(DEFINITIONS) do
    for name in text:gmatch(definition.pattern) do note(definition, name, file) end
  end
end
find:close()
os.exit(complaints == 0)
