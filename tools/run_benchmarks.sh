#!/bin/sh
# run_benchmarks.sh BUILD: every benchmark program, and the Python opponents on the same problems, one thread each.
set -eu
programs=$1/benchmarks
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

for program in "$programs"/*_benchmark; do
  [ "$(basename "$program")" = transport_simplex_benchmark ] && continue
  echo "== $(basename "$program")"
  "$program"
done

echo '== exact transport against LEMON and POT'
problems=$(mktemp -d)
trap 'rm -rf "$problems"' EXIT
"$programs"/transport_simplex_benchmark "$problems"
/usr/bin/python3 benchmarks/transport/pot_emd.py "$problems"

echo '== entropic transport against POT'
/usr/bin/python3 benchmarks/transport/pot_sinkhorn.py "$programs"/sinkhorn_benchmark

echo '== free-support means against POT'
/usr/bin/python3 benchmarks/barycenters/pot_free_support.py "$1"/wpga

echo '== the neighbours against NumPy, scikit-learn and POT'
/usr/bin/python3 benchmarks/neighbours/opponents.py "$1"/wpga

if [ -d build/release/python ]; then
  echo '== the Python package against the command line and POT'
  PYTHONPATH=build/release/python /usr/bin/python3 benchmarks/python/python_package.py "$1"/wpga
fi
