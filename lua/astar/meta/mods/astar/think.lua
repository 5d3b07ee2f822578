---@meta astar.think
-- Written by `make meta` from tools/meta. Editors read it, see docs/editors.md; nothing here runs.

if ... then error(... .. " is for editors: it has types, and no code", 0) end

---Builds behaviours from verbs and functions.
---@class astar.mods.Think
local think = {}

---Calls the verb of that name with these arguments.
---@param verb astar.mods.Verb|string
---@param ... any
---@return astar.mods.Action action
function think.act(verb, ...) end

---Runs one after the other, until one fails.
---@param a astar.mods.Action
---@param b astar.mods.Action
---@param ... astar.mods.Action
---@return astar.mods.Action action
function think.sequence(a, b, ...) end

---Runs one after the other, until one succeeds.
---@param a astar.mods.Action
---@param b astar.mods.Action
---@param ... astar.mods.Action
---@return astar.mods.Action action
function think.selector(a, b, ...) end

---Runs all at the same time, until the first ends.
---@param a astar.mods.Action
---@param b astar.mods.Action
---@param ... astar.mods.Action
---@return astar.mods.Action action
function think.race(a, b, ...) end

---Runs all at the same time, until all have succeeded.
---@param a astar.mods.Action
---@param b astar.mods.Action
---@param ... astar.mods.Action
---@return astar.mods.Action action
function think.all(a, b, ...) end

---Repeats the action until it fails, or so many times.
---@param a astar.mods.Action
---@param times? number
---@return astar.mods.Action action
function think.loop(a, times) end

---Repeats the action until it succeeds.
---@param a astar.mods.Action
---@param options? astar.mods.RetryOptions
---@return astar.mods.Action action
function think.retry(a, options) end

---Succeeds if the action fails.
---@param a astar.mods.Action
---@return astar.mods.Action action
function think.invert(a) end

---Runs the action, and succeeds in any case.
---@param a astar.mods.Action
---@return astar.mods.Action action
function think.succeed(a) end

---Runs the action if the condition holds when it begins.
---@param condition astar.mods.Condition
---@param a astar.mods.Action
---@return astar.mods.Action action
function think.when(condition, a) end

---Runs the action while the condition holds.
---@param condition astar.mods.Condition
---@param a astar.mods.Action
---@param every? number
---@return astar.mods.Action action
function think.guarded(condition, a, every) end

---Runs the action until the condition holds, or until an event.
---@param condition astar.mods.Condition|astar.mods.EventName
---@param a astar.mods.Action
---@param every? number
---@return astar.mods.Action action
function think.till(condition, a, every) end

---Runs a handler in place of the action when its event comes.
---@param a astar.mods.Action
---@param handlers table<astar.mods.EventName, astar.mods.Action>
---@return astar.mods.Action action
function think.interrupt(a, handlers) end

---Runs the action; calls a function for each such event.
---@param a astar.mods.Action
---@param handlers table<astar.mods.EventName, fun(unit: astar.mods.Unit, ...: any)>
---@return astar.mods.Action action
function think.listen(a, handlers) end

---Does what is worth most at the moment.
---@param candidates astar.mods.Candidates
---@return astar.mods.Action action
function think.utility(candidates) end

return think
