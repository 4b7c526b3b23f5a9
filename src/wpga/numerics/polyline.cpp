#include "wpga/numerics/polyline.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace wpga {

namespace {

Vector lengths_to(const Matrix& vertices) {
  Vector lengths = Vector::Zero(vertices.cols());
  for (Index k = 1; k < vertices.cols(); ++k)
    lengths[k] = lengths[k - 1] + (vertices.col(k) - vertices.col(k - 1)).norm();
  return lengths;
}

Vector place_on(const Matrix& vertices, const Vector& lengths, double position) {
  const Index last = vertices.cols() - 1;
  if (last == 0 || position <= 0) return vertices.col(0);
  const Index after = std::upper_bound(lengths.data(), lengths.data() + last + 1, position) - lengths.data();
  if (after > last) return vertices.col(last);
  const double share = (position - lengths[after - 1]) / (lengths[after] - lengths[after - 1]);
  return (1 - share) * vertices.col(after - 1) + share * vertices.col(after);
}

}  // namespace

PolylineProjection project_on_polyline(const Matrix& vertices, const PointsRef& points) {
  const Vector lengths = lengths_to(vertices);
  const Index count = points.cols();
  PolylineProjection found{Vector(count), Vector::Constant(count, std::numeric_limits<double>::infinity()),
                           Matrix(points.rows(), count)};
  for (Index i = 0; i < count; ++i)
    for (Index k = 0; k < std::max<Index>(1, vertices.cols() - 1); ++k) {
      const Vector step =
          vertices.cols() > 1 ? Vector(vertices.col(k + 1) - vertices.col(k)) : Vector::Zero(points.rows());
      const double size = step.squaredNorm();
      const double share =
          size > 0 ? std::clamp(step.dot(points.col(i) - vertices.col(k)) / size, 0.0, 1.0) : 0.0;
      const Vector here = vertices.col(k) + share * step;
      const double distance = (points.col(i) - here).squaredNorm();
      if (!(distance < found.squared_distances[i])) continue;
      found.squared_distances[i] = distance;
      found.positions[i] = lengths[k] + share * std::sqrt(size);
      found.nearest.col(i) = here;
    }
  return found;
}

double polyline_length(const Matrix& vertices) { return lengths_to(vertices)[vertices.cols() - 1]; }

Matrix trimmed_polyline(const Matrix& vertices, double first, double last) {
  const Vector lengths = lengths_to(vertices);
  std::vector<Vector> kept = {place_on(vertices, lengths, first)};
  for (Index k = 0; k < vertices.cols(); ++k)
    if (lengths[k] > first && lengths[k] < last) kept.push_back(vertices.col(k));
  kept.push_back(place_on(vertices, lengths, last));
  Matrix part(vertices.rows(), static_cast<Index>(kept.size()));
  for (std::size_t k = 0; k < kept.size(); ++k) part.col(static_cast<Index>(k)) = kept[k];
  return part;
}

Matrix thinned_polyline(const Matrix& vertices, Index count) {
  if (vertices.cols() <= count) return vertices;
  const Vector lengths = lengths_to(vertices);
  Matrix thin(vertices.rows(), count);
  for (Index k = 0; k < count; ++k)
    thin.col(k) =
        place_on(vertices, lengths,
                 lengths[vertices.cols() - 1] * static_cast<double>(k) / static_cast<double>(count - 1));
  return thin;
}

}  // namespace wpga
