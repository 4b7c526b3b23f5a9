#include "wpga/analysis/cone/cone_problem.hpp"

#include <cmath>
#include <type_traits>

#include "wpga/base/decompositions.hpp"

namespace wpga {

namespace {

Matrix stacked(const Fields& fields) {
  const Index d = fields[0].rows();
  Matrix result(d * static_cast<Index>(fields.size()), fields[0].cols());
  for (std::size_t a = 0; a < fields.size(); ++a) result.middleRows(static_cast<Index>(a) * d, d) = fields[a];
  return result;
}

Matrix times(const Matrix& factor, const Matrix& fields, Index d) {
  Matrix result = Matrix::Zero(factor.rows() * d, fields.cols());
  for (Index a = 0; a < factor.rows(); ++a)
    for (Index c = 0; c < factor.cols(); ++c)
      result.middleRows(a * d, d) += factor(a, c) * fields.middleRows(c * d, d);
  return result;
}

}  // namespace

ConeProblem::ConeProblem(const AtomSites& atom_sites, const QuadraticModel& model,
                         const Matrix& ends_of_fields, const std::vector<FieldConstraint>& constraints,
                         const FieldBox& box)
    : sites(atom_sites),
      ends(ends_of_fields),
      metric(model.metric),
      inverse(regular_inverse(model.metric)),
      linear(stacked(model.linear)),
      equalities(Matrix::Zero(linear.size(), static_cast<Index>(constraints.size()))),
      bounds(static_cast<Index>(constraints.size())) {
  const Index d = dimension();
  for (Index r = 0; r < bounds.size(); ++r) {
    const FieldConstraint& constraint = constraints[static_cast<std::size_t>(r)];
    bounds[r] = constraint.bound;
    for (std::size_t e = 0; e < constraint.places.size(); ++e)
      equalities.col(r).segment(constraint.places[e].atom * rows() + constraint.places[e].field * d, d) +=
          constraint.coefficients.col(static_cast<Index>(e));
  }
  if (box.empty()) return;
  lower = stacked(box.lower);
  upper = stacked(box.upper);
}

double ConeProblem::value(const Matrix& fields) const {
  return (fields.cwiseProduct(0.5 * metric_times(fields) - linear) * sites.weights).sum();
}

Matrix ConeProblem::metric_times(const Matrix& fields) const { return times(metric, fields, dimension()); }
Matrix ConeProblem::inverse_times(const Matrix& fields) const { return times(inverse, fields, dimension()); }

double barrier_weight(const AtomSites& sites, const ConeArc& arc) {
  constexpr double least = 1e-3;  // of the mean mass of a site
  const double source = sites.mass[sites.site[static_cast<std::size_t>(arc.source)]];
  const double both = 0.5 * (source + sites.mass[arc.target]) + least * sites.mean_mass;
  return sites.weights[arc.source] / source * both;
}

Matrix ConeProblem::gradients(const std::vector<ConeArc>& arcs) const {
  const Index d = dimension();
  Matrix found(rows(), std::ssize(arcs));
  for (Index i = 0; i < found.cols(); ++i) {
    const ConeArc& arc = arcs[static_cast<std::size_t>(i)];
    const Index target = sites.atom[static_cast<std::size_t>(arc.target)];
    for (Index a = 0; a < ends.cols(); ++a)
      for (Index j = 0; j < d; ++j)
        found(a * d + j, i) = ends(arc.end, a) * (sites.points(j, target) - sites.points(j, arc.source));
  }
  return found;
}

namespace {

// Of more numbers of an atom only those of fields that an arc sees are looked at.
constexpr Index many = 32;

// Loops over the F·d numbers of an atom, of which the usual count is known when compiling.
template <class Run>
void with_rows(Index rows, const Run& run) {
  if (rows == 4)
    run(std::integral_constant<Index, 4>());
  else
    run(rows);
}

// The part of one field in a gradient, or in the fields of an atom.
VectorView part_of(const ConeProblem& problem, const double* numbers, Index field) {
  return {numbers + field * problem.dimension(), problem.dimension()};
}

double seen_along(const ConeProblem& problem, const ConeArc& arc, const double* gradient,
                  const double* field) {
  double sum = 0;
  for (Index a = 0; a < problem.ends.cols(); ++a)
    if (problem.ends(arc.end, a) != 0) sum += part_of(problem, gradient, a).dot(part_of(problem, field, a));
  return sum;
}

void push_along(const ConeProblem& problem, const ConeArc& arc, const double* gradient, double factor,
                double* field) {
  const Index d = problem.dimension();
  for (Index a = 0; a < problem.ends.cols(); ++a)
    if (problem.ends(arc.end, a) != 0)
      Eigen::Map<Vector>(field + a * d, d) += factor * part_of(problem, gradient, a);
}

}  // namespace

void add_slacks(const ConeProblem& problem, const std::vector<ConeArc>& arcs, const Matrix& gradients,
                const Matrix& fields, const Matrix& potentials, Vector& slacks) {
  const std::vector<std::int32_t>& site = problem.sites.site;
  with_rows(problem.rows(), [&](auto n) {
    for (Index i = 0; i < slacks.size(); ++i) {
      const ConeArc& arc = arcs[static_cast<std::size_t>(i)];
      const double* gradient = gradients.data() + n * i;
      const double* field = fields.data() + n * arc.source;
      double sum =
          potentials(arc.target, arc.end) - potentials(site[static_cast<std::size_t>(arc.source)], arc.end);
      if (n > many)
        sum -= seen_along(problem, arc, gradient, field);
      else
        for (Index j = 0; j < n; ++j) sum -= gradient[j] * field[j];
      slacks[i] += sum;
    }
  });
}

void find_slacks(const ConeProblem& problem, const Matrix& gradients, const Matrix& fields,
                 const Matrix& potentials, std::vector<ConeArc>& arcs) {
  const AtomSites& sites = problem.sites;
  Vector slacks(std::ssize(arcs));
  for (Index i = 0; i < slacks.size(); ++i) {
    const ConeArc& arc = arcs[static_cast<std::size_t>(i)];
    const Index target = sites.atom[static_cast<std::size_t>(arc.target)];
    double square = 0;
    for (Index j = 0; j < problem.dimension(); ++j) {
      const double step = sites.points(j, target) - sites.points(j, arc.source);
      square += step * step;
    }
    slacks[i] = 0.5 * square;
  }
  add_slacks(problem, arcs, gradients, fields, potentials, slacks);
  for (Index i = 0; i < slacks.size(); ++i) arcs[static_cast<std::size_t>(i)].slack = slacks[i];
}

void add_pull(const ConeProblem& problem, const std::vector<ConeArc>& arcs, const Matrix& gradients,
              const Vector& factors, Matrix& fields, Matrix& potentials) {
  const std::vector<std::int32_t>& site = problem.sites.site;
  with_rows(problem.rows(), [&](auto n) {
    for (Index i = 0; i < factors.size(); ++i) {
      const ConeArc& arc = arcs[static_cast<std::size_t>(i)];
      const double* gradient = gradients.data() + n * i;
      double* field = fields.data() + n * arc.source;
      const double factor = factors[i];
      if (n > many)
        push_along(problem, arc, gradient, factor, field);
      else
        for (Index j = 0; j < n; ++j) field[j] += factor * gradient[j];
      potentials(site[static_cast<std::size_t>(arc.source)], arc.end) += factor;
      potentials(arc.target, arc.end) -= factor;
    }
  });
}

namespace {

// What the bounds of a box add to the gradient of the Lagrangian.
void add_box_pull(const ConePoint& point, Matrix& fields) {
  fields += point.high.multiplier - point.low.multiplier;
}

double weighted_half_square(const ConeProblem& problem, const Matrix& gradient) {
  const Vector masses = problem.sites.weights.cwiseInverse();
  return 0.5 * (gradient.cwiseProduct(problem.inverse_times(gradient)) * masses).sum();
}

Matrix reshaped(const Vector& flat, const Matrix& like) {
  return Eigen::Map<const Matrix>(flat.data(), like.rows(), like.cols());
}

Vector multipliers_of(const std::vector<ConeArc>& arcs) {
  return Vector::NullaryExpr(std::ssize(arcs),
                             [&](Index i) { return arcs[static_cast<std::size_t>(i)].multiplier; });
}

// Flows along the spanning tree that balance the residual of every site.  Flows below the rounding error of
// the subtree beyond their edge are dropped.
std::vector<ConeArc> balancing_arcs(const ConeProblem& problem, const ConePoint& point, Matrix lacking) {
  constexpr double rounding = 1e-15;
  const AtomSites& sites = problem.sites;
  Matrix passing = Matrix::Zero(lacking.rows(), lacking.cols());
  for (const ConeArc& arc : point.arcs) {
    passing(sites.site[static_cast<std::size_t>(arc.source)], arc.end) += arc.multiplier;
    passing(arc.target, arc.end) += arc.multiplier;
  }
  std::vector<ConeArc> arcs;
  for (std::int32_t e = 0; e < lacking.cols(); ++e)
    for (std::size_t i = sites.tree.size(); i-- > 0;) {
      const auto& [site, parent] = sites.tree[i];
      const double flow = lacking(site, e);  // what the sites beyond give and do not get
      lacking(parent, e) += flow;
      passing(parent, e) += passing(site, e);
      if (std::abs(flow) <= rounding * passing(site, e)) continue;
      const auto from = flow > 0 ? parent : site, to = flow > 0 ? site : parent;
      arcs.push_back({e, sites.atom[static_cast<std::size_t>(from)], to, 0, std::abs(flow)});
    }
  return arcs;
}

double half_squared_lengths(const ConeProblem& problem, const std::vector<ConeArc>& arcs) {
  double sum = 0;
  for (const ConeArc& arc : arcs)
    sum += 0.5 * arc.multiplier *
           (problem.sites.points.col(problem.sites.atom[static_cast<std::size_t>(arc.target)]) -
            problem.sites.points.col(arc.source))
               .squaredNorm();
  return sum;
}

double finite_product(const Matrix& bounds, const Matrix& multipliers) {
  return bounds
      .binaryExpr(multipliers,
                  [](double bound, double multiplier) { return multiplier == 0 ? 0.0 : bound * multiplier; })
      .sum();
}

Matrix box_residual(const Matrix& reach, const Matrix& slack) {
  return reach.binaryExpr(slack,
                          [](double one, double other) { return std::isfinite(one) ? one - other : 0.0; });
}

}  // namespace

ConeResiduals residuals_of(const ConeProblem& problem, const ConePoint& point, const Matrix& gradients) {
  const Vector& weights = problem.sites.weights;
  ConeResiduals found;
  found.fields = (problem.metric_times(point.fields) - problem.linear) * weights.asDiagonal();
  found.potentials = Matrix::Zero(point.potentials.rows(), point.potentials.cols());
  add_pull(problem, point.arcs, gradients, multipliers_of(point.arcs), found.fields, found.potentials);
  found.complementarity = found.barrier_weight = 0;
  for (const ConeArc& arc : point.arcs) {
    found.complementarity += arc.multiplier * arc.slack;
    found.barrier_weight += barrier_weight(problem.sites, arc);
  }
  found.left_over = std::abs(found.potentials.cwiseProduct(point.potentials).sum());
  if (problem.bounds.size() > 0) {
    found.fields += reshaped(problem.equalities * point.equality_multipliers, point.fields);
    found.equalities = problem.equalities.transpose() * point.fields.reshaped() - problem.bounds;
    found.left_over += std::abs(found.equalities.dot(point.equality_multipliers));
  }
  if (problem.boxed()) {
    add_box_pull(point, found.fields);
    found.low = box_residual(point.fields - problem.lower, point.low.slack);
    found.high = box_residual(problem.upper - point.fields, point.high.slack);
    for (const auto& [side, residual] :
         {std::pair(&point.low, &found.low), std::pair(&point.high, &found.high)}) {
      found.complementarity += side->slack.cwiseProduct(side->multiplier).sum();
      found.left_over += residual->cwiseAbs().cwiseProduct(side->multiplier).sum();
      found.barrier_weight +=
          (side->multiplier.array() > 0).cast<double>().matrix().colwise().sum().dot(weights.transpose());
    }
  }
  found.left_over += weighted_half_square(problem, found.fields);
  return found;
}

double proved_minimum(const ConeProblem& problem, const ConePoint& point, const Matrix& gradients) {
  Matrix gradient = -problem.linear * problem.sites.weights.asDiagonal();
  Matrix imbalance = Matrix::Zero(point.potentials.rows(), point.potentials.cols());
  add_pull(problem, point.arcs, gradients, multipliers_of(point.arcs), gradient, imbalance);
  const std::vector<ConeArc> extra = balancing_arcs(problem, point, imbalance);
  add_pull(problem, extra, problem.gradients(extra), multipliers_of(extra), gradient, imbalance);
  double value = -half_squared_lengths(problem, point.arcs) - half_squared_lengths(problem, extra);
  if (problem.bounds.size() > 0) {
    gradient += reshaped(problem.equalities * point.equality_multipliers, point.fields);
    value -= problem.bounds.dot(point.equality_multipliers);
  }
  if (problem.boxed()) {
    add_box_pull(point, gradient);
    value += finite_product(problem.lower, point.low.multiplier) -
             finite_product(problem.upper, point.high.multiplier);
  }
  return value - weighted_half_square(problem, gradient);
}

}  // namespace wpga
