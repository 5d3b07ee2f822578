--- Shrinks a program that fails: shrink.lua PROGRAM DRIVER replay KIND FILE. Prints what is left.
--
-- Leaves out halves of it, then quarters and so on, as long as what remains fails in the same way
-- (Zeller's ddmin). What ends in .lua or .calls is taken apart by lines, .bytes by bytes;
-- .binary stays whole, as no part of it would be read without the rest. Behind .calls stands what
-- its last run has said: the calls as they would be written.

local file = require "support.file"

local program, driver, word, kind, candidate = table.unpack(arg)
local by_lines = program:match("%.lua$") or program:match("%.calls$")
local MOST_TRIES, MOST_SECONDS = 400, 240

local function pieces_of(text)
  local pieces = {}
  for piece in text:gmatch(by_lines and "[^\n]*\n?" or "[%z\1-\255]") do
    if piece ~= "" then pieces[#pieces + 1] = piece end
  end
  return pieces
end

local said

--- How a run has failed: the first line that names a reason, without numbers; nil: it has not.
local function reason(text)
  file.write(candidate, text)
  local out = assert(io.popen(("sh %s %s %s %s 2>&1; echo \"status $?\""):format(driver, word, kind,
                                                                              candidate)))
  said = out:read("a")
  out:close()
  local status = said:match("status (%d+)\n$")
  if status == "0" then return nil end
  if status == "124" or status == "137" then return "takes too long" end
  local line = said:match("ERROR: %w+Sanitizer:[^\n]*") or said:match("runtime error:[^\n]*") or
    said:match("Assertion[^\n]*") or said:match("found:[^\n]*") or said:match("[^\n]*") or ""
  return (line:gsub("0x%x+", ""):gsub("%d+", ""):sub(1, 60))
end

local last_said -- by the program that is the shortest so far

local function without(pieces, first, count)
  local rest = {}
  for i, piece in ipairs(pieces) do
    if i < first or i >= first + count then rest[#rest + 1] = piece end
  end
  return rest
end

local function shrink(pieces, why)
  local tries, ends = 0, os.time() + MOST_SECONDS
  local size = math.max(1, #pieces // 2)
  repeat
    local first, shorter = 1, false
    while first <= #pieces and tries < MOST_TRIES and os.time() < ends do
      local rest = without(pieces, first, size)
      tries = tries + 1
      if #rest > 0 and reason(table.concat(rest)) == why then
        pieces, shorter, last_said = rest, true, said
      else
        first = first + size
      end
    end
    if size > 1 then size = size // 2 elseif not shorter then break end
  until tries >= MOST_TRIES or os.time() >= ends
  return pieces
end

local text = file.read(program)
local why = not program:find("%.binary$") and reason(text)
last_said = said or ""
if why == false then
  print("It fails with these bytes:")
elseif why == nil then
  print("It does not fail when it is run on its own:")
else
  text = table.concat(shrink(pieces_of(text), why))
  print("It still fails with only this:")
end
if by_lines then
  io.write(text)
  if program:find("%.calls$") then io.write("which is:\n", last_said:sub(1, 4000), "\n") end
else
  print((("%q"):format(text):gsub("\\\n", "\\n"):gsub("[\128-\255]", function(byte)
    return ("\\%03d"):format(byte:byte())
  end)))
end
