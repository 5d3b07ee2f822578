-- Positions of which only some bits are left: bytes before and behind a text would be others' ones.
-- ends: done
local text, far = ("secret"):sub(3, 4), 2 ^ 32
for _, from in ipairs { far, far + 1, -far, 2 * far - 1, 2 ^ 62 } do
  for _, to in ipairs { far, far + 2, -far, 2 ^ 62 } do
    local piece = text:sub(from, to)
    if piece ~= "" and piece ~= text then print("reached: " .. piece) end
    if select("#", text:byte(from, to)) > 2 then print "reached: bytes" end
  end
  local _, last = text:find("c", from)
  if last and last ~= 1 then print "reached: a place outside of it" end
  if utf8 and pcall(utf8.codepoint, text, from) and from > 2 then print "reached: a character" end
end
