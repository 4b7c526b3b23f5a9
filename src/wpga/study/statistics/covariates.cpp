#include "wpga/study/statistics/covariates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "wpga/analysis/analysis_unit.hpp"
#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/base/products.hpp"
#include "wpga/parallel/stop.hpp"
#include "wpga/study/project.hpp"
#include "wpga/study/statistics/permutation.hpp"
#include "wpga/study/statistics/refit.hpp"
#include "wpga/study/weightless.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {

namespace {

constexpr double not_defined = std::numeric_limits<double>::quiet_NaN();

// One column where it has values.
struct KnownValues {
  std::vector<Index> measures;
  Vector numbers;             // of a numeric column
  std::vector<Index> groups;  // of categories
  Index group_count = 0;

  Index count() const { return std::ssize(measures); }
  bool varies() const {
    if (count() < 3) return false;
    if (numbers.size() > 0) return numbers.maxCoeff() > numbers.minCoeff();
    return group_count >= 2 && group_count < count();
  }
};

KnownValues known_values(const SampleColumn& column, const std::vector<Index>& counted) {
  KnownValues known;
  std::vector<double> numbers;
  std::vector<std::string> words;
  for (const Index i : counted) {
    if (column.numeric ? !std::isfinite(column.numbers[i])
                       : column.texts[static_cast<std::size_t>(i)].empty())
      continue;
    known.measures.push_back(i);
    if (column.numeric)
      numbers.push_back(column.numbers[i]);
    else
      words.push_back(column.texts[static_cast<std::size_t>(i)]);
  }
  known.numbers = VectorView(numbers.data(), static_cast<Index>(numbers.size()));
  known.groups = groups_of(words);
  for (const Index group : known.groups) known.group_count = std::max(known.group_count, group + 1);
  return known;
}

double share_of(const Matrix& gram, const KnownValues& known, const std::vector<Index>& order) {
  if (known.numbers.size() > 0) return linear_share(gram, known.numbers(order));
  std::vector<Index> groups;
  for (const Index place : order) groups.push_back(known.groups[static_cast<std::size_t>(place)]);
  return between_share(gram, groups);
}

// A share with its p-value.
struct Tested {
  double share = not_defined, p = not_defined;
};

Tested tested(const Matrix& gram, const KnownValues& known, int permutations, std::uint64_t seed) {
  if (!known.varies() || !(gram.trace() > 0)) return {};
  Tested found;
  found.p = permutation_p(known.count(), permutations, seed,
                          [&](const std::vector<Index>& order) { return share_of(gram, known, order); });
  std::vector<Index> given(static_cast<std::size_t>(known.count()));
  for (std::size_t i = 0; i < given.size(); ++i) given[i] = static_cast<Index>(i);
  found.share = share_of(gram, known, given);
  return found;
}

// H G H with H = I − 11'/n.
Matrix about_average(Matrix gram) {
  const Eigen::RowVectorXd columns = gram.colwise().mean();
  const Vector rows = gram.rowwise().mean();
  const double all = gram.mean();
  gram.rowwise() -= columns;
  gram.colwise() -= rows;
  gram.array() += all;
  return gram;
}

// W2² between the means of two groups.
double between_means(const FittedFamily& fitted, const KnownValues& known, StatisticShortfalls& shortfalls,
                     const Execution& execution) {
  constexpr double tolerance = 1e-5;
  constexpr int iterations = 50;
  std::vector<Measure> means;
  for (const Index group : {0, 1}) {
    std::vector<Index> members;
    for (std::size_t i = 0; i < known.groups.size(); ++i)
      if (known.groups[i] == group) members.push_back(known.measures[i]);
    const MeasureFamily part = subset(fitted.family, members);
    FamilyCouplings couplings(part, fitted.options.transport, fitted.analysis.mean.weights);
    MeanNear mean = mean_near(fitted.analysis.mean, couplings, tolerance, iterations, execution);
    shortfalls += StatisticShortfalls{.fits = 1,
                                      .unsettled_fits = mean.settled ? 0 : 1,
                                      .unconverged_transports = mean.unconverged_transports};
    means.push_back(std::move(mean.measure));
  }
  const TransportValue apart =
      transport_value(means[0].view(), means[1].view(), for_scores(fitted.options.transport));
  shortfalls.unconverged_transports += apart.convergence.converged() ? 0 : 1;
  return apart.primal;
}

}  // namespace

Matrix centered_gram(const Matrix& coordinates) {
  const Matrix centered = coordinates.colwise() - coordinates.rowwise().mean();
  return transposed_times(centered, centered);
}

double linear_share(const Matrix& gram, const Vector& numbers) {
  const Vector scaled = in_binary_unit(numbers);
  const Vector centered = scaled.array() - scaled.mean();
  const double size = centered.squaredNorm(), trace = gram.trace();
  return size > 0 && trace > 0 ? centered.dot(gram * centered) / (size * trace) : 0;
}

double between_share(const Matrix& gram, const std::vector<Index>& groups) {
  Index count = 0;
  for (const Index group : groups) count = std::max(count, group + 1);
  Matrix members = Matrix::Zero(gram.rows(), count);
  for (std::size_t i = 0; i < groups.size(); ++i) members(static_cast<Index>(i), groups[i]) = 1;
  const Vector sizes = members.colwise().sum();
  const Vector sums = (transposed_times(members, gram) * members).diagonal();
  const double trace = gram.trace();
  return trace > 0 ? sums.cwiseQuotient(sizes).sum() / trace : 0;
}

std::vector<Index> groups_of(std::span<const std::string> words) {
  std::map<std::string, Index, std::less<>> known;
  std::vector<Index> groups;
  for (const std::string& word : words)
    groups.push_back(word.empty() ? -1 : known.emplace(word, static_cast<Index>(known.size())).first->second);
  return groups;
}

Covariates associate(std::span<const SampleColumn> columns, const Matrix& joint_scores, const Matrix& gram,
                     const std::vector<Index>& counted, int permutations, std::uint64_t seed) {
  const Index count = std::ssize(columns), components = joint_scores.cols();
  Covariates found{.association = Matrix::Constant(count, components, not_defined),
                   .association_p = Matrix::Constant(count, components, not_defined),
                   .share = Vector::Constant(count, not_defined),
                   .share_p = Vector::Constant(count, not_defined),
                   .measures = Vector(count),
                   .apart = Vector::Constant(count, not_defined)};
  for (Index c = 0; c < count; ++c) {
    const SampleColumn& column = columns[static_cast<std::size_t>(c)];
    const KnownValues known = known_values(column, counted);
    found.columns.push_back(column.name);
    found.measures[c] = static_cast<double>(known.count());
    if (!known.varies()) continue;
    const Tested motion =
        tested(about_average(gram(known.measures, known.measures)), known, permutations, seed);
    found.share[c] = motion.share;
    found.share_p[c] = motion.p;
    for (Index k = 0; k < components; ++k) {
      const Vector scores = joint_scores.col(k)(known.measures);
      const Vector centered = scores.array() - scores.mean();
      const Tested along = tested(centered * centered.transpose(), known, permutations, seed);
      found.association_p(c, k) = along.p;
      // The share of one number in another is the square of their correlation.
      found.association(c, k) =
          column.numeric && std::isfinite(along.share)
              ? std::copysign(std::sqrt(along.share), centered.dot(in_binary_unit(known.numbers)))
              : along.share;
    }
  }
  return found;
}

Covariates find_covariates(const FittedFamily& fitted, std::span<const SampleColumn> columns,
                           int permutations, std::uint64_t seed, const Execution& execution) {
  const MeasureFamily& family = fitted.family;
  const Measure& mean = fitted.analysis.mean;
  if (const double unit = length_unit(family, mean.points); unit != 1) {
    Covariates found = in_length_unit(unit, fitted, [&](const FittedFamily& scaled) {
      return find_covariates(scaled, columns, permutations, seed, execution);
    });
    found.apart *= unit * unit;
    return found;
  }
  FamilyCouplings couplings(family, fitted.options.transport, mean.weights);
  const TangentMaps maps = whole_tangent_maps(couplings.centered(mean.points), couplings, execution);
  const std::vector<Index> counted = counted_measures(family).counted;
  const Matrix scores = fitted.analysis.components.empty()
                            ? Matrix(family.count(), 0)
                            : joint_scores(fitted.analysis, fitted.analysis.joint_times);
  const StopScope heard(execution.stop);
  Covariates found =
      associate(columns, scores, centered_gram(maps.coordinates.cast<double>()), counted, permutations, seed);
  found.shortfalls.unconverged_transports += maps.not_converged;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const KnownValues known = known_values(columns[c], counted);
    if (known.group_count == 2 && known.varies())
      found.apart[static_cast<Index>(c)] = between_means(fitted, known, found.shortfalls, execution);
  }
  return found;
}

std::vector<SampleColumn> label_column(const MeasureFamily& family) {
  if (family.labels().empty()) return {};
  return {{"label", false, {}, family.labels()}};
}

}  // namespace wpga
