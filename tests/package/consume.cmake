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

build_examples(core -DEXAMPLES_WITH_FILES=OFF)
foreach(example distance mean_of_clouds fit_from_memory progress_and_stop)
  run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/core ${SCRATCH}/core/${example})
endforeach()
build_examples(all)
run(${SCRATCH}/prefix/bin/wpga generate glyphs --count 12 --output ${SCRATCH}/glyphs.h5 --quiet)
run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/all ${SCRATCH}/all/fit_and_project ${SCRATCH}/glyphs.h5 ${SCRATCH}/glyphs.h5)
run(${SCRATCH}/prefix/bin/wpga info ${SCRATCH}/all/model.h5)
