-- What `make check-instructions` says of counts: here valgrind and the program are scripts.

local command = require "support.command"
local whole = require "support.file"

local FILE = "spec/golden/instructions"

describe("the count of instructions #extra", function()
  local folder, here

  local function write(name, text)
    whole.write(folder .. "/" .. name, text)
    command.output_of(("chmod +x %s/%s"):format(folder, name))
  end

  local function check()
    local line = "cd %s; PATH=.:$PATH CC=./cc tools/check-instructions.sh ./work -O7 2>&1"
    return command.output_of(line:format(folder))
  end

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    command.output_of(("mkdir -p %s/tools %s/spec/golden"):format(folder, folder))
    command.output_of(("cp tools/*instructions.sh %s/tools"):format(folder))
    write("cc", "#!/bin/sh\n[ $1 = --version ] && echo 'cc (Else 7.1-2) 7.1.0' || echo 7.1.0\n")
    write("work", "#!/bin/sh\n[ $# = 1 ] && echo $1 77 || printf 'near\\nfar\\n'\n")
    write("valgrind", "#!/bin/sh\nshift 2\n\"$@\"; echo ==1== Collected : $(cat $2) >&2\n")
    write(FILE, "Else gcc 7.0.0, another")
    here = check():match "; this is (.*)\n$"
  end)

  teardown(function() command.output_of("rm -r " .. folder) end)

  before_each(function()
    write(FILE, here .. "\n\nWords of it.\n\nnear 1.50  at first\nnear 2.00  why\nfar 30.00  why\n")
    write("near", "2000000\n")
    write("far", "30020000\n")
  end)

  it("passes up to a thousandth more", function()
    local said, status = check()
    assert.equal("ok      check-instructions\n", said)
    assert.equal(0, status)
  end)

  it("fails above, and says where and by how much", function()
    write("near", "2060000\n")
    local said, status = check()
    assert.equal("near: 2.06, +3.00 %: more than spec/golden/instructions allows\n", said)
    assert.equal(1, status)
  end)

  it("says what takes less", function()
    write("far", "15000000\n")
    local said, status = check()
    assert.equal("far: 15.00, -50.00 %: write that into spec/golden/instructions\n"
      .. "ok      check-instructions\n", said)
    assert.equal(0, status)
  end)

  it("fails for a load that the file does not name", function()
    write(FILE, here .. "\nnear 2.00  why\n")
    local said, status = check()
    assert.equal("far: spec/golden/instructions has no line for it\n", said)
    assert.equal(1, status)
  end)

  it("fails where the program or valgrind does", function()
    command.output_of(("rm %s/far"):format(folder))
    write("valgrind", "#!/bin/sh\necho no memory\nexit 1\n")
    local said, status = check()
    assert.equal("no memory\n", said)
    assert.equal(1, status)
    write("work", "#!/bin/sh\nexit 3\n")
    assert.equal(1, (select(2, check())))
  end)

  it("counts nothing for another compiler, and says so", function()
    assert.matches("^Else gcc 7%.1%.0, .*, %S+, %-O7$", here)
    write(FILE, here:gsub("7%.1%.0", "7.1.1") .. "\nnear 0.01  why\nfar 0.01  why\n")
    local said, status = check()
    assert.matches("^skipped check%-instructions: the counts are of Else gcc 7%.1%.1, [^:]*\n$",
      said)
    assert.equal(0, status)
  end)
end)
