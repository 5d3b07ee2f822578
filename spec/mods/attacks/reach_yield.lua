-- Yields where nobody waits.
-- ends: error
coroutine.yield(1)
