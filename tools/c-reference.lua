-- c-reference.lua [--check]: writes docs/c-reference.md from the public headers, and the programs
-- of docs/c-api.md from examples/. With --check it writes nothing, and says what is behind, what a
-- header leaves without a comment, and which names of pages no header declares.
--
-- A header is comments and declarations under headings, /* ---- NAME ---- */. What stands together
-- without an empty line is a group: a comment tells about all declarations up to the next comment.
-- A comment with an empty line below tells about what follows. In a comment
--   **   name, name  text
-- is an item of a list; its further lines have more blanks in front. A C block of docs/c-api.md
-- below <!-- program FILE --> is a file of examples/.

local whole_file = dofile "tools/whole_file.lua"

local PAGE, GUIDE = "docs/c-reference.md", "docs/c-api.md"

-- What pages may name, too: settings of builds and tests, a target of CMake, a mod.
local OTHERS = { "ASTAR_BENCH", "ASTAR_CASES", "ASTAR_INSTALL", "ASTAR_LUA",
  "ASTAR_LUA_INCLUDE_DIR", "ASTAR_LUA_LIBRARY", "ASTAR_PARTS", "ASTAR_TOUCHED", "ASTAR_VAULT",
  "ASTAR_WITHOUT_UNITS", "astar_lua", "astar_walker" }

local complaints = 0

local function complain(...)
  complaints = complaints + 1
  io.stderr:write(string.format(...), "\n")
end

-- ---- reading a header ---------------------------------------------------------------------------

local function without_comments(code) return (code:gsub("/%*.-%*/", "")) end

-- The names that a declaration declares: the first is its own, others are constants of an enum.
local function names_of(code)
  local plain = without_comments(code)
  local name = plain:match "^#define ([%w_]+)" or plain:match "%(%*([%w_]+)%)" or
    plain:match "^ASTAR_API[^(]-([%w_]+)%(" or plain:match "([%w_]+);%s*$" or
    plain:match "^struct ([%w_]+)"
  local names = { name }
  if plain:find "^typedef enum" then
    for one in plain:match("%b{}"):gmatch "ASTAR_[%w_]+" do names[#names + 1] = one end
  end
  return names
end

-- A comment as lines, without what marks it.
local function comment_lines(text)
  local lines = {}
  for line in (text .. "\n"):gmatch "(.-)\n" do
    line = line:gsub("^/%*", ""):gsub("^%*%*", ""):gsub("%s*%*/$", "")
    lines[#lines + 1] = line
  end
  if lines[1] == "" then table.remove(lines, 1) end
  if lines[#lines] == "" then table.remove(lines) end
  return lines
end

-- The last place of what begins at `at`: a comment, a macro or a declaration, with its line.
local function last_of(text, at)
  local last
  if text:find("^/%*", at) then
    last = select(2, text:find("%*/", at))
  elseif text:find("^#", at) then
    last = at
  else
    last = select(2, text:find("^[^;{]*%b{}[^;]*;", at)) or select(2, text:find("^[^;{]*;", at))
    last = select(2, text:find("^[ \t]*/%*.-%*/", last + 1)) or last
  end
  return text:find("\n", last, true)
end

-- A section's groups: { comment = lines or nil, list of { code, names, line } }.
local function groups_of(text, line)
  local groups, group, at = {}, nil, 1
  local function begin()
    group = {}
    groups[#groups + 1] = group
  end
  while at <= #text do
    if text:find("^\n", at) then
      group, at, line = nil, at + 1, line + 1
    else
      local last = last_of(text, at)
      local piece = text:sub(at, last - 1)
      if piece:find "^/%*" then
        begin()
        group.comment = comment_lines(piece)
      else
        if not group then begin() end
        group[#group + 1] = { code = piece, names = names_of(piece), line = line }
      end
      line = line + select(2, piece:gsub("\n", "")) + 1
      at = last + 1
    end
  end
  return groups
end

-- { name, about = lines, sections = list of { title, groups } }
local function read_header(file)
  local header = { file = file, name = file:match "[^/]+$", sections = {} }
  local text = whole_file.read(file)
  header.about = comment_lines(text:match "^(/%*.-%*/)")
  local title, from, first, number, at = nil, nil, nil, 1, 1
  local function finish(last)
    if not title then return end
    local groups = groups_of(text:sub(from, last), first)
    header.sections[#header.sections + 1] = { title = title, groups = groups }
    title = nil
  end
  for line in text:gmatch "(.-)\n" do
    local heading = line:match "^/%* %-%-%-%- (.-) %-+ %*/$"
    if heading or line == "#ifdef __cplusplus" then finish(at - 1) end
    at, number = at + #line + 1, number + 1
    if heading then title, from, first = heading, at, number end
  end
  return header
end

-- ---- checks -------------------------------------------------------------------------------------

-- Each line of a type's fields or constants has a comment of its own.
local function check_body(header, one)
  local in_comment, line = false, one.line
  for text in (one.code .. "\n"):gmatch "(.-)\n" do
    local is_field = not in_comment and text:find "^  "
    if is_field and not text:find("/*", 1, true) then
      complain("%s:%d: %s has no comment", header.file, line, text:match "^%s*(.-)[,;]?$")
    end
    if text:find("/*", 1, true) then in_comment = true end
    if text:find("*/", 1, true) then in_comment = false end
    line = line + 1
  end
end

local function check_comments(header)
  for _, section in ipairs(header.sections) do
    for _, group in ipairs(section.groups) do
      for _, one in ipairs(group) do
        if not group.comment and not one.code:find "%*/$" then
          complain("%s:%d: %s has no comment", header.file, one.line, one.names[1])
        end
        if one.code:find "^%l" and one.code:find "\n" then check_body(header, one) end
      end
    end
  end
end

-- All names in the code of headers, and their beginnings, as in astar_map_…: a set.
local function declared_names(files)
  local all = {}
  for _, file in ipairs(files) do
    for name in without_comments(whole_file.read(file)):gmatch "%f[%w_]%a+_[%w_]+" do
      all[name] = true
      for at in name:gmatch "()_" do all[name:sub(1, at)] = true end
    end
  end
  for _, name in ipairs(OTHERS) do all[name] = true end
  return all
end

local function check_names(page, declared)
  local number = 0
  for line in io.lines(page) do
    number = number + 1
    -- Neither the names of files nor places of pages.
    for name, rest in line:gsub("#[%w_]+", ""):gmatch "%f[%w_](%a+_[%w_]*)(%.?%a?)" do
      local is_ours = name:find "^astar_" or name:find "^ASTAR_"
      if is_ours and not declared[name] and not rest:find "^%.%a" then
        complain("%s:%d: no header declares %s", page, number, name)
      end
    end
  end
end

-- ---- the page -----------------------------------------------------------------------------------

local WORDS = { NULL = true, UINT32_MAX = true, INT32_MIN = true, INT32_MAX = true }
local targets = {}                               -- from a declared name to its place on the page

local function collect(header)
  for _, section in ipairs(header.sections) do
    for _, group in ipairs(section.groups) do
      for _, one in ipairs(group) do
        for _, name in ipairs(one.names) do
          targets[name] = targets[name] or one.names[1]
          local short = name:match "^ASTAR_([%u%d_]+)$"
          while short do
            WORDS[short] = true
            short = short:match "^[%u%d]+_([%u%d_]+)$"
          end
        end
      end
    end
  end
end

-- Words of a comment as Markdown: names link to their places, but not to where they stand (`own`).
local function marked(text, own)
  local function word(one)
    if WORDS[one] then return "`" .. one .. "`" end
    if not one:lower():find "^astar_." then return one end
    local place = targets[one]
    if not place or own[place] then return "`" .. one .. "`" end
    return ("[`%s`](#%s)"):format(one, place)
  end
  local function plain(piece)
    piece = piece:gsub("docs/([%w/-]+%.md)", "\1%1\1"):gsub("[%w_]+%.h%f[%W]", "\3%0\3")
    piece = piece:gsub("%*(%l[%w_]*)", "\2%1\2"):gsub("([<*])(%S)", "\\%1%2")
    piece = piece:gsub("%f[%w_]([%w_]+)()", function(one, last)
      local is_file = piece:sub(last, last + 1) == ".h"
      return is_file and one or word(one)
    end)
    return (piece:gsub("\1(.-)\1", "[%1](%1)"):gsub("\2(.-)\2", "`*%1`"):gsub("\3", "`"))
  end
  local pieces, at = {}, 1
  for first, code, last in text:gmatch "()(`[^`]+`)()" do
    pieces[#pieces + 1] = plain(text:sub(at, first - 1))
    pieces[#pieces + 1] = code
    at = last
  end
  pieces[#pieces + 1] = plain(text:sub(at))
  return table.concat(pieces)
end

local function item_of(names, text)
  local list = {}
  for one in names:gmatch "[^,]+" do
    one = one:match "^%s*(.-)$"
    list[#list + 1] = (one:find "^%u%l" and "**%s**" or "`%s`"):format(one)
  end
  return ("- %s: %s"):format(table.concat(list, ", "), text)
end

local function prose(lines, own)
  local out, is_list = {}, false
  for _, line in ipairs(lines) do
    local names, text = line:match "^   (%S.-)%s%s+(%S.*)$"
    if names then
      if not is_list and #out > 0 and out[#out] ~= "" then out[#out + 1] = "" end
      is_list = true
      out[#out + 1] = item_of(names, marked(text, own))
    elseif line:find "^    " and is_list then
      out[#out + 1] = "  " .. marked(line:match "^%s*(.*)$", own)
    else
      local begins = is_list or line:find "^ OK[;,:]" or line:find "^ Returns "
      if begins and line ~= "" and #out > 0 and out[#out] ~= "" then out[#out + 1] = "" end
      is_list = false
      out[#out + 1] = marked(line:match "^%s*(.*)$", own)
    end
  end
  return table.concat(out, "\n")
end

-- As a program sees it that has no use for what is for compilers alone.
local function shown(code)
  if code:find "^ASTAR_API" then
    code = code:gsub("^ASTAR_API ", ""):gsub("\n" .. (" "):rep(10), "\n")
  end
  return code
end

local function anchor(title) return (title:gsub("[^%w%s-]", ""):gsub(" ", "-")) end

local placed = {}

local function write_group(group, out)
  local places, codes, own = {}, {}, {}
  for _, one in ipairs(group) do
    local name = one.names[1]
    own[name] = true
    if not placed[name] then places[#places + 1] = ('<a id="%s"></a>'):format(name) end
    placed[name] = true
    codes[#codes + 1] = shown(one.code) .. "\n"
  end
  if #group > 0 then
    if #places > 0 then out[#out + 1] = table.concat(places, "\n") .. "\n" end
    out[#out + 1] = "```c\n" .. table.concat(codes) .. "```\n"
  end
  if group.comment then out[#out + 1] = prose(group.comment, own) .. "\n" end
end

local FIRST = [[
# The C reference

<!-- Written by `make c-reference` from the public headers: change those. -->

Every type, function, constant and error of the C interface, as the headers in `src/` say.
[The C interface](c-api.md) is the guide to it.
]]

local function write_page(headers)
  local out = { FIRST }
  for _, header in ipairs(headers) do
    local list = { ("- [`%s`](#%s)"):format(header.name, (header.name:gsub("%.", ""))) }
    for _, section in ipairs(header.sections) do
      list[#list + 1] = ("  - [%s](#%s)"):format(section.title, anchor(section.title))
    end
    out[#out + 1] = table.concat(list, "\n") .. (header == headers[#headers] and "\n" or "")
  end
  for _, header in ipairs(headers) do
    out[#out + 1] = ("## %s\n\n%s\n"):format(header.name, prose(header.about, {}))
    for _, section in ipairs(header.sections) do
      out[#out + 1] = ("### %s\n"):format(section.title)
      for _, group in ipairs(section.groups) do write_group(group, out) end
    end
  end
  return (table.concat(out, "\n"))
end

-- ---- the whole ----------------------------------------------------------------------------------

local order = dofile "tools/order.lua"
local all, headers = order.files("src/", "h"), {}
for _, file in ipairs(all) do
  if file ~= "src/astar_lua.h" then headers[#headers + 1] = read_header(file) end
end
for _, header in ipairs(headers) do collect(header) end

local guide = whole_file.read(GUIDE)
local written = {
  [PAGE] = write_page(headers),
  [GUIDE] = guide:gsub("(<!%-%- program (%S+) %-%->\n```c\n).-(```\n)",
    function(first, name, last) return first .. whole_file.read(name) .. last end),
}

if arg[1] == "--check" then
  for _, header in ipairs(headers) do check_comments(header) end
  local declared = declared_names(all)
  local pages = assert(io.popen "find README.md docs -name '*.md' | LC_ALL=C sort")
  for page in pages:lines() do check_names(page, declared) end
  pages:close()
  for _, name in ipairs { GUIDE, PAGE } do
    if not whole_file.has(name, written[name]) then
      complain("%s is behind: run make c-reference", name)
    end
  end
else
  for name, text in pairs(written) do whole_file.write(name, text) end
end
os.exit(complaints == 0)
