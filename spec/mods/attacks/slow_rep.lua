-- Strings of length 2^40.
-- ends: error
return ('x'):rep(2 ^ 40)
