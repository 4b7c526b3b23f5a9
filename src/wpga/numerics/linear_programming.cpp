#include "wpga/numerics/linear_programming.hpp"

#include <ClpEventHandler.hpp>
#include <ClpSimplex.hpp>
#include <algorithm>
#include <limits>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

// Exceptions must not pass through Clp: it is asked to return, and they are thrown afterwards.
class StopHandler : public ClpEventHandler {
 public:
  int event(Event) override {
    try {
      check_stop();
    } catch (const Interrupted&) {
      return 0;
    }
    return -1;
  }
  ClpEventHandler* clone() const override { return new StopHandler(*this); }
};

}  // namespace

// Columns wait here until the next solve, because Clp takes many at once far faster than one by one.
struct LinearProgram::Model {
  ClpSimplex simplex;
  double right_scale = 1;  // Clp's tolerances are absolute: it sees b and c divided by their largest entries
  double cost_scale = 0;   // 0 until the first solve
  std::vector<double> costs;  // of all columns, unscaled
  std::vector<CoinBigIndex> starts = {0};
  std::vector<int> rows;
  std::vector<double> elements;

  void hand_over_columns() {
    const std::size_t known = static_cast<std::size_t>(simplex.numberColumns()), waiting = starts.size() - 1;
    std::vector<double> scaled(waiting);
    std::transform(costs.begin() + static_cast<std::ptrdiff_t>(known), costs.end(), scaled.begin(),
                   [&](double cost) { return cost / cost_scale; });
    simplex.addColumns(static_cast<int>(waiting), nullptr, nullptr, scaled.data(), starts.data(), rows.data(),
                       elements.data());
    starts = {0};
    rows.clear();
    elements.clear();
  }
};

LinearProgram::LinearProgram(const Vector& right_side) : model_(std::make_unique<Model>()) {
  ClpSimplex& simplex = model_->simplex;
  simplex.setLogLevel(0);
  const StopHandler handler;
  simplex.passInEventHandler(&handler);
  simplex.setPrimalTolerance(1e-11);
  simplex.setDualTolerance(1e-10);
  simplex.resize(static_cast<int>(right_side.size()), 0);
  const double largest = right_side.size() == 0 ? 0 : right_side.cwiseAbs().maxCoeff();
  model_->right_scale = largest > 0 ? largest : 1;
  for (Index i = 0; i < right_side.size(); ++i) {
    const double scaled = right_side[i] / model_->right_scale;
    simplex.setRowBounds(static_cast<int>(i), scaled, scaled);
  }
}

LinearProgram::~LinearProgram() = default;
LinearProgram::LinearProgram(LinearProgram&&) noexcept = default;
LinearProgram& LinearProgram::operator=(LinearProgram&&) noexcept = default;

void LinearProgram::add_column(double cost, std::span<const ColumnEntry> entries) {
  for (const ColumnEntry& entry : entries) {
    model_->rows.push_back(entry.row);
    model_->elements.push_back(entry.value);
  }
  model_->starts.push_back(static_cast<CoinBigIndex>(model_->rows.size()));
  model_->costs.push_back(cost);
}

Index LinearProgram::rows() const { return model_->simplex.numberRows(); }

Index LinearProgram::columns() const { return static_cast<Index>(model_->costs.size()); }

LinearSolution LinearProgram::solve() {
  Model& model = *model_;
  if (model.cost_scale == 0) {
    for (const double cost : model.costs) model.cost_scale = std::max(model.cost_scale, std::abs(cost));
    if (model.cost_scale == 0) model.cost_scale = 1;
  }
  model.hand_over_columns();
  // New columns leave the last basis primal feasible, so the primal simplex goes on where it stopped.
  model.simplex.primal();
  check_stop();

  LinearSolution solution;
  solution.iterations = model.simplex.numberIterations();
  switch (model.simplex.status()) {
    case 0:
      solution.status = LinearStatus::optimal;
      break;
    case 1:
      solution.status = LinearStatus::infeasible;
      break;
    case 2:
      solution.status = LinearStatus::unbounded;
      break;
    default:
      break;
  }
  const Eigen::Map<const Vector> primal(model.simplex.getColSolution(), columns());
  const Eigen::Map<const Vector> dual(model.simplex.getRowPrice(), rows());
  solution.primal = primal.cwiseMax(0) * model.right_scale;
  solution.dual = dual * model.cost_scale;
  solution.value = solution.primal.dot(VectorView(model.costs.data(), columns()));
  return solution;
}

}  // namespace wpga
