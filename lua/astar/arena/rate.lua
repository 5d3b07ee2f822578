--- A mean of scores and its error. Scores that have the map and the seed in common are not
-- independent: they are a group, and the groups are.

local Rate = {}
Rate.__index = Rate

local Z = 1.959964                               -- 95 %

function Rate.new()
  return setmetatable({ count = 0, sum = 0, groups = {}, order = {} }, Rate)
end

--- Adds a score: from 0, lost, to 1, won; or a difference of two of these.
function Rate:add(score, group)
  local own = self.groups[group]
  if not own then
    own = { count = 0, sum = 0 }
    self.groups[group] = own
    self.order[#self.order + 1] = own
  end
  own.count, own.sum = own.count + 1, own.sum + score
  self.count, self.sum = self.count + 1, self.sum + score
end

function Rate:mean() return self.count > 0 and self.sum / self.count or 0 end

--- The mean is within so much of the true one in 95 of 100 cases. `least` and `most`: what a score
-- can be; a group that had each is added to those that were seen, since where all were won they
-- would say that nothing else can happen.
function Rate:error(least, most)
  local n, mean = #self.order, self:mean()
  if n == 0 then return most - least end
  local share, squares = self.count / n, 0
  for _, own in ipairs(self.order) do
    squares = squares + ((own.sum - mean * own.count) / share) ^ 2
  end
  squares = squares + ((most - mean) ^ 2 + (least - mean) ^ 2) / 2
  return math.min(Z * math.sqrt(squares / n / n), most - least)
end

return Rate
