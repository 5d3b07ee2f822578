--- A line about the machine and the programs that a run was made with.

local function output_of(command)
  local pipe = io.popen(command .. " 2>/dev/null")
  local text = pipe and pipe:read("*l")
  if pipe then pipe:close() end
  return text and text ~= "" and text or nil
end

local function processor()
  return output_of("sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo")
    or output_of("sysctl -n machdep.cpu.brand_string") or output_of("uname -m")
    or "an unknown processor"
end

local function compiler()
  return output_of((os.getenv("CC") or "cc") .. " --version") or "an unknown compiler"
end

--- With the number of rounds.
return function(repeats)
  local lua = rawget(_G, "jit") and rawget(_G, "jit").version or _VERSION
  return ("%s; %s; %s; %s."):format(processor(), compiler(), lua,
    repeats == 1 and "1 round" or repeats .. " rounds")
end
