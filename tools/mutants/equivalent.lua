--- Mutants that change nothing that anybody could see, though the code differs. Each is known by
-- its file and the text of its line before and after, and has a reason:
-- { file =, before =, after =, why = }.

return {
  { file = "src/core/base/changes.c",
    before = "changes->written += CHANGES_MAX + 1;", after = "changes->written += CHANGES_MAX + 2;",
    why = "a reader has lost its place if it is any number of rectangles too far behind" },
}
