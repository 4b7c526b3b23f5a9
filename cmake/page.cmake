# The page of `wpga report`: page/ built by npm into one HTML file, which becomes a source of the report room.
find_program(WPGA_NPM npm)
set(WPGA_PAGE_BUILD ${PROJECT_BINARY_DIR}/page)
set(page_template_source ${PROJECT_BINARY_DIR}/generated/page_template.cpp)

file(GLOB_RECURSE page_inputs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/page/src/*)
foreach(name index.html package.json package-lock.json tsconfig.json vite.config.ts)
  list(APPEND page_inputs ${PROJECT_SOURCE_DIR}/page/${name})
endforeach()

# Where npm fails (no network, for example) the program is built without a page; `built` is then missing, so that the
# next build tries again.
add_custom_command(
  OUTPUT ${page_template_source} ${WPGA_PAGE_BUILD}/built
  COMMAND ${CMAKE_COMMAND} -DNPM=${WPGA_NPM} -DPAGE=${PROJECT_SOURCE_DIR}/page -DBUILD=${WPGA_PAGE_BUILD}
          -DSOURCE=${page_template_source} -P ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
  DEPENDS ${page_inputs} ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
  COMMENT "Building the report page" VERBATIM)
target_sources(wpga_report PRIVATE ${page_template_source})
