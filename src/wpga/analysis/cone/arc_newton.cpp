#include "wpga/analysis/cone/arc_newton.hpp"

#include <algorithm>
#include <cmath>

namespace wpga {

ArcNewton::ArcNewton(const ConeProblem& problem)
    : problem_(problem), schur_(problem.sites.count() * problem.ends.rows()) {}

// Columns of an atom are its potentials in rising order: for each end those of its targets, and its own.
void ArcNewton::list(const std::vector<ConeArc>& arcs) {
  arcs_ = &arcs;
  const AtomSites& sites = problem_.sites;
  const Index p = problem_.atoms(), ends = problem_.ends.rows(), n = problem_.rows();
  const std::size_t columns = arcs.size() + static_cast<std::size_t>(ends * p);
  blocks_.resize(n, n * p);
  coupling_.resize(n * static_cast<Index>(columns));
  first_.assign(1, 0);
  first_arc_.assign(1, 0);
  potential_.clear();
  potential_.reserve(columns);
  column_.resize(arcs.size());
  own_column_.resize(static_cast<std::size_t>(ends * p));
  std::size_t i = 0;
  for (Index k = 0; k < p; ++k) {
    const auto own = sites.site[static_cast<std::size_t>(k)];
    for (Index e = 0; e < ends; ++e) {
      const auto next = [&] { return std::ssize(potential_) - first_.back(); };
      bool passed = false;
      const auto pass = [&] {
        own_column_[static_cast<std::size_t>(k * ends + e)] = next();
        potential_.push_back(own + sites.count() * e);
        passed = true;
      };
      for (; i < arcs.size() && arcs[i].source == k && arcs[i].end == e; ++i) {
        if (!passed && arcs[i].target > own) pass();
        column_[i] = next();
        potential_.push_back(arcs[i].target + sites.count() * e);
      }
      if (!passed) pass();
    }
    first_.push_back(std::ssize(potential_));
    first_arc_.push_back(static_cast<Index>(i));
  }
}

void ArcNewton::forward(Index k, double* column) const {
  const Index n = problem_.rows();
  const double* factor = blocks_.data() + n * n * k;
  for (Index i = 0; i < n; ++i) {
    column[i] *= factor[i * n + i];  // the inverse of the diagonal
    for (Index j = i + 1; j < n; ++j) column[j] -= factor[i * n + j] * column[i];
  }
}

void ArcNewton::backward(Index k, double* column) const {
  const Index n = problem_.rows();
  const double* factor = blocks_.data() + n * n * k;
  for (Index i = n - 1; i >= 0; --i) {
    for (Index j = i + 1; j < n; ++j) column[i] -= factor[i * n + j] * column[j];
    column[i] *= factor[i * n + i];
  }
}

// The block of atom k, its coupling with potentials, and what both leave to the Schur complement.
void ArcNewton::factor_atom(Index k) {
  const AtomSites& sites = problem_.sites;
  const Index d = problem_.dimension(), n = problem_.rows(), fields = problem_.ends.cols(),
              ends = problem_.ends.rows();
  auto block = blocks_.middleCols(n * k, n);
  auto coupling = coupling_of(k);
  local_.setZero(coupling.rows(), coupling.rows());
  block.setZero();
  for (Index a = 0; a < fields; ++a)
    for (Index c = 0; c < fields; ++c)
      for (Index j = 0; j < d; ++j) block(a * d + j, c * d + j) = sites.weights[k] * problem_.metric(a, c);
  if (box_.size() > 0) block.diagonal() += box_.col(k);
  coupling.setZero();
  for (Index i = first_arc_[static_cast<std::size_t>(k)]; i < first_arc_[static_cast<std::size_t>(k) + 1];
       ++i) {
    const double weight = weights_[i];
    const double* gradient = gradients_->data() + n * i;
    const Index
        column = column_[static_cast<std::size_t>(i)],
        own = own_column_[static_cast<std::size_t>(k * ends + (*arcs_)[static_cast<std::size_t>(i)].end)];
    for (Index r = 0; r < n; ++r) {
      const double share = weight * gradient[r];
      if (share == 0) continue;
      for (Index q = r; q < n; ++q) block(q, r) += share * gradient[q];
      coupling(column, r) = -share;
      coupling(own, r) += share;
    }
    local_(column, column) += weight;
    local_(own, own) += weight;
    local_(std::max(column, own), std::min(column, own)) -= weight;
  }
  for (Index i = 0; i < n;
       ++i) {  // Cholesky's factor, with inverses on the diagonal, and its inverse times K's
    for (Index j = 0; j < i; ++j) {
      for (Index r = i; r < n; ++r) block(r, i) -= block(r, j) * block(i, j);
      coupling.col(i) -= block(i, j) * coupling.col(j);
    }
    const double pivot = 1 / std::sqrt(block(i, i));
    block.col(i).tail(n - i) *= pivot;
    block(i, i) = pivot;
    coupling.col(i) *= pivot;
  }
}

void ArcNewton::factor(const std::vector<ConeArc>& arcs, const Matrix& gradients, const Vector& weights,
                       const Matrix& box) {
  list(arcs);
  gradients_ = &gradients;
  weights_ = weights;
  box_ = box;
  schur_.clear();
  const Index count = problem_.sites.count() * problem_.ends.rows();
  Vector scale = Vector::Zero(count);
  for (Index k = 0; k < problem_.atoms(); ++k) {
    factor_atom(k);
    const auto coupling = coupling_of(k);
    const std::span places = std::span(potential_)
                                 .subspan(static_cast<std::size_t>(first_[static_cast<std::size_t>(k)]),
                                          static_cast<std::size_t>(coupling.rows()));
    for (Index j = 0; j < coupling.rows(); ++j) {
      scale[places[static_cast<std::size_t>(j)]] += local_(j, j);
      for (Index r = 0; r < coupling.cols(); ++r)
        local_.col(j).tail(coupling.rows() - j) -= coupling(j, r) * coupling.col(r).tail(coupling.rows() - j);
    }
    schur_.add(places, local_);
  }
  // Of every end one potential is zero: the others are differences from it.
  for (Index first = 0; first < count; first += problem_.sites.count())
    schur_.add_to_diagonal(first, scale[first]);
  schur_.factor(scale);
}

void ArcNewton::apply(const Matrix& fields, const Matrix& potentials, Matrix& fields_image,
                      Matrix& potentials_image) const {
  fields_image = problem_.metric_times(fields) * problem_.sites.weights.asDiagonal();
  if (box_.size() > 0) fields_image += box_.cwiseProduct(fields);
  potentials_image.setZero(potentials.rows(), potentials.cols());
  Vector changes = Vector::Zero(weights_.size());
  add_slacks(problem_, *arcs_, *gradients_, fields, potentials, changes);
  add_pull(problem_, *arcs_, *gradients_, -weights_.cwiseProduct(changes), fields_image, potentials_image);
  potentials_image.reshaped() += schur_.ridge().cwiseProduct(potentials.reshaped());
}

void ArcNewton::solve_once(Matrix& fields, Matrix& potentials) const {
  const Index p = problem_.atoms(), n = problem_.rows();
  double* flat = potentials.data();
  for (Index k = 0; k < p; ++k) {
    double* column = fields.data() + n * k;
    forward(k, column);
    const auto coupling = coupling_of(k);
    const Index* place = &potential_[static_cast<std::size_t>(first_[static_cast<std::size_t>(k)])];
    for (Index r = 0; r < n; ++r)
      for (Index c = 0; c < coupling.rows(); ++c) flat[place[c]] -= coupling(c, r) * column[r];
  }
  schur_.solve(potentials.reshaped());
  for (Index k = 0; k < p; ++k) {
    double* column = fields.data() + n * k;
    const auto coupling = coupling_of(k);
    const Index* place = &potential_[static_cast<std::size_t>(first_[static_cast<std::size_t>(k)])];
    for (Index r = 0; r < n; ++r) {
      double sum = 0;
      for (Index c = 0; c < coupling.rows(); ++c) sum += coupling(c, r) * flat[place[c]];
      column[r] -= sum;
    }
    backward(k, column);
  }
}

// The Schur complement loses digits where tight arcs leave atoms only affine freedom; conjugate gradients on
// K itself, preconditioned by it, bring them back in one or two steps.
void ArcNewton::solve(Matrix& fields, Matrix& potentials) const {
  constexpr int most_steps = 12;
  constexpr double wanted = 1e-16;  // of the squared error, in the norm of K
  Matrix fields_left = fields, potentials_left = potentials;
  Matrix fields_next = fields, potentials_next = potentials;
  solve_once(fields_next, potentials_next);
  const auto product = [](const Matrix& f, const Matrix& p, const Matrix& g, const Matrix& q) {
    return f.cwiseProduct(g).sum() + p.cwiseProduct(q).sum();
  };
  double size = product(fields_left, potentials_left, fields_next, potentials_next);
  const double enough = wanted * std::abs(size);
  Matrix fields_step = fields_next, potentials_step = potentials_next, fields_image, potentials_image;
  fields.setZero();
  potentials.setZero();
  for (int step = 0; step < most_steps; ++step) {
    apply(fields_step, potentials_step, fields_image, potentials_image);
    const double curvature = product(fields_step, potentials_step, fields_image, potentials_image);
    if (!(curvature > 0) || !(size > 0)) break;
    const double length = size / curvature;
    fields += length * fields_step;
    potentials += length * potentials_step;
    fields_left -= length * fields_image;
    potentials_left -= length * potentials_image;
    fields_next = fields_left;
    potentials_next = potentials_left;
    solve_once(fields_next, potentials_next);
    const double next = product(fields_left, potentials_left, fields_next, potentials_next);
    if (!(next > enough)) break;
    fields_step = fields_next + next / size * fields_step;
    potentials_step = potentials_next + next / size * potentials_step;
    size = next;
  }
}

}  // namespace wpga
