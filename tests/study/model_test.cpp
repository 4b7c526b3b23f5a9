#include "wpga/study/model.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace wpga {
namespace {

MeasureFamily three_points() {
  MeasureFamily family(Space{.kind = Kind::points, .axes = {"x"}});
  for (const double place : {0.0, 1.0, 4.0}) family.append(Matrix{{place}}, Vector::Ones(1), "at", "label");
  return family;
}

TEST(ModelOf, RemembersTheFamily) {
  MeasureFamily family = three_points();
  family.set_measure_weights(Vector{{1, 0, 3}});
  const Model model = model_of({.variance = 2}, family, {});
  EXPECT_EQ(model.names, family.names());
  EXPECT_EQ(model.labels, family.labels());
  EXPECT_EQ(model.space, family.space());
  EXPECT_EQ(model.measure_weights, (Vector{{0.25, 0, 0.75}}));
  EXPECT_EQ(model.analysis.variance, 2);
  EXPECT_EQ(measures_that_count(model), 2);
  EXPECT_EQ(measures_that_count(model_of({}, three_points(), {})), 3);
}

// Each thing that a strict user minds is minded by itself.
TEST(StoppedEarly, MindsEveryShortfall) {
  Model sound = model_of({}, three_points(), {});
  sound.analysis.components.resize(2);
  sound.analysis.together.emplace();
  sound.options.set("times-search", "certified");
  sound.options.set("time-tolerance", 1e-4);
  EXPECT_FALSE(stopped_early(sound));
  const std::vector<std::function<void(Model&)>> faults = {
      [](Model& model) { model.mean_convergence.termination = Termination::iteration_limit; },
      [](Model& model) { model.analysis.shortfalls.unconverged_transports = 1; },
      [](Model& model) { model.analysis.joint_shortfalls.contradictions = 1; },
      [](Model& model) { model.analysis.together->convergence.termination = Termination::no_progress; },
      [](Model& model) {
        model.analysis.components[1].convergence.termination = Termination::iteration_limit;
      },
      [](Model& model) { model.analysis.components[1].shortfalls.unfinished_cone_steps = 1; },
      [](Model& model) { model.analysis.components[1].certificates.time_gap = 1e-3; }};
  for (std::size_t fault = 0; fault < faults.size(); ++fault) {
    Model model = sound;
    faults[fault](model);
    EXPECT_TRUE(stopped_early(model)) << fault;
  }
}

}  // namespace
}  // namespace wpga
