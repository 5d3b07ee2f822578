---@meta astar.think
-- Written by `make meta` from tools/meta. Editors read it, see docs/editors.md; nothing here runs.

if ... then error(... .. " is for editors: it has types, and no code", 0) end

---Builds behaviours from verbs and functions.
---@class astar.Think
local think = {}

---Calls the verb of that name with these arguments.
---@param verb astar.Verb|string
---@param ... any
---@return astar.Action action
function think.act(verb, ...) end

---Runs one after the other, until one fails.
---@param a astar.Action
---@param b astar.Action
---@param ... astar.Action
---@return astar.Action action
function think.sequence(a, b, ...) end

---Runs one after the other, until one succeeds.
---@param a astar.Action
---@param b astar.Action
---@param ... astar.Action
---@return astar.Action action
function think.selector(a, b, ...) end

---Runs all at the same time, until the first ends.
---@param a astar.Action
---@param b astar.Action
---@param ... astar.Action
---@return astar.Action action
function think.race(a, b, ...) end

---Runs all at the same time, until all have succeeded.
---@param a astar.Action
---@param b astar.Action
---@param ... astar.Action
---@return astar.Action action
function think.all(a, b, ...) end

---Repeats the action until it fails, or so many times.
---@param a astar.Action
---@param times? number
---@return astar.Action action
function think.loop(a, times) end

---Repeats the action until it succeeds.
---@param a astar.Action
---@param options? astar.RetryOptions
---@return astar.Action action
function think.retry(a, options) end

---Succeeds if the action fails.
---@param a astar.Action
---@return astar.Action action
function think.invert(a) end

---Runs the action, and succeeds in any case.
---@param a astar.Action
---@return astar.Action action
function think.succeed(a) end

---Runs the action if the condition holds when it begins.
---@param condition astar.Condition
---@param a astar.Action
---@return astar.Action action
function think.when(condition, a) end

---Runs the action while the condition holds.
---@param condition astar.Condition
---@param a astar.Action
---@param every? number
---@return astar.Action action
function think.guarded(condition, a, every) end

---Runs the action until the condition holds, or until an event.
---@param condition astar.Condition|astar.EventName
---@param a astar.Action
---@param every? number
---@return astar.Action action
function think.till(condition, a, every) end

---Runs a handler in place of the action when its event comes.
---@param a astar.Action
---@param handlers table<astar.EventName, astar.Action>
---@return astar.Action action
function think.interrupt(a, handlers) end

---Runs the action; calls a function for each such event.
---@param a astar.Action
---@param handlers table<astar.EventName, fun(unit: astar.WorldUnit, ...: any)>
---@return astar.Action action
function think.listen(a, handlers) end

---Does what is worth most at the moment.
---@param candidates astar.Candidates
---@return astar.Action action
function think.utility(candidates) end

return think
