-- meta.lua: writes the annotations for editors, lua/astar/meta, and the tables of options in the
-- pages, from the declarations in tools/meta. With --check it says where annotations, pages and the
-- library differ. See tools/meta/README.md.

package.path = "tools/?.lua;" .. package.path

local declarations = require "meta.declarations"
local luacats = require "meta.luacats"
local tables = require "meta.tables"
local whole_file = require "whole_file"

local FOLDER = "lua/astar/meta/"

local problems = 0

local function complain(...)
  problems = problems + 1
  io.stderr:write("meta: ", string.format(...), "\n")
end

local function write(name, text)
  os.execute("mkdir -p " .. name:match "^(.*)/")
  whole_file.write(name, text)
end

local function each_file(sets, use)
  for _, set in ipairs(sets) do
    for _, file in ipairs(luacats.files(set)) do
      use(FOLDER .. set.name .. "/" .. file.name, file.text)
    end
  end
end

local function main(is_check)
  local sets = { declarations.read "game.txt", declarations.read "mods.txt" }
  if not is_check then
    os.execute(("rm -rf %sgame %smods"):format(FOLDER, FOLDER))
    each_file(sets, write)
    tables.each(sets, function(page, _, filled) write(page, filled) end)
    return
  end
  each_file(sets, function(name, text)
    if not whole_file.has(name, text) then
      complain("%s is behind the declarations: run `make meta`", name)
    end
  end)
  tables.each(sets, function(page, text, filled)
    if text ~= filled then complain("%s is behind the declarations: run `make meta`", page) end
  end)
  require "meta.pages".check(sets, complain)
  require "meta.library".check(sets, complain)
end

local ok, message = pcall(main, arg[1] == "--check")
if not ok then complain("%s", message) end
os.exit(problems == 0)
