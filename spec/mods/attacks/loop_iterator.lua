-- An iterator that has always one more.
-- ends: instructions
for _ in function() return 1 end do end
