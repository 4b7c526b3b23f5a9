#include "fuzz_format.hpp"
#include "wpga/io/formats/arrays/npy_file.hpp"

namespace {

// What was read once is read again from what we write.
void check(const wpga::NumericArray& array) {
  const wpga::NumericArray again = wpga::decode_numeric_npy(wpga::encode_npy(array));
  wpga::testing::insist(again.shape == array.shape && again.type == array.type && again.data == array.data);
  wpga::testing::insist(array.values().size() == static_cast<std::size_t>(array.size()));
}

void check(const wpga::StringArray& array) {
  const auto again = std::get<wpga::StringArray>(wpga::decode_npy(wpga::encode_npy(array)));
  wpga::testing::insist(again.shape == array.shape && again.values == array.values);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wpga::testing::read_or_refuse([&] {
    std::visit([](const auto& array) { check(array); },
               wpga::decode_npy(std::as_bytes(std::span(data, size))));
  });
  return 0;
}
