return { version = "1.5", luaversion = "5.1", tiledversion = "1.8.2", orientation = "orthogonal",
  renderorder = "right-down", width = 30, height = 20, tilewidth = 16, tileheight = 16,
  nextlayerid = 4, nextobjectid = 5, properties = {}, tilesets = { { name = "ground", firstgid =
  1, tilewidth = 16, tileheight = 16, spacing = 0, margin = 0, columns = 9, image = "ground.png",
  imagewidth = 144, imageheight = 16, objectalignment = "unspecified", tileoffset = { x = 0, y = 0
  }, grid = { orientation = "orthogonal", width = 16, height = 16 }, properties = {}, wangsets =
  {}, tilecount = 7, tiles = { { id = 0, properties = { ["terrain"] = "plain" } }, { id = 1,
  properties = { ["cost"] = 5, ["terrain"] = "road" } }, { id = 2, properties = { ["cost"] = 35,
  ["terrain"] = "swamp" } }, { id = 3, properties = { ["blocked"] = true, ["terrain"] = "water" }
  }, { id = 5, properties = { ["cost"] = 15, ["opaque"] = true, ["terrain"] = "door" } }, { id =
  6, properties = { ["terrain"] = "bridge" } }, { id = 8, type = "unit", properties = { ["speed"]
  = 0.25 } } } } }, layers = { { type = "tilelayer", x = 0, y = 0, width = 30, height = 20, id =
  1, name = "ground", visible = true, opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1,
  parallaxy = 1, properties = {}, encoding = "lua", chunks = { { x = -4, y = -4, width = 4, height
  = 4, data = { 1, 1, 1, 1, 1, 5, 5, 1, 1, 2, 3, 1, 1, 1, 1, 1 } }, { x = 4, y = 0, width = 4,
  height = 4, data = { 1, 1, 1, 1, 1, 5, 5, 1, 1, 2, 3, 1, 1, 1, 1, 2147483653 } } } }, { type =
  "objectgroup", draworder = "topdown", id = 2, name = "things", visible = true, opacity = 1,
  offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1, properties = {}, objects = { { id = 1,
  name = "p", type = "unit", shape = "point", x = -56, y = -56, width = 0, height = 0, rotation =
  0, visible = true, properties = {} } } } } }
