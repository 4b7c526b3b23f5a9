# The headers that a user of the library includes; what they include is installed with them, all else is ours alone.
set(WPGA_PUBLIC_HEADERS
    wpga/wpga.hpp                        # the front
    wpga/base/error.hpp wpga/base/random.hpp
    wpga/parallel/progress.hpp wpga/parallel/stop.hpp
    wpga/measures/measure_family.hpp wpga/measures/quantize.hpp
    wpga/synthetic/synthetic.hpp         # families to try things on
    wpga/transport/displacement.hpp wpga/transport/distances.hpp wpga/transport/free_mass.hpp
    wpga/barycenters/mean.hpp
    wpga/recolor/photo_palette.hpp wpga/recolor/recolored.hpp
    wpga/report/component_strips.hpp wpga/report/page/page.hpp)

# wpga_headers_within(result roots...): the roots and all of ours that they include, paths below src/.
function(wpga_headers_within result)
  set(waiting ${ARGN})
  set(found)
  while(waiting)
    list(POP_FRONT waiting header)
    set(file ${PROJECT_SOURCE_DIR}/src/${header})
    if(header IN_LIST found OR NOT EXISTS ${file})  # version.hpp is made at build time and installed by name
      continue()
    endif()
    list(APPEND found ${header})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(STRINGS ${file} lines REGEX "^#include \"wpga/")
    foreach(line ${lines})
      string(REGEX REPLACE ".*\"(wpga/[^\"]+)\".*" "\\1" included "${line}")
      list(APPEND waiting ${included})
    endforeach()
  endwhile()
  list(SORT found)
  set(${result} ${found} PARENT_SCOPE)
endfunction()
