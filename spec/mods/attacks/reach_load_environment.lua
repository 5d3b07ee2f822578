-- Looks for globals that are not the mod's through what load gives.
-- ends: done
local load = load or function() end
for _, text in ipairs { "return _G", "return _ENV", "local _ENV <const> = {} return _ENV" } do
  for _, f in ipairs { load(text) or false, load(text, "x", "t", nil) or false } do
    local ok, globals = pcall(f or error)
    globals = ok and globals or {}
    for _, name in ipairs { "os", "io", "debug", "require_", "collectgarbage", "sandbox", "host" } do
      if globals[name] ~= nil then print("reached: " .. name) end
    end
  end
end
local given = false
local function once()
  given = not given
  return given and "\27Lua" or nil
end
if load "\27Lua" or load(once) then print "reached: code" end
