--- The colours of pictures: "rrggbb" by the name of a terrain.

local colors = {
  path = "d81e3a", start = "1a7f37", goal = "0b57d0", unseen = "16181d", link = "8a2be2",
}

local KNOWN = {
  plain = "e3e8d3", grass = "cfe0b0", road = "d9b77e", bridge = "a9794a", sand = "efdfae",
  snow = "f6f8fb", swamp = "8c9a6b", water = "7db3dc", river = "7db3dc", wood = "5f9457",
  tree = "3f7a45", forest = "5f9457", wall = "4a4e57", rock = "5b5650", mountain = "8b8680",
  house = "a8604f", ore = "d8a531", hill = "c6bf96", cave = "8d7b68", scree = "a9a797",
  void = "ffffff", lava = "d9541e", ice = "d3ecf5", gate = "9a9a9a", door = "a9794a",
}

-- For names that nobody knows: those that can be entered, and those that cannot.
local OPEN = { "c9d7e8", "e8d3c9", "d9c9e8", "c9e8de", "e8e2c9", "e8c9dc" }
local CLOSED = { "6b5b73", "5b6b73", "73685b", "5b735f", "735b5b", "4f5b73" }

--- A table from the names of a map's terrains to colours.
function colors.of(map)
  local by_name, count = {}, 0
  for _, name, cost in map:terrains() do
    by_name[name] = KNOWN[name]
    if not by_name[name] then
      local list = cost and OPEN or CLOSED
      by_name[name] = list[count % #list + 1]
      count = count + 1
    end
  end
  return by_name
end

return colors
