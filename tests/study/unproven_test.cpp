#include "wpga/study/unproven.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

using Numbers = std::vector<std::size_t>;

OptionValues asked(const char* search, const char* curve) {
  OptionValues options;
  options.set("times-search", search);
  options.set("time-tolerance", 1e-4);
  options.set("curve", curve);
  options.set("map-tolerance", 1e-3);
  return options;
}

// Three components: sound; with a wide time gap; with a wide geodesic gap.
Analysis some_gaps() {
  Analysis analysis;
  analysis.components.resize(3);
  analysis.components[1].certificates.time_gap = 2e-4;
  analysis.components[2].certificates.geodesic_gap = 2e-3;
  return analysis;
}

TEST(Unproven, AreTheComponentsThatMissWhatWasAsked) {
  const Unproven found = unproven(some_gaps(), asked("certified", "geodesic"));
  EXPECT_EQ(found.times, Numbers{1});
  EXPECT_EQ(found.maps, Numbers{2});
  EXPECT_TRUE(found.any());
  EXPECT_EQ(found.time_tolerance, 1e-4);
  EXPECT_EQ(found.map_tolerance, 1e-3);
}

TEST(Unproven, MapGapsCountAtEitherEnd) {
  Analysis analysis;
  analysis.components.resize(2);
  analysis.components[0].certificates.map_gap.backward = 2e-3;
  analysis.components[1].certificates.map_gap.forward = 2e-3;
  EXPECT_EQ(unproven(analysis, asked("certified", "geodesic")).maps, (Numbers{0, 1}));
}

// What was not promised cannot be missed: generalized geodesics have gaps between their ends, sampled times
// have no certificate, and entropic bounds are told as intervals.
TEST(Unproven, AreNoneWhereNothingWasPromised) {
  EXPECT_TRUE(unproven(some_gaps(), asked("certified", "generalized")).maps.empty());
  EXPECT_TRUE(unproven(some_gaps(), asked("sampled", "geodesic")).times.empty());
  EXPECT_FALSE(unproven(some_gaps(), {}).any());
  Analysis entropic = some_gaps();
  entropic.scored_by = TransportMethod::entropic;
  EXPECT_TRUE(unproven(entropic, asked("certified", "geodesic")).times.empty());
}

// A tolerance of zero asks for what rounding allows.
TEST(Unproven, RoundingIsNoFault) {
  Analysis analysis;
  analysis.components.resize(2);
  analysis.components[0].certificates.time_gap = 1e-12;
  analysis.components[1].certificates.time_gap = 1e-7;
  OptionValues options = asked("certified", "generalized");
  options.set("time-tolerance", 0.0);
  EXPECT_EQ(unproven(analysis, options).times, Numbers{1});
}

}  // namespace
}  // namespace wpga
