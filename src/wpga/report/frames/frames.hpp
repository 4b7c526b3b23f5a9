// How one measure is drawn in a frame.  What the frames of a picture share (window, axes, intensity, order of
// colours) is settled once, from all of its measures.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/measures/measure_family.hpp"
#include "wpga/report/canvas.hpp"

namespace wpga {

// common: one intensity means one mass in every frame; each: every frame uses the whole range from paper to
// ink.
enum class InkScale { common, each };
constexpr std::array<std::string_view, 2> names(InkScale) { return {"common", "each"}; }

class FramePainter {
 public:
  virtual ~FramePainter() = default;

  virtual double aspect() const = 0;  // height over width
  // The width nearest to `wished` at which the pixels of a raster stay whole pixels of a PNG.
  virtual double fitting_width(double wished) const { return wished; }
  virtual std::string legend() const { return {}; }  // one line for the whole picture, or nothing
  virtual void paint(Canvas& canvas, const Box& box, std::size_t frame) const = 0;
};

// Measures in the units of the data (any standardisation undone), without atoms that are not finite.
std::vector<Measure> in_data_units(std::span<const MeasureView> measures, const Space& space);

// Weights of any sign on fixed points: what curves of weights pass through.
struct SignedWeights {
  Matrix points;    // d × m, in the coordinates of the family
  Vector weights;   // m
  double full = 1;  // intensity one: the largest weight that a point has in the data
};

inline constexpr const char* signed_legend =
    "blue: negative weights; green: above the largest weight of the data";

// The painter for a kind of measure.  Frames are those of the measures, then those of the weights:
// shapes      dark ink in the window of the grid, y down: pixels as they are where all atoms lie on the grid,
//             bells as wide as the local spacing otherwise; volumes are summed along their depth
// palettes    swatches with area in proportion to weight, columns by hue, light above dark; while the
//             weights stay the same from frame to frame (a curve), every atom keeps its place
// clouds      discs with area in proportion to weight, y up, one window for all; above two dimensions on the
//             first two principal axes of all atoms together; crowded clouds (5000 atoms and more) as a
//             density
// curves      densities on the line above one axis: steps for histograms on common bins, a smooth curve
//             otherwise
// Weights stand in the same window, as Fig. 1 of the paper has them: pixels, cells, discs or bars, blue below
// zero, green above `full`; of palettes, colours below zero stand under a blue line.
std::unique_ptr<FramePainter> frame_painter(std::vector<Measure> measures, std::vector<SignedWeights> weights,
                                            const Space& space, InkScale scale);

std::unique_ptr<FramePainter> shape_painter(std::vector<Measure> measures, const Space& space,
                                            InkScale scale);
std::unique_ptr<FramePainter> shape_weights_painter(std::vector<SignedWeights> weights, const Space& space);
std::unique_ptr<FramePainter> palette_painter(std::vector<Measure> measures, const Space& space);
std::unique_ptr<FramePainter> palette_weights_painter(std::vector<SignedWeights> weights, const Space& space);
std::unique_ptr<FramePainter> cloud_painter(std::vector<Measure> measures, std::vector<SignedWeights> weights,
                                            const Space& space, InkScale scale);
std::unique_ptr<FramePainter> curve_painter(std::vector<Measure> measures, std::vector<SignedWeights> weights,
                                            const Space& space);

// Paper to ink up to full weight, green above it, paper to blue below zero; blue by its root, since a little
// of it is already too much.
Color color_of_weight(double weight, double full);

// A number on an axis of this length: to a thousandth of it, never with an exponent or a separator where a
// person would write none (1900 is a year).
std::string axis_number(double value, double length);

// Side by side without seams: whole pixels of a PNG.
double snapped(double length);

// The least distance between different values, so that a value each has a cell of its own; 0 for one value.
double spacing_of(std::vector<double> values);

}  // namespace wpga
