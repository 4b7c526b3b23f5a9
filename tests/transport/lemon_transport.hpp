// The same problem solved by LEMON's network simplex: the cross-check of the tests and the opponent of the
// benchmarks.  The library does not link it.
#pragma once

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include <cstdint>
#include <vector>

#include "wpga/measures/measure.hpp"
#include "wpga/transport/simplex/integer_masses.hpp"

namespace wpga {

class LemonTransport {
 public:
  LemonTransport(const MeasureView& source, const MeasureView& target)
      : rows_(source.size()), columns_(target.size()), costs_(graph_), supplies_(graph_) {
    for (Index i = 0; i < rows_ + columns_; ++i) graph_.addNode();
    graph_.reserveArc(static_cast<int>(rows_ * columns_));
    for (Index k = 0; k < rows_; ++k)
      for (Index j = 0; j < columns_; ++j)
        costs_[graph_.addArc(graph_.nodeFromId(static_cast<int>(k)),
                             graph_.nodeFromId(static_cast<int>(rows_ + j)))] =
            (source.points.col(k) - target.points.col(j)).squaredNorm();
    total_ = common_total(rows_, columns_);
    std::vector<std::int64_t> masses(static_cast<std::size_t>(std::max(rows_, columns_)));
    to_integer_masses(source.weights, total_, std::span(masses).first(static_cast<std::size_t>(rows_)));
    for (Index k = 0; k < rows_; ++k)
      supplies_[graph_.nodeFromId(static_cast<int>(k))] = masses[static_cast<std::size_t>(k)];
    to_integer_masses(target.weights, total_, std::span(masses).first(static_cast<std::size_t>(columns_)));
    for (Index j = 0; j < columns_; ++j)
      supplies_[graph_.nodeFromId(static_cast<int>(rows_ + j))] = -masses[static_cast<std::size_t>(j)];
  }

  // W2², or −1 when LEMON gives up.
  double solve() const {
    lemon::NetworkSimplex<lemon::SmartDigraph, std::int64_t, double> simplex(graph_);
    simplex.costMap(costs_).supplyMap(supplies_);
    if (simplex.run() != simplex.OPTIMAL) return -1;
    return simplex.totalCost<double>() / static_cast<double>(total_);
  }

 private:
  Index rows_, columns_;
  std::int64_t total_ = 1;
  lemon::SmartDigraph graph_;
  lemon::SmartDigraph::ArcMap<double> costs_;
  lemon::SmartDigraph::NodeMap<std::int64_t> supplies_;
};

}  // namespace wpga
