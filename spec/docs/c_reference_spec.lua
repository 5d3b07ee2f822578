-- docs/c-reference.md, and tools/c-reference.lua, which writes it from the public headers.

local command = require "support.command"
local skip = require "support.skip"
local whole = require "support.file"

local compiled_it = skip.where(skip.without "cc")

describe("docs/c-reference.md", function()
  compiled_it("has a place for every function of the library", function()
    local page = whole.read "docs/c-reference.md"
    local names = command.list "env -u LD_PRELOAD tools/api-functions.sh"
    assert.is_true(#names > 300)
    for _, name in ipairs(names) do
      assert.is_truthy(page:find(('<a id="%s"></a>'):format(name), 1, true), name)
    end
  end)
end)

-- A tree with a header of one section, which has these lines.
local function new_tree(section)
  local folder = os.tmpname()
  os.remove(folder)
  command.output_of(("mkdir -p %s/src %s/docs %s/tools && cp tools/order.lua tools/whole_file.lua "
    .. "tools/c-reference.lua %s/tools"):gsub("%%s", folder))
  whole.write(folder .. "/ORDER", "part paths\npaths: src/ astar\n")
  whole.write(folder .. "/README.md", "`astar_map_get(map)`, `ASTAR_MAX_CELLS`, `astar_map_…`\n")
  whole.write(folder .. "/docs/c-api.md", "See `astar.h`.\n\n<!-- program game.c -->\n```c\n```\n")
  whole.write(folder .. "/game.c", "int main(void) { return 0; }\n")
  whole.write(folder .. "/src/astar.h", "/*\n** Maps.\n*/\n#ifndef ASTAR_H\n#define ASTAR_H\n\n"
    .. "/* ---- the map ---- */\n\n" .. section .. "\n#ifdef __cplusplus\n}\n#endif\n#endif\n")
  return folder
end

local SECTION = [[
#define ASTAR_MAX_CELLS 9           /* cells */

/*
** The terrain: ASTAR_MAX_CELLS; *why: see docs/formats.md.
**   map   where it is, as long
**         as it is there
**   x, y  the cell
** OK; INVALID: there is none.
*/
ASTAR_API int astar_map_get(const astar_map *map,
                            int x, int y);
ASTAR_API void astar_map_set(astar_map *map);

/* How a call, such as astar_map_get, has ended. */
typedef enum astar_status {
  ASTAR_OK,                         /* well */
  ASTAR_INVALID                     /* an argument
                                    ** is wrong */
} astar_status;
]]

local PAGE = [[
### the map

<a id="ASTAR_MAX_CELLS"></a>

```c
#define ASTAR_MAX_CELLS 9           /* cells */
```

<a id="astar_map_get"></a>
<a id="astar_map_set"></a>

```c
int astar_map_get(const astar_map *map,
                  int x, int y);
void astar_map_set(astar_map *map);
```

The terrain: [`ASTAR_MAX_CELLS`](#ASTAR_MAX_CELLS); `*why`: see [formats.md](formats.md).

- `map`: where it is, as long
  as it is there
- `x`, `y`: the cell

`OK`; `INVALID`: there is none.

<a id="astar_status"></a>

```c
typedef enum astar_status {
  ASTAR_OK,                         /* well */
  ASTAR_INVALID                     /* an argument
                                    ** is wrong */
} astar_status;
```

How a call, such as [`astar_map_get`](#astar_map_get), has ended.
]]

describe("tools/c-reference.lua #extra", function()
  local it, _, teardown = skip.where(skip.without "lua5.4")
  local folders = {}

  teardown(function()
    for _, folder in ipairs(folders) do command.output_of("rm -r " .. folder) end
  end)

  -- What it prints in such a tree, and a function that runs it again.
  local function run(section, options)
    local folder = new_tree(section)
    folders[#folders + 1] = folder
    local function again(words)
      return command.output_of(("cd %s && lua5.4 tools/c-reference.lua %s 2>&1"):format(folder,
        words or ""))
    end
    assert.equal("", again())
    return again(options), folder, again
  end

  it("writes the page and the programs of the guide", function()
    local _, folder, again = run(SECTION)
    assert.equal("", again "--check")
    local page = whole.read(folder .. "/docs/c-reference.md")
    assert.equal(PAGE, page:sub(page:find("### the map", 1, true), -1))
    assert.matches("int main", whole.read(folder .. "/docs/c-api.md"))
  end)

  it("says what is behind", function()
    local _, folder, again = run(SECTION)
    whole.write(folder .. "/game.c", "int main(void) { return 1; }\n")
    whole.write(folder .. "/src/astar.h", (whole.read(folder .. "/src/astar.h"):gsub("well", "ok")))
    assert.equal("docs/c-api.md is behind: run make c-reference\n"
      .. "docs/c-reference.md is behind: run make c-reference\n", again "--check")
  end)

  it("says what has no comment", function()
    assert.equal("src/astar.h:9: astar_map has no comment\n"
      .. "src/astar.h:15: ASTAR_NO_MEMORY has no comment\n"
      .. "src/astar.h:19: astar_cell has no comment\n"
      .. "src/astar.h:20: int x has no comment\n"
      .. "src/astar.h:23: ASTAR_MAX_CELLS has no comment\n"
      .. "src/astar.h:25: astar_map_put has no comment\n", (run([[
typedef struct astar_map astar_map;

/* What it is. */
typedef enum astar_status {
  ASTAR_OK,                         /* well: it is
                                    ** done */
  ASTAR_NO_MEMORY,
  ASTAR_INVALID                     /* wrong */
} astar_status;

typedef struct astar_cell {
  int x;
  int y;                            /* down */
} astar_cell;
#define ASTAR_MAX_CELLS 9

ASTAR_API int astar_map_put(const astar_map *map);
ASTAR_API int astar_map_at(const astar_map *map);       /* a cell */

/* What it is. */
ASTAR_API int astar_map_get(const astar_map *map);
ASTAR_API int astar_map_set(const astar_map *map);
#define ASTAR_ONE 1
]], "--check")))
  end)

  it("says which names of pages no header declares", function()
    local _, folder, again = run(SECTION)
    whole.write(folder .. "/README.md", "`astar_map_get`\n\n`astar_map_put(map)`, `ASTAR_MAX`\n")
    assert.equal("README.md:3: no header declares astar_map_put\n"
      .. "README.md:3: no header declares ASTAR_MAX\n", again "--check")
  end)
end)
