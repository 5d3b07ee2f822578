-- Carries letters between its home and the far corner.
return function(unit)
  while true do
    unit:go(12, 5)
    unit:wait(10)
    unit:go(unit.home)
  end
end
