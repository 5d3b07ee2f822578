-- The sources run under Lua 5.4 and under LuaJIT.
std = "lua54+luajit"
max_line_length = 100
files["spec"].std = "+busted"
-- Attacks do what no honest program would; some do not even compile.
exclude_files = { "spec/mods/attacks/**/*.lua" }
