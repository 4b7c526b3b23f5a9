#!/bin/sh
# install_packages.sh SUDO GROUP...: installs the Debian packages of packages.txt that are missing; `package unless
# command` is not wanted where the command is there.
set -eu
sudo=$1
shift

wanted=$(for group in "$@"; do
  awk -v group="[$group]" '/^#/ || NF == 0 { next } /^\[/ { inside = ($0 == group); next } inside { print $1 ($2 == "unless" ? ":" $3 : "") }' packages.txt
done | sort -u)

missing=
for entry in $wanted; do
  package=${entry%%:*}
  if [ "$entry" != "$package" ] && command -v "${entry#*:}" > /dev/null; then continue; fi
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

echo "installing:$missing"
$sudo apt-get update -qq
# shellcheck disable=SC2086  # one word a package
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing > /dev/null
