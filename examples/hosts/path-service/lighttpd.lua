-- Called by lighttpd's mod_magnet for each request. Its globals are gone after the request; modules
-- stay, so the map is kept in one.

-- luacheck: globals lighty

local service = package.loaded.service

if not service then
  local root = os.getenv "ASTAR"
  package.path = ("%s/lua/?.lua;%s/lua/?/init.lua;%s/examples/hosts/path-service/?.lua;")
    :format(root, root, root) .. package.path
  package.cpath = root .. "/build/lua5.4/?.so;" .. package.cpath
  service = require "service"
  service.town = service.load(root .. "/examples/hosts/path-service/town.map")
end

local request, response = lighty.r.req_attr, lighty.r.resp_header
local status, text = service.answer(service.town, request["request.method"],
  request["uri.path"]:match "([^/]*)$", service.arguments(request["uri.query"]))

response["Content-Type"] = "application/json"
lighty.r.resp_body:set { text }
return status
