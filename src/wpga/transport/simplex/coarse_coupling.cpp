#include "wpga/transport/simplex/coarse_coupling.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "wpga/kernels/proportional_fit.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

// Three fits at each temperature: more cost more than the pivots they save.
constexpr int sweeps = 3;
// Beyond 1 GB of floats no guess is made.
constexpr double most_entries = 1 << 28;

// P is kept as its density with respect to the product of the marginals, row_factor_k · entries_kj ·
// column_factor_j.
struct Fit {
  std::vector<float> entries;
  std::vector<float> row_shares, column_shares;
  std::vector<float> row_factors, column_factors;
  std::vector<float> weighted_factors, column_sums;
  std::vector<float> logarithms;  // of the column factors of all temperatures so far
  kernels::FloatMatrix matrix;
};

// Shares below 1e-9 would let densities overflow; they only guide, so they may be wrong.
void set_shares(std::span<const std::int64_t> masses, std::vector<float>& shares, std::size_t padded) {
  double total = 0;
  for (const std::int64_t mass : masses) total += static_cast<double>(mass);
  shares.assign(padded, 0.0F);
  for (std::size_t i = 0; i < masses.size(); ++i)
    shares[i] = static_cast<float>(std::max(1e-9, static_cast<double>(masses[i]) / total));
}

void fit_marginals(Fit& fit) {
  const std::size_t columns = fit.column_shares.size();
  for (std::size_t j = 0; j < columns; ++j)
    fit.weighted_factors[j] = fit.column_shares[j] * fit.column_factors[j];
  kernels::fit_rows(fit.matrix, fit.weighted_factors.data(), fit.row_shares.data(), fit.row_factors.data(),
                    fit.column_sums.data());
  for (std::size_t j = 0; j < columns; ++j) fit.column_factors[j] = 1 / fit.column_sums[j];
}

// Half the temperature: the square of the density, to be fitted again.
void halve_temperature(Fit& fit) {
  kernels::sharpen(fit.matrix, fit.row_factors.data(), fit.column_factors.data());
  for (std::size_t j = 0; j < fit.logarithms.size(); ++j)
    fit.logarithms[j] = 2 * (fit.logarithms[j] + std::log(fit.column_factors[j]));
  std::ranges::fill(fit.column_factors, 1.0F);
}

// Arcs of density at least 1 in order of their density, up to one part in sixteen: a counting sort.
std::vector<Arc> densest_first(const Fit& fit, const BipartiteNodes& nodes) {
  const std::size_t most = 1023;
  const auto place = [most](float density) {
    const std::uint32_t above_one =
        (std::bit_cast<std::uint32_t>(density) - std::bit_cast<std::uint32_t>(1.0F)) >> 19;
    return most - std::min<std::size_t>(above_one, most);
  };
  std::vector<std::int32_t> columns;
  std::vector<float> densities;
  std::vector<std::size_t> ends{0};
  std::vector<std::size_t> starts(most + 2, 0);
  const auto padded = static_cast<std::size_t>(fit.matrix.columns_padded);
  for (std::ptrdiff_t k = 0; k < nodes.rows; ++k) {
    const std::size_t had = ends.back();
    if (columns.size() < had + padded) columns.resize(2 * had + padded), densities.resize(2 * had + padded);
    const std::ptrdiff_t count =
        kernels::select_above(fit.matrix, k, fit.row_factors[static_cast<std::size_t>(k)],
                              fit.column_factors.data(), 1.0F, columns.data() + had, densities.data() + had);
    for (std::size_t i = had; i < had + static_cast<std::size_t>(count); ++i)
      ++starts[place(densities[i]) + 1];
    ends.push_back(had + static_cast<std::size_t>(count));
  }
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  std::vector<Arc> arcs(ends.back());
  for (std::int32_t k = 0; k < nodes.rows; ++k)
    for (std::size_t i = ends[static_cast<std::size_t>(k)]; i < ends[static_cast<std::size_t>(k) + 1]; ++i)
      arcs[starts[place(densities[i])]++] = {k, columns[i]};
  return arcs;
}

Fit start(const BipartiteNodes& nodes, const CenteredCosts& costs, std::span<const std::int64_t> masses,
          double temperature) {
  const auto rows = static_cast<std::size_t>(nodes.rows), columns = static_cast<std::size_t>(nodes.first_row);
  Fit fit;
  fit.entries.resize(rows * columns);
  fit.matrix = {fit.entries.data(), nodes.rows, nodes.first_row};
  set_shares(masses.first(static_cast<std::size_t>(nodes.columns)), fit.column_shares, columns);
  set_shares(masses.last(rows), fit.row_shares, rows);
  fit.row_factors.assign(rows, 1.0F);
  fit.column_factors.assign(columns, 1.0F);
  fit.weighted_factors.resize(columns);
  fit.column_sums.resize(columns);
  fit.logarithms.assign(columns, 0.0F);
  costs.form_gibbs(temperature, fit.matrix);
  return fit;
}

// The more atoms, the finer the plan; one halving per doubling of both sides proved best.
int halvings_for(const BipartiteNodes& nodes) {
  return std::max(2, static_cast<int>(0.5 * std::log2(static_cast<double>(nodes.rows) * nodes.columns)) - 1);
}

}  // namespace

CoarseCoupling coarse_coupling(const BipartiteNodes& nodes, const CenteredCosts& costs,
                               std::span<const std::int64_t> masses) {
  CoarseCoupling coarse{{}, std::vector<double>(static_cast<std::size_t>(nodes.columns), 0.0)};
  double temperature = costs.largest() / 2;
  if (temperature == 0 || double(nodes.rows) * nodes.first_row > most_entries) return coarse;

  Fit fit = start(nodes, costs, masses, temperature);
  const int halvings = halvings_for(nodes);
  for (int halving = 0;; ++halving) {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      check_stop();
      fit_marginals(fit);
    }
    if (halving == halvings) break;
    halve_temperature(fit);
    temperature /= 2;
  }
  // Nothing goes to the padding.
  std::fill(fit.column_factors.begin() + nodes.columns, fit.column_factors.end(), 0.0F);
  coarse.arcs = densest_first(fit, nodes);
  for (std::size_t j = 0; j < coarse.column_heights.size(); ++j)
    coarse.column_heights[j] =
        -temperature * static_cast<double>(fit.logarithms[j] + std::log(fit.column_factors[j]));
  return coarse;
}

}  // namespace wpga
