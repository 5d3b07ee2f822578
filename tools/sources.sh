#!/bin/sh
# sources.sh FOLDER EXTENSION [PARTS]: the sources that ORDER names in folders that are like FOLDER,
# a regular expression, as patterns of a shell. With PARTS only those of these parts, of the parts
# that they stand on, and of the entry; or those marked `guest`.
# sources.sh -m PARTS: the names of all other parts.

cd "$(dirname "$0")/.." || exit 1
[ "$1" != -m ] || set -- -m "" "$2"
awk -v folder="$1" -v extension="$2" -v parts="$3" '
  function fail(message) { print "sources.sh: " message >"/dev/stderr"; failed = 1; exit 1 }
  function stand_on(i, j, others) {
    for (i = split(parts, others); i > 0; i--) {
      if (!(others[i] in on) && others[i] != "guest") fail("ORDER has no part " others[i])
      wanted[others[i]] = 1
    }
    if (!("guest" in wanted)) wanted["entry"] = 1
    for (i = count; i > 0; i--) if (name[i] in wanted && name[i] != "entry") {
      split(on[name[i]], others)
      for (j in others) wanted[others[j]] = 1
    }
  }
  /^part / { name[++count] = $2; sub(/^part [a-z]+( on)?/, ""); on[name[count]] = $0 }
  /^[a-z, ]+: / {
    if (parts && !known++) stand_on()
    split($0, row, ": "); split(row[1], marks, ", "); split(row[2], place, " ")
    if (parts && !(marks[1] in wanted) && !("guest" in wanted && 2 in marks)) next
    if (place[1] !~ ("^" folder "$")) next
    if (!(2 in place)) print place[1] "*." extension
    for (i = 2; i in place; i++) print place[1] place[i] "." extension
  }
  END { if (folder == "-m" && parts && !failed) for (i = 1; i <= count; i++) if (!(name[i] in wanted)) print name[i] }
  ' ORDER
