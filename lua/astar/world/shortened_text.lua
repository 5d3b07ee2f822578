--- Text of at most so many bytes, cut between two letters of UTF-8; what is cut off is shown as
-- "...".

return function(text, most)
  if #text <= most then return text end
  local last = most
  while last > most - 4 and text:find("^[\128-\191]", last + 1) do last = last - 1 end
  return text:sub(1, last) .. "..."
end
