// Levels of the tests, coverage of the bands and the gain of robust fits, over many simulated families.  The
// figures in docs/statistics.md come from it:
//
//   statistics_experiment [FAMILIES] [levels|coverage|robust|number|cost] [OTHERS]
//
// OTHERS is added to the seed of every family: 0 makes those of the figures, 100000 none of them.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>

#include "study/statistics_families.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/study/bootstrap.hpp"
#include "wpga/study/project.hpp"
#include "wpga/study/statistics/covariates.hpp"
#include "wpga/study/statistics/refit.hpp"
#include "wpga/study/statistics/regression.hpp"
#include "wpga/study/statistics/stability.hpp"
#include "wpga/synthetic/synthetic.hpp"

namespace wpga {
namespace {

using test::lattice;

std::string rate(int count, int of) {
  const double share = static_cast<double>(count) / of;
  return fmt::format("{:.2f} % of {} (standard error {:.2f} %)", 100 * share, of,
                     100 * std::sqrt(share * (1 - share) / of));
}

MeasureFamily family_of(std::uint64_t seed, Index count, Index rank, double noise,
                        std::vector<Matrix>* fields = nullptr) {
  Random random(seed);
  const Measure cloud = lattice(5);
  const auto directions = test::orthonormal_fields(cloud, std::max<Index>(1, rank), random);
  Matrix factors = Matrix::Zero(std::max<Index>(1, rank), count);
  for (Index c = 0; c < rank; ++c)
    for (Index i = 0; i < count; ++i) factors(c, i) = random.uniform(-1, 1) * (c == 0 ? 0.12 : 0.08);
  if (fields) *fields = directions;
  return test::moved_lattice(cloud, directions, factors, noise, random);
}

// Families in which nothing is there: how often is something found?
void levels(int families, std::uint64_t others) {
  int component = 0, linear = 0, grouped = 0, scored = 0, regression = 0;
  for (int trial = 0; trial < families; ++trial) {
    const std::uint64_t seed = 1000 + others + static_cast<std::uint64_t>(trial);
    const MeasureFamily family = family_of(seed, 12, 0, 0.05);
    FitOptions options = test::lattice_options(lattice(5), 1);
    options.method = Method::tangent;
    options.statistics.folds = 4;
    const Model model = fit(family, options, {.threads = 1});
    component += model.statistics.cross_validation->foretold_p[0] <= 0.05 ? 1 : 0;
    Random random(seed, 99);
    std::vector<SampleColumn> columns(2);
    columns[0] = {"age", true, test::normal_matrix(random, 12, 1), {}};
    columns[1] = {"side", false, {}, {}};
    for (int i = 0; i < 12; ++i) columns[1].texts.emplace_back(random.uniform() < 0.5 ? "a" : "b");
    FamilyCouplings couplings(family, {}, model.analysis.mean.weights);
    const TangentMaps maps =
        tangent_maps(couplings.centered(model.analysis.mean.points), couplings, {.threads = 1});
    std::vector<Index> all;
    for (Index i = 0; i < 12; ++i) all.push_back(i);
    const Covariates found = associate(columns, joint_scores(model.analysis, model.analysis.joint_times),
                                       centered_gram(maps.coordinates.cast<double>()), all, 199, seed);
    linear += found.share_p[0] <= 0.05 ? 1 : 0;
    grouped += found.share_p[1] <= 0.05 ? 1 : 0;
    scored += found.association_p(0, 0) <= 0.05 ? 1 : 0;
    RegressionOptions once;
    once.permutations = 199;
    once.iterations = 1;
    once.seed = seed;
    regression +=
        geodesic_regression(family, model.analysis.mean, columns[0].numbers, {}, {}, once, {.threads = 1})
                    .regression.r_squared_p <= 0.05
            ? 1
            : 0;
  }
  fmt::print("false alarms at 5 %\n");
  fmt::print("  a component in noise        {}\n", rate(component, families));
  fmt::print("  numbers, all motion         {}\n", rate(linear, families));
  fmt::print("  two groups, same mean       {}\n", rate(grouped, families));
  fmt::print("  numbers, scores             {}\n", rate(scored, families));
  fmt::print("  regression                  {}\n", rate(regression, families));
}

// Shares of families, not of measures, which share the error of their mean.
struct Coverage {
  double sum = 0, squares = 0;
  void add(double share) {
    sum += share;
    squares += share * share;
  }
  std::string words(int families) const {
    const double mean = sum / families;
    return fmt::format("{:.1f} % (standard error {:.1f} %)", 100 * mean,
                       100 * std::sqrt((squares / families - mean * mean) / families));
  }
};

// Scores of all on the first axis of weighted linear PCA, which principal geodesics of a lattice are.
Vector linear_scores(const Matrix& displacements, const Vector& weights, const Vector& like) {
  const Vector mean = displacements * weights / weights.sum();
  const Matrix centered = displacements.colwise() - mean;
  const SymmetricEigen eigen = symmetric_eigen(centered * weights.asDiagonal() * centered.transpose());
  const Vector axis = eigen.vectors.col(eigen.values.size() - 1);
  return (axis.dot(like) < 0 ? -1 : 1) * centered.transpose() * axis;
}

double share_inside(const Vector& truth, const Matrix& low, const Matrix& high) {
  return ((truth.array() >= low.col(0).array()) && (truth.array() <= high.col(0).array()))
      .cast<double>()
      .mean();
}

// Do bands of 90 % hold the score along the true direction in 90 %?  Linear PCA on the same draws beside.
void bands(int families, std::uint64_t others) {
  constexpr Index count = 40;
  constexpr int draws = 40;
  Coverage ours, linear;
  for (int trial = 0; trial < families; ++trial) {
    std::vector<Matrix> fields;
    const MeasureFamily family =
        family_of(5000 + others + static_cast<std::uint64_t>(trial), count, 2, 0.02, &fields);
    const FitOptions options = test::lattice_options(lattice(5), 1);
    const Model model = fit(family, options, {.threads = 1});
    const Stability found =
        find_stability({family, model.analysis, settled(options)}, draws, 1, {.threads = 1});
    const Matrix direction = model.analysis.components[0].curve.atoms().direction();
    const double sign = inner_product(model.analysis.mean.weights, fields[0], direction) > 0 ? 1 : -1;
    const double scale = std::sqrt(model.analysis.mean.weights[0]);
    Matrix displacements(50, count);
    for (Index i = 0; i < count; ++i)
      displacements.col(i) = scale * (family[i].points - lattice(5).points).reshaped();
    const Vector axis = sign * scale * fields[0].reshaped();
    const Vector truth = displacements.transpose() * axis;
    ours.add(share_inside(truth, found.score_low, found.score_high));
    Matrix drawn(count, draws), band(count, 2);
    for (int draw = 0; draw < draws; ++draw) {
      const DrawnMeasures chosen = draw_measures(family, 1, draw);
      Vector weights = Vector::Zero(count);
      for (std::size_t k = 0; k < chosen.chosen.size(); ++k)
        weights[chosen.chosen[k]] = chosen.weights[static_cast<Index>(k)];
      drawn.col(draw) = linear_scores(displacements, weights, axis);
    }
    for (Index i = 0; i < count; ++i) {
      const std::array<double, 2> interval = central_interval(drawn.row(i).transpose());
      band.row(i) << interval[0], interval[1];
    }
    linear.add(share_inside(truth, band.col(0), band.col(1)));
  }
  fmt::print("bands of 90 % hold the true score, {} families: {}; bands of linear PCA, same draws: {}\n",
             families, ours.words(families), linear.words(families));
}

// Degrees off the true direction with shares of garbage, plain and robust.
void robust(int families, std::uint64_t others) {
  for (const int garbage : {0, 5, 10, 15, 20}) {
    double plain = 0, bounded = 0;
    for (int trial = 0; trial < families; ++trial) {
      Random random(9000 + others + static_cast<std::uint64_t>(trial));
      const Measure cloud = lattice(5);
      Matrix truth = Matrix::Zero(2, 25);
      for (Index k = 0; k < 25; ++k) truth(0, k) = cloud.points(1, k) - 2;
      MeasureFamily family = test::moved_lattice(
          cloud, {truth}, 0.1 * test::normal_matrix(random, 1, 50 - garbage), 0.02, random);
      for (int i = 0; i < garbage; ++i) {
        const Matrix place = 3 * test::normal_matrix(random, 2, 1);
        family.append((3 * test::normal_matrix(random, 2, 25)).colwise() + place.col(0), cloud.weights,
                      "garbage");
      }
      FitOptions options = test::lattice_options(cloud, 1);
      const auto angle = [&] {
        const Model model = fit(family, options, {.threads = 1});
        return angle_between(model.analysis.mean.weights, truth,
                             model.analysis.components[0].curve.atoms().direction());
      };
      plain += angle() / families;
      options.statistics.robust = true;
      bounded += angle() / families;
    }
    fmt::print("{} % garbage: {:.1f}° off the true direction, robust {:.1f}°\n", 2 * garbage, plain, bounded);
  }
}

// How often is the number of factors found?
void number(int families, std::uint64_t others) {
  for (const Index rank : {0, 1, 2, 3}) {
    std::vector<int> found(7, 0);
    for (int trial = 0; trial < families; ++trial) {
      const MeasureFamily family =
          family_of(7000 + others + static_cast<std::uint64_t>(trial), 40, rank, 0.02);
      FitOptions options = test::lattice_options(lattice(5), 6);
      options.statistics.folds = 5;
      const Model model = fit(family, options, {.threads = 1});
      ++found[static_cast<std::size_t>(model.statistics.cross_validation->helpful)];
    }
    fmt::print("{} factors: helpful 0 … 6 in {} families\n", rank, fmt::join(found, ", "));
  }
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// What cross-validation costs beside the fit.
void cost() {
  for (const Pattern pattern : {Pattern::ellipses, Pattern::gaussians, Pattern::glyphs}) {
    SyntheticOptions made;
    made.count = 100;
    made.size = 24;
    const MeasureFamily family = synthetic_family(pattern, made).family;
    FitOptions options{.components = 3};
    options.mean.method = MeanMethod::free;
    options.mean.free.support = 100;
    const double start = processor_seconds();
    const Model model = fit(family, options, {.threads = 1});
    const double fitted = processor_seconds() - start;
    const FitOptions done = settled(options);
    cross_validate({family, model.analysis, done}, 5, 1, {.threads = 1});
    const double validated = processor_seconds() - start - fitted;
    fmt::print("{}: fit {:.2f} s, cross-validation {:.2f} s ({:.2f} fits)\n", std::string(name_of(pattern)),
               fitted, validated, validated / fitted);
  }
}

}  // namespace
}  // namespace wpga

int main(int count, char** words) {
  const int families = count > 1 ? std::atoi(words[1]) : 1000;
  const std::string what = count > 2 ? words[2] : "levels";
  const std::uint64_t others = count > 3 ? std::strtoull(words[3], nullptr, 10) : 0;
  if (what == "levels") wpga::levels(families, others);
  if (what == "coverage") wpga::bands(families, others);
  if (what == "robust") wpga::robust(families, others);
  if (what == "number") wpga::number(families, others);
  if (what == "cost") wpga::cost();
}
