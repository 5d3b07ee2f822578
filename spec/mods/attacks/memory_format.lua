-- Fields as wide as can be.
-- ends: error memory
return (("%99d"):rep(10000)):format(1)
