--- Text of the help for argparse, which breaks long lines but keeps breaks that are there: the
-- lines of a paragraph become one. Indented lines, such as examples, stay as they are.

return function(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local last = lines[#lines]
    local goes_on = last and last ~= "" and line ~= "" and not line:find("^ ")
      and not last:find("^ ") and not last:find(":$")
    if goes_on then lines[#lines] = last .. " " .. line
    else lines[#lines + 1] = line end
  end
  return table.concat(lines, "\n")
end
