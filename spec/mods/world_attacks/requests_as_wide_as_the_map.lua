-- Requests with goals as wide as the map and ones that are cancelled, as many as there is time for.
return { size = { 200, 200 }, units = 5, ticks = 6, seconds = 1, code = [[
  return function(unit)
    local goal = { x = 1, y = 1, width = 200, height = 200 }
    while true do
      for _ = 1, 100 do
        unit.body:request_path({ x = 150, y = 150 }, { claims = true }):cancel()
        pcall(unit.body.request_path, unit.body, goal, { within = 500 })
      end
      unit:wait(1)
    end
  end]] }
