-- The window.

function love.conf(t)
  t.identity = "astar-skirmish"        -- the folder where LÖVE keeps what the game writes
  t.version = "11.4"
  t.window.title = "astar: a skirmish in a valley"
  t.window.width, t.window.height = 1280, 800
  t.window.minwidth, t.window.minheight = 1080, 600
  t.window.resizable = true
  t.window.msaa = 4
  t.modules.audio, t.modules.sound, t.modules.physics, t.modules.video = false, false, false, false
  t.modules.joystick, t.modules.touch = false, false
end
