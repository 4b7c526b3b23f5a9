#!/bin/sh
# install_packages.sh SUDO GROUP...: installs the Debian packages of packages.txt that are missing.
set -eu
sudo=$1
shift

wanted=$(for group in "$@"; do
  awk -v group="[$group]" '/^#/ || NF == 0 { next } /^\[/ { inside = ($0 == group); next } inside { print $1 }' packages.txt
done | sort -u)

missing=
for package in $wanted; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

echo "installing:$missing"
$sudo apt-get update -qq
# shellcheck disable=SC2086  # one word a package
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing > /dev/null
