#!/bin/sh
# build_deb.sh BUILD OUTPUT: the Debian packages wpga, libwpga-dev and python3-wpga of a finished build, into OUTPUT, looked at by lintian.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2"
output=$(cd "$2" && pwd)
version=$(sed -n 's/^project(wpga VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
rm -rf "$output/source" "$output"/*.deb "$output"/wpga_*
mkdir -p "$output/source"
cp -r "$root/packaging/debian" "$output/source/debian"
# The day of the last change, so that the same sources give the same packages.
date=$(cd "$root" && git log -1 --format=%cD 2> /dev/null || date -R)
sed "s/@VERSION@/$version/; s/@DATE@/$date/" "$output/source/debian/changelog.in" > "$output/source/debian/changelog"
rm "$output/source/debian/changelog.in"
cd "$output/source"
WPGA_SOURCE=$root WPGA_BUILD=$build dpkg-buildpackage -b -us -uc -d > "$output/build.log" 2>&1 || { tail -30 "$output/build.log"; exit 1; }
cd "$output"
rm -rf "$output/source"
lintian --fail-on error "$output"/*.changes
ls -l "$output"/*.deb
