#include "wpga/io/results_json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace wpga {
namespace {

TEST(ResultsJson, NestPartsAndLeaveOutWhatDoesNotApply) {
  Component atoms{.certificates = {.time_gap = 0.5, .map_gap = {0.25, 0.125}}};
  const Json found = results_json(atoms);
  EXPECT_EQ(found["map_gap"]["backward"], 0.25);
  EXPECT_EQ(found["map_gap"]["forward"], 0.125);
  EXPECT_FALSE(found.contains("interval"));
  EXPECT_FALSE(found.contains("negative_mass"));
  atoms.interval = {-1, 2};
  EXPECT_EQ(results_json(atoms)["interval"], Json({-1.0, 2.0}));

  const Component weights{.curve = WeightCurve{.negative_mass = 0.1}, .certificates = {.time_gap = 0.5}};
  const Json other = results_json(weights);
  EXPECT_EQ(other["negative_mass"], 0.1);
  EXPECT_EQ(other["time_gap"], 0.5);
  EXPECT_FALSE(other.contains("map_gap"));
  EXPECT_FALSE(other.contains("outside_box"));
}

TEST(ResultsJson, ProofsAreTheCertificatesAlone) {
  const Json found = proofs_json(Component{});
  EXPECT_TRUE(found.contains("map_gap"));
  EXPECT_FALSE(found.contains("explained"));
  EXPECT_FALSE(found.contains("iterations"));
}

// Where there was no fit nothing is told of its steps.
TEST(ResultsJson, ShortfallsHaveAScope) {
  const Shortfalls some{1, 2, 3};
  EXPECT_EQ(results_json(some, Scope::fits).size(), 3u);
  EXPECT_EQ(results_json(some, Scope::all), Json({{"unconverged_transports", 2}, {"contradictions", 3}}));
}

TEST(ResultsJson, AnAnalysisTellsOfItsMeanAndItsJointTimes) {
  Analysis analysis{.variance = 2, .ceiling = 0.75};
  analysis.joint_shortfalls.contradictions = 4;
  Json found = results_json(analysis);
  EXPECT_EQ(found["variance"], 2);
  EXPECT_EQ(found["ceiling"], 0.75);
  EXPECT_EQ(found["scored_by"], "exact");
  EXPECT_EQ(found["termination"], "converged");
  EXPECT_EQ(found["joint_contradictions"], 4);
  EXPECT_FALSE(found.contains("together"));
  EXPECT_FALSE(found.contains("variance_lower_bound"));
  analysis.together = Together{.objective = {3, 1}, .map_gap = 0.5};
  found = results_json(analysis);
  EXPECT_EQ(found["together"]["objective"], 1);
  EXPECT_EQ(found["together"]["map_gap"], 0.5);
}

// Names are unique in each list, and every certificate says up to where it holds.
TEST(ResultsJson, TheListIsSound) {
  const Json all = result_list_json();
  for (const auto& [owner, list] : all.items()) {
    std::set<std::string> names;
    for (const Json& one : list) {
      EXPECT_TRUE(names.insert(one["name"]).second) << owner << " " << one["name"];
      EXPECT_FALSE(one["sentence"].get<std::string>().empty()) << one["name"];
      if (one.contains("limits")) {
        EXPECT_LE(one["limits"]["holds"], one["limits"]["nearly"]) << one["name"];
      }
    }
  }
}

}  // namespace
}  // namespace wpga
