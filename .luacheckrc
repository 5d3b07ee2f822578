-- The sources run under Lua 5.4 and under LuaJIT.
std = "lua54+luajit"
max_line_length = 100
files["spec"].std = "+busted"
files["examples/hosts/love"].std = "+love"
files["spec/hosts/love_script.lua"] = { std = "+love", globals = { "love.mousepressed" } }
-- Files that LuaJIT's compiler may see loop with astar.pairs.
files["lua/astar"].not_globals = { "next", "pairs" }
for _, place in ipairs { "pairs.lua", "mods/guest", "sandbox" } do
  files["lua/astar/" .. place].read_globals = { "next", "pairs" }
end
-- Attacks do what no honest program would; some do not even compile.
-- Annotations are types for editors, and what Tiled exports is data.
exclude_files = { "spec/mods/attacks/**/*.lua", "lua/astar/meta/game", "lua/astar/meta/mods",
  "spec/data/tiled/*.lua", "examples/tiled/*.lua" }
