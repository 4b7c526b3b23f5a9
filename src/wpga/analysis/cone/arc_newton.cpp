#include "wpga/analysis/cone/arc_newton.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/analysis/cone/arc_block.hpp"
#include "wpga/analysis/cone/band_order.hpp"
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

constexpr Index atoms_at_once = 16, wide = 64;  // beyond so many rows one at a time

std::int64_t parts_of(Index atoms, Index rows) {
  const Index at_once = rows > wide ? 1 : atoms_at_once;
  return (atoms + at_once - 1) / at_once;
}

// body(atom) of all atoms, several at once where each has little to do.
template <class Body>
void for_each_atom(const Execution& execution, Index atoms, Index rows, const Body& body) {
  const Index at_once = rows > wide ? 1 : atoms_at_once;
  parallel_for(execution, parts_of(atoms, rows), [&](Index part) {
    check_stop();
    for (Index k = part * at_once; k < std::min(atoms, (part + 1) * at_once); ++k) body(k);
  });
}

bool same_place(const ConeArc& one, const ConeArc& other) {
  return one.source == other.source && one.end == other.end && one.target == other.target;
}

// lower −= coupling coupling', lower triangles; four columns, the usual number, in one pass.
template <class Coupling, class Lower>
void subtract_square(const Coupling& coupling, Lower&& lower) {
  const Index size = coupling.rows();
  if (coupling.cols() != 4) {
    for (Index j = 0; j < size; ++j)
      for (Index r = 0; r < coupling.cols(); ++r)
        lower.col(j).tail(size - j) -= coupling(j, r) * coupling.col(r).tail(size - j);
    return;
  }
  for (Index j = 0; j < size; ++j) {
    const auto below = [&](Index r) { return coupling(j, r) * coupling.col(r).tail(size - j); };
    lower.col(j).tail(size - j) -= (below(0) + below(1)) + (below(2) + below(3));
  }
}

}  // namespace

ArcNewton::ArcNewton(const ConeProblem& problem, const Execution& execution)
    : problem_(problem), execution_(execution), schur_(problem.sites.count() * problem.ends.rows()) {}

// Both ends of a site have places one after the other, and atoms that see each other places near each other.
void ArcNewton::find_places() {
  const AtomSites& sites = problem_.sites;
  const Index ends = problem_.ends.rows();
  std::vector<std::vector<Index>> groups(static_cast<std::size_t>(problem_.atoms()));
  for (std::size_t k = 0; k < groups.size(); ++k) groups[k].push_back(sites.site[k]);
  for (const ConeArc& arc : *arcs_) groups[static_cast<std::size_t>(arc.source)].push_back(arc.target);
  const std::vector<Index> order = band_order(sites.count(), groups);
  place_.resize(static_cast<std::size_t>(sites.count() * ends));
  for (Index i = 0; i < sites.count(); ++i)
    for (Index e = 0; e < ends; ++e)
      place_[static_cast<std::size_t>(order[static_cast<std::size_t>(i)] + sites.count() * e)] = i * ends + e;
}

// Columns of an atom are the places of its potentials in rising order: for each end those of its targets, and
// its own.
void ArcNewton::list(const std::vector<ConeArc>& arcs, bool boxed) {
  arcs_ = &arcs;
  if (!first_.empty() && boxed == boxed_ && std::ranges::equal(arcs, listed_, same_place)) return;
  listed_ = arcs;
  boxed_ = boxed;
  const AtomSites& sites = problem_.sites;
  const Index p = problem_.atoms(), ends = problem_.ends.rows();
  const std::size_t columns = arcs.size() + static_cast<std::size_t>(ends * p);
  find_places();
  first_.assign(1, 0);
  first_arc_.assign(1, 0);
  first_entry_.assign(1, 0);
  potential_.clear();
  potential_.reserve(columns);
  column_.resize(arcs.size());
  own_column_.resize(static_cast<std::size_t>(ends * p));
  std::vector<std::pair<Index, Index*>> seen;  // a place, and where its column is wanted
  std::size_t i = 0;
  for (Index k = 0; k < p; ++k) {
    seen.clear();
    for (Index e = 0; e < ends; ++e)
      seen.emplace_back(
          place_[static_cast<std::size_t>(sites.site[static_cast<std::size_t>(k)] + sites.count() * e)],
          &own_column_[static_cast<std::size_t>(k * ends + e)]);
    for (; i < arcs.size() && arcs[i].source == k; ++i)
      seen.emplace_back(place_[static_cast<std::size_t>(arcs[i].target + sites.count() * arcs[i].end)],
                        &column_[i]);
    std::ranges::sort(seen, {}, &std::pair<Index, Index*>::first);
    for (const auto& [place, column] : seen) {
      *column = std::ssize(potential_) - first_.back();
      potential_.push_back(place);
    }
    first_.push_back(std::ssize(potential_));
    first_entry_.push_back(first_entry_.back() + columns_of(k) * columns_of(k));
    first_arc_.push_back(static_cast<Index>(i));
  }
  local_.resize(first_entry_.back());
  arc_sums_.resize(std::ssize(potential_));
  find_spans();
}

// A box holds every coordinate by itself, so that none can be left out.
void ArcNewton::find_spans() {
  const Index p = problem_.atoms();
  spans_.resize(static_cast<std::size_t>(p));
  for_each_atom(execution_, p, problem_.rows(), [&](Index k) {
    ArcSpan& span = spans_[static_cast<std::size_t>(k)];
    if (boxed_) {
      span = {};
      return;
    }
    std::vector<std::int32_t> targets;
    for (Index i = first_arc_[static_cast<std::size_t>(k)]; i < first_arc_[static_cast<std::size_t>(k) + 1];
         ++i)
      targets.push_back(listed_[static_cast<std::size_t>(i)].target);
    std::ranges::sort(targets);
    targets.erase(std::ranges::unique(targets).begin(), targets.end());
    if (span.whole() || targets != span.targets) span = arc_span(problem_.sites, k, std::move(targets));
  });
  first_row_.assign(1, 0);
  first_square_.assign(1, 0);
  first_coupling_.assign(1, 0);
  for (Index k = 0; k < p; ++k) {
    const Index n =
        problem_.ends.cols() * spans_[static_cast<std::size_t>(k)].dimension_in(problem_.dimension());
    first_row_.push_back(first_row_.back() + n);
    first_square_.push_back(first_square_.back() + n * n);
    first_coupling_.push_back(first_coupling_.back() + n * columns_of(k));
  }
  blocks_.resize(first_square_.back());
  coupling_.resize(first_coupling_.back());
}

// The fields of atom k, in the coordinates of its span.
void ArcNewton::take_within(Index k, const double* fields, double* within) const {
  const ArcSpan& span = spans_[static_cast<std::size_t>(k)];
  const Index d = problem_.dimension(), t = span.dimension_in(d);
  if (span.whole()) {
    std::copy_n(fields, rows_of(k), within);
    return;
  }
  for (Index a = 0; a < problem_.ends.cols(); ++a)
    Eigen::Map<Vector>(within + a * t, t).noalias() =
        span.basis.transpose() * Eigen::Map<const Vector>(fields + a * d, d);
}

// What no arc of atom k sees of its fields, and the metric ⊗ b of it alone, inverted.
ArcNewton::Unseen ArcNewton::unseen(Index k, const double* fields, const double* within) const {
  const ArcSpan& span = spans_[static_cast<std::size_t>(k)];
  const Index d = problem_.dimension(), t = span.dimension_in(d), count = problem_.ends.cols();
  Unseen found;
  found.fields = Eigen::Map<const Matrix>(fields, d, count);
  found.fields.noalias() -= span.basis * Eigen::Map<const Matrix>(within, t, count);
  found.solved = found.fields * problem_.inverse / problem_.sites.weights[k];
  return found;
}

// Cholesky's factor of the block of atom k, its inverse times the coupling, and what both leave to the Schur
// complement.
void ArcNewton::factor_atom(Index k) {
  fill_block(k);
  auto local = local_of(k);
  auto coupling = coupling_of(k);
  factor_block(block_of(k), coupling);
  arc_sums_.segment(first_[static_cast<std::size_t>(k)], columns_of(k)) = local.diagonal();
  subtract_square(coupling, local);
}

// The block of atom k, its coupling with potentials, and theirs with each other.
void ArcNewton::fill_block(Index k) {
  const AtomSites& sites = problem_.sites;
  const ArcSpan& span = spans_[static_cast<std::size_t>(k)];
  const Index d = span.dimension_in(problem_.dimension()), n = rows_of(k), fields = problem_.ends.cols(),
              ends = problem_.ends.rows();
  auto block = block_of(k);
  auto coupling = coupling_of(k);
  auto local = local_of(k);
  local.setZero();
  block.setZero();
  for (Index a = 0; a < fields; ++a)
    for (Index c = 0; c < fields; ++c)
      for (Index j = 0; j < d; ++j) block(a * d + j, c * d + j) = sites.weights[k] * problem_.metric(a, c);
  if (boxed_) block.diagonal() += box_.col(k);
  coupling.setZero();
  Vector within(span.whole() ? 0 : n);
  for (Index i = first_arc_[static_cast<std::size_t>(k)]; i < first_arc_[static_cast<std::size_t>(k) + 1];
       ++i) {
    const ConeArc& arc = (*arcs_)[static_cast<std::size_t>(i)];
    const double weight = weights_[i];
    const double* gradient = gradients_->data() + n * i;
    if (!span.whole()) {
      const auto place = std::ranges::lower_bound(span.targets, arc.target) - span.targets.begin();
      for (Index a = 0; a < fields; ++a)
        within.segment(a * d, d) = problem_.ends(arc.end, a) * span.steps.col(place);
      gradient = within.data();
    }
    const Index column = column_[static_cast<std::size_t>(i)],
                own = own_column_[static_cast<std::size_t>(k * ends + arc.end)];
    for (Index r = 0; r < n; ++r) {
      const double share = weight * gradient[r];
      if (share == 0) continue;
      for (Index q = r; q < n; ++q) block(q, r) += share * gradient[q];
      coupling(column, r) = -share;
      coupling(own, r) += share;
    }
    local(column, column) += weight;
    local(own, own) += weight;
    local(std::max(column, own), std::min(column, own)) -= weight;
  }
}

void ArcNewton::factor(const std::vector<ConeArc>& arcs, const Matrix& gradients, const Vector& weights,
                       const Matrix& box) {
  list(arcs, box.size() > 0);
  gradients_ = &gradients;
  weights_ = weights;
  box_ = box;
  schur_.clear();
  const Index count = problem_.sites.count() * problem_.ends.rows();
  scale_.setZero(count);
  const Index p = problem_.atoms();
  for_each_atom(execution_, p, problem_.rows(), [&](Index k) { factor_atom(k); });
  for (Index i = 0; i < arc_sums_.size(); ++i)
    scale_[potential_[static_cast<std::size_t>(i)]] += arc_sums_[i];
  for (Index k = 0; k < p; ++k)
    schur_.add(std::span(potential_)
                   .subspan(static_cast<std::size_t>(first_[static_cast<std::size_t>(k)]),
                            static_cast<std::size_t>(columns_of(k))),
               local_of(k));
  // Of every end one potential is zero: the others are differences from it.
  for (Index first = 0; first < count; first += problem_.sites.count()) {
    const Index place = place_[static_cast<std::size_t>(first)];
    schur_.add_to_diagonal(place, scale_[place]);
  }
  schur_.factor(scale_, execution_);
}

void ArcNewton::apply(const Matrix& fields, const Matrix& potentials, Matrix& fields_image,
                      Matrix& potentials_image) const {
  fields_image = problem_.metric_times(fields) * problem_.sites.weights.asDiagonal();
  if (box_.size() > 0) fields_image += box_.cwiseProduct(fields);
  potentials_image.setZero(potentials.rows(), potentials.cols());
  Vector changes = Vector::Zero(weights_.size());
  add_slacks(problem_, *arcs_, *gradients_, fields, potentials, changes);
  add_pull(problem_, *arcs_, *gradients_, -weights_.cwiseProduct(changes), fields_image, potentials_image);
  for (Index i = 0; i < potentials.size(); ++i)
    potentials_image.data()[i] += schur_.ridge()[place_[static_cast<std::size_t>(i)]] * potentials.data()[i];
}

void ArcNewton::solve_once(Matrix& fields, Matrix& potentials) const {
  const Index p = problem_.atoms(), n = problem_.rows();
  Vector placed(potentials.size()), all_within(first_row_.back());
  double* flat = placed.data();
  for (Index i = 0; i < placed.size(); ++i)
    placed[place_[static_cast<std::size_t>(i)]] = potentials.data()[i];
  for (Index k = 0; k < p; ++k) {
    double* field = fields.data() + n * k;
    double* column = all_within.data() + first_row_[static_cast<std::size_t>(k)];
    take_within(k, field, column);
    if (!spans_[static_cast<std::size_t>(k)].whole())
      Eigen::Map<Matrix>(field, problem_.dimension(), problem_.ends.cols()) = unseen(k, field, column).solved;
    solve_lower(factor_of(k), rows_of(k), column);
    const auto coupling = coupling_of(k);
    const Index* place = &potential_[static_cast<std::size_t>(first_[static_cast<std::size_t>(k)])];
    for (Index r = 0; r < coupling.cols(); ++r)
      for (Index c = 0; c < coupling.rows(); ++c) flat[place[c]] -= coupling(c, r) * column[r];
  }
  schur_.solve(placed);
  for (Index i = 0; i < placed.size(); ++i)
    potentials.data()[i] = placed[place_[static_cast<std::size_t>(i)]];
  for (Index k = 0; k < p; ++k) {
    double* column = all_within.data() + first_row_[static_cast<std::size_t>(k)];
    const auto coupling = coupling_of(k);
    const Index* place = &potential_[static_cast<std::size_t>(first_[static_cast<std::size_t>(k)])];
    for (Index r = 0; r < coupling.cols(); ++r) {
      double sum = 0;
      for (Index c = 0; c < coupling.rows(); ++c) sum += coupling(c, r) * flat[place[c]];
      column[r] -= sum;
    }
    solve_upper(factor_of(k), rows_of(k), column);
    put_back(k, column, fields.data() + n * k);
  }
}

// Fields of atom k from those in its span and, already there, those beyond it.
void ArcNewton::put_back(Index k, const double* within, double* fields) const {
  const ArcSpan& span = spans_[static_cast<std::size_t>(k)];
  if (span.whole()) {
    std::copy_n(within, rows_of(k), fields);
    return;
  }
  const Index d = problem_.dimension(), count = problem_.ends.cols();
  Eigen::Map<Matrix>(fields, d, count).noalias() +=
      span.basis * Eigen::Map<const Matrix>(within, span.basis.cols(), count);
}

// In the metric of the diagonal blocks of K.
double ArcNewton::squared_size(const Matrix& fields, const Matrix& potentials) const {
  double sum = 0;
  Matrix inside = fields;
  for (Index k = 0; k < problem_.atoms(); ++k) {
    double* column = inside.data() + problem_.rows() * k;
    if (!spans_[static_cast<std::size_t>(k)].whole()) {
      const double* field = fields.data() + problem_.rows() * k;
      take_within(k, field, column);
      const Unseen beyond = unseen(k, field, column);
      sum += beyond.fields.cwiseProduct(beyond.solved).sum();
      inside.col(k).tail(problem_.rows() - rows_of(k)).setZero();
    }
    solve_lower(factor_of(k), rows_of(k), column);
  }
  sum += inside.squaredNorm();
  for (Index i = 0; i < potentials.size(); ++i)
    sum += potentials.data()[i] * potentials.data()[i] / scale_[place_[static_cast<std::size_t>(i)]];
  return sum;
}

// The Schur complement loses digits where tight arcs leave atoms only affine freedom; conjugate gradients on
// K itself, preconditioned by it, bring them back in one or two steps.
void ArcNewton::solve(Matrix& fields, Matrix& potentials) const {
  constexpr int most_steps = 12;
  constexpr double wanted = 1e-16;  // of the squared error, in the norm of K
  constexpr double sure = 1e-8;     // squares that far below it need no look at the norm of K
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
    check_stop();
    apply(fields_step, potentials_step, fields_image, potentials_image);
    const double curvature = product(fields_step, potentials_step, fields_image, potentials_image);
    if (!(curvature > 0) || !(size > 0)) break;
    const double length = size / curvature;
    fields += length * fields_step;
    potentials += length * potentials_step;
    fields_left -= length * fields_image;
    potentials_left -= length * potentials_image;
    if (squared_size(fields_left, potentials_left) <= sure * enough) break;
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
