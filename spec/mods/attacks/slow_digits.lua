-- Hands text of many digits to functions that want numbers.
-- ends: instructions
local digits = ("0"):rep(16000) .. 1
while true do
  local _ = math.abs(digits), math.max(digits, digits, digits), math.fmod(digits, digits)
  _ = select(digits, 1), string.char(digits, digits, digits), ("x"):sub(digits, digits)
  _ = ("%d%d%d"):format(digits, digits, digits), ("x"):rep(digits), ("x"):byte(digits)
end
