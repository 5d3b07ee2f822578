--- Errors of constructors with tables of options. What checks a part of them raises a table with
-- the reason in it; only the constructor knows whom to blame, and takes it out.

local reject = {}

local Reason = {}                                -- the metatable of what is raised

--- Raises the reason.
function reject.because(format, ...)
  error(setmetatable({ reason = format:format(...) }, Reason))
end

local function outcome(ok, result, ...)
  if ok then return result, ... end
  if getmetatable(result) ~= Reason then error(result, 0) end
  return nil, result.reason
end

--- What a function returns; or nil and the reason that it raises. Other errors are raised again.
function reject.caught(f, ...) return outcome(pcall(f, ...)) end

--- Calls a function that checks its arguments itself, and takes over what it says about them,
-- behind `what`.
function reject.attempt(what, f, ...)
  local ok, result = pcall(f, ...)
  if ok then return result end
  local reason = type(result) == "string" and result:match("bad argument #?%d* ?to .- (%b())$")
  if not reason then error(result, 0) end
  reject.because("%s%s", what, reason:sub(2, -2))
end

return reject
