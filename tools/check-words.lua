-- check-words.lua: plain English in comments, messages and pages. Finds words and phrases that a
-- reader has to translate first. Each entry has the phrase as a Lua pattern in lower case, between
-- frontiers, and what to write instead.

local PHRASES = {
  { "whoever", "name the person or thing" },
  { "whomever", "name the person or thing" },
  { "anew", "again" },
  { "in vain", "say what was tried and that it failed" },
  { "of itself", "automatically, or name what causes it" },
  { "of themselves", "automatically, or name what causes it" },
  { "by itself", "automatically, alone, or name what causes it" },
  { "by themselves", "automatically, alone, or name what causes it" },
  { "belongs? into", "belongs in" },
  { "bears? %l+ out", "supports" },
  { "bears? out", "supports" },
  { "be it", "say what happens" },
  { "be they", "say what happens" },
  { "go on alike", "behave the same, continue exactly like" },
  { "goes on alike", "behaves the same, continues exactly like" },
  { "mends?", "repair, update" },
  { "mended", "repaired, updated" },
  { "mending", "repairing, updating" },
  { "is at it again", "resumes" },
  { "is not had", "is not available" },
  { "do not count", "are left out, make no difference" },
  { "does not count", "is left out, makes no difference" },
  { "no longer counts?", "is left out from then on" },
  { "counts? only", "is included only" },
  { "counts? where", "is included where" },
  { "counts? when", "is included when" },
  { "counts? for", "is included for" },
  { "counts? here", "is included here" },
  { "counts? there", "is included there" },
  { "that counts?%f[^%w_][,.;:)]", "that is included, that matters" },
  { "which counts?%f[^%w_][,.;:)]", "which is included, which matters" },
  { "layers? counts?", "is included, applies" },
  { "that counts? in", "that is included in" },
}

-- In comments of the sources the field's word is search.
local IN_SOURCES = {
  { "looks? for", "search for" },
  { "looked for", "searched for" },
  { "looking for", "searching for" },
}

-- What may stand before "who": people, and what acts in a game.
local NOUNS = {}
for word in ([[player players somebody someone anybody anyone nobody everybody people person those
  programmer programmers modder modders author authors reader readers user users friend friends
  engineer engineers]]):gmatch "%S+" do
  NOUNS[word] = true
end

local complaints = 0

-- ---- prose --------------------------------------------------------------------------------------

-- Code goes, line breaks stay, so that places can be told.
local function blank(text) return (text:gsub("[^\n]", " ")) end

local function prose_of_page(text)
  text = text:gsub("\n```.-\n```", blank)
  return (text:gsub("`[^`\n]*`", blank))
end

-- The comments and strings of a file. `comment` and `block` are how comments begin.
local function prose_of_code(text, line_comment, block_open, block_close)
  local out, at = {}, 1
  local function skip(to)
    out[#out + 1] = blank(text:sub(at, to))
    at = to + 1
  end
  local function keep(to)
    out[#out + 1] = text:sub(at, to)
    at = to + 1
  end
  while at <= #text do
    local from = text:find("[\"'/%-]", at)
    if not from then break end
    if from > at then skip(from - 1) end
    local quote = text:sub(at, at)
    if line_comment and text:sub(at, at + #line_comment - 1) == line_comment then
      keep((text:find("\n", at, true) or #text + 1) - 1)
    elseif block_open and text:sub(at, at + 1) == block_open then
      local _, last = text:find(block_close, at + 2, true)
      keep(last or #text)
    elseif quote == '"' or quote == "'" then
      local last = at
      repeat
        last = text:find("[\\\n" .. quote .. "]", last + 1)
        if last and text:sub(last, last) == "\\" then last = last + 1 end
      until not last or text:sub(last, last):find("[\n" .. quote .. "]")
      keep(last or #text)
    else
      skip(at)
    end
  end
  if at <= #text then skip(#text) end
  return table.concat(out)
end

local KINDS = {
  c = function(text) return prose_of_code(text, "//", "/*", "*/") end,
  lua = function(text) return prose_of_code(text, "--") end,
  md = prose_of_page,
}
KINDS.h = KINDS.c

-- Code within a comment: { x, y } and `name`.
local function without_code(text)
  return (text:gsub("{[^{}\n]*}", blank):gsub("`[^`\n]*`", blank))
end

-- ---- phrases ------------------------------------------------------------------------------------

local function complain(file, text, at, said, instead)
  local _, breaks = text:sub(1, at):gsub("\n", "")
  complaints = complaints + 1
  io.stderr:write(("%s:%d: '%s': %s\n"):format(file, breaks + 1, said, instead))
end

-- Marks at the beginning of a comment's line become blanks, so that a phrase may span two lines.
local function without_marks(text)
  text = ("\n" .. text):gsub("\n([ \t]*)([%-%*/]+)", function(indent, marks)
    return "\n" .. indent .. (" "):rep(#marks)
  end)
  return text:sub(2):lower()
end

local function find_phrases(file, text, phrases)
  for _, phrase in ipairs(phrases) do
    local pattern = "%f[%w_]" .. phrase[1]:gsub(" ", "%%s+") .. "%f[^%w_]"
    local from, to = text:find(pattern)
    while from do
      complain(file, text, from, text:sub(from, to):gsub("%s+", " "), phrase[2])
      from, to = text:find(pattern, to + 1)
    end
  end
end

-- "who" asks a question or follows a noun. In a list of a table's keys it is a name.
local function find_who(file, text)
  local from, to = text:find("%f[%w_]who%f[^%w_]")
  while from do
    local before = text:sub(math.max(1, from - 40), from - 1):match("([%w_]+),?%s+$")
    local asks = text:match("^[^.;:]*([?.;:])", to) == "?"
    local is_word = text:find("^%s%S", to + 1) and text:find("^[%s\"']", from - 1)
    if is_word and not NOUNS[before or ""] and not asks then
      complain(file, text, from, (before and before .. " " or "") .. "who", "say which it is")
    end
    from, to = text:find("%f[%w_]who%f[^%w_]", to + 1)
  end
end

local find = assert(io.popen([[find . -name .git -prune -o -path ./build -prune -o -type f -print |
  sed "s|^\\./||" | sort]]))
for file in find:lines() do
  local prose = KINDS[file:match("%.(%w+)$")]
  if prose and file ~= "tools/check-words.lua" then
    local source = assert(io.open(file))
    local text = without_code(without_marks(prose(source:read("*a"))))
    source:close()
    find_phrases(file, text, PHRASES)
    if file:find("^src/") or file:find("^lua/") then find_phrases(file, text, IN_SOURCES) end
    find_who(file, text)
  end
end
find:close()
os.exit(complaints == 0)
