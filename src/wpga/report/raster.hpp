// Atoms to pixels.
#pragma once

#include <span>
#include <vector>

#include "wpga/measures/measure.hpp"

namespace wpga {

// A window of the plane cut into square pixels: pixel (r, c) is [left + c·pixel, left + (c+1)·pixel) ×
// [top + r·pixel, top + (r+1)·pixel).  The unit grid (0, 0, 1) has its pixel centres at (c + ½, r + ½).
struct PixelGrid {
  Index rows = 0;
  Index columns = 0;
  double left = 0;
  double top = 0;
  double pixel = 1;  // side of a pixel in the units of the points
};

// Rows × columns, the mass of each pixel: every atom goes whole to the pixel that holds it.  For a measure
// whose atoms are pixel centres this is the image itself, to the bit.  Mass outside the window is left out.
// Reads the first two coordinates.
Matrix histogram(const MeasureView& measure, const PixelGrid& grid);

// Is every atom the centre of a pixel of the grid, to 1e-9 of a pixel?
bool lies_on(const MeasureView& measure, const PixelGrid& grid);

// For each atom the mean distance to its four nearest neighbours at other places (the first two coordinates
// count), up to doubled where neighbours stand unevenly, and averaged by weight over the neighbourhood.
// Between 0.9 and 4 times the median, and never less than `least`, which is also the answer where all atoms
// share one place. Cost: O(n log n + n·√n) for a spread-out cloud.
std::vector<double> local_spacing(const MeasureView& measure, double least);

// Rows × columns, the mass of each pixel when every atom is a round bell with a deviation of 0.48 of its
// local spacing, cut at three deviations and integrated exactly over each pixel.  The bells of a square
// lattice of atoms add up to an even grey within 3 %, so there is neither speckle nor blur beyond the
// spacing.  Mass is conserved to rounding; what falls outside the window is left out.  `least_spacing` is in
// the units of the points.
Matrix splat(const MeasureView& measure, const PixelGrid& grid, double least_spacing);

// The mass per pixel to be shown as full ink when all these pictures share one scale: a share `saturated` of
// the mass lies in pixels above it.  1 where there is no mass.
double full_ink(std::span<const Matrix> rasters, double saturated);

}  // namespace wpga
