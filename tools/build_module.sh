#!/bin/sh
# build_module.sh FOLDER: compiles the projection for the page (page/module) to WebAssembly, as FOLDER/projection.wasm.
# Exit code 77 where clang, its linker or the libraries for WebAssembly are missing (packages.txt, group module).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

command -v clang++-19 > /dev/null && command -v wasm-ld-19 > /dev/null &&
  [ -e /usr/lib/llvm-19/include/wasm32-wasi/c++/v1/span ] ||
  { echo 'skipped: clang-19, lld-19 or the C++ library for WebAssembly is missing'; exit 77; }

mkdir -p "$1"
cd "$1"

# What a projection needs of the house.
sources='
page/module/projection_module page/module/one_thread/no_exceptions page/module/one_thread/parallel page/module/one_thread/memory
src/wpga/analysis/curves/generalized_geodesic src/wpga/analysis/curves/joint_projection
src/wpga/analysis/curves/joint_times src/wpga/analysis/curves/projection src/wpga/analysis/curves/time_bounds
src/wpga/base/random src/wpga/base/utf8 src/wpga/kernels/affine_minimum src/wpga/kernels/column_minima src/wpga/kernels/nearest_center src/wpga/kernels/gibbs src/wpga/kernels/proportional_fit
src/wpga/measures/color src/wpga/measures/distinct_atoms src/wpga/measures/drawn_pixels src/wpga/measures/from_image src/wpga/measures/length_unit src/wpga/measures/lloyd
src/wpga/measures/measure src/wpga/measures/measure_family src/wpga/measures/quantize src/wpga/measures/resample src/wpga/numerics/mixing
src/wpga/transport/dual_bound src/wpga/transport/engine_choice src/wpga/transport/family_couplings src/wpga/transport/free_mass src/wpga/transport/resting_couplings
src/wpga/transport/entropic/entropic_solver src/wpga/transport/entropic/sinkhorn
src/wpga/transport/simplex/centered_costs src/wpga/transport/simplex/coarse_coupling
src/wpga/transport/simplex/initial_tree src/wpga/transport/simplex/integer_masses
src/wpga/transport/simplex/resting_tree src/wpga/transport/simplex/row_pricing src/wpga/transport/simplex/spanning_tree
src/wpga/transport/simplex/transport_simplex'

# Highway without its choice at run time; an exception ends the module.
cat > flags << END
--target=wasm32-wasi -std=c++20 -O2 -msimd128 -ffp-contract=off -fno-rtti -fexceptions -fignore-exceptions
-fno-threadsafe-statics -ffile-prefix-map=$root/= -DNDEBUG -DHWY_COMPILE_ONLY_EMU128
-isystem $root/page/module/one_thread -isystem /usr/include/eigen3 -I$root/src
END

object_of() { echo "$1" | tr / _; }
for source in $sources; do echo "$root/$source.cpp $(object_of "$source").o"; done |
  xargs -P "${JOBS:-2}" -n 2 sh -c 'clang++-19 @flags -c "$0" -o "$1"'
clang++-19 --target=wasm32-wasi -mexec-model=reactor -Wl,--strip-all -Wl,-z,stack-size=1048576 \
  $(for source in $sources; do echo "$(object_of "$source").o"; done) -o projection.wasm
