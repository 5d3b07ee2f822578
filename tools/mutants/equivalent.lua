--- Mutants that change nothing that anybody could see, though the code differs. Each is known by
-- its file and the text of its line before and after, and has a reason:
-- { file =, before =, after =, why = }.

return {
}
