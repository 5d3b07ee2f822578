-- The programs of this folder, which try the vault's machines with a guest that makes mistakes
-- (spec/vault/guest). They are there where the guest was made, which needs clang and wasm2c.

local command = require "support.command"
local skip = require "support.skip"

local BUILD = os.getenv "BUILD" or "build"

local programs = {
  { "mistakes", "each mistake of a guest is a trap, or harms its machine alone" },
  { "imports", "the imports take words of all kinds" },
  { "limits", "fuel and memory may end anywhere, and machines stop while others ask" },
  { "signals", "signals that are no machine's are the host's" },
  { "threads", "machines trap in several threads at once" },
  { "block_pool", "blocks of images keep their bytes, and give memory back" },
  { "pages", "what is not noted as written is what it was" },
  { "room", "too little stack or memory of the host is told, and harms nothing" },
  { "one_state", "both engines come to the same state with the same fuel" },
}

describe("a machine of the vault", function()
  for _, one in ipairs(programs) do
    local program = BUILD .. "/spec/vault/" .. one[1]
    local it = skip.where(skip.without(program))

    it(("%s (%s)"):format(one[2], one[1]), function()
      local said, status = command.output_of(program .. " 2>&1")
      assert(status == 0, said)
      assert.matches("^[1-9]%d* passed, 0 failed\n$", said)
    end)
  end
end)
