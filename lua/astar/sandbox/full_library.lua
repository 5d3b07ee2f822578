--- Inside a machine of the vault: Lua's library as it is. Fuel and memory bound all that it does,
-- so what the other files of this folder leave out, or charge, is put back here.
--
-- What stays as they have it: `pairs` and `next` go in order, `table.sort` is stable, what is
-- read-only stays so, and no text shows an address. So a mod does the same in both sandboxes.

-- luacheck: globals sandbox load utf8 pcall xpcall coroutine
return function()
  local safe, pairs = sandbox.safe, pairs

  -- In C they do the same as those of protected.lua, and take a quarter of the time.
  pcall, xpcall = sandbox.pcall, sandbox.xpcall
  safe.pcall, safe.xpcall = pcall, xpcall
  coroutine.resume, coroutine.wrap = sandbox.resume, sandbox.wrap

  local load, type, error, concat = load, type, error, table.concat
  local getmetatable, try = sandbox.metatable, sandbox.try

  for _, name in ipairs { "tostring", "tonumber", "select", "rawequal", "setmetatable" } do
    safe[name] = _G[name]
  end

  local function copy(library)
    local own = {}
    for name, value in pairs(library) do own[name] = value end
    return own
  end

  -- What strings.lua adds of its own, such as `split`, stays beside Lua's.
  local texts = copy(safe.string)
  for name, f in pairs(string) do texts[name] = f end
  texts.dump = nil                               -- nobody loads code
  safe.string, safe.utf8 = copy(texts), copy(utf8)
  getmetatable("").__index = texts               -- no mod can reach this one

  local sort = safe.table.sort
  safe.table = copy(table)
  safe.table.sort = sort

  -- What a function gives piece by piece.
  local function whole_text(pieces)
    local parts = {}
    while true do
      local piece = pieces()
      if piece == nil or piece == "" then return concat(parts) end
      if type(piece) ~= "string" then error("reader function must return a string", 3) end
      parts[#parts + 1] = piece
    end
  end

  --- As in Lua, but for text alone; what it loads has the mod's globals unless others are given.
  function safe.load(text, name, mode, ...)
    if type(text) == "function" then text, name = whole_text(text), name or "=(load)" end
    if type(text) ~= "string" then
      error(("bad argument #1 to 'load' (string expected, got %s)"):format(type(text)), 2)
    end
    if mode ~= nil and mode ~= "t" and mode ~= "bt" then
      return nil, "attempt to load a text chunk (a mod's mode is 't')"
    end
    local environment = sandbox.environment
    if select("#", ...) > 0 then environment = (...) end
    return try("load", load, text, name or text, "t", environment)
  end

  function sandbox.weighed(f) return f end       -- nothing is weighed: fuel pays
end
