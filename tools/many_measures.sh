#!/bin/bash
# many_measures.sh PROGRAM [COUNT [MEMORY [FOLDER [FLAGS...]]]]: drawn shapes of about 60 atoms, generated as a stream and fitted (mean of 64 atoms and one
# component) within a bound of memory, against a fit of the first tenth in memory: docs/scale.md.  The folder needs 4 kB for each measure.
set -euo pipefail
program=$(realpath "$1")
count=${2:-1000000}
memory=${3:-500M}
folder=$(mktemp -d -p "${4:-/var/tmp}")
trap 'rm -rf "$folder"' EXIT
fit=(--support 64 --components 1 --quiet "${@:5}")
export TMPDIR=$folder

# measured NAME COMMAND...: processor seconds, seconds by the clock and megabytes.
measured() {
  /usr/bin/time -f '%U %e %M' -o "$folder/told" "${@:2}"
  read -r seconds clock kilobytes < "$folder/told"
  echo "$1: $seconds processor seconds (user), $clock s by the clock, $((kilobytes * 1024 / 1000000)) MB at most"
}

measured "generate $count" "$program" generate glyphs --size 22 --count "$count" --memory "$memory" -o "$folder/all.h5" --quiet
measured "fit of $count within $memory" "$program" fit "$folder/all.h5" "${fit[@]}" --memory "$memory" -o "$folder/all.model.h5"
bounded=$seconds
"$program" convert "$folder/all.h5" --limit $((count / 10)) -o "$folder/tenth.h5" --quiet
measured "fit of $((count / 10)) in memory" "$program" fit "$folder/tenth.h5" "${fit[@]}" -o "$folder/tenth.model.h5"
awk -v b="$bounded" -v t="$seconds" 'BEGIN { printf "for each measure, within the bound against in memory: %+.1f %%\n", 100 * (b / t / 10 - 1) }'
