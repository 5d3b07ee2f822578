--- Pieces of an SVG drawing, as text.

local svg = {}

function svg.escape(text)
  return (text:gsub('[&<>"]', { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;",
    ['"'] = "&quot;" }))
end

--- `class` names the style; `anchor` is "start" (default), "middle" or "end".
function svg.text(x, y, content, class, anchor)
  return ('<text x="%.1f" y="%.1f"%s%s>%s</text>\n'):format(x, y,
    class and (' class="%s"'):format(class) or "",
    anchor and (' text-anchor="%s"'):format(anchor) or "", svg.escape(content))
end

function svg.line(x1, y1, x2, y2, class)
  return ('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>\n'):format(x1, y1, x2, y2,
    class)
end

-- Outlines around 0, 0. `%s` is the colour: of filled shapes the inside, of others the line.
local SHAPES = {
  disc = '<circle r="5.5" class="full" fill="%s"/>',
  square = '<rect x="-5" y="-5" width="10" height="10" class="full" fill="%s"/>',
  diamond = '<path d="M0 -7L7 0L0 7L-7 0Z" class="full" fill="%s"/>',
  up = '<path d="M0 -6.5L6.5 5L-6.5 5Z" class="full" fill="%s"/>',
  down = '<path d="M0 6.5L6.5 -5L-6.5 -5Z" class="full" fill="%s"/>',
  ring = '<circle r="7.5" class="hollow" stroke="%s"/>',
  cross = '<path d="M-4.5 -4.5L4.5 4.5M-4.5 4.5L4.5 -4.5" class="hollow" stroke="%s"/>',
  bar = '<path d="M0 -10V10" class="hollow" stroke="%s"/>',
}

--- A sign { shape =, colour = } with a text that shows when it is pointed at.
function svg.sign(x, y, sign, title)
  return ('<g transform="translate(%.1f %.1f)">%s<title>%s</title></g>\n'):format(x, y,
    SHAPES[sign.shape]:format(sign.colour), svg.escape(title))
end

local STYLE = [[<style>
text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #2b2d42 }
.head { font-size: 20px; font-weight: 600 }
.title { font-size: 16px; font-weight: 600 }
.tick, .small { font-size: 11px; fill: #5c6570 }
.grid { stroke: #e3e6ea; stroke-width: 1 }
.span { stroke: #c5cad1; stroke-width: 1.5 }
.full { stroke: white; stroke-width: 1 }
.hollow { stroke-width: 2; fill: none }
.paper { fill: white }
</style>
]]

--- The document of a drawing of that size.
function svg.document(width, height, drawing)
  return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">\n')
    :format(width, height, width, height) .. STYLE
    .. ('<rect width="%d" height="%d" class="paper"/>\n'):format(width, height)
    .. drawing .. "</svg>\n"
end

return svg
