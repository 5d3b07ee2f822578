--- Means, medians and the like of lists of numbers.

local stats = {}

local function sorted(values)
  local copy = {}
  for i, value in ipairs(values) do copy[i] = value end
  table.sort(copy)
  return copy
end

function stats.sum(values)
  local sum = 0
  for _, value in ipairs(values) do sum = sum + value end
  return sum
end

function stats.mean(values)
  return stats.sum(values) / #values
end

--- The smallest value that `share` of the values do not exceed.
function stats.quantile(values, share)
  return sorted(values)[math.max(1, math.ceil(share * #values))]
end

function stats.median(values)
  local list, half = sorted(values), #values / 2
  return (list[math.ceil(half)] + list[math.floor(half) + 1]) / 2
end

function stats.geometric_mean(values)
  local sum = 0
  for _, value in ipairs(values) do sum = sum + math.log(value) end
  return math.exp(sum / #values)
end

--- The list of the medians: of the first values of the lists, of the second ones …; as long as
-- the shortest list.
function stats.medians(lists)
  local medians, i = {}, 1
  while true do
    local values = {}
    for j, list in ipairs(lists) do values[j] = list[i] end
    if #values < #lists or #lists == 0 then return medians end
    medians[i] = stats.median(values)
    i = i + 1
  end
end

return stats
