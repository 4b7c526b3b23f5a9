#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "metamorphic/changes.hpp"
#include "wpga/barycenters/fixed_support.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/barycenters/linear_program.hpp"
#include "wpga/barycenters/sliced.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

using test::Changed;

MeasureFamily some_family(Index dimension) {
  Random random(21);
  return test::random_family(random, 5, dimension, 6);
}

// Atoms to start from, or to stay on.
Measure some_start(Index dimension) {
  Random random(22);
  return test::random_mean(random, dimension, 8);
}

struct Method {
  std::string name;
  std::function<Mean(const MeasureFamily&, const Measure&)> find;
  double precision;                       // of the measure found, relative to the size of the family
  std::vector<std::string> not_promised;  // changes that do change something
};
void PrintTo(const Method& method, std::ostream* out) { *out << method.name; }

class Means : public testing::TestWithParam<Method> {};

TEST_P(Means, ChangeAsTheoryForetells) {
  const Method& method = GetParam();
  for (const Index dimension : {1, 2}) {
    const MeasureFamily family = some_family(dimension);
    const Measure start = some_start(dimension);
    const Mean before = method.find(family, start);
    for (const Changed& changed : test::all_changes(family, start)) {
      if (std::ranges::count(method.not_promised, changed.name)) continue;
      SCOPED_TRACE("dimension " + std::to_string(dimension) + ", " + changed.name);
      const Mean after = method.find(changed.family, changed.mean);
      const double squared = changed.scale * changed.scale;
      EXPECT_NEAR(after.variance / squared, before.variance, 1e-6 * before.variance);
      for (std::size_t i = 0; i < changed.measures.size(); ++i)
        if (changed.measures[i] >= 0) {
          EXPECT_NEAR(after.squared_distances[static_cast<Index>(i)] / squared,
                      before.squared_distances[changed.measures[i]], 1e-5 * before.variance);
        }
      const Measure expected{changed.moved(before.measure.points), before.measure.weights};
      EXPECT_LT(transport_value(after.measure.view(), expected.view(), {}).primal / squared,
                method.precision * before.variance);
      EXPECT_EQ(after.gap.has_value(), before.gap.has_value());
      if (after.gap) {
        EXPECT_LE(*after.gap, 1e-8 * after.variance);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Metamorphic, Means,
    testing::Values(
        Method{"free",
               [](const auto& family, const Measure& start) {
                 return free_support_mean(family, start, {}, {.tolerance = 1e-12, .iterations = 3000});
               },
               1e-10,
               {}},
        Method{"optimized",
               [](const auto& family, const Measure& start) {
                 return free_support_mean(family, start, {},
                                          {.weights = MeanWeights::optimize, .tolerance = 1e-10});
               },
               1e-8,
               {}},
        Method{"entropic",
               [](const auto& family, const Measure& start) {
                 return free_support_mean(family, start,
                                          {.transport = TransportMethod::entropic,
                                           .sinkhorn = {.regularization = 0.05, .marginal_tolerance = 1e-9}},
                                          {});
               },
               1e-10,
               {}},
        Method{"bregman",
               [](const auto& family, const Measure& start) {
                 return fixed_support_mean(family, start.points, {.tolerance = 1e-9, .prune = 0});
               },
               1e-8,
               {}},
        Method{"debiased",
               [](const auto& family, const Measure& start) {
                 return fixed_support_mean(
                     family, start.points,
                     {.algorithm = FixedAlgorithm::debiased, .tolerance = 1e-9, .prune = 0});
               },
               1e-8,
               {}},
        Method{"subgradient",
               [](const auto& family, const Measure& start) {
                 return fixed_support_mean(
                     family, start.points,
                     {.algorithm = FixedAlgorithm::subgradient, .iterations = 30, .prune = 0});
               },
               1e-8,
               {}},
        Method{"lp",
               [](const auto& family, const Measure& start) {
                 return linear_program_mean(family, start.points, {});
               },
               1e-8,
               {}},
        Method{"multimarginal",
               [](const auto& family, const Measure&) { return multimarginal_mean(family, {}); },
               1e-8,
               {"every measure twice"}},
        // Directions to project on are not turned with the data.
        Method{"sliced",
               [](const auto& family, const Measure& start) { return sliced_mean(family, start.points, {}); },
               1e-8,
               {"rotated"}}),
    [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace wpga
