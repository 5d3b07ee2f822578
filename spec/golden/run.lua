--- lua spec/golden/run.lua FOLDER [PART...]: plays the golden run, or these parts of it, writes
-- what each has printed to FOLDER/PART.txt, and prints its line of results.txt.

local PARTS = { "paths", "layers", "operations", "graphs", "units", "battle", "verbs", "marches",
  "mods", "histories", "past", "errors" }

local folder = table.remove(arg, 1)
for _, name in ipairs(arg[1] and arg or PARTS) do
  print(require("golden." .. name .. "_spec")(folder))
end
