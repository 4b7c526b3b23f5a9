// Writes what decode_image sees of a file to stdout: "rows columns channels", a new line, the samples as
// doubles.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <vector>

#include "wpga/io/formats/images/image_file.hpp"
#include "wpga/measures/from_image.hpp"

int main(int count, char** arguments) {
  if (count != 2 && count != 3) return 2;
  try {
    std::ifstream file(arguments[1], std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    wpga::Image image = wpga::decode_image(std::as_bytes(std::span(bytes)));
    if (count == 3) image = wpga::shape_weights(image, {.resize = arguments[2]});
    std::printf("%td %td %d\n", image.rows, image.columns, image.channels);
    std::fwrite(image.samples.data(), sizeof(double), image.samples.size(), stdout);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", arguments[1], error.what());
    return 2;
  }
}
