--- for entry in each(list) do: its entries, in order. The list may grow meanwhile.

return function(list)
  local i = 0
  return function()
    i = i + 1
    return list[i]
  end
end
