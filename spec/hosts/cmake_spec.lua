-- CMake finds the installed library, static or shared, wherever it was moved; and builds it as a
-- part of another project.

local installed = require "support.installed"
local pages = require "support.pages"
local whole = require "support.file"

local NEEDS = { "cmake", "gcc" }
local PRINTED = "^astar [%d.]+: ok, 26 cells, cost 282\n$"

-- The n-th block of docs/hosts.md in that language.
local function block_of_page(language, n)
  for _, block in ipairs(pages.blocks_of "docs/hosts.md") do
    if block.language == language then
      n = n - 1
      if n == 0 then return block.text end
    end
  end
  error("docs/hosts.md has no such block")
end

describe("CMake", function()
  local here
  local count = 0

  setup(function() here = installed.new() end)
  teardown(function() here.remove() end)

  local function configure(source, options)
    count = count + 1
    local folder = here.folder .. "/build" .. count
    here.run(("cmake -S %s -B %s -DCMAKE_C_COMPILER=gcc -DCMAKE_C_FLAGS='%s' %s"):format(source,
      folder, installed.sanitize, options))
    return folder
  end

  -- Configures and builds a project; returns its folder of the build.
  local function build(source, options)
    local folder = configure(source, options)
    here.run(("cmake --build %s --parallel 2"):format(folder))
    return folder
  end

  local function prefix(more)
    return ("-DCMAKE_PREFIX_PATH=%s %s"):format(here.prefix, more or "")
  end

  installed.it("finds the static library", NEEDS, function()
    local folder = build("examples/hosts/cmake", prefix())
    assert.matches(PRINTED, here.run(folder .. "/errand"))
  end)

  installed.it("finds the shared library", NEEDS, function()
    local folder = build("examples/hosts/cmake", prefix "-DBUILD_SHARED_LIBS=ON")
    assert.matches(PRINTED, here.run(folder .. "/errand"))
    here.run(("mv %s/lib/libastar.so.0 %s/lib/gone"):format(here.prefix, here.prefix))
    local printed = require("support.command").output_of(folder .. "/errand 2>&1")
    here.run(("mv %s/lib/gone %s/lib/libastar.so.0"):format(here.prefix, here.prefix))
    assert.matches("libastar%.so%.0", printed)
  end)

  installed.it("finds it where it was moved", NEEDS, function()
    local moved = here.folder .. "/elsewhere"
    here.run(("cp -r %s %s"):format(here.prefix, moved))
    local folder = build("examples/hosts/cmake", "-DCMAKE_PREFIX_PATH=" .. moved)
    assert.matches(PRINTED, here.run(folder .. "/errand"))
    assert.matches(moved, whole.read(folder .. "/CMakeCache.txt"), 1, true)
  end)

  -- What CMake says of a project that wants this version.
  local function wanting(version)
    local folder = here.folder .. "/wants" .. version
    here.run("mkdir " .. folder)
    whole.write(folder .. "/CMakeLists.txt", ("cmake_minimum_required(VERSION 3.14)\n"
      .. "project(wants LANGUAGES C)\nfind_package(astar %s)\n"
      .. "message(STATUS \"found: ${astar_FOUND}\")\n"):format(version))
    return here.run(("cmake -S %s -B %s/build %s"):format(folder, folder, prefix()))
  end

  installed.it("takes a version that fits", NEEDS, function()
    for _, version in ipairs { "", "0.1", "0.1.0" } do
      assert.matches("found: 1", wanting(version))
    end
    for _, version in ipairs { "0.2", "0.1.9", "1.0", "0.0" } do
      assert.matches("found: 0", wanting(version))
    end
  end)

  installed.it("builds the library with a project", NEEDS, function()
    local folder = build("examples/hosts/cmake", "-DASTAR_SOURCE=$PWD -DCMAKE_BUILD_TYPE=None")
    assert.matches(PRINTED, here.run(folder .. "/errand"))
  end)

  installed.it("fetches it, as the page says", NEEDS, function()
    local folder = here.copy "cmake"
    whole.write(folder .. "/CMakeLists.txt", "cmake_minimum_required(VERSION 3.14)\n"
      .. "project(errand LANGUAGES C)\n" .. block_of_page("cmake", 2)
      .. "add_executable(errand errand.c)\ntarget_link_libraries(errand PRIVATE astar::astar)\n")
    -- A target with :: in its name has to be there when the project is configured.
    local built = configure(folder, "-DFETCHCONTENT_SOURCE_DIR_ASTAR=$PWD")
    assert.matches("astar", here.run(("cmake --build %s --target help"):format(built)))
  end)
end)
