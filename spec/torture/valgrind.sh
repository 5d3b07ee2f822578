#!/bin/sh
# torture: build=plain share=3 short=no
#
# Specs and test programs under valgrind, which sees what is read before it was written.

. spec/fuzz/specs.sh
$MAKE -s torture-specs >"$WORK/build.log" 2>&1 || { tail "$WORK/build.log"; exit 1; }

under_valgrind="valgrind -q --leak-check=full --keep-debuginfo=yes --error-exitcode=9 --suppressions=spec/torture/compared.supp"
cat >"$WORK/run.sh" <<END
case \$1 in
  *.lua) exec $under_valgrind $LUA $busted "\$1" ;;
  *)     exec $under_valgrind "$BUILD/\$1" ;;
esac
END
# Those that are short enough: thirty times as long they still end.
{
  echo spec/c/embed
  echo spec/c/nearest
  echo spec/c/field_of_view
  specs | grep -E 'binding|verbs|formation|letters|random|line_spec|path_spec|class_spec'
} | from "$2" >"$WORK/list"
each_until $(($(date +%s) + $1)) sh "$WORK/run.sh" <"$WORK/list"
echo "$count specs"
