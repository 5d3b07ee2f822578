-- Constants and variables to be closed, of all kinds; the library with the oddest of values.
-- for the vault
local many = {}
for i = 1, 3000 do many[i] = ("%d.5"):format(i) end

return { ticks = 2, same = true, code = [[
  local function try(f, ...)
    local r = { pcall(f, ...) }
    print(tostring(r[1]), tostring(r[2]):sub(1, 100))
  end
  local least, most = math.mininteger, math.maxinteger
  local function of_length(n) return setmetatable({}, { __len = function() return n end }) end
  return function(unit)
    local closes = { __close = function() print "closed" end }
    try(function() local x <close> = setmetatable({}, closes) end)
    try(function() local x <close> = setmetatable({}, {}) end)
    try(function() local x <close> = nil local y <close> = false return 1 end)
    try(function()
      local x <const> = 10
      local y <const> = x & 15 | 7 ~ 3 << 2
      return y, 5 & 2.0, 1 << 70, -1 >> 3, "a" .. x
    end)
    try(function()
      for i = 1, 3 do local c <close> = nil if i == 2 then goto done end end
      ::done::
      return "went"
    end)
    try(function() local t = { ]] .. table.concat(many, ",") .. [[ } return t[3000] & 1 end)
    try(function() local x <const> = "k" return ({ k = 3 })[x], ({})[x] == nil end)
    try(function() for k in next, {}, nil, setmetatable({}, { __close = print }) do end end)
    try(function() for _, c in utf8.codes "ab\x80" do end end)
    try(function() return utf8.codepoint("\u{7FFFFFFF}", 1, 1, true) end)
    for _, n in ipairs { least, -100, 0, 4, 5, 100, most } do
      try(utf8.codepoint, "abc", n)
      try(utf8.offset, "abc", n)
      try(utf8.len, "abc", n, n)
      try(string.sub, "abc", n, most)
      try(string.byte, "abc", least, n)
      try(select, n, 1)
      try(table.unpack, {}, n, most)
      try(table.move, { 1, 2, 3 }, 1, 3, n)
      try(table.insert, of_length(n), 1)
      try(table.remove, of_length(-n))
      if n < 1 then try(table.sort, of_length(n)) end
      try(function() return n // -1, n % -1, 1 % n, n // 0 end)
    end
    try(string.format, "%099.99f", 1e308)
    try(string.format, ("%d"):rep(200), 1)
    try(string.format, "%q", least)
    try(string.format, "%")
    try(string.format, "%10q", "x")
    try(table.move, {}, 1, most, 2)
    try(table.move, { 1, 2, 3 }, most - 2, most, 1)
    try(table.move, { 1, 2, 3 }, 1, 3, most - 1)
    try(table.sort, { 3, 1, "x" })
    try(table.sort, { 1, 2, 3, 4, 5 }, function() return true end)
    try(table.sort, of_length(0 / 0))
    try(tonumber, "0x" .. ("f"):rep(100), 16)
    try(tonumber, ("z"):rep(100), 36)
    try(tonumber, "1e" .. ("9"):rep(1000))
    try(tonumber, "0x." .. ("0"):rep(5000) .. "1p+20000")
    unit.data.done = true
  end]], broken = function(ctx)
  if not ctx.unit.data.done then return "it was not done" end
end }
