-- single.lua FOLDER PARTS [VAULT]: writes the library, or some of its parts, as a few files, for a
-- game that adds them to its build.
--
--   astar.h, astar_units.h, astar_graph.h, astar.c
--                             the core: the public headers, and all of src/core in one file
--   astar_lua.h, astar_lua.c  the Lua module: src/binding, src/sandbox, src/bundle, and files of
--                             lua/ as text; with the vault if VAULT is the folder of its C
--   astar_guard.c, astar_bounds.c  then: the vault's guest, with guard pages and with bounds checks
--
-- The files of C are put one behind the other, each header where it is first included. Names that
-- are no concern of a game's become static: functions, and what is `extern` in headers of the core.
-- A file's own constants and variables may be called like another one's: then the name of the file
-- comes before each.

local folder, parts, vault = arg[1], assert(arg[2], "single.lua FOLDER PARTS [VAULT]"), arg[3]

local whole_file = dofile "tools/whole_file.lua"
local read = whole_file.read

local function write(name, pieces)
  whole_file.write(folder .. "/" .. name, table.concat(pieces))
end

local order = dofile "tools/order.lua"
local left_out = order.take(parts)

-- ---- reading C ----------------------------------------------------------------------------------

-- Calls f(code) for each stretch that is neither a comment nor a literal, and puts together what it
-- returns with the rest.
local function map_code(text, f)
  local pieces, from, at = {}, 1, 1
  local function skip(first, last)
    pieces[#pieces + 1] = f(text:sub(from, first - 1))
    pieces[#pieces + 1] = text:sub(first, last)
    from, at = last + 1, last + 1
  end
  while true do
    local first = text:find("[/\"']", at)
    if not first then break end
    local two, last = text:sub(first, first + 1), nil
    if two == "/*" then last = select(2, text:find("*/", first + 2, true))
    elseif two:sub(1, 1) ~= "/" then
      local quote = two:sub(1, 1)
      last = first + 1
      while text:sub(last, last) ~= quote do
        last = last + (text:sub(last, last) == "\\" and 2 or 1)
      end
    end
    if last then skip(first, last) else at = first + 1 end
  end
  pieces[#pieces + 1] = f(text:sub(from))
  return table.concat(pieces)
end

local function only_code(text)
  local code = {}
  map_code(text, function(piece)
    code[#code + 1] = piece
    return ""
  end)
  return "\n" .. table.concat(code, " ")
end

-- What a file has at its outermost level for itself, constants, variables, types and functions: a
-- set of names.
local function own_names(text)
  local code, names = only_code(text), {}
  for words in code:gmatch "\nenum [%w_]*%s*(%b{});" do
    for one in words:gsub("%b()", ""):gmatch "([%a_][%w_]*)%s*[^,{}]*[,}]" do names[one] = true end
  end
  code = code:gsub("%b{}", ""):gsub("\n[ \t]*#[^\n]*", "")
  for declaration in code:gmatch "\nstatic ([^;()]*)[;]" do
    for one in (declaration:gsub("%b[]", "") .. ","):gmatch "([^,]*)," do
      names[one:gsub("=.*", ""):match "([%a_][%w_]*)%s*$"] = true
    end
  end
  for declared in code:gmatch "\ntypedef ([^;]*);" do
    local words = declared:gsub("%b[]", "")
    local one = words:match "%(%*%s*([%w_]+)%)" or words:match "([%w_]+)%(" or
      words:match "([%w_]+)%s*$"
    names[one] = true
  end
  for one in code:gmatch "\nstatic [^;={}(]-([%w_]+)%(" do names[one] = true end
  return names
end

-- The functions and variables that headers declare for other files: a set. Names that begin with _
-- are the compiler's.
local function shared_names(headers)
  local names = {}
  for _, name in ipairs(headers) do
    local code = only_code(read(name)):gsub("%b{}", ";")
    for before, one in code:gmatch "\n([%a_][%w_ *]-[ *])(%a[%w_]*)%([^;{]*%);" do
      if not before:find "^static" and not before:find "^typedef" then names[one] = "function" end
    end
    for one in code:gmatch "\nextern const [%w_]+ ([%w_]+);" do names[one] = "variable" end
  end
  return names
end

-- ---- changing C ---------------------------------------------------------------------------------

-- What only the tests call, which see the core from inside. Where parts are left out, what only
-- they call is not used either.
local UNUSED = { map_validate = true }
local MAY_BE_UNUSED = #left_out > 0 and "ASTAR_UNUSED " or ""

-- Puts `static` before what is declared or defined of such names.
local function make_static(text, names)
  for one in pairs(UNUSED) do
    text = ("\n" .. text):gsub("\n([%a_][%w_ *]-" .. one .. "%()", "\nASTAR_UNUSED %1"):sub(2)
  end
  text = ("\n" .. text):gsub("\nextern (const [%w_]+ ([%w_]+);)", function(rest, name)
    return names[name] and "\n" .. MAY_BE_UNUSED .. "static " .. rest or nil
  end)
  text = text:gsub("\n(const [%w_]+ ([%w_]+) = )", function(all, name)
    return names[name] and "\nstatic " .. all or nil
  end)
  return (text:gsub("\n([%a_][%w_ *]-)([%a_][%w_]*)(%()", function(before, name, rest)
    if not names[name] or before:find "^static" or before:find "^typedef" or
      before:find "^ALWAYS_INLINE" then return nil end
    return "\n" .. MAY_BE_UNUSED .. "static " .. before .. name .. rest
  end):sub(2))
end

-- Renames what is not the field of something: `.name` and `->name` stay.
local function rename(text, names)
  return map_code(text, function(code)
    return (code:gsub("()%f[%w_]([%a_][%w_]*)", function(at, word)
      local before = names[word] and code:sub(math.max(1, at - 9), at - 1) or ""
      if before:find "%.%s*$" or before:find "%->%s*$" then return nil end
      return names[word]
    end))
  end)
end

local function undefine(text)
  local lines, seen = {}, {}
  for name in ("\n" .. text):gmatch "\n%s*#%s*define%s+([%a_][%w_]*)" do
    if not seen[name] then lines[#lines + 1] = ("#undef %s\n"):format(name) end
    seen[name] = true
  end
  return table.concat(lines)
end

-- ---- one file of many ---------------------------------------------------------------------------

local function base_of(name) return name:match "([^/]+)%.[ch]$" end

-- From the names that files have for themselves, and others have, too, to new ones, by files.
local function new_names(sources, shared)
  local count, own = {}, {}
  for one in pairs(shared) do count[one] = 1 end
  for _, name in ipairs(sources) do
    own[name] = own_names(read(name))
    for one in pairs(own[name]) do count[one] = (count[one] or 0) + 1 end
  end
  local renamed = {}
  for _, name in ipairs(sources) do
    renamed[name] = {}
    for one in pairs(own[name]) do
      local base = base_of(name)
      if one:upper() == one then base = base:upper() end
      if count[one] > 1 then renamed[name][one] = base .. "_" .. one end
    end
  end
  return renamed
end

-- What the C of the vault includes by its name alone: from the name to the file.
local BY_NAME = {}
if vault then
  for _, name in ipairs { "guard.h", "bounds.h", "identity.h" } do
    BY_NAME[name] = vault .. "/" .. name
  end
  for _, name in ipairs { "wasm-rt.h", "addresses.h", "metering.h" } do
    BY_NAME[name] = "src/sandbox/vault/" .. name
  end
end

local function path_of(file, header)
  if BY_NAME[header] then return BY_NAME[header] end
  local path = file:match "^(.*/)" .. header
  while path:find "[^/.]+/%.%./" do path = path:gsub("[^/.]+/%.%./", "", 1) end
  return path
end

local function title(name) return ("\n/* %s %s */\n\n"):format(("="):rep(80 - #name), name) end

-- The text of sources and of the headers that they include. `public` are headers that a game has
-- beside the file.
local function joined(sources, headers, public)
  local static = shared_names(headers)
  local renamed = new_names(sources, static)
  local pieces, had = {}, {}
  local function add(name)
    local text = read(name):gsub("\n#define _[%w_]+_SOURCE [^\n]*", "")
    local own = {}
    text = text:gsub('#include "([^"\n]+)"\n', function(header)
      local path = path_of(name, header)
      if public[path] then return "" end
      if not had[path] then
        had[path] = true
        add(path)
      end
      return ""
    end)
    text = make_static(text, static)
    if renamed[name] and next(renamed[name]) then text = rename(text, renamed[name]) end
    own[1], own[2] = title(name), text
    if name:find "%.c$" then own[3] = undefine(text) end
    pieces[#pieces + 1] = table.concat(own)
  end
  for _, name in ipairs(sources) do add(name) end
  return table.concat(pieces)
end

-- ---- Lua as text --------------------------------------------------------------------------------

local ESCAPES = { ["\\"] = "\\\\", ['"'] = '\\"', ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t",
  ["?"] = "\\?" }                                -- or "??" and another one might be a trigraph

local function literal(line)
  return '"' .. line:gsub('[\\"\n\r\t?]', ESCAPES):gsub("[%z\1-\31\127-\255]", function(byte)
    return ("\\%03o"):format(byte:byte())
  end) .. '"'
end

-- A compiler may take no more than 65535 bytes of text in one piece: what is longer is numbers.
local LONGEST = 65535

local function numbers_of(text)
  local rows = {}
  for at = 1, #text, 24 do
    rows[#rows + 1] = text:sub(at, at + 23):gsub(".", function(byte)
      return (byte:byte() < 128 and "%d," or "'\\%o',"):format(byte:byte())
    end)
  end
  return "{" .. table.concat(rows, "\n") .. "0}"
end

local function text_of_lua(number, name)
  local text, lines = read(name), {}
  for line in text:gmatch "[^\n]*\n?" do
    if line ~= "" then lines[#lines + 1] = "  " .. literal(line) end
  end
  local value = #text < LONGEST and table.concat(lines, "\n") or numbers_of(text)
  return ("static const char text_%d[] =\n%s;\n"):format(number, value)
end

-- Annotations are for editors, and the command line is a program of its own.
local NOT_THE_LIBRARY = { arena = true, cli = true, meta = true }

local function bundle()
  local all, texts, rows = {}, {}, {}
  for _, name in ipairs(order.sorted({ "lua/.*" }, "lua")) do
    local module = name:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")
    if not NOT_THE_LIBRARY[module:match "^astar%.(%w+)"] then
      all[#all + 1] = { name = name, module = module }
    end
  end
  table.sort(all, function(a, b) return a.module < b.module end)
  for i, one in ipairs(all) do
    texts[i] = title(one.name) .. text_of_lua(i, one.name)
    rows[i] = ('  { "%s", "=[astar]/%s", text_%d, sizeof text_%d - 1 },\n'):format(one.module,
      one.name:gsub("^lua/astar/", ""), i, i)
  end
  return table.concat(texts) .. "\nconst la_bundled la_bundle[] = {\n" .. table.concat(rows) ..
    "};\n\nstatic const size_t la_bundle_count = sizeof la_bundle / sizeof *la_bundle;\n"
end

-- ---- the files ----------------------------------------------------------------------------------

local VERSION = read "src/astar.h":match '\n#define ASTAR_VERSION "(.-)"'
local LICENSE = read "LICENSE"

local function head(what)
  local license = LICENSE:gsub("[^\n]*\n", function(line)
    return (("** " .. line):gsub("%s+\n", "\n"))
  end)
  return ("/*\n** astar %s: %s\n** Written by `make single`: change the sources.\n**\n%s*/\n")
    :format(VERSION, what, license)
end

-- What sources ask of the system, before its first header is included.
local FEATURES = [[
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#if defined(__GNUC__)
#define ASTAR_UNUSED __attribute__((unused))
#else
#define ASTAR_UNUSED
#endif

#if (defined(__unix__) || defined(__APPLE__)) && !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700
#endif

]]

-- Nobody has written the guest's C, so nobody reads the warnings. A compiler that contracts
-- a * b + c would give other results than the machines that it is to agree with.
local QUIET = [[
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wall"
#pragma clang diagnostic ignored "-Wextra"
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#if __GNUC__ >= 12
#pragma GCC diagnostic ignored "-Winfinite-recursion"
#endif
#pragma GCC optimize("O2", "fp-contract=off")
#endif

]]

-- What the few sources read that know which parts there are.
local without = {}
for i, part in ipairs(left_out) do
  without[i] = ("#define ASTAR_WITHOUT_%s 1\n"):format(part:upper())
end
without = table.concat(without)

-- What a game has beside the files, and the lines that include it in the core's.
local public, included = {}, {}
for _, name in ipairs(order.files("src/", "h")) do
  local header = name:match "[^/]+$"
  public[name] = true
  write(header, { read(name) })
  if header ~= "astar_lua.h" then included[#included + 1] = ('#include "%s"\n'):format(header) end
end
included = table.concat(included)

write("astar.c", {
  head "the core in one file. It needs nothing but C11; link with -lm -pthread.", "\n",
  FEATURES, without, included,
  joined(order.files("src/core/.*", "c"), order.files("src/core/.*", "h"), public) })

-- ---- the vault ----------------------------------------------------------------------------------

-- The library's files that run in machines: as bundle() has them, so they are in the file once.
local function vault_library(bundled)
  local rows = {}
  for name in read(vault .. "/library.c"):gmatch '\n  { "([%w_.]+)", text_%d+,' do
    local row = '\n  { "' .. name:gsub("%p", "%%%0") .. '", "[^"\n]*", text_(%d+),'
    local number = bundled:match(row)
    assert(number, name .. " runs in machines, and is not in the bundle")
    rows[#rows + 1] = ('  { "%s", (const unsigned char *)text_%s, sizeof text_%s - 1 },\n')
      :format(name, number, number)
  end
  assert(#rows > 0, "no files of the library in " .. vault .. "/library.c")
  return "\nconst la_library_file la_vault_library[] = {\n" .. table.concat(rows)
    .. "  { 0, 0, 0 }\n};\n"
end

-- One of the two files of the guest, with the headers that it includes. It is not joined with
-- others: both have the same names.
local function guest(name)
  local had = {}
  local function whole(file)
    return (read(file):gsub('#include "([^"\n]+)"\n', function(header)
      local path = path_of(file, header)
      if had[path] then return "" end
      had[path] = true
      return title(path) .. whole(path)
    end))
  end
  local text = whole(vault .. "/" .. name .. ".c")
  local guarded = name == "guard" and 1 or 0
  write("astar_" .. name .. ".c", {
    head("the guest of the vault, beside astar_lua.c. Compile it with optimization."), "\n",
    "#ifndef NDEBUG\n#define NDEBUG\n#endif\n",
    ("#define WASM_RT_MEMCHECK_SIGNAL_HANDLER %d\n"):format(guarded), QUIET, text })
end

local MODULE = { "src/binding/", "src/sandbox/", "src/bundle/" }
local sources, headers = order.sorted(MODULE, "c"), order.sorted(MODULE, "h")
public["src/sandbox/guest/guest_meter.h"] = true       -- the guest's
local bundled = bundle()

if vault then
  for _, name in ipairs(order.files("src/sandbox/vault/", "c")) do sources[#sources + 1] = name end
  guest "guard"
  guest "bounds"
else
  for i, name in ipairs(sources) do
    if name == "src/sandbox/vault.c" then table.remove(sources, i) end
  end
  for _, name in ipairs { "guard", "bounds" } do os.remove(folder .. "/astar_" .. name .. ".c") end
end

write("astar_lua.c", {
  head "the Lua module in one file, beside astar.c. Lua's headers must be found.", "\n",
  FEATURES, without, vault and "#define LA_HAS_VAULT 1\n" or "",
  included, '#include "astar_lua.h"\n',
  joined(sources, headers, public),
  bundled, vault and vault_library(bundled) or "" })
