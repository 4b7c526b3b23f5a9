#include "wpga/transport/distances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/measures/length_unit.hpp"
#include "wpga/parallel/shared_for.hpp"
#include "wpga/transport/dual_bound.hpp"
#include "wpga/transport/entropic/common_grid.hpp"
#include "wpga/transport/entropic/sinkhorn_grid.hpp"
#include "wpga/transport/one_dimensional.hpp"

namespace wpga {

namespace {

void require_one_space(Index first, Index second) {
  require(first == second,
          fmt::format("the measures live in dimensions {} and {}; distances need one space", first, second));
}

// One source against a run of targets: small enough to share out, large enough to be worth a workspace.
struct Piece {
  Index source, first_target, last_target;
};
constexpr Index targets_in_a_piece = 16;

std::vector<Piece> pieces(Index sources, Index targets, bool symmetric) {
  std::vector<Piece> list;
  for (Index i = 0; i < sources; ++i)
    for (Index j = symmetric ? i + 1 : 0; j < targets; j += targets_in_a_piece)
      list.push_back({i, j, std::min(targets, j + targets_in_a_piece)});
  return list;
}

// The couplings that one source needs, made when first wanted.
class SourceCouplings {
 public:
  SourceCouplings(const MeasureView& source, const TransportOptions& options)
      : source_(source), options_(options) {}

  TransportMethod method(const MeasureView& target) const {
    return chosen_method(options_, source_.size(), target.size());
  }

  TransportValue solve(const MeasureView& target) {
    const TransportMethod method = this->method(target);
    if (source_.dimension() == 1 && method == TransportMethod::exact && options_.mass == MassRule::fixed)
      return couple_on_line(source_, target).value;
    if (method == TransportMethod::entropic)
      if (const auto pixels = common_grid(source_, target))
        return grid_transport(pixels->grid, pixels->source, pixels->target, options_.sinkhorn, {},
                              {.threads = 1})
            .values[0];
    auto& coupling = method == TransportMethod::exact ? exact_ : entropic_;
    if (!coupling) coupling = make_transport(method, options_)->coupling(source_.weights);
    coupling->attach(target, {});
    return coupling->solve(source_.points);
  }

 private:
  MeasureView source_;
  const TransportOptions& options_;
  std::unique_ptr<Coupling> exact_, entropic_;
};

DistanceMatrix solve_pieces(const MeasureFamily& first, const MeasureFamily& second, bool symmetric,
                            const TransportOptions& options, const Execution& execution) {
  const Matrix zero = Matrix::Zero(first.count(), second.count());
  DistanceMatrix result{.upper = zero, .lower = zero, .unmatched = zero};
  const std::vector<Piece> list = pieces(first.count(), second.count(), symmetric);
  struct Counts {
    Index stopped_early = 0, contradictions = 0;
  };
  std::vector<Counts> counts(list.size());
  const Share own = own_share(execution, std::ssize(list));
  std::int64_t pairs = 0;
  for (std::int64_t at = own.first; at < own.last; ++at) {
    const Piece& piece = list[static_cast<std::size_t>(at)];
    pairs += piece.last_target - piece.first_target;
  }
  Task task(execution, "transport", pairs);
  const auto solve_piece = [&](int, std::int64_t at) {
    const Piece& piece = list[static_cast<std::size_t>(at)];
    SourceCouplings couplings(first[piece.source], options);
    for (Index j = piece.first_target; j < piece.last_target; ++j) {
      const TransportValue value = couplings.solve(second[j]);
      result.upper(piece.source, j) = value.primal;
      result.unmatched(piece.source, j) = value.unmatched;
      Counts& here = counts[static_cast<std::size_t>(at)];
      result.lower(piece.source, j) =
          proven_lower(value, first[piece.source], second[j], here.contradictions);
      here.stopped_early += !value.convergence.converged();
      task.advance();
    }
  };
  shared_for(
      execution, std::ssize(list), [] { return 0; }, solve_piece,
      [&](Parcel& parcel, std::int64_t at) {
        const Piece& piece = list[static_cast<std::size_t>(at)];
        for (Index j = piece.first_target; j < piece.last_target; ++j)
          parcel(result.upper(piece.source, j), result.lower(piece.source, j),
                 result.unmatched(piece.source, j));
        parcel(counts[static_cast<std::size_t>(at)]);
      });
  for (const Counts& each : counts) {
    result.not_converged += each.stopped_early;
    result.contradictions += each.contradictions;
  }
  for (Index i = 0; i < first.count(); ++i)
    for (Index j = 0; j < second.count(); ++j)
      (SourceCouplings(first[i], options).method(second[j]) == TransportMethod::exact ? result.any_exact
                                                                                      : result.any_entropic) =
          true;
  return result;
}

DistanceMatrix all_distances(const MeasureFamily& first, const MeasureFamily& second, bool symmetric,
                             const TransportOptions& options, const Execution& execution) {
  validate(options);
  validate_mass(options);
  require_one_space(first.dimension(), second.dimension());
  const double unit = length_unit(first.points(), second.points());
  if (unit == 1) return solve_pieces(first, second, symmetric, options, execution);
  DistanceMatrix result =
      solve_pieces(in_unit(first, unit), in_unit(second, unit), symmetric, in_unit(options, unit), execution);
  result.upper *= unit * unit;
  result.lower *= unit * unit;
  return result;
}

}  // namespace

TransportValue in_data_unit(TransportValue value, double unit) {
  value.primal *= unit * unit;
  value.dual *= unit * unit;
  value.bias *= unit * unit;
  return value;
}

double proven_lower(const TransportValue& value, const MeasureView& source, const MeasureView& target,
                    Index& contradictions) {
  // Squares of the size that cancel in a distance.
  const Vector center = mean_of(source);
  const auto spread = [&](const MeasureView& measure) {
    return (measure.points.colwise() - center).colwise().squaredNorm().dot(measure.weights);
  };
  const double magnitude = spread(source) + spread(target);
  return without_rounding(value.dual, value.primal, magnitude, contradictions);
}

TransportValue transport_value(const MeasureView& source, const MeasureView& target,
                               const TransportOptions& options) {
  validate(options);
  validate_mass(options);
  require_one_space(source.dimension(), target.dimension());
  if (const double unit = length_unit(source.points, target.points); unit != 1) {
    const Measure from = in_unit(source, unit), to = in_unit(target, unit);
    const TransportOptions scaled = in_unit(options, unit);
    return in_data_unit(SourceCouplings(from.view(), scaled).solve(to.view()), unit);
  }
  return SourceCouplings(source, options).solve(target);
}

DistanceMatrix distance_matrix(const MeasureFamily& first, const MeasureFamily& second,
                               const TransportOptions& options, const Execution& execution) {
  return all_distances(first, second, false, options, execution);
}

DistanceMatrix distance_matrix(const MeasureFamily& family, const TransportOptions& options,
                               const Execution& execution) {
  DistanceMatrix result = all_distances(family, family, true, options, execution);
  result.upper = result.upper + result.upper.transpose().eval();
  result.lower = result.lower + result.lower.transpose().eval();
  result.unmatched = result.unmatched + result.unmatched.transpose().eval();
  return result;
}

}  // namespace wpga
