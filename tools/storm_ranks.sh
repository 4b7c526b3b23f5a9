#!/bin/bash
# storm_ranks.sh PROGRAM MPI_PROGRAM KILLS [SECONDS]: under mpirun one rank of a fit, any of them, is killed (kill -9) at
# a random moment, or all are asked to stop as a batch system does; the fit goes on from its checkpoint with another number of
# ranks and threads, until it is done; then begins again.  Every finished model must have the bytes of one undisturbed process.
set -euo pipefail
program=$(realpath "$1")
many=$(realpath "$2")
wanted=$3
seconds=${4:-86400}
. "$(dirname "$(realpath "$0")")/storm_parts.sh"

export OMPI_MCA_btl_vader_single_copy_mechanism=none
launch=(mpirun -np)
if [[ $(mpirun --version) == *'Open MPI'* ]]; then
  launch=(mpirun --oversubscribe -np)
  [ "$(id -u)" != 0 ] || launch=(mpirun --oversubscribe --allow-run-as-root -np)
fi
"$program" generate ellipses --count 80 -o family.h5 --quiet
fit=(fit family.h5 --support 40 --components 3 --mean-tolerance 1e-6 --quiet)
"$program" "${fit[@]}" --threads 1 -o whole.h5
started=$(milliseconds)
"${launch[@]}" 2 "$many" "${fit[@]}" --threads 1 -o two.h5
took=$(($(milliseconds) - started))
cmp two.h5 whole.h5
echo "an undisturbed fit on two ranks takes $took ms"

while storm_goes_on; do
  count_resume
  ranks=$((1 + RANDOM % 4))
  setsid "${launch[@]}" $ranks "$many" "${fit[@]}" --threads $((1 + RANDOM % 2)) --checkpoint state.h5 --checkpoint-every 0 \
    --resume -o storm.h5 > said 2>&1 &
  running=$!
  random_pause $took
  code=0 before=$kills
  mapfile -t found < <(ps -o pid=,comm= -s $running | awk '$2 == "wpga-mpi" {print $1}')
  if ((RANDOM % 4 == 0)); then
    kill -TERM $running 2>/dev/null && soft=$((soft + 1)) && kills=$((kills + 1)) || true
  elif ((${#found[@]} > 0)); then
    kill -KILL "${found[RANDOM % ${#found[@]}]}" 2>/dev/null && hard=$((hard + 1)) && kills=$((kills + 1)) || true
  fi
  wait $running || code=$?
  if ((kills == before && code != 0)); then echo "exit $code without a kill"; cat said; exit 1; fi
  # What mpirun itself returns after a signal differs; the program says one sentence when it refuses.
  if grep '^wpga: ' said | grep -v interrupted > /dev/null; then echo "exit $code"; cat said; exit 1; fi
  check_finished
done
tell_storm "$hard SIGKILL of one rank, $soft SIGTERM of all"
