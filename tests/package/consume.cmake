# Installs into a scratch prefix, then configures, builds and runs the examples against it, once with everything and once
# with the mathematics alone.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)
function(build_examples folder)
  run(${CMAKE_COMMAND} -S ${EXAMPLES} -B ${SCRATCH}/${folder} -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Debug
      -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix ${ARGN})
  run(${CMAKE_COMMAND} --build ${SCRATCH}/${folder})
endfunction()

# Every public header is there with all that it includes; none of the SIMD and of the network simplex is.
include(${HEADERS})
list(TRANSFORM WPGA_PUBLIC_HEADERS REPLACE "(.+)" "#include <\\1>\n" OUTPUT_VARIABLE includes)
string(JOIN "" includes ${includes})
file(WRITE ${SCRATCH}/headers.cpp "${includes}")
run(${COMPILER} -std=c++20 -fsyntax-only -I${SCRATCH}/prefix/include -isystem ${EIGEN} ${SCRATCH}/headers.cpp)
foreach(private kernels/gibbs.hpp transport/simplex/transport_simplex.hpp analysis/cone/cone_program.hpp)
  if(NOT EXISTS ${SOURCE}/src/wpga/${private} OR EXISTS ${SCRATCH}/prefix/include/wpga/${private})
    message(FATAL_ERROR "${private} is no header of ours, or is installed")
  endif()
endforeach()

build_examples(core -DEXAMPLES_WITH_FILES=OFF)
foreach(example distance mean_of_clouds fit_from_memory progress_and_stop)
  run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/core ${SCRATCH}/core/${example})
endforeach()
build_examples(all)
run(${SCRATCH}/prefix/bin/wpga generate glyphs --count 12 --output ${SCRATCH}/glyphs.h5 --quiet)
run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/all ${SCRATCH}/all/fit_and_project ${SCRATCH}/glyphs.h5 ${SCRATCH}/glyphs.h5)
run(${SCRATCH}/prefix/bin/wpga info ${SCRATCH}/all/model.h5)
