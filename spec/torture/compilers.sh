#!/bin/sh
# torture: build=none share=4 short=no
#
# gcc and clang, -O0 and -O3, with the core's assertions: specs and test programs. One of the four a
# run where the time is short, else all of them.

. spec/fuzz/specs.sh
all="gcc-0 clang-0 gcc-3 clang-3"
[ "$1" -ge 600 ] || all=$(printf '%s\n' $all | from "$2" | head -n 1)

# compiled COMPILER LEVEL
compiled() {
  build=$TOP/$1-O$2
  $MAKE -s -j"${JOBS:-2}" CC="$1" BUILD="$build" CFLAGS="-g -O$2" module lib >"$WORK/build.log" 2>&1 &&
    $MAKE -s CC="$1" BUILD="$build" CFLAGS="-g -O$2" torture-specs >>"$WORK/build.log" 2>&1 ||
    { tail "$WORK/build.log"; exit 1; }
  export BUILD="$build"
}

cat >"$WORK/run.sh" <<END
case \$1 in
  *.lua) exec tools/lua.sh $busted "\$1" ;;
  *)     exec "\$1" ;;
esac
END
said=
for one in $all; do
  compiled "${one%-*}" "${one#*-}"
  part=$(($(date +%s) + $1 / $(printf '%s\n' $all | wc -l)))
  { ls "$build"/spec/c/* | grep -v '\.d$'; specs; } | from "$2" >"$WORK/list"
  each_until "$part" sh "$WORK/run.sh" <"$WORK/list"
  said="$said${said:+, }$count specs with ${one%-*} -O${one#*-}"
done
echo "$said"
