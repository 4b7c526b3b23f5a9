# What storms share (sourced): a folder of their own, pauses of random length, and the check of what was finished.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
kills=0 finished=0 resumed=0 hard=0 soft=0 begun=$SECONDS

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# Up to so many milliseconds.
random_pause() {
  local pause=$((RANDOM * $1 / 32768 + 5))
  sleep "$(printf '%d.%03d' $((pause / 1000)) $((pause % 1000)))"
}

# Milliseconds of the processor that all threads of a process have had; 0 once it has ended.
processor_milliseconds() {
  { cat /proc/"$1"/task/*/schedstat 2>/dev/null || true; } | awk '{ total += $1 } END { printf "%d\n", total / 1e6 }'
}

# Until the process has worked for a random part of so many milliseconds of the processor, whatever else the machine does, or has ended.
let_work() {
  local pid=$1 wanted=$((RANDOM * $2 / 32768)) worked before=0
  while worked=$(processor_milliseconds "$pid"); ((worked < wanted && worked >= before)); do
    kill -0 "$pid" 2>/dev/null || return 0
    before=$worked
    sleep 0.002
  done
}

storm_goes_on() { ((kills < wanted && SECONDS - begun < seconds)); }

count_resume() { [ ! -e state.h5 ] || resumed=$((resumed + 1)); }

# A finished model has the bytes of whole.h5; then all begins anew.
check_finished() {
  rm -f .*.part
  [ -e storm.h5 ] || return 0
  cmp storm.h5 whole.h5 || { echo "after $kills kills the model differs"; exit 1; }
  finished=$((finished + 1))
  rm -f storm.h5 storm.run.json state.h5
}

tell_storm() { echo "$kills kills ($1), $resumed resumes, $finished fits finished, all with the same bytes"; }
