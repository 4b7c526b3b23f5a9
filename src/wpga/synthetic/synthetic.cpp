#include "wpga/synthetic/synthetic.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "wpga/base/decompositions.hpp"
#include "wpga/base/products.hpp"
#include "wpga/base/random.hpp"
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/synthetic/glyph.hpp"

namespace wpga {

namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr Index drawn_together = 1024;  // measures that wait for their place in the family

struct Draw {
  Matrix points;
  Vector weights;
  Vector factors;
};

// What tells one pattern from another: the space, the factors' names and how a measure is drawn from a
// stream.
struct Recipe {
  Space space;
  std::string singular;
  std::vector<std::string> factor_names;
  std::function<Draw(Random&)> draw;
};

Vector uniform_weights(Index atoms) { return Vector::Constant(atoms, 1.0 / static_cast<double>(atoms)); }

// Log-uniform in [1/zoom, zoom].
double random_scale(Random& random, double zoom) { return std::pow(zoom, random.uniform(-1, 1)); }

Matrix normal_matrix(Random& random, Index rows, Index columns) {
  Matrix matrix(rows, columns);
  for (double& entry : matrix.reshaped()) entry = random.normal();
  return matrix;
}

Matrix random_rotation(Random& random, Index dimension) {
  return orthogonal_factor(normal_matrix(random, dimension, dimension));
}

// Mean 0 and covariance the identity, to rounding: subtract the mean, undo the Cholesky factor.
Matrix whitened(Matrix points) {
  points.colwise() -= points.rowwise().mean().eval();
  const Matrix covariance = times_transposed(points, points) / static_cast<double>(points.cols());
  const std::optional<Matrix> whitened = cholesky_quotient(covariance, std::move(points));
  require(whitened.has_value(), "the sample spans too few dimensions to be whitened; ask for more atoms");
  return *whitened;
}

// ---- glyphs

Draw inked_pixels(const Image& image) {
  const auto inked =
      std::count_if(image.samples.begin(), image.samples.end(), [](double s) { return s > 0; });
  Draw draw{Matrix(2, inked), Vector(inked), {}};
  Index k = 0;
  for (Index r = 0; r < image.rows; ++r)
    for (Index c = 0; c < image.columns; ++c) {
      const double sample = image.at(r, c, 0);
      if (sample == 0) continue;
      draw.points.col(k) << static_cast<double>(c) + 0.5, static_cast<double>(r) + 0.5;
      draw.weights[k++] = sample;
    }
  return draw;
}

using DrawGlyph = std::function<Image(const GlyphPose&)>;

Recipe glyphs(const SyntheticOptions& options, const DrawGlyph& draw_posed) {
  const auto draw = [options, draw_posed](Random& random) {
    const double reach = options.shift * options.size;
    const double shift_x = random.uniform(-reach, reach), shift_y = random.uniform(-reach, reach);
    const double scale = random_scale(random, options.zoom),
                 turn = random.uniform(-options.turn, options.turn);
    Draw glyph = inked_pixels(draw_posed({shift_x, shift_y, scale, turn * degree}));
    glyph.factors = Vector{{shift_x, shift_y, scale, turn}};
    return glyph;
  };
  return {{.kind = Kind::shape, .grid = {options.size, options.size}, .axes = {"x", "y"}},
          "glyph",
          {"shift_x", "shift_y", "scale", "rotation"},
          draw};
}

// ---- ellipses

// Points of the unit disc on a Fermat spiral with the golden angle: equal areas for each, no seams.
Matrix disc(Index atoms) {
  const double golden = std::numbers::pi * (3 - std::sqrt(5.0));
  Matrix points(2, atoms);
  for (Index k = 0; k < atoms; ++k) {
    const auto at = static_cast<double>(k);
    const double radius = std::sqrt((at + 0.5) / static_cast<double>(atoms));
    points.col(k) << radius * std::cos(golden * at), radius * std::sin(golden * at);
  }
  points.colwise() -= points.rowwise().mean().eval();
  // A uniform ellipse has covariance (major², minor²)/4 along its axes.
  return atoms > 2 ? Matrix(whitened(points) / 2) : points;
}

Recipe ellipses(const SyntheticOptions& options) {
  constexpr double radius = 0.2;
  const auto draw = [options, base = disc(options.atoms)](Random& random) {
    const double x = 0.5 + random.uniform(-options.shift, options.shift);
    const double y = 0.5 + random.uniform(-options.shift, options.shift);
    const double a = radius * random_scale(random, options.zoom),
                 b = radius * random_scale(random, options.zoom);
    const double major = std::max(a, b), minor = std::min(a, b), angle = random.uniform(0, 180);
    // Symmetric and positive, so the map from the disc is optimal.
    const Eigen::Matrix2d turn = Eigen::Rotation2Dd(angle * degree).toRotationMatrix();
    const Eigen::Matrix2d stretch = turn * Eigen::Vector2d(major, minor).asDiagonal() * turn.transpose();
    return Draw{(stretch * base).colwise() + Eigen::Vector2d(x, y), uniform_weights(base.cols()),
                Vector{{x, y, major, minor, angle}}};
  };
  return {{.kind = Kind::points, .axes = {"x", "y"}},
          "ellipse",
          {"center_x", "center_y", "major", "minor", "angle"},
          draw};
}

// ---- gaussians

std::vector<std::string> moment_names(int dimension) {
  std::vector<std::string> names;
  for (int i = 1; i <= dimension; ++i) names.push_back(fmt::format("mean_{}", i));
  for (int i = 1; i <= dimension; ++i)
    for (int j = i; j <= dimension; ++j) names.push_back(fmt::format("covariance_{}_{}", i, j));
  return names;
}

Vector moments(const Vector& mean, const Matrix& covariance) {
  const Index d = mean.size();
  Vector factors(d + d * (d + 1) / 2);
  factors.head(d) = mean;
  Index at = d;
  for (Index i = 0; i < d; ++i)
    for (Index j = i; j < d; ++j) factors[at++] = covariance(i, j);
  return factors;
}

Recipe gaussians(const SyntheticOptions& options) {
  require(options.atoms > options.dimension,
          fmt::format("`atoms` must be greater than `dimension` for gaussians, so at least {}",
                      options.dimension + 1));
  constexpr double deviation = 0.1;
  const auto draw = [options](Random& random) {
    const Index d = options.dimension;
    Vector mean(d), deviations(d);
    for (double& x : mean) x = 0.5 + random.uniform(-options.shift, options.shift);
    for (double& s : deviations) s = deviation * random_scale(random, options.zoom);
    const Matrix axes = random_rotation(random, d);
    const Matrix root = times_transposed(axes, deviations, axes);
    const Matrix sample = whitened(normal_matrix(random, d, options.atoms));
    return Draw{product(root, sample).colwise() + mean, uniform_weights(options.atoms),
                moments(mean, product(root, root))};
  };
  return {{.kind = Kind::points}, "gaussian", moment_names(options.dimension), draw};
}

// ---- translations

// Three clumps of different size and width, centred, so that the mean of a translate is its translation.
Matrix clumps(Random& random, Index dimension, Index atoms) {
  const Matrix centers = 0.12 * normal_matrix(random, dimension, 3);
  constexpr std::array<double, 3> widths{0.02, 0.035, 0.05};
  Matrix points = normal_matrix(random, dimension, atoms);
  for (Index k = 0; k < atoms; ++k) {
    const Index clump = k % 6 < 3 ? 0 : k % 6 < 5 ? 1 : 2;
    points.col(k) = centers.col(clump) + widths[static_cast<std::size_t>(clump)] * points.col(k);
  }
  points.colwise() -= points.rowwise().mean().eval();
  return points;
}

Recipe translations(const SyntheticOptions& options) {
  Random shared(options.seed);
  const Matrix axes = random_rotation(shared, options.dimension);
  const auto draw = [options, axes,
                     cloud = clumps(shared, options.dimension, options.atoms)](Random& random) {
    const double along = random.uniform(-options.shift, options.shift);
    const double across = random.uniform(-options.shift, options.shift) / 5;
    const bool line = options.dimension == 1;
    Vector move = Vector::Constant(options.dimension, 0.5) + along * axes.col(0);
    if (!line) move += across * axes.col(1);
    return Draw{cloud.colwise() + move, uniform_weights(cloud.cols()),
                line ? Vector{{along}} : Vector{{along, across}}};
  };
  const bool line = options.dimension == 1;
  return {{.kind = Kind::points},
          "translate",
          line ? std::vector<std::string>{"along"} : std::vector<std::string>{"along", "across"},
          draw};
}

// ---- bells

// Mass of the standard normal law above x, exact far out.
double normal_tail(double x) { return 0.5 * std::erfc(x / std::numbers::sqrt2); }

// Mass between low and high, from the side where nothing cancels.
double normal_mass(double low, double high) {
  return low > 0 ? normal_tail(low) - normal_tail(high) : normal_tail(-high) - normal_tail(-low);
}

Recipe bells(const SyntheticOptions& options) {
  constexpr double deviation = 0.06;
  const auto draw = [options](Random& random) {
    const double location = 0.5 + random.uniform(-options.shift, options.shift);
    const double spread = deviation * random_scale(random, options.zoom);
    const auto bins = static_cast<double>(options.atoms);
    Draw bell{Matrix(1, options.atoms), Vector(options.atoms), Vector{{location, spread}}};
    for (Index k = 0; k < options.atoms; ++k) {
      const double low = static_cast<double>(k) / bins, high = static_cast<double>(k + 1) / bins;
      bell.points(0, k) = (static_cast<double>(k) + 0.5) / bins;
      bell.weights[k] = normal_mass((low - location) / spread, (high - location) / spread);
    }
    return bell;
  };
  return {{.kind = Kind::histogram, .axes = {"x"}}, "bell", {"location", "spread"}, draw};
}

Recipe recipe_of(Pattern pattern, const SyntheticOptions& options) {
  switch (pattern) {
    case Pattern::glyphs:
      return glyphs(options, [&](const GlyphPose& pose) { return draw_glyph(options.size, pose); });
    case Pattern::ellipses:
      return ellipses(options);
    case Pattern::gaussians:
      return gaussians(options);
    case Pattern::translations:
      return translations(options);
    case Pattern::bells:
      return bells(options);
  }
  throw InputError("no such pattern of synthetic measures");
}

SyntheticFamily drawn_family(const Recipe& recipe, const SyntheticOptions& options,
                             const Execution& execution) {
  SyntheticFamily result{MeasureFamily(recipe.space),
                         Matrix(static_cast<Index>(recipe.factor_names.size()), options.count),
                         recipe.factor_names};
  Task task(execution, "drawing", options.count);
  std::vector<Draw> draws;
  for (Index first = 0; first < options.count; first += drawn_together) {
    draws.resize(static_cast<std::size_t>(std::min<Index>(drawn_together, options.count - first)));
    parallel_for(execution, std::ssize(draws), [&](std::int64_t at) {
      // Stream 0 belongs to what all measures share.
      Random random(options.seed, static_cast<std::uint64_t>(first + at) + 1);
      draws[static_cast<std::size_t>(at)] = recipe.draw(random);
      task.advance();
    });
    for (Index i = first; const Draw& draw : draws) {
      result.family.append(draw.points, draw.weights, fmt::format("{}_{:04}", recipe.singular, i + 1));
      result.factors.col(i++) = draw.factors;
    }
  }
  return result;
}

}  // namespace

bool uses(Pattern pattern, std::string_view option) {
  if (option == "size" || option == "turn") return pattern == Pattern::glyphs;
  if (option == "atoms") return pattern != Pattern::glyphs;
  if (option == "dimension") return pattern == Pattern::gaussians || pattern == Pattern::translations;
  return option != "zoom" || pattern != Pattern::translations;
}

SyntheticFamily synthetic_family(Pattern pattern, const SyntheticOptions& options,
                                 const Execution& execution) {
  validate(options);
  return drawn_family(recipe_of(pattern, options), options, execution);
}

SyntheticFamily synthetic_glyphs(const Outline& character, const SyntheticOptions& options,
                                 const Execution& execution) {
  validate(options);
  const Outline glyph = glyph_from(character);
  const auto draw = [&](const GlyphPose& pose) { return draw_glyph(glyph, options.size, pose); };
  return drawn_family(glyphs(options, draw), options, execution);
}

}  // namespace wpga
