# Installs into a scratch prefix, then configures, builds and runs the examples against it, once with everything and once
# with the mathematics alone.
cmake_minimum_required(VERSION 3.25)

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

# Does a project that was configured look for this library?
function(looks_for result folder library)
  file(STRINGS ${SCRATCH}/${folder}/CMakeCache.txt found REGEX "^(${library}_|__pkg_config_checked_${library}:)")
  set(${result} OFF PARENT_SCOPE)
  if(found)
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()
# The mathematics alone need Eigen, fmt, Highway, oneTBB and Clp.
function(check_needs folder)
  cmake_parse_arguments(check "" "" "NEEDS;NOT" ${ARGN})
  foreach(library ${check_NEEDS} ${check_NOT})
    looks_for(wanted ${folder} ${library})
    if(wanted AND library IN_LIST check_NOT OR NOT wanted AND library IN_LIST check_NEEDS)
      message(FATAL_ERROR "find_package(wpga) in ${folder}: ${library} is looked for: ${wanted}")
    endif()
  endforeach()
endfunction()

set(files PNG JPEG TIFF ZLIB nlohmann_json freetype hdf5)
build_examples(core -DEXAMPLES_WITH_FILES=OFF)
check_needs(core NEEDS Eigen3 fmt hwy TBB clp NOT ${files} cairo)
foreach(example distance mean_of_clouds fit_from_memory progress_and_stop)
  run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/core ${SCRATCH}/core/${example})
endforeach()
build_examples(all)
check_needs(all NEEDS Eigen3 fmt hwy TBB clp ${files} NOT cairo)
run(${SCRATCH}/prefix/bin/wpga generate glyphs --count 12 --output ${SCRATCH}/glyphs.h5 --quiet)
run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/all ${SCRATCH}/all/fit_and_project ${SCRATCH}/glyphs.h5 ${SCRATCH}/glyphs.h5)
run(${SCRATCH}/prefix/bin/wpga info ${SCRATCH}/all/model.h5)
