#include "fuzz_hdf5.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/files/family_file.hpp"

namespace {

wpga::MeasureFamily some_family() {
  wpga::MeasureFamily family({.kind = wpga::Kind::shape, .grid = {5, 7}, .axes = {"x", "y"}});
  wpga::Random random(5);
  for (int i = 0; i < 4; ++i)
    family.append(wpga::Matrix::NullaryExpr(2, 3 + i, [&] { return random.normal(); }),
                  wpga::Vector::Ones(3 + i), "measure " + std::to_string(i), i % 2 ? "odd" : "even");
  family.set_measure_weights(wpga::Vector::LinSpaced(4, 1, 3));
  family.standardize(wpga::Vector::Ones(2), wpga::Vector::Constant(2, 2));
  return family;
}

}  // namespace

// What was read once is read again from what we write.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const wpga::testing::ChangedFiles files(wpga::encode_family(some_family()), "family");
  wpga::testing::read_or_refuse([&] {
    const auto bytes = wpga::encode_family(wpga::read_family(files.changed(data, size)));
    wpga::write_file(files.place("again.h5"), bytes);
    wpga::testing::insist(wpga::encode_family(wpga::read_family(files.place("again.h5"))) == bytes);
  });
  return 0;
}
