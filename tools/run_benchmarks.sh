#!/bin/sh
# run_benchmarks.sh BUILD: every benchmark program, then every Python opponent, one thread each.
set -eu
build=$1
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

for program in "$build"/benchmarks/*_benchmark; do
  echo "== $(basename "$program")"
  "$program"
done
