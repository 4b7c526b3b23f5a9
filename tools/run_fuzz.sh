#!/bin/sh
# run_fuzz.sh BUILD SECONDS: every fuzz target from its seed corpus; stops at the first finding.
set -eu
build=$1
seconds=$2

for target in "$build"/tests/fuzz/fuzz_*; do
  [ -f "$target" ] && [ -x "$target" ] || continue
  name=$(basename "$target" | sed 's/^fuzz_//')
  seeds=tests/fuzz/corpus/$name
  found=$build/found/$name
  mkdir -p "$found"
  echo "fuzz $name for $seconds s"
  "$target" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -print_final_stats=0 -verbosity=0 \
    -artifact_prefix="$found/" "$found" "$seeds"
done
