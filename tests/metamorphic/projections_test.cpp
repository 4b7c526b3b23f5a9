#include <gtest/gtest.h>

#include <cmath>

#include "metamorphic/changes.hpp"
#include "wpga/study/project.hpp"

namespace wpga {
namespace {

using test::Changed;

// A model as a file would hold it: a mean and two curves, all of them given.
Analysis some_model(Random& random, Index dimension) {
  Analysis model;
  model.mean = test::random_mean(random, dimension, 6);
  model.variance = 1;
  for (int k = 0; k < 2; ++k)
    model.components.emplace_back().curve = test::random_curve(random, dimension, 6);
  return model;
}

Analysis moved_model(const Analysis& model, const Changed& changed) {
  Analysis moved = model;
  moved.mean = changed.mean;
  moved.variance = model.variance * changed.scale * changed.scale;
  for (Component& component : moved.components)
    for (Matrix* field : {&component.curve.atoms().backward, &component.curve.atoms().forward})
      *field = changed.scale * changed.rotation * Matrix((*field)(Eigen::all, changed.mean_atoms));
  return moved;
}

void expect_same(const AnalysisProjections& before, const AnalysisProjections& after, const Changed& changed,
                 double precision) {
  const double squared = changed.scale * changed.scale;
  for (std::size_t at = 0; at < changed.measures.size(); ++at) {
    const Index i = static_cast<Index>(at), old = changed.measures[at];
    if (old < 0) continue;
    EXPECT_NEAR(after.squared_distances_to_mean[i] / squared, before.squared_distances_to_mean[old],
                precision);
    for (std::size_t k = 0; k < 2; ++k) {
      const Projections &was = before.single[k], &is = after.single[k];
      EXPECT_NEAR(is.squared_distances[i] / squared, was.squared_distances[old], precision);
      EXPECT_NEAR(is.lower_bounds[i] / squared, was.lower_bounds[old], precision);
      EXPECT_NEAR(is.times[i], was.times[old], 10 * std::sqrt(precision));
      EXPECT_NEAR(after.scores[k][i] / changed.scale, before.scores[k][old], 100 * std::sqrt(precision));
      EXPECT_NEAR(after.joint.squared_distances(i, static_cast<Index>(k)) / squared,
                  before.joint.squared_distances(old, static_cast<Index>(k)), 10 * precision);
    }
  }
}

// The curves are given, so every time is that of a minimum that is proven.
TEST(Metamorphic, ProjectionsChangeAsTheoryForetells) {
  const ProjectionOptions times{.time_tolerance = 1e-9, .solves = 500};
  for (const Index dimension : {1, 2, 3}) {
    Random random(31);
    const Analysis model = some_model(random, dimension);
    const MeasureFamily family = test::random_family(random, 6, dimension, 7);
    const AnalysisProjections before = project_on(model, family, {}, times, {});
    for (const Changed& changed : test::all_changes(family, model.mean)) {
      SCOPED_TRACE("dimension " + std::to_string(dimension) + ", " + changed.name);
      expect_same(before, project_on(moved_model(model, changed), changed.family, {}, times, {}), changed,
                  1e-8);
    }
  }
}

// A measure at given times is carried along.
TEST(Metamorphic, SamplesChangeAsTheoryForetells) {
  Random random(32);
  const Analysis model = some_model(random, 2);
  const MeasureFamily family = test::random_family(random, 3, 2, 5);
  const std::vector<std::size_t> both = {0, 1};
  for (const Changed& changed : test::all_changes(family, model.mean))
    for (const std::vector<double>& times : {std::vector{0.0, 1.0}, {0.25, 0.75}, {1.0, std::nan("")}}) {
      SCOPED_TRACE(changed.name);
      const Measure was = measure_at(model, both, times),
                    is = measure_at(moved_model(model, changed), both, times);
      const Matrix expected = changed.moved(was.points)(Eigen::all, changed.mean_atoms);
      EXPECT_LT((is.points - expected).norm(), 1e-12 * (changed.scale + expected.norm()));
      EXPECT_EQ(is.weights, was.weights(changed.mean_atoms));
    }
}

}  // namespace
}  // namespace wpga
