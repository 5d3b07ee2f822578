-- _ENV as a constant, which some compilers took for a register: refused or run, and nothing else.
-- for the vault
local function requires(name) return ("print(pcall(require, '%s'))"):format(name) end

return { ticks = 2, same = true, files = {
  ["it.lua"] = ("return function(unit) %s %s %s %s unit.data.done = true end"):format(
    requires "nothing", requires "number", requires "text", requires "table"),
  ["nothing.lua"] = "local _ENV <const> = nil x = 1",
  ["number.lua"] = "return function() local _ENV <const> = 11 a = b end",
  ["text.lua"] = "local _ENV <const> = 'x' return function() return y, z.w end",
  ["table.lua"] = "local _ENV <const> = {} " .. ("local a = b "):rep(150) .. " x = y.z" },
broken = function(ctx)
  local ends = { "^false.*index", "^true", "^true", "^false.*index" }
  for i, pattern in ipairs(ends) do
    local line = ctx.prints[i] or "nothing"
    if not line:find(pattern) then return line end
  end
end }
