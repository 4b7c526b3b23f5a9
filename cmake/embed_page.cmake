# cmake -DPAGE= -DSOURCE= -P embed_page.cmake: writes the built page PAGE as the C++ file SOURCE.
file(READ ${PAGE} template HEX)
string(REGEX MATCHALL "4057504741" marks "${template}") # @WPGA
list(LENGTH marks count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "${PAGE}: the built page must hold @WPGA_PAYLOAD@ once, not ${count} times")
endif()

string(REGEX REPLACE "(................................)" "\\1\n" template "${template}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," template "${template}")
file(WRITE ${SOURCE} "// Made by cmake/embed_page.cmake from page/built/page.html.
#include \"wpga/report/page/page_template.hpp\"

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
