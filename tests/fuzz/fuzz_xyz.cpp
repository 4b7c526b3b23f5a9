#include "fuzz_format.hpp"
#include "wpga/io/formats/clouds/xyz_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wpga::testing::read_or_refuse([&] {
    const wpga::Cloud cloud = wpga::decode_xyz(wpga::testing::text_from(data, size));
    wpga::testing::insist(cloud.points.cols() == cloud.weights.size() && cloud.weights.size() > 0);
  });
  return 0;
}
