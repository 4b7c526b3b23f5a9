#!/bin/sh
# lint.sh BUILD JOBS: formatting, the rules of the house, clang-tidy on our own sources as BUILD puts them together.
set -eu
build=$1
jobs=$2

git ls-files '*.hpp' '*.cpp' | xargs clang-format-19 --dry-run --Werror
/usr/bin/python3 tools/check_rooms.py
# A finding is told with the source it stands in, since these are headers of the files that hold them.
sed -n 's/^ *"file": "\(.*\)",*$/\1/p' "$build/compile_commands.json" | grep -v /generated/ | sort -u |
  xargs -P "$jobs" -n 1 clang-tidy-19 -p "$build" --quiet --warnings-as-errors='*' --extra-arg=-Wno-error --extra-arg=-Wno-unknown-warning-option 2>/dev/null
echo 'lint: clean'
