#include "fuzz_hdf5.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/files/checkpoint_file.hpp"

namespace {

const wpga::GeodesicOptions options{.components = 2, .restarts = 2};

wpga::MeasureFamily some_family() {
  wpga::MeasureFamily family;
  wpga::Random random(5);
  for (int i = 0; i < 6; ++i)
    family.append(wpga::Matrix::NullaryExpr(2, 5, [&] { return random.normal() * (1 + i) + i; }),
                  wpga::Vector::Ones(5), std::to_string(i));
  return family;
}

wpga::Measure some_mean() {
  wpga::Random random(6);
  return wpga::make_measure(wpga::Matrix::NullaryExpr(2, 4, [&] { return random.normal(); }),
                            wpga::Vector::Ones(4));
}

// One state of a fit: early ones have a curve at work, late ones all curves together.
std::vector<std::byte> some_checkpoint(bool early) {
  std::vector<wpga::FitState> states;
  wpga::principal_geodesics(
      some_family(), some_mean(), {}, options, {},
      {.save = [&](const wpga::FitState& state) { states.push_back(state); }, .seconds = 0});
  const wpga::FitState& state = early ? states[states.size() / 2] : states.back();
  return wpga::encode_checkpoint({some_mean(), {}, "mark", state});
}

}  // namespace

// Refused, or a fit goes on from it or refuses it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const wpga::testing::ChangedFiles early(some_checkpoint(true), "checkpoint"),
      late(some_checkpoint(false), "checkpoint");
  if (size == 0) return 0;
  const wpga::testing::ChangedFiles& files = data[0] % 2 ? early : late;
  wpga::testing::read_or_refuse([&] {
    const wpga::Checkpoint back = wpga::read_checkpoint(files.changed(data + 1, size - 1), "mark");
    wpga::principal_geodesics(some_family(), back.mean, {}, options, {}, {.resume = &back.state});
  });
  return 0;
}
