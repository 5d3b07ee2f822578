--- What the arena needs of the system: the shell's words, folders, processors, terminals. Plain Lua
-- has no processes of its own, so all of them are started by the shell.

local system = {}

local IS_WINDOWS = package.config:sub(1, 1) == "\\"

--- Can this system start workers?
system.has_shell = not IS_WINDOWS

--- A word of the shell.
function system.quoted(word)
  if IS_WINDOWS then return '"' .. word .. '"' end
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

--- Words of the shell: a command.
function system.command(words)
  local quoted = {}
  for i, word in ipairs(words) do quoted[i] = system.quoted(word) end
  return table.concat(quoted, " ")
end

--- Does a command succeed?
function system.does(command)
  local first = os.execute(command)              -- Lua 5.1 returns the status
  return first == true or first == 0
end

--- Makes a folder, and those above it.
function system.make_folder(name)
  if IS_WINDOWS then return system.does(("if not exist %s mkdir %s"):format(
    system.quoted(name), system.quoted(name:gsub("/", "\\")))) end
  return system.does("mkdir -p " .. system.quoted(name) .. " 2>/dev/null")
end

--- Is there a program of that name?
function system.has(program)
  return system.has_shell and system.does(("command -v %s >/dev/null 2>&1"):format(program))
end

--- How many processors there are, 1 where that cannot be told.
function system.processors()
  if IS_WINDOWS then return 1 end
  local pipe = io.popen("getconf _NPROCESSORS_ONLN 2>/dev/null")
  local count = pipe and tonumber(pipe:read("*l") or "")
  if pipe then pipe:close() end
  return count or 1
end

--- Is standard error a terminal?
function system.is_terminal()
  return system.has_shell and system.does("test -t 2")
end

--- The words with which this program was started: the Lua, its options, the program's file.
function system.program()
  local least, words = 0, {}
  while arg[least - 1] do least = least - 1 end
  for i = least, 0 do words[#words + 1] = arg[i] end
  return words
end

return system
