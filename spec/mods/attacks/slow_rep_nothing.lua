-- Repeats nothing, very often.
-- ends: done
-- ends in the vault: instructions
assert((""):rep(2 ^ 40) == "")
assert(("").rep("", 2 ^ 40, "") == "")
