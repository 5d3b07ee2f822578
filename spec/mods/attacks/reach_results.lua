-- Gives back what cannot cross.
-- ends: error
return function() end
