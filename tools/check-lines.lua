-- check-lines.lua FILE...: no tab, no blank at the end of a line, no line over 100 characters.

local bad = 0

local function complain(file, number, what)
  bad = bad + 1
  io.stderr:write(("%s:%d: %s\n"):format(file, number, what))
end

for _, file in ipairs(arg) do
  local number = 0
  for line in io.lines(file) do
    number = number + 1
    if line:find("\t", 1, true) then complain(file, number, "a tab") end
    if line:find("%s$") then complain(file, number, "a blank at the end of the line") end
    if (utf8.len(line) or #line) > 100 then complain(file, number, "longer than 100 characters") end
  end
end
os.exit(bad == 0)
