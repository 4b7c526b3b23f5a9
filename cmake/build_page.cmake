# cmake -DNPM= -DPAGE= -DBUILD= -DSOURCE= -P build_page.cmake: builds PAGE in BUILD and writes it as the C++ file SOURCE.
file(MAKE_DIRECTORY ${BUILD})
file(REMOVE ${BUILD}/built)
set(template "")

function(npm result)
  execute_process(COMMAND ${NPM} ${ARGN} WORKING_DIRECTORY ${BUILD} RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT code EQUAL 0)
    message(WARNING "npm ${ARGN} failed; `wpga report` will have no page.\n${said}")
  endif()
  set(${result} ${code} PARENT_SCOPE)
endfunction()

if(NPM)
  file(COPY ${PAGE}/index.html ${PAGE}/package.json ${PAGE}/package-lock.json ${PAGE}/tsconfig.json ${PAGE}/vite.config.ts DESTINATION ${BUILD})
  file(REMOVE_RECURSE ${BUILD}/src)
  file(COPY ${PAGE}/src DESTINATION ${BUILD})
  file(SHA256 ${PAGE}/package-lock.json lock)
  set(installed "")
  if(EXISTS ${BUILD}/installed)
    file(READ ${BUILD}/installed installed)
  endif()
  set(code 0)
  if(NOT installed STREQUAL lock)
    npm(code ci --no-audit --no-fund --fetch-retries=1)
    if(code EQUAL 0)
      file(WRITE ${BUILD}/installed ${lock})
    endif()
  endif()
  if(code EQUAL 0)
    npm(code run build)
  endif()
  if(code EQUAL 0)
    file(READ ${BUILD}/dist/index.html template HEX)
    string(REGEX MATCHALL "4057504741" marks "${template}") # @WPGA
    list(LENGTH marks count)
    if(NOT count EQUAL 1)
      message(FATAL_ERROR "page/: the built page must hold @WPGA_PAYLOAD@ once, not ${count} times")
    endif()
    file(TOUCH ${BUILD}/built)
  endif()
else()
  # Nothing to wait for: the absence of npm is noticed when CMake configures again.
  file(TOUCH ${BUILD}/built)
endif()

string(REGEX REPLACE "(................................)" "\\1\n" template "${template}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," template "${template}")
file(WRITE ${SOURCE}.new "// Made by cmake/build_page.cmake from page/.
#include \"wpga/report/page_template.hpp\"

namespace wpga {

namespace {
constexpr unsigned char document[] = {
${template}0};
}  // namespace

std::string_view page_template() {
  return {reinterpret_cast<const char*>(document), sizeof(document) - 1};
}

}  // namespace wpga
")
file(RENAME ${SOURCE}.new ${SOURCE})
