-- An endless loop made of goto.
-- ends: instructions
-- ends in lua5.1: syntax
::again:: goto again
