#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "metamorphic/changes.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/study/methods.hpp"

namespace wpga {
namespace {

using test::Changed;

// A cloud that is moved and stretched, each time a little differently: no start leads anywhere else.
MeasureFamily some_family(Index dimension) {
  Random random(1, 4);
  const Matrix base = test::normal_matrix(random, dimension, 6);
  const Vector direction = 2 * test::normal_matrix(random, dimension, 1).normalized();
  MeasureFamily family;
  for (int i = 0; i < 8; ++i) {
    const double far = random.normal(), wide = 1 + 0.25 * random.normal();
    const Matrix noise = 0.08 * test::normal_matrix(random, dimension, 6);
    family.append((wide * base + noise).colwise() + far * direction, test::random_weights(random, 6),
                  std::to_string(i));
  }
  family.set_measure_weights(test::random_weights(random, 8));
  return family;
}

Measure mean_of_family(const MeasureFamily& family) {
  return free_support_mean(family, copy_of(family[0]), {}, {.tolerance = 1e-9}).measure;
}

struct Way {
  std::string name;
  FitOptions options;
  std::vector<std::string> not_promised;  // changes that do change something
};
void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }

template <class Set>
Way way(std::string name, Set&& set, std::vector<std::string> not_promised = {}) {
  Way result{std::move(name), {}, std::move(not_promised)};
  GeodesicOptions& geodesics = result.options.geodesics;
  geodesics.components = 2;
  geodesics.start = CurveStart::tangent;  // a search chooses among valleys, where rounding may decide
  geodesics.tolerance = 1e-12;
  geodesics.iterations = 1000;
  geodesics.map_tolerance = 1e-9;
  geodesics.times.time_tolerance = 1e-9;
  set(result.options);
  result.options.components = geodesics.components;
  result.options.times = geodesics.times;
  result.options.box = geodesics.box;
  return result;
}

// A curve run through from its end is the same curve: signs are those of the first run, or all of the other.
struct SameWay {
  const Component& component;
  bool turned;

  double time(Index i) const { return turned ? 1 - component.times[i] : component.times[i]; }
  double score(Index i) const { return turned ? -component.scores[i] : component.scores[i]; }
  GeneralizedGeodesic curve() const {
    return turned ? reversed(component.curve.atoms()) : component.curve.atoms();
  }
};

SameWay read_as(const Component& before, const Component& after, const Changed& changed) {
  double same = 0, other = 0;
  for (std::size_t i = 0; i < changed.measures.size(); ++i)
    if (changed.measures[i] >= 0) {
      const double was = before.times[changed.measures[i]], is = after.times[static_cast<Index>(i)];
      same += std::abs(is - was), other += std::abs(1 - is - was);
    }
  return {after, other < same};
}

// Values to 1e-6; a minimum is flat, so what attains it is known to fewer digits.
constexpr double exactness = 1e-6, flatness = 1e-5;

void expect_same_component(const Analysis& before, const Analysis& after, std::size_t k,
                           const Changed& changed) {
  const double size = std::sqrt(before.variance), squared = changed.scale * changed.scale;
  const Component &was = before.components[k], &is = after.components[k];
  const SameWay reading = read_as(was, is, changed);
  EXPECT_NEAR(is.explained, was.explained, exactness);
  EXPECT_NEAR(is.cumulative, was.cumulative, exactness);
  EXPECT_NEAR(is.mean_squared_distance / squared, was.mean_squared_distance, exactness * before.variance);
  for (std::size_t at = 0; at < changed.measures.size(); ++at) {
    const Index i = static_cast<Index>(at), old = changed.measures[at];
    if (old < 0) continue;
    const auto joint = static_cast<Index>(k);
    EXPECT_NEAR(is.squared_distances[i] / squared, was.squared_distances[old], flatness * before.variance);
    EXPECT_NEAR(after.joint_squared_distances(i, joint) / squared, before.joint_squared_distances(old, joint),
                flatness * before.variance);
    EXPECT_NEAR(reading.time(i), was.times[old], flatness);
    // Scores of weights have no unit.
    const double unit = was.curve.changes_weights() ? 1 : changed.scale,
                 of = was.curve.changes_weights() ? 1 : size;
    EXPECT_NEAR(reading.score(i) / unit, was.scores[old], flatness * of);
  }
  if (was.curve.changes_weights()) return;
  EXPECT_NEAR(is.certificates.geodesic_gap, was.certificates.geodesic_gap, flatness);
  EXPECT_NEAR(is.certificates.collinearity, was.certificates.collinearity, flatness);
  EXPECT_NEAR(is.certificates.offset, was.certificates.offset, flatness);
  if (!changed.mean.points.isApprox(after.mean.points)) return;  // the method has atoms of its own
  const GeneralizedGeodesic curve = reading.curve();
  for (const auto& [field, old] : {std::pair(curve.forward, was.curve.atoms().forward),
                                   std::pair(curve.backward, was.curve.atoms().backward)})
    EXPECT_LT((field / changed.scale - changed.rotation * old(Eigen::all, changed.mean_atoms)).norm(),
              flatness * size);
}

void expect_same_analysis(const Analysis& before, const Analysis& after, const Changed& changed) {
  const double squared = changed.scale * changed.scale;
  EXPECT_NEAR(after.variance / squared, before.variance, exactness * before.variance);
  for (std::size_t i = 0; i < changed.measures.size(); ++i)
    if (changed.measures[i] >= 0) {
      EXPECT_NEAR(after.squared_distances[static_cast<Index>(i)] / squared,
                  before.squared_distances[changed.measures[i]], exactness * before.variance);
    }
  ASSERT_EQ(after.components.size(), before.components.size());
  for (std::size_t k = 0; k < before.components.size(); ++k) expect_same_component(before, after, k, changed);
}

class Fits : public testing::TestWithParam<Way> {};

TEST_P(Fits, ChangeAsTheoryForetells) {
  const Way& given = GetParam();
  for (const Index dimension : {1, 2, 3}) {
    if (given.options.method == Method::line && dimension > 1) continue;
    const MeasureFamily family = some_family(dimension);
    const Measure mean = mean_of_family(family);
    const auto analysed = [&](const MeasureFamily& measures, const Measure& about) {
      return analyse(measures, about, given.options, {.threads = 1});
    };
    const Analysis before = analysed(family, mean);
    EXPECT_EQ(static_cast<double>(before.components.size()), *given.options.geodesics.components);
    for (const Changed& changed : test::all_changes(family, mean)) {
      if (std::ranges::count(given.not_promised, changed.name)) continue;
      SCOPED_TRACE("dimension " + std::to_string(dimension) + ", " + changed.name);
      expect_same_analysis(before, analysed(changed.family, changed.mean), changed);
    }
  }
}

const std::string turned = "rotated", mirrored = "mirrored", measures = "measures in another order",
                  atoms = "atoms in another order", twice = "every measure twice";

INSTANTIATE_TEST_SUITE_P(
    Metamorphic, Fits,
    testing::Values(way("generalized", [](auto&) {}),
                    way("free", [](auto& o) { o.geodesics.maps = MapRule::free; }),
                    way("geodesic", [](auto& o) { o.geodesics.curve = CurveKind::geodesic; }),
                    way("translation",
                        [](auto& o) {
                          o.geodesics.curve = CurveKind::translation;
                          o.geodesics.components = 1;
                        }),
                    way("barycentric", [](auto& o) { o.geodesics.projection = MapProjection::barycentric; }),
                    way("sum", [](auto& o) { o.geodesics.orthogonality = Orthogonality::sum; }),
                    way("collinear", [](auto& o) { o.geodesics.collinearity = 1; }),
                    way("farthest", [](auto& o) { o.geodesics.start = CurveStart::farthest; }),
                    way("entropic",
                        [](auto& o) {
                          TransportOptions& plans = o.transport;
                          plans.transport = TransportMethod::entropic;
                          plans.sinkhorn = {.regularization = 0.05, .marginal_tolerance = 1e-9};
                        }),
                    way("paper",
                        [](auto& o) {
                          o.geodesics.algorithm = FitAlgorithm::paper;
                          o.geodesics.iterations = 2;
                          o.transport.sinkhorn.marginal_tolerance = 1e-9;
                        }),
                    way("tangent", [](auto& o) { o.method = Method::tangent; }),
                    way("cone",
                        [](auto& o) {
                          o.method = Method::tangent;
                          o.tangent.cone = true;
                        }),
                    // k-means draws atoms by their number.
                    way("linear", [](auto& o) { o.method = Method::linear; }, {measures, atoms}),
                    way("template", [](auto& o) { o.method = Method::template_deformation; }),
                    // The atoms of a normal law are a fixed sample.
                    way("gaussian", [](auto& o) { o.method = Method::gaussian; }, {turned, mirrored}),
                    // Cells of a grid are not turned with the data.
                    way("euclidean",
                        [](auto& o) {
                          o.method = Method::euclidean;
                          o.euclidean.cells = 8;
                        },
                        {turned, mirrored}),
                    // A segment needs a number of measures, whatever they weigh.
                    way("curve",
                        [](auto& o) {
                          o.method = Method::curve;
                          o.curve.cells = 8;
                        },
                        {turned, mirrored, twice}),
                    way("line", [](auto& o) { o.method = Method::line; }, {mirrored})),
    [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace wpga
