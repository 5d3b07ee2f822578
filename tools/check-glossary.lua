-- check-glossary.lua FILE...: none of the words of tools/glossary.txt, on their own or in a name.

local gone, bad = {}, 0

for line in io.lines "tools/glossary.txt" do
  local word, instead = line:match "^(%l+)%s+(.+)$"
  if word then gone[word] = instead end
end

for _, file in ipairs(arg) do
  local number = 0
  for line in io.lines(file) do
    number = number + 1
    for part in line:gsub("%u%u+", string.lower):gmatch "%a%l*" do
      local word = part:lower()
      local instead = gone[word] or gone[word:match "^(.-)s$"]
      if instead then
        bad = bad + 1
        io.stderr:write(("%s:%d: '%s' is gone: %s\n"):format(file, number, part, instead))
      end
    end
  end
end
os.exit(bad == 0)
