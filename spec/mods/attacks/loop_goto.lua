-- An endless loop made of goto.
-- ends: instructions
::again:: goto again
