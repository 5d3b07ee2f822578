-- manual.lua FILE.md <HTML >PAGE: a page of the manual from what cmark-gfm has made of it: with
-- places for links to headings, links to pages instead of texts, and "Run" at programs in Lua.

package.path = "tools/?.lua;" .. package.path

local pages = require "meta.pages"

local name = arg[1]

local PAGE = [[
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self'
  'wasm-unsafe-eval' 'unsafe-eval'; style-src 'self'; img-src 'self' data:">
<link rel="icon" href="data:,">
<title>astar: %s</title>
<link rel="stylesheet" href="manual.css">
</head>
<body>
<nav><a href="../index.html">playground</a> %s</nav>
<main>
%s</main>
<script src="manual.js"></script>
</body>
</html>
]]

local seen = {}

local function with_place(level, heading)
  local place = pages.anchor((heading:gsub("<[^>]*>", ""):gsub("&%w+;", "")))
  local count = seen[place]
  seen[place] = (count or 0) + 1
  if count then place = ("%s-%d"):format(place, count) end
  return ('<h%s id="%s">%s</h%s>'):format(level, place, heading, level)
end

-- All pages lie in one folder.
local is_page = {}

local function names()
  local links = {}
  for i = 2, #arg do
    local word = arg[i]:match "([^/]*)%.md$"
    is_page[word] = true
    links[#links + 1] = word == name:match "([^/]*)%.md$" and ("<b>%s</b>"):format(word)
      or ('<a href="%s.html">%s</a>'):format(word, word)
  end
  return table.concat(links, " ")
end

local function link_to(path)
  local word = path:match "[^/]*$"
  return is_page[word] and ('href="%s.html'):format(word)
end

local html, nav = io.read "a", names()
html = html:gsub("<h(%d)>(.-)</h%d>", with_place)
html = html:gsub('href="([%w_./-]+)%.md', link_to)
html = html:gsub('src="[./]*(images/[%w_-]+)%.png', 'src="%1.webp')
html = html:gsub('<pre><code class="language%-lua">(.-)</code></pre>',
  '<div class="program"><pre><code>%1</code></pre><button>Run</button></div>')
io.write(PAGE:format(name:match "([^/]*)%.md$", nav, html))
