# The page of `wpga report`: page/built/page.html, which `make page` builds from page/src, becomes a source of the
# report room.  Nothing here needs npm.
set(WPGA_PAGE ${PROJECT_SOURCE_DIR}/page/built/page.html)
set(WPGA_PAGE_BUILD ${PROJECT_BINARY_DIR}/page) # where tests build the page anew, and keep its tools
set(page_template_source ${PROJECT_BINARY_DIR}/generated/page_template.cpp)

add_custom_command(
  OUTPUT ${page_template_source}
  COMMAND ${CMAKE_COMMAND} -DPAGE=${WPGA_PAGE} -DSOURCE=${page_template_source}
          -P ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
  DEPENDS ${WPGA_PAGE} ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
  COMMENT "Embedding the report page" VERBATIM)
target_sources(wpga_report PRIVATE ${page_template_source})
set_source_files_properties(${page_template_source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
