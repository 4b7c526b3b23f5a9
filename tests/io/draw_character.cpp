// draw_character FONT X PIXELS: the character with this many pixels to the em, to stdout: "rows columns 1", a
// new line, the coverage as doubles.  The frame is the box of the outline, grown to whole pixels.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "wpga/io/formats/font_file.hpp"
#include "wpga/io/input_file.hpp"

int main(int count, char** arguments) {
  if (count != 4) return 2;
  try {
    const wpga::Outline em =
        wpga::decode_character(wpga::read_file(arguments[1]), wpga::single_character(arguments[2]));
    const wpga::Outline outline =
        wpga::transformed(em, Eigen::Affine2d(Eigen::Scaling(std::strtod(arguments[3], nullptr))));
    const Eigen::AlignedBox2d box = wpga::ink_of(outline).box;
    const Eigen::Vector2d low = box.min().array().floor(), high = box.max().array().ceil();
    const wpga::Image image = wpga::coverage(
        wpga::transformed(outline, Eigen::Affine2d(Eigen::Translation2d(-low))),
        static_cast<wpga::Index>(high.y() - low.y()), static_cast<wpga::Index>(high.x() - low.x()));
    std::printf("%td %td 1\n", image.rows, image.columns);
    std::fwrite(image.samples.data(), sizeof(double), image.samples.size(), stdout);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", arguments[1], error.what());
    return 2;
  }
}
