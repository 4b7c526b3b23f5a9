#include "wpga/transport/effort.hpp"

#include <gtest/gtest.h>

#include <array>

namespace wpga {
namespace {

constexpr std::array methods = {TransportMethod::exact, TransportMethod::entropic};
constexpr std::array<Index, 8> sizes = {1, 2, 60, 1999, 2000, 2001, 10'000, 100'000};

TEST(EstimatedSeconds, DoNotTellSourceFromTarget) {
  for (const TransportMethod method : methods)
    for (const Index source : sizes)
      for (const Index target : sizes)
        EXPECT_EQ(estimated_seconds(method, source, target, 3), estimated_seconds(method, target, source, 3));
}

TEST(EstimatedSeconds, GrowWithEachSizeAndNeverFallWithTheDimension) {
  for (const TransportMethod method : methods)
    for (const Index other : sizes) {
      double before = 0;
      for (const Index size : sizes) {
        EXPECT_GT(estimated_seconds(method, size, other, 2), before) << size << " x " << other;
        before = estimated_seconds(method, size, other, 2);
      }
      before = 0;
      for (const Index dimension : {1, 2, 3, 8, 200}) {
        EXPECT_GE(estimated_seconds(method, 500, other, dimension), before);
        before = estimated_seconds(method, 500, other, dimension);
      }
      EXPECT_GT(before, estimated_seconds(method, 500, other, 2));
    }
}

// A sweep looks at every pair once, whatever their shape.
TEST(EstimatedSeconds, OfEntropicPlansAreInProportionToPairs) {
  const double of_one = estimated_seconds(TransportMethod::entropic, 1, 1, 2);
  for (const Index source : sizes)
    for (const Index target : sizes)
      EXPECT_NEAR(estimated_seconds(TransportMethod::entropic, source, target, 2) /
                      (static_cast<double>(source) * static_cast<double>(target) * of_one),
                  1, 1e-12);
}

TEST(EstimatedSeconds, OfExactPlansGrowFasterThanPairsAndSlowerThanCubes) {
  for (const Index size : {2000, 7000, 30'000, 100'000}) {
    const double growth = estimated_seconds(TransportMethod::exact, 2 * size, 2 * size, 2) /
                          estimated_seconds(TransportMethod::exact, size, size, 2);
    EXPECT_GT(growth, 4) << size;
    EXPECT_LT(growth, 8) << size;
  }
}

// The table of docs/engine_choice.md, and the factor that the header promises.
TEST(EstimatedSeconds, AreWithinAFactorOfFourOfWhatWasMeasured) {
  struct Measured {
    Index atoms;
    double exact, entropic;
  };
  for (const Measured& row : {Measured{2048, 0.221, 0.119}, {4096, 1.15, 0.47}, {8192, 6.8, 4.0}})
    for (const auto& [method, seconds] :
         {std::pair{TransportMethod::exact, row.exact}, {TransportMethod::entropic, row.entropic}}) {
      const double ratio = estimated_seconds(method, row.atoms, row.atoms, 2) / seconds;
      EXPECT_GT(ratio, 0.25) << row.atoms;
      EXPECT_LT(ratio, 4) << row.atoms;
    }
}

}  // namespace
}  // namespace wpga
