--- Programs: output_of(command) -> what it prints, its exit status; list(command) -> its lines;
-- lua() -> the Lua that runs this, which finds the sources and the module that this one has found;
-- plain_lua() -> the same Lua, which finds what the user's does.

local command = {}

function command.output_of(line)
  local pipe = assert(io.popen(line .. "; echo status $?", "r"))
  local output = pipe:read("*a")
  pipe:close()
  local before, status = output:match("^(.*)status (%d+)\n$")
  return before, tonumber(status)
end

function command.list(line)
  local lines = {}
  for one in command.output_of(line):gmatch("[^\n]+") do lines[#lines + 1] = one end
  return lines
end

function command.lua() return ("env LUA=%s tools/lua.sh"):format(command.plain_lua()) end

function command.plain_lua()
  local least = 0
  while arg[least - 1] do least = least - 1 end
  return arg[least]
end

return command
