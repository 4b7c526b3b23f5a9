#include "wpga/barycenters/coupled_family.hpp"

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
  void travel(Parcel& parcel) { parcel(objective, not_converged, map, potentials); }
};

struct Workspace {
  FamilyCouplings::Worker worker;
  Matrix map;
};

}  // namespace

CoupledFamily::Pass CoupledFamily::solve(const Matrix& points, const Vector& weights, bool want_potentials,
                                         const Execution& execution, SolveEffort effort) {
  if (weights != couplings_.weights()) couplings_.restart(weights);
  const MeasureFamily& family = couplings_.family();
  Pass pass;
  pass.squared_distances.resize(family.count());
  const PassSum zero{0, 0, Matrix::Zero(points.rows(), points.cols()),
                     Vector::Zero(want_potentials ? points.cols() : 0)};
  Task task(execution, "mean", own_share(execution, family.count()).size());
  const auto make = [&] { return Workspace{couplings_.worker(), Matrix(points.rows(), points.cols())}; };
  PassSum sum = shared_sum(
      execution, family.count(), zero, make,
      [&](Workspace& workspace, PassSum& total, std::int64_t i) {
        Coupling& coupling = couplings_.attach(workspace.worker, i);
        const TransportValue value = coupling.solve(points, effort);
        couplings_.rest(workspace.worker, i);
        coupling.barycentric_map(workspace.map);
        const double lambda = family.measure_weight(i);
        pass.squared_distances[i] = value.primal;
        total.objective += lambda * (value.primal + value.bias);
        total.not_converged += effort == SolveEffort::full && !value.convergence.converged();
        total.map += lambda * workspace.map;
        if (want_potentials) total.potentials += lambda * coupling.source_potentials();
        task.advance();
      },
      [&](Parcel& parcel, std::int64_t i) { parcel(pass.squared_distances[i]); });
  pass.objective = sum.objective;
  pass.not_converged = sum.not_converged;
  pass.is_rough = effort == SolveEffort::rough && method() == TransportMethod::exact;
  pass.map = std::move(sum.map);
  pass.potentials = std::move(sum.potentials);
  return pass;
}

}  // namespace wpga
