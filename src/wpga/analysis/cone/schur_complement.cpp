#include "wpga/analysis/cone/schur_complement.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>
#include <algorithm>

#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

constexpr Index most_dense = 1100;
constexpr Index panel_width = 32;
constexpr Index strip_panels = 3;          // of rows, at most
constexpr double worth_threads = 1 << 19;  // multiplications for one panel

}  // namespace

struct SchurComplement::Sparse {
  std::vector<Eigen::Triplet<double>> entries;  // below the diagonal
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> cholesky;
};

SchurComplement::SchurComplement(Index count)
    : count_(count), sparse_(count > most_dense ? std::make_unique<Sparse>() : nullptr) {
  if (sparse_) return;
  dense_.setZero(count, count);
  factor_.resize(count, count);
  for (Index panel = 0; panel * panel_width < count; ++panel) first_.push_back(panel);
}

SchurComplement::~SchurComplement() = default;

Index SchurComplement::begin_of(Index panel) const { return std::min(panel * panel_width, count_); }

void SchurComplement::clear() {
  diagonal_.setZero(count_);
  if (sparse_) {
    sparse_->entries.clear();
    return;
  }
  for (Index panel = 0; panel < std::ssize(first_); ++panel) {
    Index& first = first_[static_cast<std::size_t>(panel)];
    const Index at = begin_of(panel), end = begin_of(panel + 1), from = begin_of(first);
    dense_.block(at, from, end - at, end - from).setZero();
    first = panel;
  }
}

void SchurComplement::add(std::span<const Index> places, const Eigen::Ref<const Matrix>& lower) {
  const Index size = std::ssize(places);
  for (Index j = 0; j < size; ++j) {
    const Index column = places[static_cast<std::size_t>(j)];
    diagonal_[column] += lower(j, j);
    if (sparse_) {
      for (Index i = j + 1; i < size; ++i)
        sparse_->entries.emplace_back(places[static_cast<std::size_t>(i)], column, lower(i, j));
    } else {
      Index& first = first_[static_cast<std::size_t>(column / panel_width)];
      first = std::min(first, places[0] / panel_width);
      double* into = dense_.data() + count_ * column;
      const double* from = lower.data() + lower.outerStride() * j;
      for (Index i = j + 1; i < size; ++i) into[places[static_cast<std::size_t>(i)]] += from[i];
    }
  }
}

void SchurComplement::factor(const Vector& scale, const Execution& execution) {
  for (double share = 1e-15; share < 1; share *= 100) {
    ridge_ = share * scale;
    if (factored(execution)) return;
  }
}

bool SchurComplement::factored(const Execution& execution) {
  if (!sparse_) return factored_in_envelope(execution);
  std::vector<Eigen::Triplet<double>> all = sparse_->entries;
  for (Index i = 0; i < count_; ++i) all.emplace_back(i, i, diagonal_[i] + ridge_[i]);
  Eigen::SparseMatrix<double> matrix(count_, count_);
  matrix.setFromTriplets(all.begin(), all.end());
  sparse_->cholesky.compute(matrix);
  return sparse_->cholesky.info() == Eigen::Success;
}

// Panels of rows from `panel` on that begin at the same column, a few at a time: the same strips whatever the
// number of threads.
void SchurComplement::list_strips(Index panel, Index left) {
  strip_count_ = 0;
  const auto from_of = [&](Index row) {
    return std::max(left, begin_of(first_[static_cast<std::size_t>(row)]));
  };
  for (Index row = panel, next; row < std::ssize(first_); row = next) {
    next = row + 1;
    while (next < std::ssize(first_) && next < row + strip_panels && from_of(next) == from_of(row)) ++next;
    if (from_of(row) >= begin_of(panel)) continue;
    if (strip_count_ == std::ssize(strips_)) strips_.emplace_back();
    Strip& strip = strips_[static_cast<std::size_t>(strip_count_++)];
    strip.top = begin_of(row);
    strip.height = begin_of(next) - strip.top;
    strip.from = from_of(row);
  }
}

// Rows from `panel` on, less the products of what is left of it with what is left of its own rows.
void SchurComplement::subtract_products(Index panel, const Execution& execution) {
  const Index at = begin_of(panel), width = begin_of(panel + 1) - at;
  const Index left = begin_of(first_[static_cast<std::size_t>(panel)]);
  if (left == at) return;
  transposed_ = factor_.block(at, left, width, at - left).transpose();
  list_strips(panel, left);
  double work = 0;
  for (Index i = 0; i < strip_count_; ++i)
    work += static_cast<double>(strips_[static_cast<std::size_t>(i)].height * width *
                                (at - strips_[static_cast<std::size_t>(i)].from));
  parallel_for(work >= worth_threads ? execution : Execution{.threads = 1}, strip_count_, [&](Index i) {
    Strip& strip = strips_[static_cast<std::size_t>(i)];
    strip.taken.resize(strip.height, width);
    kernels::matrix_product(factor_.data() + count_ * strip.from + strip.top, count_,
                            transposed_.data() + strip.from - left, at - left, strip.taken.data(),
                            strip.height, strip.height, at - strip.from, width, strip.workspace);
    factor_.block(strip.top, at, strip.height, width) -= strip.taken;
  });
}

// The rows below that reach the columns of `panel`, times the inverse of its own upper factor.
void SchurComplement::divide_below(Index panel, const Matrix& inverse) {
  const Index at = begin_of(panel), width = inverse.cols();
  const auto reaches = [&](Index row) { return first_[static_cast<std::size_t>(row)] <= panel; };
  for (Index row = panel + 1, next; row < std::ssize(first_); row = next) {
    for (next = row + 1; next < std::ssize(first_) && reaches(next) == reaches(row);) ++next;
    if (!reaches(row)) continue;
    const Index top = begin_of(row), height = begin_of(next) - top;
    taken_.resize(height, width);
    kernels::matrix_product(factor_.data() + count_ * at + top, count_, inverse.data(), width, taken_.data(),
                            height, height, width, width, workspace_);
    factor_.block(top, at, height, width) = taken_;
  }
}

// Blocked Cholesky whose updates use our own matrix product: chosen at run time for the widest registers, it
// is three times as fast as Eigen's, which is compiled for the oldest machine.  What lies left of the first
// entry of a row stays zero.
bool SchurComplement::factored_in_envelope(const Execution& execution) {
  for (Index panel = 0; panel < std::ssize(first_); ++panel) {
    const Index at = begin_of(panel), end = begin_of(panel + 1),
                from = begin_of(first_[static_cast<std::size_t>(panel)]);
    factor_.block(at, from, end - at, end - from) = dense_.block(at, from, end - at, end - from);
  }
  factor_.diagonal() = diagonal_ + ridge_;
  for (Index panel = 0; panel < std::ssize(first_); ++panel) {
    const Index at = begin_of(panel), width = begin_of(panel + 1) - at;
    subtract_products(panel, execution);
    const Eigen::LLT<Matrix> top(factor_.block(at, at, width, width));
    if (top.info() != Eigen::Success) return false;
    factor_.block(at, at, width, width) = top.matrixL();
    divide_below(panel, top.matrixU().solve(Matrix::Identity(width, width)));
  }
  return factor_.diagonal().allFinite();
}

void SchurComplement::solve(Eigen::Ref<Vector> right) const {
  if (sparse_) {
    right = sparse_->cholesky.solve(right).eval();
    return;
  }
  const auto part = [&](Index panel, const auto& visit) {
    const Index at = begin_of(panel), width = begin_of(panel + 1) - at,
                from = begin_of(first_[static_cast<std::size_t>(panel)]);
    visit(factor_.block(at, from, width, at - from),
          factor_.block(at, at, width, width).triangularView<Eigen::Lower>(), right.segment(from, at - from),
          right.segment(at, width));
  };
  for (Index panel = 0; panel < std::ssize(first_); ++panel)
    part(panel, [](const auto& left, const auto& own, auto before, auto here) {
      here.noalias() -= left * before;
      own.solveInPlace(here);
    });
  for (Index panel = std::ssize(first_); panel-- > 0;)
    part(panel, [](const auto& left, const auto& own, auto before, auto here) {
      own.transpose().solveInPlace(here);
      before.noalias() -= left.transpose() * here;
    });
}

}  // namespace wpga
