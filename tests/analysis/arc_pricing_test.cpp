#include "wpga/analysis/cone/arc_pricing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "analysis/cone_examples.hpp"

namespace wpga {
namespace {

struct Example {
  Example(Random& random, const test::ConeKind& kind, double size)
      : cone(random, kind),
        point(test::random_point(random, cone)),
        fields(size * test::normal_matrix(random, point.fields.rows(), point.fields.cols())),
        potentials(size * test::normal_matrix(random, point.potentials.rows(), point.potentials.cols())) {
    std::erase_if(point.arcs, [&](const ConeArc&) { return random.uniform() < 0.7; });
  }

  bool known(const ConeArc& arc) const { return std::ranges::binary_search(point.arcs, arc, in_order); }
  double slack(const ConeArc& arc, double step) const {
    return test::slack_of(cone, arc, point.fields + step * fields, point.potentials + step * potentials);
  }
  ArcPrices prices(double step) const { return price_arcs(cone.problem, point, fields, potentials, step); }

  test::ConeExample cone;
  ConePoint point;
  Matrix fields, potentials;  // moves
};

TEST(ArcPricing, AllowsStepsThatKeepEveryArcOutsideTheProgramOpen) {
  Random random(1);
  int shortened = 0;
  for (const test::ConeKind& kind : test::cone_kinds())
    for (const double size : {0.01, 0.1, 1.0, 10.0}) {
      const Example example(random, kind, size);
      const double allowed = example.prices(1).allowed;
      double first = 1e300;  // where the first inequality outside the program is met
      for (const ConeArc& arc : test::all_arcs(example.cone.problem)) {
        if (example.known(arc)) continue;
        const double here = example.slack(arc, 0), change = example.slack(arc, 1) - here;
        if (change < 0) first = std::min(first, -here / change);
      }
      EXPECT_NEAR(allowed, std::min(1.0, 0.95 * first), 1e-9);
      shortened += allowed < 1 ? 1 : 0;
    }
  EXPECT_GT(shortened, 5);
}

// Of each atom and end, up to six of those that lose half of their slack or more, the nearest first.
TEST(ArcPricing, BringsTheArcsThatAreNearlyMet) {
  Random random(2);
  std::size_t most = 0;
  for (const test::ConeKind& kind : test::cone_kinds())
    for (const double step : {0.3, 1.0}) {
      const Example example(random, kind, 2);
      std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::pair<double, std::int32_t>>> expected;
      for (const ConeArc& arc : test::all_arcs(example.cone.problem)) {
        const double here = example.slack(arc, 0), change = example.slack(arc, 1) - here;
        if (!example.known(arc) && 0.5 * here + step * change < 0)
          expected[{arc.source, arc.end}].emplace_back(-here / change, arc.target);
      }
      std::vector<ConeArc> fresh = example.prices(step).fresh;
      for (auto& [from, found] : expected) {
        most = std::max(most, found.size());
        std::ranges::sort(found);
        found.resize(std::min<std::size_t>(found.size(), 6));
        for (const auto& [reach, target] : found)
          EXPECT_EQ(std::erase_if(fresh,
                                  [&](const ConeArc& arc) {
                                    return arc.source == from.first && arc.end == from.second &&
                                           arc.target == target;
                                  }),
                    1U);
      }
      EXPECT_TRUE(fresh.empty());
    }
  EXPECT_GT(most, 0U);
}

TEST(ArcPricing, CutsAtSixArcsOfOneAtom) {
  Random random(3);
  Example example(random, {.dimension = 1, .atoms = 12}, 0);
  example.point.arcs.clear();
  example.point.fields.setZero();
  example.point.potentials.setZero();
  example.potentials.setZero();
  example.fields(0, 3) = 100;  // the first end runs to the right, past every other atom
  const ArcPrices prices = example.prices(1);
  std::vector<double> ways;
  for (Index k = 0; k < 12; ++k)
    if (example.cone.mean.points(0, k) > example.cone.mean.points(0, 3))
      ways.push_back(example.cone.mean.points(0, k) - example.cone.mean.points(0, 3));
  std::ranges::sort(ways);
  ASSERT_GT(ways.size(), 0U);
  ASSERT_EQ(prices.fresh.size(), std::min<std::size_t>(6, ways.size()));
  for (std::size_t i = 0; i < prices.fresh.size(); ++i)
    EXPECT_NEAR(example.cone.mean.points(0, prices.fresh[i].target) - example.cone.mean.points(0, 3), ways[i],
                1e-12);
  EXPECT_NEAR(prices.allowed, std::min(1.0, 0.95 * 0.5 * ways[0] / 100), 1e-12);  // ½ way² − 100 t way = 0
}

}  // namespace
}  // namespace wpga
