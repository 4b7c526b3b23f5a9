#include "wpga/neighbours/comparison.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

#include "wpga/barycenters/mean.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/neighbours/analysis_projection.hpp"

namespace wpga {

namespace {

struct Entry {
  std::string name;
  MethodOptions options;
};

std::vector<Entry> entries(std::span<const Method> methods, const MethodOptions& options) {
  std::vector<Entry> all;
  for (const Method method : methods) {
    MethodOptions chosen = options;
    chosen.method = method;
    all.push_back({std::string(name_of(method)), chosen});
    if (method != Method::tangent) continue;
    all.back().options.tangent.cone = false;
    all.push_back({"tangent-cone", chosen});
    all.back().options.tangent.cone = true;
  }
  return all;
}

double variance_about(const Measure& mean, const MeasureFamily& family, const Execution& execution) {
  Mean measured{.measure = mean};
  measure_distances(measured, family, execution);
  return measured.variance;
}

Remainders remainders_of(const Analysis& analysis, const MeasureFamily& family) {
  Remainders left{.variance = analysis.variance};
  const auto count = static_cast<Index>(analysis.components.size());
  left.alone.resize(count);
  left.together.resize(count);
  for (Index k = 0; k < count; ++k) {
    left.alone[k] = analysis.components[static_cast<std::size_t>(k)].mean_squared_distance;
    left.together[k] = weighted_mean(family, analysis.joint_squared_distances.col(k));
  }
  return left;
}

Remainders remainders_on(const Analysis& analysis, const MeasureFamily& family,
                         const TransportOptions& transport, const ProjectionOptions& times,
                         const Execution& execution) {
  if (analysis.components.empty())
    return {variance_about(analysis.mean, family, execution), Vector(0), Vector(0)};
  const AnalysisProjections found = project_on(analysis, family, transport, times, execution);
  Remainders left{.variance = weighted_mean(family, found.mean_squared_distances)};
  const auto count = static_cast<Index>(found.single.size());
  left.alone.resize(count);
  left.together.resize(count);
  for (Index k = 0; k < count; ++k) {
    left.alone[k] = weighted_mean(family, found.single[static_cast<std::size_t>(k)].squared_distances);
    left.together[k] = weighted_mean(family, found.joint.squared_distances.col(k));
  }
  return left;
}

// As many measures as there are, drawn with replacement: those drawn, counting as often as they were.
MeasureFamily drawn_again(const MeasureFamily& family, Random random) {
  std::vector<double> times(static_cast<std::size_t>(family.count()), 0);
  for (Index i = 0; i < family.count(); ++i)
    times[static_cast<std::size_t>(random.below(family.count()))] += 1;
  std::vector<Index> chosen;
  std::vector<double> weights;
  for (Index i = 0; i < family.count(); ++i)
    if (const double count = times[static_cast<std::size_t>(i)]; count > 0 && family.measure_weight(i) > 0) {
      chosen.push_back(i);
      weights.push_back(count * family.measure_weight(i));
    }
  MeasureFamily drawn = subset(family, chosen);
  drawn.set_measure_weights(VectorView(weights.data(), static_cast<Index>(weights.size())));
  return drawn;
}

// Shares explained in fits to measures drawn again.
Matrix bootstrap_shares(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                        const MethodOptions& options, Index components, const ComparisonOptions& comparison,
                        const Execution& execution) {
  Matrix shares =
      Matrix::Constant(comparison.bootstrap, components, std::numeric_limits<double>::quiet_NaN());
  for (Index draw = 0; draw < shares.rows(); ++draw) {
    const MeasureFamily drawn =
        drawn_again(family, Random(comparison.seed, 1 + static_cast<std::uint64_t>(draw)));
    MethodOptions asked = options;
    asked.geodesics.components =
        static_cast<double>(std::min<Index>(components, std::max<Index>(1, drawn.count() - 1)));
    if (drawn.count() < 2) continue;
    const Analysis found = analyse(drawn, mean, transport, with_shared_options(asked), execution);
    const double variance = variance_about(mean, drawn, execution);
    const Remainders left = remainders_of(found, drawn);
    for (Index k = 0; k < std::min(components, left.together.size()); ++k)
      shares(draw, k) = variance > 0 ? 1 - left.together[k] / variance : 0;
  }
  return shares;
}

}  // namespace

Split split_family(const MeasureFamily& family, double holdout, std::uint64_t seed) {
  const Index count = family.count();
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  Random random(seed, 0x5b117);
  for (Index i = count - 1; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.below(i + 1))]);
  Index held = 0;
  if (holdout > 0) {
    require(count >= 3, "--holdout needs three measures or more");
    const auto asked = static_cast<Index>(std::lround(holdout * static_cast<double>(count)));
    held = std::clamp<Index>(asked, 1, count - 2);
  }
  const auto middle = order.begin() + held;
  std::sort(order.begin(), middle);
  std::sort(middle, order.end());
  const std::span<const Index> all(order);
  const auto at = static_cast<std::size_t>(held);
  return {subset(family, all.subspan(at)), held > 0 ? subset(family, all.first(at)) : MeasureFamily()};
}

Comparison compare(const Split& measures, const Measure& mean, const TransportOptions& transport,
                   std::span<const Method> methods, const MethodOptions& options,
                   const ComparisonOptions& comparison, const Execution& execution) {
  validate(comparison);
  const bool holds_out = measures.held_out.count() > 0;
  Comparison all{.variance = variance_about(mean, measures.training, execution)};
  if (holds_out) all.held_out_variance = variance_about(mean, measures.held_out, execution);
  MethodOptions asked = options;
  // Principal curves would stop at one unless asked for as many as the others.
  if (const Index most = measures.training.count() - 1; !asked.geodesics.components && most > 0)
    asked.geodesics.components = static_cast<double>(std::min<Index>(3, most));
  for (const Entry& entry : entries(methods, with_shared_options(asked))) {
    ComparedMethod compared{.name = entry.name};
    try {
      const auto began = std::chrono::steady_clock::now();
      compared.analysis = analyse(measures.training, mean, transport, entry.options, execution);
      compared.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    } catch (const InputError& error) {
      all.refused.push_back({entry.name, error.what()});
      continue;
    }
    compared.training = remainders_of(compared.analysis, measures.training);
    if (holds_out)
      compared.held_out =
          remainders_on(compared.analysis, measures.held_out, transport, options.geodesics.times, execution);
    if (comparison.bootstrap > 0)
      compared.bootstrap =
          bootstrap_shares(measures.training, mean, transport, entry.options,
                           static_cast<Index>(compared.analysis.components.size()), comparison, execution);
    all.methods.push_back(std::move(compared));
  }
  if (all.methods.empty() && !all.refused.empty()) throw InputError(all.refused[0].reason);
  return all;
}

}  // namespace wpga
