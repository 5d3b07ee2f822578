--- The ranks of a march: the members of the group that carry out its order.

local ranks = {}

local huge = math.huge

--- The units in the ranks, as they stand, by their ids. Those for whom there is no way leave.
function ranks.muster(group, self)
  local list, by_id = {}, {}
  for unit in group:units() do
    local member = group._ranks[unit.id]
    if member and not group.left[unit.id] then
      local x, y = unit.x, unit.y
      local cost, code = self.field:cost(x, y)
      if cost then
        member.x, member.y, member.cost, member.state = x, y, cost, unit.state
        list[#list + 1], by_id[unit.id] = member, member
      else
        group:_leave(unit, code)
      end
    end
  end
  self.changed = #list ~= self.count
  for i, member in ipairs(list) do
    if self.members[i] ~= member then self.changed = true end
  end
  self.members, self.by_id, self.count = list, by_id, #list
end

--- Forgets how far the march had come: it may be about to go another way.
function ranks.renew(self)
  self.epoch = {}
  self.least_lag, self.least_cost = huge, huge
end

--- The member in the middle, of those that there are.
function ranks.middle(self)
  local sum_x, sum_y, n, best, least = 0, 0, self.count, nil, huge
  for _, one in ipairs(self.members) do sum_x, sum_y = sum_x + one.x, sum_y + one.y end
  for _, one in ipairs(self.members) do
    local dx, dy = one.x * n - sum_x, one.y * n - sum_y
    if dx * dx + dy * dy < least then best, least = one, dx * dx + dy * dy end
  end
  return best
end

--- The member with the shortest way to go.
function ranks.foremost(self)
  local best = self.members[1]
  for _, one in ipairs(self.members) do
    if one.cost < best.cost then best = one end
  end
  return best
end

return ranks
