#!/bin/bash
# storm.sh PROGRAM KILLS [SECONDS]: a fit is killed (kill -9, or a stop by SIGTERM or SIGINT) at random moments and
# goes on from its checkpoint with another number of threads, until it is done; then begins again.  Every finished
# model must have the bytes of an undisturbed fit.  Ends after so many kills, or seconds.
set -euo pipefail
program=$(realpath "$1")
kills=$2
seconds=${3:-86400}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$program" generate ellipses --count 40 -o family.h5 --quiet
fit=("$program" fit family.h5 --support 40 --components 3 --mean-tolerance 1e-6 --quiet)
started=$(date +%s%N)
"${fit[@]}" --threads 2 -o whole.h5
took=$((($(date +%s%N) - started) / 1000000))
echo "an undisturbed fit takes $took ms"

done_kills=0 finished=0 resumed=0 hard=0 soft=0 begun=$SECONDS
while ((done_kills < kills && SECONDS - begun < seconds)); do
  [ -e state.h5 ] && resumed=$((resumed + 1))
  "${fit[@]}" --threads $((1 + RANDOM % 4)) --checkpoint state.h5 --checkpoint-every 0 --resume -o storm.h5 2>said &
  running=$!
  pause=$((RANDOM * took / 32768 / 2 + 5))
  sleep "$(printf '%d.%03d' $((pause / 1000)) $((pause % 1000)))"
  signal=KILL
  case $((RANDOM % 4)) in 0) signal=TERM ;; 1) signal=INT ;; esac
  code=0
  if kill -$signal $running 2>/dev/null; then
    wait $running 2>/dev/null || code=$?
    case $signal$code in
      KILL137 | TERM143 | INT130) done_kills=$((done_kills + 1)) ;;
      *0) ;;  # it was done first
      *) echo "exit $code after SIG$signal"; cat said; exit 1 ;;
    esac
    if [ $signal = KILL ]; then hard=$((hard + 1)); else soft=$((soft + 1)); fi
  else
    wait $running || { echo "exit $? without a kill"; cat said; exit 1; }
  fi
  # A kill may leave a .part of its own behind, a stop may not.
  if [ $signal != KILL ] && compgen -G '.*.part' > /dev/null; then ls -a; echo "a stop left a .part"; exit 1; fi
  rm -f .*.part
  if [ -e storm.h5 ]; then
    cmp storm.h5 whole.h5 || { echo "after $done_kills kills the model differs"; exit 1; }
    finished=$((finished + 1))
    rm -f storm.h5 storm.run.json state.h5
  fi
done
echo "$done_kills kills ($hard SIGKILL, $soft SIGTERM or SIGINT), $resumed resumes, $finished fits finished, all with the same bytes"
