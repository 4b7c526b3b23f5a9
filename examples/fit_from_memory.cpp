// Principal geodesics of a family in memory: ellipses that grow and turn.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <numbers>
#include <wpga/study/fit.hpp>
#include <wpga/study/project.hpp>

namespace {

// Atoms on an ellipse of the given half axes, turned by an angle.
wpga::Matrix ellipse(double width, double height, double angle) {
  wpga::Matrix points(2, 24);
  for (int k = 0; k < 24; ++k) {
    const double along = 2 * std::numbers::pi * k / 24;
    points.col(k) =
        Eigen::Rotation2Dd(angle) * Eigen::Vector2d(width * std::cos(along), height * std::sin(along));
  }
  return points;
}

}  // namespace

int main() {
  wpga::MeasureFamily family;
  for (int i = 0; i < 20; ++i)
    family.append(ellipse(2 + 0.1 * i, 1, 0.3 * std::sin(i)), wpga::Vector::Ones(24),
                  fmt::format("ellipse {}", i));
  wpga::FitOptions options{.components = 2};
  options.mean.free.support = 24;
  const wpga::Model model = wpga::fit(family, options);
  for (const wpga::Component& component : model.analysis.components)
    fmt::print("explains {:.1f} %, {:.1f} % with those before\n", 100 * component.explained,
               100 * component.cumulative);
  const wpga::Measure middle = wpga::measure_at(model, std::array{0.5, 0.5});
  fmt::print("the middle of both components has {} atoms\n", middle.size());
}
