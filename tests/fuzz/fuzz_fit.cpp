// A differential fuzzer: the bytes of a case are a small family; a fit must follow its changes as theory
// foretells, and agree with transport problems that are solved again by another way.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "fuzz_hdf5.hpp"
#include "metamorphic/changes.hpp"
#include "wpga/analysis/curves/curve.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/study/methods.hpp"
#include "wpga/transport/distances.hpp"

namespace {

using wpga::Index;

// Places are the bytes of the case, a little off the grid of whole numbers: where two plans cost the same,
// either is right.
double off_the_grid(std::uint64_t byte, Index number) {
  const double golden = 0.6180339887498949 * static_cast<double>(number + 1);
  return static_cast<double>(byte) / 16 + (golden - std::floor(golden)) / 8;
}

wpga::MeasureFamily family_from(wpga::testing::ChosenByBytes& chosen) {
  const auto dimension = static_cast<Index>(1 + chosen(3));
  const Index count = std::array<Index, 5>{
      2, 4, 5, 7, 8}[chosen(5)];  // the other order of measures is one where 3 divides no count
  wpga::MeasureFamily family;
  wpga::Vector lambda(count);
  Index number = 0;
  for (Index i = 0; i < count; ++i) {
    const auto atoms = static_cast<Index>(1 + chosen(6));
    wpga::Matrix points(dimension, atoms);
    wpga::Vector weights(atoms);
    for (double& place : points.reshaped()) place = off_the_grid(chosen(256), number++);
    for (double& weight : weights) weight = 1 + off_the_grid(chosen(256), number++);
    family.append(points, weights, std::to_string(i));
    lambda[i] = 1 + off_the_grid(chosen(64), number++);
  }
  family.set_measure_weights(lambda);
  return family;
}

wpga::FitOptions options_from(wpga::testing::ChosenByBytes& chosen) {
  wpga::FitOptions options;
  options.method = chosen(2) ? wpga::Method::tangent : wpga::Method::geodesics;
  options.components = 1;
  options.geodesics.start =
      wpga::CurveStart::tangent;  // a search chooses among valleys, where rounding may decide
  options.geodesics.iterations = 60;
  return options;
}

// `what` must be 0 up to `most`, a share of the variance.
void expect_small(double what, double most, const std::string& where) {
  if (std::abs(what) <= most) return;
  std::fprintf(stderr, "%s: off by %g where %g is allowed\n", where.c_str(), what, most);
  std::abort();
}

// Distances are those of plans that were found anew, and no smaller than what is proved; shares follow from
// them.
void expect_sound(const wpga::MeasureFamily& family, const wpga::Analysis& analysis) {
  constexpr double rounding = 1e-9;
  const double variance = analysis.variance;
  for (const wpga::Component& component : analysis.components) {
    for (Index i = 0; i < family.count(); ++i) {
      const std::array time = {component.times[i]};
      const wpga::Measure there = wpga::measure_at(analysis.mean, std::span(&component.curve, 1), time);
      const double solved = wpga::transport_value(there.view(), family[i], {}).primal;
      expect_small((component.squared_distances[i] - solved) / variance, 1e-6, "a distance");
      expect_small(std::max(0.0, component.lower_bounds[i] - solved) / variance, rounding, "a lower bound");
    }
    const double left = wpga::weighted_mean(family, component.squared_distances);
    expect_small(1 - left / variance - component.explained, rounding, "a share");
    expect_small(std::max(0.0, component.cumulative - 1), rounding, "a share above one");
  }
}

// Arithmetic by powers of two rounds nothing, so the search goes the same way; after other changes it may end
// in another valley, and only what has one value is the same.
void expect_alike(const wpga::Analysis& before, const wpga::Analysis& after,
                  const wpga::test::Changed& changed, bool rounds, bool has_one_answer) {
  const double unit = changed.scale * changed.scale;
  expect_small(after.variance / unit / before.variance - 1, 1e-9, changed.name + ", variance");
  for (std::size_t i = 0; i < changed.measures.size(); ++i)
    if (changed.measures[i] >= 0)
      expect_small((after.squared_distances[static_cast<Index>(i)] / unit -
                    before.squared_distances[changed.measures[i]]) /
                       before.variance,
                   1e-9, changed.name + ", a distance to the mean");
  if (rounds && !has_one_answer) return;
  const double most = rounds ? 1e-6 : 1e-9;
  const auto explained = [](const wpga::Analysis& analysis, std::size_t k) {
    return k < analysis.components.size() ? analysis.components[k].explained : 0;
  };
  for (std::size_t k = 0; k < std::max(before.components.size(), after.components.size()); ++k)
    expect_small(explained(after, k) - explained(before, k), most,
                 changed.name + ", component " + std::to_string(k));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wpga::testing::ChosenByBytes chosen(data, size);
  const wpga::FitOptions options = options_from(chosen);
  const wpga::MeasureFamily family = family_from(chosen);
  const wpga::Execution alone{.threads = 1};
  const wpga::Measure mean =
      wpga::free_support_mean(family, wpga::copy_of(family[0]), {}, {.tolerance = 1e-9}).measure;
  const wpga::Analysis before = wpga::analyse(family, mean, options, alone);
  if (!(before.variance > 1e-6)) return 0;
  expect_sound(family, before);
  const auto compare = [&](const wpga::test::Changed& changed, bool rounds) {
    const wpga::Analysis after = wpga::analyse(changed.family, changed.mean, options, alone);
    expect_alike(before, after, changed, rounds, options.method == wpga::Method::tangent);
  };
  compare(wpga::test::scaled(family, mean, 7), false);
  compare(wpga::test::scaled(family, mean, -140), false);
  compare(wpga::test::shifted(family, mean), true);
  compare(wpga::test::mirrored(family, mean), true);
  compare(wpga::test::reordered_measures(family, mean), true);
  compare(wpga::test::reordered_atoms(family, mean), true);
  compare(wpga::test::split_atoms(family, mean), true);
  compare(wpga::test::doubled(family, mean), true);
  return 0;
}
