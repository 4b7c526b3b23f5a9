#include "wpga/analysis/fit/warm_fit.hpp"

#include <limits>

#include "wpga/analysis/fit/curve_step.hpp"
#include "wpga/analysis/fit/descent.hpp"
#include "wpga/analysis/fit/joint_fit.hpp"
#include "wpga/analysis/fit/tangent_maps.hpp"

namespace wpga {

namespace {

// Maps are kept in single precision: atoms that all maps take to one place differ by its rounding, which the
// constraints between them would have to be solved for to the last digit.  `rounding` is that of each atom.
void join_equal_atoms(const Vector& rounding, Matrix& atoms) {
  std::vector<bool> joined(static_cast<std::size_t>(atoms.cols()), false);
  for (Index k = 0; k < atoms.cols(); ++k) {
    if (joined[static_cast<std::size_t>(k)]) continue;
    for (Index l = k + 1; l < atoms.cols(); ++l)
      if ((atoms.col(l) - atoms.col(k)).norm() <= rounding[k] + rounding[l]) {
        atoms.col(l) = atoms.col(k);
        joined[static_cast<std::size_t>(l)] = true;
      }
  }
}

void add_shortfalls(const FitState& state, const CurveStep& step, WarmCurves& warm) {
  warm.shortfalls += state.shortfalls;
  warm.shortfalls.unfinished_cone_steps += step.unfinished;
}

// Each with the earlier ones as they are by now.
void move_one_by_one(const CenteredPoints& centered_mean, WarmCurves& warm, FamilyCouplings& couplings,
                     StepSetting& setting, const TransportOptions& transport, const Execution& execution) {
  const TangentMaps none;
  for (std::size_t c = 0; c < warm.curves.size(); ++c) {
    const auto step = make_curve_step(setting.mean, setting.options);
    FitState state;
    state.curve = curve_between(step->nearest(ends_of(warm.curves[c]), setting));
    state.times = warm.times.col(static_cast<Index>(c));
    const Component moved =
        Descent(centered_mean, none, couplings, transport, setting, *step, execution).run(state, [] {});
    add_shortfalls(state, *step, warm);
    warm.settled = warm.settled && moved.convergence.converged();
    warm.curves[c] = moved.curve.atoms();
    warm.times.col(static_cast<Index>(c)) = moved.times;
    setting.earlier.push_back(warm.curves[c].direction());
  }
}

// What all curves leave together does not say which is which: as in a fit, each is first found by itself,
// from the leading axes of these measures, roughly.
void move_together(const CenteredPoints& centered_mean, WarmCurves& warm, FamilyCouplings& couplings,
                   const StepSetting& given, const TransportOptions& transport, const Execution& execution) {
  GeodesicOptions rough = given.options;
  rough.start = CurveStart::tangent;
  rough.restarts = 1;
  rough.iterations = warm.passes_alone;
  StepSetting setting{given.mean, given.box, {}, given.penalty, rough};
  setting.execution = execution;
  const TangentMaps maps = tangent_maps(centered_mean, couplings, execution);
  warm.shortfalls.unconverged_transports += maps.not_converged;
  const Index most = leading_directions(maps, {}, std::ssize(warm.curves)).variances.size();
  warm.curves.resize(static_cast<std::size_t>(std::min<Index>(most, std::ssize(warm.curves))));
  warm.times.conservativeResize(Eigen::NoChange, std::ssize(warm.curves));
  for (std::size_t c = 0; c < warm.curves.size(); ++c) {
    const auto step = make_curve_step(setting.mean, setting.options);
    FitState state;
    const Component found =
        Descent(centered_mean, maps, couplings, transport, setting, *step, execution).run(state, [] {});
    add_shortfalls(state, *step, warm);
    warm.curves[c] = found.curve.atoms();
    warm.times.col(static_cast<Index>(c)) = found.times;
    setting.earlier.push_back(warm.curves[c].direction());
  }
  if (warm.curves.empty()) return;
  JointFit joint(centered_mean, couplings, given, warm.variance, execution);
  joint.begin(std::move(warm.curves), std::move(warm.times));
  const Convergence together = joint.run([] {});
  warm.settled = together.converged();
  warm.shortfalls += joint.result().shortfalls;
  warm.curves = joint.result().curves;
  warm.times = joint.result().times;
}

}  // namespace

bool can_go_on(const GeodesicOptions& options) {
  return options.algorithm == FitAlgorithm::standard && options.curve != CurveKind::translation &&
         options.joint_maps == JointMaps::each;
}

MeanNear mean_near(const Measure& mean, FamilyCouplings& couplings, double tolerance, int iterations,
                   const Execution& execution) {
  constexpr double single_precision = 4 * std::numeric_limits<float>::epsilon();
  CenteredPoints atoms = couplings.centered(mean.points), lowest = atoms;
  Vector rounding = Vector::Zero(mean.size());
  double last = std::numeric_limits<double>::infinity();
  MeanNear found;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    const TangentMaps maps = whole_tangent_maps(atoms, couplings, execution);
    found.unconverged_transports += maps.not_converged;
    found.settled = !(maps.variance < last);
    if (found.settled) break;
    lowest = atoms;
    found.settled = iteration > 0 && last - maps.variance <= tolerance * last;
    if (found.settled) break;
    last = maps.variance;
    const Vector average = maps.coordinates.cast<double>() * maps.measure_weights;
    atoms.points += maps.field(average);
    const Vector moved = maps.coordinates.cast<double>().cwiseAbs() * maps.measure_weights;
    rounding += single_precision * maps.field(moved).colwise().norm().transpose();
  }
  join_equal_atoms(rounding, lowest.points);
  found.measure = {lowest.points.colwise() + couplings.center(), mean.weights};
  return found;
}

void move_downhill(const Measure& mean, WarmCurves& warm, FamilyCouplings& couplings,
                   const TransportOptions& transport, const GeodesicOptions& options,
                   const Execution& execution) {
  StepSetting setting{mean, box_for(options.box, couplings.family(), mean), {}, 0, options};
  setting.execution = execution;
  if (warm.variance > 0) setting.penalty = options.collinearity.value_or(0) / warm.variance;
  const CenteredPoints centered_mean = couplings.centered(mean.points);
  if (options.fit == FitOrder::together && warm.curves.size() > 1)
    move_together(centered_mean, warm, couplings, setting, transport, execution);
  else
    move_one_by_one(centered_mean, warm, couplings, setting, transport, execution);
}

}  // namespace wpga
