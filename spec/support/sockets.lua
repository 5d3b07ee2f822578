--- LuaSocket for specs: `missing` says why there is none.

local ok, socket = pcall(require, "socket")

return { missing = not ok and "no LuaSocket" or nil, socket = ok and socket or nil }
