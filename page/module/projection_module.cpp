// The projection of one new measure on the components of a model, for the page: src/wpga compiled to
// WebAssembly. page/src/own/projection.ts calls it.  Numbers are doubles in the memory of the module, samples
// of pictures bytes: red, green, blue and alpha of each pixel, row by row.
#include <cstdlib>
#include <string>

#include "wpga/analysis/curves/projection.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/color.hpp"
#include "wpga/measures/drawn_pixels.hpp"
#include "wpga/measures/from_image.hpp"
#include "wpga/measures/quantize.hpp"

namespace {

using namespace wpga;

struct PageModel {
  Measure mean;
  std::vector<GeneralizedGeodesic> curves;
  double variance = 0;
};

PageModel& model() {
  static PageModel one;
  return one;
}

// The measure that was read last.
Measure& own() {
  static Measure one;
  return one;
}

// White is 1.
Image picture(int rows, int columns, const unsigned char* samples) {
  Image image{.rows = rows, .columns = columns, .channels = 4, .samples = {}};
  image.samples.reserve(std::size_t{4} * image.rows * image.columns);
  for (Index k = 0; k < 4 * image.rows * image.columns; ++k) image.samples.push_back(samples[k] / 255.0);
  return image;
}

Matrix matrix_at(const double* numbers, Index rows, Index columns) {
  return Eigen::Map<const Matrix>(numbers, rows, columns);
}

}  // namespace

extern "C" {

// Room for so many numbers.
__attribute__((export_name("room"))) double* room(int count) {
  return static_cast<double*>(std::malloc(static_cast<std::size_t>(count) * sizeof(double)));
}
__attribute__((export_name("give_back"))) void give_back(double* numbers) { std::free(numbers); }

// The mean (points: a column of `dimension` numbers for each atom; weights), then backward and forward of
// each component, one after the other.
__attribute__((export_name("set_model"))) void set_model(int dimension, int atoms, int components,
                                                         const double* numbers, double variance) {
  PageModel& of = model();
  const Index size = Index{dimension} * atoms;
  of.mean = {matrix_at(numbers, dimension, atoms), Eigen::Map<const Vector>(numbers + size, atoms)};
  of.variance = variance;
  of.curves.clear();
  const double* fields = numbers + size + atoms;
  for (int k = 0; k < components; ++k, fields += 2 * size)
    of.curves.push_back({matrix_at(fields, dimension, atoms), matrix_at(fields + size, dimension, atoms)});
}

// A picture as a shape of so many rows and columns; the atoms are at own_points and own_weights.  Their
// number, 0 where nothing has mass.
__attribute__((export_name("read_shape"))) int read_shape(int rows, int columns, const unsigned char* samples,
                                                          int to_rows, int to_columns, int invert,
                                                          double threshold, int linear) {
  const ShapeOptions options{.invert = invert != 0,
                             .threshold = threshold,
                             .resize = std::to_string(to_columns) + "x" + std::to_string(to_rows),
                             .grey = linear != 0 ? Grey::linear : Grey::plain};
  const Image weights = shape_weights(picture(rows, columns, samples), options);
  double total = 0;
  for (const double weight : weights.samples) total += weight;
  if (!(total > 0)) return 0;
  const std::array<Index, 2> shape = {weights.rows, weights.columns};
  own() = grid_measure(weights.samples, shape);
  return static_cast<int>(own().size());
}

// The colours of a picture, put together by k-means; of a large one as many pixels as the program draws.
__attribute__((export_name("read_palette"))) int read_palette(int rows, int columns,
                                                              const unsigned char* samples, int lab,
                                                              int colors, int pixels, int seed) {
  const Random random(static_cast<std::uint64_t>(seed), 0);
  const std::vector<Index> drawn =
      drawn_pixels(Index{rows} * columns, pixels == 0 ? 0 : most_palette_pixels, random);
  Matrix points(3, std::ssize(drawn));
  Vector weights(std::ssize(drawn));
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    const unsigned char* pixel = samples + 4 * drawn[k];
    const Eigen::Vector3d color(pixel[0] / 255.0, pixel[1] / 255.0, pixel[2] / 255.0);
    const auto at = static_cast<Index>(k);
    points.col(at) = lab != 0 ? Eigen::Vector3d(lab_from_srgb(color)) : color;
    weights[at] = pixel[3] / 255.0;
  }
  if (!(weights.sum() > 0)) return 0;
  const Measure checked = make_measure(points, weights);
  own() = quantize(checked.points, checked.weights, random, {.colors = colors, .sample = pixels}).measure;
  return static_cast<int>(own().size());
}

__attribute__((export_name("own_points"))) const double* own_points() { return own().points.data(); }
__attribute__((export_name("own_weights"))) const double* own_weights() { return own().weights.data(); }

// out: squared distance to the mean; for each component time, squared distance, lower bound, score; then for
// each component the joint time, and the joint squared distance of the first ones.
__attribute__((export_name("project"))) void project_measure(int atoms, const double* points,
                                                             const double* weights, double* out) {
  const PageModel& of = model();
  MeasureFamily family;
  family.append(matrix_at(points, of.mean.dimension(), atoms), Eigen::Map<const Vector>(weights, atoms),
                "own");
  const Execution alone{.threads = 1};
  FamilyCouplings couplings(family, {}, of.mean.weights);
  const MeanPlans plans = plans_from_mean(of.mean, of.curves, couplings, alone);
  const Vector& to_mean = plans.squared_distances;
  const double scale = of.variance > 0 ? of.variance : to_mean[0];
  std::vector<Projections> single;
  *out++ = to_mean[0];
  for (std::size_t k = 0; k < of.curves.size(); ++k) {
    const GeneralizedGeodesic& curve = of.curves[k];
    const Vector hint = plans.times.col(static_cast<Index>(k));
    single.push_back(project(of.mean, curve, couplings, scale, hint, {}, alone));
    const Projections& found = single.back();
    *out++ = found.times[0];
    *out++ = found.squared_distances[0];
    *out++ = found.lower_bounds[0];
    *out++ = scores(of.mean.weights, curve, found.times)[0];
  }
  const JointProjections joint = project_jointly(of.mean, to_mean, of.curves, single, couplings, alone);
  for (Index k = 0; k < joint.times.cols(); ++k) {
    *out++ = joint.times(0, k);
    *out++ = joint.squared_distances(0, k);
  }
}
}
