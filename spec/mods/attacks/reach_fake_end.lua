-- Pretends that memory has ended.
-- ends: error memory
error('not enough memory', 0)
