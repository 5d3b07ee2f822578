-- Files that ask much of the compiler: each kind of nesting, long tokens, odd first bytes.
-- for the vault
local texts = {
  ("("):rep(9000), ("{"):rep(9000), "return " .. ("-"):rep(9000) .. "1",
  "return " .. ("not "):rep(9000) .. "1", ("do "):rep(9000), ("while 1 do "):rep(9000),
  ("if 1 then "):rep(9000), ("function f() "):rep(9000), ("return function() "):rep(7000),
  "x=" .. ("a."):rep(30000) .. "b", "x" .. (".a"):rep(30000) .. "=1", "f" .. ("()"):rep(30000),
  "f" .. ("{}"):rep(30000), "f" .. (":a()"):rep(30000), "return " .. ("1 .. "):rep(20000) .. "1",
  "return " .. ("2^"):rep(40000) .. "1", "return " .. ("a+"):rep(50000) .. "1",
  "local " .. ("a,"):rep(60000) .. "a",
  "return " .. ("nil,"):rep(30000) .. "1", "return {" .. ("{},"):rep(40000) .. "}",
  "--[" .. ("="):rep(100000) .. "[", "return '" .. ("\\z \n"):rep(20000) .. "'",
  "return '\\u{" .. ("7"):rep(50000) .. "}'", "return 0x" .. ("f"):rep(120000),
  "return 1" .. ("0"):rep(120000) .. ".5e3", ("x"):rep(120000) .. "=1",
  ("goto a "):rep(1000) .. "::a::", "::a::::a::",
  "local function f(" .. ("a,"):rep(300) .. "a) end",
  "\27Lua\84\0\25\147\r\n\26\n", "\239\187\191return 1", "#!/usr/bin/lua\nreturn 2", "\0\0\0",
}

local files = { ["it.lua"] = ([[return function(unit)
  for i = 1, %d do
    local ok, message = pcall(require, "f" .. i)
    print(i, ok, tostring(message):sub(1, 120))
  end
end]]):format(#texts) }
for i, text in ipairs(texts) do files[("f%d.lua"):format(i)] = text end

return { ticks = 1, files = files, limits = { instructions = 20000000 }, seconds = 10,
  broken = function(ctx)
    if #ctx.prints < #texts then return ("it stopped at %d"):format(#ctx.prints) end
  end }
