-- c-api.lua [--check]: writes the declarations into docs/c-api.md, from the public headers, and
-- programs, from examples/. With --check it says what is behind.
--
-- A C block of the page below one of these lines is written by this program:
--   <!-- declarations NAME -->   what a section of a header declares: its types and macros with
--                                their comments, its functions without: the page says more of them
--   <!-- program FILE -->        a file of examples/
-- Each section of a header has such a block, in which - stands for the blanks of its name; no two
-- have one name. What stands before the first section is `constants`.
--
-- A function has an entry in the page's prose: its name in bold, with its parameters as in the
-- header or without any. The entry names all errors that the comment in the header names.

local PAGE = "docs/c-api.md"
local UNDOCUMENTED = { ["old-names"] = true }

local complaints = 0

local function complain(...)
  complaints = complaints + 1
  io.stderr:write(string.format(...), "\n")
end

local function read(name)
  local file = assert(io.open(name))
  local text = file:read "a"
  file:close()
  return text
end

-- ---- the headers --------------------------------------------------------------------------------

-- Texts by name, and the names in order.
local function sections_of(header)
  local texts, names, name = {}, {}, nil
  for line in header:gmatch "(.-)\n" do
    local title = line:match "^/%* %-%-%-%- (.-) %-+ %*/$"
    if line:find "^#define ASTAR_VERSION" then title = "constants" end
    if line == "#ifdef __cplusplus" then name = nil end
    if title then
      name = title:gsub(" ", "-")
      texts[name], names[#names + 1] = "", name
    end
    if name and (not title or title == "constants") then
      texts[name] = texts[name] .. line .. "\n"
    end
  end
  return texts, names
end

-- A section as a list of comments, declarations with what stands behind them on their last line,
-- and empty lines: { kind, text }.
local function pieces_of(text)
  local list, at = {}, 1
  local function take(kind, last)
    list[#list + 1] = { kind = kind, text = text:sub(at, last) }
    at = last + 1
  end
  while at <= #text do
    if text:find("^\n", at) then take("empty", at)
    elseif text:find("^/%*", at) then take("comment", select(2, text:find("%*/\n", at)))
    elseif text:find("^#", at) then take("macro", select(2, text:find("\n", at)))
    else
      local _, last = text:find("^[^;{]*%b{}[^;]*;", at)
      if not last then _, last = text:find("^[^;{]*;", at) end
      local is_function = text:find("^ASTAR_API", at)
      local _, line = text:find("^[ \t]*/%*.-%*/", last + 1)
      take(is_function and "function" or "type", (line or last) + 1)
    end
  end
  return list
end

-- As a program sees it that has no use for what is for compilers alone.
local function declaration(text)
  if text:find "^ASTAR_API" then
    text = text:gsub("^ASTAR_API ", ""):gsub("\n" .. (" "):rep(10), "\n")
  end
  return text
end

-- What the page shows of a section: comments of functions and free ones are left out.
local function shown(text)
  local out, pieces = {}, pieces_of(text)
  for i, piece in ipairs(pieces) do
    local next_one = pieces[i + 1]
    if piece.kind == "empty" then out[#out + 1] = "\n"
    elseif piece.kind ~= "comment" then out[#out + 1] = declaration(piece.text)
    elseif next_one and (next_one.kind == "type" or next_one.kind == "macro") then
      out[#out + 1] = piece.text
    end
  end
  return (table.concat(out):gsub("\n\n\n+", "\n\n"):gsub("^\n+", ""):gsub("\n+$", "\n"))
end

-- ---- entries ------------------------------------------------------------------------------------

local function statuses_of(header)
  local names = {}
  local body = header:match "typedef enum astar_status (%b{})"
  for name in body:gsub("/%*.-%*/", ""):gmatch "ASTAR_([%u_]+)" do
    if name ~= "OK" then names[name] = true end
  end
  return names
end

-- The entries of the page that name a function in bold, as one text; tables below it included.
local function entry_of(page, name)
  local parts = {}
  for paragraph in (page .. "\n\n"):gmatch "(.-)\n\n+" do
    for entry in ("\n" .. paragraph):gsub("\n%- ", "\0- "):gmatch "[^%z]+" do
      if entry:find("**`" .. name .. "%f[^%w_]") then parts[#parts + 1] = entry end
    end
  end
  return table.concat(parts, "\n")
end

local function parameters_of(prototype)
  local list = {}
  for one in prototype:match "%((.*)%)%s*;":gmatch "[^,]+" do
    list[#list + 1] = one:match "([%w_]+)%s*$"
  end
  return table.concat(list, ", "):gsub("^void$", "")
end

local function check_parameters(name, prototype, page)
  local wanted = parameters_of(prototype)
  for given in page:gmatch("%*%*`" .. name .. "%((.-)%)`%*%*") do
    if given:gsub("%s+", " ") ~= wanted then
      complain("%s: %s(%s) has the parameters %s", PAGE, name, given, wanted)
    end
  end
end

local function check_entries(text, page, statuses)
  local comment
  for _, piece in ipairs(pieces_of(text)) do
    if piece.kind == "function" then
      local name = piece.text:match "([%w_]+)%("
      local entry = entry_of(page, name)
      if entry == "" then complain("%s: no entry for %s", PAGE, name) end
      check_parameters(name, piece.text, page)
      for word in (comment or ""):gmatch "%f[%u_][%u_]+%f[^%u_]" do
        if statuses[word] and not entry:find("%f[%w_]" .. word .. "%f[^%w_]") and
          not entry:find("ASTAR_" .. word, 1, true) then
          complain("%s: the entry of %s does not name %s", PAGE, name, word)
        end
      end
    end
    comment = piece.kind == "comment" and piece.text or nil
  end
end

-- ---- the page -----------------------------------------------------------------------------------

local page, header = read(PAGE), ""
for _, name in ipairs(dofile "tools/order.lua".files("src/", "h")) do
  if name ~= "src/astar_lua.h" then header = header .. read(name) end
end
local texts, names = sections_of(header)
local seen = {}

local writers = {}

function writers.declarations(name)
  if not texts[name] then complain("%s: no header has a section '%s'", PAGE, name) return end
  if seen[name] then complain("%s: the declarations of '%s' stand there twice", PAGE, name) end
  seen[name] = true
  return shown(texts[name])
end

writers.program = read

local written = page:gsub("(<!%-%- (%a+) (%S+) %-%->\n```c\n)(.-)(```\n)",
  function(first, kind, name, old, last)
    local text = writers[kind] and writers[kind](name)
    return first .. (text or old) .. last
  end)

for _, name in ipairs(names) do
  if not seen[name] and not UNDOCUMENTED[name] then
    complain("%s: no block '<!-- declarations %s -->'", PAGE, name)
  end
end

if arg[1] == "--check" then
  local prose = page:gsub("\n```.-\n```", "")
  for _, name in ipairs(names) do
    if not UNDOCUMENTED[name] then check_entries(texts[name], prose, statuses_of(header)) end
  end
  if written ~= page then complain("%s is behind the headers: run make c-api", PAGE) end
elseif arg[1] == "--order" then
  print(table.concat(names, "\n"))
else
  local file = assert(io.open(PAGE, "w"))
  file:write(written)
  file:close()
end
os.exit(complaints == 0)
