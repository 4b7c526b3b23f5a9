#include "wpga/analysis/cone/cone_room.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

constexpr double usual_arcs = 24;  // of an atom and end: nearest neighbours, and those that join
constexpr double many_arcs = 64;   // where dimensions are many, and most others are neighbours
constexpr Index many_dimensions = 32;
constexpr double iterates = 30;  // fields kept, moves, right sides
constexpr double gigabyte = 1e9;

double arcs_of_atom(const ConeSize& size) {
  return std::min(size.dimension > many_dimensions ? many_arcs : usual_arcs,
                  static_cast<double>(std::max<Index>(size.atoms - 1, 1)));
}

// Rows of the block of an atom for each of its fields.
double rows_of_block(const ConeSize& size) {
  const auto d = static_cast<double>(size.dimension);
  return size.boxed ? d : std::min(d, arcs_of_atom(size));
}

double machine_memory() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

double estimated_bytes(const ConeSize& size) {
  const auto p = static_cast<double>(size.atoms), fields = static_cast<double>(size.fields),
             ends = static_cast<double>(size.ends);
  const double rows = fields * static_cast<double>(size.dimension), block = fields * rows_of_block(size),
               arcs = ends * arcs_of_atom(size);
  // Old gradients, new ones and both together are there while arcs join.
  return sizeof(double) * p * (rows * (3 * arcs + iterates) + block * (block + arcs));
}

void require_room(const ConeSize& size) {
  if (const double there = machine_memory(); there > 0) require_room(size, there);
}

void require_room(const ConeSize& size, double bytes_there) {
  const double bytes = estimated_bytes(size);
  require(
      bytes <= bytes_there,
      fmt::format("optimal maps of {} atoms in {} dimensions{} take about {:.0f} GB, and this machine has "
                  "{:.0f}; take fewer atoms (`support`), fewer dimensions, {}or `curve` geodesic",
                  size.atoms, size.dimension, size.boxed ? " within a box" : "", bytes / gigabyte,
                  bytes_there / gigabyte, size.boxed ? "no `box`, " : ""));
}

// The search for a start has few atoms, each of which sees most others; what follows has all of them.
double estimated_seconds(const ConeSize& size) {
  constexpr double in_search = 64, of_blocks = 10;  // nanoseconds, as are the others
  constexpr double of_search = 60000, of_arcs_in_search = 3000, of_descent = 250000;
  const auto p = static_cast<double>(size.atoms), d = static_cast<double>(size.dimension);
  const double few = std::min(p, in_search), block = static_cast<double>(size.fields) * d;
  const double spans = few * few * (of_search * few + of_arcs_in_search * d) + of_descent * p * d;
  return 1e-9 * (size.boxed ? of_blocks * p * block * block * block : spans);
}

}  // namespace wpga
