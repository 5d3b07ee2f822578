--- Behaviours in which unit:go gets a wrong argument, by the way in which it is called: the line
-- that is to blame, and the text, which has `think` in a line before it. The line is that of the
-- call; where its function has left the stack, that where an action was made, or the function
-- begins. A third value is the line that has raised the message again.

return {
  ["is called plainly"] = { 3, [[
    return function(unit)
      local done = unit:go("x")
      return done
    end]] },
  ["is called last"] = { 2, [[
    return function(unit)
      return unit:go("x")
    end]] },
  ["is called last by a function that is called"] = { 4, [[
    local function go(unit) return unit:go("x") end
    return function(unit)
      local done = go(unit)
      return done
    end]] },
  ["is called through pcall"] = { 3, [[
    return function(unit)
      local _, message = pcall(unit.go, unit, "x")
      error(message, 0)
    end]], 4 },
  ["is called through pcall by a function that has left"] = { 4, [[
    return function(unit)
      local function go() return unit:go("x") end
      local _, message = pcall(go)
      error(message, 0)
    end]], 5 },
  ["is called in a coroutine"] = { 3, [[
    return function(unit)
      local co = coroutine.create(function() local _ = unit:go("x") end)
      local _, message = coroutine.resume(co)
      error(message, 0)
    end]], 5 },
  ["is the behaviour"] = { 2, [[
    local act = think.act("go", "x")
    return act]] },
  ["is an action of a sequence"] = { 4, [[
    local all = think.sequence(
      think.act("wait", 1),
      think.act("go", "x"))
    return all]] },
  ["is an action that a function calls"] = { 2, [[
    local act = think.act("go", "x")
    return function(unit)
      local done = act(unit)
      return done
    end]] },
  ["is called last by an action of a sequence"] = { 3, [[
    local function go(unit) return unit:go("x") end
    local all = think.sequence(go)
    return all]] },
  ["is called last by an action of a race"] = { 2, [[
    local function go(unit) return unit:go("x") end
    local all = think.race(go, go)
    return all]] },
  ["is interrupted"] = { 2, [[
    local go = think.act("go", "x")
    local all = think.interrupt(go, { hit = function() end })
    return all]] },
  ["interrupts"] = { 4, [[
    local all = think.interrupt(
      function(unit) unit:tell "hit" unit:sleep(9) end,
      { hit = think.act("go", "x") })
    return all]] },
  ["is called last by a function that interrupts"] = { 3, [[
    local function go(unit) return unit:go("x") end
    local all = think.interrupt(function(unit) unit:tell "hit" unit:sleep(9) end, { hit = go })
    return all]] },
  ["is what unit:watch runs"] = { 3, [[
    return function(unit)
      unit:watch(9, function() end, unit.go, "x")
    end]] },
}
