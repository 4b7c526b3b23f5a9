#include "fuzz_format.hpp"
#include "wpga/io/formats/font_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const char32_t character : {U'A', U'永'})
    wpga::testing::read_or_refuse([&] {
      const wpga::Outline outline = wpga::decode_character(std::as_bytes(std::span(data, size)), character);
      wpga::testing::insist(!outline.contours.empty());
      for (const wpga::Matrix& contour : outline.contours)
        wpga::testing::insist(contour.cols() > 2 && contour.allFinite());
    });
  return 0;
}
