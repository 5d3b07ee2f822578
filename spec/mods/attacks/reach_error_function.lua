-- An error that is a function.
-- ends: error
error(function() while true do end end)
