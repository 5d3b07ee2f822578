#!/bin/sh
# nginx-aside.sh FOLDER: unpacks Debian's nginx with its Lua module into a folder. Installed, its
# LuaJIT would take the place of the one that is there.

set -e
folder=$1
[ -x "$folder/usr/sbin/nginx" ] && exit
mkdir -p "$folder/packages"
cd "$folder/packages"
apt-get download -qq nginx libnginx-mod-http-lua libnginx-mod-http-ndk lua-resty-core \
  lua-resty-lrucache libluajit2-5.1-2 libluajit2-5.1-common
for package in *.deb; do dpkg -x "$package" ..; done
