-- Has addresses written, in every form that there is.
-- ends: done
local function look(text)
  if tostring(text):lower():find("0x", 1, true) then print("reached: " .. text) end
end
local values = { {}, print, coroutine.create(print), "text", ("long"):rep(100),
  setmetatable({}, { __name = "thing" }), string.format }
for _, value in ipairs(values) do
  for _, form in ipairs { "%p", "%s", "%20p", "%-20p", "%q" } do
    local ok, text = pcall(string.format, form, value)
    if ok then look(text) end
  end
  look(tostring(value))
  local _, message = pcall(error, value)
  look(tostring(message))
  local _, said = pcall(function() return value + 1 end)
  look(said)
end
