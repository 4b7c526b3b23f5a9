#!/bin/sh
# demo.sh PROGRAM FOLDER: the paper's first family made, written, read back and shown; its mean and
# its principal geodesics.
set -eu
wpga=$1
folder=$2
mkdir -p "$folder"

say() { printf '\n$ %s\n' "$*"; "$@"; }

say "$wpga" generate glyphs --count 300 --seed 1 -o "$folder/glyphs" --factors "$folder/glyph_factors.csv"
say "$wpga" convert "$folder/glyphs" -o "$folder/glyphs.h5"
say "$wpga" info "$folder/glyphs.h5" --sheet "$folder/glyphs.png"
say "$wpga" mean "$folder/glyphs.h5" -o "$folder/mean.png"
say "$wpga" fit "$folder/glyphs.h5" --components 3 -o "$folder/model.h5"
say "$wpga" sample "$folder/model.h5" --times 7 -o "$folder/components.png"
say "$wpga" project "$folder/model.h5" "$folder/glyphs.h5" -o "$folder/times.csv"
say "$wpga" morph "$folder/glyphs/glyph_0001.png" "$folder/glyphs/glyph_0009.png" --times 7 -o "$folder/morph.png"
say "$wpga" generate ellipses --count 24 -o "$folder/ellipses.h5"
say "$wpga" info "$folder/ellipses.h5" --sheet "$folder/ellipses.png" --quiet
say "$wpga" generate bells --count 24 -o "$folder/bells.h5"
say "$wpga" info "$folder/bells.h5" --sheet "$folder/bells.png" --quiet

say "$wpga" report "$folder/model.h5" --data "$folder/glyphs.h5" -o "$folder/report.html"

printf '\nThe results are in %s/:\n' "$folder"
printf '  glyphs/          300 images of one character, moved, scaled and turned\n'
printf '  glyphs.h5        the same as a family of measures (HDF5: h5py reads it in one line)\n'
printf '  mean.png         the Wasserstein mean among its measures\n'
printf '  components.png   the three principal geodesics, from one end to the other\n'
printf '  model.h5         the model: mean, curves, times, distances and their proofs\n'
printf '  times.csv        where each glyph stands on them\n'
printf '  morph.png        one glyph on its way to another\n'
printf '  glyphs.png       the family at a glance; ellipses.png and bells.png beside it\n'
printf '  report.html      the same to look at: open it in a browser\n'
