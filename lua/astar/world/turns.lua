--- Turns: where what players want waits. Players take turns, and what each of them wants comes in
-- the order in which it was added.
--
-- It is any table with these fields. `lists`: one for each player that has added something, in that
-- order: `player` and what waits, from `first` to `last`. `turn`: the list that is next. `count`:
-- how much waits. A world that goes back looks into these, so they have no metatable of their own.

local turns = {}

--- Nothing waits any more, and no turn is remembered.
function turns.clear(self)
  self.lists, self.turn, self.count = {}, 1, 0
  return self
end

local function list_of(self, player)
  for _, list in ipairs(self.lists) do
    if list.player == player then return list end
  end
  local list = { player = player, first = 1, last = 0 }
  self.lists[#self.lists + 1] = list
  return list
end

function turns.add(self, player, one)
  local list = list_of(self, player)
  list.last = list.last + 1
  list[list.last] = one
  self.count = self.count + 1
end

--- The list that is next in the order of turns. Something waits.
function turns.next(self)
  local lists = self.lists
  while lists[self.turn].first > lists[self.turn].last do self.turn = self.turn % #lists + 1 end
  return lists[self.turn]
end

--- Its player has had its turn.
function turns.finish(self) self.turn = self.turn % #self.lists + 1 end

--- What is first in a list waits no more.
function turns.leave(self, list)
  list[list.first], list.first = nil, list.first + 1
  self.count = self.count - 1
end

return turns
