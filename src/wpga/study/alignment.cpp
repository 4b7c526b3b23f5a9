#include "wpga/study/alignment.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "wpga/barycenters/free_support.hpp"
#include "wpga/barycenters/starting_support.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/products.hpp"
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/study/canonical_order.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

namespace {

constexpr int most_turns = 60, rounds_of_alignment = 3, reference_atoms = 48;

constexpr std::string_view spread_name = "aligned-spread";

double mean_variance(const MeasureFamily& family) {
  double sum = 0;
  for (Index i = 0; i < family.count(); ++i) sum += family.measure_weight(i) * variance_of(family[i]);
  return sum;
}

double spread_about_mean(const MeasureView& measure) { return std::sqrt(variance_of(measure)); }

Matrix plane_rotation(double angle) {
  Matrix turn(2, 2);
  turn << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return turn;
}

// The unit quaternion with the largest q' N q is the rotation (Horn 1987).
Matrix space_rotation(const Matrix& cross) {
  const Matrix m = cross.transpose();  // m(a, b): coordinate a before, b after
  Matrix four(4, 4);
  four << m(0, 0) + m(1, 1) + m(2, 2), m(1, 2) - m(2, 1), m(2, 0) - m(0, 2), m(0, 1) - m(1, 0),  //
      m(1, 2) - m(2, 1), m(0, 0) - m(1, 1) - m(2, 2), m(0, 1) + m(1, 0), m(2, 0) + m(0, 2),      //
      m(2, 0) - m(0, 2), m(0, 1) + m(1, 0), m(1, 1) - m(0, 0) - m(2, 2), m(1, 2) + m(2, 1),      //
      m(0, 1) - m(1, 0), m(2, 0) + m(0, 2), m(1, 2) + m(2, 1), m(2, 2) - m(0, 0) - m(1, 1);
  const Vector q = symmetric_eigen(four).vectors.col(3);
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  Matrix turn(3, 3);
  turn << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),      //
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
  return turn;
}

// The rotations of a cube: axes onto axes.
std::vector<Matrix> cube_rotations() {
  std::vector<Matrix> all;
  std::array<int, 3> order = {0, 1, 2};
  do
    for (int signs = 0; signs < 8; ++signs) {
      Matrix turn = Matrix::Zero(3, 3);
      for (int axis = 0; axis < 3; ++axis)
        turn(axis, order[static_cast<std::size_t>(axis)]) = (signs >> axis) % 2 == 0 ? 1 : -1;
      const double determinant =
          turn.row(0).head<3>().dot(Eigen::RowVector3d(turn(1, 1) * turn(2, 2) - turn(1, 2) * turn(2, 1),
                                                       turn(1, 2) * turn(2, 0) - turn(1, 0) * turn(2, 2),
                                                       turn(1, 0) * turn(2, 1) - turn(1, 1) * turn(2, 0)));
      if (determinant > 0) all.push_back(turn);
    }
  while (std::next_permutation(order.begin(), order.end()));
  return all;
}

// The principal axes as the columns of a rotation.
Matrix principal_frame(const Measure& centered) {
  Matrix frame =
      symmetric_eigen(times_transposed(centered.points, centered.weights, centered.points)).vectors;
  const Eigen::Vector3d first = frame.col(0), second = frame.col(1);
  frame.col(2) = first.cross(second);
  return frame;
}

// In the plane all around; in space principal axes onto principal axes in every order and sense, and the axes
// of space likewise, for clouds without clear axes.
std::vector<Matrix> first_turns(const Measure& moving, const Measure& reference) {
  if (moving.dimension() == 3) {
    std::vector<Matrix> all = cube_rotations();
    const Matrix from = principal_frame(moving).transpose(), to = principal_frame(reference);
    for (const Matrix& turn : cube_rotations()) all.push_back(product(to, turn, from));
    return all;
  }
  std::vector<Matrix> all;
  constexpr int around = 24;
  for (int k = 0; k < around; ++k) all.push_back(plane_rotation(2 * std::numbers::pi * k / around));
  return all;
}

struct Turned {
  Matrix points;
  double squared_distance = std::numeric_limits<double>::infinity();
};

// One transport from each start; from the best three plan and rotation in turns, which never rises.
Matrix turned_onto(const Measure& moving, const Measure& reference) {
  TransportOptions options;
  const TransportMethod method = chosen_method(options, moving.size(), reference.size());
  const auto engine = make_transport(method, options);
  const auto coupling = engine->coupling(moving.weights);
  coupling->attach(reference.view(), {});
  struct Start {
    double value;
    Matrix turn;
  };
  std::vector<Start> starts;
  for (const Matrix& turn : first_turns(moving, reference))
    starts.push_back({coupling->solve(product(turn, moving.points)).primal, turn});
  std::ranges::stable_sort(starts, {}, &Start::value);
  starts.resize(std::min<std::size_t>(starts.size(), 3));
  Turned best;
  for (const Start& start : starts) {
    Turned found;
    Matrix points = product(start.turn, moving.points), map = points;
    for (int round = 0; round < most_turns; ++round) {
      const double value = coupling->solve(points).primal;
      if (!(value < found.squared_distance * (1 - 1e-9))) break;
      found = {points, value};
      coupling->barycentric_map(map);
      points = product(best_rotation(times_transposed(map, moving.weights, points)), points);
    }
    if (found.squared_distance < best.squared_distance) best = std::move(found);
  }
  return best.points;
}

// Of those that count the one of middle spread.
Measure of_middle_spread(const MeasureFamily& family) {
  std::vector<Index> order;
  for (Index i = 0; i < family.count(); ++i)
    if (family.measure_weight(i) > 0) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](Index i) { return variance_of(family[i]); });
  return copy_of(family[order[order.size() / 2]]);
}

// What all are aligned to, at the place and with the spread of the family: where they are turned, their mean.
Measure reference_of(const MeasureFamily& family, Alignment kind, const Execution& execution) {
  Vector place = Vector::Zero(family.dimension());
  for (Index i = 0; i < family.count(); ++i) place += family.measure_weight(i) * mean_of(family[i]);
  const double wanted = std::sqrt(mean_variance(family));
  const auto put_in_place = [&](Measure reference) {
    const double spread = spread_about_mean(reference.view());
    const Vector middle = mean_of(reference.view());
    const double factor = spread > 0 ? wanted / spread : 1;
    reference.points = ((reference.points.colwise() - middle) * factor).colwise() + place;
    return reference;
  };
  Measure reference = put_in_place(of_middle_spread(family));
  for (int round = 0; kind == Alignment::rotation && round < rounds_of_alignment; ++round) {
    const MeasureFamily moved = aligned_to(family, reference, kind, execution);
    FreeSupportOptions options;
    options.support = static_cast<int>(std::min<Index>(reference_atoms, pooled_atoms(moved).size()));
    options.iterations = 30;
    reference = put_in_place(free_support_mean(moved, {}, options, execution).measure);
  }
  return reference;
}

}  // namespace

Alignment alignment_of(const OptionValues& options) { return options_from<AlignOptions>(options).align; }

std::optional<double> aligned_spread(const OptionValues& options) {
  const OptionValue* value = options.find(spread_name);
  if (!value) return std::nullopt;  // models of before
  const std::optional<double> spread = value->number();
  require(spread && std::isfinite(*spread) && *spread >= 0,
          "the model does not say what spread its measures were scaled to");
  return spread;
}

void keep_aligned_spread(OptionValues& options, Alignment kind, const MeasureFamily& aligned) {
  if (kind == Alignment::scale || kind == Alignment::rotation)
    options.set(spread_name, std::sqrt(mean_variance(aligned)));
}

Matrix best_rotation(const Matrix& cross) {
  if (cross.rows() == 3) return space_rotation(cross);
  return plane_rotation(std::atan2(cross(1, 0) - cross(0, 1), cross(0, 0) + cross(1, 1)));
}

MeasureFamily aligned_to(const MeasureFamily& family, const Measure& reference, Alignment kind,
                         const Execution& execution, std::optional<double> spread) {
  if (kind == Alignment::none) return family;
  const Index d = family.dimension();
  require(kind != Alignment::rotation || d == 2 || d == 3,
          "`align` rotation turns measures in the plane and in space; these have other dimensions");
  const Vector place = mean_of(reference.view());
  const double wanted = spread.value_or(spread_about_mean(reference.view()));
  const Measure centered{reference.points.colwise() - place, reference.weights};
  std::vector<Matrix> points(static_cast<std::size_t>(family.count()));
  Task task(execution, "alignment", family.count());
  parallel_for(execution, family.count(), [&](std::int64_t i) {
    const MeasureView measure = family[i];
    Measure moved{measure.points.colwise() - mean_of(measure), measure.weights};
    const double own = spread_about_mean(measure);
    if (kind != Alignment::center && own > 0) moved.points *= wanted / own;
    if (kind == Alignment::rotation && own > 0) moved.points = turned_onto(moved, centered);
    points[static_cast<std::size_t>(i)] = moved.points.colwise() + place;
    task.advance();
  });
  Space space = family.space();
  space.grid.clear();
  MeasureFamily all(space);
  for (Index i = 0; i < family.count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    all.append(points[at], family[i].weights, family.names()[at],
               family.labels().empty() ? std::string() : family.labels()[at]);
  }
  if (family.measure_weights().size() > 0) all.set_measure_weights(family.measure_weights());
  all.set_reading(family.reading());
  return all;
}

MeasureFamily aligned(const MeasureFamily& family, Alignment kind, const Execution& execution) {
  if (kind == Alignment::none || family.count() == 0) return family;
  const Measure reference = family.atoms() > most_atoms_in_canonical_order
                                ? reference_of(family, kind, execution)
                                : reference_of(in_canonical_order(family).family, kind, execution);
  return aligned_to(family, reference, kind, execution);
}

}  // namespace wpga
