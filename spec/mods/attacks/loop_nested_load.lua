-- Text that compiles text that compiles text.
-- ends: error
-- ends in the vault: instructions error
local name = "@spec/mods/attacks/loop_nested_load.lua"
local text = "local t, name = ... return load(t, name)(t, name)"
return load(text, name)(text, name)
