--- The words that the library says to behaviours: events and codes, each with what it means. Checks
-- of mods and the card read them here. Where an event has arguments, `arguments` names them and
-- `kinds` says what they are.

local words = {}

--- Events of units. `by`: a verb raises it, where it is not the world. `by_game`: only where the
-- game asks for it, so that a mod cannot count on it.
words.events = {
  { name = "arrived", meaning = "it has come to the end of its path" },
  { name = "blocked", arguments = "[index]", kinds = { "number" },
    meaning = "its path is cut, and was not repaired" },
  { name = "waiting", meaning = "it has begun to wait for a unit in its way" },
  { name = "rerouted", meaning = "its path leads round a unit in its way" },
  { name = "crowded", meaning = "others have taken its goal; it stands as near as it can" },
  { name = "repaired", meaning = "its path leads round a cut" },
  { name = "costlier", arguments = "cost, before", kinds = { "number", "number" }, by_game = true,
    meaning = "the rest of its watched path costs more than before" },
  { name = "better", by_game = true, meaning = "there is a better path than its watched one" },
  { name = "revealed", arguments = "enemy", kinds = { "unit" },
    meaning = "a foreign unit has come into its sight" },
  { name = "assembled", meaning = "its group stands in formation at its goal" },
  { name = "called", meaning = "its group, which the mod has made, has an order: "
    .. "`unit:hold_formation()` takes part in it" },
  { name = "left", arguments = "code", kinds = { "code" },
    meaning = "its group continues without it" },
  { name = "attacked", arguments = "by", kinds = { "unit" }, by = "engage",
    meaning = "a unit has struck it" },
  { name = "unreached", arguments = "index, code", kinds = { "number", "code" }, by = "patrol",
    meaning = "a point of its round cannot be reached" },
}

--- Events that no unit gets: only world:events() has them.
words.of_the_game = { "ended", "order_ended", "told" }

--- Codes: what verbs, paths and requests return behind nil.
words.codes = {
  { name = "unreachable", meaning = "no way leads there over the terrain" },
  { name = "crowded", meaning = "units block all ways, or have taken the goal" },
  { name = "start_blocked", meaning = "the unit stands where it could not be" },
  { name = "goal_blocked", meaning = "the goal cannot be entered" },
  { name = "budget", meaning = "the search, or the mod, has used up its nodes" },
  { name = "limit", meaning = "a cost is too large" },
  { name = "changing", meaning = "the map changed too often during the search" },
  { name = "cancelled", meaning = "the request was cancelled" },
  { name = "partial", meaning = "it stands as near as it can get" },
  { name = "gone", meaning = "the target was removed" },
  { name = "unseen", meaning = "its player does not see the target" },
  { name = "stuck", meaning = "it has tried several times and come no nearer" },
  { name = "lost", meaning = "the target is not where it was; the path begins elsewhere" },
  { name = "blocked", meaning = "a cell ahead can no longer be entered" },
  { name = "stopped", meaning = "it got another order" },
  { name = "timeout", meaning = "the event has not come" },
  { name = "cornered", meaning = "no place is safer than this one" },
  { name = "unsafe", meaning = "enemies are near all places" },
  { name = "blind", meaning = "it cannot see the cells that are left" },
  { name = "none", meaning = "the list of targets is empty; there is no such place" },
  { name = "taken", meaning = "others have reserved all" },
  { name = "idle", meaning = "it is at no behaviour, so it hears nothing" },
  { name = "full", meaning = "it has been told too much since its last activation" },
  { name = "no_group", meaning = "it is in no group" },
  { name = "removed", meaning = "its group has removed it" },
  { name = "unmet", meaning = "the condition does not hold" },
  { name = "inverted", meaning = "the inverted action has succeeded" },
  { name = "error", meaning = "of a group: an error in its order was reported" },
  { name = "failed", meaning = "an action has failed without a code" },
}

--- What fields that are one of a few words may be, by kinds of values.
words.states = {
  state = { "standing", "moving", "waiting" },
  avoidance = { "wait", "repath", "keep_right", "yield" },
  status = { "complete", "partial" },
  knowledge = { "unseen", "seen", "visible" },
  order = { "standing", "marching", "assembled", "failed" },
}

--- The names of a list of words: a set.
function words.set(list)
  local set = {}
  for _, one in ipairs(list) do set[one.name or one] = true end
  return set
end

return words
