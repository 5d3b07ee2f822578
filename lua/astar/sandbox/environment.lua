--- Inside a box: the globals of a mod, and what trusted code finds under `sandbox`.

-- luacheck: globals sandbox host expose dofile loadfile load loadstring collectgarbage
return function()
  local safe, ipairs, pairs, readonly = sandbox.safe, ipairs, pairs, sandbox.readonly
  local objects, weighed, charge = sandbox.objects, sandbox.weighed, sandbox.charge
  local try = sandbox.try
  local type, error = type, error

  local function chosen(library, names)
    local some = {}
    for _, name in ipairs(names) do
      local value = library[name]
      some[name] = type(value) == "function" and weighed(value) or value
    end
    return some
  end

  safe.math = chosen(math, {
    "abs", "acos", "asin", "atan", "atan2", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge",
    "log", "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan",
    "tointeger", "type", "ult",
  })
  local fmod = safe.math.fmod
  function safe.math.fmod(a, b)
    charge(16)                                   -- numbers far apart take microseconds
    return try("fmod", fmod, a, b)
  end
  safe.coroutine = {}
  for name, f in pairs(coroutine) do safe.coroutine[name] = f end
  if bit then
    safe.bit = chosen(bit, { "arshift", "band", "bnot", "bor", "bswap", "bxor", "lshift", "rol",
      "ror", "rshift", "tobit", "tohex" })
  end

  for _, name in ipairs{ "string", "table", "math", "coroutine", "utf8", "bit" } do
    if safe[name] then readonly(safe[name], name .. " is read-only") end
  end

  local environment = {}
  for name, value in pairs(safe) do environment[name] = value end
  environment._G = environment
  sandbox.environment = environment
  sandbox.set_environment(environment)

  --- The functions that make objects into kind and id, and back.
  function sandbox.objects(encode, decode)
    objects(encode, decode)
    sandbox.encode = encode
  end

  local FROZEN = "what is loaded stays as it is: what a unit remembers belongs in unit.data"

  sandbox.expose("freeze", function()
    sandbox.freeze(environment, FROZEN)
    local metatable = sandbox.metatable(environment)
    function metatable.__newindex(_, key)
      if type(key) ~= "string" then error(FROZEN, 2) end
      error("a mod cannot set the global '" .. key .. "' once it is loaded: use `local " .. key
        .. "`, or unit.data." .. key, 2)
    end
  end)

  host, expose = sandbox.host, sandbox.expose
  -- Nothing here loads files, and nothing shall.
  dofile, loadfile, load, loadstring, collectgarbage = nil, nil, nil, nil, nil
end
