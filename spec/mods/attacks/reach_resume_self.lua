-- Resumes and closes itself, and the coroutine that resumed it.
-- ends: done
local main = coroutine.running()
local co
co = coroutine.create(function()
  pcall(coroutine.resume, co)
  if main then pcall(coroutine.resume, main) end
  if coroutine.close then
    pcall(coroutine.close, co)
    if main then pcall(coroutine.close, main) end
  end
end)
coroutine.resume(co)
pcall(coroutine.resume, co)
