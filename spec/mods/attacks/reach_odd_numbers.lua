-- Numbers that are none, or too large, wherever a number is wanted.
-- ends: done instructions
local odd = { 0 / 0, 1 / 0, -1 / 0, 2 ^ 63, -2 ^ 63, 2 ^ 53 + 1, 1e308, -0.0, 0.5 }
for _, a in ipairs(odd) do
  for _, b in ipairs(odd) do
    pcall(string.sub, "abc", a, b)
    pcall(string.byte, "abc", a, b)
    pcall(string.find, "abc", "c", a)
    pcall(string.rep, "", a)
    pcall(string.rep, "x", a, "y")
    pcall(string.format, "%d %x %c %s", a, b, a, b)
    pcall(table.concat, { 1, 2 }, "", a, a)
    pcall(table.unpack or unpack, { 1, 2 }, a, a)
    pcall(table.move, { 1, 2 }, a, a, b)
    pcall(table.insert, { 1, 2 }, a, b)
    pcall(table.remove, { 1, 2 }, a)
    pcall(select, a, b)
    pcall(error, "x", a)
    pcall(string.char, a)
    pcall(math.fmod, a, b)
    pcall(tonumber, "10", a)
    pcall(coroutine.wrap(function() error(a) end))
  end
end
