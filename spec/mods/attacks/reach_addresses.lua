-- Looks for addresses in texts.
-- ends: done
local things = { {}, print, function() end, coroutine.create(print), string, _G,
  setmetatable({}, { __name = "thing" }) }
for _, thing in ipairs(things) do
  local texts = { tostring(thing), ("%s"):format(thing) }
  texts[3] = select(2, pcall(string.format, "%p", thing))
  texts[4] = select(2, pcall(string.format, "%d", thing))
  texts[5] = select(2, pcall(function() return thing .. "" end))
  texts[6] = select(2, pcall(function() return thing < thing end))
  texts[7] = select(2, pcall(string.rep, thing, 3))
  texts[8] = select(2, pcall(table.concat, { thing }))
  texts[9] = select(2, pcall(error, thing))
  texts[9] = type(texts[9]) == "string" and texts[9] or ""
  texts[10] = select(2, pcall(ipairs, thing))
  for i = 1, 10 do
    if type(texts[i]) == "string" and texts[i]:find("0x") then print("reached: " .. texts[i]) end
  end
end
