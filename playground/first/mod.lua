return { name = "first", version = "1", behaviours = { walker = "walker.lua" } }
