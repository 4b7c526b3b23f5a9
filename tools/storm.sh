#!/bin/bash
# storm.sh PROGRAM KILLS [SECONDS]: a fit is killed (kill -9, or a stop by SIGTERM or SIGINT) at random moments and
# goes on from its checkpoint with another number of threads, until it is done; then begins again.  Every finished
# model must have the bytes of an undisturbed fit.  Ends after so many kills, or seconds.
set -euo pipefail
program=$(realpath "$1")
wanted=$2
seconds=${3:-86400}
. "$(dirname "$(realpath "$0")")/storm_parts.sh"

"$program" generate ellipses --count 40 -o family.h5 --quiet
fit=("$program" fit family.h5 --support 40 --components 3 --mean-tolerance 1e-6 --quiet)
TIMEFORMAT='%U %S'
took=$( { time "${fit[@]}" --threads 2 -o whole.h5; } 2>&1 | awk '{ printf "%d\n", 1000 * ($1 + $2) }')
echo "an undisturbed fit takes $took ms of the processor"

while storm_goes_on; do
  count_resume
  "${fit[@]}" --threads $((1 + RANDOM % 4)) --checkpoint state.h5 --checkpoint-every 0 --resume -o storm.h5 2>said &
  running=$!
  let_work $running $((took / 2))
  signal=KILL
  case $((RANDOM % 4)) in 0) signal=TERM ;; 1) signal=INT ;; esac
  code=0
  if kill -$signal $running 2>/dev/null; then
    wait $running 2>/dev/null || code=$?
    case $signal$code in
      KILL137 | TERM143 | INT130) kills=$((kills + 1)) ;;
      KILL0 | TERM0 | INT0) ;;  # it was done first
      *) echo "exit $code after SIG$signal"; cat said; exit 1 ;;
    esac
    if [ $signal = KILL ]; then hard=$((hard + 1)); else soft=$((soft + 1)); fi
  else
    wait $running || { echo "exit $? without a kill"; cat said; exit 1; }
  fi
  # A kill may leave a .part of its own behind, a stop may not.
  if [ $signal != KILL ] && compgen -G '.*.part' > /dev/null; then ls -a; echo "a stop left a .part"; exit 1; fi
  check_finished
done
tell_storm "$hard SIGKILL, $soft SIGTERM or SIGINT"
