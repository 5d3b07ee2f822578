--- Compares words that are declared with the lists of words in the library.

local names = require "meta.names"

local words = {}


local function check_list(set, name, there, complain)
  local item, declared = set.by_name[name], {}
  for _, word in ipairs(item.list) do declared[word] = true end
  for _, word in ipairs(names.sorted(there)) do
    if not declared[word] then
      complain("'%s' is missing in 'words %s' of tools/meta/%s: add it there", word, name,
        item.file)
    end
    declared[word] = nil
  end
  for _, word in ipairs(names.sorted(declared)) do
    complain("tools/meta/%s: 'words %s' has '%s', which the library does not know: take it away",
      item.file, name, word)
  end
end

--- Compares words of a set with those that the library lists.
function words.check(set, complain)
  local known = require "astar.world.words"
  local set_of, states = known.set, known.states
  check_list(set, "Code", set_of(known.codes), complain)
  check_list(set, "Event", set_of(known.events), complain)
  check_list(set, "Verb", require "astar.verbs", complain)
  check_list(set, "UnitState", set_of(states.state), complain)
  check_list(set, "Avoidance", set_of(states.avoidance), complain)
  check_list(set, "PathStatus", set_of(states.status), complain)
  check_list(set, "Knowledge", set_of(states.knowledge), complain)
  check_list(set, "GroupStatus", set_of(states.order), complain)
end

return words
