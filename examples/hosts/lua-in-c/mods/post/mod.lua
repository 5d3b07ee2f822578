return { name = "post", version = "1", behaviours = { runner = "runner.lua" } }
