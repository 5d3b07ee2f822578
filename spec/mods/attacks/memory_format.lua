-- Fields as wide as can be.
-- ends: error memory
return (("%99d"):rep(4000)):format(1)
