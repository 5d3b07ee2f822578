--- start(), and stop() -> microseconds of processor time since; wall() -> microseconds by the clock
-- on the wall; like(userdata) -> a bare userdata that takes as much memory.
--
-- Made in C (clock.c); without it, a coarse clock that will do for what takes milliseconds.

-- Nobody is to be woken up to read what is printed while time is taken.
io.stdout:setvbuf("full", 2 ^ 20)

local ok, clock = pcall(require, "bench_clock")
if ok then return clock end

local since
return {
  start = function() since = os.clock() end,
  stop = function() return (os.clock() - since) * 1e6 end,
  wall = function() return os.clock() * 1e6 end,
  like = function(object) return object end,
}
