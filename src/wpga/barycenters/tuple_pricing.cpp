#include "wpga/barycenters/tuple_pricing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "wpga/kernels/affine_minimum.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

double Marginals::tuples() const {
  double product = 1;
  for (const Vector& measure : weights) product *= static_cast<double>(measure.size());
  return product;
}

Marginals marginals_of(const MeasureFamily& family) {
  Marginals marginals;
  std::vector<double> lambda;
  const PooledMoments moments = pooled_moments(family);
  for (Index i = 0; i < family.count(); ++i) {
    if (family.measure_weight(i) == 0) continue;
    marginals.original.push_back(i);
    marginals.points.push_back(family[i].points.colwise() - moments.mean);
    marginals.weights.push_back(family[i].weights);
    lambda.push_back(family.measure_weight(i));
  }
  marginals.lambda = VectorView(lambda.data(), static_cast<Index>(lambda.size()));
  marginals.center = moments.mean;
  marginals.pooled_variance = moments.variance.sum();
  return marginals;
}

Vector average_of(const Tuple& tuple, const Marginals& marginals) {
  Vector sum = Vector::Zero(marginals.dimension());
  for (Index i = 0; i < marginals.count(); ++i)
    sum += marginals.lambda[i] * marginals.cloud(i).col(tuple[static_cast<std::size_t>(i)]);
  return sum;
}

double cost_of(const Tuple& tuple, const Marginals& marginals) {
  const Vector average = average_of(tuple, marginals);
  double sum = 0;
  for (Index i = 0; i < marginals.count(); ++i)
    sum += marginals.lambda[i] *
           (marginals.cloud(i).col(tuple[static_cast<std::size_t>(i)]) - average).squaredNorm();
  return sum;
}

namespace {

// outer[t] + inner[j] for all t, then all j.
Vector sums_of_pairs(const Vector& outer, const Vector& inner) {
  Vector sums(outer.size() * inner.size());
  for (Index t = 0; t < outer.size(); ++t)
    sums.segment(t * inner.size(), inner.size()) = inner.array() + outer[t];
  return sums;
}

}  // namespace

TupleProduct::TupleProduct(const Marginals& marginals, std::vector<Index> members)
    : members_(std::move(members)), moments_(Vector::Zero(1)) {
  std::vector<Vector> coordinates(static_cast<std::size_t>(marginals.dimension()), Vector::Zero(1));
  for (const Index i : members_) {
    const Matrix weighted = marginals.lambda[i] * marginals.cloud(i);
    for (Index c = 0; c < marginals.dimension(); ++c) {
      Vector& row = coordinates[static_cast<std::size_t>(c)];
      row = sums_of_pairs(row, weighted.row(c).transpose());
    }
    moments_ =
        sums_of_pairs(moments_, marginals.lambda[i] * marginals.cloud(i).colwise().squaredNorm().transpose());
    sizes_.push_back(marginals.size(i));
  }
  averages_.resize(marginals.dimension(), moments_.size());
  for (Index c = 0; c < marginals.dimension(); ++c)
    averages_.row(c) = coordinates[static_cast<std::size_t>(c)].transpose();
}

Vector TupleProduct::reduced_costs(const std::vector<Vector>& potentials) const {
  Vector sums = Vector::Zero(1);
  for (const Index i : members_) sums = sums_of_pairs(sums, potentials[static_cast<std::size_t>(i)]);
  return moments_ - sums - averages_.colwise().squaredNorm().transpose();
}

void TupleProduct::write_atoms(Index number, Tuple& tuple) const {
  for (std::size_t m = members_.size(); m-- > 0; number /= sizes_[m])
    tuple[static_cast<std::size_t>(members_[m])] = static_cast<std::int32_t>(number % sizes_[m]);
}

namespace {

// The largest measure, and others as long as their tuples stay in the cache and leave as many to the outer
// product.
std::vector<Index> inner_members(const Marginals& marginals) {
  std::vector<Index> order(static_cast<std::size_t>(marginals.count()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return marginals.size(a) > marginals.size(b); });
  const double limit = std::min(4096.0, std::sqrt(marginals.tuples()));
  std::vector<Index> members;
  double product = 1;
  for (const Index i : order) {
    const double grown = product * static_cast<double>(marginals.size(i));
    if (!members.empty() && grown > limit) continue;
    product = grown;
    members.push_back(i);
  }
  return members;
}

std::vector<Index> outer_members(const Marginals& marginals) {
  const std::vector<Index> inner = inner_members(marginals);
  std::vector<Index> members;
  for (Index i = 0; i < marginals.count(); ++i)
    if (std::find(inner.begin(), inner.end(), i) == inner.end()) members.push_back(i);
  return members;
}

// The most violated tuple through each atom.
class Worst {
 public:
  explicit Worst(const Marginals& marginals) {
    for (Index i = 0; i < marginals.count(); ++i)
      through_.emplace_back(static_cast<std::size_t>(marginals.size(i)));
  }

  void offer(const Tuple& tuple, double reduced) {
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      Holder& holder = through_[i][static_cast<std::size_t>(tuple[i])];
      if (reduced < holder.reduced) holder = {reduced, tuple};
    }
  }

  std::set<Tuple> tuples() const {
    std::set<Tuple> all;
    for (const auto& atoms : through_)
      for (const Holder& holder : atoms)
        if (!holder.tuple.empty()) all.insert(holder.tuple);
    return all;
  }

 private:
  struct Holder {
    double reduced = 0;
    Tuple tuple;
  };
  std::vector<std::vector<Holder>> through_;
};

}  // namespace

TuplePricing::TuplePricing(const Marginals& marginals)
    : marginals_(marginals),
      inner_(marginals, inner_members(marginals)),
      outer_(marginals, outer_members(marginals)),
      rows_(kernels::rows_of(inner_.averages(), 0)) {}

// With averages p of the outer and q of the inner part, cost − Σ u = outer + inner − 2⟨p, q⟩: for each outer
// tuple the minimum of affine functions of p.
TuplePricing::Answer TuplePricing::price(const std::vector<Vector>& potentials) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Vector outer = outer_.reduced_costs(potentials), inner = inner_.reduced_costs(potentials);
  std::vector<double> offsets(static_cast<std::size_t>(rows_.stride), infinity);
  std::copy(inner.begin(), inner.end(), offsets.begin());
  double smallest = infinity;
  Worst worst(marginals_);
  Tuple tuple(static_cast<std::size_t>(marginals_.count()));
  Vector slope(marginals_.dimension());
  for (Index t = 0; t < outer_.count(); ++t) {
    check_stop();
    slope = -2 * outer_.averages().col(t);
    const kernels::AffineMinimum least = kernels::affine_minimum(rows_, slope.data(), offsets);
    const double reduced = outer[t] + least.value;
    smallest = std::min(smallest, reduced);
    if (reduced >= 0) continue;
    outer_.write_atoms(t, tuple);
    inner_.write_atoms(least.index, tuple);
    worst.offer(tuple, reduced);
  }
  return {smallest, worst.tuples()};
}

}  // namespace wpga
