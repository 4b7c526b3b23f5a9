#include "wpga/analysis/arc_newton.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

namespace wpga {

// Dense while there are few potentials, sparse beyond; a Schur complement that fills up is dense again.
struct ArcNewton::Potentials {
  static constexpr Index most_dense = 700;

  explicit Potentials(Index potentials) : count(potentials), sparse(potentials > most_dense) {
    if (!sparse) dense.resize(count, count);
  }

  void clear() {
    diagonal.setZero(count);
    if (sparse)
      entries.clear();
    else
      dense.setZero();
  }

  // Off the diagonal, once for each pair.
  void add(Index i, Index j, double value) {
    if (i == j)
      diagonal[i] += value;
    else if (sparse)
      entries.emplace_back(std::max(i, j), std::min(i, j), value);
    else
      dense(std::max(i, j), std::min(i, j)) += value;
  }

  // Potentials that arcs hardly determine (between clusters far apart) hardly move; where rounding still
  // leaves the matrix short of definite, more of the same.
  void factor(const Vector& scale) {
    for (double share = 1e-15; share < 1; share *= 100) {
      ridge = share * scale;
      if (factored(diagonal + ridge)) return;
    }
  }

  bool factored(const Vector& held) {
    if (!sparse) {
      dense.diagonal() = held;
      cholesky.compute(dense);
      return cholesky.info() == Eigen::Success;
    }
    std::vector<Eigen::Triplet<double>> all = entries;
    for (Index i = 0; i < count; ++i) all.emplace_back(i, i, held[i]);
    Eigen::SparseMatrix<double> matrix(count, count);
    matrix.setFromTriplets(all.begin(), all.end());
    sparse_cholesky.compute(matrix);
    return sparse_cholesky.info() == Eigen::Success;
  }

  void solve(Matrix& potentials) const {
    Eigen::Map<Vector> flat(potentials.data(), potentials.size());
    if (sparse)
      flat = sparse_cholesky.solve(flat).eval();
    else
      cholesky.solveInPlace(flat);
  }

  Index count;
  bool sparse;
  Vector diagonal, ridge;
  Matrix dense;
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::LLT<Matrix> cholesky;
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> sparse_cholesky;
};

ArcNewton::ArcNewton(const ConeProblem& problem)
    : problem_(problem), schur_(std::make_unique<Potentials>(problem.sites.count() * problem.ends.rows())) {}

ArcNewton::~ArcNewton() = default;

void ArcNewton::list(const std::vector<ConeArc>& arcs) {
  arcs_ = &arcs;
  const AtomSites& sites = problem_.sites;
  const Index p = problem_.atoms(), ends = problem_.ends.rows();
  first_.assign(static_cast<std::size_t>(p) + 1, 0);
  for (const ConeArc& arc : arcs) ++first_[static_cast<std::size_t>(arc.source) + 1];
  for (std::size_t k = 0; k < static_cast<std::size_t>(p); ++k) first_[k + 1] += first_[k];
  const Index columns = static_cast<Index>(arcs.size()) + ends * p, n = problem_.rows();
  blocks_.resize(n, n * p);
  coupling_.resize(n, columns);
  potential_.clear();
  potential_.reserve(static_cast<std::size_t>(columns));
  for (Index k = 0; k < p; ++k) {
    for (Index e = 0; e < ends; ++e)
      potential_.push_back(sites.site[static_cast<std::size_t>(k)] + sites.count() * e);
    for (Index i = first_[static_cast<std::size_t>(k)]; i < first_[static_cast<std::size_t>(k) + 1]; ++i) {
      const ConeArc& arc = arcs[static_cast<std::size_t>(i)];
      potential_.push_back(arc.target + sites.count() * arc.end);
    }
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
void ArcNewton::factor_atom(Index k, const Vector& weights, const Matrix& box) {
  const AtomSites& sites = problem_.sites;
  const Index d = problem_.dimension(), n = problem_.rows(), fields = problem_.ends.cols(),
              ends = problem_.ends.rows();
  const Index from = first_[static_cast<std::size_t>(k)], to = first_[static_cast<std::size_t>(k) + 1],
              first = from + ends * k;
  auto block = blocks_.middleCols(n * k, n);
  auto coupling = coupling_.middleCols(first, to - from + ends);
  block.setZero();
  for (Index a = 0; a < fields; ++a)
    for (Index c = 0; c < fields; ++c)
      for (Index j = 0; j < d; ++j) block(a * d + j, c * d + j) = sites.weights[k] * problem_.metric(a, c);
  if (box.size() > 0) block.diagonal() += box.col(k);
  coupling.setZero();
  for (Index i = from; i < to; ++i) {
    const ConeArc& arc = (*arcs_)[static_cast<std::size_t>(i)];
    const double weight = weights[i];
    const Index column = ends + i - from;
    coupling.col(column) = gradients_->col(i);
    for (Index i1 = 0; i1 < n; ++i1) {
      const double share = weight * coupling(i1, column);
      if (share == 0) continue;
      for (Index i2 = i1; i2 < n; ++i2) block(i2, i1) += share * coupling(i2, column);
    }
    coupling.col(arc.end) += weight * coupling.col(column);
    coupling.col(column) *= -weight;
    const Index own = potential_[static_cast<std::size_t>(first + arc.end)],
                other = potential_[static_cast<std::size_t>(first + column)];
    schur_->diagonal[own] += weight;
    schur_->diagonal[other] += weight;
    schur_->add(own, other, -weight);
  }
  for (Index i = 0; i < n; ++i) {  // Cholesky, with inverses on the diagonal
    for (Index j = 0; j < i; ++j)
      for (Index r = i; r < n; ++r) block(r, i) -= block(r, j) * block(i, j);
    const double pivot = 1 / std::sqrt(block(i, i));
    block(i, i) = pivot;
    for (Index r = i + 1; r < n; ++r) block(r, i) *= pivot;
  }
  for (Index c = 0; c < coupling.cols(); ++c) forward(k, coupling.col(c).data());
}

void ArcNewton::factor(const std::vector<ConeArc>& arcs, const Matrix& gradients, const Vector& weights,
                       const Matrix& box) {
  list(arcs);
  gradients_ = &gradients;
  weights_ = weights;
  box_ = box;
  schur_->clear();
  const Index p = problem_.atoms(), ends = problem_.ends.rows();
  for (Index k = 0; k < p; ++k) factor_atom(k, weights, box);
  const Vector scale = schur_->diagonal;
  const Index n = problem_.rows();
  for (Index k = 0; k < p; ++k) {
    const Index first = first_[static_cast<std::size_t>(k)] + ends * k,
                last = first_[static_cast<std::size_t>(k) + 1] + ends * (k + 1);
    for (Index j = first; j < last; ++j) {
      const Index column = potential_[static_cast<std::size_t>(j)];
      const double* one = coupling_.data() + n * j;
      for (Index i = j; i < last; ++i) {
        const double* other = coupling_.data() + n * i;
        double product = 0;
        for (Index r = 0; r < n; ++r) product += one[r] * other[r];
        const Index row = potential_[static_cast<std::size_t>(i)];
        schur_->add(row, column, row == column && i != j ? -2 * product : -product);
      }
    }
  }
  // Of every end one potential is zero: the others are differences from it.
  for (Index e = 0; e < ends; ++e)
    schur_->diagonal[problem_.sites.count() * e] += scale[problem_.sites.count() * e];
  schur_->factor(scale);
}

void ArcNewton::apply(const Matrix& fields, const Matrix& potentials, Matrix& fields_image,
                      Matrix& potentials_image) const {
  fields_image = problem_.metric_times(fields) * problem_.sites.weights.asDiagonal();
  if (box_.size() > 0) fields_image += box_.cwiseProduct(fields);
  potentials_image.setZero(potentials.rows(), potentials.cols());
  Vector changes = Vector::Zero(weights_.size());
  add_slacks(problem_, *arcs_, *gradients_, fields, potentials, changes);
  add_pull(problem_, *arcs_, *gradients_, -weights_.cwiseProduct(changes), fields_image, potentials_image);
  potentials_image.reshaped() += schur_->ridge.cwiseProduct(potentials.reshaped());
}

void ArcNewton::solve_once(Matrix& fields, Matrix& potentials) const {
  const Index p = problem_.atoms(), ends = problem_.ends.rows(), n = problem_.rows();
  const auto visit = [&](Index k, const auto& body) {
    const Index first = first_[static_cast<std::size_t>(k)] + ends * k,
                last = first_[static_cast<std::size_t>(k) + 1] + ends * (k + 1);
    double* column = fields.data() + n * k;
    for (Index c = first; c < last; ++c)
      body(column, coupling_.data() + n * c, potentials.data()[potential_[static_cast<std::size_t>(c)]]);
  };
  for (Index k = 0; k < p; ++k) {
    forward(k, fields.col(k).data());
    visit(k, [n](const double* column, const double* coupling, double& potential) {
      for (Index i = 0; i < n; ++i) potential -= coupling[i] * column[i];
    });
  }
  schur_->solve(potentials);
  for (Index k = 0; k < p; ++k) {
    visit(k, [n](double* column, const double* coupling, const double& potential) {
      for (Index i = 0; i < n; ++i) column[i] -= coupling[i] * potential;
    });
    backward(k, fields.col(k).data());
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
