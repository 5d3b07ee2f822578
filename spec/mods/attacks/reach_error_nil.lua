-- An error without a value.
-- ends: error
error(nil)
