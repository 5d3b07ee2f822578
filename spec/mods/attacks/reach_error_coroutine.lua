-- An error that is a coroutine.
-- ends: error
error(coroutine.create(print))
