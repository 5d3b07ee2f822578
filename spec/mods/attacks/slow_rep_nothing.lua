-- Repeats nothing, very often.
-- ends: done
assert((""):rep(2 ^ 40) == "")
assert(("").rep("", 2 ^ 40, "") == "")
