-- The game, which is told what has failed, removes units, restarts mods, saves, and fails itself.
return { ticks = 8, units = 5, code = [[
  return function(unit)
    unit:defer(function() error("in undo " .. unit.data.number) end)
    unit:wait(unit.data.number)
    error(setmetatable({}, { __tostring = function() error "x" end }))
  end]], setup = function(ctx)
  local world, mod = ctx.world, ctx.mod
  local acts = {
    function(unit) unit:remove() end,
    function() mod:restart() end,
    function(unit)
      world:reload "test"
      unit:behave "test.it"
    end,
    function() error {} end,
    function() world:save() end,
  }
  world.report = function(report)
    ctx.reports[#ctx.reports + 1] = report
    local act = report.unit and acts[report.unit.data.number]
    if act then act(report.unit) end
  end
end, broken = function(ctx) if not ctx.reports[1] then return "nothing was reported" end end }
