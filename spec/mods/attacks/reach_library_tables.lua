-- Changes what it was given.
-- ends: done
local function try(what, f, ...)
  if pcall(f, ...) then print("reached: " .. what) end
end
for _, library in ipairs { string, table, math, coroutine } do
  try("assignment", function() library.x = 1 end)
  try("rawset", rawset, library, "x", 1)
  try("table.insert", table.insert, library, 1)
  try("table.sort", table.sort, library)
  try("table.move", table.move, { 1 }, 1, 1, 1, library)
  try("setmetatable", setmetatable, library, nil)
  if getmetatable(library) then print "reached: the metatable" end
end
