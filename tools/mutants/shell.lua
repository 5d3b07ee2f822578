--- Files and commands.

local shell = {}

--- The text of a file, or nil.
function shell.read(name)
  local file = io.open(name, "rb")
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

function shell.write(name, text)
  local file = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

--- A word as the shell reads it.
function shell.quote(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

--- What a command prints.
function shell.output(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read("a")
  pipe:close()
  return text
end

--- Runs a command: whether it succeeded, and its exit status.
function shell.run(command)
  local ok, _, status = os.execute(command)
  return ok == true, status
end

--- The same for a command that must succeed.
function shell.must(command)
  if not shell.run(command) then error("this command failed: " .. command, 0) end
end

--- Goes through the lines of a text.
function shell.lines(text) return (text:gsub("\n?$", "\n", 1)):gmatch("(.-)\n") end

return shell
