#!/bin/sh
# lint.sh BUILD JOBS: formatting, the rules of the house, clang-tidy on our own sources.
set -eu
build=$1
jobs=$2

git ls-files '*.hpp' '*.cpp' | xargs clang-format-19 --dry-run --Werror
/usr/bin/python3 tools/check_rooms.py
git ls-files 'src/*.cpp' 'apps/*.cpp' | xargs -P "$jobs" -n 4 clang-tidy-19 -p "$build" --quiet --warnings-as-errors='*' --extra-arg=-Wno-error --extra-arg=-Wno-unknown-warning-option 2>/dev/null
echo 'lint: clean'
