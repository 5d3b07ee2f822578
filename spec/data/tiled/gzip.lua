return { version = "1.5", luaversion = "5.1", tiledversion = "1.8.2", orientation = "orthogonal",
  renderorder = "right-down", width = 16, height = 10, tilewidth = 16, tileheight = 16,
  nextlayerid = 9, nextobjectid = 20, properties = { ["title"] = "The camp" }, tilesets = { { name
  = "ground", firstgid = 1, tilewidth = 16, tileheight = 16, spacing = 0, margin = 0, columns = 9,
  image = "ground.png", imagewidth = 144, imageheight = 16, objectalignment = "unspecified",
  tileoffset = { x = 0, y = 0 }, grid = { orientation = "orthogonal", width = 16, height = 16 },
  properties = {}, wangsets = {}, tilecount = 7, tiles = { { id = 0, properties = { ["terrain"] =
  "plain" } }, { id = 1, properties = { ["cost"] = 5, ["terrain"] = "road" } }, { id = 2,
  properties = { ["cost"] = 35, ["terrain"] = "swamp" } }, { id = 3, properties = { ["blocked"] =
  true, ["terrain"] = "water" } }, { id = 5, properties = { ["cost"] = 15, ["opaque"] = true,
  ["terrain"] = "door" } }, { id = 6, properties = { ["terrain"] = "bridge" } }, { id = 8, type =
  "unit", properties = { ["speed"] = 0.25 } } } } }, layers = { { type = "tilelayer", x = 0, y =
  0, width = 16, height = 10, id = 1, name = "ground", visible = true, opacity = 1, offsetx = 0,
  offsety = 0, parallaxx = 1, parallaxy = 1, properties = {}, encoding = "base64", compression =
  "gzip", data =
  "H4sIAAAAAAAAA52R0QoAIAgDZ/XhfXoEBSIztYejXm7RJgDk0NR9KCRJ5Hdg9qTPMq6/T8/XaL+R/Ogv9v2qb3llsF5Yh8z3eslu6O1S3f/HXycNoFaAAgAA"
  }, { type = "group", id = 2, name = "buildings", visible = true, opacity = 1, offsetx = 0,
  offsety = 0, parallaxx = 1, parallaxy = 1, properties = {}, layers = { { type = "tilelayer", x =
  0, y = 0, width = 16, height = 10, id = 3, name = "walls", visible = true, opacity = 1, offsetx
  = 0, offsety = 0, parallaxx = 1, parallaxy = 1, properties = { ["blocked"] = true, ["opaque"] =
  true }, encoding = "base64", compression = "gzip", data =
  "H4sIAAAAAAAAA2NgGAUjBbAyMCigY1L0s2GaR7H9AOeqdKqAAgAA" } } }, { type = "tilelayer", x = 0, y =
  0, width = 16, height = 10, id = 4, name = "above", visible = true, opacity = 1, offsetx = 0,
  offsety = 0, parallaxx = 1, parallaxy = 1, properties = {}, encoding = "base64", compression =
  "gzip", data = "H4sIAAAAAAAAA2NgoBxwUMEMWgB2JDycwWALf1LcAwCx6mk+gAIAAA==" }, { type =
  "objectgroup", draworder = "topdown", id = 5, name = "places", visible = true, opacity = 1,
  offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1, properties = {}, objects = { { id = 1,
  name = "camp", type = "home", shape = "rectangle", x = 16, y = 80, width = 48, height = 32,
  rotation = 0, visible = true, properties = {} }, { id = 2, name = "round", type = "route", shape
  = "polyline", x = 200, y = 24, width = 0, height = 0, rotation = 0, visible = true, polyline = {
  { x = 0, y = 0 }, { x = 40, y = 32 }, { x = -8, y = 64 } }, properties = {} }, { id = 3, name =
  "tower", type = "home", shape = "point", x = 216, y = 136, width = 0, height = 0, rotation = 0,
  visible = true, properties = {} } } }, { type = "objectgroup", draworder = "topdown", id = 6,
  name = "units", visible = true, opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy
  = 1, properties = {}, objects = { { id = 4, name = "Ann", type = "", shape = "rectangle", x =
  48, y = 32, width = 16, height = 16, rotation = 0, gid = 9, visible = true, properties = {
  ["home"] = { id = 1 }, ["player"] = "red" } }, { id = 5, name = "Bob", type = "", shape =
  "rectangle", x = 208, y = 32, width = 16, height = 16, rotation = 0, gid = 9, visible = true,
  properties = { ["home"] = { id = 3 }, ["player"] = "blue", ["route"] = { id = 2 } } } } }, {
  type = "objectgroup", draworder = "topdown", id = 7, name = "links", visible = true, opacity =
  1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1, properties = {}, objects = { { id =
  6, name = "tunnel", type = "link", shape = "polyline", x = 72, y = 136, width = 0, height = 0,
  rotation = 0, visible = true, polyline = { { x = 0, y = 0 }, { x = 144, y = 0 } }, properties =
  { ["cost"] = 60, ["one_way"] = true } } } } } }
