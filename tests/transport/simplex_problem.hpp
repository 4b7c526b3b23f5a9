// What the parts of the transport simplex are given for two measures.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "wpga/measures/measure.hpp"
#include "wpga/transport/simplex/bipartite_nodes.hpp"
#include "wpga/transport/simplex/centered_costs.hpp"
#include "wpga/transport/simplex/integer_masses.hpp"

namespace wpga {

struct SimplexProblem {
  Measure source, target;
  BipartiteNodes nodes;
  std::int64_t total;
  std::vector<std::int64_t> masses;  // by node
  CenteredCosts costs;

  SimplexProblem(Measure from, Measure to)
      : source(std::move(from)),
        target(std::move(to)),
        nodes(source.size(), target.size()),
        total(common_total(source.size(), target.size())),
        masses(static_cast<std::size_t>(nodes.end()), 0) {
    to_integer_masses(target.weights, total,
                      std::span(masses).first(static_cast<std::size_t>(target.size())));
    to_integer_masses(source.weights, total, std::span(masses).last(static_cast<std::size_t>(source.size())));
    costs.set_target(target.view());
    costs.set_source(source.points, source.weights);
  }

  double cost(Index row, Index column) const {
    return (source.points.col(row) - target.points.col(column)).squaredNorm();
  }
};

}  // namespace wpga
