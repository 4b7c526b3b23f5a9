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
