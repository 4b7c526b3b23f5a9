#include "wpga/barycenters/coupled_family.hpp"

#include <algorithm>

#include "wpga/parallel/ordered_sum.hpp"

namespace wpga {

namespace {

// The part of a pass that is a sum over measures.
struct PassSum {
  double objective = 0;
  Index not_converged = 0;
  Matrix map;
  Vector potentials;

  PassSum& operator+=(const PassSum& other) {
    objective += other.objective;
    not_converged += other.not_converged;
    map += other.map;
    potentials += other.potentials;
    return *this;
  }
};

struct Workspace {
  std::unique_ptr<Coupling> coupling;
  Matrix target;  // centred
  Matrix map;
};

Index largest_measure(const MeasureFamily& family) {
  Index most = 0;
  for (Index i = 0; i < family.count(); ++i) most = std::max(most, family[i].size());
  return most;
}

}  // namespace

CoupledFamily::CoupledFamily(const MeasureFamily& family, const TransportOptions& options, Index source_atoms)
    : family_(family),
      method_(chosen_method(options, source_atoms, largest_measure(family))),
      engine_(make_transport(method_, options)),
      center_(pooled_moments(family).mean),
      resting_(static_cast<std::size_t>(family.count())) {}

CoupledFamily::Pass CoupledFamily::solve(const Matrix& points, const Vector& weights, bool want_potentials,
                                         const Execution& execution) {
  if (weights.size() != weights_.size() || weights != weights_)
    std::ranges::fill(resting_, RestingCoupling{});
  weights_ = weights;
  Pass pass;
  pass.squared_distances.resize(family_.count());
  const PassSum zero{0, 0, Matrix::Zero(points.rows(), points.cols()),
                     Vector::Zero(want_potentials ? points.cols() : 0)};
  Task task(execution, "mean", family_.count());
  const auto make = [&] {
    return Workspace{engine_->coupling(weights), {}, Matrix(points.rows(), points.cols())};
  };
  PassSum sum = ordered_sum(
      execution, family_.count(), zero, make, [&](Workspace& workspace, PassSum& total, std::int64_t i) {
        RestingCoupling& resting = resting_[static_cast<std::size_t>(i)];
        workspace.target = family_[i].points.colwise() - center_;
        workspace.coupling->attach(
            {MatrixView(workspace.target.data(), points.rows(), workspace.target.cols()), family_[i].weights},
            resting);
        const TransportValue value = workspace.coupling->solve(points);
        resting = workspace.coupling->rest();
        workspace.coupling->barycentric_map(workspace.map);
        const double lambda = family_.measure_weight(i);
        pass.squared_distances[i] = value.primal;
        total.objective += lambda * (value.primal + value.bias);
        total.not_converged += !value.convergence.converged();
        total.map += lambda * workspace.map;
        if (want_potentials) total.potentials += lambda * workspace.coupling->source_potentials();
        task.advance();
      });
  pass.objective = sum.objective;
  pass.not_converged = sum.not_converged;
  pass.map = std::move(sum.map);
  pass.potentials = std::move(sum.potentials);
  return pass;
}

}  // namespace wpga
